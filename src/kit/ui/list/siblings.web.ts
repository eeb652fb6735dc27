import { useMemo } from 'react'
import type { ConsoleKey } from '../storage.web.ts'
import { perWindow } from '../storage.web.ts'
import { readResult, siblingsOf, type ListResult, type Siblings } from './siblings.ts'

const keyOf = (entity: string): ConsoleKey => `zyt:result:${entity}`
const openedKey = (list: string): ConsoleKey => `zyt:opened:${list}`

/** Written when a record is opened, so that the detail steps through exactly the result the user came from. */
export const saveResult = (result: ListResult): void => perWindow.set(keyOf(result.entity), JSON.stringify(result))

/** The records before and after this one in the list it was opened from. */
export function useSiblings(entity: string, id: number): Siblings {
  return useMemo(() => siblingsOf(readResult(perWindow.get(keyOf(entity)), entity), id), [entity, id])
}

export const saveOpened = (list: string, id: number): void => perWindow.set(openedKey(list), String(id))
export function readOpened(list: string): number | null {
  const id = Number(perWindow.get(openedKey(list)))
  return Number.isSafeInteger(id) && id > 0 ? id : null
}
