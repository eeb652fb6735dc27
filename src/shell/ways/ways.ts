/** Signing in by a way that modules lay out, as the browser sees it: what it began, what came back, in which application it runs. Pure. */

/** What this window began and waits for; in the window alone, so that what comes back is taken nowhere else. */
export interface BegunWay {
  verifier: string
  label: string
  purpose: 'signIn' | 'bind'
  /** Where he wanted to go. */
  redirect: string | null
}
/** Somebody was named who is nobody's account yet: whoever signs in by password makes it his. */
export interface WaitingClaim {
  ticket: string
  verifier: string
  label: string
}

export function begunOf(text: string | null): BegunWay | null {
  try {
    const value = JSON.parse(text ?? 'null') as Partial<BegunWay> | null
    return value && typeof value.verifier === 'string' && typeof value.label === 'string' ? (value as BegunWay) : null
  } catch {
    return null
  }
}
export function claimOf(text: string | null): WaitingClaim | null {
  try {
    const value = JSON.parse(text ?? 'null') as Partial<WaitingClaim> | null
    return value && typeof value.ticket === 'string' && typeof value.verifier === 'string' ? (value as WaitingClaim) : null
  } catch {
    return null
  }
}

/** What an address brings back: a code, or in the words of OAuth why there is none. */
export interface Brought {
  state: string
  code?: string
  error?: string
  /** Who says so (RFC 9207). */
  issuer?: string
}
/** 钉钉 calls its code `authCode`. Null: the address is no return of ours. */
export function returnOf(search: string): Brought | null {
  const params = new URLSearchParams(search)
  const [state, code, error] = [params.get('state'), params.get('authCode') ?? params.get('code'), params.get('error')?.slice(0, 100)]
  if (!state || !(code || error) || !/^[0-9a-z]{49,55}$/.test(state)) return null
  const issuer = params.get('iss')
  return { state, ...(code ? { code } : {}), ...(error ? { error } : {}), ...(issuer ? { issuer } : {}) }
}

/** Inside which application the page was opened, by its code. */
export function applicationOf(userAgent: string): string | null {
  if (/wxwork/i.test(userAgent)) return 'wecom'
  if (/dingtalk/i.test(userAgent)) return 'dingtalk'
  return /\b(?:lark|feishu)\b/i.test(userAgent) ? 'feishu' : null
}
