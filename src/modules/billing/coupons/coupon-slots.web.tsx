/** 发放 above a coupon, and the choice of a coupon for a bill: what each takes off, and why the others do not fit. */
import { useState } from 'react'
import { Alert, Button, Radio } from 'antd'
import { useQuery } from '@tanstack/react-query'
import { formatFen } from '#kit/basics/fen.ts'
import type { Row } from '#kit/entity/wire.ts'
import { api, sentenceOf } from '#kit/ui/client/api.web.ts'
import { Dialog } from '#kit/ui/dialog/dialog.web.tsx'
import { toast } from '#kit/ui/dialog/message.web.tsx'
import { PlainTable } from '#kit/ui/parts/plain-table.web.tsx'
import { ReasonButton, useRefresh, useWrite } from '#kit/ui/record.web.tsx'
import { RefPicker } from '#kit/ui/field/ref-picker.web.tsx'
import { Section } from '#kit/ui/parts/section.web.tsx'
import { useCan } from '#kit/ui/state/session.web.ts'
import type { ActionDialogSlot, TabProps } from '#kit/ui/screen/slots.web.ts'
import { LoadingState } from '#kit/ui/parts/state.web.tsx'
import { coupon } from './coupon.ts'
import { offerText, type Candidate, type CouponTerms, type IssueReport } from './coupon.rules.ts'
import '../billing.css'
import '#kit/ui/parts/stack.css'

/** The offer in one sentence, what is left of it, and the way to the customers. */
export function CouponHead({ row }: TabProps) {
  const can = useCan()
  const [open, setOpen] = useState(false)
  const left = Number(row['stock'] ?? 0) - Number(row['issued'] ?? 0)
  const status = row['status'] as keyof typeof coupon.fields.status.options
  const reason =
    status !== 'active' ? `当前为「${coupon.fields.status.options[status]}」，只有「进行中」才能发放` : left <= 0 ? '优惠券已发完' : null
  return (
    <Section
      title={offerText(row as unknown as CouponTerms)}
      hint={`已发放 ${Number(row['issued'] ?? 0)} 张，剩余 ${left} 张`}
      extra={
        can('couponsList_issue') ? (
          <ReasonButton type="primary" reason={reason} onClick={() => setOpen(true)}>
            发放
          </ReasonButton>
        ) : null
      }
    >
      {open ? <IssueDialog row={row} onClose={() => setOpen(false)} /> : null}
    </Section>
  )
}

function IssueDialog({ row, onClose }: { row: Row; onClose: () => void }) {
  const [lessees, setLessees] = useState<number[]>([])
  const [report, setReport] = useState<IssueReport | null>(null)
  const write = useWrite()
  const refresh = useRefresh()
  const run = async (): Promise<void> => {
    // A refusal has been told by its toast.
    const done = await write<IssueReport>('/api/v1/coupon/issue', { id: row.id, lessees }).catch(() => null)
    if (!done) return
    await refresh()
    if (done.issued) toast.success(`已发放 ${done.issued} 张`)
    if (done.failures.length === 0) onClose()
    else setReport(done)
  }
  if (report)
    return (
      <Dialog open title="发放结果" width={560} okText="知道了" onCancel={onClose} onOk={onClose}>
        <p>
          已发放 {report.issued} 张，以下 {report.failures.length} 位没有发放：
        </p>
        <PlainTable
          columns={[{ head: '承租人' }, { head: '原因' }]}
          rows={report.failures.map((one) => ({ key: String(one.lessee), cells: [one.name, one.message] }))}
        />
      </Dialog>
    )
  return (
    <Dialog
      open
      title={`发放优惠券：${row.$title}`}
      width={560}
      okText="发放"
      okReason={lessees.length ? null : '请选择承租人'}
      onCancel={onClose}
      onOk={run}
    >
      <p className="zyt-section-hint">每位承租人发一张，结果逐一列出。</p>
      <RefPicker
        to="lessee"
        label="承租人"
        multiple
        filter={{ status: 'normal' }}
        value={lessees}
        ariaLabel="承租人"
        onChange={(value) => setLessees((value as number[] | null) ?? [])}
      />
    </Dialog>
  )
}

/** Instead of the plain dialog of «使用优惠券». */
export function UseCouponDialog({ row, onClose, onDone }: ActionDialogSlot) {
  const [chosen, setChosen] = useState<number | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const write = useWrite()
  const refresh = useRefresh()
  const query = useQuery({
    queryKey: ['entity', 'bill', 'coupons', row.id, row.version],
    queryFn: ({ signal }) => api.get<{ list: Candidate[] }>('/api/v1/bill/coupons', { id: row.id }, { signal, silent: true }),
  })
  const list = query.data?.list ?? []
  const run = async (): Promise<void> => {
    try {
      const after = await write<Row>('/api/v1/bill/useCoupon', { id: row.id, version: row.version, coupon: chosen })
      await refresh()
      onDone(after)
    } catch (error) {
      setProblem(sentenceOf(error, '使用失败，请重试'))
    }
  }
  return (
    <Dialog
      open
      title={`使用优惠券：${row.$title}`}
      width={640}
      okText="使用"
      okReason={chosen === null ? '请选择一张可用的优惠券' : null}
      onCancel={onClose}
      onOk={run}
    >
      {problem ? <Alert type="error" showIcon title={problem} className="zyt-form-alert" role="alert" /> : null}
      <p className="zyt-section-hint">使用后账单立即减少；账单付清后券即核销，付清前后都可以撤回。</p>
      {query.isPending ? <LoadingState rows={3} /> : null}
      {query.isError ? <Button onClick={() => void query.refetch()}>读取失败，重试</Button> : null}
      {query.data && list.length === 0 ? <p>该承租人没有未使用的优惠券。</p> : null}
      <Radio.Group className="zyt-suggestions" value={chosen} onChange={(event) => setChosen(event.target.value as number)}>
        {list.map((one) => (
          <Radio key={one.id} value={one.id} disabled={one.reason !== null}>
            <b>{one.name}</b> {one.reason === null ? `抵扣 ${formatFen(one.amount)}` : ''}
            <small>
              {one.reason === null ? one.formula : `${one.offer}：${one.reason}`}（{one.no}，{one.lastOn} 到期）
            </small>
          </Radio>
        ))}
      </Radio.Group>
    </Dialog>
  )
}
