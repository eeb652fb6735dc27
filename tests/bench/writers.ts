/**
 * Clients that write without pause while the ground below them is pulled away, and keep their own book of what was
 * acknowledged. The book lives here, outside the product: it is what the product is judged by.
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { envelopeOf, type Client, type Row } from './client.ts'

export type Kind = 'comment' | 'dept' | 'register' | 'confirm'
export interface Sent {
  key: string
  kind: Kind
  path: string
  body: Record<string, unknown>
  /** `open`: nobody knows. `applied`: the product says an earlier attempt took effect. */
  outcome: 'open' | 'acked' | 'applied' | 'refused'
  /** Of a registered receipt; a confirmation names the receipt. */
  payment: number | null
  said: string
}

export const APPLIED = '此前已提交成功'

export interface Ground {
  /** Two people: who registers money may not confirm it. */
  registrar: Client
  confirmer: Client
  store: Row
  bill: Row
}

export class Writers {
  readonly book: Sent[] = []
  /** Answers that were neither success nor a refusal, by status; `line` is a broken connection. */
  readonly disturbances = new Map<string, number>()
  lastAck = 0
  acks = 0
  readonly #ground: Ground
  readonly #random: () => number
  #running: Promise<unknown> = Promise.resolve()
  #stop = false

  constructor(ground: Ground, random: () => number) {
    this.#ground = ground
    this.#random = random
  }

  begin(count: number): void {
    this.#stop = false
    this.#running = Promise.all(Array.from({ length: count }, () => this.#work()))
  }
  async end(): Promise<void> {
    this.#stop = true
    await this.#running
  }

  async #work(): Promise<void> {
    let unanswered: Sent | null = null
    while (!this.#stop) {
      // What got no answer is repeated, as the console does; now and then by somebody else, at the same time as something new.
      const sent: Sent = unanswered && this.#random() < 0.7 ? unanswered : (this.#someOpen() ?? this.#next())
      const answered = await this.send(sent)
      unanswered = answered ? null : sent
      if (!answered) await pause(100)
    }
  }
  #someOpen(): Sent | null {
    const open = this.#random() < 0.2 ? this.book.filter((sent) => sent.outcome === 'open') : []
    return open[Math.floor(this.#random() * open.length)] ?? null
  }

  readonly #busy = new Set<Sent>()

  /** True when the product answered. */
  async send(sent: Sent): Promise<boolean> {
    if (this.#busy.has(sent)) return true
    this.#busy.add(sent)
    const who = sent.kind === 'confirm' ? this.#ground.confirmer : this.#ground.registrar
    try {
      const answer = await who.post(sent.path, sent.body, sent.key, 30_000)
      if (answer.status >= 500 || answer.status === 429) {
        this.#disturbed(String(answer.status))
        return false
      }
      const { code, message, data } = envelopeOf(answer)
      sent.said = message
      if (code === 200) this.#acked(sent, data as Row | null)
      else if (code === 409 && message.includes(APPLIED)) sent.outcome = 'applied'
      else if (code !== 409) sent.outcome = 'refused'
      return true
    } catch {
      this.#disturbed('line')
      return false
    } finally {
      this.#busy.delete(sent)
    }
  }

  #acked(sent: Sent, row: Row | null): void {
    sent.outcome = 'acked'
    if (sent.kind === 'register') sent.payment = row!.id
    this.acks++
    this.lastAck = performance.now()
  }
  #disturbed(what: string): void {
    this.disturbances.set(what, (this.disturbances.get(what) ?? 0) + 1)
  }

  #next(): Sent {
    const receipt = this.book.find((sent) => sent.kind === 'register' && sent.outcome === 'acked' && !this.#confirmed.has(sent.payment!))
    const kinds: Kind[] = receipt ? ['comment', 'dept', 'register', 'confirm'] : ['comment', 'dept', 'register']
    const sent = this.#make(kinds[Math.floor(this.#random() * kinds.length)]!, receipt?.payment ?? null)
    this.book.push(sent)
    return sent
  }

  readonly #confirmed = new Set<number>()

  /** Nothing in the tables forbids a second comment or receipt of the same words: only the key of the request does. */
  #make(kind: Kind, receipt: number | null): Sent {
    const key = randomUUID()
    const base = { key, kind, outcome: 'open' as const, payment: null, said: '' }
    const { store, bill } = this.#ground
    switch (kind) {
      case 'comment':
        return { ...base, path: '/api/v1/store/comment', body: { id: store.id, text: key } }
      case 'dept':
        return {
          ...base,
          path: '/api/v1/dept/add',
          body: { name: '抢修组', code: `d${key.replaceAll('-', '').slice(0, 20)}`, idx: 1, remark: key },
        }
      case 'register':
        return {
          ...base,
          path: '/api/v1/payment/register',
          body: { bills: [bill.id], amount: 1, paidAt: new Date().toISOString(), channel: 'cash', remark: key },
        }
      case 'confirm':
        this.#confirmed.add(receipt!)
        return { ...base, payment: receipt, path: '/api/v1/payment/confirm', body: { id: receipt, version: 1 } }
    }
  }
}
