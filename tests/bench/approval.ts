/** Approval through the API: a thousand cases of three steps, answered off the workbench and one by one, and the workbench of somebody among a million tasks. */
import { Client, envelopeOf, openAccount, type Row } from './client.ts'
import { line, processorOf, type Line } from './measure.ts'
import { PASSWORD, postmasterOf, type Product } from './product.ts'

/** Calls at once. */
const CLIENTS = 8
/** Departments, each with a flow of its own and three people who approve: nobody approves faster than the rate limiter lets a person. */
const FLOWS = 4
const STEPS = ['a', 'b', 'c'] as const
const BUDGET_PER_SECOND = 300
const BUDGET_MS = 30

/** An ordinary colleague: no administrator, no screen beyond what everybody has. */
async function colleague(product: Product, admin: Client, username: string): Promise<{ id: number; client: Client }> {
  const [me] = await admin.list('user', 'username=admin')
  const { id } = await admin.add('user', {
    username,
    name: `同事${username}`,
    mobile: '13800138000',
    dept: me!['dept'],
    customerType: 'staff',
  })
  await openAccount(product, id, false)
  return { id, client: await Client.signIn(product, username, PASSWORD) }
}

const node = (id: string, user: number): object => ({
  kind: 'approve',
  id,
  name: id,
  who: { kind: 'person', users: [user] },
  mode: 'all',
  empty: { policy: 'toAdmin' },
  self: 'allow',
})

interface Flow {
  key: string
  starter: Client
  /** Of the steps, in their order. */
  approvers: readonly Client[]
}

async function flow(product: Product, admin: Client, form: number, n: number): Promise<Flow> {
  const key = `bench${n}`
  const starter = await colleague(product, admin, `starter${n}`)
  const approvers: { id: number; client: Client }[] = []
  for (const step of STEPS) approvers.push(await colleague(product, admin, `approver${n}${step}`))
  const process = await admin.add('approvalProcess', { key, name: `压测流程${n}`, form })
  const { id: version } = await admin.call<Row>('POST', '/api/v1/approvalVersion/draft', { process: process.id })
  const definition = {
    format: 1,
    nodes: [{ kind: 'start', id: 'start', name: '发起人' }, ...STEPS.map((step, i) => node(step, approvers[i]!.id))],
    settings: { allowWithdraw: true, allowTakeBack: true, dedupe: 'none' },
  }
  await admin.call('POST', '/api/v1/approvalVersion/save', { id: version, version: 1, definition })
  await admin.call('POST', '/api/v1/approvalVersion/publish', { id: version, version: 2 })
  return { key, starter: starter.client, approvers: approvers.map((a) => a.client) }
}

async function flows(product: Product, admin: Client): Promise<Flow[]> {
  const form = await admin.add('approvalForm', { name: '压测表单' })
  const { id: formVersion } = await admin.call<Row>('POST', '/api/v1/approvalFormVersion/draft', { form: form.id })
  await admin.call('POST', '/api/v1/approvalFormVersion/save', {
    id: formVersion,
    version: 1,
    schema: { fields: [{ name: 'what', label: '事由', kind: 'text', required: true }] },
  })
  await admin.call('POST', '/api/v1/approvalFormVersion/publish', { id: formVersion, version: 2 })
  const made: Flow[] = []
  for (let n = 0; n < FLOWS; n++) made.push(await flow(product, admin, form.id, n))
  return made
}

/** `CLIENTS` at once until all are done. */
async function all<T>(work: readonly T[], one: (item: T) => Promise<void>): Promise<void> {
  const queue = [...work]
  await Promise.all(
    Array.from({ length: CLIENTS }, async () => {
      for (let item = queue.shift(); item !== undefined; item = queue.shift()) await one(item)
    }),
  )
}

const start = (f: Flow, what: string): Promise<{ id: number }> =>
  f.starter.call<Row>('POST', '/api/v1/flow/start', { flowKey: f.key, values: { what } })
const approve = (client: Client, task: number): Promise<unknown> => client.call('POST', '/api/v1/workflow/approve', { task })

interface WorkItem {
  task: { id: number }
}
/** As people work off a morning: the list is read once a page, and each line of it answered. */
async function offTheWorkbench(of: readonly Flow[], cases: number): Promise<void> {
  await all(
    Array.from({ length: cases }, (_, i) => i),
    async (i) => void (await start(of[i % of.length]!, `第 ${i} 件`)),
  )
  for (const step of STEPS.keys()) {
    for (;;) {
      const pages = await Promise.all(
        of.map(async ({ approvers }) => {
          const client = approvers[step]!
          const { list } = await client.call<{ list: WorkItem[] }>('GET', '/api/v1/workbench/list?box=waiting&pageSize=50')
          return list.map(({ task }) => ({ client, task: task.id }))
        }),
      )
      const work = pages[0]!.flatMap((_, i) => pages.flatMap((page) => page[i] ?? []))
      if (work.length === 0) break
      await all(work, async ({ client, task }) => void (await approve(client, task)))
    }
  }
}

/** As people answer what needs thought: the case is opened before every answer. */
async function oneByOne(of: readonly Flow[], cases: number): Promise<void> {
  await all(
    Array.from({ length: cases }, (_, i) => i),
    async (i) => {
      const f = of[i % of.length]!
      const { id } = await start(f, `第 ${i} 件`)
      for (const client of f.approvers) {
        const { mine } = await client.call<{ mine: { task: number } }>('GET', `/api/v1/workflow/case?id=${id}`)
        await approve(client, mine.task)
      }
    },
  )
}

/** Actions a second, and what each costs of a processor: the product, PostgreSQL, and who calls. */
async function measured(product: Product, what: string, cases: number, budget: boolean, work: () => Promise<void>): Promise<Line> {
  const postgres = postmasterOf(product.dataDir)!.pid
  const used = (): number[] => {
    const database = processorOf(postgres)
    const { user, system } = process.cpuUsage()
    return [processorOf(product.pid), database, (user + system) / 1e6]
  }
  const before = used()
  const began = performance.now()
  await work()
  const actions = cases * (1 + STEPS.length)
  const perSecond = actions / ((performance.now() - began) / 1000)
  const [own, database, caller] = used().map((now, i) => `${(((now - before[i]!) / actions) * 1000).toFixed(1)} ms`)
  return line(
    `${cases} cases of 3 steps, ${what}, ${CLIENTS} at once`,
    `${perSecond.toFixed(0)} actions/s; processor an action: the product ${own}, PostgreSQL ${database}, who calls ${caller}`,
    budget ? { budget: `≥ ${BUDGET_PER_SECOND}/s`, met: perSecond >= BUDGET_PER_SECOND } : {},
  )
}

const p95 = (times: readonly number[]): number => times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? 0

async function workbench(client: Client, rounds: number): Promise<number> {
  const times: number[] = []
  for (let i = 0; i < rounds; i++) {
    const began = performance.now()
    const answer = await client.get('/api/v1/workbench/list?box=waiting&pageSize=20')
    if (envelopeOf(answer).code !== 200) throw new Error(`workbench: ${answer.status}`)
    times.push(performance.now() - began)
  }
  return p95(times)
}

/** Done cases of other days, written as rows: what the workbench has to find its way through. */
async function fill(product: Product, tasks: number): Promise<void> {
  await product.sql(
    `insert into approval_case (operator_id, no, title, process, process_version, status, starter, act, "values", facts, memory, round, started_at, urge_count)
    select operator_id, 'BENCH' || g, title, process, process_version, 'passed', starter, null, "values", facts, memory, 1, started_at - g * interval '1 second', 0
    from (select * from approval_case order by id limit 1) c, generate_series(1, $1) g`,
    [Math.ceil(tasks / 3)],
  )
  await product.sql(`insert into approval_task (operator_id, case_id, key, token, node, node_name, round, kind, origin, assignee, owner, status, seq, weight, acted_by, acted_at, opened_at, created_at)
    select c.operator_id, c.id, k, 1, 'a', 'a', 1, 'approve', 'node', u.id, u.id, 'agreed', 1, 1, u.id, c.started_at, c.started_at, c.started_at
    from approval_case c cross join generate_series(1, 3) k join (select id, row_number() over (order by id) - 1 as n, count(*) over () as of from "user") u on u.n = c.id % u.of where c.no like 'BENCH%'`)
  await product.sql('analyze approval_case')
  await product.sql('analyze approval_task')
}

export async function benchApproval(product: Product, { cases = 1000, tasks = 1_000_000 } = {}): Promise<Line[]> {
  const admin = await Client.signIn(product)
  const of = await flows(product, admin)
  // The first of everything is slower: code, plans, pages.
  await oneByOne(of, 40)
  const lines = [
    await measured(product, 'answered off the workbench', cases, true, () => offTheWorkbench(of, cases)),
    await measured(product, 'each case read before each answer', cases, true, () => oneByOne(of, cases)),
  ]
  for (let i = 0; i < 50; i++) await start(of[0]!, `待办 ${i}`)
  if (tasks > 0) {
    await fill(product, tasks)
    const waiting = await workbench(of[0]!.approvers[0]!, 200)
    lines.push(
      line(`待我审批 among ${tasks} tasks, p95`, `${waiting.toFixed(1)} ms`, { budget: `≤ ${BUDGET_MS} ms`, met: waiting <= BUDGET_MS }),
    )
  }
  for (const { starter, approvers } of of) for (const client of [starter, ...approvers]) client.close()
  admin.close()
  return lines
}
