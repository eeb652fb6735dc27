/** A few amounts side by side: what it comes to, what came in, what is still open. */
import { formatFen } from '../basics/fen.ts'
import './sums.css'

export interface Sum {
  label: string
  /** Fen. */
  amount: number
  /** Calls for somebody to act. */
  bad?: boolean
}

export function Sums({ sums }: { sums: readonly Sum[] }) {
  return (
    <dl className="zyt-sums">
      {sums.map(({ label, amount, bad }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd className={bad ? 'zyt-number zyt-sums-bad' : 'zyt-number'}>{formatFen(amount)}</dd>
        </div>
      ))}
    </dl>
  )
}
