/**
 * Whether the code that runs now was called by a transaction. Nothing reads anything else from here: it only lets ports refuse to be
 * called where they must not be, which no type can see.
 */
import { AsyncLocalStorage } from 'node:async_hooks'

const open = new AsyncLocalStorage<true>()

export const asTransaction = <T>(work: () => Promise<T>): Promise<T> => open.run(true, work)
export const insideTransaction = (): boolean => open.getStore() === true
