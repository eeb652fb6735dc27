/**
 * A list with filter, order, page and exact total over a million rows, asked over HTTP by sixteen people at once, against
 * the very statements it sends, on sixteen bare connections, in the same run. Who asks shares two cores with who answers, so
 * both ask as cheaply as they can (wires.ts).
 */
import pg from 'pg'
import { systemContext } from '#kit/access/system-context.server.ts'
import { systemClock } from '#kit/basics/time/clock.ts'
import { openDatabase } from '#kit/database/connection/pool.server.ts'
import { buildRegistry } from '#kit/entity/registry.server.ts'
import { list } from '#kit/entity/query/query.server.ts'
import { modules } from '../../src/modules.ts'
import { servedModules } from '../../src/modules.server.ts'
import type { Client } from './client.ts'
import { people, type Fleet } from './fleet.ts'
import { HttpLine, messageOf, PgLine } from './wires.ts'
import { line, load, ms, times, type Line, type Timed } from './measure.ts'
import type { Product } from './product.ts'

const CLIENTS = 16

export interface Statement {
  text: string
  values: unknown[]
}

/** What one call sends to PostgreSQL, word for word. */
export async function statementsOf(product: Product, query: Record<string, string>): Promise<Statement[]> {
  const registry = buildRegistry(modules, servedModules)
  const db = openDatabase({ endpoint: () => product.endpoint('app'), max: 1 })
  const ctx = systemContext({ db, clock: systemClock, registry, operatorId: 1, requestId: 'bench' })
  const seen: Statement[] = []
  const prototype = pg.Client.prototype as unknown as { query: (...args: unknown[]) => unknown }
  const original = prototype.query
  prototype.query = function (this: unknown, ...args: unknown[]) {
    if (typeof args[0] === 'string' && /^\s*(select|with)\b/i.test(args[0]) && !args[0].includes('set_config'))
      seen.push({ text: args[0], values: (args[1] as unknown[] | undefined) ?? [] })
    return original.apply(this, args)
  }
  try {
    await db.read(1, (tx) => list(tx, ctx, registry.entity('vehicle'), query))
  } finally {
    prototype.query = original
    await db.close()
  }
  return seen
}

type Ask = (n: number) => Record<string, string>

/** Sixteen bare connections, each sending the statements of one call one after the other without waiting in between. */
export async function bare(product: Product, ask: Ask, duration: number): Promise<Timed> {
  const variants: Buffer[][] = []
  for (let n = 0; n < 40; n++) variants.push((await statementsOf(product, ask(n))).map(messageOf))
  const lines = await Promise.all(
    Array.from({ length: CLIENTS }, () => PgLine.open(product.endpoint('app'), "select set_config('app.operator_id', '1', false)")),
  )
  try {
    return await load(CLIENTS, duration, (i, n) => lines[i]!.send(variants[(i * 7 + n) % variants.length]!))
  } finally {
    for (const line of lines) line.close()
  }
}

export async function overHttp(product: Product, clients: readonly Client[], ask: Ask, duration: number): Promise<Timed> {
  const lines = await Promise.all(clients.map((client) => HttpLine.open(product.port, client.token)))
  try {
    return await load(
      lines.length,
      duration,
      async (i, n) => (await lines[i]!.get(`/api/v1/vehicle/list?${new URLSearchParams(ask(i * 7 + n))}`)) === 200,
    )
  } finally {
    for (const line of lines) line.close()
  }
}

const STATUS = ['available', 'leased', 'repairing']

/** What people ask for; `n` varies store, state, order and page. */
export function asks({ stores, models, size }: Fleet): { name: string; ask: Ask; budget: boolean }[] {
  const half = stores.slice(0, stores.length / 2)
  const store = (n: number): string => String(half[n % half.length]!.id)
  return [
    {
      name: 'store and state, newest first',
      budget: true,
      ask: (n) => ({ store: store(n), status: STATUS[n % 3]!, pageNo: String(1 + (n % 5)), pageSize: '20' }),
    },
    {
      name: 'store and model, by plate',
      budget: true,
      ask: (n) => ({
        store: store(n),
        model: String(models[n % models.length]!.id),
        sort: n % 2 ? 'plateNo' : '-plateNo',
        pageNo: String(1 + (n % 3)),
        pageSize: '20',
      }),
    },
    {
      name: 'keyword inside plate, VIN or licence',
      budget: true,
      ask: (n) => ({
        keyword: String(((1 + n) * 7919) % size)
          .padStart(7, '0')
          .slice(0, 6),
        pageSize: '20',
      }),
    },
    { name: 'one state of the whole company', budget: false, ask: (n) => ({ status: STATUS[n % 3]!, pageSize: '20' }) },
    { name: 'no filter, all of the million counted', budget: false, ask: (n) => ({ pageNo: String(1 + (n % 5)), pageSize: '20' }) },
  ]
}

export async function benchList(product: Product, fleet: Fleet, duration: number): Promise<Line[]> {
  const { limited, free } = await people(product, fleet, CLIENTS)
  const lines: Line[] = []
  for (const { name, ask, budget } of asks(fleet)) {
    const floor = await bare(product, ask, duration)
    const http = await overHttp(product, free, ask, duration)
    const ratio = http.perSecond / floor.perSecond
    const rows = JSON.parse(String((await free[0]!.get(`/api/v1/vehicle/list?${new URLSearchParams(ask(0))}`)).bytes)) as {
      data: { total: number }
    }
    lines.push(
      line(
        `list: ${name} (total ${rows.data.total.toLocaleString('en')})${http.failed ? `, ${http.failed} failed` : ''}`,
        `p50 ${ms(http.p50)}, p95 ${ms(http.p95)}, ${Math.round(http.perSecond)}/s`,
        {
          floor: `p50 ${ms(floor.p50)}, p95 ${ms(floor.p95)}, ${Math.round(floor.perSecond)}/s`,
          ratio: times(ratio),
          ...(budget ? { budget: 'p95 ≤ 50 ms, ≥ 0.5×', met: http.p95 <= 50 && ratio >= 0.5 } : {}),
        },
      ),
    )
  }
  lines.push(await scopeCost(product, limited, free, asks(fleet)[0]!.ask, duration))
  for (const client of [...limited, ...free]) client.close()
  return lines
}

/** The same rows asked for by people whose template shows half of the stores, and by administrators; in turns, so that both meet the same machine. */
async function scopeCost(product: Product, limited: readonly Client[], free: readonly Client[], ask: Ask, duration: number): Promise<Line> {
  const rounds = { limited: [] as Timed[], free: [] as Timed[] }
  for (let i = 0; i < 3; i++) {
    rounds.free.push(await overHttp(product, free, ask, duration / 2))
    rounds.limited.push(await overHttp(product, limited, ask, duration / 2))
  }
  const middle = (of: Timed[]): number => of.map((t) => t.p50).toSorted((a, b) => a - b)[1]!
  const ratio = middle(rounds.limited) / middle(rounds.free)
  return line('list: with a data template', `p50 ${ms(middle(rounds.limited))}`, {
    floor: `administrator p50 ${ms(middle(rounds.free))}`,
    ratio: times(ratio),
    budget: '≤ 1.2×',
    met: ratio <= 1.2,
  })
}
