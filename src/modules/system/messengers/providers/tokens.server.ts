/**
 * Tokens of applications, as long as they live. All three providers give every process the same one until it is about to end, so each keeps
 * its own copy; of many calls at once only one asks for a new one.
 */
import { createHash } from 'node:crypto'
import type { FreshToken, MessengerApp } from './provider.server.ts'

/** Renewed so much before its end: a call on its way may take that long. */
const MARGIN_MS = 300_000
const MOST = 1000

const keyOf = (app: MessengerApp): string =>
  createHash('sha256')
    .update(JSON.stringify([app.provider, app.apiAddress, app.appId, app.secret]))
    .digest('hex')

export class Tokens {
  readonly #known = new Map<string, { token: string; until: number }>()
  readonly #renewing = new Map<string, Promise<string>>()

  async get(app: MessengerApp, renew: () => Promise<FreshToken>): Promise<string> {
    const key = keyOf(app)
    const known = this.#known.get(key)
    if (known && known.until > performance.now()) return known.token
    const running = this.#renewing.get(key) ?? this.#renew(key, renew)
    this.#renewing.set(key, running)
    return running
  }

  async #renew(key: string, renew: () => Promise<FreshToken>): Promise<string> {
    try {
      const { token, seconds } = await renew()
      if (this.#known.size >= MOST) this.#known.clear()
      this.#known.set(key, { token, until: performance.now() + seconds * 1000 - MARGIN_MS })
      return token
    } finally {
      this.#renewing.delete(key)
    }
  }

  /** Not taken any more. One that another call has renewed meanwhile stays. */
  drop(app: MessengerApp, token: string): void {
    const key = keyOf(app)
    if (this.#known.get(key)?.token === token) this.#known.delete(key)
  }
}
