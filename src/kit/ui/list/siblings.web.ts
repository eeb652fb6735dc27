import { useEffect, useMemo, useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import type { ListAnswer } from '../../entity/wire.ts'
import { api } from '../client/api.web.ts'
import { entityKeys } from '../client/entity-keys.ts'
import type { ConsoleKey } from '../state/storage.web.ts'
import { perWindow } from '../state/storage.web.ts'
import { extended, pageBeyond, readResult, siblingsOf, type ListResult, type Siblings } from './siblings.ts'
import { listAddress } from './use-data.web.ts'

const keyOf = (entity: string): ConsoleKey => `zyt:result:${entity}`
const openedKey = (list: string): ConsoleKey => `zyt:opened:${list}`

/** Written when a record is opened, so that the detail steps through exactly the result the user came from. */
export const saveResult = (result: ListResult): void => perWindow.set(keyOf(result.entity), JSON.stringify(result))

/** The records before and after this one in the list it was opened from, across its pages. */
export function useSiblings(entity: string, id: number): Siblings {
  const [result, setResult] = useState(() => readResult(perWindow.get(keyOf(entity)), entity))
  const beyond = useMemo(() => pageBeyond(result, id), [result, id])
  const query = beyond && result ? { ...result.query, pageNo: String(beyond.pageNo) } : {}
  const { data } = useQuery({
    queryKey: entityKeys.list(entity, query),
    queryFn: ({ signal }) => api.get<ListAnswer>(listAddress(entity, 'list'), query, { signal, silent: true }),
    enabled: beyond !== null,
    staleTime: 30_000,
  })
  useEffect(() => {
    if (!data || !beyond || !result) return
    const more = extended(
      result,
      beyond.side,
      data.list.map((row) => row.id),
    )
    if (more.ids.length === result.ids.length) return
    saveResult(more)
    setResult(more)
  }, [data, beyond, result])
  return useMemo(() => siblingsOf(result, id), [result, id])
}

export const saveOpened = (list: string, id: number): void => perWindow.set(openedKey(list), String(id))
export function readOpened(list: string): number | null {
  const id = Number(perWindow.get(openedKey(list)))
  return Number.isSafeInteger(id) && id > 0 ? id : null
}
