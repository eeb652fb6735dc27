/**
 * A second store of the same company asks for everything: a person with every right of the console, whose data permission ends at his own
 * store, calls every operation there is, generated or written by hand, with the records of another store. No answer holds a word of them
 * and none of them is changed. A new route and a new entity come in by themselves. Partners and holders of links: `operations-outside.test.ts`.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sampleRecord } from '#kit/entity/conformance/sample.server.ts'
import { eventsAnswer } from '#kit/http/answers.server.ts'
import type { Route } from '#kit/http/route.server.ts'
import { tries } from './guesses.ts'
import { ofAStore, ofStore, otherStore, type OtherStore } from './other-store.ts'
import { bench, type Bench } from './people.ts'
import { samples } from './samples.ts'
import type { Person } from './rig.ts'
import { sweep, tell } from './sweep.ts'

let office: Bench
let person: Awaited<ReturnType<Bench['person']>>
let there: OtherStore

beforeAll(async () => {
  office = await bench()
  const { rig, stores } = office
  const codes = (await office.get('/api/auth/resources')).data as { resourceCode: string; funcItemList: { resourceCode: string }[] }[]
  const flat = (nodes: typeof codes): string[] => nodes.flatMap((n) => [n.resourceCode, ...flat((n.funcItemList ?? []) as typeof codes)])
  // 查看全部日志 is the right to read beyond one's own.
  const all = flat(codes).filter((code) => code !== 'systemLog_all')
  const own = await office.template('本门店', [{ resourceCode: '*', rules: [{ rule: 'store', mode: 'ownStore' }] }])
  person = await office.person('other_store', { stores: [stores[0]], roles: [await office.role('什么都能做', all, [own])] })
  const { ctx } = rig.admin
  there = await otherStore(rig, stores[1]!, async () => {
    // Somebody without any right who drives, and has an account for a carrier, in the first store.
    const mine = { ...samples, ...ofStore(stores[0]!) }
    for (const [name, by] of [
      ['driver', 'user'],
      ['carrier', 'account'],
    ] as const)
      await ctx.db.write(ctx.user.operatorId, (tx) =>
        sampleRecord(tx, ctx, name, { [by]: rig.nobody.ctx.user.id }, { path: [], samples: mine }),
      )
  })
})
afterAll(async () => {
  expect(office?.rig.faults).toEqual([])
  await office?.rig.close()
})

test('there is a record of the other store of everything that has one', () => {
  // A violation nobody has looked at and a source without a vehicle belong to no store yet.
  expect(ofAStore.filter((e) => !there.theirs.has(e.name)).map((e) => e.name)).toEqual(['vehicleSource', 'violation'])
  expect(ofAStore.length).toBeGreaterThan(100)
  expect(there.words.size).toBeGreaterThan(150)
})
/** What whoever has no right may call at all: the others are refused to him whatever he sends (closed.test.ts). */
const isOpen = (route: Route): boolean => route.right === 'signedIn' || route.right === 'public'
const CALLERS: Record<string, { who: () => Person | null; asks: (route: Route) => boolean; atLeast: number }> = {
  'somebody of another store': { who: () => person, asks: () => true, atLeast: 800 },
  'the administrator of another company': { who: () => office.rig.stranger, asks: () => true, atLeast: 800 },
  'a driver who is a carrier as well': { who: () => office.rig.nobody, asks: isOpen, atLeast: 25 },
  'a visitor': { who: () => null, asks: (route) => route.right === 'public', atLeast: 15 },
}
test.each(Object.keys(CALLERS).flatMap((name) => (['GET', 'POST'] as const).map((method) => [name, method] as const)))(
  '%s, %s: no call answers a word of it',
  async (name, method) => {
    const { who, asks, atLeast } = CALLERS[name]!
    const caller = who()
    const routes = office.rig.routes.filter((r) => r.method === method && !r.upload && r.output !== eventsAnswer && asks(r))
    const before = JSON.stringify([...(await there.rows())])
    const wrong = await sweep(routes, async (route) => {
      const problems: string[] = []
      for (const sent of tries(route, there.theirs)) {
        const answer = await office.rig.send(route, sent, caller)
        if (answer.status >= 500) problems.push(tell(route, answer, sent))
        const leaks = there.leaksIn(answer.status === 200 ? answer.text : answer.message, sent)
        if (leaks.length > 0) problems.push(`${tell(route, answer, sent)} — ${leaks.slice(0, 8).join('、')}`)
      }
      return problems
    })
    expect(wrong).toEqual([])
    expect(routes.length).toBeGreaterThan(atLeast)
    expect(JSON.stringify([...(await there.rows())])).toBe(before)
  },
)
