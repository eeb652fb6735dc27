/** G15: whoever belongs to another company, or to another store, reads nothing of ours through any list, detail, call, report, export or file of finance, statistics and operators. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { systemClock } from '#kit/basics/time/clock.ts'
import { addDays } from '#kit/basics/time/day.ts'
import { sampleRecord } from '#kit/entity/conformance/sample.server.ts'
import { bench, type Bench } from '#tests/house/people.ts'
import { samples } from '#tests/house/samples.ts'
import type { Answer, Person } from '#tests/house/rig.ts'
import { modules } from '../../src/modules.ts'

interface Node {
  resourceCode: string
  funcItemList: Node[]
}
const flat = (nodes: readonly Node[]): Node[] => nodes.flatMap((n) => [n, ...flat(n.funcItemList ?? [])])
const OURS = modules.filter((m) => ['finance', 'statistics', 'operators'].includes(m.name))
const entities = OURS.flatMap((m) => m.entities)
/** Stands in every text of ours that a person reads. */
const MARK = '甲方机密'
const MONTH = '2026-05'
let b: Bench
let clerk: Person
const ids = new Map<string, number>()
const of = (entity: string): number => ids.get(entity)!

beforeAll(async () => {
  b = await bench()
  const admin = b.rig.admin.ctx
  for (const entity of entities)
    await b.rig.db.write(admin.user.operatorId, async (tx) => {
      const texts = Object.entries(entity.fields).filter(
        ([name, f]) =>
          f.kind === 'text' && samples[entity.name]?.[name] === undefined && !f.readOnly && !f.internal && !('format' in f) && !f.unique,
      )
      const marked = Object.fromEntries(
        texts.filter(([, f]) => ((f as { maxLength?: number }).maxLength ?? 99) >= 8).map(([name]) => [name, MARK]),
      )
      ids.set(
        entity.name,
        await sampleRecord(tx, admin, entity.name, { ...marked, ...('store' in entity.fields ? { store: b.stores[0] } : {}) } as never, {
          path: [],
          samples,
        }),
      )
    })
  // May do everything, with the data of the other store alone.
  const own = await b.template('本门店', [{ resourceCode: '*', rules: [{ rule: 'store', mode: 'ownStore' }] }])
  const tree = (await b.get('/api/auth/resources')).data as Node[]
  const codes = flat(tree).map((node) => node.resourceCode)
  expect(codes).toContain('voucherList_batch')
  const role = await b.role('别店财务', codes, [own])
  clerk = await b.person('biedian', { roles: [role], stores: [b.stores[1]] })
})
afterAll(async () => {
  expect(b?.rig.faults).toEqual([])
  await b?.rig.close()
})

/** Calls beside the general ones, with our numbers. */
const CALLS: readonly [method: 'GET' | 'POST', path: string, input: () => object][] = [
  ['GET', 'cashEntry/reconcile', () => ({ account: of('companyAccount'), from: '2020-01-01', to: '2029-12-31' })],
  ['GET', 'invoice/ofBill', () => ({ id: 1 })],
  ['GET', 'voucher/prepare', () => ({ month: MONTH })],
  ['GET', 'voucherBatch/file', () => ({ id: of('voucherBatch') })],
  ['GET', 'payBatch/file', () => ({ id: of('payBatch') })],
  ['GET', 'bankLine/suggest', () => ({ id: of('bankLine') })],
  ['GET', 'statement/paper', () => ({ id: of('statement') })],
  ['GET', 'statement/open', () => ({ ids: String(of('statement')) })],
  ['POST', 'statement/link', () => ({ id: of('statement'), origin: 'http://localhost', text: false })],
  ['GET', 'accountDoc/list', () => ({ from: '2020-01-01', to: '2029-12-31', pageNo: 1, pageSize: 100 })],
  ['GET', 'operation/summary', () => ({ from: MONTH, to: MONTH })],
]
const ask = (method: 'GET' | 'POST', path: string, input: object, who: Person): Promise<Answer> =>
  method === 'GET' ? b.get(path, input, who) : b.post(path, input, who)
const plain = (answer: Answer): string => answer.text

/** What of ours this person reads; `apart`: entities of the whole company, which its clerks may see. */
async function leaks(who: Person, apart: (entity: string) => boolean): Promise<string[]> {
  const leaked: string[] = []
  for (const entity of entities) {
    if (apart(entity.name)) continue
    const id = of(entity.name)
    const list = await b.get(`${entity.name}/list`, { pageSize: 200 }, who)
    if (((list.data as { list?: { id: number }[] } | null)?.list ?? []).some((row) => row.id === id) || plain(list).includes(MARK))
      leaked.push(`${entity.name}/list`)
    const detail = await b.get(`${entity.name}/detail`, { id }, who)
    if (detail.code === 200 || plain(detail).includes(MARK)) leaked.push(`${entity.name}/detail ${detail.code}`)
    const exported = await b.post(`${entity.name}/export`, { query: { keyword: MARK } }, who)
    if (exported.text.includes(MARK)) leaked.push(`${entity.name}/export`)
    for (const [action] of Object.entries(OURS.flatMap((m) => m.actions).find((set) => set.entity.name === entity.name)?.all ?? {})) {
      const acted = await b.post(`${entity.name}/${action}`, { id, version: 1 }, who)
      if (acted.code === 200 || plain(acted).includes(MARK)) leaked.push(`${entity.name}/${action} ${acted.code}`)
    }
  }
  for (const [method, path, input] of CALLS) {
    if (apart(path)) continue
    const answer = await ask(method, path, input(), who)
    if (plain(answer).includes(MARK)) leaked.push(`${path}: ${plain(answer).slice(0, 200)}`)
    const said = answer.data as { list?: unknown[] } | null
    if (answer.code === 200 && said?.list && said.list.length > 0) leaked.push(`${path} lists ${said.list.length}`)
  }
  for (const report of OURS.flatMap((m) => m.reports ?? [])) {
    const answer = await b.get(
      `report/${report.name}`,
      report.period ? { from: addDays(systemClock.today(), -200), to: addDays(systemClock.today(), 100) } : {},
      who,
    )
    if (plain(answer).includes(MARK)) leaked.push(`report ${report.name}`)
    const total = (answer.data as { total?: { values: Record<string, number | null> } } | null)?.total?.values ?? {}
    if (Object.values(total).some((value) => value)) leaked.push(`report ${report.name} ${JSON.stringify(total)}`)
  }
  return leaked
}

test('the administrator reads what is marked, so that what others do not read is there', async () => {
  const seen = await Promise.all(entities.map(async ({ name }) => ((await b.get(`${name}/detail`, { id: of(name) })).code === 200 ? 1 : 0)))
  expect(seen.filter(Boolean).length).toBeGreaterThan(20)
  expect((await b.get('statement/detail', { id: of('statement') })).text).toContain(MARK)
})
test('the administrator of another company reads and does nothing of it', async () => {
  expect(await leaks(b.rig.stranger, () => false)).toEqual([])
}, 120_000)
test('a clerk of another store reads and does nothing that is of this one', async () => {
  const ofStore = new Set(
    entities
      .filter((e) => e.scope && Object.values(e.scope).some((path) => !String(path).endsWith('?')) && 'store' in e.fields)
      .map((e) => e.name),
  )
  expect(ofStore.size).toBeGreaterThan(8)
  expect(
    await leaks(clerk, (name) =>
      entities.some((e) => e.name === name)
        ? !ofStore.has(name)
        : !['statement/paper', 'statement/open', 'statement/link', 'payBatch/file', 'accountDoc/list'].includes(name),
    ),
  ).toEqual([])
}, 120_000)
