/**
 * Who has no account asks for everything that is public: programs of partners with their keys, and holders of links. A right key and a right
 * link ask for what belongs to another one of the same company; those of another company, ended ones and made-up ones ask for all of it. A
 * new call of the open API and a new kind of link come in by themselves: the first by the scope of its gate, the second by its headers,
 * and fails until `links.ts` says how somebody comes by it.
 */
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { jsonb } from '#kit/database/jsonb.server.ts'
import { fieldsOf } from '#kit/entity/names.ts'
import type { Route } from '#kit/http/route.server.ts'
import { issueKey } from '#modules/partners/api/clients/keys.server.ts'
import { SCOPES } from '#modules/partners/api/clients/sign.rules.ts'
import { connectMessages } from '#tests/messages-out.ts'
import { partner, type Answered, type Key } from '#tests/stories/partner.ts'
import { guess, shapeOf, type Shape } from './guesses.ts'
import { act, companyOf, kindOf, LINKS, madeUp, OF_SUPPLIERS, put, sample, SITE, type Company, type Link } from './links.ts'
import { entities, otherStore, type OtherStore } from './other-store.ts'
import { bench, type Bench } from './people.ts'
import { UNBOUNDED, type Answer, type Rig } from './rig.ts'
import { sweep, tell } from './sweep.ts'

let office: Bench
let rig: Rig
let there: OtherStore
/** The store of what is asked for, that of who asks, and the other company. */
let theirs: Company
let ours: Company
let foreign: Company
/** Whole numbers behind a mask, with their fields. */
let numbers: Map<string, string>

const ways = (route: Route): string => `${route.method} ${route.path}`
const openRoutes = (): readonly Route[] => rig.routes.filter((r) => r.gate?.scope)
const linkRoutes = (): readonly Route[] => rig.routes.filter((r) => kindOf(r) !== null)
const call = partner(() => rig)

interface Partner extends Key {
  client: number
  /** An order of its own. */
  no: string
  outerNo: string
}
let running = 0
async function partnerOf(c: Company, scopes: readonly string[], more: object = {}): Promise<Partner> {
  const n = `${++running}${createHash('sha256').update(String(running)).digest('hex').slice(0, 6)}`
  const model = await put(c, 'orderModel', { name: `城配${n}`, steps: [{ step: 'sign', required: true, photoMin: 0, geofence: 'off' }] })
  await act(c, 'orderModel', 'publish', model)
  const customer = await sample(c, 'lessee', { status: 'normal' })
  const ofCustomer = { customer, store: c.store, models: [model], from: '2020-01-01', to: '2099-12-31' }
  const project = await put(c, 'project', { code: `P${n}`, name: `日配${n}`, ...ofCustomer })
  const { ctx } = c.who
  // Approval has stories of its own.
  await ctx.db.write(ctx.user.operatorId, (tx) => tx.updateTable('project').set({ status: 'active' }).where('id', '=', project).execute())
  const client = await put(c, 'apiClient', { name: `客户${n}`, project, model, scopes: scopes.join(','), ...more })
  const key = await ctx.db.write(ctx.user.operatorId, (tx) => issueKey(tx, ctx, client))
  return { ...key, client, no: '', outerNo: `OUT-${n}-2030` }
}
async function withOrder(p: Partner): Promise<Partner> {
  const { example } = openRoutes().find((r) => r.method === 'POST' && r.path.endsWith('/orders'))!
  const answer = await call(p, 'POST', 'orders', { ...example, outerNo: p.outerNo })
  expect([answer.status, answer.text]).toEqual([200, expect.any(String)])
  return { ...p, no: (answer.data as { no: string }).no }
}

/** Of the other partner: his orders, whatever a name of the path and the input is about. */
let whose: Partner
let picture: string
const valueOf = (route: Route, name: string, of: Partner): unknown => {
  if (name === 'no') return of.no
  if (name === 'outerNo') return of.outerNo
  if (name === 'file') return picture
  const example = route.example as Record<string, unknown> | undefined
  return example?.[name] ?? guess(name, shapeOf(route).properties![name]!, null, there.theirs)
}
async function ask(p: Key, route: Route, of: Partner): Promise<{ answer: Answered; sent: object }> {
  const { properties = {}, required = [] } = shapeOf(route)
  const sent = Object.fromEntries(Object.keys(properties).flatMap((k) => (required.includes(k) ? [[k, valueOf(route, k, of)]] : [])))
  const path = route.path.replace('/api/open/v1/', '').replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(sent[name])))
  const inPath = [...route.path.matchAll(/:(\w+)/g)].map(([, name]) => name!)
  const rest = Object.fromEntries(Object.entries(sent).filter(([name]) => !inPath.includes(name)))
  return { answer: await call(p, route.method, path, rest), sent }
}

const TOKEN = /[0-9A-Za-z@.]{6,60}/g
const wholeIn = (text: string, sent: object): string[] => [
  ...new Set((text.match(TOKEN) ?? []).flatMap((token) => (JSON.stringify(sent).includes(token) ? [] : (numbers.get(token) ?? [])))),
]
/** What is wrong with an answer whoever asked: a fault, a word of the other, a whole number. */
function wrongIn(route: Route, answer: Answer, sent: object): string[] {
  const text = answer.status === 200 ? answer.text : answer.message
  const leaks = [...there.leaksIn(text, sent), ...wholeIn(text, sent).map((where) => `whole ${where}`)]
  return [
    ...(answer.status >= 500 ? [tell(route, answer, sent)] : []),
    ...(leaks.length ? [`${tell(route, answer, sent)} — ${leaks.slice(0, 8).join('、')}`] : []),
  ]
}

/** Every text of these entities in this company. */
async function textsOf({ who: { ctx } }: Company, names: readonly string[]): Promise<Set<string>> {
  const texts = new Set<string>()
  await rig.db.read(ctx.user.operatorId, async (db) => {
    for (const name of names)
      for (const row of await db
        .selectFrom(name as 'user')
        .selectAll()
        .execute())
        for (const value of Object.values(row)) if (typeof value === 'string') texts.add(value)
  })
  return texts
}

async function numbersBehindMasks(): Promise<Map<string, string>> {
  const all = new Map<string, string>()
  const openly = new Set<string>()
  for (const { ctx } of [rig.admin, rig.stranger])
    await rig.db.read(ctx.user.operatorId, async (db) => {
      for (const entity of entities)
        for (const row of (await db
          .selectFrom(entity.name as 'user')
          .selectAll()
          .execute()) as unknown as Record<string, unknown>[])
          for (const [name, field] of fieldsOf(entity)) {
            const text = row[name]
            if (typeof text !== 'string' || !/\d{6}|@/.test(text)) continue
            if (field.mask !== undefined && field.mask !== 'name') all.set(text, `${entity.name}.${name}`)
            else openly.add(text)
          }
    })
  for (const text of openly) all.delete(text)
  return all
}

const PICTURE = 'PICTURE-20300107-OF-ANOTHER'
/** A file with words of its own stands in every record of the other that holds files. */
async function theirPicture(): Promise<string> {
  const { ctx } = theirs.who
  const body = async function* (): AsyncGenerator<Uint8Array> {
    yield Buffer.from(PICTURE)
  }
  const { id } = await rig.files.put(ctx, { name: '签收.jpg', mime: 'image/jpeg', body: body(), purpose: 'sample', expiresAt: null })
  for (const entity of entities.filter(({ name, writes }) => there.theirs.has(name) && writes !== 'append')) {
    const held = fieldsOf(entity).flatMap(([name, field]) => (field.kind === 'files' ? [name] : []))
    if (held.length === 0) continue
    const files = jsonb([{ id, name: '签收.jpg', mime: 'image/jpeg', size: PICTURE.length }])
    await rig.db.write(ctx.user.operatorId, (tx) =>
      sql`update ${sql.table(entity.name)} set ${sql.join(held.map((name) => sql`${sql.ref(name)} = ${files}`))}
        where id = ${there.theirs.get(entity.name)!}`.execute(tx),
    )
  }
  there.words.set(PICTURE, 'file')
  return id
}

/** By its kind: a holder's own, another's of the same company, one of another company, one that ended. */
const links = new Map<string, { own: Link; others: Link; foreign: Link; ended: Link }>()

beforeAll(async () => {
  office = await bench({ link: UNBOUNDED, guess: UNBOUNDED, open: UNBOUNDED, openTrack: UNBOUNDED })
  ;({ rig } = office)
  connectMessages(rig)
  ours = companyOf(rig, rig.admin, office.stores[0]!)
  theirs = companyOf(rig, rig.admin, office.stores[1]!)
  foreign = companyOf(rig, rig.stranger, (await office.must('store/add', { name: '外店', code: 'X', city: '上海' }, rig.stranger)).id)
  for (const company of [ours, foreign]) await put(company, 'parameterValue', { code: 'signSite', value: SITE })
  there = await otherStore(rig, office.stores[1]!)
  // Whoever is a customer sees where the company's stores are and by what name.
  for (const word of await textsOf(theirs, ['store'])) there.words.delete(word)
  whose = await withOrder(await partnerOf(theirs, SCOPES))
  there.words.set(whose.no, 'transportOrder').set(whose.outerNo, 'transportOrder')
  picture = await theirPicture()
  for (const [kind, make] of Object.entries(LINKS)) {
    const ended = await make(ours)
    await ended.end()
    links.set(kind, { own: await make(ours), others: await make(theirs), foreign: await make(foreign), ended })
  }
  numbers = await numbersBehindMasks()
}, 900_000)
afterAll(async () => {
  expect(rig?.faults).toEqual([])
  await rig?.close()
})

test('every public call is known: open, a program’s with a scope, a supplier’s, or of a link of which links.ts says how it is made', () => {
  const kinds = new Set(rig.routes.flatMap((r) => kindOf(r) ?? []))
  const unknown = [...kinds].filter((kind) => !(kind in LINKS))
  expect(
    unknown.map(
      (kind) => `「${kind}」: say in tests/house/links.ts how somebody comes by such a link and how it ends, so that it is asked here`,
    ),
  ).toEqual([])
  expect(Object.keys(LINKS).filter((kind) => !kinds.has(kind))).toEqual([])
  expect(Object.keys(OF_SUPPLIERS).filter((path) => !rig.routes.some((r) => r.path === path))).toEqual([])
  expect(
    openRoutes()
      .filter((r) => !r.path.startsWith('/api/open/v1/'))
      .map(ways),
  ).toEqual([])
  expect(rig.routes.filter((r) => r.path.startsWith('/api/open/') && !r.gate?.scope).map(ways)).toEqual([])
  expect(new Set(openRoutes().map((r) => r.gate!.scope))).toEqual(new Set(SCOPES))
  expect(openRoutes().length).toBeGreaterThan(10)
  expect(linkRoutes().length).toBeGreaterThan(25)
})

test('a partner’s key opens what is its own, each with its scope alone', async () => {
  const full = await withOrder(await partnerOf(ours, SCOPES))
  const [taken, refused] = [new Set<string>(), new Set<string>()]
  // What cannot be done twice comes last.
  for (const route of openRoutes().toSorted((a, b) => Number(a.path.endsWith('/cancel')) - Number(b.path.endsWith('/cancel')))) {
    const { answer } = await ask(full, route, full)
    if (answer.status === 200) taken.add(ways(route))
    else refused.add(`${ways(route)} ${answer.status}`)
  }
  // Of an order that is not signed for yet.
  expect([...refused]).toEqual(['GET /api/open/v1/orders/:no/pod/photo 404'])
  const wrong: string[] = []
  for (const scope of SCOPES) {
    const single = await partnerOf(ours, [scope])
    wrong.push(
      ...(await sweep(openRoutes(), async (route) => {
        const { answer, sent } = await ask(single, route, whose)
        const isDenied = answer.status === 403 && answer.reason === 'open.scope.denied'
        return [
          ...(isDenied === (route.gate!.scope !== scope) ? [] : [`with ${scope}: ${tell(route, answer, sent)}`]),
          ...wrongIn(route, answer, sent),
        ]
      })),
    )
  }
  expect(wrong).toEqual([])
})

/** Which of the other partner's calls answer 200 to everybody with the scope: they ask for nothing of his. */
const ASKS_FOR_NOTHING = new Set([
  'POST /api/open/v1/orders/quote',
  'POST /api/open/v1/orders',
  'POST /api/open/v1/orders/batch',
  'GET /api/open/v1/statements',
])
const KEYS: Record<string, { make: () => Promise<Key>; opens: boolean }> = {
  'another partner’s key': { make: () => partnerOf(ours, SCOPES), opens: true },
  'a key of the sandbox': { make: () => partnerOf(ours, SCOPES, { sandbox: true }), opens: true },
  'a key of another company': { make: () => partnerOf(foreign, SCOPES), opens: true },
  'a key of a stopped client': {
    make: async () => {
      const p = await partnerOf(theirs, SCOPES)
      await act(theirs, 'apiClient', 'suspend', p.client)
      return p
    },
    opens: false,
  },
  'a key of a client that was struck off': {
    make: async () => {
      const p = await partnerOf(theirs, SCOPES)
      await act(theirs, 'apiClient', 'revoke', p.client)
      return p
    },
    opens: false,
  },
  'a key that was stopped': {
    make: async () => {
      const p = await partnerOf(theirs, SCOPES)
      const { ctx } = theirs.who
      const { id } = await ctx.db.write(ctx.user.operatorId, (tx) =>
        tx.selectFrom('apiKey').select('id').where('keyId', '=', p.keyId).executeTakeFirstOrThrow(),
      )
      await act(theirs, 'apiKey', 'stop', id)
      return p
    },
    opens: false,
  },
  'the right number with a secret made up': { make: async () => ({ keyId: whose.keyId, secret: 'A'.repeat(43) }), opens: false },
  'a number made up': {
    make: async () => ({ keyId: whose.keyId.replace(/[0-9a-f]{24}$/, 'ab'.repeat(12)), secret: whose.secret }),
    opens: false,
  },
}
test.each(Object.keys(KEYS))('%s asks for another’s orders and is told nothing of them', async (name) => {
  const { make, opens } = KEYS[name]!
  const key = await make()
  const before = JSON.stringify([...(await there.rows())])
  const wrong = await sweep(openRoutes(), async (route) => {
    const { answer, sent } = await ask(key, route, whose)
    const problems = wrongIn(route, answer, sent)
    if (answer.status === 200 && !(opens && ASKS_FOR_NOTHING.has(ways(route)))) problems.push(`opened: ${tell(route, answer, sent)}`)
    return problems
  })
  expect(wrong).toEqual([])
  expect(JSON.stringify([...(await there.rows())])).toBe(before)
})

/** Everything an input could mean: each way it may be written, with the number of every record of the other where it takes one. */
function triesOf(route: Route): object[] {
  const whole = shapeOf(route)
  const wanted = openRoutes().find((r) => r.path.endsWith('/quote'))!.example
  const ids = [...new Set(there.theirs.values())]
  const isText = route.method === 'GET'
  const value = (name: string, shape: Shape): unknown =>
    name === 'file' ? picture : name === 'order' ? wanted : guess(name, shape, null, there.theirs)
  const tries = (whole.anyOf ?? whole.oneOf ?? [whole]).flatMap(({ properties = {}, required = [] }): object[] => {
    const known = Object.keys(properties).filter((name) => required.includes(name) || there.theirs.has(name))
    const filled = Object.fromEntries(known.map((name) => [name, value(name, properties[name]!)]))
    const [choice] = known.filter((name) => properties[name]!.enum)
    const written = choice ? properties[choice]!.enum!.map((one) => ({ ...filled, [choice]: one })) : [filled]
    const [about] = ['id', 'party'].filter((name) => name in properties)
    if (!about) return written
    const takesText = isText || properties[about]!.type === 'string'
    return written.flatMap((one) => [...ids, picture].map((id) => ({ ...one, [about]: takesText ? String(id) : id })))
  })
  return [{}, ...tries]
}
const send = (route: Route, sent: object, headers: Record<string, string>): Promise<Answer> => rig.send(route, sent, null, headers)

test('a link opens its own page, and nothing of another’s', async () => {
  const before = JSON.stringify([...(await there.rows())])
  const opened = new Set<string>()
  const ask = async (route: Route): Promise<string[]> => {
    const kind = kindOf(route)!
    const problems: string[] = []
    for (const sent of triesOf(route)) {
      const answer = await send(route, sent, links.get(kind)!.own.headers)
      if (answer.status === 200) opened.add(kind)
      problems.push(...wrongIn(route, answer, sent))
      // A file cannot be looked through: whichever was asked for by a number of the other is his.
      if (answer.status === 200 && !answer.text.startsWith('{') && Object.keys(sent).length > 0)
        problems.push(`a file: ${tell(route, answer, sent)}`)
    }
    return problems
  }
  // Whoever declines a paper opens it no more.
  const [reads, writes] = [linkRoutes().filter((r) => r.method === 'GET'), linkRoutes().filter((r) => r.method === 'POST')]
  expect([...(await sweep(reads, ask)), ...(await sweep(writes, ask))]).toEqual([])
  expect([...opened].toSorted()).toEqual(Object.keys(LINKS).toSorted())
  expect(JSON.stringify([...(await there.rows())])).toBe(before)
})

const WRONG_LINKS: Record<string, (kind: string) => Record<string, string>[]> = {
  'an ended link': (kind) => [links.get(kind)!.ended.headers],
  'a made-up link': (kind) => [madeUp(ours, links.get(kind)!.own)],
  'no link': () => [{}],
  'a link of another kind': (kind) =>
    Object.keys(LINKS).flatMap((other) => {
      if (other === kind) return []
      const values = Object.values(links.get(other)!.own.headers)
      return [Object.fromEntries(kind.split(',').map((name, i) => [name, values[i] ?? values[0]!]))]
    }),
}
test.each(Object.keys(WRONG_LINKS))('%s opens nothing', async (name) => {
  const wrong = await sweep(linkRoutes(), async (route) => {
    const problems: string[] = []
    for (const headers of WRONG_LINKS[name]!(kindOf(route)!))
      for (const sent of triesOf(route).slice(0, 4)) {
        const answer = await send(route, sent, headers)
        problems.push(...wrongIn(route, answer, sent))
        if (answer.status === 200) problems.push(`opened: ${tell(route, answer, sent)}`)
      }
    return problems
  })
  expect(wrong).toEqual([])
})

test('a link of another company opens its own, and nothing of this one; a session is of its page alone', async () => {
  const before = JSON.stringify([...(await there.rows())])
  // Each company counts its papers from one: what stands there, too, tells nothing.
  const alike = await textsOf(
    foreign,
    entities.map(({ name }) => name),
  )
  for (const word of there.words.keys()) if (alike.has(word)) there.words.delete(word)
  const wrong = await sweep(linkRoutes(), async (route) => {
    const { own, others, foreign: away } = links.get(kindOf(route)!)!
    const problems: string[] = []
    const names = Object.keys(own.headers)
    // The page is his own, the telephone proved itself at another's.
    const mixed = names.length > 1 ? [others, away].map((other) => ({ ...other.headers, [names[0]!]: own.headers[names[0]!]! })) : []
    for (const sent of triesOf(route)) {
      problems.push(...wrongIn(route, await send(route, sent, away.headers), sent))
      for (const headers of mixed) {
        const answer = await send(route, sent, headers)
        problems.push(...wrongIn(route, answer, sent))
        if (answer.status === 200 && !/\/(page|price|code)$/.test(route.path)) problems.push(`opened: ${tell(route, answer, sent)}`)
      }
    }
    return problems
  })
  expect(wrong).toEqual([])
  expect(JSON.stringify([...(await there.rows())])).toBe(before)
})
