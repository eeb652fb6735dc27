import { useState } from 'react'
import type { Row } from '../../../entity/wire.ts'

/** What the style sheet lights up once: another name each time, so that a second change lights up again. */
export type ChangedMark = 'odd' | 'even' | undefined

/** Whether this record was changed while it stood in sight, by whomever; undefined for one that only came into sight. */
export function useChangedMark({ id, version }: Pick<Row, 'id' | 'version'>): ChangedMark {
  const [seen, setSeen] = useState({ id, version, changes: 0 })
  // Rows are keyed by their place: on the next page another record stands there, and nothing happened to it.
  if (seen.id !== id || seen.version !== version) setSeen({ id, version, changes: seen.id === id ? seen.changes + 1 : 0 })
  return seen.changes === 0 ? undefined : seen.changes % 2 ? 'odd' : 'even'
}
