/**
 * A second store of the same company asks for everything: a person with every right of the console, whose data permission ends at his own
 * store, calls every operation there is, generated or written by hand, with the records of another store. No answer holds a word of them
 * and none of them is changed. A new route and a new entity come in by themselves.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { sampleRecord, type Samples } from '#kit/entity/conformance/sample.server.ts'
import { scopePath, type Entity } from '#kit/entity/entity.ts'
import { fieldOf, fieldsOf, isTenant } from '#kit/entity/names.ts'
import { eventsAnswer } from '#kit/http/answers.server.ts'
import type { Route } from '#kit/http/route.server.ts'
import { modules } from '../../src/modules.ts'
import { bench, type Bench } from './people.ts'
import { samples } from './samples.ts'
import type { Person } from './rig.ts'
import { sweep, tell } from './sweep.ts'

const entities = (modules.flatMap((m) => m.entities ?? []) as Entity[]).filter(isTenant)
/** Rows that belong to a store, by themselves or by what they are of, or to the whole company. What belongs to nobody belongs to all where the path says so. */
const ofAStore = entities.filter((e) => e.scope?.store !== undefined)

let office: Bench
let person: Awaited<ReturnType<Bench['person']>>
/** The record of the other store, by entity. */
const theirs = new Map<string, number>()
/** Words that stand in those records and nowhere else, with their entity. */
const words = new Map<string, string>()

/** Every sample of what has a store itself is of this one. */
function ofStore(store: number): Samples {
  const own = entities.flatMap((e) => {
    const path = e.scope?.store ? scopePath(e.scope.store) : null
    if (!path || path.of !== null || path.from !== null) return []
    const field = fieldOf(e, path.field)
    return field?.kind === 'ref' || field?.kind === 'refs'
      ? [[e.name, { [path.field]: field.kind === 'refs' ? [store] : store }] as const]
      : []
  })
  return Object.fromEntries(
    [...new Set([...Object.keys(samples), ...own.map(([name]) => name)])].map((name) => [
      name,
      { ...samples[name], ...Object.fromEntries(own)[name] },
    ]),
  )
}

function isOfNobody({ scope }: Entity, row: Record<string, unknown>): boolean {
  if (!scope?.store) return false
  const { from, field, shared } = scopePath(scope.store)
  if (from !== null) return true
  const value = row[field]
  return shared && (value === null || (Array.isArray(value) && value.length === 0))
}

const isWord = (text: unknown): text is string =>
  typeof text === 'string' && text.length >= 5 && /\d{4}/.test(text) && !/^\d{4}-\d\d/.test(text)

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
  const there = ofStore(stores[1]!)
  for (const entity of ofAStore) {
    const id = await ctx.db.write(ctx.user.operatorId, (tx) => sampleRecord(tx, ctx, entity.name, {}, { path: [], samples: there }))
    theirs.set(entity.name, id)
  }
  // Somebody without any right who drives, and has an account for a carrier, here.
  const mine = { ...samples, ...ofStore(stores[0]!) }
  for (const [name, by] of [
    ['driver', 'user'],
    ['carrier', 'account'],
  ] as const)
    await ctx.db.write(ctx.user.operatorId, (tx) =>
      sampleRecord(tx, ctx, name, { [by]: rig.nobody.ctx.user.id }, { path: [], samples: mine }),
    )
  for (const [name, row] of await rows()) {
    // Of nobody yet: everybody's to look after.
    if (
      isOfNobody(
        ofAStore.find((e) => e.name === name)!,
        row,
      )
    )
      theirs.delete(name)
    else for (const word of Object.values(row).filter(isWord)) words.set(word, name)
  }
  for (const word of await wordsOfAll()) words.delete(word)
})
afterAll(async () => {
  expect(office?.rig.faults).toEqual([])
  await office?.rig.close()
})

async function rows(): Promise<Map<string, Record<string, unknown>>> {
  const { rig } = office
  const byEntity = new Map<string, Record<string, unknown>>()
  await rig.db.read(rig.admin.ctx.user.operatorId, async (db) => {
    for (const [name, id] of theirs)
      byEntity.set(
        name,
        (await db
          .selectFrom(name as 'user')
          .selectAll()
          .where('id', '=', id)
          .executeTakeFirst()) ?? {},
      )
  })
  return byEntity
}

/** Words that also stand where nobody's rows are shut: a department of the company, a model of an order, a number that two sorts of papers begin alike. */
async function wordsOfAll(): Promise<string[]> {
  const { rig } = office
  const open = entities.filter((e) => e.scope?.store === undefined)
  const alike = [...Map.groupBy(entities.flatMap(serialOf), ([, prefix]) => prefix).values()].filter((all) => all.length > 1).flat()
  return rig.db.read(rig.admin.ctx.user.operatorId, async (db) => {
    const openWords: string[] = []
    for (const { name } of open)
      for (const row of await db
        .selectFrom(name as 'user')
        .selectAll()
        .limit(2000)
        .execute())
        openWords.push(...Object.values(row).filter(isWord))
    return [
      ...openWords,
      ...[...words].flatMap(([word, of]) => (alike.some(([name, prefix]) => name === of && word.startsWith(prefix)) ? [word] : [])),
    ]
  })
}
const serialOf = (entity: Entity): [string, string][] =>
  fieldsOf(entity).flatMap(([, field]) => (field.kind === 'serial' ? [[entity.name, field.pattern.replace(/\{.*/, '')]] : []))

interface Shape {
  properties?: Record<string, Shape>
  required?: string[]
  type?: string
  enum?: unknown[]
  const?: unknown
  anyOf?: Shape[]
  items?: Shape
  format?: string
  minLength?: number
  minItems?: number
}
/** What somebody who tries would send: numbers of the other store wherever a name says of what, else something of the right shape. */
function guess(name: string, shape: Shape, of: string | null): unknown {
  if (shape.const !== undefined) return shape.const
  if (shape.enum) return shape.enum[0]
  if (shape.anyOf) return guess(name, shape.anyOf.find((one) => one.type !== 'null') ?? {}, of)
  const about =
    name === 'id' || name === 'ids' ? of : [...theirs.keys()].find((entity) => [entity, `${entity}s`, `${entity}Id`].includes(name))
  if (about !== null && about !== undefined && theirs.has(about)) {
    const id = theirs.get(about)!
    return shape.type === 'array' ? [id] : shape.type === 'string' ? String(id) : id
  }
  switch (shape.type) {
    case 'integer':
    case 'number':
      return 1
    case 'boolean':
      return false
    case 'array':
      return shape.minItems ? [guess(name, shape.items ?? {}, of)] : []
    case 'object':
      return Object.fromEntries((shape.required ?? []).map((key) => [key, guess(key, shape.properties?.[key] ?? {}, of)]))
    default:
      return /(On|from|to|day|until)$/i.test(name)
        ? '2026-01-05'
        : /month/i.test(name)
          ? '2026-01'
          : '入侵'.padEnd(shape.minLength ?? 2, '入')
  }
}
const shapeOf = (route: Route): Shape => z.toJSONSchema(route.input, { io: 'input', unrepresentable: 'any' }) as unknown as Shape

function tries(route: Route): object[] {
  const entity = route.path.split('/')[3] ?? ''
  const of = theirs.has(entity) ? entity : null
  const shape = shapeOf(route)
  const known = Object.keys(shape.properties ?? {})
  const filled = Object.fromEntries(
    known
      .filter((key) => shape.required?.includes(key) || key === 'id' || key === 'ids' || theirs.has(key))
      .map((key) => [key, guess(key, shape.properties![key]!, of)]),
  )
  const id = of ? theirs.get(of)! : null
  const verb = route.path.split('/').slice(4).join('/')
  if (route.method === 'GET') {
    const texts = Object.fromEntries(Object.entries(filled).map(([key, value]) => [key, String(value)]))
    return [
      {},
      ...(known.includes('pageSize') ? [{ pageSize: '200' }] : []),
      texts,
      ...(id ? [{ id: String(id) }, { id: String(id), kind: 'sheet' }, { ids: String(id) }] : []),
    ]
  }
  if (verb === 'export') return [{ query: {}, columns: [] }]
  if (verb.startsWith('bulk/')) return [{ ids: [id ?? 1] }, { query: {} }]
  if (verb === 'reveal') return ['mobile', 'idNo', 'bankAccount', 'accountNo'].map((field) => ({ id, field, reason: '入侵' }))
  return [filled, ...(id ? [{ ...filled, id, version: 1, remark: '入侵', name: '入侵', reason: '入侵' }] : [])]
}

/** Words of the other store in an answer, each with the entity it is of. */
const leaksIn = (text: string, sent: object): string[] =>
  [...words].flatMap(([word, entity]) => (text.includes(word) && !JSON.stringify(sent).includes(word) ? [`${entity}: ${word}`] : []))

test('there is a record of the other store of everything that has one', () => {
  // A violation nobody has looked at and a source without a vehicle belong to no store yet.
  expect(ofAStore.filter((e) => !theirs.has(e.name)).map((e) => e.name)).toEqual(['vehicleSource', 'violation'])
  expect(ofAStore.length).toBeGreaterThan(100)
  expect(words.size).toBeGreaterThan(150)
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
    const before = JSON.stringify([...(await rows())])
    const wrong = await sweep(routes, async (route) => {
      const problems: string[] = []
      for (const sent of tries(route)) {
        const answer = await office.rig.send(route, sent, caller)
        if (answer.status >= 500) problems.push(tell(route, answer, sent))
        const leaks = answer.status === 200 ? leaksIn(answer.text, sent) : leaksIn(answer.message, sent)
        if (leaks.length > 0) problems.push(`${tell(route, answer, sent)} — ${leaks.slice(0, 8).join('、')}`)
      }
      return problems
    })
    expect(wrong).toEqual([])
    expect(routes.length).toBeGreaterThan(atLeast)
    expect(JSON.stringify([...(await rows())])).toBe(before)
  },
)
