/** 批量付款 of chosen payables, and the bank file of a batch. */
import { useState } from 'react'
import { Alert, Button } from 'antd'
import { useQuery } from '@tanstack/react-query'
import { formatFen, sumFen } from '#kit/basics/fen.ts'
import type { ListAnswer, Row } from '#kit/entity/wire.ts'
import { api, sentenceOf } from '#kit/ui/client/api.web.ts'
import { Dialog } from '#kit/ui/dialog/dialog.web.tsx'
import { toast } from '#kit/ui/dialog/message.web.tsx'
import { f } from '#kit/entity/field.ts'
import { businessNow } from '#kit/ui/field/day-box.web.tsx'
import { DayInput } from '#kit/ui/field/day-input.web.tsx'
import { RefPicker } from '#kit/ui/field/ref-picker.web.tsx'
import { SearchSelect } from '#kit/ui/field/search-select.web.tsx'
import { PlainTable } from '#kit/ui/parts/plain-table.web.tsx'
import { useRefresh, useWrite } from '#kit/ui/record.web.tsx'
import type { BulkSlot, TabProps } from '#kit/ui/screen/slots.web.ts'
import { useCan } from '#kit/ui/state/session.web.ts'
import { PAY_FILES } from './batch.ts'
import '../finance.css'
import '#kit/ui/parts/stack.css'

const PAID_ON = f.day('付款日期', { required: true })

export function BatchBulk({ ids, onClear }: BulkSlot) {
  const can = useCan()
  const [open, setOpen] = useState(false)
  if (!can('payableBillList_pay')) return null
  return (
    <>
      <Button onClick={() => setOpen(true)}>批量付款</Button>
      {open ? <BatchDialog ids={ids} onClose={() => setOpen(false)} onDone={onClear} /> : null}
    </>
  )
}

export function BatchDialog({ ids, onClose, onDone }: { ids: readonly number[]; onClose: () => void; onDone: () => void }) {
  const [account, setAccount] = useState<number | null>(null)
  const [paidOn, setPaidOn] = useState<unknown>(() => businessNow().slice(0, 10))
  const [format, setFormat] = useState<keyof typeof PAY_FILES>('general')
  const [problem, setProblem] = useState<string | null>(null)
  const write = useWrite()
  const refresh = useRefresh()
  const query = useQuery({
    queryKey: ['entity', 'payableBill', 'batch', ids],
    queryFn: ({ signal }) =>
      api.get<ListAnswer>('/api/v1/payableBill/list', { id: ids.join(','), pageSize: 200 }, { signal, silent: true }),
  })
  const bills = (query.data?.list ?? []) as (Row & { no: string; payee: string; remain: number })[]
  const pay = async (): Promise<void> => {
    try {
      const made = await write<{ no: string }>('/api/v1/payBatch/make', {
        account,
        paidOn,
        format,
        bills: bills.map((b) => ({ id: b.id, amount: b.remain })),
      })
      await refresh()
      toast.success(`已生成付款批次 ${made.no}，请由另一位同事复核付款单`)
      onDone()
      onClose()
    } catch (error) {
      setProblem(sentenceOf(error, '付款登记失败，请重试'))
    }
  }
  return (
    <Dialog
      open
      title="批量付款"
      width={860}
      okText="付款"
      money={sumFen(bills.map((b) => b.remain))}
      okReason={account === null ? '请选择付款账户' : paidOn ? (bills.length ? null : '请选择应付账单') : '请填写付款日期'}
      onCancel={onClose}
      onOk={pay}
    >
      <div className="zyt-stack">
        {problem ? <Alert type="error" showIcon title={problem} role="alert" /> : null}
        <div className="zyt-asked">
          <RefPicker
            to="companyAccount"
            label="付款账户"
            filter={{ status: 'active' }}
            value={account}
            ariaLabel="付款账户"
            onChange={(v) => setAccount(v as number | null)}
          />
          <DayInput field={PAID_ON} value={paidOn} onChange={setPaidOn} />
          <SearchSelect
            aria-label="文件格式"
            value={format}
            options={Object.entries(PAY_FILES).map(([value, label]) => ({ value, label }))}
            onChange={(value) => setFormat(value as keyof typeof PAY_FILES)}
          />
        </div>
        <PlainTable
          columns={[{ head: '应付编号' }, { head: '收款方' }, { head: '本次付款', end: true }]}
          rows={bills.map((b) => ({ key: b.id, cells: [b.no, b.payee, formatFen(b.remain)] }))}
          foot={[`合计 ${bills.length} 笔`, '', formatFen(sumFen(bills.map((b) => b.remain)))]}
          empty="没有可付款的应付账单"
        />
      </div>
    </Dialog>
  )
}

export function BatchHead({ row }: TabProps) {
  const refresh = useRefresh()
  const save = async (): Promise<void> => {
    await api.download('/api/v1/payBatch/file', { method: 'POST', body: { id: row.id } })
    await refresh()
  }
  return <Button onClick={() => void save()}>下载银行付款文件</Button>
}
