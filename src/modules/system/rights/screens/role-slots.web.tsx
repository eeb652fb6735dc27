/** The way from a role to its grants, in the list and on its page. */
import { Button, Space } from 'antd'
import { SafetyCertificateOutlined } from '@ant-design/icons'
import { useScreen } from '#kit/ui/screen/screen.web.ts'
import { useCan } from '#kit/ui/state/session.web.ts'
import type { CellProps, TabProps } from '#kit/ui/screen/slots.web.ts'
import { Tag } from '#kit/ui/parts/tag.web.tsx'
import '../../system.css'

export function RoleKindCell({ row, value }: CellProps) {
  const { open } = useScreen()
  const can = useCan()
  return (
    <Space size={4}>
      <Tag tone={value === 'builtin' ? 'purple' : 'blue'}>{value === 'builtin' ? '内置' : '自定义'}</Tag>
      {can('role_grant') ? (
        <Button
          type="link"
          size="small"
          onClick={(event) => {
            event.stopPropagation()
            open('roleManage', { id: row.id })
          }}
        >
          授权
        </Button>
      ) : null}
    </Space>
  )
}

export function RoleHead({ row }: TabProps) {
  const { open } = useScreen()
  const can = useCan()
  if (!can('role_grant')) return null
  return (
    <div className="zyt-user-head">
      <span>该角色能看到的菜单与按钮在授权页勾选，数据范围由下方的数据权限模板决定。</span>
      <Button type="primary" icon={<SafetyCertificateOutlined />} onClick={() => open('roleManage', { id: row.id })}>
        授权
      </Button>
    </div>
  )
}
