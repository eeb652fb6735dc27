/** An edit form sends back what it was shown. A masked value that comes back untouched means "unchanged". */
import type { Entity } from '../entity.ts'
import type { Field } from '../field.ts'
import { masked } from '../query/labels.server.ts'
import { fieldsOf } from '../names.ts'

const isEcho = (field: Field, sent: unknown, before: unknown): boolean =>
  field.mask !== undefined &&
  typeof sent === 'string' &&
  typeof before === 'string' &&
  before !== '' &&
  sent !== before &&
  sent === masked(field.mask, before)

function echoedLines(field: Field & { kind: 'lines' }, sent: unknown[], before: unknown): unknown[] {
  const old = Array.isArray(before) ? (before as Record<string, unknown>[]) : []
  const fields = Object.entries(field.of as Record<string, Field>).filter(([, f]) => f.mask)
  return sent.map((line, i) => {
    const was = old[i]
    if (!was || typeof line !== 'object' || line === null) return line
    const back = fields
      .filter(([name, f]) => isEcho(f, (line as Record<string, unknown>)[name], was[name]))
      .map(([name]) => [name, was[name]])
    return { ...line, ...Object.fromEntries(back) }
  })
}

/** Labels of the wire (`name$`) come back inside lines too; they are not values. */
const withoutLabels = (line: unknown): unknown =>
  typeof line === 'object' && line !== null && !Array.isArray(line)
    ? Object.fromEntries(Object.entries(line).filter(([key]) => !key.endsWith('$')))
    : line

export function withoutEchoes(entity: Entity, raw: Record<string, unknown>, before: Record<string, unknown>): Record<string, unknown> {
  const sent = { ...raw }
  for (const [name, field] of fieldsOf(entity)) {
    if (isEcho(field, sent[name], before[name])) delete sent[name]
    else if (field.kind === 'lines' && Array.isArray(sent[name]))
      sent[name] = echoedLines(field, sent[name].map(withoutLabels), before[name])
  }
  return sent
}
