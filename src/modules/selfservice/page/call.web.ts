/** How the page speaks to the server: the token in a header, one thing at a time, a lost answer asked again under the same key. */
import { useCallback, useRef } from 'react'
import { api, ApiError } from '#kit/ui/client/api.web.ts'
import { randomId } from '#kit/ui/client/id.ts'

export const BASE = '/api/public/lessee'
export type Headers = Record<string, string>

/** The same content after a lost answer carries the same key, so that it is done once. */
export function useSend(headers: Headers) {
  const last = useRef({ text: '', key: '' })
  return useCallback(
    async <T>(path: string, body: object): Promise<T> => {
      const text = `${path}${JSON.stringify(body)}`
      if (last.current.text !== text) last.current = { text, key: randomId() }
      try {
        const answer = await api.post<T>(`${BASE}/${path}`, body, { headers, silent: true, idempotencyKey: last.current.key })
        last.current = { text: '', key: '' }
        return answer
      } catch (error) {
        if (error instanceof ApiError && error.status !== 0) last.current = { text: '', key: '' }
        throw error
      }
    },
    [headers],
  )
}

export async function uploadPicture(headers: Headers, file: File): Promise<string> {
  const form = new FormData()
  form.append('file', file)
  return (await api.upload<{ id: string }>(`${BASE}/upload`, form, { headers, silent: true })).id
}

export const saveFile = (headers: Headers, path: 'paper' | 'receipt', query: Record<string, string>): Promise<unknown> =>
  api.download(`${BASE}/${path}`, { query }, { headers, silent: true })
