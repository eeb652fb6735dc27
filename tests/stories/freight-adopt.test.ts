/**
 * D7 (transport.md §10) with the real orders, vehicles and missions: a plan adopted by several at once and again is adopted once; what changed
 * meanwhile (an order that grew, one that was cancelled, freight or a truck taken by others) never becomes a mission that cannot be driven.
 * DEEP=1 for more of them.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays, instantAt } from '#kit/basics/time/day.ts'
import { AppError } from '#kit/basics/errors.ts'
import { randomOf } from '#kit/basics/random.ts'
import { edit } from '#kit/entity/store.server.ts'
import { deliver } from '#modules/dispatch/plans/compute.server.ts'
import { planRoutes } from '#modules/dispatch/plans/plans.routes.server.ts'
import type { RouteResult } from '#modules/dispatch/plans/plan.ts'
import { Company } from './company.ts'
import { freightDesk, type World } from './freight.ts'
import { flat } from './tariff.ts'
import { seedFor } from '../draws.ts'

const PLANS = process.env['DEEP'] ? 40 : 1
const LOAD = 3500
let company: Company
let world: World
const desk = freightDesk(() => company.as())
beforeAll(async () => {
  company = await Company.open('2026-09-18')
  world = await desk.world(flat(50_000), { store: company.store })
  await desk.write((tx) =>
    tx
      .updateTable('store')
      .set({ place: JSON.stringify({ address: '中心仓', lng: 121.45, lat: 31.2 }) as never })
      .where('id', '=', world.store)
      .execute(),
  )
})
afterAll(() => company?.close())

const call = async <T>(path: string, input: object): Promise<T> => {
  const route = planRoutes.find((r) => r.path.endsWith(`/${path}`))!
  return (await route.handler(company.as(), await route.input.parseAsync(input), { files: [], signal: new AbortController().signal })) as T
}
/** Partly done is an answer, too. */
const adopt = (id: number): Promise<unknown> =>
  call('adopt', { id }).catch((error: unknown) => {
    if (!(error instanceof AppError)) throw error
    return error.message
  })
const missionsOf = (plan: number) =>
  desk.read((db) => db.selectFrom('mission').select(['id', 'vehicle', 'weight', 'status']).where('plan', '=', plan).orderBy('id').execute())
const planOf = (id: number) =>
  desk.read((db) => db.selectFrom('dispatchPlan').select(['status', 'results']).where('id', '=', id).executeTakeFirstOrThrow())

test.each(Array.from({ length: PLANS }, (_, i) => i))('plan %i adopted by three at once, and again', async (i) => {
  const seed = seedFor() + i
  const r = randomOf(seed)
  const below = (n: number): number => Math.floor(r() * n)
  const day = addDays(company.clock.today(), 1 + i)
  const [from, to] = [instantAt(day, '07:00'), instantAt(day, '20:00')]
  const times = { pickFrom: from, pickTo: to, dropFrom: from, dropTo: to }
  const orders: number[] = []
  for (let n = 0; n < 5; n++) orders.push(await desk.orderOf(world, 800 + below(1200), times))
  const legs = await Promise.all(orders.map(async (o) => (await desk.legOf(o)).id))
  const vehicles: number[] = []
  for (let n = 0; n < 4; n++) {
    const papers = { inspectionDueOn: '2099-01-01', compulsoryInsuranceDueOn: '2099-01-01' }
    const truck = { opMode: 'transport', status: 'available', loadKg: LOAD, curbKg: null, grossKg: 8000 }
    vehicles.push(await desk.sample('vehicle', { store: world.store, ...papers, ...truck }))
  }
  const { id } = await call<{ id: number }>('begin', { day, orders: legs, vehicles, seconds: 1 })
  await deliver(company.as(), id)
  // What happens between the plan and its adoption.
  const fate = below(4)
  const victim = below(orders.length)
  if (fate === 0)
    await desk.write((tx) =>
      edit(
        tx,
        company.as(),
        'transportOrder',
        orders[victim]!,
        null,
        { goods: [{ name: '面粉', category: '1700', pieces: 10, weight: 3400, volume: 0 }] },
        'server',
      ),
    )
  if (fate === 1) await desk.act('transportOrder', 'cancel', orders[victim]!, { reason: '改期' })
  if (fate === 2) await desk.put('mission', { kind: 'task', consignments: [legs[victim]!], planStart: from, planEnd: to })
  if (fate === 3) {
    const other = await desk.put('mission', {
      kind: 'task',
      consignments: [(await desk.legOf(await desk.orderOf(world, 100, times))).id],
      planStart: from,
      planEnd: to,
    })
    const driver = await desk.sample('driver', {
      store: world.store,
      audit: 'verified',
      source: 'own',
      account: 'active',
      licenceClass: 'B2',
      licenceDueOn: '2099-01-01',
      qualificationDueOn: '2099-01-01',
    })
    await desk.act('mission', 'assign', other, { vehicle: vehicles[below(4)]!, driver })
  }
  const title = `seed ${seed - i}, plan ${i}, fate ${fate}`
  await Promise.all([adopt(id), adopt(id), adopt(id)])
  const once = await missionsOf(id)
  const results = ((await planOf(id)).results ?? []) as RouteResult[]
  expect(new Set(once.map((m) => m.vehicle)).size, title).toBe(once.length)
  expect(new Set(results.filter((x) => x.ok).map((x) => x.mission)), title).toEqual(new Set(once.map((m) => m.id)))
  expect(results.filter((x) => x.ok).length, title).toBe(once.length)
  for (const routeResult of results.filter((one) => !one.ok)) expect(routeResult.note, title).toMatch(/[\u4e00-\u9fff]/)
  expect((await planOf(id)).status, title).toBe(results.every((x) => x.ok) ? 'committed' : 'partCommitted')
  for (const m of once) {
    const aboard = await desk.read((db) => db.selectFrom('consignment').select(['weight', 'status']).where('mission', '=', m.id).execute())
    const kg = aboard.reduce((sum, x) => sum + Number(x.weight), 0)
    expect([title, kg <= LOAD, kg === Number(m.weight), aboard.every((x) => x.status === 'loadedPlan')]).toEqual([title, true, true, true])
  }
  // Again: what was adopted stays as it is, and nothing is made twice.
  await adopt(id)
  await adopt(id)
  expect(
    (await missionsOf(id)).filter((m) => once.some((o) => o.id === m.id)),
    title,
  ).toEqual(once)
  expect(new Set((await missionsOf(id)).map((m) => m.vehicle)).size, title).toBe((await missionsOf(id)).length)
})
