/** A draft is kept by itself, shortly after each change; two people on one draft are told, never merged. */
import { useCallback, useEffect, useRef, useState } from 'react'
import { useWrite } from '#kit/ui/record.web.tsx'
import { api, sentenceOf } from '#kit/ui/client/api.web.ts'
import { useScreen } from '#kit/ui/screen/screen.web.ts'

const WAIT_MS = 1500

export interface Saving {
  state: 'saved' | 'dirty' | 'saving' | 'failed'
  why: string | null
  /** The version to publish; null when it could not be saved. */
  saveNow: () => Promise<number | null>
}

export function useSaving<T>(
  first: { version: number; content: T },
  content: T,
  path: string,
  bodyOf: (content: T) => Record<string, unknown>,
  enabled: boolean,
): Saving {
  const write = useWrite()
  const { setDirty } = useScreen()
  const version = useRef(first.version)
  const saved = useRef(first.content)
  const latest = useRef(content)
  latest.current = content
  const running = useRef<Promise<number | null> | null>(null)
  const [state, setState] = useState<Saving['state']>('saved')
  const [why, setWhy] = useState<string | null>(null)

  const saveNow = useCallback(async (): Promise<number | null> => {
    // One at a time: the second needs the version the first one gets.
    if (running.current) await running.current
    if (saved.current === latest.current) return version.current
    const sending = latest.current
    setState('saving')
    running.current = (async () => {
      try {
        const answer = await write<{ version: number }>(path, { ...bodyOf(sending), version: version.current })
        version.current = answer.version
        saved.current = sending
        setWhy(null)
        setState(latest.current === sending ? 'saved' : 'dirty')
        return answer.version
      } catch (error) {
        setWhy(sentenceOf(error, '保存失败，请检查网络'))
        setState('failed')
        return null
      } finally {
        running.current = null
      }
    })()
    return running.current
  }, [write, path, bodyOf])

  useEffect(() => {
    if (!enabled || content === saved.current) return
    setState('dirty')
    const timer = setTimeout(() => void saveNow(), WAIT_MS)
    return () => clearTimeout(timer)
  }, [content, enabled, saveNow])
  useEffect(() => setDirty(enabled && state !== 'saved'), [setDirty, enabled, state])
  useEffect(() => {
    const flush = (): void => void (enabled && saveNow())
    // The page goes: nobody waits for the answer, but what was drawn is on its way.
    const leave = (): void => {
      if (!enabled || saved.current === latest.current) return
      const sending = latest.current
      api
        .post<{ version: number }>(
          path,
          { ...bodyOf(sending), version: version.current },
          { silent: true, overlay: false, keepalive: true },
        )
        .then(
          (answer) => {
            // The page may come back as it was: then this is what stands.
            version.current = answer.version
            saved.current = sending
          },
          () => undefined,
        )
    }
    window.addEventListener('zyt:flush', flush)
    window.addEventListener('pagehide', leave)
    return () => {
      window.removeEventListener('zyt:flush', flush)
      window.removeEventListener('pagehide', leave)
    }
  }, [enabled, saveNow, path, bodyOf])
  return { state, why, saveNow }
}
