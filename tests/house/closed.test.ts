import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { everyRouteHasARight } from '#kit/access/authorise.ts'
import type { Entity } from '#kit/entity/entity.ts'
import type { Field } from '#kit/entity/field.ts'
import { sampleRecord } from '#kit/entity/conformance/sample.server.ts'
import { describeApi } from '#kit/http/openapi.server.ts'
import type { Route } from '#kit/http/route.server.ts'
import { modules } from '../../src/modules.ts'
import { startRig, type Answer, type Rig } from './rig.ts'
import { samples } from './samples.ts'

let rig: Rig
beforeAll(async () => {
  rig = await startRig()
})
afterAll(() => rig?.close())

const entities = modules.flatMap((m) => m.entities) as Entity[]
const CHINESE = /[\u4e00-\u9fff]/
const tell = (r: Route, a: Answer, more: unknown = ''): string =>
  `${r.method} ${r.path} ${JSON.stringify(more).slice(0, 80)}: ${a.status} ${a.text.slice(0, 160)}`
const isUpload = (r: Route): boolean => r.upload !== undefined

/** Every route in turn, a few at a time. */
async function sweep(routes: readonly Route[], look: (route: Route) => Promise<string[]>): Promise<string[]> {
  const found: string[] = []
  const rest = [...routes]
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      for (let r = rest.shift(); r; r = rest.shift()) found.push(...(await look(r)))
    }),
  )
  return found.toSorted()
}

interface Part {
  $ref?: string
  properties?: Record<string, Record<string, unknown>>
}
/** Every object of a document, with its place. */
function* parts(of: unknown, place: string): Generator<[string, Part]> {
  if (typeof of !== 'object' || of === null) return
  yield [place, of]
  for (const [name, part] of Object.entries(of)) yield* parts(part, `${place}/${name}`)
}
const at = (of: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>((found, name) => (found as Record<string, unknown> | undefined)?.[name], of)

/** Routes without `output`, by the beginning of their address. */
const SILENT: Record<string, number> = {
  '/api/v1/dataTemplate': 2,
  '/api/v1/resource': 1,
  '/api/v1/roleGrant': 3,
  '/api/v1/site': 2,
  '/api/v1/userAccess': 2,
  '/api/v1/userPassword': 1,
}

describe('every route', () => {
  test('has a right, and only listed ones are public', () => {
    expect(rig.routes.length).toBeGreaterThan(400)
    expect(everyRouteHasARight(rig.routes)).toEqual([])
  })
  test('refuses a visitor: 401, unless it is public', async () => {
    const wrong = await sweep(
      rig.routes.filter((r) => r.right !== 'public'),
      async (r) => {
        const answer = await rig.send(r, {}, null)
        return answer.status === 401 && CHINESE.test(answer.message) ? [] : [tell(r, answer)]
      },
    )
    expect(wrong).toEqual([])
  })
  test('refuses somebody without the right: 403, whatever he sends', async () => {
    const guarded = rig.routes.filter((r) => r.right !== 'public' && r.right !== 'signedIn')
    const wrong = await sweep(guarded, async (r) => {
      const answer = await rig.send(r, { id: '1' }, rig.nobody)
      return answer.status === 403 && CHINESE.test(answer.message) ? [] : [tell(r, answer)]
    })
    expect(wrong).toEqual([])
    expect(guarded.length).toBeGreaterThan(350)
  })
  test('says what it answers, but for these, which only become fewer', () => {
    const silent = rig.routes.filter((r) => !r.output).map((r) => r.path.split('/').slice(0, 4).join('/'))
    const count = Object.fromEntries([...Map.groupBy(silent, (path) => path)].map(([path, all]) => [path, all.length]))
    expect(count).toEqual(SILENT)
    expect(rig.routes.length - silent.length).toBeGreaterThan(3000)
  })
  test('is described to the end: every reference leads somewhere, nothing that is sent is left open', () => {
    const api = describeApi(rig.routes, '', '1') as { paths: object }
    const references = [...parts(api, '')].flatMap(([where, part]) => (part.$ref?.startsWith('#') ? [[where, part.$ref] as const] : []))
    expect(references.filter(([, ref]) => at(api, ref.slice(2).split('/')) === undefined)).toEqual([])
    expect(references.filter(([, ref]) => ref.startsWith('#/components/schemas/')).length).toBeGreaterThan(20)
    const open = [...parts(api.paths, '')].flatMap(([where, part]) =>
      Object.entries(part.properties ?? {}).flatMap(([name, { description: _said, anyOf, ...says }]) =>
        Object.keys(says).length > 0 || (anyOf as object[] | undefined)?.every((choice) => Object.keys(choice).length > 0)
          ? []
          : [`${where.split('/').slice(2, 6).join('/')} ${name}`],
      ),
    )
    // What a browser keeps for itself, and a file that is read before anything is believed of it.
    expect(open.toSorted()).toEqual([
      'api/v1/approvalProcess/importJson content',
      'api/v1/approvalProcess/namesInFile content',
      'api/v1/draft/save content',
      'api/v1/setting/post value',
    ])
  })
})

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
      routes.filter((r, i) => i % shares === share && !isUpload(r)),
      async (r) => {
        const found: string[] = []
        for (const input of chosen.get(r)!) found.push(...bad(r, input, await rig.send(r, input, rig[name])))
        return found
      },
    )
    expect(wrong).toEqual([])
    expect(rig.faults).toEqual([])
  })
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
  test.each<[string, string, string]>([
    [
      'half a character inside a JSON value',
      '/api/v1/savedView/add',
      '{"screen":"vehicleList","name":"甲","scope":"mine","state":{"x":"a\\ud800b"}}',
    ],
    ['half a character as a setting', '/api/v1/setting', '{"key":"theme","value":"\\udc00"}'],
    [
      'a moment whose business day is beyond the calendar',
      '/api/v1/payment/preview',
      '{"bills":[1],"amount":2,"paidAt":"9999-12-31T23:59:59.999Z"}',
    ],
    ['a day no rule can add a month to', '/api/v1/splitRecord/settle', '{"upTo":"9999-12-31"}'],
    [
      'a process without a beginning',
      '/api/v1/approvalVersion/dryRun',
      '{"process":1,"definition":{"format":1,"nodes":[],"settings":{"allowWithdraw":false,"allowTakeBack":true,"dedupe":"once","title":"","print":{"heading":"","fields":[],"trail":true}}},"values":{}}',
    ],
  ])('%s is refused with a sentence', async (_what, path, body) => {
    const answer = await rig.send({ method: 'POST', path }, body, rig.admin)
    expect([answer.status, answer.message]).toEqual([400, expect.stringMatching(CHINESE)])
    expect(rig.faults).toEqual([])
  })
  test('at the edge of time is refused by name in every filter and every call that takes days', async () => {
    const answers = async (path: string, query: object) => {
      const { status, message } = await rig.send({ method: 'GET', path: `/api/v1/${path}` }, query, rig.admin)
      return [path, query, status, message]
    }
    for (const [path, field] of [
      ['user/list', 'lastLoginAt'],
      ['user/list', 'createdAt'],
      ['vehicle/list', 'createdAt'],
      ['lease/list', 'startOn'],
    ] as const)
      for (const [range, why] of [
        ['~9999-12-31', '应早于 9999-12-31'],
        ['0001-01-01~', '应晚于 0001-01-01'],
        ['0001-01-01~9999-12-31', '应晚于 0001-01-01'],
      ] as const)
        expect(await answers(path, { [field]: range })).toEqual([path, { [field]: range }, 400, expect.stringContaining(why)])
    for (const createdAt of ['~9999-12-31T23:59:59.999Z', '0000-12-31T23:00:00Z~', '0001-01-01T00:00:00Z~'])
      expect((await answers('user/list', { createdAt }))[2]).toBe(400)
    for (const days of [
      { from: '0001-01-01', to: '2026-01-31' },
      { from: '2026-01-01', to: '9999-12-31' },
    ])
      expect(await answers('accountDoc/list', days)).toEqual(['accountDoc/list', days, 400, expect.stringContaining('1900 年至 2199 年')])
    expect(rig.faults).toEqual([])
  })
  test('in a list is refused by name and changes nothing', async () => {
    const count = () =>
      rig.db.read(
        rig.admin.ctx.user.operatorId,
        async (db) => (await sql<{ n: string }>`select count(*) as n from audit_log`.execute(db)).rows[0]!.n,
      )
    const before = await count()
    const wrong = await sweep(
      rig.routes.filter((r) => r.path.endsWith('/list') && entities.some((e) => r.path === `/api/v1/${e.name}/list`)),
      async (r) => {
        const found: string[] = []
        for (const query of [
          { nonsense: '1' },
          { sort: 'nonsense' },
          { sort: '-__proto__' },
          { __proto__2: '1' },
          { constructor: '1' },
          { pageSize: '1000000000' },
          { pageSize: '0' },
          { pageNo: '1.5' },
          { quick: 'constructor' },
          { view: 'vehicleLis' },
        ]) {
          const answer = await rig.send(r, query, rig.admin)
          if (answer.status !== 400 || answer.code !== 400 || !CHINESE.test(answer.message)) found.push(tell(r, answer, query))
        }
        return found
      },
    )
    expect(wrong).toEqual([])
    expect(await count()).toBe(before)
  })
  test.each(entities.map((e) => [e.name, e] as const))(
    '%s: no column that a person may not write can be written (mass assignment)',
    async (name, entity) => {
      const add = rig.routes.find((r) => r.path === `/api/v1/${name}/add`)
      const edit = rig.routes.find((r) => r.path === `/api/v1/${name}/edit`)
      const { rows } = await rig.db.read(null, (db) =>
        sql<{
          c: string
        }>`select column_name as c from information_schema.columns where table_schema = 'public' and table_name = ${name.replace(/[A-Z]/g, (c) => `_${c.toLowerCase()}`)}`.execute(
          db,
        ),
      )
      const columns = rows.map((r) => r.c.replace(/_(\w)/g, (_, c: string) => c.toUpperCase()))
      expect(columns).toContain('operatorId')
      const field = (column: string): Field | undefined => (entity.fields as Record<string, Field>)[column]
      const closed = columns.filter((c) => !field(c) || field(c)!.readOnly || ['state', 'computed', 'serial'].includes(field(c)!.kind))
      const refusedIn = (answer: Answer): string[] => (answer.status === 400 ? Object.keys((answer.data ?? {}) as object) : [])
      if (add) {
        const answer = await rig.send(add, Object.fromEntries(closed.map((c) => [c, '入侵'])), rig.admin)
        expect(closed.filter((c) => !refusedIn(answer).includes(c))).toEqual([])
      }
      if (edit) {
        const { ctx } = rig.admin
        const id = await ctx.db.write(ctx.user.operatorId, (tx) => sampleRecord(tx, ctx, name, {}, { path: [], samples }))
        const own = closed.filter((c) => c !== 'id' && c !== 'version')
        const answer = await rig.send(edit, { id, version: 1, ...Object.fromEntries(own.map((c) => [c, '入侵'])) }, rig.admin)
        expect(own.filter((c) => !refusedIn(answer).includes(c))).toEqual([])
      }
      if (!add && !edit) expect(entity.writes).toBe('none')
    },
  )
})
