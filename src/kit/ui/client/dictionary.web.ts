import { useQuery } from '@tanstack/react-query'
import { api } from './api.web.ts'
import type { DictionaryItems } from './console.wire.ts'

export interface DictionaryItem {
  value: string
  label: string
  color: string | null
  disabled: boolean
}
const dictionaryKey = (group: string): readonly unknown[] => ['dictionary', group]

const none: readonly DictionaryItem[] = []

/** Items of a group, in their order; disabled ones are still needed to name old values. */
export function useDictionary(group: string): readonly DictionaryItem[] {
  const { data } = useQuery({
    queryKey: dictionaryKey(group),
    enabled: group !== '',
    staleTime: 5 * 60_000,
    queryFn: ({ signal }) => api.get<DictionaryItems>('/api/metadata/findByGroupCode', { groupCode: group }, { signal, silent: true }),
    select: (items) => items.map((i): DictionaryItem => ({ value: i.itemCode, label: i.itemName, color: i.color, disabled: i.disabled })),
  })
  return data ?? none
}
