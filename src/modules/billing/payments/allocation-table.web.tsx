/** How one receipt is spread over its bills, as the server would do it now. */
import { Alert } from 'antd'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { formatFen } from '#kit/basics/fen.ts'
import { api, sentenceOf } from '#kit/ui/client/api.web.ts'
import { Link } from '#kit/ui/screen/link.web.tsx'
import { detailPath } from '#kit/ui/screen/registry.web.ts'
import { LoadingState } from '#kit/ui/parts/state.web.tsx'
import { Tag } from '#kit/ui/parts/tag.web.tsx'
import { BILL_TYPES } from '../bills/bill.ts'
import type { PaymentPreview } from '../billing.wire.ts'
import type { Designation } from './payment.ts'
import '../billing.css'

export interface PreviewInput {
  bills: readonly number[]
  amount: number
  paidAt: string
  designation?: readonly Designation[]
}

/** `null` while it cannot be asked yet. */
export function useAllocation(input: PreviewInput | null) {
  const key = input ? JSON.stringify(input) : ''
  return useQuery({
    queryKey: ['paymentPreview', key],
    enabled: key !== '',
    placeholderData: keepPreviousData,
    retry: false,
    queryFn: ({ signal }) => api.post<PaymentPreview>('/api/v1/payment/preview', JSON.parse(key), { signal, silent: true, overlay: false }),
  })
}

export function AllocationTable({ query }: { query: ReturnType<typeof useAllocation> }) {
  if (query.isError) return <Alert type="warning" showIcon title={sentenceOf(query.error, '暂时无法计算核销结果，请稍后再试')} />
  if (!query.data)
    return query.isFetching ? <LoadingState rows={3} /> : <p className="zyt-section-hint">填写金额与付款时间后，这里显示如何核销</p>
  const { lines, lateFees, lowered, toBalance } = query.data
  const late = new Map(lateFees.map((one) => [one.bill, one]))
  return (
    <div className="zyt-lines-scroll">
      <table className="zyt-lines zyt-allocation">
        <thead>
          <tr>
            <th scope="col">账单</th>
            <th scope="col">类型</th>
            <th scope="col">应付日</th>
            <th scope="col" className="zyt-end">
              未收
            </th>
            <th scope="col" className="zyt-end">
              本次核销
            </th>
            <th scope="col" className="zyt-end">
              付后还欠
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <BillLine
              key={line.bill}
              line={line}
              late={late.get(line.bill)}
              lowered={lowered.filter((one) => one.of === line.bill).reduce((sum, one) => sum + one.amount, 0)}
            />
          ))}
        </tbody>
        <tfoot>
          <tr>
            <td>转入预存余额</td>
            <td />
            <td />
            <td />
            <td className="zyt-end">{formatFen(toBalance)}</td>
            <td />
          </tr>
        </tfoot>
      </table>
    </div>
  )
}

interface BillLineProps {
  line: PaymentPreview['lines'][number]
  late: PaymentPreview['lateFees'][number] | undefined
  /** Fen that come off the late fee billed before, because this was paid earlier than was known. */
  lowered: number
}
function BillLine({ line, late, lowered }: BillLineProps) {
  return (
    <>
      <tr>
        <td>
          <Link to={detailPath('bill', line.bill)}>{line.no}</Link>
        </td>
        <td>{BILL_TYPES[line.billType]}</td>
        <td>
          {line.dueOn} {line.overdueDays > 0 ? <Tag tone="red">{`逾期 ${line.overdueDays} 天`}</Tag> : null}
        </td>
        <td className="zyt-end">{formatFen(line.remain)}</td>
        <td className="zyt-end">{formatFen(line.amount)}</td>
        <td className="zyt-end">{formatFen(line.after)}</td>
      </tr>
      {lowered > 0 ? (
        <tr>
          <td className="zyt-allocation-late">└ 冲减已计收的滞纳金（按付款日重算）</td>
          <td>滞纳金</td>
          <td />
          <td className="zyt-end">{formatFen(-lowered)}</td>
          <td />
          <td />
        </tr>
      ) : null}
      {late ? (
        <tr>
          <td className="zyt-allocation-late">└ 滞纳金（付清后出账）</td>
          <td>滞纳金</td>
          <td />
          <td className="zyt-end">{formatFen(late.amount)}</td>
          <td className="zyt-end">{formatFen(late.paid)}</td>
          <td className="zyt-end">{formatFen(late.amount - late.paid)}</td>
        </tr>
      ) : null}
    </>
  )
}
