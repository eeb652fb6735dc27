/** A draft is saved by itself, shortly after each change; two people on one draft are told, never merged. */
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
  const latest = useRef(content)
  latest.current = content
  const saved = useRef(first.content)
  const running = useRef<Promise<number | null> | null>(null)
  /** As the page shows them; what a save reads, it reads from above. */
  const [savedContent, setSavedContent] = useState(first.content)
  const [sending, setSending] = useState(false)
  const [failed, setFailed] = useState<{ content: T; why: string } | null>(null)
  const state = sending ? 'saving' : content === savedContent ? 'saved' : failed?.content === content ? 'failed' : 'dirty'
  const keep = useCallback((what: T, as: number): void => {
    version.current = as
    saved.current = what
    setSavedContent(what)
  }, [])

  const saveNow = useCallback(async (): Promise<number | null> => {
    // One at a time, however many wait: each needs the version the one before gets.
    while (running.current) await running.current
    if (saved.current === latest.current) return version.current
    const now = latest.current
    setSending(true)
    running.current = (async () => {
      try {
        const answer = await write<{ version: number }>(path, { ...bodyOf(now), version: version.current })
        keep(now, answer.version)
        setFailed(null)
        return answer.version
      } catch (error) {
        setFailed({ content: now, why: sentenceOf(error, '保存失败，请检查网络') })
        return null
      } finally {
        running.current = null
        setSending(false)
      }
    })()
    return running.current
  }, [write, path, bodyOf, keep])

  useEffect(() => {
    if (!enabled || content === savedContent) return
    const timer = setTimeout(() => void saveNow(), WAIT_MS)
    return () => clearTimeout(timer)
  }, [content, savedContent, enabled, saveNow])
  useEffect(() => setDirty(enabled && state !== 'saved'), [setDirty, enabled, state])
  useEffect(() => {
    const flush = (): void => void (enabled && saveNow())
    // The page goes: nobody waits for the answer, but what was drawn is on its way.
    const leave = (): void => {
      if (!enabled || saved.current === latest.current) return
      const going = latest.current
      api
        .post<{ version: number }>(path, { ...bodyOf(going), version: version.current }, { silent: true, overlay: false, keepalive: true })
        .then(
          // The page may come back as it was: then this is what stands.
          (answer) => keep(going, answer.version),
          () => undefined,
        )
    }
    window.addEventListener('zyt:flush', flush)
    window.addEventListener('pagehide', leave)
    return () => {
      window.removeEventListener('zyt:flush', flush)
      window.removeEventListener('pagehide', leave)
    }
  }, [enabled, saveNow, path, bodyOf, keep])
  return { state, why: state === 'saved' ? null : (failed?.why ?? null), saveNow }
}
