import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { everyRouteHasARight } from '#kit/access/authorise.ts'
import type { Entity } from '#kit/entity/entity.ts'
import { describeApi } from '#kit/http/openapi.server.ts'
import { modules } from '../../src/modules.ts'
import { startRig, type Rig } from './rig.ts'
import { CHINESE, sweep, tell } from './sweep.ts'

let rig: Rig
beforeAll(async () => {
  rig = await startRig()
})
afterAll(() => rig?.close())

const entities = modules.flatMap((m) => m.entities) as Entity[]

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
  path.reduce<unknown>((node, name) => (node as Record<string, unknown> | undefined)?.[name], of)

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
  test('behind a gate names no headers: the gate says who calls', () => {
    expect(rig.routes.filter((r) => r.gate && r.tokens).map((r) => r.path)).toEqual([])
    expect(rig.routes.filter((r) => r.tokens).length).toBeGreaterThan(3)
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

describe('bad input', () => {
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
      for (const [range, status] of [
        ['~9999-12-31', 400],
        ['0001-01-01~', 400],
        ['0001-01-02~9999-12-30', 400],
        ['1899-12-31~', 400],
        ['~2200-01-01', 400],
        ['1900-01-01~2199-12-31', 200],
      ] as const)
        expect(await answers(path, { [field]: range })).toEqual([
          path,
          { [field]: range },
          status,
          status === 200 ? expect.anything() : expect.stringContaining('应在 1900 年至 2199 年之间'),
        ])
    for (const createdAt of ['~9999-12-31T23:59:59.999Z', '0000-12-31T23:00:00Z~', '0001-01-01T00:00:00Z~', '1899-12-31T23:59:59+14:00~'])
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
        const problems: string[] = []
        // What every entity refuses besides: `conformance.ts`.
        for (const query of [
          { sort: '-__proto__' },
          { __proto__2: '1' },
          { constructor: '1' },
          { pageSize: '0' },
          { pageNo: '1.5' },
          { quick: 'constructor' },
        ]) {
          const answer = await rig.send(r, query, rig.admin)
          if (answer.status !== 400 || answer.code !== 400 || !CHINESE.test(answer.message)) problems.push(tell(r, answer, query))
        }
        return problems
      },
    )
    expect(wrong).toEqual([])
    expect(await count()).toBe(before)
  })
})
