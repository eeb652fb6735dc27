/** One's own account: who I am, password, where I am signed in, second factor. */
import { PageTabs } from '#kit/ui/parts/page-tabs.web.tsx'
import { DetailTable } from '#kit/ui/parts/detail-table.web.tsx'
import { useQueryState } from '#kit/ui/screen/screen.web.ts'
import { useMe } from '#kit/ui/state/session.web.ts'
import { ChangePassword } from '../login/change-password.web.tsx'
import '../login/login.css'
import '../public/public.css'
import { OfficeAccounts } from '../ways/office-accounts.web.tsx'
import { SecondFactor } from './second-factor.web.tsx'
import { Sessions } from './sessions.web.tsx'
import './home.css'

export default function Profile() {
  const [params, setParams] = useQueryState()
  return (
    <div className="zyt-card zyt-profile">
      <PageTabs
        activeKey={params['part'] ?? 'me'}
        onChange={(part) => setParams({ part: part === 'me' ? null : part })}
        destroyOnHidden
        items={[
          { key: 'me', label: '我的资料', children: <Mine /> },
          { key: 'password', label: '修改密码', children: <ChangePassword oldPassword={null} onDone={() => undefined} /> },
          { key: 'sessions', label: '登录设备', children: <Sessions /> },
          { key: 'totp', label: '两步验证', children: <SecondFactor /> },
          { key: 'office', label: '办公账号', children: <OfficeAccounts /> },
        ]}
      />
    </div>
  )
}

function Mine() {
  const me = useMe()
  return (
    <DetailTable
      columns={1}
      items={[
        { key: 'name', label: '姓名', value: me.name },
        { key: 'username', label: '用户名', value: me.username, copy: me.username },
        { key: 'phone', label: '手机号', value: me.phone || '—' },
        { key: 'operator', label: '所属公司', value: me.operatorName },
        { key: 'dept', label: '部门', value: me.dept ?? '—' },
        { key: 'stores', label: '所属门店', value: me.stores.join('、') || '—' },
        { key: 'role', label: '身份', value: me.isAdmin ? '管理员' : '普通用户' },
        { key: 'scope', label: '数据权限', value: me.scopeText || '—', hint: '能看到哪些数据，由管理员分配的数据权限模板决定' },
      ]}
    />
  )
}
