/** 我的合同: what waits for my signature or seal, what I have signed, and what is copied to me. */
import { useState } from 'react'
import { Checkbox, Input, Segmented } from 'antd'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { formatTime } from '#kit/basics/time/time-format.ts'
import { api, sentenceOf } from '#kit/ui/client/api.web.ts'
import { Dialog } from '#kit/ui/dialog/dialog.web.tsx'
import { toast } from '#kit/ui/dialog/message.web.tsx'
import { PlainTable } from '#kit/ui/parts/plain-table.web.tsx'
import { Section } from '#kit/ui/parts/section.web.tsx'
import { EmptyState, ErrorState, LoadingState } from '#kit/ui/parts/state.web.tsx'
import { ReasonButton } from '#kit/ui/record.web.tsx'
import { signFlow } from '../flows/flow.ts'
import { Paper } from './paper.web.tsx'
import './sign.css'

interface Mine {
  id: number
  flow: number
  no: string
  title: string
  role: string
  seal: string | null
  expireAt: string
  signedAt: string | null
  flowStatus: string
}
type Tab = 'toSign' | 'signed' | 'copied'
const TABS: Record<Tab, { label: string; head: string; none: string }> = {
  toSign: { label: '待我签', head: '截止时间', none: '没有等待您签署的合同' },
  signed: { label: '我已签', head: '签署时间', none: '还没有签署过合同' },
  copied: { label: '抄送我', head: '结束时间', none: '没有抄送给您的合同' },
}
const stateOf = (status: string): string => (signFlow.fields.status.options as Record<string, string>)[status] ?? status

export default function MyContract() {
  const [tab, setTab] = useState<Tab>('toSign')
  const [opened, setOpened] = useState<Mine | null>(null)
  const query = useQuery({
    queryKey: ['entity', 'signParty', 'mine', tab],
    queryFn: ({ signal }) => api.get<{ list: Mine[] }>('/api/v1/contract/sign/mine', { tab }, { signal, silent: true }),
  })
  const list = query.data?.list ?? []
  return (
    <div className="zyt-form">
      <Section title="我的合同">
        <Segmented
          aria-label="哪些合同"
          value={tab}
          onChange={setTab}
          options={(Object.keys(TABS) as Tab[]).map((value) => ({ value, label: TABS[value].label }))}
        />
        {query.isError ? <ErrorState error={query.error} onRetry={() => void query.refetch()} /> : null}
        {query.isPending ? <LoadingState rows={4} /> : null}
        {query.data && list.length === 0 ? <EmptyState why={TABS[tab].none} /> : null}
        {list.length ? (
          <PlainTable
            columns={[
              { head: '合同' },
              ...(tab === 'copied' ? [{ head: '状态', nowrap: true }] : [{ head: '角色' }, { head: '印章' }]),
              { head: TABS[tab].head },
              { head: '' },
            ]}
            rows={list.map((row) => ({
              key: row.id,
              cells: [
                <span key="t">
                  {row.title}
                  <span className="zyt-sign-note zyt-sign-under">{row.no}</span>
                </span>,
                ...(tab === 'copied' ? [stateOf(row.flowStatus)] : [row.role, row.seal ?? '—']),
                timeOf(tab === 'toSign' ? row.expireAt : row.signedAt),
                <ReasonButton
                  key="o"
                  size="small"
                  type={tab === 'toSign' ? 'primary' : 'default'}
                  reason={null}
                  onClick={() => setOpened(row)}
                >
                  {tab === 'toSign' ? '阅读并签署' : '查看'}
                </ReasonButton>,
              ],
            }))}
          />
        ) : null}
      </Section>
      {opened ? <SignDialog row={opened} tab={tab} onClose={() => setOpened(null)} /> : null}
    </div>
  )
}

const timeOf = (at: string | null): string => (at ? formatTime(at) : '—')

function SignDialog({ row, tab, onClose }: { row: Mine; tab: Tab; onClose: () => void }) {
  const sign = tab === 'toSign'
  const client = useQueryClient()
  const [password, setPassword] = useState('')
  const [agreed, setAgreed] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const stamp = async (): Promise<void> => {
    setProblem(null)
    try {
      await api.post('/api/v1/contract/sign/stamp', { partyId: row.id, password, ...(row.seal ? {} : { agreed }) }, { silent: true })
      toast.success(row.seal ? '已用印' : '已签署')
      await client.invalidateQueries({ queryKey: ['entity'] })
      onClose()
    } catch (error) {
      setProblem(sentenceOf(error, '签署失败，请重试'))
    }
  }
  return (
    <Dialog
      open
      title={row.title}
      onCancel={onClose}
      {...(sign
        ? {
            onOk: stamp,
            okText: row.seal ? '确认用印' : '确认签署',
            okReason: !row.seal && !agreed ? '请先阅读全文并同意' : password ? null : '请输入登录密码',
          }
        : { footer: null })}
      extra={
        sign ? (
          <span>
            {row.seal ? null : (
              <Checkbox checked={agreed} onChange={(event) => setAgreed(event.target.checked)}>
                已阅读全文，同意使用电子签名签订
              </Checkbox>
            )}
            <Input.Password
              aria-label="登录密码"
              autoComplete="current-password"
              placeholder="输入登录密码确认"
              value={password}
              onChange={(event) => setPassword(event.target.value)}
              style={{ width: 220 }}
            />
            {problem ? (
              <span role="alert" className="zyt-sign-bad">
                {` ${problem}`}
              </span>
            ) : null}
          </span>
        ) : undefined
      }
    >
      <Paper path="/api/v1/contract/sign/mine/file" query={tab === 'copied' ? { flowId: row.flow } : { partyId: row.id }} />
    </Dialog>
  )
}
