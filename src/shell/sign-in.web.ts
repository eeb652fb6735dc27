/** Coming in and going out. What is stored keeps the customer's names (spec §3); none of it grants anything. */
import { api, ApiError, sentenceOf } from '#kit/ui/client/api.web.ts'
import type { Entrance, SecondStep } from '#kit/http/sign-in/ways/way.wire.ts'
import type { Me, Resource } from '#kit/access/session.ts'
import type { Demand } from '#kit/basics/errors.ts'
import { TEXT } from '#kit/ui/client/answer.ts'
import { flushDrafts, forgetLocalDrafts, setDraftOwner } from '#kit/ui/state/draft.web.ts'
import { toast } from '#kit/ui/dialog/message.web.tsx'
import { readSigned, signed } from '#kit/ui/state/session.web.ts'
import { flushSettings, loadSettings, readSetting } from '#kit/ui/state/setting.web.ts'
import { clearAccess, local, perWindow, type StoredKey } from '#kit/ui/state/storage.web.ts'
import { clientAuthorization, readSite } from './site/site.web.ts'
import { loginPath, pageOfDemand } from './site/site.ts'
import { leaveOnPurpose } from './leaving.web.ts'

/** `message` null: nothing is wrong, the second step is asked for. */
export type Refusal = { step: 'second' | null; message: string | null; second: SecondStep | null }
/** Errors of the edge that the second step answers. */
const OF_THE_SECOND: ReadonlySet<string | null> = new Set(['totp_required', 'totp_with_password', 'invalid_totp', 'invalid_passkey'])

interface TokenAnswer {
  access_token?: string
  token_type?: string
  uid?: number | string
}

const HEADERS: readonly [string, StoredKey][] = [
  ['Access-Token', 'Admin-Token'],
  ['Token-Type', 'Admin-Token-Type'],
  ['Customer-Type', 'X-CustomerType'],
  ['Username', 'Admin-User-Name'],
  ['Is-First', 'isFirst'],
  ['Carrier', 'carrier'],
  ['Phone', 'userPhone'],
  ['Sub-Operation', 'SubOperation'],
  ['Is-Admin', 'X-Admin'],
]

/** What the second step was done with: a code, or the answer of a passkey. */
export type Second = Readonly<Partial<Record<'totp' | 'passkey', string>>>

/** Null when signed in; otherwise what to say, and whether a second step is asked for. */
export const signIn = (username: string, password: string, second: Second = {}): Promise<Refusal | null> =>
  askToken({ grant_type: 'password', clientType: '2', username, password, ...second })

/** Without a password: the device has asked who holds it. */
export async function signInByPasskey(): Promise<Refusal | null> {
  try {
    const { askPasskey } = await import('./ways/passkey.web.ts')
    const asked = await askPasskey(await api.post<object>('/api/v1/site/passkey', {}, { silent: true }))
    if ('problem' in asked) return { step: null, message: asked.problem, second: null }
    const refusal = await askToken({ grant_type: 'passkey', passkey: asked.answer })
    return refusal && { ...refusal, step: null }
  } catch (error) {
    return { step: null, message: sentenceOf(error, TEXT.failed), second: null }
  }
}

async function askToken(fields: Readonly<Partial<Record<string, string>>>): Promise<Refusal | null> {
  const body = new URLSearchParams(Object.entries(fields).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])))
  try {
    const headers = { ...(await clientAuthorization()), 'Content-Type': 'application/x-www-form-urlencoded' }
    const response = await api.raw('POST', '/api/oauth/token', body.toString(), { headers, silent: true })
    await store(response)
    return null
  } catch (error) {
    if (!(error instanceof ApiError)) return { step: null, message: TEXT.failed, second: null }
    return {
      step: OF_THE_SECOND.has(error.error) ? 'second' : null,
      message: error.error === 'totp_required' ? null : error.message,
      second: error.data as SecondStep | null,
    }
  }
}

async function store(response: Response): Promise<void> {
  const answer = (await response.json()) as TokenAnswer
  clearAccess()
  for (const [header, key] of HEADERS) {
    const value = response.headers.get(header)
    if (value !== null) local.set(key, decode(value))
  }
  if (answer.access_token) local.set('Admin-Token', answer.access_token)
  if (answer.token_type) local.set('Admin-Token-Type', answer.token_type)
  if (answer.uid !== undefined) local.set('uid', String(answer.uid))
  local.set('isLogOut', '0')
}

/** Signed in by another way: the same that the headers of a password bring (spec §3). */
export function storeEntrance({ token, uid, ...of }: Entrance): void {
  clearAccess()
  const flag = (value: boolean): string => (value ? '1' : '0')
  local.set('Admin-Token', token)
  local.set('Admin-Token-Type', 'bearer')
  local.set('X-CustomerType', of.customerType)
  local.set('Admin-User-Name', of.username)
  local.set('isFirst', flag(of.isFirst))
  local.set('carrier', flag(of.carrier))
  local.set('userPhone', of.phone)
  local.set('SubOperation', of.subOperation)
  local.set('X-Admin', flag(of.isAdmin))
  local.set('uid', String(uid))
  local.set('isLogOut', '0')
}

/** Header values are ASCII; Chinese names travel percent-encoded. */
function decode(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}

export const hasToken = (): boolean => local.get('Admin-Token') !== null
export const mustChangePassword = (): boolean => ['1', 'true'].includes(local.get('isFirst') ?? '')

/** Spec §7: asked once when the console starts with a stored token. */
export async function tokenIsValid(): Promise<boolean> {
  try {
    const body = new URLSearchParams({ token: local.get('Admin-Token') ?? '' }).toString()
    const headers = { ...(await clientAuthorization()), 'Content-Type': 'application/x-www-form-urlencoded' }
    await api.raw('POST', '/api/oauth/check_token', body, { headers, silent: true })
    return true
  } catch (error) {
    // Without an answer nothing is known about the token: the user is not thrown out for a lost connection.
    if (error instanceof ApiError && (error.status === 0 || error.status >= 500 || error.status === 429)) throw error
    return false
  }
}

/** Rights and routes: read once after login, remembered under `Admin-Resource`. */
export async function enter(): Promise<void> {
  const [me, resources] = await Promise.all([
    api.get<Me>('/api/v1/session/me', undefined, { silent: true }),
    api.get<Resource[]>('/api/auth/resources', undefined, { silent: true }),
  ])
  local.set('Admin-Resource', JSON.stringify(resources))
  local.set('uid', String(me.uid))
  setDraftOwner(me.uid)
  // Nothing else answers before there is a second factor; the frame shows that page alone.
  if (me.mustEnrol) return signed.set(readSigned(me, resources))
  await loadSettings(me.uid)
  if (readSetting('language', 'zh') !== 'zh') await (await import('./language/language.web.ts')).startLanguage()
  signed.set(readSigned(me, resources))
}

/** Access information and routes are cleared; what was typed stays in its drafts. */
export function leave(target = loginPath(readSite()?.look ?? null, local.get('carrier'))): void {
  leaveOnPurpose()
  clearAccess()
  signed.set(null)
  const currentPath = window.location.pathname + window.location.search
  window.location.assign(`${target}?redirect=${encodeURIComponent(currentPath)}`)
}

const NOTE = 'zyt:say'
/** Said on the next page, because the present one is about to be reloaded. */
export function sayAfterReload(text: string): void {
  perWindow.set(NOTE, text)
}
export function sayNow(): void {
  const text = perWindow.get(NOTE)
  perWindow.remove(NOTE)
  if (text) toast.error(text, 5000)
}

/** Spec §8, after the confirm box: clear access information and routes, message, reload. */
export function sessionIsOver(): void {
  leaveOnPurpose()
  // To the browser only: the server would refuse, and the browser's copy is the newer one after signing in again.
  window.dispatchEvent(new Event('zyt:flush'))
  clearAccess()
  signed.set(null)
  sayAfterReload(TEXT.sessionOver)
  window.location.reload()
}

let meeting = false
/** A first password or a second factor is asked of somebody who is in already, wherever he stands: there is one page for each, and he comes back. */
export function meetDemand(demand: Demand): void {
  // Ten requests may be refused at once; the page that meets the demand is not left for itself.
  if (meeting || (demand === 'enrol' && signed.get()?.me.mustEnrol)) return
  meeting = true
  leaveOnPurpose()
  // To the browser only: the server would refuse.
  window.dispatchEvent(new Event('zyt:flush'))
  if (demand === 'password') local.set('isFirst', '1')
  window.location.assign(
    pageOfDemand(demand, loginPath(readSite()?.look ?? null, local.get('carrier')), window.location.pathname + window.location.search),
  )
}

export async function signOut(): Promise<void> {
  await Promise.all([flushDrafts(), flushSettings()])
  leaveOnPurpose()
  const left = await api.post<{ next?: string } | null>('/api/oauth/logout', {}, { silent: true }).catch(() => null)
  forgetLocalDrafts()
  perWindow.remove('zyt:tabs')
  clearAccess()
  signed.set(null)
  // Where he came from he is signed in still.
  window.location.assign(left?.next ?? loginPath(readSite()?.look ?? null, local.get('carrier')))
}
