/**
 * Who may see a record need not see the whole number of a person's account, card, telephone or identity: masked by what it is, wherever it
 * stands. First the definitions, then what is answered: every record with a number behind a mask is made, and somebody who may open
 * everything but not look at whole numbers asks every route that reads, in all its ways.
 */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import type { Context, Tx } from '#kit/access/context.server.ts'
import { AppError } from '#kit/basics/errors.ts'
import { isSealed, seal } from '#kit/database/sealing.server.ts'
import { sampleRecord } from '#kit/entity/conformance/sample.server.ts'
import type { Entity } from '#kit/entity/entity.ts'
import type { Field } from '#kit/entity/field.ts'
import { fieldsOf } from '#kit/entity/names.ts'
import { recordPaper } from '#kit/pdf/record-paper.server.ts'
import { readXlsx } from '#kit/excel/read.server.ts'
import { eventsAnswer } from '#kit/http/answers.server.ts'
import type { Route } from '#kit/http/route.server.ts'
import { modules } from '../../src/modules.ts'
import { bench, type Bench } from './people.ts'
import type { Answer, Person } from './rig.ts'
import { samples } from './samples.ts'
import { sweep } from './sweep.ts'

const entities = modules.flatMap((m) => m.entities ?? []) as unknown as Entity[]

/** What a label says the text is. */
const OF_A_PERSON = /账号$|账户$|卡号$|身份证|证件号码|手机|联系电话|^电话$|邮箱|资格证|驾驶证号|准驾证号|护照/
/** What the form of its text says it is. */
const FORMS = new Set(['mobile', 'idNo', 'bankCard', 'email', 'phone'])
/** Whose number it is instead. */
const NOT_OF_A_PERSON: Record<string, string> = {
  'dangerNote.emergencyPhone': 'of the company, for whoever finds the load',
  'dept.phone': 'of an office',
  'fuelAccount.mobile': 'of an account with a supplier',
  'invoice.bankAccount': 'of a company, printed on its invoice',
  'invoiceTitle.bankAccount': 'of a company, printed on its invoices',
  'invoiceTitle.email': 'where a company takes its invoices',
  'invoiceTitle.phone': 'of a company, printed on its invoices',
  'merchant.servicePhone': 'of a shop, for those who pay there',
  'operatorProfile.adminUsername': 'a name to sign in with',
  'payQrCode.accountNo': 'our own, shown to whoever pays',
  'providerAccount.accountNo': 'a number at the provider of payments',
  'repairShop.mobile': 'of a workshop',
  'store.phone': 'of a shop',
  'terminal.simNo': 'of a device',
}

/** Fields and, of lines, those within. */
const allFields = (entity: Entity): [string, Field][] =>
  fieldsOf(entity).flatMap(([name, field]) => [
    [name, field] as [string, Field],
    ...(field.kind === 'lines'
      ? Object.entries(field.of as Record<string, Field>).map(([own, f]) => [`${name}.${own}`, f] as [string, Field])
      : []),
  ])

test('every number of a person has a mask, or it is said whose number it is', () => {
  const open = entities.flatMap((e) =>
    allFields(e)
      .filter(([, f]) => f.kind === 'text' && f.mask === undefined && (OF_A_PERSON.test(f.label) || FORMS.has(f.format ?? '')))
      .map(([name]) => `${e.name}.${name}`),
  )
  expect(open.toSorted()).toEqual(Object.keys(NOT_OF_A_PERSON).toSorted())
})

let b: Bench
let reader: Person
beforeAll(async () => {
  b = await bench()
  const { ctx } = b.rig.admin
  const codes = await ctx.db.read(ctx.user.operatorId, (db) => db.selectFrom('resource').select('code').execute())
  const role = await b.role(
    '除完整号码外全部',
    codes.map(({ code }) => code).filter((code) => !code.endsWith('_reveal')),
    [await b.template('全部', [{ resourceCode: '*', rules: [{ rule: 'store', mode: 'all' }] }])],
  )
  reader = await b.person('reader', { roles: [role], dept: b.dept, stores: b.stores })
})
afterAll(async () => {
  expect(b?.rig.faults).toEqual([])
  await b?.rig.close()
})

const hidden = (field: Field): boolean => field.mask !== undefined && field.mask !== 'name'
/** Any text of which a mask would leave something out. */
const isNumber = (text: unknown): text is string => typeof text === 'string' && /\d{6}|@/.test(text)

interface World {
  /** A record of every entity with a mask, and those it refers to. */
  ids: Map<string, number[]>
  /** Whole numbers → where they stand. */
  numbers: Map<string, Set<string>>
}

let serial = 0
/** A number that stands nowhere else. */
const numberNow = (): string => `77${String(++serial).padStart(3, '0')}88${String(Date.now() % 1e7).padStart(7, '0')}`
/** Where the text has no form of its own the sample would be a word. */
const numbered = (entity: Entity): Record<string, unknown> =>
  Object.fromEntries(
    fieldsOf(entity).flatMap(([name, field]) =>
      field.kind === 'text' && hidden(field) && !field.format && !(name in (samples[entity.name] ?? {}))
        ? [[name, () => numberNow().slice(0, field.maxLength ?? 40)]]
        : [],
    ),
  )

/** What only the program fills in, and what another field hides: written past the forms, as it would lie there. */
async function fillEmpty(masked: readonly Entity[]): Promise<void> {
  const { ctx } = b.rig.admin
  for (const entity of masked)
    for (const [name, field] of fieldsOf(entity)) {
      if (!hidden(field) || field.kind !== 'text') continue
      const number = numberNow()
      await ctx.db.write(ctx.user.operatorId, (tx) =>
        sql`update ${sql.table(entity.name)} set ${sql.ref(name)} = ${isSealed(field) ? seal(number) : number}
          where ${sql.ref(name)} is null and id = (select max(id) from ${sql.table(entity.name)})`.execute(tx),
      )
    }
}

async function world(): Promise<World> {
  const { ctx } = b.rig.admin
  const masked = entities.filter(
    (e) => allFields(e).some(([, f]) => hidden(f)) || e.papers || e.card || Object.values(MEANT).includes(e.name),
  )
  const filled = { ...samples, ...Object.fromEntries(masked.map((e) => [e.name, { ...samples[e.name], ...numbered(e) }])) }
  const ids = new Map<string, number[]>()
  const numbers = new Map<string, Set<string>>()
  for (const { name } of masked)
    await ctx.db.write(ctx.user.operatorId, (tx) => sampleRecord(tx, ctx, name, {}, { path: [], samples: filled }))
  await fillEmpty(masked)
  const openly = new Set<string>()
  for (const entity of entities) {
    const rows = (await ctx.db.read(ctx.user.operatorId, (db) =>
      db
        .selectFrom(entity.name as 'user')
        .selectAll()
        .orderBy('id')
        .execute(),
    )) as unknown as Record<string, unknown>[]
    if (rows.length) ids.set(entity.name, rows.map((row) => row['id'] as number).slice(-3))
    for (const row of rows)
      for (const [name, field] of fieldsOf(entity)) {
        if (hidden(field) && isNumber(row[name]))
          numbers.set(row[name], (numbers.get(row[name]) ?? new Set()).add(`${entity.name}.${name}`))
        else if (isNumber(row[name])) openly.add(row[name])
      }
  }
  for (const number of openly) numbers.delete(number)
  return { ids, numbers }
}

const TOKEN = /[0-9A-Za-z@.]{6,60}/g
const whole = (text: string, { numbers }: World): string[] => [
  ...new Set((text.match(TOKEN) ?? []).flatMap((token) => [...(numbers.get(token) ?? [])])),
]
async function words({ bytes, text }: Answer): Promise<string> {
  if (bytes.subarray(0, 2).toString() !== 'PK') return text
  return readXlsx(bytes).then(
    ({ rows }) => JSON.stringify(rows),
    () => text,
  )
}

interface Shape {
  type?: string
  enum?: unknown[]
  anyOf?: Shape[]
  pattern?: string
}
const entityOf = (name: string): Entity | undefined => entities.find((e) => e.name === name)

/** Of what the id of a route written by hand is, where neither its path nor its input says it. */
const MEANT: Readonly<Record<string, string>> = {
  '/api/v1/contract/sign/detail': 'signFlow',
  '/api/v1/contract/sign/evidence': 'signFlow',
  '/api/v1/contract/file/list': 'signFlow',
  '/api/v1/statement/open': 'statement',
}
/** What could be meant by an input of this name. */
function valuesFor(name: string, shape: Shape, path: string, w: World, text: boolean): unknown[] {
  const own = MEANT[path] ?? path.split('/')[3] ?? ''
  const say = (id: number): unknown => (text || shape.type === 'string' ? String(id) : id)
  const one = shape.anyOf?.find((s) => s.type !== 'null') ?? shape
  if (one.enum) return one.enum.slice(0, 4)
  const asked = name.replace(/Ids?$|s$/, '')
  const known =
    w.ids.get(name) ?? w.ids.get(asked) ?? (/^(id|ids|record|recordId|entityId|bizId|flowId)$/.test(name) ? w.ids.get(own) : undefined)
  if (known) return one.type === 'array' ? [known] : known.map(say)
  if (name === 'entity') return [...w.ids.keys()].slice(0, 12)
  if (name === 'kind' && entityOf(own)?.papers) return Object.keys(entityOf(own)!.papers!)
  if (/^(id|record|recordId|entityId|bizId)$/.test(name)) return [...new Set([...w.ids.values()].flat())].slice(0, 6).map(say)
  if (one.type === 'array') return [[]]
  if (one.type === 'boolean') return [true]
  if (one.type === 'object') return [{}]
  if (/month/i.test(name)) return ['2026-01']
  if (/(on|day|from|to|until|date)$/i.test(name)) return ['2026-01-05']
  return []
}

/** A few calls of a route: alone, then with whatever can be filled in. */
function callsOf(route: Route, w: World): Record<string, unknown>[] {
  const { properties = {}, required = [] } = z.toJSONSchema(route.input, { io: 'input', unrepresentable: 'any' }) as {
    properties?: Record<string, Shape>
    required?: string[]
  }
  const text = route.method === 'GET'
  const own = route.path.split('/')[3] ?? ''
  const verb = route.path.split('/')[4]
  const entity = entityOf(own)
  if (verb === 'export' && entity)
    return [{ columns: entity.list.columns.concat(fieldsOf(entity).flatMap(([n, f]) => (hidden(f) ? [n] : []))) }, { columns: [] }]
  const filled = Object.entries(properties).map(([name, shape]) => [name, valuesFor(name, shape, route.path, w, text)] as const)
  const most = Math.max(1, ...filled.map(([, values]) => values.length))
  const all = Array.from({ length: most }, (_, i) =>
    Object.fromEntries(filled.flatMap(([name, values]) => (values.length ? [[name, values[i % values.length]]] : []))),
  )
  const needed = all.map((values) =>
    Object.fromEntries(Object.entries(values).filter(([name]) => required.includes(name) || /^(id|ids|entity|record|kind)$/.test(name))),
  )
  // Any record, by its kind and its number.
  const number = 'entity' in properties ? ['id', 'entityId', 'record', 'recordId'].find((name) => name in properties) : undefined
  const pairs = number ? [...w.ids].map(([name, [id]]) => ({ entity: name, [number]: text ? String(id) : id })) : []
  const calls = [{}, ...needed, ...all, ...pairs].map((input) => JSON.stringify(input))
  return [...new Set(calls)].map((input) => JSON.parse(input) as Record<string, unknown>)
}

/** Reads, whatever their method: what is asked by POST and changes nothing, and files. What is drawn is looked at before it is drawn. */
const reads = (route: Route): boolean =>
  route.right !== 'public' &&
  !route.upload &&
  route.output !== eventsAnswer &&
  !/\/(?:paper|papers|print|import\/check|import\/errors)$/.test(route.path) &&
  (route.method === 'GET' || route.safe === true || route.path.endsWith('/export'))
/** Of an entity without a record there is nothing to be told. */
const hasRecords = (route: Route, w: World): boolean => {
  const own = route.path.split('/')[3] ?? ''
  return !entityOf(own) || w.ids.has(own)
}

let w: World
test('a record is made with a number behind every mask', { timeout: 300_000 }, async () => {
  w = await world()
  const standing = new Set([...w.numbers.values()].flatMap((places) => [...places]))
  const missing = entities.flatMap((e) =>
    fieldsOf(e).flatMap(([name, field]) =>
      hidden(field) && field.kind === 'text' && !standing.has(`${e.name}.${name}`) ? [`${e.name}.${name}`] : [],
    ),
  )
  expect(missing).toEqual([])
})

test(
  'whoever may not look at whole numbers finds none in lists, details, timelines, cards, files, previews, reports or searches',
  { timeout: 600_000 },
  async () => {
    const routes = b.rig.routes.filter((route) => reads(route) && hasRecords(route, w))
    const answered = new Set<string>()
    const openNumbers = await sweep(routes, async (route) => {
      const wrong = new Set<string>()
      for (const input of callsOf(route, w)) {
        const answer = await b.rig.send(route, input, reader)
        if (answer.status === 200) answered.add(route.path)
        for (const where of whole(await words(answer), w)) wrong.add(`${route.method} ${route.path}: ${where}`)
      }
      return [...wrong]
    })
    expect(openNumbers).toEqual([])
    // A route that refuses everything it is asked has told nothing about itself.
    expect(answered.size / routes.length).toBeGreaterThan(0.8)
  },
)

test('who may look at a whole number is told it: what is looked for is found where it is', async () => {
  const [id] = w.ids.get('driver')!
  const answer = await b.post('driver/reveal', { id, field: 'qualificationNo', reason: '核对' })
  expect(whole(answer.text, w)).toContain('driver.qualificationNo')
})

test('nor on a paper, nor in the print of a record', { timeout: 300_000 }, async () => {
  const { ctx: all } = b.rig.admin
  const ctx: Context = { ...all, access: { ...all.access, can: (code) => !code.endsWith('_reveal') } }
  const printed = new Set<string>()
  const onPaper = async (name: string, make: (tx: Tx, id: number) => Promise<unknown>): Promise<string[]> => {
    const wrong: string[] = []
    for (const id of w.ids.get(name) ?? []) {
      const paper = await ctx.db
        .write(ctx.user.operatorId, (tx) => make(tx, id))
        .catch((error: unknown) => {
          // A paper that cannot be had of this record now.
          if (!(error instanceof AppError)) throw error
          return null
        })
      if (paper) printed.add(name)
      wrong.push(...whole(JSON.stringify(paper), w).map((where) => `${name}: ${where}`))
    }
    return wrong
  }
  const wrong: string[] = []
  for (const { entity, make } of ctx.registry.provided('papers')) wrong.push(...(await onPaper(entity, (tx, id) => make(tx, ctx, id))))
  for (const served of ctx.registry.entities())
    wrong.push(...(await onPaper(served.entity.name, (tx, id) => recordPaper(tx, ctx, served, id, true))))
  expect([...new Set(wrong)]).toEqual([])
  expect(printed.size).toBeGreaterThan(30)
})

test('nor in the log or in a message', async () => {
  const { ctx } = b.rig.admin
  for (const table of ['auditLog', 'inboxMessage'] as const) {
    const rows = await ctx.db.read(ctx.user.operatorId, (db) =>
      db
        .selectFrom(table as 'auditLog')
        .selectAll()
        .execute(),
    )
    expect(rows.flatMap((row) => whole(JSON.stringify(row), w))).toEqual([])
  }
})
