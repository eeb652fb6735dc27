/** One's own accounts at 企业微信, 钉钉 and 飞书: bound, and whether messages go there. */
import { useState } from 'react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, Switch } from 'antd'
import { api } from '#kit/ui/client/api.web.ts'
import { toast } from '#kit/ui/dialog/message.web.tsx'
import { EmptyState, ErrorState, LoadingState } from '#kit/ui/parts/state.web.tsx'
import { Tag } from '#kit/ui/parts/tag.web.tsx'
import { begin } from './ways.web.ts'
import './ways.css'

/** GET /api/v1/officeAccount/mine */
interface MyAccount {
  provider: string
  label: string
  account: string | null
  bound: boolean
  muted: boolean
  sends: boolean
  signsIn: boolean
}

export function OfficeAccounts() {
  const { data, error, refetch } = useQuery({
    queryKey: ['messenger', 'mine'],
    queryFn: ({ signal }) => api.get<MyAccount[]>('/api/v1/officeAccount/mine', undefined, { signal, silent: true }),
  })
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <LoadingState rows={2} />
  if (data.length === 0) return <EmptyState compact why="公司还没有接入企业微信、钉钉或飞书；管理员可在「系统管理 → 办公平台」接入" />
  return (
    <div className="zyt-office">
      {data.map((one) => (
        <Row key={one.provider} one={one} />
      ))}
    </div>
  )
}

function Row({ one }: { one: MyAccount }) {
  const queries = useQueryClient()
  const [problem, setProblem] = useState<string | null>(null)
  const refresh = () => queries.invalidateQueries({ queryKey: ['messenger', 'mine'] })
  const mute = async (muted: boolean): Promise<void> => {
    const done = await api.post('/api/v1/officeAccount/mute', { provider: one.provider, muted }).then(
      () => true,
      () => false,
    )
    if (done) await refresh()
  }
  const unbind = async (): Promise<void> => {
    const done = await api.post('/api/v1/officeAccount/unbind', { provider: one.provider }).then(
      () => true,
      () => false,
    )
    if (!done) return
    toast.success(`已解除绑定，以后不能用${one.label}登录`)
    await refresh()
  }
  const bind = async (): Promise<void> =>
    setProblem(await begin({ way: 'messenger', code: one.provider, label: one.label }, { purpose: 'bind', redirect: null, inApp: false }))
  return (
    <div className="zyt-office-row">
      <div>
        <strong>{one.label}</strong>
        {one.account ? <span>{one.account}</span> : null}
        <Tag tone={one.bound ? 'green' : 'default'}>{one.bound ? '已绑定，可登录' : one.account ? '只接收消息' : '未绑定'}</Tag>
      </div>
      <div>
        {one.sends ? (
          <label>
            接收消息
            <Switch size="small" checked={!one.muted} onChange={(wanted) => void mute(!wanted)} />
          </label>
        ) : null}
        {one.bound ? (
          <Button onClick={() => void unbind()}>解除绑定</Button>
        ) : one.signsIn ? (
          <Button onClick={() => void bind()}>绑定</Button>
        ) : null}
      </div>
      {problem ? (
        <span className="zyt-field-error" role="alert">
          {problem}
        </span>
      ) : null}
    </div>
  )
}
