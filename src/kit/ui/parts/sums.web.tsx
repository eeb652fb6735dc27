/** A few amounts side by side: what it comes to, what came in, what is still open. */
import { Link } from 'react-router'
import { formatFen } from '../../basics/fen.ts'
import './sums.css'
import '../field/field-value.css'

export interface Sum {
  label: string
  /** Fen. */
  amount: number
  /** Calls for somebody to act. */
  bad?: boolean
  /** Where the rows are that it is the sum of. */
  to?: string
}

export function Sums({ sums }: { sums: readonly Sum[] }) {
  return (
    <dl className="zyt-sums">
      {sums.map(({ label, amount, bad, to }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd className={bad ? 'zyt-number zyt-sums-bad' : 'zyt-number'}>
            {to ? <Link to={to}>{formatFen(amount)}</Link> : formatFen(amount)}
          </dd>
        </div>
      ))}
    </dl>
  )
}
