/** LISTEN on one connection of its own that comes back by itself. */
import pg from 'pg'
import { clientConfig, type Endpoint, type SessionSettings } from './connection.server.ts'

export type Listener = (payload: string) => void
export interface Subscription {
  /** Resolves when the server has confirmed the channel. */
  ready: Promise<void>
  stop(): void
}

export interface ListenOptions {
  /**
   * What this process announces itself is there before its `write` answers, and comes once more by the server: for what must hold for
   * whatever follows the answer. The listener takes the same notice twice without harm.
   */
  ownAtOnce?: boolean
}

const CHANNEL = /^[a-z][a-z0-9_]{0,62}$/
export function checkChannel(channel: string): string {
  if (!CHANNEL.test(channel)) throw new Error(`channel name not allowed: ${channel}`)
  return channel
}

const HEARTBEAT_MS = 20_000

export class Listening {
  private client: pg.Client | null = null
  private connecting: Promise<void> | null = null
  private closed = false
  private heartbeat: NodeJS.Timeout | null = null
  private readonly listeners = new Map<string, Set<Listener>>()
  private readonly atOnce = new Set<Listener>()
  private readonly gaps = new Set<() => void>()
  /** One statement at a time: modules that start together listen together. */
  private turn: Promise<unknown> = Promise.resolve()
  private readonly config: () => pg.ClientConfig
  private readonly log: (message: string, details?: object) => void

  constructor(endpoint: Endpoint, session: SessionSettings, log: (message: string, details?: object) => void) {
    this.config = () => clientConfig(endpoint, { ...session, applicationName: `${session.applicationName}-listen` })
    this.log = log
  }

  /** `onGap` runs after a reconnect: notices may have been missed, so read again what they were about. */
  listen(channel: string, listener: Listener, onGap?: () => void, { ownAtOnce = false }: ListenOptions = {}): Subscription {
    checkChannel(channel)
    if (ownAtOnce) this.atOnce.add(listener)
    const set = this.listeners.get(channel) ?? new Set()
    this.listeners.set(channel, set.add(listener))
    if (onGap) this.gaps.add(onGap)
    const ready = this.connected().then(async () => {
      await this.ask(`listen ${channel}`)
    })
    ready.catch(() => {}) // the reconnect repeats it
    return {
      ready,
      stop: () => {
        set.delete(listener)
        this.atOnce.delete(listener)
        if (onGap) this.gaps.delete(onGap)
        if (set.size > 0) return
        this.listeners.delete(channel)
        this.ask(`unlisten ${channel}`).catch(() => {})
      },
    }
  }

  private ask(text: string): Promise<unknown> {
    const asked = this.turn.catch(() => {}).then(() => this.client?.query(text))
    this.turn = asked
    return asked
  }

  private connected(): Promise<void> {
    this.connecting ??= this.connect(false)
    return this.connecting
  }

  private async connect(again: boolean): Promise<void> {
    for (let pause = 50; !this.closed; pause = Math.min(pause * 2, 2000)) {
      const client = new pg.Client({ ...this.config(), connectionTimeoutMillis: 5000, query_timeout: 10_000 })
      let lost = false
      client.on('error', () => (lost = true))
      client.on('end', () => {
        lost = true
        if (this.client === client) this.reconnect()
      })
      client.on('notification', ({ channel, payload }) => this.deliver(channel, payload ?? ''))
      try {
        await client.connect()
        for (const channel of this.listeners.keys()) await client.query(`listen ${channel}`)
        if (lost || this.closed) throw new Error('connection ended')
        this.client = client
        this.turn = Promise.resolve()
        // A half-open connection is silent for ever; only asking finds out.
        this.heartbeat = setInterval(() => {
          this.ask('select 1').catch(() => void client.end().catch(() => {}))
        }, HEARTBEAT_MS)
        this.heartbeat.unref()
        if (again) for (const gap of this.gaps) this.safely(gap)
        return
      } catch (error) {
        await client.end().catch(() => {})
        this.log('LISTEN connection failed', { error: String(error) })
        await new Promise((resolve) => setTimeout(resolve, pause).unref())
      }
    }
  }

  private reconnect(): void {
    this.client = null
    if (this.heartbeat) clearInterval(this.heartbeat)
    if (!this.closed) this.connecting = this.connect(true)
  }

  private deliver(channel: string, payload: string): void {
    for (const listener of this.listeners.get(channel) ?? []) this.safely(() => listener(payload))
  }

  deliverOwn(channel: string, payload: string): void {
    for (const listener of this.listeners.get(channel) ?? []) if (this.atOnce.has(listener)) this.safely(() => listener(payload))
  }

  private safely(work: () => void): void {
    try {
      work()
    } catch (error) {
      this.log('listener failed', { error: String(error) })
    }
  }

  async close(): Promise<void> {
    this.closed = true
    if (this.heartbeat) clearInterval(this.heartbeat)
    const { client } = this
    this.client = null
    await client?.end().catch(() => {})
  }
}
