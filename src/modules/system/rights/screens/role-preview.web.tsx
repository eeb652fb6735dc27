/** What somebody with this role alone would find: the menu, and behind each page its buttons. */
import { useQuery } from '@tanstack/react-query'
import { Alert } from 'antd'
import type { Resource } from '#kit/access/session.ts'
import { api } from '#kit/ui/client/api.web.ts'
import { Dialog } from '#kit/ui/dialog/dialog.web.tsx'
import { EmptyState, ErrorState, LoadingState } from '#kit/ui/parts/state.web.tsx'
import { MenuIcon } from '#shell/menu/icons.web.tsx'
import { grantMenus } from '../grants.ts'

interface Props {
  id: number
  name: string
  codes: readonly string[]
  unsaved: boolean
  onClose: () => void
}

export function RolePreview({ id, name, codes, unsaved, onClose }: Props) {
  const { data, error, refetch } = useQuery({
    queryKey: ['entity', 'role', 'preview', id, codes.toSorted().join()],
    queryFn: ({ signal }) => api.post<Resource[]>('/api/v1/roleGrant/preview', { id, codes }, { signal, silent: true, overlay: false }),
  })
  return (
    <Dialog open title={`以角色「${name}」预览`} width={880} footer={null} onCancel={onClose}>
      {unsaved ? <Alert type="info" showIcon className="zyt-grants-note" title="按当前勾选预览，尚未保存" /> : null}
      {error ? <ErrorState error={error} onRetry={() => void refetch()} /> : data ? <Result tree={data} /> : <LoadingState rows={8} />}
    </Dialog>
  )
}

function Result({ tree }: { tree: readonly Resource[] }) {
  const icons = new Map<string, string | null>()
  const note = (nodes: readonly Resource[]): void => {
    for (const node of nodes) {
      icons.set(node.resourceCode, node.icon)
      note(node.funcItemList)
    }
  }
  note(tree)
  const menus = grantMenus(tree)
  if (menus.length === 0) return <EmptyState why="该角色看不到任何菜单" />
  return (
    <div className="zyt-preview-menus">
      {menus.map((menu) => (
        <section key={menu.code}>
          <h3>
            <MenuIcon icon={icons.get(menu.code) ?? null} /> {menu.name}
          </h3>
          <dl>
            {menu.pages.map((page) => (
              <div key={page.code}>
                <dt>
                  <MenuIcon icon={icons.get(page.code) ?? null} /> {page.name}
                </dt>
                <dd>{page.functions.map((f) => f.name).join('、') || '只能查看'}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </div>
  )
}
