/** No filter without a chip: everything that narrows the list, as removable words. */
import type { Entity } from '../../../entity/entity.ts'
import { changed, withFilter, type ListState } from '../../state/url-state.ts'
import type { Field } from '../../../entity/field.ts'
import { filterText } from '../../../entity/query/filter-text.ts'
import { describeFilter, parseFilter, type FilterValue } from './filter.ts'
import { fieldOf } from '../kinds.ts'

export interface Chip {
  key: string
  label: string
  text: string
  /** Null: belongs to the screen itself and cannot be taken away. */
  without: ListState | null
  bad?: boolean
  /** Values whose names only the server knows (dictionary items, records). */
  field?: Field
  value?: FilterValue
}

/** `showFixed`: also the fixed filter of the screen's view, as chips without a cross. */
export function chipsOf(state: ListState, entity: Entity, fixed: Record<string, unknown> = {}): Chip[] {
  const chips: Chip[] = []
  for (const [name, value] of Object.entries(fixed)) {
    const field = fieldOf(entity, name)
    const parsed = field && parseFilter(field, filterText(value))
    if (field && parsed) chips.push({ key: `fixed:${name}`, without: null, ...words(field, parsed) })
  }
  if (state.quick !== '') chips.push({ key: 'quick', label: '快捷', text: state.quick, without: changed(state, { quick: '' }) })
  if (state.keyword !== '') chips.push({ key: 'keyword', label: '关键字', text: state.keyword, without: changed(state, { keyword: '' }) })
  for (const [name, value] of Object.entries(state.filters)) {
    const field = fieldOf(entity, name)
    if (!field) continue
    chips.push({
      key: name,
      ...words(field, value),
      without: withFilter(state, name, null),
      ...(value.is === 'bad' ? { bad: true } : {}),
    })
  }
  return chips
}

const words = (field: Field, value: FilterValue): Pick<Chip, 'label' | 'text' | 'field' | 'value'> => ({
  label: field.label,
  text: describeFilter(field, value, (v) => v),
  field,
  value,
})

/** Everything a user can take away, taken away. */
export const cleared = (state: ListState): ListState => changed(state, { filters: {}, keyword: '', quick: '' })
