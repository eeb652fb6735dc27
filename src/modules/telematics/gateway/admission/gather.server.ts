/**
 * Questions asked one by one, answered many at once: while one round is under way the next one gathers. After a failure of the network
 * ten thousand terminals come back in one second; each in a transaction of its own would take the database a minute.
 */
import { DatabaseBusy } from '#kit/database/connection/pool.server.ts'

/** Whoever asked has gone meanwhile: nobody was asked for him. */
export class Gone extends Error {}

export class Gather<Q, A> {
  private readonly answer: (questions: readonly Q[]) => Promise<readonly A[]>
  private readonly most: number
  /** Two questions about the same thing never share a round; the second waits for the next. */
  private readonly keyOf: (question: Q) => unknown
  private readonly wanted: (question: Q) => boolean
  private readonly first: (question: Q) => boolean
  private waiting: { question: Q; resolve: (answer: A) => void; reject: (error: unknown) => void }[] = []
  private running = false

  /**
   * `wanted`: whether anybody still waits for the answer, looked at when its turn has come. `first`: goes before all that wait, since a
   * crowd must not hold up whoever is no part of it.
   */
  constructor(options: {
    answer: (questions: readonly Q[]) => Promise<readonly A[]>
    keyOf: (question: Q) => unknown
    most?: number
    wanted?: (question: Q) => boolean
    first?: (question: Q) => boolean
  }) {
    this.answer = options.answer
    this.keyOf = options.keyOf
    this.most = options.most ?? 200
    this.wanted = options.wanted ?? (() => true)
    this.first = options.first ?? (() => false)
  }

  ask(question: Q): Promise<A> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ question, resolve, reject })
      if (this.running) return
      this.running = true
      setImmediate(() => void this.run())
    })
  }

  private async run(): Promise<void> {
    while (this.waiting.length > 0) {
      const round = this.take()
      if (round.length > 0) await this.round(round)
    }
    this.running = false
  }

  private take(): typeof this.waiting {
    const keys = new Set<unknown>()
    const round: typeof this.waiting = []
    const later: typeof this.waiting = []
    const { true: before = [], false: after = [] } = Object.groupBy(this.waiting, ({ question }) => `${this.first(question)}`)
    for (const one of [...before, ...after]) {
      if (!this.wanted(one.question)) {
        one.reject(new Gone('nobody waits for this any more'))
        continue
      }
      const key = this.keyOf(one.question)
      if (round.length >= this.most || keys.has(key)) later.push(one)
      else {
        keys.add(key)
        round.push(one)
      }
    }
    this.waiting = later
    return round
  }

  /** One that cannot be answered does not cost the others their answer: then each is asked alone. */
  private async round(round: typeof this.waiting): Promise<void> {
    try {
      const answers = await this.answer(round.map((one) => one.question))
      for (const [i, one] of round.entries()) one.resolve(answers[i]!)
    } catch (error) {
      if (round.length > 1 && !(error instanceof DatabaseBusy)) for (const one of round) await this.round([one])
      else for (const one of round) one.reject(error)
    }
  }
}
