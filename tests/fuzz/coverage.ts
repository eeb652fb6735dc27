/** Which code an input reached, as V8 counts it: an input that reaches what none did before is worth going on from. */
import { Session } from 'node:inspector'

interface Taken {
  result: { url: string; functions: { ranges: { startOffset: number; endOffset: number; count: number }[] }[] }[]
}
/** Ours, and the readers of formats that we use; Node's own and the tests' are not asked for. */
const COUNTS = /\/src\/|node_modules\/(?:@libpdf|pdf-lib|asn1js|pkijs|pmtiles|@simplewebauthn|fflate)\//

export class Coverage {
  private readonly session = new Session()
  private readonly seen = new Set<string>()

  constructor() {
    this.session.connect()
    this.post('Profiler.enable')
    // Without counts V8 tells each function and each branch once, when it was first reached: a question costs some milliseconds, not seconds.
    this.post('Profiler.startPreciseCoverage', { callCount: false, detailed: true })
  }

  private post(method: string, parameters: object = {}): unknown {
    let answer: unknown
    this.session.post(method as 'Profiler.enable', parameters as never, (error: Error | null, value?: unknown) => {
      if (error) throw error
      answer = value
    })
    return answer
  }

  get size(): number {
    return this.seen.size
  }

  /** How much was reached for the first time since the last question. */
  more(): number {
    const before = this.seen.size
    for (const { url, functions } of (this.post('Profiler.takePreciseCoverage') as Taken).result) {
      if (!COUNTS.test(url)) continue
      for (const { ranges } of functions)
        for (const { startOffset, endOffset, count } of ranges) if (count > 0) this.seen.add(`${url}:${startOffset}-${endOffset}`)
    }
    return this.seen.size - before
  }
}
