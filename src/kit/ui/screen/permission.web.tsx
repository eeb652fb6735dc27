import { use, type ReactNode } from 'react'
import { ScreenContext } from './screen.web.ts'
import { useSigned } from '../state/session.web.ts'

/** The resource whose functions rule a screen: its own, that of the screen it belongs to, or the one it was opened with. */
function useResourceCode(): string | null {
  const handle = use(ScreenContext)
  if (!handle) return null
  // Pages that serve many flows (/flow/apply/…) carry the resource in their address.
  return handle.params['resourceCode'] ?? handle.screen.of ?? handle.screen.code
}

/**
 * Spec §5: shown to the administrator, and to whoever was granted one of these function codes on the current screen's
 * resource; otherwise not rendered at all. An empty list is a programmer's mistake and fails loudly.
 */
export function Permission({ codes, children }: { codes: readonly string[]; children: ReactNode }) {
  if (!Array.isArray(codes) || codes.length === 0) throw new Error('need roles')
  const { me, functionsOf } = useSigned()
  const resource = useResourceCode()
  const granted = resource === null ? undefined : functionsOf.get(resource)
  return me.isAdmin || codes.some((code) => granted?.has(code)) ? <>{children}</> : null
}
