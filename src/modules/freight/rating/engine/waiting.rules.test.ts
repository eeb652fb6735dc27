import { describe, expect, it } from 'vitest'
import { waitingLines, type Wait } from './waiting.rules.ts'
import type { WaitingPolicy } from './schema.rules.ts'

/** An hour free to load, half an hour to unload, then 30.00 for each begun half hour. */
const policy = {
  freeLoad: 60,
  freeUnload: 30,
  unitMin: 30,
  fen: 3000,
  clock: 'later',
  late: 'fromArrival',
  overnight: null,
  capStop: null,
  capDay: null,
  capOrder: null,
} as unknown as WaitingPolicy
const at = (time: string): string => `2026-05-01T${time}:00.000Z`
const wait = (arrive: string | null, start: string | null, more: Partial<Wait> = {}): Wait => ({
  stop: 'a',
  kind: 'load',
  appointment: at('02:00'),
  windowTo: at('03:00'),
  arriveAt: arrive && at(arrive),
  startAt: start && at(start),
  ...more,
})
const one = (w: Wait, more: object = {}) => {
  const [line] = waitingLines({ ...policy, ...more }, [w])
  return [line!.minutes, line!.free, line!.amount, line!.pending]
}

describe('one stop', () => {
  it.each<[string, Wait, object, (number | boolean)[]]>([
    ['within the free time', wait('02:00', '03:00'), {}, [60, 60, 0, false]],
    ['a minute more is a unit', wait('02:00', '03:01'), {}, [61, 60, 3000, false]],
    ['a whole unit', wait('02:00', '03:30'), {}, [90, 60, 3000, false]],
    ['a second unit begins', wait('02:00', '03:31'), {}, [91, 60, 6000, false]],
    ['unloading has its own free time', wait('02:00', '03:00', { kind: 'unload' }), {}, [60, 30, 3000, false]],
    ['who is early waits from the appointment', wait('01:00', '03:01'), {}, [61, 60, 3000, false]],
    ['or from his arrival', wait('01:00', '03:01'), { clock: 'arrival' }, [121, 60, 9000, false]],
    ['or from the earlier of both', wait('01:00', '03:01'), { clock: 'earlier' }, [121, 60, 9000, false]],
    ['or from the appointment alone', wait('02:30', '03:01'), { clock: 'appointment' }, [61, 60, 3000, false]],
    ['without an appointment from the arrival', wait('01:00', '03:01', { appointment: null }), {}, [121, 60, 9000, false]],
    ['who is late waits from his arrival', wait('03:10', '04:20'), { clock: 'appointment' }, [70, 60, 3000, false]],
    ['or has forfeited it', wait('03:10', '05:00'), { late: 'forfeit' }, [110, 60, 0, false]],
    ['or has less free time', wait('03:10', '04:20'), { late: 'reduceFree' }, [70, 50, 3000, false]],
    ['down to none', wait('05:00', '05:10'), { late: 'reduceFree' }, [10, 0, 3000, false]],
    ['on the end of the window he is not late', wait('03:00', '04:01'), { late: 'forfeit' }, [61, 60, 3000, false]],
    ['without a window nobody is late', wait('09:00', '10:01', { windowTo: null }), { late: 'forfeit' }, [61, 60, 3000, false]],
    ['nothing before the work began', wait('02:00', '01:00'), {}, [0, 60, 0, false]],
    ['overnight costs besides', wait('02:00', '04:00'), { overnight: { afterMin: 120, fen: 50_000 } }, [120, 60, 56_000, false]],
    ['a minute less is no night', wait('02:00', '03:59'), { overnight: { afterMin: 120, fen: 50_000 } }, [119, 60, 6000, false]],
    ['a stop costs so much at most', wait('02:00', '04:00'), { capStop: 5000 }, [120, 60, 5000, false]],
    ['nobody saw him come', wait(null, '04:00'), {}, [0, 60, 0, true]],
    ['nobody saw the work begin', wait('02:00', null), {}, [0, 60, 0, true]],
  ])('%s', (_, w, more, line) => expect(one(w, more)).toEqual(line))
})

describe('several stops', () => {
  const three = [
    wait('04:00', '06:00', { stop: 'b', appointment: null, windowTo: null }),
    wait('02:00', '04:00'),
    wait('17:00', '19:00', { stop: 'c', appointment: null, windowTo: null }),
  ]
  const amounts = (more: object, of: readonly Wait[] = three) =>
    waitingLines({ ...policy, ...more }, of).map((l) => [l.stop, l.day, l.amount])
  it('stand in the order they were come to; a day is that of Beijing', () =>
    expect(amounts({})).toEqual([
      ['a', '2026-05-01', 6000],
      ['b', '2026-05-01', 6000],
      ['c', '2026-05-02', 6000],
    ]))
  it('a day costs so much at most, the later stop gives way', () => {
    const capped = [
      ['a', '2026-05-01', 6000],
      ['b', '2026-05-01', 1000],
      ['c', '2026-05-02', 6000],
    ]
    expect(amounts({ capDay: 7000 })).toEqual(capped)
    expect(amounts({ capDay: 7000 }, three.toReversed())).toEqual(capped)
  })
  it('so does an order', () => expect(amounts({ capOrder: 13_000 }).map(([, , amount]) => amount)).toEqual([6000, 6000, 1000]))
})
