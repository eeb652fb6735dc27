/** Names of values that only the server knows: items of a dictionary, records behind a reference. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { OptionsAnswer } from '../../../entity/wire.ts'
import { api } from '../../client/api.web.ts'
import { entityKeys } from '../../client/entity-keys.ts'
import { listAddress } from '../use-data.web.ts'

export const useRefLabels = (entity: string, ids: readonly string[]): ReadonlyMap<string, string> => {
  const query = { ids: ids.join(',') }
  const { data } = useQuery({
    queryKey: entityKeys.options(entity, query),
    queryFn: ({ signal }) => api.get<OptionsAnswer>(listAddress(entity, 'options'), query, { signal, silent: true }),
    enabled: ids.length > 0,
    staleTime: 60_000,
  })
  return new Map((data?.list ?? []).map((option) => [String(option.id), option.label]))
}

export const useOptions = (entity: string, keyword: string, enabled: boolean) => {
  const query = { keyword }
  return useQuery({
    queryKey: entityKeys.options(entity, query),
    queryFn: ({ signal }) => api.get<OptionsAnswer>(listAddress(entity, 'options'), query, { signal, silent: true }),
    enabled,
    staleTime: 30_000,
    placeholderData: keepPreviousData,
  })
}
