import { describe, expect, it } from 'vitest'
import { believedAt, effectiveTimes, phoneTime, stopState, waitedMinutes, type Seen } from './times.rules.ts'

const at = (time: string): string => `2026-05-01T${time}:00.000Z`
let number = 0
const seen = (kind: string, time: string, more: Partial<Seen> = {}): Seen => ({
  clientId: `e${String(++number)}`,
  kind,
  at: at(time),
  source: 'driver',
  distanceM: 100,
  amends: null,
  ...more,
})

describe('when a stop really happened', () => {
  it('the fence before the driver at the place, he before the dispatcher, he before a driver elsewhere', () => {
    const fence = seen('arrive', '03:00', { source: 'fence' })
    const near = seen('arrive', '02:00', { distanceM: 1000 })
    const desk = seen('arrive', '01:30', { source: 'dispatcher' })
    const far = seen('arrive', '01:00', { distanceM: 1001 })
    const arrival = (...all: Seen[]) => [effectiveTimes(all).arriveAt?.slice(11, 16), effectiveTimes(all).arriveBy]
    expect(arrival(far, desk, near, fence)).toEqual(['03:00', '围栏'])
    expect(arrival(near, far, desk)).toEqual(['02:00', '司机'])
    expect(arrival(far, desk)).toEqual(['01:30', '调度'])
    expect(arrival(far, seen('arrive', '01:45', { source: 'api' }))).toEqual(['01:45', '接口'])
    expect(arrival(far, seen('arrive', '05:00', { distanceM: null }))).toEqual(['01:00', '司机'])
    expect(arrival(near, seen('arrive', '04:00', { source: 'terminal' }))).toEqual(['04:00', '终端'])
  })
  it('of one source the first that begins and the last that ends', () => {
    const all = [
      seen('arrive', '02:10'),
      seen('arrive', '02:00'),
      seen('startWork', '02:30'),
      seen('startWork', '02:20'),
      seen('endWork', '03:00'),
      seen('endWork', '02:50'),
      seen('leave', '03:20'),
      seen('leave', '03:10'),
    ]
    const times = {
      arriveAt: at('02:00'),
      arriveBy: '司机',
      startAt: at('02:20'),
      endAt: at('03:00'),
      leaveAt: at('03:20'),
      leaveBy: '司机',
      skipped: false,
    }
    expect(effectiveTimes(all)).toEqual(times)
    expect(effectiveTimes([...all, ...all].toReversed())).toEqual(times)
  })
  it('what is corrected does not count, what was skipped does', () => {
    const wrong = seen('arrive', '02:00')
    expect(effectiveTimes([wrong, seen('arrive', '04:00', { amends: wrong.clientId })]).arriveAt).toBe(at('04:00'))
    expect(effectiveTimes([seen('skip', '02:00')]).skipped).toBe(true)
    expect(effectiveTimes([])).toEqual({
      arriveAt: null,
      arriveBy: null,
      startAt: null,
      endAt: null,
      leaveAt: null,
      leaveBy: null,
      skipped: false,
    })
  })
})

it.each([
  ['from the arrival', '02:00', '02:45', null, 45],
  ['from the beginning of the window, when he was early', '02:00', '02:45', '02:30', 15],
  ['from the arrival, when he was late', '02:00', '02:45', '01:30', 45],
  ['nothing when work began before the window', '02:00', '02:20', '02:30', 0],
  ['nobody knows when he came', null, '02:20', null, null],
  ['nobody knows when it began', '02:00', null, null, null],
])('waiting: %s', (_, arrive, start, from, minutes) =>
  expect(waitedMinutes({ arriveAt: arrive && at(arrive), startAt: start && at(start) }, from && at(from))).toBe(minutes),
)
it('waiting counts whole minutes', () =>
  expect(waitedMinutes({ arriveAt: at('02:00'), startAt: '2026-05-01T02:01:59.000Z' }, null)).toBe(1))

describe('where a stop stands', () => {
  const none = { arriveAt: null, startAt: null, endAt: null, leaveAt: null, skipped: false }
  const [arriveAt, startAt, endAt, leaveAt] = [at('02:00'), at('02:10'), at('02:40'), at('02:50')]
  it.each([
    ['nothing was seen', {}, 1, false, 'pending'],
    ['he is there', { arriveAt }, 1, false, 'arrived'],
    ['work began', { arriveAt, startAt }, 1, false, 'working'],
    ['work began and nobody saw him come', { startAt }, 1, false, 'working'],
    ['work ended, all delivered', { arriveAt, startAt, endAt }, 0, false, 'done'],
    ['work ended, something is open', { arriveAt, startAt, endAt }, 1, false, 'working'],
    ['he left, all delivered', { arriveAt, leaveAt }, 0, false, 'done'],
    ['he left, something is open', { arriveAt, leaveAt }, 1, false, 'failed'],
    ['it was skipped', { arriveAt, leaveAt, skipped: true }, 1, false, 'skipped'],
    ['all is off the truck', { arriveAt }, 1, true, 'done'],
    ['all is off the truck, and he never came here', {}, 1, true, 'pending'],
  ] as const)('%s', (_, more, open, over, state) => expect(stopState({ ...none, ...more }, open, over)).toBe(state))
})

describe('the clock of a phone', () => {
  const received = at('06:00')
  const earliest = at('01:00')
  it.each([
    ['three hours without a network: its own time', '03:00', '06:00', '03:00', null],
    ['a clock that is ten minutes fast is set right', '05:30', '06:10', '05:20', null],
    ['a clock that is eleven minutes fast is set right, and said', '05:30', '06:11', '05:19', '手机时钟快 11 分钟，已校正'],
    ['a slow one', '03:00', '03:59', '05:01', '手机时钟慢 2 小时，已校正'],
    ['earlier than the mission could be', '00:59', '06:00', '06:00', '手机上的时间早于任务，按接收时间计'],
    ['as early as it could be', '01:00', '06:00', '01:00', null],
    ['never later than its receipt', '06:10', '06:00', '06:00', null],
    ['much later than its receipt', '06:11', '06:00', '06:00', '手机上的时间晚于接收时间，按接收时间计'],
  ])('%s', (_, said, sent, time, doubt) => expect(phoneTime(at(said), at(sent), received, earliest)).toEqual({ at: at(time), doubt }))
  it('less than a minute off is no matter', () => {
    expect(phoneTime(at('05:00'), '2026-05-01T06:00:59.000Z', received, earliest).at).toBe(at('05:00'))
    expect(phoneTime(at('05:00'), '2026-05-01T06:01:00.000Z', received, earliest).at).toBe(at('04:59'))
  })
  it('days are told as days', () => {
    expect(phoneTime('2026-04-28T06:00:00.000Z', '2026-04-28T07:00:00.000Z', received, earliest).doubt).toBe('手机时钟慢 3 天，已校正')
    expect(phoneTime(at('03:00'), at('04:01'), received, earliest).doubt).toBe('手机时钟慢 119 分钟，已校正')
    expect(phoneTime('2026-04-29T06:01:00.000Z', '2026-04-29T06:01:00.000Z', received, earliest).doubt).toBe('手机时钟慢 48 小时，已校正')
  })
  it('nothing happened later than it was heard of', () => {
    expect(believedAt(at('06:01'), received)).toBe(received)
    expect(believedAt(at('05:59'), received)).toBe(at('05:59'))
  })
})
