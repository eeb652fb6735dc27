/** Who drove, by example and against a slow model that asks every trip at every second (affairs.md §3.6). DEEP=1 for ten thousand fleets. */
import { describe, expect, test, vi } from 'vitest'
import { randomOf } from '#kit/basics/random.ts'
import { whoDrove, type Trip } from './driver.rules.ts'

if (process.env['DEEP']) vi.setConfig({ testTimeout: 1_800_000 })
const FLEETS = process.env['DEEP'] ? 10_000 : 300
const START = Date.parse('2026-03-06T00:00:00.000Z')
const iso = (second: number): string => new Date(START + second * 1000).toISOString()
const time = (at: string): string => at.slice(11, 19)
const trip = (
  mission: number,
  driver: number,
  span: readonly [number, number],
  real: readonly [number, number | null] | null,
  coDriverName: string | null = null,
): Trip => ({
  mission,
  no: `RW${mission}`,
  driver,
  driverName: `D${driver}`,
  coDriverName,
  planStart: iso(span[0]),
  planEnd: iso(span[1]),
  actualStart: real ? iso(real[0]) : null,
  actualEnd: real?.[1] == null ? null : iso(real[1]),
})

describe('by example', () => {
  test('from the second of the departure to the second before the end', () => {
    const trips = [trip(1, 7, [0, 7200], [3600, 10_800])]
    const at = (s: number) => whoDrove(iso(s), trips, [], time)
    expect(at(3599)).toMatchObject({ driver: null, near: true })
    expect(at(3600)).toMatchObject({ driver: 7, mission: 1, sure: 'likely', near: true })
    expect(at(7000)).toMatchObject({ driver: 7, sure: 'sure', near: false })
    expect(at(10_800)).toMatchObject({ driver: null, near: true })
    expect(at(20_000).why).toBe('没有任务记录；最近一次由 D7 驾驶（任务 RW1，03:00:00 完成）')
  })
  test('two at the wheel, two missions at once, only a plan: said, and less sure', () => {
    const two = whoDrove(iso(5000), [trip(1, 7, [0, 9000], [0, 9000], 'D8')], [], time)
    expect(two).toMatchObject({ driver: 7, sure: 'likely' })
    expect(two.why).toContain('主驾 D7、副驾 D8，请核实当时驾驶人')
    const both = whoDrove(iso(5000), [trip(1, 7, [0, 9000], [0, 9000]), trip(2, 8, [0, 9000], [2000, null])], [], time)
    expect(both).toMatchObject({ driver: 8, mission: 2, sure: 'weak' })
    expect(whoDrove(iso(5000), [trip(3, 9, [0, 9000], null)], [], time)).toMatchObject({ driver: 9, sure: 'weak' })
    expect(whoDrove(iso(5000), [], [{ id: 4, name: 'D4' }], time)).toMatchObject({ driver: null, why: '没有任务记录；固定司机 D4' })
  })
})

describe('a card in the recorder', () => {
  const card = { driver: 8, name: 'D8', at: iso(1000) }
  const on = [trip(1, 7, [0, 9000], [0, 9000])]
  test('says it, also against a mission, and then a person looks', () => {
    expect(whoDrove(iso(5000), [], [], time, card)).toMatchObject({ driver: 8, driverName: 'D8', mission: null, sure: 'sure' })
    expect(whoDrove(iso(5000), on, [], time, { ...card, driver: 7 })).toMatchObject({ driver: 7, mission: 1, sure: 'sure' })
    const both = whoDrove(iso(5000), on, [], time, card)
    expect(both).toMatchObject({ driver: 8, mission: null, sure: 'likely' })
    expect(both.why).toBe('00:16:40 在终端插卡：D8；任务 RW1 登记的司机是 D7，请核实')
  })
  test('of somebody nobody has registered makes the mission doubtful and is said', () => {
    const driven = whoDrove(iso(5000), on, [], time, { ...card, driver: null })
    expect(driven).toMatchObject({ driver: 7, mission: 1, sure: 'weak' })
    expect(driven.why).toContain('在终端插卡的是 D8，没有登记这位司机，请核实')
    expect(whoDrove(iso(5000), [], [], time, { ...card, driver: null })).toMatchObject({ driver: null })
  })
})

/** Without any of the functions under test: each trip painted on the seconds of the day, the last to leave on top. */
function slow(trips: readonly Trip[], second: number): { driver: number | null; sure: string; near: boolean } {
  let [driver, left, others, plan, planLeft, near, co] = [
    null as number | null,
    -1,
    new Set<number>(),
    null as number | null,
    -1,
    false,
    false,
  ]
  for (const t of [...trips].toSorted((a, b) => a.mission - b.mission)) {
    const s = (at: string): number => (Date.parse(at) - START) / 1000
    const from = t.actualStart === null ? null : s(t.actualStart)
    const to = t.actualEnd === null ? Infinity : s(t.actualEnd)
    for (let d = -600; d <= 600; d++) if (second + d === from || second + d === to) near = true
    if (from !== null && second >= from && second < to) {
      others.add(t.driver)
      if (from >= left) [driver, left, co] = [t.driver, from, t.coDriverName !== null]
    }
    const [p, q] = [s(t.planStart), s(t.planEnd)]
    if (from === null && second >= p && second < q && p >= planLeft) [plan, planLeft] = [t.driver, p]
  }
  if (driver !== null) return { driver, near, sure: others.size > 1 ? 'weak' : co || near ? 'likely' : 'sure' }
  return plan !== null ? { driver: plan, near, sure: 'weak' } : { driver: null, near, sure: 'likely' }
}

test('equals the slow model over random days of random fleets', () => {
  const random = randomOf(11)
  const upTo = (n: number): number => Math.floor(random() * n)
  for (let f = 0; f < FLEETS; f++) {
    // One trip after the other, some of them only planned, the last one perhaps on the road still.
    const trips: Trip[] = []
    let at = upTo(3000)
    for (let k = 1 + upTo(5); k > 0; k--) {
      const [plan, late, length] = [at, upTo(900), 600 + upTo(9000)]
      const gone = random() < 0.75
      const real: [number, number | null] | null = gone ? [plan + late, k === 1 && random() < 0.5 ? null : plan + late + length] : null
      trips.push(trip(trips.length + 1, 1 + upTo(3), [plan, plan + length], real, random() < 0.1 ? 'D9' : null))
      at = plan + late + length + (random() < 0.4 ? 0 : upTo(4000))
    }
    for (let n = 0; n < 40; n++) {
      const border = trips[upTo(trips.length)]!
      const second =
        random() < 0.5 ? upTo(at + 2000) : Math.round((Date.parse(border.actualStart ?? border.planStart) - START) / 1000) + upTo(3) - 1
      const { driver, sure, near } = whoDrove(iso(second), trips, [], time)
      const known = slow(trips, second)
      // Two of one driver at once are one driver.
      expect({ driver, sure, near }, `fleet ${f} second ${second}`).toEqual(known)
    }
  }
})
