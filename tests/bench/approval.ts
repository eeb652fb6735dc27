/** Approval through the API: a thousand cases of three steps, and the workbench of somebody among a million tasks. */
import { anotherAdmin, Client, envelopeOf, type Row } from './client.ts'
import { line, type Line } from './measure.ts'
import type { Product } from './product.ts'

const CLIENTS = 8
const BUDGET_PER_SECOND = 300
const BUDGET_MS = 30

const node = (id: string, user: number): object => ({ kind: 'approve', id, name: id, who: { kind: 'person', users: [user] }, mode: 'all', empty: { policy: 'toAdmin' }, self: 'allow' })

async function flow(admin: Client, user: number): Promise<void> {
  const form = await admin.add('approvalForm', { name: '压测表单' })
  const { id: formVersion } = await admin.call<Row>('POST', '/api/v1/approvalFormVersion/draft', { form: form.id })
  await admin.call('POST', '/api/v1/approvalFormVersion/save', { id: formVersion, version: 1, schema: { fields: [{ name: 'what', label: '事由', kind: 'text', required: true }] } })
  await admin.call('POST', '/api/v1/approvalFormVersion/publish', { id: formVersion, version: 2 })
  const process = await admin.add('approvalProcess', { key: 'bench', name: '压测流程', form: form.id })
  const { id: version } = await admin.call<Row>('POST', '/api/v1/approvalVersion/draft', { process: process.id })
  const definition = { format: 1, nodes: [{ kind: 'start', id: 'start', name: '发起人' }, node('a', user), node('b', user), node('c', user)], settings: { allowWithdraw: true, allowTakeBack: true, dedupe: 'none' } }
  await admin.call('POST', '/api/v1/approvalVersion/save', { id: version, version: 1, definition })
  await admin.call('POST', '/api/v1/approvalVersion/publish', { id: version, version: 2 })
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
  await product.sql(`insert into approval_case (operator_id, no, title, process, process_version, status, starter, act, "values", facts, memory, round, started_at, urge_count)
    select operator_id, 'BENCH' || g, title, process, process_version, 'passed', starter, null, "values", facts, memory, 1, started_at - g * interval '1 second', 0
    from (select * from approval_case order by id limit 1) c, generate_series(1, $1) g`, [Math.ceil(tasks / 3)])
  await product.sql(`insert into approval_task (operator_id, case_id, key, token, node, node_name, round, kind, origin, assignee, owner, status, seq, weight, acted_by, acted_at, opened_at, created_at)
    select c.operator_id, c.id, k, 1, 'a', 'a', 1, 'approve', 'node', u.id, u.id, 'agreed', 1, 1, u.id, c.started_at, c.started_at, c.started_at
    from approval_case c cross join generate_series(1, 3) k join (select id, row_number() over (order by id) - 1 as n, count(*) over () as of from "user") u on u.n = c.id % u.of where c.no like 'BENCH%'`)
  await product.sql('analyze approval_case')
  await product.sql('analyze approval_task')
}

export async function benchApproval(product: Product, { cases = 1000, tasks = 1_000_000 } = {}): Promise<Line[]> {
  const admin = await Client.signIn(product)
  const approver = await anotherAdmin(product, admin, 'approver')
  const [me] = await admin.list('user', 'username=approver')
  await flow(admin, me!.id)
  const began = performance.now()
  let actions = 0
  const one = async (i: number): Promise<void> => {
    const { id } = await admin.call<Row>('POST', '/api/v1/flow/start', { flowKey: 'bench', values: { what: `第 ${i} 件` } })
    actions += 1
    for (let step = 0; step < 3; step++) {
      const { mine } = await approver.call<{ mine: { task: number } }>('GET', `/api/v1/workflow/case?id=${id}`)
      await approver.call('POST', '/api/v1/workflow/approve', { task: mine.task })
      actions += 1
    }
  }
  const queue = Array.from({ length: cases }, (_, i) => i)
  await Promise.all(Array.from({ length: CLIENTS }, async () => {
    for (let i = queue.shift(); i !== undefined; i = queue.shift()) await one(i)
  }))
  const perSecond = actions / ((performance.now() - began) / 1000)
  for (let i = 0; i < 50; i++) await admin.call('POST', '/api/v1/flow/start', { flowKey: 'bench', values: { what: `待办 ${i}` } })
  await fill(product, tasks)
  const waiting = await workbench(approver, 200)
  approver.close()
  admin.close()
  return [
    line(`${cases} cases of 3 steps, each case read before each answer, ${CLIENTS} at once`, `${perSecond.toFixed(0)} actions/s`, { budget: `≥ ${BUDGET_PER_SECOND}/s`, met: perSecond >= BUDGET_PER_SECOND }),
    line(`待我审批 among ${tasks} tasks, p95`, `${waiting.toFixed(1)} ms`, { budget: `≤ ${BUDGET_MS} ms`, met: waiting <= BUDGET_MS }),
  ]
}
