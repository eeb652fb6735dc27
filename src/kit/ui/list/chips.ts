/** No filter without a chip (ux.md row 8): everything that narrows the list, as removable words. */
import type { Entity } from '../../entity/entity.ts'
import { changed, withFilter, type ListState } from '../url-state.ts'
import { describeFilter, filterText, parseFilter } from './filter.ts'
import { fieldOf } from './kinds.ts'

export interface Chip {
  key: string
  label: string
  text: string
  /** Null: belongs to the screen itself and cannot be taken away. */
  without: ListState | null
  bad?: boolean
}

export type LabelOf = (field: string, value: string) => string

/** `showFixed`: also the fixed filter of the screen's view, as chips without a cross. */
export function chipsOf(state: ListState, entity: Entity, labelOf: LabelOf, fixed: Record<string, unknown> = {}): Chip[] {
  const chips: Chip[] = []
  for (const [name, value] of Object.entries(fixed)) {
    const field = fieldOf(entity, name)
    const parsed = field && parseFilter(field, filterText(value))
    if (field && parsed) chips.push({ key: `fixed:${name}`, label: field.label, text: describeFilter(field, parsed, (v) => labelOf(name, v)), without: null })
  }
  if (state.quick !== '') chips.push({ key: 'quick', label: '快捷', text: state.quick, without: changed(state, { quick: '' }) })
  if (state.keyword !== '') chips.push({ key: 'keyword', label: '关键词', text: state.keyword, without: changed(state, { keyword: '' }) })
  for (const [name, value] of Object.entries(state.filters)) {
    const field = fieldOf(entity, name)
    if (!field) continue
    chips.push({
      key: name,
      label: field.label,
      text: describeFilter(field, value, (v) => labelOf(name, v)),
      without: withFilter(state, name, null),
      ...(value.is === 'bad' ? { bad: true } : {}),
    })
  }
  return chips
}

/** Everything a user can take away, taken away. */
export const cleared = (state: ListState): ListState => changed(state, { filters: {}, keyword: '', quick: '' })
