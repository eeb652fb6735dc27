/**
 * A chunk that cannot be loaded: a new version was deployed meanwhile, or the line broke. Spec §8: navigate to the pending
 * route again. The address bar already shows that route, and only a fresh page can fetch a chunk that once failed.
 */
import { flushDrafts } from '#kit/ui/state/draft.web.ts'
import { perWindow } from '#kit/ui/state/storage.web.ts'
import { leaveOnPurpose } from '../leaving.web.ts'

const PATTERN =
  /Failed to fetch dynamically imported module|error loading dynamically imported module|Importing a module script failed|Unable to preload CSS|Loading chunk [\w-]+ failed/i

export const isChunkError = (error: unknown): boolean => error instanceof Error && PATTERN.test(error.message)

const MARK = 'zyt:chunk'
const AGAIN_MS = 15_000

/** Once: if the fresh page fails on the same address too, the error stays on screen instead of a loop. */
export function navigateAgain(): boolean {
  const currentPath = window.location.pathname + window.location.search
  const [address, at] = (perWindow.get(MARK) ?? '').split(' ')
  if (address === currentPath && Date.now() - Number(at) < AGAIN_MS) return false
  perWindow.set(MARK, `${currentPath} ${Date.now()}`)
  leaveOnPurpose()
  void flushDrafts().finally(() => window.location.replace(currentPath))
  return true
}
