/** 结算分账 above the records, and how a customer stands: what he owes, how he paid, what is his. */
import { useState } from 'react'
import { Button } from 'antd'
import { useQuery } from '@tanstack/react-query'
import { systemClock } from '#kit/basics/time/clock.ts'
import { isDay } from '#kit/basics/time/day.ts'
import { formatFen } from '#kit/basics/fen.ts'
import { movedBy } from '#kit/action/money.ts'
import { f, type Fields } from '#kit/entity/field.ts'
import type { ListAnswer, Row } from '#kit/entity/wire.ts'
import { api } from '#kit/ui/client/api.web.ts'
import { Dialog } from '#kit/ui/dialog/dialog.web.tsx'
import { DetailTable } from '#kit/ui/parts/detail-table.web.tsx'
import { entityKeys } from '#kit/ui/client/entity-keys.ts'
import { toast } from '#kit/ui/dialog/message.web.tsx'
import { ReasonButton, useRefresh, useWrite } from '#kit/ui/record.web.tsx'
import { InputRows, Refusals } from '#kit/ui/record/form/inputs.web.tsx'
import { useInputs } from '#kit/ui/record/form/use-inputs.web.ts'
import { DayInput } from '#kit/ui/field/day-input.web.tsx'
import { detailPath } from '#kit/ui/screen/registry.web.ts'
import { useScreen } from '#kit/ui/screen/screen.web.ts'
import { Section } from '#kit/ui/parts/section.web.tsx'
import { useCan } from '#kit/ui/state/session.web.ts'
import type { TabProps } from '#kit/ui/screen/slots.web.ts'
import { LoadingState } from '#kit/ui/parts/state.web.tsx'
import { Sums } from '#kit/ui/parts/sums.web.tsx'
import { useOwed } from '../bills/owed/owed.web.ts'
import type { Credit } from '../billing.wire.ts'

const UP_TO = f.day('截止日', { required: true })

export function SplitTools() {
  const can = useCan()
  const [open, setOpen] = useState(false)
  const [upTo, setUpTo] = useState<string>(() => systemClock.today())
  const write = useWrite()
  const refresh = useRefresh()
  const ready = isDay(upTo) && upTo <= systemClock.today()
  const query = { quick: '待结算', valueOn: `~${upTo}`, pageSize: '1' }
  const waiting = useQuery({
    queryKey: entityKeys.list('splitRecord', query),
    enabled: open && ready,
    queryFn: ({ signal }) => api.get<ListAnswer>('/api/v1/splitRecord/list', query, { signal, silent: true }),
  })
  if (!can('rentSplitting_settle')) return null
  const run = async (): Promise<void> => {
    const done = await write<{ bills: number; amount: number; waiting: number }>('/api/v1/splitRecord/settle', {
      upTo,
    }).catch(() => null)
    if (!done) return
    await refresh()
    toast.success(
      done.bills
        ? `已生成 ${done.bills} 张应付账单，共 ${formatFen(done.amount)}${done.waiting ? `；${done.waiting} 方为负数，留待下次` : ''}`
        : '没有待结算的分账',
    )
    setOpen(false)
  }
  return (
    <>
      <Button onClick={() => setOpen(true)}>结算分账</Button>
      <Dialog
        open={open}
        title="结算分账"
        width={480}
        okText="生成应付账单"
        money={waiting.data?.totals?.['amount'] || null}
        onCancel={() => setOpen(false)}
        onOk={run}
      >
        <p>把车源方、渠道、门店、平台截至该日尚未结算的分账，各生成一张应付账单，由另一位同事确认后付款。</p>
        <p className="zyt-section-hint">
          {waiting.data
            ? `待结算 ${waiting.data.total} 笔，合计 ${formatFen(waiting.data.totals?.['amount'] ?? 0)} 元；合计为负数的一方留待下次。`
            : '正在计算待结算的金额…'}
        </p>
        <DayInput
          field={UP_TO}
          ariaLabel="截止日"
          value={upTo}
          onChange={(day) => setUpTo(typeof day === 'string' ? day : '')}
          invalid={!ready}
        />
      </Dialog>
    </>
  )
}

/** Tab of the customer: facts from the bills, and what can be done about them. */
export function LesseeMoney({ row }: TabProps) {
  const can = useCan()
  const screen = useScreen()
  const [asking, setAsking] = useState(false)
  const query = useQuery({
    queryKey: ['entity', 'bill', 'credit', row.id],
    queryFn: ({ signal }) => api.get<Credit>('/api/v1/lessee/credit', { id: row.id }, { signal, silent: true }),
  })
  const owed = useOwed({ lessee: String(row.id) }).data?.owed
  const balance = Number(row['balance'] ?? 0)
  if (!query.data) return <LoadingState rows={4} />
  const c = query.data
  return (
    <>
      <Section
        title="账款"
        extra={
          <>
            {can('billInfoList_charge') ? (
              <Button onClick={() => screen.open('serviceBillAdd', { lessee: row.id })}>开服务费账单</Button>
            ) : null}
            {can('refundList_request') ? (
              <ReasonButton reason={balance > 0 ? null : '预存余额为零'} onClick={() => setAsking(true)}>
                退还余额
              </ReasonButton>
            ) : null}
          </>
        }
      >
        <Sums
          sums={[
            { label: '预存余额', amount: balance },
            { label: '累计应收', amount: c.charged },
            { label: '累计已收', amount: c.paid },
            { label: owed?.lateFee ? '未收（含滞纳金）' : '未收', amount: owed?.total ?? c.open, bad: c.open > 0 },
            ...(owed?.lateFee ? [{ label: '其中滞纳金', amount: owed.lateFee, bad: true }] : []),
            { label: '逾期未收', amount: c.overdue, bad: c.overdue > 0 },
            ...(c.writtenOff ? [{ label: '坏账核销', amount: c.writtenOff, bad: true }] : []),
          ]}
        />
      </Section>
      <Section title="付款表现" hint="由账单算出，押金不计">
        <DetailTable
          items={[
            { key: 'a', label: '已结清账单', value: `${c.settled} 张` },
            {
              key: 'b',
              label: '按时结清',
              value: c.settled ? `${Math.round(((c.settled - c.lateSettled) / c.settled) * 1000) / 10}%` : '—',
            },
            { key: 'c', label: '逾期后结清', value: `${c.lateSettled} 张${c.longestLate ? `，最长 ${c.longestLate} 天` : ''}` },
            { key: 'd', label: '当前逾期', value: c.overdueBills ? `${c.overdueBills} 张，最长 ${c.longestOpen} 天` : '无' },
          ]}
        />
      </Section>
      {asking ? <RefundDialog lessee={row} balance={balance} onClose={() => setAsking(false)} /> : null}
    </>
  )
}

const REFUND: Fields = {
  amount: f.money('退款金额', { required: true, min: 1 }),
  payee: f.text('收款人', { required: true, maxLength: 80 }),
  bankName: f.text('开户行', { maxLength: 80 }),
  bankAccount: f.text('收款账号', { maxLength: 40 }),
  reason: f.text('退款原因', { required: true, maxLength: 200 }),
}
function RefundDialog({ lessee, balance, onClose }: { lessee: Row; balance: number; onClose: () => void }) {
  const form = useInputs(REFUND, (input) => (Number(input['amount'] ?? 0) > balance ? '退款金额不能超过预存余额' : null), {
    amount: balance,
    payee: lessee.$title,
  })
  const write = useWrite()
  const refresh = useRefresh()
  const screen = useScreen()
  const run = async (): Promise<void> => {
    if (!form.judge()) return
    try {
      const made = await write<Row>('/api/v1/refund/request', { ...form.values, lessee: lessee.id })
      await refresh()
      toast.success('已申请退款，等待另一位同事审批')
      onClose()
      const path = detailPath('refund', made.id)
      if (path) screen.open(path)
    } catch (error) {
      form.fail(error, '申请失败，请重试')
    }
  }
  return (
    <Dialog
      open
      title={`退还余额：${lessee.$title}`}
      width={560}
      okText="提交申请"
      money={movedBy('amount', form.values)}
      onCancel={onClose}
      onOk={run}
    >
      <Refusals form={form} />
      <InputRows form={form} names={Object.keys(REFUND)} narrow />
    </Dialog>
  )
}
