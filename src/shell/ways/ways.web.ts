/** Going to somebody who vouches, and coming back. */
import { api, sentenceOf } from '#kit/ui/client/api.web.ts'
import { toast } from '#kit/ui/dialog/message.web.tsx'
import { perWindow } from '#kit/ui/state/storage.web.ts'
import type { Offered, Returned } from '#kit/http/sign-in/ways/way.wire.ts'
import { leaveOnPurpose } from '../leaving.web.ts'
import type { Second } from '../sign-in.web.ts'
import { begunOf, claimOf, returnOf, type BegunWay, type Brought, type WaitingClaim } from './ways.ts'

const BEGUN = 'zyt:way'
const CLAIM = 'zyt:way-claim'
const TRIED = 'zyt:way-tried'

const base64url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
const newVerifier = (): string => base64url(crypto.getRandomValues(new Uint8Array(32)))

export const offeredWays = (signal: AbortSignal): Promise<Offered> =>
  api.get<Offered>('/api/v1/site/signIn/ways', undefined, { silent: true, signal })

/** Leaves for the provider; the sentence why not when it does not. */
export async function begin(
  { way, code, label }: Pick<Offered[number], 'way' | 'code' | 'label'>,
  { purpose, redirect, inApp }: { purpose: BegunWay['purpose']; redirect: string | null; inApp: boolean },
): Promise<string | null> {
  const verifier = newVerifier()
  try {
    const { page } = await api.post<{ page: string }>(
      '/api/v1/site/signIn/begin',
      // Its hash is made by the server, which forgets the rest: pages over plain http of an office have no arithmetic of their own.
      { way, code, verifier, back: `${window.location.origin}/login`, inApp, bind: purpose === 'bind' },
      { silent: true },
    )
    perWindow.set(BEGUN, JSON.stringify({ verifier, label, purpose, redirect } satisfies BegunWay))
    leaveOnPurpose()
    window.location.assign(page)
    return null
  } catch (error) {
    return sentenceOf(error, `${label}登录打不开，请检查网络后重试`)
  }
}

/** What this window began and has come back from; null elsewhere, and for whoever was sent a link with another's code. */
export function comeBack(): (BegunWay & Brought) | null {
  const [back, begun] = [returnOf(window.location.search), begunOf(perWindow.get(BEGUN))]
  return back && begun ? { ...begun, ...back } : null
}
export const forgetBegun = (): void => perWindow.remove(BEGUN)

export const finish = ({ state, code, error, issuer, verifier }: Brought & { verifier: string }): Promise<Returned> =>
  api.post<Returned>('/api/v1/site/signIn/finish', { state, code, error, issuer, verifier }, { silent: true })
export const second = (ticket: string, verifier: string, by: Second): Promise<Returned> =>
  api.post<Returned>('/api/v1/site/signIn/second', { ticket, verifier, ...by }, { silent: true })

export const waitingClaim = (): WaitingClaim | null => claimOf(perWindow.get(CLAIM))
export const keepClaim = (claim: WaitingClaim): void => perWindow.set(CLAIM, JSON.stringify(claim))
const dropClaim = (): void => perWindow.remove(CLAIM)
export const claim = ({ ticket, verifier }: WaitingClaim, password?: string): Promise<null> =>
  api.post<null>('/api/v1/session/claim', { ticket, verifier, ...(password ? { password } : {}) }, { silent: true })

/** After a password was right: what waits becomes his. Whatever comes of it, he is in. */
export async function claimWaiting(): Promise<void> {
  const waiting = waitingClaim()
  if (!waiting) return
  dropClaim()
  await claim(waiting).then(
    () => toast.success(`已绑定${waiting.label}，下次可以直接用它登录`),
    (error: unknown) => toast.error(sentenceOf(error, `${waiting.label}没有绑定成功，可在「个人中心」重试`)),
  )
}

/** Inside an application it is gone to by itself, once: whoever comes back refused reads why. */
export function firstTryHere(): boolean {
  if (perWindow.get(TRIED)) return false
  perWindow.set(TRIED, '1')
  return true
}
