/** 菜单管理: names, icons and order of what stands in the menu. Buttons and new resources belong to 资源管理. */
import { ResourceShaper } from './resource-shaper.web.tsx'

export default function MenuScreen() {
  return <ResourceShaper part="menu" rights={{ add: null, edit: 'menu_edit', remove: null, sort: 'menu_edit' }} />
}
