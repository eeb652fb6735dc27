/** Tabs and head of a user's detail: why he sees what he sees, where he is signed in, his password. */
import { useMemo, useState } from 'react'
import { Alert, Space } from 'antd'
import { useQuery } from '@tanstack/react-query'
import { formatTime, relativeTime } from '#kit/basics/time/time-format.ts'
import { systemClock } from '#kit/basics/time/clock.ts'
import type { Row } from '#kit/entity/wire.ts'
import { api } from '#kit/ui/client/api.web.ts'
import { SearchSelect } from '#kit/ui/field/search-select.web.tsx'
import { useSigned } from '#kit/ui/state/session.web.ts'
import { EmptyState, ErrorState, LoadingState } from '#kit/ui/parts/state.web.tsx'
import { Section } from '#kit/ui/parts/section.web.tsx'
import type { TabProps } from '#kit/ui/screen/slots.web.ts'
import { Tag } from '#kit/ui/parts/tag.web.tsx'
import { useCan } from '#kit/ui/state/session.web.ts'
import { deviceOf } from '#shell/pages/device.ts'
import { grantMenus } from '../rights/grants.ts'
import { ResetPasswordButton } from './password-dialog.web.tsx'
import '../system.css'

export function UserHead({ row }: TabProps) {
  const can = useCan()
  if (!can('user_resetPassword')) return null
  const disabled = row['status'] !== 'active'
  return (
    <div className="zyt-user-head">
      <span>{row['lastLoginAt'] ? `最近登录：${formatTime(row['lastLoginAt'] as string)}` : '还没有登录过'}</span>
      <ResetPasswordButton id={row.id} name={row.$title} reason={disabled ? '用户已停用，启用后才能重置密码' : null} />
      {disabled ? <span className="zyt-section-hint">用户已停用，启用后才能重置密码</span> : null}
    </div>
  )
}

interface Explained {
  visible: boolean
  lines: string[]
}

export function UserAccess({ row }: TabProps) {
  const { resources } = useSigned()
  const [code, setCode] = useState<string>()
  const options = useMemo(
    () =>
      grantMenus(resources).map((menu) => ({
        label: menu.name,
        options: menu.pages.map((page) => ({ value: page.code, label: page.name })),
      })),
    [resources],
  )
  return (
    <Section title="为什么看得到 / 看不到" hint="选择一个页面，逐条说明角色授权与数据范围">
      <SearchSelect
        className="zyt-pick-page"
        aria-label="选择页面"
        placeholder="选择页面"
        options={options}
        value={code}
        onChange={setCode}
      />
      {code ? <Explanation id={row.id} code={code} /> : <EmptyState compact why="请选择一个页面" />}
    </Section>
  )
}

function Explanation({ id, code }: { id: number; code: string }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['entity', 'user', 'explain', id, code],
    queryFn: ({ signal }) => api.get<Explained>('/api/v1/userAccess/explain', { id, code }, { signal, silent: true }),
  })
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <LoadingState rows={3} />
  return (
    <Alert
      className="zyt-explained"
      type={data.visible ? 'success' : 'warning'}
      showIcon
      title={data.visible ? '可以看到该页面' : '看不到该页面'}
      description={
        <ul>
          {data.lines.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      }
    />
  )
}

interface SessionRow {
  id: number
  createdAt: string
  lastSeenAt: string
  expiresAt: string
  ip: string
  userAgent: string
}

export function UserSessions({ row }: TabProps) {
  const { data, error, refetch } = useQuery({
    queryKey: ['entity', 'user', 'sessions', row.id],
    queryFn: ({ signal }) => api.get<SessionRow[]>('/api/v1/userAccess/sessions', { id: row.id }, { signal, silent: true }),
  })
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <LoadingState rows={3} />
  return (
    <Section title="登录中的设备" hint={kickHint(row)}>
      {data.length === 0 ? (
        <EmptyState compact why="该用户当前没有登录" />
      ) : (
        <ul className="zyt-plain-list">
          {data.map((s) => (
            <li key={s.id}>
              <Space wrap>
                <strong>{deviceOf(s.userAgent)}</strong>
                <Tag tone="green">在线</Tag>
                <span className="zyt-section-hint">
                  {s.ip} · 登录于 {formatTime(s.createdAt)} · 最近活动 {relativeTime(s.lastSeenAt, systemClock.now())}
                </span>
              </Space>
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}

/** The action itself is in the bar below, with its question and its reason when it is refused. */
const kickHint = (row: Row): string | undefined =>
  row.$actions?.some((a) => a.name === 'kick') ? '「强制下线」会结束以下全部登录' : undefined
