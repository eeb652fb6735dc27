/** 对账: the book and the bank of one account, side by side, with what only one of them knows. */
import { useState } from 'react'
import { Alert, Button } from 'antd'
import { useQuery } from '@tanstack/react-query'
import { formatFen } from '#kit/basics/fen.ts'
import { api, sentenceOf } from '#kit/ui/client/api.web.ts'
import { Dialog } from '#kit/ui/dialog/dialog.web.tsx'
import { businessNow } from '#kit/ui/field/day-box.web.tsx'
import { DayRangeInput } from '#kit/ui/field/day-range.web.tsx'
import { RefPicker } from '#kit/ui/field/ref-picker.web.tsx'
import { PlainTable } from '#kit/ui/parts/plain-table.web.tsx'
import { LoadingState } from '#kit/ui/parts/state.web.tsx'
import type { Reconciled } from './reconcile.server.ts'
import '../finance.css'
import '#kit/ui/parts/section.css'
import '#kit/ui/parts/stack.css'

export default function CashTools() {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>对账</Button>
      {open ? <ReconcileDialog onClose={() => setOpen(false)} /> : null}
    </>
  )
}

const said = (amount: number | null): string => (amount === null ? '—' : formatFen(amount))

function ReconcileDialog({ onClose }: { onClose: () => void }) {
  const [account, setAccount] = useState<number | null>(null)
  const [days, setDays] = useState(() => ({ from: `${businessNow().slice(0, 7)}-01`, to: businessNow().slice(0, 10) }))
  const query = useQuery({
    queryKey: ['entity', 'cashEntry', 'reconcile', account, days.from, days.to],
    queryFn: ({ signal }) => api.get<Reconciled>('/api/v1/cashEntry/reconcile', { account, ...days }, { signal, silent: true }),
    enabled: account !== null,
  })
  return (
    <Dialog open title="账面与银行对账" width={1040} footer={null} onCancel={onClose}>
      <div className="zyt-stack">
        <div className="zyt-asked">
          <RefPicker
            to="companyAccount"
            label="账户"
            value={account}
            ariaLabel="账户"
            onChange={(value) => setAccount(value as number | null)}
          />
          <DayRangeInput label="业务日" closed {...days} onChange={({ from, to }) => setDays({ from, to })} />
        </div>
        {account === null ? <p className="zyt-section-hint">请选择要对账的账户。</p> : null}
        {query.isLoading ? <LoadingState rows={4} /> : null}
        {query.error ? <Alert type="error" showIcon title={sentenceOf(query.error, '读取失败，请重试')} role="alert" /> : null}
        {query.data ? <Sides data={query.data} /> : null}
      </div>
    </Dialog>
  )
}

function Sides({ data }: { data: Reconciled }) {
  const { book, bank, difference } = data
  return (
    <>
      <Alert
        type={difference === 0 ? 'success' : difference === null ? 'info' : 'warning'}
        showIcon
        title={
          difference === null
            ? '该账户还没有带余额的银行流水，无法比较'
            : difference === 0
              ? '账面与银行余额一致，差额 0.00'
              : `账面与银行相差 ${formatFen(difference)}，请核对下面两侧未对上的记录`
        }
      />
      <PlainTable
        columns={[
          { head: data.account },
          { head: '期初', end: true },
          { head: '收入', end: true },
          { head: '支出', end: true },
          { head: '期末', end: true },
        ]}
        rows={[
          { key: 'book', cells: ['账面', said(book.opening), said(book.income), said(book.outgo), said(book.closing)] },
          { key: 'bank', cells: ['银行', said(bank.opening), said(bank.income), said(bank.outgo), said(bank.closing)] },
        ]}
      />
      <div className="zyt-two">
        <Side title="只在账面" rows={data.onlyBook} />
        <Side title="只在银行流水" rows={data.onlyBank} />
      </div>
    </>
  )
}

function Side({ title, rows }: { title: string; rows: Reconciled['onlyBook'] }) {
  return (
    <section>
      <h3>{`${title}（${rows.length}）`}</h3>
      <PlainTable
        columns={[{ head: '日期', nowrap: true }, { head: '编号' }, { head: '对方' }, { head: '金额', end: true }]}
        rows={rows.map((row) => ({ key: row.id, cells: [row.day, row.no, row.party, formatFen(row.signed)] }))}
        empty="没有未对上的记录"
      />
    </section>
  )
}
