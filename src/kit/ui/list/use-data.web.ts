/** What the server answers for the current state. Old rows stay while new ones come; a hidden tab asks for nothing. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ListAnswer } from '../../entity/wire.ts'
import { api } from '../client/api.web.ts'
import { entityKeys } from '../client/entity-keys.ts'
import type { Params } from '../state/url-state.ts'

export const listAddress = (entity: string, verb: string): string => `/api/v1/${entity}/${verb}`

export const useListData = (entity: string, query: Params) =>
  useQuery({
    queryKey: entityKeys.list(entity, query),
    queryFn: ({ signal }) => api.get<ListAnswer>(listAddress(entity, 'list'), query, { signal, silent: true }),
    placeholderData: keepPreviousData,
    // A list shown again after another tab was looked at is asked for again, but not twice for one double click.
    staleTime: 2000,
  })

/** Count and sums of everything, asked for by hand when the list itself said "at least". */
export const useExactTotals = (entity: string, query: Params, enabled: boolean) =>
  useQuery({
    queryKey: entityKeys.list(entity, { ...query, exact: '1', pageNo: '1', pageSize: '1' }),
    enabled,
    queryFn: ({ signal }) =>
      api.get<ListAnswer>(listAddress(entity, 'list'), { ...query, exact: '1', pageNo: '1', pageSize: '1' }, { signal, silent: true }),
    staleTime: 30_000,
  })

/** Counts of the quick tabs, under the filters in force; wrong counts are worse than none, so they follow every change. */
export const useQuickCounts = (entity: string, filter: Params, enabled: boolean) =>
  useQuery({
    queryKey: [...entityKeys.quick(entity, filter['view']), filter],
    queryFn: ({ signal }) => api.get<Record<string, number>>(listAddress(entity, 'quick'), filter, { signal, silent: true }),
    enabled,
    staleTime: 10_000,
    placeholderData: keepPreviousData,
  })

/** How many rows a saved view finds now: a list of one row, for its total. */
export const useCount = (entity: string, query: Params) =>
  useQuery({
    queryKey: entityKeys.list(entity, { ...query, count: true }),
    queryFn: async ({ signal }) => {
      const answer = await api.get<ListAnswer>(listAddress(entity, 'list'), { ...query, pageNo: 1, pageSize: 1 }, { signal, silent: true })
      return { total: answer.total, exact: answer.exact }
    },
    staleTime: 30_000,
  })
