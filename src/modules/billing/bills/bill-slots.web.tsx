/** What bills and receipts show besides their fields. */
import { useMemo, useState } from 'react'
import { Button } from 'antd'
import { useQuery } from '@tanstack/react-query'
import { formatFen } from '#kit/basics/fen.ts'
import { addDays, type Day } from '#kit/basics/time/day.ts'
import { api } from '#kit/ui/client/api.web.ts'
import { Dialog } from '#kit/ui/dialog/dialog.web.tsx'
import { confirmBox, toast } from '#kit/ui/dialog/message.web.tsx'
import { ReasonButton, useRefresh, useWrite } from '#kit/ui/record.web.tsx'
import { Link } from '#kit/ui/screen/link.web.tsx'
import { detailPath, findScreen } from '#kit/ui/screen/registry.web.ts'
import { useCommands } from '#kit/ui/screen/commands.web.ts'
import { useScreen } from '#kit/ui/screen/screen.web.ts'
import { Section } from '#kit/ui/parts/section.web.tsx'
import { useCan } from '#kit/ui/state/session.web.ts'
import type { BulkSlot, TabProps } from '#kit/ui/screen/slots.web.ts'
import { Sums } from '#kit/ui/parts/sums.web.tsx'
import { Tag } from '#kit/ui/parts/tag.web.tsx'
import { AllocationTable, useAllocation } from '../payments/allocation-table.web.tsx'
import type { Designation } from '../payments/payment.ts'
import { graceEnd } from './late-fee.rules.ts'
import type { BillLate, OwedBills } from '../billing.wire.ts'
import { useOwed } from './owed/owed.web.ts'

const PAY = 'billInfoList_pay'
const isOpen = (status: unknown): boolean => status === 'unpaid' || status === 'partlyPaid'

const MOST = 800

/** 欠 1,234.00（含滞纳金 34.00）. */
function OwedWords({ owed }: { owed: OwedBills['owed'] }) {
  return (
    <span className="zyt-number">
      欠款 {formatFen(owed.total)}
      {owed.lateFee ? `（含滞纳金 ${formatFen(owed.lateFee)}）` : ''}
    </span>
  )
}

/** The bills of one customer are listed: what he owes with today's late fee, which the sums below cannot know, and all of it at once. */
function LesseeOwed({ lessee }: { lessee: string }) {
  const can = useCan()
  const screen = useScreen()
  const owed = useOwed({ lessee }).data?.owed
  if (!owed || owed.total === 0) return null
  return (
    <span className="zyt-lessee-owed">
      <OwedWords owed={owed} />
      {can(PAY) ? (
        <Button type="primary" onClick={() => screen.open('billPay', { lessee })}>
          一次付清
        </Button>
      ) : null}
    </span>
  )
}

/** In the bar of chosen bills. */
export function BillBulk({ ids }: BulkSlot) {
  const can = useCan()
  const screen = useScreen()
  const tooMany = ids.length > MOST
  const owed = useOwed(tooMany || ids.length === 0 ? {} : { ids: ids.join(',') }).data?.owed
  if (!can(PAY)) return null
  return (
    <>
      <ReasonButton
        size="small"
        type="primary"
        reason={tooMany ? `一次最多 ${MOST} 张账单` : null}
        onClick={() => screen.open('billPay', { ids: ids.join(',') })}
      >
        登记收款
      </ReasonButton>
      {owed && owed.total > 0 ? <OwedWords owed={owed} /> : null}
    </>
  )
}

interface IssueReport {
  issued: number
  leases: number
  failures: { lease: number; no: string; message: string }[]
}

/** 到期账单出账 for the whole company: what the run of the night would do. */
export function BillTools() {
  const can = useCan()
  const write = useWrite()
  const refresh = useRefresh()
  const [report, setReport] = useState<IssueReport | null>(null)
  const screen = useScreen()
  const lessee = screen.params['lessee']
  const one = /^\d+$/.test(lessee ?? '') ? <LesseeOwed lessee={lessee!} /> : null
  if (!can('billInfoList_issue') && !can('billInfoList_charge')) return one
  const run = async (): Promise<void> => {
    if (
      !(await confirmBox({
        title: '到期账单出账',
        content: '将全部到期未出的收款计划出账；已出过的不会重复。确认？',
        okText: '到期账单出账',
      }))
    )
      return
    // A refusal has been told by its toast.
    const done = await write<IssueReport>('/api/v1/bill/issueRun', {}).catch(() => null)
    await refresh()
    if (done && done.failures.length === 0)
      toast.success(done.issued ? `已为 ${done.leases} 个租约出账 ${done.issued} 张` : '没有到期未出的收款计划')
    else if (done) setReport(done)
  }
  return (
    <>
      {one}
      {can('billInfoList_charge') ? <Button onClick={() => screen.open('serviceBillAdd')}>开服务费账单</Button> : null}
      {can('billInfoList_issue') ? <Button onClick={() => void run()}>到期账单出账</Button> : null}
      <Dialog
        open={report !== null}
        title="出账结果"
        width={640}
        onCancel={() => setReport(null)}
        okText="知道了"
        onOk={() => setReport(null)}
      >
        <p>
          已出账 {report?.issued} 张，以下 {report?.failures.length} 个租约没有出账：
        </p>
        <ul>
          {report?.failures.map((one) => (
            <li key={one.lease}>
              <Link to={detailPath('lease', one.lease)}>{one.no}</Link>：{one.message}
            </li>
          ))}
        </ul>
      </Dialog>
    </>
  )
}

/** Amounts, how long overdue and what that costs, and the way to the receipt. */
export function BillHead({ row }: TabProps) {
  const can = useCan()
  const screen = useScreen()
  const late = useQuery({
    queryKey: ['entity', 'bill', 'late', row.id],
    queryFn: ({ signal }) => api.get<BillLate>('/api/v1/bill/late', { id: row.id }, { signal, silent: true }),
  })
  const remain = Number(row['remain'] ?? 0)
  const { open } = screen
  const payable = isOpen(row['status']) && can(PAY)
  const pay = useMemo(() => (): void => open('billPay', { ids: String(row.id) }), [open, row.id])
  useCommands(
    useMemo(() => (payable ? [{ id: 'bill:pay', label: '登记收款', hint: row.$title, run: pay }] : []), [payable, pay, row.$title]),
  )
  return (
    <Section
      title="款项"
      hint={late.data && late.data.overdueDays > 0 ? <Tag tone="red">{`已逾期 ${late.data.overdueDays} 天`}</Tag> : undefined}
      extra={
        isOpen(row['status']) ? (
          <>
            {late.data && late.data.overdueDays > 0 ? <CutOff vehicle={row['vehicle']} /> : null}
            {payable ? (
              <ReasonButton type="primary" reason={null} onClick={pay}>
                登记收款
              </ReasonButton>
            ) : null}
          </>
        ) : null
      }
    >
      <Sums
        sums={[
          { label: '应收', amount: Number(row['amount'] ?? 0) },
          { label: '已收', amount: Number(row['paid'] ?? 0) },
          { label: '未收', amount: remain, bad: isOpen(row['status']) && remain > 0 },
          ...(late.data && late.data.toPost > 0 && isOpen(row['status'])
            ? [{ label: '今天付清要付', amount: remain + late.data.toPost, bad: true }]
            : []),
          ...(late.data && late.data.fee > 0
            ? [{ label: `滞纳金（计至 ${late.data.today}）`, amount: late.data.fee, bad: late.data.toPost > 0 }]
            : []),
          ...(late.data && late.data.posted > 0 ? [{ label: '其中已计收', amount: late.data.posted }] : []),
        ]}
      />
      {late.data && late.data.fee > 0 ? (
        <p className="zyt-section-hint">
          滞纳金 = {late.data.formula}，{countedFrom(row)}
        </p>
      ) : null}
    </Section>
  )
}

/** A bill issued after its due day has its grace from the day it was issued, so the days do not follow from 宽限至. */
function countedFrom(row: TabProps['row']): string {
  const { dueOn, issuedOn } = { dueOn: row['dueOn'] as Day, issuedOn: row['issuedOn'] as Day }
  const graceDays = Number(row['lateGraceDays'] ?? 0)
  const from = addDays(graceEnd({ dueOn, issuedOn, graceDays }), 1)
  return issuedOn > dueOn ? `从 ${from} 起算：${issuedOn} 才出账，宽限 ${graceDays} 天从出账日算起` : `从 ${from} 起算`
}

/** The last means against a debtor is asked for where it is decided, with its own rights, reasons and confirmations. */
function CutOff({ vehicle }: { vehicle: unknown }) {
  const screen = useScreen()
  const can = useCan()
  const target = findScreen('oilAndElectricityControl')
  if (!target || !can(target.of ?? target.code) || typeof vehicle !== 'number') return null
  return <Button onClick={() => screen.open(target.path, { vehicle })}>断油断电</Button>
}

/** Before a receipt is confirmed: what the confirmation will do. Afterwards the ledger speaks (tab 核销明细). */
export function PaymentHead({ row }: TabProps) {
  const can = useCan()
  const designation = (row['designation'] as Designation[] | null) ?? []
  const waiting = row['status'] === 'toConfirm'
  const may = can('paymentDetails_confirm') || can(PAY)
  const named = designation.filter((d) => d.amount > 0)
  const allocation = useAllocation(
    waiting && may && designation.length
      ? {
          bills: designation.map((d) => d.bill),
          amount: Number(row['amount']),
          paidAt: String(row['paidAt']),
          ...(named.length ? { designation: named } : {}),
        }
      : null,
  )
  if (waiting && may)
    return (
      <Section title="确认后将这样核销">
        <AllocationTable query={allocation} />
      </Section>
    )
  if (row['status'] !== 'confirmed') return null
  return (
    <Section title="款项去向">
      <Sums
        sums={[
          { label: '收款金额', amount: Number(row['amount']) },
          { label: '已核销账单', amount: Number(row['allocated']) },
          { label: '转入预存余额', amount: Number(row['toBalance']) },
        ]}
      />
    </Section>
  )
}
