/** What an act or a form moves, in fen: it stands on the button that does it, so that nobody presses for another amount. */
import { formatYuan } from '../basics/fen.ts'

/**
 * A field of the inputs, else of the record, or a column of lines that is added up (`lines.amount`); a function where it is neither.
 * Inputs come before the record: `amount` of a payment in parts is the part.
 */
export type Moves = string | ((values: Readonly<Record<string, unknown>>) => number | null)

const whole = (value: unknown): number | null => (Number.isSafeInteger(value) ? (value as number) : null)

/** Null where nothing is known yet, where it may not be seen, and where nothing moves. */
export function movedBy(moves: Moves | undefined, ...sources: readonly (Readonly<Record<string, unknown>> | null)[]): number | null {
  if (moves === undefined) return null
  const values: Record<string, unknown> = Object.assign({}, ...sources)
  const amount = typeof moves === 'function' ? whole(moves(values)) : named(moves, values)
  return amount === 0 ? null : amount
}

function named(path: string, values: Readonly<Record<string, unknown>>): number | null {
  const [name = '', column] = path.split('.')
  if (column === undefined) return whole(values[name])
  const lines = values[name]
  if (!Array.isArray(lines)) return null
  const sum = lines.reduce((all: number, line: Record<string, unknown> | null) => all + (whole(line?.[column]) ?? 0), 0)
  return whole(sum)
}

/** The words of a button without a place of its own for the amount. */
export const withMoney = (label: string, amount: number | null): string => (amount === null ? label : `${label} ${formatYuan(amount)}`)
