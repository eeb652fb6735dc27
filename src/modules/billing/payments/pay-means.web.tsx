/** What the customer has with us that could pay, and what each bill is to get of a receipt. */
import { Radio } from 'antd'
import { useQuery } from '@tanstack/react-query'
import { formatFen } from '#kit/basics/fen.ts'
import { f } from '#kit/entity/field.ts'
import { api } from '#kit/ui/client/api.web.ts'
import { FieldInput } from '#kit/ui/field/field-input.web.tsx'
import { LoadingState } from '#kit/ui/parts/state.web.tsx'
import type { Designation } from './payment.ts'
import type { Means } from '../billing.wire.ts'
import '#kit/ui/parts/stack.css'

const useMeans = (lessee: number) =>
  useQuery({
    queryKey: ['entity', 'payment', 'means', lessee],
    enabled: lessee > 0,
    queryFn: ({ signal }) => api.get<Means>('/api/v1/payment/means', { lessee }, { signal, silent: true }),
  })

const KIND = { vehicle: '车辆押金', violation: '违章押金' }

export function MeansPicker({
  lessee,
  channel,
  account,
  onAccount,
}: {
  lessee: number
  channel: string
  account: number | null
  onAccount: (id: number) => void
}) {
  const means = useMeans(lessee)
  if (channel !== 'balance' && channel !== 'depositDeduct') return null
  if (!means.data) return <LoadingState rows={2} />
  if (channel === 'balance')
    return <p className="zyt-section-hint">预存余额 {formatFen(means.data.balance)}。用余额支付立即核销，不需要另一人确认。</p>
  if (means.data.deposits.length === 0) return <p className="zyt-section-hint">该承租人没有押金余额。</p>
  return (
    <Radio.Group
      className="zyt-suggestions"
      aria-label="押金账户"
      value={account}
      onChange={(event) => onAccount(event.target.value as number)}
    >
      {means.data.deposits.map((d) => (
        <Radio key={d.id} value={d.id}>
          {KIND[d.kind]} {d.lease}：余额 {formatFen(d.balance)}
          {d.held ? <small>违章保留至 {d.held}，抵扣前请确认违章已查清</small> : null}
        </Radio>
      ))}
    </Radio.Group>
  )
}

const AMOUNT = f.money('指定金额', { min: 0 })

/** The payer's own word on what is for which bill; what is left empty follows the default order. */
export function Designate({
  bills,
  value,
  onChange,
}: {
  bills: readonly { id: number; no: string; remain: number }[]
  value: ReadonlyMap<number, number>
  onChange: (next: Map<number, number>) => void
}) {
  return (
    <details className="zyt-designate">
      <summary>付款人指定了每张账单的金额</summary>
      <div className="zyt-form-fields">
        {bills.map((row) => (
          <label key={row.id}>
            <span>
              {row.no}（未收 {formatFen(row.remain)}）
            </span>
            <FieldInput
              field={AMOUNT}
              value={value.get(row.id) ?? null}
              ariaLabel={`${row.no} 的指定金额`}
              onChange={(amount) => {
                const next = new Map(value)
                if (typeof amount === 'number' && amount > 0) next.set(row.id, amount)
                else next.delete(row.id)
                onChange(next)
              }}
            />
          </label>
        ))}
      </div>
    </details>
  )
}
export const designationOf = (named: ReadonlyMap<number, number>): Designation[] => [...named].map(([bill, amount]) => ({ bill, amount }))
