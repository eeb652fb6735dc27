/** Which of a customer's open bills this receipt is for; all of them unless some are left out. */
import { formatFen } from '#kit/basics/fen.ts'
import { Tag } from '#kit/ui/parts/tag.web.tsx'
import { Link } from '#kit/ui/screen/link.web.tsx'
import { screenOf } from '#kit/ui/screen/registry.web.ts'
import { BILL_TYPES } from '../fee-items.rules.ts'
import type { OwedBills } from '../../billing.wire.ts'
import { useOwed } from './owed.web.ts'

/** Fen. */
export function totalOf(bills: OwedBills['list']): { principal: number; lateFee: number; total: number } {
  const principal = bills.reduce((sum, b) => sum + b.remain, 0)
  const lateFee = bills.reduce((sum, b) => sum + b.lateFee, 0)
  return { principal, lateFee, total: principal + lateFee }
}

interface Props {
  list: OwedBills['list']
  /** Bills that are not paid this time. */
  left: ReadonlySet<number>
  onChange: (left: ReadonlySet<number>) => void
}
export function BillPicks({ list, left, onChange }: Props) {
  const toggle = (id: number): void => {
    const next = new Set(left)
    if (!next.delete(id)) next.add(id)
    onChange(next)
  }
  return (
    <fieldset className="zyt-bill-picks">
      <legend>
        <label>
          <input
            type="checkbox"
            checked={left.size === 0}
            onChange={() => onChange(left.size === 0 ? new Set(list.map((b) => b.id)) : new Set())}
          />
          全部 {list.length} 张
        </label>
      </legend>
      {list.map((b) => (
        <label key={b.id}>
          <input type="checkbox" checked={!left.has(b.id)} onChange={() => toggle(b.id)} />
          <span>
            {b.no} <small>{[BILL_TYPES[b.billType], b.plate].filter(Boolean).join(' · ')}</small>
          </span>
          <span>
            {b.dueOn} {b.overdueDays > 0 ? <Tag tone="red">{`逾期 ${b.overdueDays} 天`}</Tag> : null}
          </span>
          <span className="zyt-number">
            {formatFen(b.remain + b.lateFee)}
            {b.lateFee ? <small>含滞纳金 {formatFen(b.lateFee)}</small> : null}
          </span>
        </label>
      ))}
    </fieldset>
  )
}

/** A customer who came about one vehicle may owe for others. */
export function OthersOf({ lessee, listed }: { lessee: number; listed: number }) {
  const { data } = useOwed({ lessee: String(lessee) })
  if (!data || data.list.length <= listed) return null
  return (
    <p className="zyt-section-hint">
      该客户另有 {data.list.length - listed} 张未付账单，
      <Link to={`${screenOf('billPay').path}?lessee=${lessee}`} closed={null}>
        一次付清全部 {formatFen(data.owed.total)}
      </Link>
    </p>
  )
}
