/** 资源管理: the whole tree of menus, pages and buttons; drag to order; authUrls enforced by the server. */
import { ResourceShaper } from './resource-shaper.web.tsx'

export default function ResourceScreen() {
  return (
    <ResourceShaper part="all" rights={{ add: 'resource_add', edit: 'resource_edit', remove: 'resource_delete', sort: 'resource_sort' }} />
  )
}
