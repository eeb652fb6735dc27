/** 催收: customers with money past its grace, the promises that ran out first, each with number, last talk, and the two things one does: note a talk, take the money. */
import { useState } from 'react'
import { Input, Segmented } from 'antd'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { systemClock } from '#kit/basics/time/clock.ts'
import { addDays, daysBetween } from '#kit/basics/time/day.ts'
import { formatTime } from '#kit/basics/time/time-format.ts'
import { formatFen } from '#kit/basics/fen.ts'
import { f, type Fields } from '#kit/entity/field.ts'
import type { Row } from '#kit/entity/wire.ts'
import { api } from '#kit/ui/client/api.web.ts'
import { RecordName } from '#kit/ui/card/record-name.web.tsx'
import { Dialog } from '#kit/ui/dialog/dialog.web.tsx'
import { toast } from '#kit/ui/dialog/message.web.tsx'
import { MaskedValue } from '#kit/ui/field/masked-value.web.tsx'
import { Pages } from '#kit/ui/parts/pages.web.tsx'
import { EmptyState, ErrorState, LoadingState } from '#kit/ui/parts/state.web.tsx'
import { Tag } from '#kit/ui/parts/tag.web.tsx'
import { ReasonButton, useRefresh, useWrite } from '#kit/ui/record.web.tsx'
import { InputRows, Refusals } from '#kit/ui/record/form/inputs.web.tsx'
import { useInputs } from '#kit/ui/record/form/use-inputs.web.ts'
import { FormFrame } from '#kit/ui/record/form/form-frame.web.tsx'
import { Link } from '#kit/ui/screen/link.web.tsx'
import { entityOf, screenOf } from '#kit/ui/screen/registry.web.ts'
import { useScreen } from '#kit/ui/screen/screen.web.ts'
import { useCan } from '#kit/ui/state/session.web.ts'
import { REMIND_WAYS } from '../fee-items.rules.ts'
import type { Dunning, DunningTab } from '../../billing.wire.ts'
import '#kit/ui/parts/stack.css'
import '../../billing.css'

const PAGE = 20
const TABS: Record<DunningTab, string> = { due: '待催', promised: '已承诺', all: '全部' }
type Debtor = Dunning['list'][number]

export default function DunningPage() {
  const { params, setParams } = useScreen()
  const [talking, setTalking] = useState<Debtor | null>(null)
  const tab: DunningTab = params['tab'] === 'promised' || params['tab'] === 'all' ? params['tab'] : 'due'
  const asked = { tab, keyword: params['keyword'] ?? '', pageNo: Number(params['pageNo'] ?? 1) || 1, pageSize: PAGE }
  const query = useQuery({
    queryKey: ['entity', 'bill', 'dunning', asked],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => api.get<Dunning>('/api/v1/dunning/list', asked, { signal, silent: true }),
  })
  const counts = query.data?.counts
  return (
    <div className="zyt-stack">
      <div className="zyt-dunning-head">
        <Segmented
          value={tab}
          options={Object.entries(TABS).map(([value, label]) => ({
            value,
            label: `${label}${counts ? ` ${counts[value as DunningTab]}` : ''}`,
          }))}
          onChange={(value) => setParams({ tab: value === 'due' ? null : value, pageNo: null })}
        />
        <Input.Search
          allowClear
          maxLength={80}
          placeholder="客户名称，支持拼音首字母"
          aria-label="客户名称"
          defaultValue={asked.keyword}
          onSearch={(keyword) => setParams({ keyword: keyword.trim() || null, pageNo: null })}
        />
      </div>
      <Debtors query={query} tab={tab} onTalk={setTalking} />
      {query.data && query.data.total > PAGE ? (
        <Pages
          current={asked.pageNo}
          pageSize={PAGE}
          total={query.data.total}
          showSizeChanger={false}
          onChange={(page) => setParams({ pageNo: page === 1 ? null : String(page) })}
        />
      ) : null}
      {talking ? <TalkDialog key={talking.lessee} debtor={talking} onClose={() => setTalking(null)} /> : null}
    </div>
  )
}

const EMPTY: Record<DunningTab, string> = {
  due: '没有要催的客户：逾期的都已承诺付款，或没有逾期',
  promised: '没有等着付款的承诺',
  all: '没有逾期的客户',
}

interface DebtorsProps {
  query: { data: Dunning | undefined; isError: boolean; error: unknown; refetch: () => unknown }
  tab: DunningTab
  onTalk: (debtor: Debtor) => void
}
function Debtors({ query, tab, onTalk }: DebtorsProps) {
  if (query.isError) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />
  if (!query.data) return <LoadingState rows={8} />
  if (query.data.list.length === 0) return <EmptyState why={EMPTY[tab]} />
  return (
    <ul className="zyt-dunning" aria-label="逾期客户">
      {query.data.list.map((debtor) => (
        <DebtorItem key={debtor.lessee} debtor={debtor} onTalk={() => onTalk(debtor)} />
      ))}
    </ul>
  )
}

function DebtorItem({ debtor: d, onTalk }: { debtor: Debtor; onTalk: () => void }) {
  const can = useCan()
  const { open } = useScreen()
  const lessee = entityOf('lessee')
  const filter = `lessee=${d.lessee}&direction=receivable&status=unpaid,partlyPaid`
  return (
    <li>
      <div className="zyt-dunning-who">
        <RecordName of={{ entity: 'lessee', id: d.lessee }}>{d.name}</RecordName>
        {d.phone?.$masked ? <MaskedValue entity={lessee} name="mobile" label="手机号" row={d.phone as Row} why="催收逾期账款" /> : null}
      </div>
      <div className="zyt-dunning-owed">
        <Link className="zyt-number" to={`${screenOf('billInfoList').path}?${filter}&graceUntil=~${addDays(systemClock.today(), -1)}`}>
          {formatFen(d.overdue)}
        </Link>
        <small>
          {d.overdueBills} 张逾期 {d.lateFee ? `含滞纳金 ${formatFen(d.lateFee)}` : ''}
        </small>
      </div>
      <div>
        <Tag tone={d.oldestDays > 30 ? 'red' : 'orange'}>{`逾期 ${d.oldestDays} 天`}</Tag>
        <small>最早应付日 {d.oldest}</small>
      </div>
      <div className="zyt-dunning-said">
        <Promised debtor={d} />
        {d.last ? (
          <small title={d.last.content}>
            {formatTime(d.last.at, 'MM-DD HH:mm')} {d.last.clerk} {REMIND_WAYS[d.last.way]}：{d.last.content}
          </small>
        ) : (
          <small>还没有联系过</small>
        )}
      </div>
      <div className="zyt-dunning-acts">
        {can('dunningList_remind') ? (
          <ReasonButton size="small" reason={null} onClick={onTalk}>
            记一次催收
          </ReasonButton>
        ) : null}
        {can('billInfoList_pay') ? (
          <ReasonButton size="small" type="primary" reason={null} onClick={() => open('billPay', { lessee: d.lessee })}>
            收款
          </ReasonButton>
        ) : null}
      </div>
    </li>
  )
}

function Promised({ debtor: { promise } }: { debtor: Debtor }) {
  if (!promise) return null
  const late = daysBetween(promise.on, systemClock.today())
  const amount = promise.amount === null ? '' : ` 付 ${formatFen(promise.amount)}`
  return (
    <span className={late >= 0 ? 'zyt-dunning-broken' : undefined}>
      {`承诺 ${promise.on}${amount}${late > 0 ? `，已过 ${late} 天` : late === 0 ? '，就是今天' : ''}`}
      {promise.received ? `，已到账 ${formatFen(promise.received)}` : ''}
    </span>
  )
}

const TALK: Fields = {
  way: f.choice('催收方式', REMIND_WAYS, { required: true, begins: 'last', default: 'phone' }),
  content: f.note('沟通内容', { required: true, maxLength: 300 }),
  promisedOn: f.day('承诺付款日', { hint: '到这一天仍未付清，客户回到「待催」' }),
  promised: f.money('承诺金额', { min: 1, when: (v) => Boolean(v['promisedOn']) }),
}

function TalkDialog({ debtor, onClose }: { debtor: Debtor; onClose: () => void }) {
  const form = useInputs(TALK, undefined, { promised: debtor.overdue })
  const write = useWrite()
  const refresh = useRefresh()
  const save = async (): Promise<void> => {
    if (!form.judge()) return
    try {
      const { promised, ...values } = form.values
      await write('/api/v1/dunning/note', { lessee: debtor.lessee, ...values, ...(values['promisedOn'] ? { promised } : {}) })
      await refresh()
      toast.success('已记录')
      onClose()
    } catch (error) {
      form.fail(error, '没有记上，请重试')
    }
  }
  return (
    <Dialog open title={`记一次催收：${debtor.name}`} width={560} okText="保存" onCancel={onClose} onOk={save}>
      <Refusals form={form} />
      <FormFrame>
        <InputRows form={form} names={Object.keys(TALK)} narrow autoFocus />
      </FormFrame>
    </Dialog>
  )
}
