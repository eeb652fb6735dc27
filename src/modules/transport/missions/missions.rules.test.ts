import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { goesBack, isClaim, linesProblem, outcomeOf, refusedPart, sumsOf, type SignLine } from './delivery/sign.rules.ts'
import { overload, planStops, profile, type Load } from './planning/stops.rules.ts'
import { believedAt, effectiveTimes, phoneTime, stopState, waitedMinutes, type Seen } from './road/times.rules.ts'

const at = (time: string): string => `2026-09-20T${time}:00.000Z`
const seen = (clientId: string, kind: string, time: string, source: Seen['source'], more: Partial<Seen> = {}): Seen => ({
  clientId,
  kind,
  at: at(time),
  source,
  distanceM: 0,
  amends: null,
  ...more,
})

describe('times of a stop', () => {
  test('J7: the fence is believed before the driver; 145 minutes from the appointment on', () => {
    const events = [
      seen('d', 'arrive', '08:12', 'driver'),
      seen('f', 'arrive', '08:10', 'fence'),
      seen('s', 'startWork', '11:25', 'driver'),
    ]
    const times = effectiveTimes(events)
    expect(times).toMatchObject({ arriveAt: at('08:10'), arriveBy: '围栏', startAt: at('11:25') })
    expect(waitedMinutes(times, at('09:00'))).toBe(145)
    // An hour later the fence is corrected: nothing about the waiting changes, both words are kept.
    const amended = effectiveTimes([...events, seen('f2', 'arrive', '08:14', 'fence', { amends: 'f' })])
    expect(amended.arriveAt).toBe(at('08:14'))
    expect(waitedMinutes(amended, at('09:00'))).toBe(145)
  })
  test('fence > driver at the place > dispatcher > driver elsewhere', () => {
    const far = seen('a', 'arrive', '08:00', 'driver', { distanceM: 5000 })
    const clerk = seen('b', 'arrive', '08:20', 'dispatcher')
    const near = seen('c', 'arrive', '08:30', 'driver', { distanceM: 900 })
    const fence = seen('d', 'arrive', '08:40', 'fence')
    expect(effectiveTimes([far]).arriveBy).toBe('司机')
    expect(effectiveTimes([far, clerk]).arriveAt).toBe(clerk.at)
    expect(effectiveTimes([far, clerk, near]).arriveAt).toBe(near.at)
    expect(effectiveTimes([far, clerk, near, fence]).arriveAt).toBe(fence.at)
  })
  test('T2: any order and any repetition of the same events give the same times', () => {
    const event = fc.record({
      clientId: fc.integer({ min: 1, max: 12 }).map(String),
      kind: fc.constantFrom('arrive', 'startWork', 'endWork', 'leave', 'skip', 'note'),
      at: fc.integer({ min: 0, max: 1439 }).map((m) => new Date(Date.UTC(2026, 8, 20) + m * 60_000).toISOString()),
      source: fc.constantFrom<Seen['source']>('fence', 'terminal', 'driver', 'dispatcher', 'api'),
      distanceM: fc.option(fc.integer({ min: 0, max: 5000 })),
      amends: fc.option(fc.integer({ min: 1, max: 12 }).map(String)),
    })
    fc.assert(
      fc.property(fc.uniqueArray(event, { selector: (e) => e.clientId, maxLength: 10 }), fc.infiniteStream(fc.nat()), (events, random) => {
        const noise = [...events, ...events.filter((_e, i) => i % 2 === 0)]
          .map((e) => ({ e, key: random.next().value as number }))
          .toSorted((a, b) => a.key - b.key)
          .map(({ e }) => e)
        expect(effectiveTimes(noise)).toEqual(effectiveTimes(events))
      }),
    )
  })
  test('nothing happened later than it was heard of; what was heard late happened when it happened', () => {
    expect(believedAt(at('12:00'), at('08:00'))).toBe(at('08:00'))
    expect(believedAt(at('08:09'), at('08:00'))).toBe(at('08:00'))
    expect(believedAt('2026-09-17T08:00:00.000Z', at('08:00'))).toBe('2026-09-17T08:00:00.000Z')
  })
  test.each([
    ['three hours in a tunnel', at('05:00'), at('08:00'), at('05:00'), null],
    ['a slow network is no wrong clock', at('07:59'), '2026-09-20T07:59:20.000Z', at('07:59'), null],
    ['a clock five minutes fast', at('07:35'), at('08:05'), at('07:30'), null],
    ['a clock forty minutes fast', at('08:10'), at('08:40'), at('07:30'), '手机时钟快 40 分钟，已校正'],
    ['a clock an hour slow', at('06:30'), at('07:00'), at('07:30'), '手机时钟慢 60 分钟，已校正'],
    ['a clock of 1970', '1970-01-01T00:30:00.000Z', '1970-01-01T01:00:00.000Z', at('07:30'), '手机时钟慢 20716 天，已校正'],
    ['set right only before it sent', at('08:07'), at('08:00'), at('08:00'), null],
    ['set right by hours before it sent', at('11:00'), at('08:00'), at('08:00'), '手机上的时间晚于接收时间，按接收时间计'],
    ['of 1970, set right before it sent', '1970-01-01T00:30:00.000Z', at('08:00'), at('08:00'), '手机上的时间早于任务，按接收时间计'],
  ])('the time of an event: %s', (_case, said, sentAt, happened, doubt) => {
    expect(phoneTime(said, sentAt, at('08:00'), '2026-09-19T00:00:00.000Z')).toEqual({ at: happened, doubt })
  })
  test('a stop that was worked at is done once the truck is empty, and failed when it was left with its freight', () => {
    const times = { arriveAt: at('08:00'), startAt: at('08:10'), endAt: null, leaveAt: null, skipped: false }
    const none = { ...times, arriveAt: null, startAt: null }
    const states = [
      stopState(times, 1),
      stopState(times, 0, true),
      stopState(none, 0, true),
      stopState({ ...times, endAt: at('08:20') }, 1),
      stopState({ ...times, endAt: at('08:20') }, 0),
      stopState({ ...times, leaveAt: at('08:30') }, 1),
      stopState({ ...times, leaveAt: at('08:30') }, 0),
    ]
    expect(states).toEqual(['working', 'done', 'pending', 'working', 'done', 'failed', 'done'])
  })
})

describe('stops of a mission', () => {
  const load = fc.record({
    id: fc.nat(10_000),
    from: fc.integer({ min: 1, max: 4 }),
    to: fc.integer({ min: 5, max: 12 }),
    weight: fc.integer({ min: 1, max: 5_000_000 }).map((g) => g / 1000),
    pickFrom: fc.integer({ min: 0, max: 300 }).map((m) => new Date(Date.UTC(2026, 8, 20) + m * 60_000).toISOString()),
  })
  const loads = fc
    .uniqueArray(load, { selector: (l) => l.id, minLength: 1, maxLength: 15 })
    .map((all): Load[] => all.map((l) => ({ ...l, pickTo: at('06:00'), dropFrom: at('06:30'), dropTo: at('23:00') })))
  test('T1 and T3: loaded before unloaded, never less than nothing on board, and nothing at the end', () => {
    fc.assert(
      fc.property(loads, (all) => {
        const stops = planStops(all, new Map(), at('00:00'))
        const grams = new Map(all.map((l) => [l.id, Math.round(l.weight * 1000)]))
        for (const l of all) {
          const pick = stops.findIndex((s) => s.kind === 'load' && s.consignments.includes(l.id))
          const drop = stops.findIndex((s) => s.kind === 'unload' && s.consignments.includes(l.id))
          expect(pick).toBeGreaterThanOrEqual(0)
          expect(drop).toBeGreaterThan(pick)
        }
        const aboard = profile(stops, grams)
        expect(Math.min(...aboard)).toBeGreaterThanOrEqual(0)
        expect(aboard.at(-1)).toBe(0)
        expect(stops.map((s) => s.seq)).toEqual(stops.map((_s, i) => i + 1))
        expect(planStops(all.toReversed(), new Map(), at('00:00'))).toEqual(stops)
      }),
    )
  })
  test('what is too much is said by how much', () => {
    const v = { loadKg: 3500, curbKg: 4000, grossKg: 7500, axles: 2 }
    expect(overload(v, 4200)).toBe('超载 700 kg')
    expect(overload(v, 3500)).toBe(null)
    expect(overload({ loadKg: null, curbKg: 12_000, grossKg: 25_000, axles: 2 }, 7000)).toBe('总质量 19000 kg，超过 18000 kg，超限')
    expect(overload({ loadKg: null, curbKg: null, grossKg: null, axles: null }, 99_000)).toBe(null)
  })
})

describe('what a receiver took', () => {
  const line = (more: Partial<SignLine>): SignLine => ({
    goods: '面粉',
    plan: 100,
    signed: 100,
    refused: 0,
    short: 0,
    reason: null,
    ...more,
  })
  test('every line adds up, and what is missing has a reason', () => {
    expect(linesProblem([line({ signed: 92, refused: 8, reason: '规格不符' })])).toBe(null)
    expect(linesProblem([line({ signed: 92, refused: 7, reason: '规格不符' })])).toBe('「面粉」签收 92、拒收 7、短少 0，合计应为 100 件')
    expect(linesProblem([line({ signed: 92, refused: 8 })])).toBe('「面粉」有拒收或短少，请填写原因')
    expect(linesProblem([])).toBe('请填写签收明细')
  })
  test('J8: 8 of 100 of the customer’s making go back, 8 of 50 spoilt by the carrier become a claim', () => {
    const first = sumsOf([line({ signed: 92, refused: 8, reason: '规格不符' })])
    expect(outcomeOf(first)).toBe('part')
    expect([goesBack(first.refused, 'customer'), isClaim(first.refused, 'customer')]).toEqual([true, false])
    expect([goesBack(8, 'carrier'), isClaim(8, 'carrier')]).toEqual([false, true])
    const goods = [{ name: '面粉', pieces: 100, weight: 2000, volume: 3, declared: 450_000 }]
    expect(refusedPart({ goods, pieces: 100, weight: 2000, volume: 3, refusedPieces: 8 }, [{ goods: '面粉', refused: 8 }])).toEqual({
      goods: [{ name: '面粉', pieces: 8, weight: 160, volume: 0.24, declared: 36_000 }],
      pieces: 8,
      weight: 160,
      volume: 0.24,
    })
  })
})
