/**
 * Rows of the whole company (its totals, its contracts with others) are not for whoever is held to some stores, though he has the page:
 * not in lists, numbers, details, pickers or files. Rows that know their store by others are his where those are.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readXlsx } from '#kit/excel/read.server.ts'
import { sampleRecord } from '#kit/entity/conformance/sample.server.ts'
import type { Entity } from '#kit/entity/entity.ts'
import { modules } from '../../src/modules.ts'
import { bench, type Bench } from './people.ts'
import type { Person } from './rig.ts'
import { samples } from './samples.ts'

const ofCompany = (modules.flatMap((m) => m.entities ?? []) as Entity[]).filter((e) => e.scope?.store === null)

let b: Bench
/** Of store A, with every page and function. */
let clerk: Person
/** The same of all stores. */
let head: Person
beforeAll(async () => {
  b = await bench()
  const { ctx } = b.rig.admin
  const granted = await ctx.db.read(ctx.user.operatorId, (db) => db.selectFrom('resource').select('code').execute())
  // Whoever may decide about rights would have to be asked about those of the next one (0080).
  const codes = granted.map(({ code }) => code).filter((code) => !code.startsWith('heldChange'))
  const role = async (name: string, mode: 'all' | 'ownStore'): Promise<number> =>
    b.role(name, codes, [await b.template(name, [{ resourceCode: '*', rules: [{ rule: 'store', mode }] }])])
  const [own, all] = [await role('own', 'ownStore'), await role('all', 'all')]
  clerk = await b.person('clerk', { roles: [own], dept: b.dept, stores: [b.stores[0]!] })
  head = await b.person('head', { roles: [all], dept: b.dept, stores: [b.stores[0]!] })
})
afterAll(async () => {
  expect(b?.rig.faults).toEqual([])
  await b?.rig.close()
})

const made = (name: string, values: object = {}): Promise<number> => {
  const { ctx } = b.rig.admin
  return ctx.db.write(ctx.user.operatorId, (tx) =>
    sampleRecord(tx, ctx, name, {}, { path: [], samples: { ...samples, [name]: { ...samples[name], ...values } } }),
  )
}
const idsOf = async (name: string, who: Person): Promise<number[]> => {
  const { data, status, text } = await b.get(`${name}/list`, { pageSize: '200' }, who)
  if (status !== 200) throw new Error(`${name}: ${text}`)
  return (data as { list: { id: number }[] }).list.map((row) => row.id)
}

test('the page of every row that knows its store is held to stores, also where it draws them otherwise', async () => {
  const { ctx } = b.rig.admin
  const bound = await ctx.db.read(ctx.user.operatorId, (db) =>
    db
      .selectFrom('sysRuleResource')
      .innerJoin('sysRuleName', 'sysRuleName.id', 'sysRuleResource.ruleName')
      .select('resourceCode')
      .where('bound', '=', true)
      .where('code', '=', 'store')
      .execute(),
  )
  const held = new Set(bound.map(({ resourceCode }) => resourceCode))
  const all = modules.flatMap((m) => m.entities ?? []) as Entity[]
  expect(all.filter((e) => e.scope?.store !== undefined && !held.has(e.right)).map((e) => `${e.name}: ${e.right}`)).toEqual([])
  expect(held).toContain('messageTool')
})

test('what belongs to the whole company is said of more than a handful', () => {
  expect(ofCompany.map((e) => e.name)).toEqual(
    expect.arrayContaining(['voucherBatch', 'merchant', 'providerAccount', 'outgoingCall', 'accountPeriod', 'rechargeOrder']),
  )
})

test.each(ofCompany.map((e) => [e.name]))('%s: none for who is held to a store, all for who is not', async (name) => {
  const id = await made(name)
  expect(await idsOf(name, head)).toContain(id)
  expect((await b.get(`${name}/detail`, { id: String(id) }, head)).status).toBe(200)
  expect(await idsOf(name, clerk)).toEqual([])
  expect((await b.get(`${name}/detail`, { id: String(id) }, clerk)).status).toBe(404)
  expect((await b.get(`${name}/options`, { ids: String(id) }, clerk)).data).toMatchObject({ list: [] })
  const file = await b.post(`${name}/export`, { columns: [] }, clerk)
  if (file.status === 200) expect((await readXlsx(file.bytes)).rows.length).toBeLessThanOrEqual(1)
})

test('a source of vehicles is his whose store has one of them, and everybody’s until it has any; costs and plans follow the product', async () => {
  const [mine, theirs] = b.stores as [number, number]
  const source = async (...stores: number[]): Promise<number> => {
    const id = await made('vehicleSource')
    for (const store of stores) await made('vehicle', { store, ownership: 'affiliated', vehicleSource: id })
    return id
  }
  const sources = [await source(mine), await source(theirs), await source(mine, theirs), await source()]
  const seen = new Set(await idsOf('vehicleSource', clerk))
  expect(sources.map((id) => seen.has(id))).toEqual([true, false, true, true])
  const products = [
    await made('vehicleProduct', { stores: [mine] }),
    await made('vehicleProduct', { stores: [theirs] }),
    await made('vehicleProduct', { stores: [] }),
  ]
  const of = async (name: string): Promise<boolean[]> => {
    const ids: number[] = []
    for (const product of products) ids.push(await made(name, { product }))
    const now = new Set(await idsOf(name, clerk))
    return ids.map((id) => now.has(id))
  }
  expect(await of('leasePlan')).toEqual([true, false, true])
  expect(await of('productCost')).toEqual([true, false, false])
})
