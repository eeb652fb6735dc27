/**
 * `npm run bench -- --against 47f62b6`: that commit beside this one in the same run. It is checked out below `.cache/against`,
 * installed and built once; both products then stand on data folders of their own with the same vehicles, and every figure is
 * taken of one and of the other in turns, so that both meet the same machine. Each is driven by its own fleet (its tables may
 * differ), and both by the same caller.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import type * as fleets from './fleet.ts'
import type { Fleet } from './fleet.ts'
import type { Client } from './client.ts'
import type * as products from './product.ts'
import type { Product } from './product.ts'
import { coldPages, EXECUTABLE } from './against-page.ts'
import { exportGrowth } from './sheets.ts'
import { line, load, ms, processorTree, times, type Line } from './measure.ts'
import { HttpLine } from './wires.ts'

const ROOT = join(import.meta.dirname, '../..')
const CLIENTS = 8

export interface Side {
  name: 'before' | 'now'
  root: string
  product: Product
  fleet: Fleet
  clients: Client[]
  /** The first of the vehicles; they follow each other. */
  first: number
}

/** The other commit, ready to be started. */
function checkedOut(commit: string): string {
  const folder = join(ROOT, '.cache/against', commit)
  const run = (command: string, ...args: string[]): void => void execFileSync(command, args, { cwd: folder, stdio: 'inherit' })
  if (!existsSync(join(folder, 'package.json'))) {
    mkdirSync(join(ROOT, '.cache/against'), { recursive: true })
    execFileSync('git', ['worktree', 'prune'], { cwd: ROOT })
    execFileSync('git', ['worktree', 'add', '--detach', folder, commit], { cwd: ROOT, stdio: 'inherit' })
  }
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
  if (!existsSync(join(folder, 'node_modules/fastify'))) run(npm, 'ci', '--no-audit', '--no-fund')
  if (!existsSync(join(folder, 'dist/web/index.html'))) run(npm, 'run', 'build')
  return folder
}

async function standing(name: Side['name'], root: string, rows: number): Promise<Side> {
  const own = <T>(file: string): Promise<T> => import(join(root, 'tests/bench', file)) as Promise<T>
  const product = await (await own<typeof products>('product.ts')).Product.start()
  const { makeFleet, people } = await own<typeof fleets>('fleet.ts')
  const fleet = await makeFleet(product, rows)
  const { free, limited } = await people(product, fleet, CLIENTS)
  for (const client of limited) client.close()
  const [lowest] = await product.sql<{ id: string }>('select min(id)::text as id from vehicle where operator_id = 1')
  return { name, root, product, fleet, clients: free, first: Number(lowest!.id) }
}

interface Work {
  what: string
  /** How many times as fast as before it has to be. */
  aim: number
  call: (side: Side, line: HttpLine, n: number) => Promise<number>
}

const STATUS = ['available', 'leased', 'repairing']
const listed =
  (query: (side: Side, n: number) => Record<string, string>): Work['call'] =>
  (side, to, n) =>
    to.get(`/api/v1/vehicle/list?${new URLSearchParams({ ...query(side, n), pageSize: '20' })}`)

/** Each is asked about a vehicle of its own that nobody has changed before. */
const SPREAD = 7919

const WORKS: readonly Work[] = [
  {
    what: 'list: store and state, exact total',
    aim: 1.6,
    call: listed(({ fleet }, n) => ({
      store: String(fleet.stores[n % 10]!.id),
      status: STATUS[n % 3]!,
      pageNo: String(1 + (n % 5)),
    })),
  },
  {
    what: 'list: keyword',
    aim: 1.6,
    call: listed(({ fleet }, n) => ({
      keyword: String(((1 + n) * SPREAD) % fleet.size)
        .padStart(7, '0')
        .slice(0, 6),
    })),
  },
  { what: 'list: no filter, page 3', aim: 1.6, call: listed(() => ({ pageNo: '3' })) },
  {
    what: 'one record',
    aim: 1.6,
    call: ({ first, fleet }, to, n) => to.get(`/api/v1/vehicle/detail?id=${first + ((n * SPREAD) % fleet.size)}`),
  },
  {
    what: 'update with audit',
    aim: 2,
    call: ({ first }, to, n) => to.post('/api/v1/vehicle/edit', { id: first + n, version: 1, remark: `第 ${n} 次修改` }),
  },
  {
    what: 'add',
    aim: 2,
    call: (_side, to, n) => to.post('/api/v1/dept/add', { name: '测试部', code: `d${n}`, idx: 1 }),
  },
]

interface Taken {
  perSecond: number
  p50: number
  p95: number
  failed: number
  /** Seconds of a processor for a thousand calls: the product, and PostgreSQL. */
  own: number
  database: number
}

async function taken(side: Side, work: Work, seconds: number, from: number): Promise<Taken> {
  const lines = await Promise.all(side.clients.map((client) => HttpLine.open(side.product.port, client.token, { encoding: 'br' })))
  const before = processorTree(side.product.pid)
  try {
    let calls = 0
    const timed = await load(CLIENTS, seconds, async (i, n) => {
      calls++
      return (await work.call(side, lines[i]!, from + n * CLIENTS + i)) === 200
    })
    const after = processorTree(side.product.pid)
    const each = (now: number, then: number): number => ((now - then) / calls) * 1000
    return { ...timed, own: each(after.own, before.own), database: each(after.children, before.children) }
  } finally {
    for (const one of lines) one.close()
  }
}

const middle = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
const middleOf = (of: readonly Taken[]): Taken => ({
  perSecond: middle(of.map((t) => t.perSecond)),
  p50: middle(of.map((t) => t.p50)),
  p95: middle(of.map((t) => t.p95)),
  failed: of.reduce((sum, t) => sum + t.failed, 0),
  own: middle(of.map((t) => t.own)),
  database: middle(of.map((t) => t.database)),
})

const said = (t: Taken): string =>
  `${Math.round(t.perSecond)}/s, p50 ${ms(t.p50)}, p95 ${ms(t.p95)}; processor of 1,000: the product ${t.own.toFixed(2)} s, PostgreSQL ${t.database.toFixed(2)} s${t.failed ? `, ${t.failed} failed` : ''}`

async function calls(sides: readonly Side[], rounds: number, seconds: number): Promise<Line[]> {
  const lines: Line[] = []
  for (const work of WORKS) {
    const of = { before: [] as Taken[], now: [] as Taken[] }
    let from = 0
    for (let round = 0; round < rounds; round++) {
      // Who goes first changes, so that neither always finds the machine warm.
      for (const side of round % 2 ? sides.toReversed() : sides) of[side.name].push(await taken(side, work, seconds, from))
      from += Math.floor(sides[0]!.fleet.size / rounds)
    }
    const [before, now] = [middleOf(of.before), middleOf(of.now)]
    const ratio = now.perSecond / before.perSecond
    const processor = (before.own + before.database) / (now.own + now.database)
    lines.push(
      line(work.what, said(now), {
        floor: said(before),
        ratio: `${times(ratio)}; of processor time ${times(processor)}`,
        budget: `≥ ${work.aim}×`,
        met: ratio >= work.aim,
      }),
    )
    process.stdout.write(
      `  ${work.what}: ${times(ratio)} (processor ${times(processor)})\n    before ${said(before)}\n    now ${said(now)}\n`,
    )
  }
  return lines
}

async function pages(sides: readonly Side[], rounds: number): Promise<Line[]> {
  if (!existsSync(EXECUTABLE)) return [line('pages', 'not measured: there is no Chromium (CHROMIUM_PATH)')]
  const browser = await chromium.launch({ executablePath: EXECUTABLE, args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'] })
  try {
    const measured = await coldPages(browser, sides, rounds)
    const of = (key: 'list' | 'detail', name: Side['name']): number => middle(measured[name].map((one) => one[key]))
    const each = (key: 'list' | 'detail', name: Side['name']): string =>
      `${ms(of(key, name))} (${measured[name].map((one) => Math.round(one[key])).join(', ')})`
    const ratio = of('list', 'now') / of('list', 'before')
    const answers = middle(measured.now.map((one) => one.answers))
    return [
      line(
        `list page usable, cold (${answers} answers, ${Math.round(middle(measured.now.map((one) => one.bytes)) / 1000)} kB)`,
        each('list', 'now'),
        {
          floor: `${each('list', 'before')} (${middle(measured.before.map((one) => one.answers))} answers, ${Math.round(middle(measured.before.map((one) => one.bytes)) / 1000)} kB)`,
          ratio: times(ratio),
          budget: '≤ 0.45×',
          met: ratio <= 0.45,
        },
      ),
      line('first change from list to detail', each('detail', 'now'), {
        floor: each('detail', 'before'),
        ratio: times(of('detail', 'now') / of('detail', 'before')),
        budget: '≤ 300 ms',
        met: of('detail', 'now') <= 300,
      }),
    ]
  } finally {
    await browser.close()
  }
}

async function exports(sides: readonly Side[]): Promise<Line[]> {
  const grown = { before: [] as string[], now: [] as string[] }
  const most = { before: 0, now: 0 }
  for (let i = 0; i < 3; i++)
    for (const side of sides) {
      const { mb, seconds } = await exportGrowth(side.product, side.fleet)
      grown[side.name].push(`+${Math.round(mb)} MB in ${seconds.toFixed(1)} s`)
      most[side.name] = Math.max(most[side.name], mb)
    }
  return [
    line('export of 100,000 × 20, three times: memory it takes', grown.now.join(', '), {
      floor: grown.before.join(', '),
      budget: '≤ 60 MB each time',
      met: most.now <= 60,
    }),
  ]
}

/** `only`: calls, page, export; all when empty. */
export async function benchAgainst(
  commit: string,
  options: { rows: number; rounds: number; seconds: number; only: readonly string[] },
): Promise<Line[]> {
  const wants = (part: string): boolean => options.only.length === 0 || options.only.includes(part)
  const before = await standing('before', checkedOut(commit), options.rows)
  const sides = [before]
  try {
    sides.push(await standing('now', ROOT, options.rows))
    return [
      ...(wants('calls') ? await calls(sides, options.rounds, options.seconds) : []),
      ...(wants('page') ? await pages(sides, options.rounds) : []),
      ...(wants('export') ? await exports(sides) : []),
    ]
  } finally {
    for (const side of sides) {
      for (const client of [side.fleet.admin, ...side.clients]) client.close()
      await side.product.close()
    }
  }
}
