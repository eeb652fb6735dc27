/** A few amounts side by side: what it comes to, what came in, what is still open. */
import { formatFen } from '../../basics/fen.ts'
import { Link } from '../screen/link.web.tsx'
import './sums.css'
import '../field/field-value.css'

export interface Sum {
  label: string
  /** Fen; a count when it has a unit. */
  amount: number
  unit?: string
  /** Calls for somebody to act. */
  bad?: boolean
  /** Where the rows are that it is the sum of. */
  to?: string
}

const inWords = ({ amount, unit }: Sum): string => (unit === undefined ? formatFen(amount) : `${amount.toLocaleString('zh-CN')} ${unit}`)

export function Sums({ sums }: { sums: readonly Sum[] }) {
  return (
    <dl className="zyt-sums">
      {sums.map((sum) => (
        <div key={sum.label}>
          <dt>{sum.label}</dt>
          <dd className={sum.bad ? 'zyt-number zyt-sums-bad' : 'zyt-number'}>
            <Link to={sum.to}>{inWords(sum)}</Link>
          </dd>
        </div>
      ))}
    </dl>
  )
}
