/** Which actions a row or a selection offers, and why one is grey. The rules are the server's; this only reads its answers. */
import type { ActionSpec } from '../../../action/action.ts'
import { actionRight } from '../../../action/action.ts'
import type { Entity } from '../../../entity/entity.ts'
import type { AllowedAction, Row } from '../../../entity/wire.ts'
import type { Selection } from '../../state/selection.ts'

type Specs = Record<string, ActionSpec<any, any, any>>
type Can = (code: string) => boolean

export interface Offer {
  name: string
  label: string
  tone?: 'primary' | 'danger'
  /** Null = allowed; else the sentence that says why not. */
  reason: string | null
}

/** Actions of one row as buttons: promoted ones first, at most `visible` of them in the row, the rest behind 更多. */
export function rowOffers(
  row: Pick<Row, '$actions'>,
  specs: Specs,
  promoted: readonly string[] = [],
  visible = 2,
  state?: string,
): { shown: Offer[]; more: Offer[] } {
  // A step that lies behind or far ahead is not offered under the finger, however often this page is for it.
  const timely = (name: string): boolean => {
    const from: unknown = specs[name]?.from
    return promoted.includes(name) && (state === undefined || !Array.isArray(from) || from.includes(state))
  }
  const offers = (row.$actions ?? []).flatMap((allowed) => {
    const spec = specs[allowed.name]
    return spec && !spec.internal ? [offerOf(allowed, spec)] : []
  })
  const rank = (offer: Offer): number => {
    if (timely(offer.name)) return promoted.indexOf(offer.name)
    // What can be done now comes before what cannot; nothing dangerous under the first click.
    return promoted.length + (offer.reason ? 2 : 0) + (offer.tone === 'danger' ? 1 : 0)
  }
  const sorted = offers.map((offer, i) => ({ offer, i })).toSorted((a, b) => rank(a.offer) - rank(b.offer) || a.i - b.i)
  const all = sorted.map(({ offer }) => offer)
  // Without a promotion only what is allowed and harmless deserves a place under the finger.
  const front = all.filter((offer) => timely(offer.name) || (!offer.reason && offer.tone !== 'danger')).slice(0, visible)
  return { shown: front, more: all.filter((offer) => !front.includes(offer)) }
}

export const WAY = '$way'
/** The page that the rows are here for stands before what is done with a row itself, and counts among those in the row. */
export function withWay(label: string | null, { shown, more }: { shown: Offer[]; more: Offer[] }): { shown: Offer[]; more: Offer[] } {
  if (label === null) return { shown, more }
  return {
    shown: [{ name: WAY, label, tone: 'primary', reason: null }, ...shown.slice(0, 1)],
    more: [...shown.slice(1), ...more],
  }
}

export const stateOf = (entity: Entity, row: Row): string | undefined => (entity.state ? String(row[entity.state]) : undefined)

const offerOf = (allowed: AllowedAction, spec: ActionSpec): Offer => ({
  name: allowed.name,
  label: spec.label,
  ...(spec.tone ? { tone: spec.tone } : {}),
  reason: allowed.reason,
})

/** Bulk actions the user has a right to, each legal for all chosen or with the reason of the first that refuses. */
export function bulkOffers(entity: Entity, specs: Specs, selection: Selection, can: Can): Offer[] {
  return Object.entries(specs).flatMap(([name, spec]) => {
    if (!spec.bulk || spec.internal || !can(actionRight(entity, name, spec))) return []
    return [{ name, label: spec.label, ...(spec.tone ? { tone: spec.tone } : {}), reason: bulkReason(selection, name, spec.label) }]
  })
}

function bulkReason(selection: Selection, name: string, label: string): string | null {
  // A query is judged row by row by the server, which answers with a result per row.
  if (selection.by === 'query') return null
  const refusing = [...selection.rows.values()].flatMap((row) => {
    if (!row.actions) return []
    const allowed = row.actions.find((action) => action.name === name)
    const reason = allowed ? allowed.reason : `不能${label}`
    return reason === null ? [] : [{ title: row.title, reason }]
  })
  const first = refusing[0]
  if (!first) return null
  const rest = refusing.length > 1 ? ` 等 ${refusing.length} 条` : ''
  return `所选 ${selection.rows.size} 条中，${first.title}${rest}不能${label}：${first.reason}`
}

/** Fields that may be changed for many rows at once. */
export const quickFields = (entity: Entity): string[] =>
  Object.entries(entity.fields)
    .filter(([, field]) => field.quick && !field.readOnly && !field.fixed && !field.unique && field.kind !== 'state')
    .map(([name]) => name)
