/** 我的合同: what waits for my signature or seal, and what I have signed. */
import { useState } from 'react'
import { Input, Segmented } from 'antd'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { formatTime } from '#kit/basics/timeFormat.ts'
import { api, sentenceOf } from '#kit/ui/client/api.web.ts'
import { Dialog } from '#kit/ui/dialog/dialog.web.tsx'
import { toast } from '#kit/ui/dialog/message.web.tsx'
import { PlainTable } from '#kit/ui/parts/plain-table.web.tsx'
import { Section } from '#kit/ui/parts/section.web.tsx'
import { EmptyState, ErrorState, LoadingState } from '#kit/ui/parts/state.web.tsx'
import { ReasonButton } from '#kit/ui/record.web.tsx'
import { useCan } from '#kit/ui/state/session.web.ts'
import { Paper } from './paper.web.tsx'

interface Mine {
  id: number
  flow: number
  no: string
  title: string
  role: string
  seal: string | null
  expireAt: string
  signedAt: string | null
}
type Tab = 'toSign' | 'signed'

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
          value={tab}
          onChange={setTab}
          options={[
            { value: 'toSign', label: '待我签' },
            { value: 'signed', label: '已签署' },
          ]}
        />
        {query.isError ? <ErrorState error={query.error} onRetry={() => void query.refetch()} /> : null}
        {query.isPending ? <LoadingState rows={4} /> : null}
        {query.data && list.length === 0 ? <EmptyState why={tab === 'toSign' ? '没有等待您签署的合同' : '还没有签署过合同'} /> : null}
        {list.length ? (
          <PlainTable
            columns={[
              { head: '编号', nowrap: true },
              { head: '合同' },
              { head: '角色' },
              { head: '印章' },
              { head: tab === 'toSign' ? '截止时间' : '签署时间', nowrap: true },
              { head: '' },
            ]}
            rows={list.map((row) => ({
              key: row.id,
              cells: [
                row.no,
                row.title,
                row.role,
                row.seal ?? '—',
                formatTime((tab === 'toSign' ? row.expireAt : row.signedAt) ?? ''),
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
      {opened ? <SignDialog row={opened} sign={tab === 'toSign'} onClose={() => setOpened(null)} /> : null}
    </div>
  )
}

function SignDialog({ row, sign, onClose }: { row: Mine; sign: boolean; onClose: () => void }) {
  const client = useQueryClient()
  const can = useCan()
  const [password, setPassword] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const stamp = async (): Promise<void> => {
    setProblem(null)
    try {
      await api.post('/api/v1/contract/sign/stamp', { partyId: row.id, password }, { silent: true })
      toast.success(row.seal ? '已用印' : '已签署')
      await client.invalidateQueries({ queryKey: ['entity'] })
      onClose()
    } catch (error) {
      setProblem(sentenceOf(error, '签署失败，请重试'))
    }
  }
  const may = can('myContract_sign') || can('electronicContracts_seal')
  return (
    <Dialog
      open
      title={row.title}
      onCancel={onClose}
      {...(sign
        ? {
            onOk: stamp,
            okText: row.seal ? '确认用印' : '确认签署',
            okReason: !may ? '没有签署的权限' : password ? null : '请输入登录密码',
          }
        : { footer: null })}
      extra={
        sign ? (
          <span>
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
      <Paper path="/api/v1/contract/sign/mine/file" query={{ partyId: row.id }} />
    </Dialog>
  )
}
