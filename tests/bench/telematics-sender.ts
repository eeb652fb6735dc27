/** The terminals of the benchmark, in a process of their own so that their memory and their turns of the event loop are not the gateway's. */
import { writeFileSync } from 'node:fs'
import { Terminals, type TerminalsOptions } from './terminals.ts'

export type Order =
  | { do: 'connect'; options: TerminalsOptions; atOnce: number }
  | { do: 'bounce' }
  | { do: 'run'; perSecond: number; seconds: number }
  | { do: 'flood'; seconds: number; window: number }
  | { do: 'save'; file: string }
  | { do: 'stop' }
export interface Report {
  sent: number
  acked: number
  refused: number
  resent: number
  pending: number
  online: number
  connections: number
  p50: number
  p95: number
  p99: number
  max: number
  perSecond: number
  seconds: number
  error?: string
}

let crowd: Terminals | null = null

async function obey(order: Order): Promise<number> {
  switch (order.do) {
    case 'connect':
      crowd = new Terminals(order.options)
      await crowd.connect(order.atOnce, 300_000)
      return 0
    case 'bounce':
      await crowd!.bounce(600_000)
      return 0
    case 'run': {
      crowd!.forget()
      const before = crowd!.sent
      await crowd!.run(order.perSecond, order.seconds)
      const perSecond = (crowd!.sent - before) / order.seconds
      await crowd!.settle(300_000)
      return perSecond
    }
    case 'flood': {
      const perSecond = await crowd!.flood(order.seconds, order.window)
      await crowd!.settle(60_000)
      return perSecond
    }
    case 'save':
      writeFileSync(order.file, [...crowd!.acknowledged()].map((row) => row.join('\t')).join('\n'))
      return 0
    case 'stop':
      crowd?.stop()
      setTimeout(() => process.exit(0), 200)
      return 0
  }
}

process.on('message', (order: Order) => {
  const began = performance.now()
  const tell = (perSecond: number, error?: string): void => {
    const { sent = 0, acked = 0, refused = 0, resent = 0, pending = 0, online = 0, connections = 0 } = crowd ?? {}
    const report: Report = {
      sent,
      acked,
      refused,
      resent,
      pending,
      online,
      connections,
      perSecond,
      seconds: (performance.now() - began) / 1000,
      p50: crowd?.quantile(0.5) ?? 0,
      p95: crowd?.quantile(0.95) ?? 0,
      p99: crowd?.quantile(0.99) ?? 0,
      max: crowd?.quantile(1) ?? 0,
      ...(error ? { error } : {}),
    }
    process.send!(report)
  }
  obey(order).then(tell, (error: unknown) => tell(0, String(error)))
})
process.on('disconnect', () => process.exit(0))
