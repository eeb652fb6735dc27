/** The state of one list: in the address of its tab, or, for a list inside another screen, beside it. */
import { useCallback, useMemo, useState } from 'react'
import type { Entity } from '../../entity/entity.ts'
import { useQueryState } from '../screen/screen.web.ts'
import { readState, writeState, type Defaults, type ListState, type Params } from '../state/url-state.ts'

export interface ListStateHandle {
  state: ListState
  /** `push` (default): the browser's 返回 undoes it. `replace`: a correction nobody made. */
  set: (next: ListState, how?: 'push' | 'replace') => void
  defaults: Defaults
  /** Nothing of this list in the address: a default view may step in. */
  plain: boolean
}

export function useListState(entity: Entity, defaults: Defaults, embedded: boolean): ListStateHandle {
  const [address, setAddress] = useQueryState()
  const [own, setOwn] = useState<Params>({})
  const params = embedded ? own : address
  const { sort, pageSize } = defaults
  const { state, unknown } = useMemo(() => readState(params, entity, { sort, pageSize }), [params, entity, sort, pageSize])
  const set = useCallback(
    (next: ListState, how: 'push' | 'replace' = 'push') => {
      const written = writeState(next, unknown, { sort, pageSize })
      if (embedded) return setOwn(written)
      // The tab merges what it is given, so what is gone must be said to be gone.
      const gone = Object.fromEntries(
        Object.keys(params)
          .filter((key) => !(key in written))
          .map((key) => [key, null]),
      )
      setAddress({ ...gone, ...written }, how)
    },
    [unknown, sort, pageSize, embedded, params, setAddress],
  )
  const plain = Object.keys(params).every((key) => key in unknown)
  return useMemo(() => ({ state, set, defaults: { sort, pageSize }, plain }), [state, set, sort, pageSize, plain])
}
