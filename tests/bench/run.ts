/**
 * `npm run bench`: figures of the product as it runs, as ratios to a floor measured in the same run. It prints; it fails
 * nothing. `npm run bench -- list page` runs parts, `--rows 100000` a smaller fleet, `--seconds 5` shorter, `--small` telematics
 * and e-contracts in seconds, `start --before <commit>` also starts that one, `--write` keeps the table in docs/operations/numbers.md. `--against <commit>` runs that one beside this one (against.ts).
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { benchBillList, benchBillRun, makeLeases } from './billing.ts'
import { benchAffairs, benchStatement } from './affairs.ts'
import { benchAgainst } from './against.ts'
import { benchApproval } from './approval.ts'
import { benchBillReports } from './bill-reports.ts'
import { benchBooks } from './books.ts'
import { benchCalendar } from './calendar.ts'
import { benchClose } from './close.ts'
import { benchCalls } from './calls.ts'
import { benchCodec } from './codec.ts'
import { CrashRun, VICTIMS, killedFirstStarts } from './crash.ts'
import { benchDesigner } from './designer.ts'
import { benchDesk } from './desk.ts'
import { benchEsign } from './esign.ts'
import { benchFreight } from './freight.ts'
import { makeFleet, type Fleet } from './fleet.ts'
import { benchLeasing } from './leasing.ts'
import { benchList } from './list.ts'
import { benchMap, benchPositions } from './map.ts'
import { line, ms, table, type Line } from './measure.ts'
import { benchPage } from './page.ts'
import { benchReports } from './reports.ts'
import { Product } from './product.ts'
import { benchExport, benchImport } from './sheets.ts'
import { benchStart } from './start.ts'
import { benchTelematics, FULL, SMALL } from './telematics.ts'
import { benchTypes } from './types.ts'
import { randomOf } from '#kit/basics/random.ts'

const PARTS = [
  'types',
  'codec',
  'leasing',
  'calls',
  'list',
  'export',
  'import',
  'page',
  'bills',
  'billList',
  'billReports',
  'reports',
  'books',
  'close',
  'approval',
  'affairs',
  'statement',
  'esign',
  'freight',
  'map',
  'positions',
  'calendar',
  'desk',
  'designer',
  'telematics',
  'crash',
  'start',
] as const
type Part = (typeof PARTS)[number]
const NUMBERS = join(import.meta.dirname, '../../docs/operations/numbers.md')

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rows: { type: 'string', default: '1000000' },
    seconds: { type: 'string', default: '10' },
    trials: { type: 'string', default: '50' },
    leases: { type: 'string', default: '100000' },
    bills: { type: 'string', default: '10000000' },
    vehicles: { type: 'string', default: '10000' },
    documents: { type: 'string', default: '50000' },
    small: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
    against: { type: 'string' },
    before: { type: 'string' },
    rounds: { type: 'string', default: '3' },
  },
})
const unknown = positionals.filter((name) => !(PARTS as readonly string[]).includes(name))
if (unknown.length > 0) {
  console.error(`没有名为 ${unknown.join('、')} 的部分，可选：${PARTS.join('、')}`)
  process.exit(2)
}
/** Run when asked for by name: crashes take half an hour, a start from nothing several minutes, and the statement is one of the affairs. */
const BY_NAME = new Set<string>(['crash', 'statement', 'start'])
// Beside another commit: calls, page and export, each of both (against.ts).
const wanted = new Set<string>(
  values.against ? [`against ${values.against}`] : positionals.length ? positionals : PARTS.filter((part) => !BY_NAME.has(part)),
)
const duration = Number(values.seconds)
const lines: Line[] = []

async function part(name: Part, work: () => Promise<Line[]>): Promise<void> {
  if (!wanted.has(name)) return
  process.stdout.write(`${name} …\n`)
  const partLines = await work().catch((error: unknown) => [
    line(name, `not measured: ${error instanceof Error ? error.message : String(error)}`),
  ])
  for (const { what, measured, floor, ratio, budget, met } of partLines)
    process.stdout.write(`  ${what}: ${measured} | floor ${floor} | ${ratio} | budget ${budget}${met === null ? '' : met ? ' ✓' : ' ✗'}\n`)
  lines.push(...partLines)
}

if (values.against) {
  const { against, rows, rounds } = values
  lines.push(
    ...(await benchAgainst(against, {
      rows: Number(rows),
      rounds: Number(rounds),
      seconds: duration,
      only: positionals,
    })),
  )
}
await part('types', benchTypes)
await part('codec', benchCodec)
await part('leasing', () => benchLeasing(duration))
if (['calls', 'list', 'export', 'import', 'page'].some((name) => wanted.has(name))) {
  const product = await Product.start()
  try {
    await part('calls', () => benchCalls(product, duration))
    if (['list', 'export', 'import', 'page'].some((name) => wanted.has(name))) {
      process.stdout.write(`${values.rows} vehicles …\n`)
      const fleet: Fleet = await makeFleet(product, Number(values.rows))
      await part('export', () => benchExport(product, fleet))
      await part('import', () => benchImport(product, fleet))
      await part('list', () => benchList(product, fleet, duration))
      await part('page', () => benchPage(product))
      fleet.admin.close()
    }
  } finally {
    await product.close()
  }
}
if (wanted.has('bills') || wanted.has('billList')) {
  const product = await Product.start()
  try {
    await part('bills', () => benchBillRun(product, Number(values.leases)))
    // The list looks at bills of leases, whoever made them.
    if (!wanted.has('bills')) await makeLeases(product, Number(values.leases))
    await part('billList', () => benchBillList(product, Number(values.bills), duration))
  } finally {
    await product.close()
  }
}
await part('billReports', async () => {
  const product = await Product.start()
  try {
    return await benchBillReports(product, Number(values.leases), Number(values.bills))
  } finally {
    await product.close()
  }
})
await part('reports', async () => {
  const product = await Product.start()
  try {
    return await benchReports(product, Number(values.vehicles))
  } finally {
    await product.close()
  }
})
await part('books', async () => {
  const product = await Product.start()
  try {
    return await benchBooks(product, Number(values.documents))
  } finally {
    await product.close()
  }
})
await part('close', async () => {
  const product = await Product.start()
  try {
    return await benchClose(product, 20 * Number(values.documents))
  } finally {
    await product.close()
  }
})
await part('approval', async () => {
  const product = await Product.start()
  try {
    return await benchApproval(product)
  } finally {
    await product.close()
  }
})
await part('affairs', async () => {
  const product = await Product.start()
  try {
    const [rows, fleet] = [Number(values.rows), Number(values.leases)]
    return await benchAffairs(product, { vehicles: fleet, violations: fleet, fills: Math.min(50_000, fleet), rows })
  } finally {
    await product.close()
  }
})
await part('statement', async () => {
  const product = await Product.start()
  try {
    return await benchStatement(product, Math.min(50_000, Number(values.leases)))
  } finally {
    await product.close()
  }
})
await part('esign', async () => {
  const product = await Product.start()
  try {
    return await benchEsign(product, values.small ? { flows: 2_000, rounds: 3 } : {})
  } finally {
    await product.close()
  }
})
await part('freight', async () => {
  const product = await Product.start()
  try {
    return await benchFreight(product, Number(values.rows), duration)
  } finally {
    await product.close()
  }
})
await part('map', async () => {
  const product = await Product.start()
  try {
    return await benchMap(product)
  } finally {
    await product.close()
  }
})
await part('positions', async () => {
  const product = await Product.start()
  try {
    return await benchPositions(product)
  } finally {
    await product.close()
  }
})
await part('calendar', async () => {
  const product = await Product.start()
  try {
    return await benchCalendar(product)
  } finally {
    await product.close()
  }
})
await part('desk', async () => {
  const product = await Product.start()
  try {
    return await benchDesk(product, { leases: Number(values.leases), bills: Number(values.rows), duration })
  } finally {
    await product.close()
  }
})
await part('designer', async () => {
  const product = await Product.start()
  try {
    return await benchDesigner(product)
  } finally {
    await product.close()
  }
})
await part('telematics', () => benchTelematics(values.small ? SMALL : FULL))
await part('crash', crashes)
await part('start', () => benchStart(values.before))

async function crashes(): Promise<Line[]> {
  const seed = Date.now() % 1_000_000
  const trials = Number(values.trials) * VICTIMS.length
  const run = await CrashRun.prepare(seed)
  try {
    const { verdict, recovery, disturbances } = await run.run({
      trials,
      seed,
      patient: true,
      onTrial: (n, victim, took) => process.stdout.write(`  ${n}/${trials} ${victim} ${Math.round(took)} ms\n`),
    })
    const { acked, applied, lost, doubled, stray, serials, ledger, chain, unresolved } = verdict
    const bad = lost.length + doubled.length + stray.length + serials.length + ledger.length + unresolved + (chain ? 1 : 0)
    const random = randomOf(seed)
    let first = 0
    for (let i = 0; i < 10; i++) first += (await killedFirstStarts([random() * 4000, random() * 4000])).signedIn ? 1 : 0
    return [
      line(
        `kill −9, ${values.trials} each of ${VICTIMS.join(', ')} (seed ${seed})`,
        `acknowledged ${acked}, found done on repetition ${applied}, lost ${lost.length}, doubled ${doubled.length}, numbers twice ${serials.length}, ledger ${ledger.length}, log ${chain ?? 'whole'}; seen by clients: ${JSON.stringify(disturbances)}`,
        { budget: 'nothing lost', met: bad === 0 },
      ),
      ...VICTIMS.map((victim) =>
        line(
          `next acknowledged write after the kill of ${victim}`,
          `p50 ${ms(recovery[victim].p50)}, p95 ${ms(recovery[victim].p95)}, max ${ms(recovery[victim].max)}`,
        ),
      ),
      line('kill −9 twice during the first start, then a start', `${first} of 10 complete by themselves`, { met: first === 10 }),
    ]
  } finally {
    await run.close()
  }
}

const machine = `${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.versions.node}, ${new Date().toISOString().slice(0, 10)}`
const command = `npm run bench${process.argv.length > 2 ? ` -- ${process.argv.slice(2).join(' ')}` : ''}`
process.stdout.write(`\n${table(lines)}\n\n${machine}; ${command}\n`)
if (values.write) keep()

/** Each run of a part replaces that part's table; what was not run stays. */
function keep(): void {
  const mark = `<!-- ${[...wanted].toSorted().join(' ')} -->`
  const section = `${mark}\n\n${machine}; \`${command}\`\n\n${table(lines)}\n`
  const before = existsSync(NUMBERS)
    ? readFileSync(NUMBERS, 'utf8')
    : '# Numbers\n\nMeasured by `npm run bench`, each beside what the least could cost on the same machine in the same run.\n'
  const at = before.indexOf(mark)
  if (at < 0) return writeFileSync(NUMBERS, `${before.trimEnd()}\n\n${section}`)
  const next = before.indexOf('\n<!-- ', at + mark.length)
  writeFileSync(NUMBERS, before.slice(0, at) + section + (next < 0 ? '' : before.slice(next)))
}
