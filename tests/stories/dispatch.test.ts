/** J4 and J5 on the planning desk, with the instance of the law (transport.md §5.9) and a door that stands for orders and missions. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Context } from '#kit/access/context.server.ts'
import { systemContext } from '#kit/access/system-context.server.ts'
import { fakeClock } from '#kit/basics/time/clock.ts'
import { AppError, refused } from '#kit/basics/errors.ts'
import { buildRegistry } from '#kit/entity/registry.server.ts'
import type { DispatchableVehicle, MissionToBe, SchedulableOrder, TransportDoor } from '#modules/dispatch/needs.ts'
import { moved } from '#modules/dispatch/plans/change.rules.ts'
import { deliver } from '#modules/dispatch/plans/compute.server.ts'
import { instantOf } from '#modules/dispatch/plans/problem.rules.ts'
import { planRoutes } from '#modules/dispatch/plans/plans.routes.server.ts'
import type { PlanAnswer } from '#modules/dispatch/plans/wire.ts'
import { testDatabase } from '#tests/database.ts'
import { install } from '../../src/composition/installation.server.ts'
import { modules } from '../../src/modules.ts'
import { servedModules } from '../../src/modules.server.ts'

const DAY = '2026-09-21'
const KILOGRAMS: Record<string, number> = { A: 1200, B: 800, C: 1500, D: 900, E: 1100, F: 700 }
const PLACES = { A: [4, 3], B: [6, 1], C: [-3, 4], D: [-5, 1], E: [2, -6], F: [-2, -5] } as const
/** Kilometres of a degree: one unit of the instance is one kilometre, as there. */
const KM = 111.195
const DEPOT = { name: '中心仓', lng: 121.4, lat: 31.2 }

/** What orders and missions say; a test changes it between two calls, as other people would. */
const world = {
  kilograms: { ...KILOGRAMS },
  versions: {} as Record<string, number>,
  busy: new Set<number>(),
  missions: new Map<string, { id: number; no: string; route: MissionToBe }>(),
}
const LETTERS = Object.keys(KILOGRAMS)
const taken = (id: number): boolean => [...world.missions.values()].some((m) => m.route.stops.some((s) => s.consignments.includes(id)))

const door: TransportDoor = {
  schedulable: async (_tx, _ctx, { ids }) =>
    LETTERS.flatMap((letter, i): SchedulableOrder[] => {
      const id = i + 1
      if ((ids && !ids.includes(id)) || taken(id)) return []
      const [x, y] = PLACES[letter as keyof typeof PLACES]
      return [
        {
          id,
          no: `PS${letter}`,
          version: world.versions[letter] ?? 1,
          order: id,
          orderNo: `YS-${letter}`,
          orderVersion: 1,
          store: null,
          project: null,
          pickup: null,
          delivery: {
            party: null,
            name: letter,
            address: letter,
            lng: DEPOT.lng + x / (KM * Math.cos((DEPOT.lat * Math.PI) / 180)),
            lat: DEPOT.lat + y / KM,
            confirmed: true,
            windows: [],
            serviceSeconds: 900,
          },
          demand: { grams: world.kilograms[letter]! * 1000, volume: 0, pieces: 1, pallets: 0 },
          cold: null,
          goods: 'plain',
          skills: [],
          lifo: false,
          priority: 5,
          releaseAt: null,
        },
      ]
    }),
  dispatchable: async (_tx, _ctx, { ids }) =>
    [1, 2].flatMap((id): DispatchableVehicle[] =>
      ids && !ids.includes(id)
        ? []
        : [
            {
              id,
              plateNo: `粤B${id}0001`,
              version: 1,
              store: null,
              why: world.busy.has(id) ? '已在任务 RW-9 中' : null,
              driver: null,
              twoDrivers: false,
              zones: [{ name: '常温', minC: null, maxC: null, grams: 3_500_000, volume: 1e9, pieces: 1e6, pallets: 1e6 }],
              start: DEPOT,
              end: DEPOT,
              shift: { from: instantOf(DAY, 8 * 3600), to: instantOf(DAY, 18 * 3600), overtimeSeconds: 0 },
              cost: { fixed: 18_000, km: 260, hour: 3500, overtimeHour: 0 },
              limits: { stops: null, metres: null, seconds: null },
              skills: [],
              plateTags: [],
              passes: [],
              trips: 1,
            },
          ],
    ),
  openMission: async (_tx, _ctx, route) => {
    if (world.busy.has(route.vehicle)) throw refused('已在任务 RW-9 中')
    const known = world.missions.get(route.key)
    if (known) return known
    const made = { id: world.missions.size + 1, no: `RW-${world.missions.size + 1}`, route }
    world.missions.set(route.key, made)
    return made
  },
}

let ctx: Context
let close: () => Promise<void>
const call = async <T>(path: string, input: object): Promise<T> => {
  const route = planRoutes.find((r) => r.path === `/api/v1/dispatchPlan/${path}`)!
  return (await route.handler(ctx, await route.input.parseAsync(input), { files: [], signal: new AbortController().signal })) as T
}
const board = (id: number): Promise<PlanAnswer> => call('board', { id })
async function refusal(work: Promise<unknown>): Promise<AppError> {
  try {
    await work
  } catch (error) {
    if (error instanceof AppError) return error
    throw error
  }
  throw new Error('was not refused')
}
async function planned(): Promise<number> {
  const { id } = await call<{ id: number }>('begin', { day: DAY, seconds: 1 })
  await deliver(ctx, id)
  return id
}
const byVehicle = (rows: readonly (readonly [number, boolean, string])[]) => rows.toSorted((a, b) => a[0] - b[0])
const sequences = (p: PlanAnswer) => p.shown!.plan.routes.map((r) => ({ vehicle: r.vehicle, visits: r.visits }))
const routeOf = (p: PlanAnswer, letters: string) =>
  p.shown!.plan.routes.find(
    (r) =>
      r.visits
        .map((v) => LETTERS[Number(v.job) - 1]!)
        .toSorted((a, b) => a.localeCompare(b))
        .join('') === letters,
  )

beforeAll(async () => {
  const base = await testDatabase()
  const clock = fakeClock(instantOf('2026-09-20', 9 * 3600))
  const served = servedModules.map((s) => (s.module.name === 'transport' ? { ...s, provides: { ...s.provides, planningDoor: [door] } } : s))
  const registry = buildRegistry(modules, served)
  await install({ db: base.db, clock, registry, adminPassword: 'Zhifu#2026ok' })
  const operatorId = await base.db.read(null, async (db) => (await db.selectFrom('operator').select('id').executeTakeFirstOrThrow()).id)
  ctx = systemContext({ db: base.db, clock, registry, operatorId, requestId: 'story' })
  close = base.close
})
afterAll(() => close())

test('J4 and J5: computed, an overload refused with its sentence, a swap priced, undone, and adopted route by route', async () => {
  const id = await planned()
  let p = await board(id)
  expect(p.status).toBe('ready')
  expect(p.shown!.plan.unassigned).toEqual([])
  expect(routeOf(p, 'ABE')).toBeDefined()
  expect(routeOf(p, 'CDF')).toBeDefined()
  const first = p.shown!.plan.cost.total
  const [abe, cdf] = [routeOf(p, 'ABE')!.vehicle, routeOf(p, 'CDF')!.vehicle]

  // E onto the other truck: 4 200 kg.
  const over = moved(p.problem, sequences(p), '5', cdf, 3)
  const no = await refusal(call('change', { id, from: p.current, op: 'E 移到另一车', sequences: over }))
  expect([no.kind, no.message]).toEqual(['refused', '超载 700 kg'])

  // E and F change places: dearer, allowed, a version of its own; then undone byte by byte.
  const swapped = moved(p.problem, moved(p.problem, sequences(p), '5', null, 0), '6', abe, 2)
  const both = moved(p.problem, swapped, '5', cdf, 2)
  const { n, plan } = await call<{ n: number; plan: PlanAnswer['shown'] & { cost: { total: number } } }>('change', {
    id,
    from: p.current,
    op: 'E、F 互换',
    sequences: both,
  })
  expect(plan.cost.total).toBeGreaterThan(first)
  const stale = await refusal(call('change', { id, from: 1, op: '旧版本', sequences: both }))
  expect(stale.kind).toBe('conflict')
  await call('version', { id, n: 1 })
  const undone = await board(id)
  expect(undone.current).toBe(1)
  expect(JSON.stringify(undone.shown!.plan)).toBe(JSON.stringify(p.shown!.plan))
  expect(undone.versions.map((v) => v.n)).toEqual([n, 1])

  // Before adopting, C grows to 2.0 t: its route is left with the reason, the other becomes a mission.
  world.kilograms['C'] = 2000
  world.versions['C'] = 2
  const part = await refusal(call('adopt', { id }))
  expect(part.kind).toBe('partlyDone')
  p = await board(id)
  expect(p.status).toBe('partCommitted')
  expect(byVehicle(p.results.map((r) => [r.vehicle, r.ok, r.note] as const))).toEqual(
    byVehicle([
      [Number(abe), true, ''],
      [Number(cdf), false, 'YS-C 重量 1.5→2.0 t，超载 100 kg'],
    ]),
  )
  expect(world.missions.size).toBe(1)
  const [made] = world.missions.values()
  expect(
    made!.route.stops
      .map((s) => LETTERS[s.consignments[0]! - 1]!)
      .toSorted((a, b) => a.localeCompare(b))
      .join(''),
  ).toBe('ABE')
  expect(made!.route.startAt).toBe(instantOf(DAY, 8 * 3600))

  // Adopted again: nothing is doubled.
  await refusal(call('adopt', { id }))
  expect(world.missions.size).toBe(1)

  // Planned anew with what is left: the truck that drives already is barred, one order stays out by 100 kg.
  world.busy.add(Number(abe))
  const again = await board(await planned())
  expect(again.board.barred).toEqual([{ plateNo: `粤B${abe}0001`, why: '已在任务 RW-9 中' }])
  expect(again.shown!.plan.unassigned).toMatchObject([{ code: 1, hint: { amount: 100_000, of: 'grams' } }])
})

test('a vehicle taken meanwhile refuses its route only, and says who has it', async () => {
  world.missions.clear()
  world.busy.clear()
  world.kilograms = { ...KILOGRAMS }
  const id = await planned()
  const p = await board(id)
  const [first_] = p.shown!.plan.routes
  world.busy.add(Number(first_!.vehicle))
  await refusal(call('adopt', { id }))
  const after = await board(id)
  expect(after.results.find((r) => String(r.vehicle) === first_!.vehicle)).toMatchObject({
    ok: false,
    note: `粤B${first_!.vehicle}0001 已在任务 RW-9 中`,
  })
  expect(after.results.filter((r) => r.ok)).toHaveLength(1)
  world.busy.clear()
  await call('adopt', { id })
  expect((await board(id)).status).toBe('committed')
  expect(world.missions.size).toBe(2)
})

test('nothing to plan is said in a sentence', async () => {
  const none = await refusal(call('begin', { day: DAY, orders: [999], seconds: 1 }))
  expect(none.message).toBe('这一天没有待调度的配送单，请改选配送日期或门店')
})
