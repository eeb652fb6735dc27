/** 系统日志 and 登录日志: what the address asks for is what is shown. */
import { PageTabs } from '#kit/ui/parts/page-tabs.web.tsx'
import { useQueryState } from '#kit/ui/screen/screen.web.ts'
import { LoginLog } from './login-log.web.tsx'
import { OperationLog } from './operation-log.web.tsx'
import './log.css'

export default function SystemLog() {
  const [params, setParams] = useQueryState()
  const cleared = Object.fromEntries(Object.keys(params).map((key) => [key, null]))
  return (
    <PageTabs
      className="zyt-log"
      activeKey={params['part'] === 'logins' ? 'logins' : 'log'}
      // The two share names of filters but not their meaning.
      onChange={(part) => setParams({ ...cleared, part: part === 'log' ? null : part })}
      destroyOnHidden
      items={[
        { key: 'log', label: '操作日志', children: <OperationLog /> },
        { key: 'logins', label: '登录日志', children: <LoginLog /> },
      ]}
    />
  )
}
