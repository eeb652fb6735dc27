/** How a filter is written in an address and asked of the server (grammar in wire.ts). Pure. */
import { asText } from '../../basics/text.ts'

/** Nothing was entered there. */
export const EMPTY = '~'

/** A fixed filter of a definition (`status: ['a','b']`, `{from,to}`, `null`) in the same grammar. */
export function filterText(value: unknown): string {
  if (value === null) return EMPTY
  if (Array.isArray(value)) return value.map(String).join(',')
  if (typeof value === 'object') {
    const { from, to } = value as { from?: unknown; to?: unknown }
    return `${asText(from)}~${asText(to)}`
  }
  return asText(value)
}
