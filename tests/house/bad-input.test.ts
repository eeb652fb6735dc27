/** Shapes nobody asked for, sent to every call by an administrator and by somebody without rights: nothing breaks, and what is refused is refused in Chinese. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Entity } from '#kit/entity/entity.ts'
import type { Field } from '#kit/entity/field.ts'
import { answerTo } from '#kit/http/errors.server.ts'
import { parseJson, parseQuery } from '#kit/http/guards/limits.ts'
import { closed, parseInput } from '#kit/http/requests.server.ts'
import type { Route } from '#kit/http/route.server.ts'
import { modules } from '../../src/modules.ts'
import { startRig, wireText, type Answer, type Rig } from './rig.ts'
import { CHINESE, sweep, tell } from './sweep.ts'

let rig: Rig
beforeAll(async () => {
  rig = await startRig()
})
afterAll(() => rig?.close())

const entities = modules.flatMap((m) => m.entities) as Entity[]

/** Shapes nobody asked for. GET takes texts only. */
const QUERIES: Record<string, string>[] = [
  { id: 'x' },
  { id: '-1' },
  { id: '9'.repeat(40) },
  { id: '1 or 1=1' },
  { id: '999999999999' },
  { pageSize: '1000000000' },
  { pageNo: '-5' },
  { pageNo: '99999' },
  { sort: 'id;drop table vehicle' },
  { keyword: '%_\\\u0000\ud800' },
  { __proto__x: '1', constructor: 'x' },
  { toString: '1' },
  { ids: '1,x' },
  { view: '../../etc' },
]
const BODIES: unknown[] = [
  [],
  'text',
  42,
  null,
  true,
  {},
  { id: 'x', version: 'y' },
  { id: -1, version: 0 },
  { id: 1e300 },
  { id: { $ne: null } },
  { id: 999_999_999_999, version: 1 },
  { id: [1], version: [1] },
  { ids: ['x'] },
  { ids: 'all' },
  { ids: [999_999_999_999] },
  { query: { nonsense: '1' } },
  { query: [] },
  { rows: [{ line: 'x', cells: 3 }] },
  { rows: [{ line: 1, cells: { nonsense: '1' } }] },
  { constructor: 1, hasOwnProperty: 2 },
  { nonsense: '甲'.repeat(5000) },
]
const TEXTS = ['{"__proto__":{"isAdmin":true},"id":1}', '{"a":', `${'['.repeat(5000)}${']'.repeat(5000)}`, '{"id":1,"id":2}', '\u0000', '']

const bad = (r: Route, sent: unknown, answer: Answer): string[] => {
  if (answer.status >= 500) return [tell(r, answer, sent)]
  // What is refused is refused in Chinese.
  return answer.status >= 400 && !CHINESE.test(answer.message) ? [tell(r, answer, sent)] : []
}

/** What the kit makes for every entity by the same code; by what an entity's fields are it may differ. */
const MADE = new Set(
  `list quick detail timeline options tree comment add edit delete restore move reveal paper print papers export
   import import/template import/check import/commit import/errors`.split(/\s+/),
)
/** One in so many of what is sent to a call whose like has had everything: over the entities each of them is sent again and again. */
const SAMPLE = 4

/**
 * What is sent to each call: everything to those written by hand, and of those the kit makes alike to as many that every kind of field was there once;
 * to the others a part, another one for each.
 */
function chosenInputs(routes: readonly Route[], inputs: (r: Route) => readonly unknown[]): Map<Route, readonly unknown[]> {
  const byName = new Map(entities.map((entity) => [entity.name, entity]))
  const seen = new Set<string>()
  const isNew = (r: Route): boolean => {
    const [, name, verb] = /^\/api\/v1\/(\w+)\/(.+)$/.exec(r.path) ?? []
    const entity = byName.get(name ?? '')
    if (!entity || !MADE.has(verb!)) return true
    const keys = [verb!, ...Object.values(entity.fields as Record<string, Field>).map(({ kind }) => `${verb} ${kind}`)]
    const fresh = keys.filter((key) => !seen.has(key))
    for (const key of fresh) seen.add(key)
    return fresh.length > 0
  }
  return new Map(routes.map((r, i) => [r, isNew(r) ? inputs(r) : inputs(r).filter((_, n) => (n + i) % SAMPLE === 0)]))
}

/**
 * What the edge answers before the call itself is reached: the server's own functions, without the server. Null: the call is reached.
 * What stands behind a gate is read there, and what an empty body means the HTTP library decides.
 */
async function edgeAnswer(route: Route, input: unknown): Promise<{ status: number; message: string } | null> {
  if (route.gate || input === '') return null
  const text = wireText(route.method, input)
  try {
    await parseInput(closed(route.input), route.method === 'GET' ? { ...parseQuery(text) } : (parseJson(text) ?? {}))
    return null
  } catch (error) {
    const { status, body } = answerTo(error, '')
    return status < 500 ? { status, message: body.message } : null
  }
}
/** One in so many of what the edge refuses travels all the same, and has to be answered with the very same sentence. */
const SENT_ALL_THE_SAME = 8
let sentAllTheSame = 0

describe('bad input', () => {
  const inputs = (r: Route): unknown[] => (r.method === 'GET' ? QUERIES : [...BODIES, ...TEXTS])
  // In shares: their number grows with the house, the time of one test does not.
  const SHARES = 8
  const everybody = Array.from({ length: SHARES }, (_, i) => ['admin', i, SHARES] as const)
  test.each([...everybody, ['nobody', 0, 1] as const])('never breaks a route, sent by %s (share %i of %i)', async (name, share, shares) => {
    // Somebody without rights reaches only these.
    const routes = name === 'admin' ? rig.routes : rig.routes.filter((r) => r.right === 'signedIn' || r.right === 'public')
    const chosen = chosenInputs(routes, inputs)
    const wrong = await sweep(
      routes.filter((r, i) => i % shares === share && !r.upload),
      async (r) => {
        const problems: string[] = []
        const place = routes.indexOf(r)
        for (const [n, input] of chosen.get(r)!.entries()) {
          const atTheEdge = await edgeAnswer(r, input)
          if (atTheEdge && !CHINESE.test(atTheEdge.message)) problems.push(`${r.path} ${JSON.stringify(input)}: ${atTheEdge.message}`)
          if (atTheEdge && (n + place) % SENT_ALL_THE_SAME !== 0) continue
          const answer = await rig.send(r, input, rig[name])
          problems.push(...bad(r, input, answer))
          if (!atTheEdge) continue
          sentAllTheSame++
          if (answer.status !== atTheEdge.status || answer.message !== atTheEdge.message)
            problems.push(`${tell(r, answer, input)}; at the edge: ${atTheEdge.status} ${atTheEdge.message}`)
        }
        return problems
      },
    )
    expect(wrong).toEqual([])
    expect(rig.faults).toEqual([])
  })
  test('is refused at the edge as the pure functions say, in many examples', () => expect(sentAllTheSame).toBeGreaterThan(1000))
  test('is sent whole to every call written by hand and to each kind of field, and each piece of it to many of the rest', () => {
    const chosen = chosenInputs(rig.routes, inputs)
    const whole = [...chosen].filter(([r, all]) => all.length === inputs(r).length).map(([r]) => r)
    const handmade = rig.routes.filter((r) => !MADE.has(r.path.split('/').slice(4).join('/')))
    expect(handmade.filter((r) => !whole.includes(r)).map((r) => r.path)).toEqual([])
    expect(handmade.length).toBeGreaterThan(1000)
    const times = new Map<unknown, number>()
    for (const input of [...chosen.values()].flat()) times.set(input, (times.get(input) ?? 0) + 1)
    for (const input of [...QUERIES, ...BODIES, ...TEXTS]) expect(times.get(input)).toBeGreaterThan(500)
  })
})
