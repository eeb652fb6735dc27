/** Writing to an entity: one key per attempt, and everything shown about entities is refreshed afterwards. */
import { useCallback, useRef } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { ERRORS } from '../../basics/errors.ts'
import { api, ApiError } from '../client/api.web.ts'
import { askOf } from '../dialog/asks.web.ts'
import { randomId } from '../client/id.ts'
import { confirmBox } from '../dialog/message.web.tsx'

/** Whether the server said anything: without an answer nobody knows if the write happened, so the key must be used again. */
const answered = (error: unknown): boolean => error instanceof ApiError && error.status !== 0

/**
 * The same body sent again after a lost connection carries the same key, so it happens once; a changed body or a new
 * attempt after an answer carries a new one.
 */
export function useWrite(): <T>(path: string, body: unknown) => Promise<T> {
  const last = useRef<{ text: string; key: string } | null>(null)
  return useCallback(async <T>(path: string, body: unknown): Promise<T> => {
    const text = path + JSON.stringify(body)
    if (last.current?.text !== text) last.current = { text, key: randomId() }
    try {
      const answer = await post<T>(path, body, last.current.key)
      last.current = null
      return answer
    } catch (error) {
      if (answered(error)) last.current = null
      throw error
    }
  }, [])
}

/** Code 40103 asks the caller to confirm (spec §8); the same call is then sent again, marked as confirmed. */
async function post<T>(path: string, body: unknown, key: string): Promise<T> {
  try {
    // Not silent: the catalogue of spec §8 speaks first; forms and dialogs repeat it where it can be mended.
    return await api.post<T>(path, body, { idempotencyKey: key })
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== ERRORS.needsConfirmation.code || askOf(error.data)) throw error
    if (!(await confirmBox({ title: '请确认', content: error.message }))) throw error
    return api.post<T>(path, body, { idempotencyKey: randomId(), headers: { 'X-Confirmed': '1' } })
  }
}

/**
 * An action on one record moves others too (a contract its vehicle), so all entities on screen are asked again; except
 * `gone`, a record that was just deleted.
 */
export function useRefresh(): (gone?: { entity: string; id: number }) => Promise<void> {
  const client = useQueryClient()
  return useCallback(
    (gone) =>
      client.invalidateQueries({
        queryKey: ['entity'],
        predicate: ({ queryKey }) => gone === undefined || queryKey[1] !== gone.entity || queryKey[3] !== gone.id,
      }),
    [client],
  )
}
