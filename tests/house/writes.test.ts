/** One door for what others own: who writes and reads whose tables, read off the program's text. */
import { expect, test } from 'vitest'
import type { Entity } from '#kit/entity/entity.ts'
import { modules } from '../../src/modules.ts'
import { servedModules } from '../../src/modules.server.ts'
import { codeOf, placeOf, sources } from './source.ts'

interface Touch {
  file: string
  table: string
  /** What follows, up to the end of the statement. */
  rest: string
}
const camel = (name: string): string => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
function touches(pattern: RegExp, text: string, file: string): Touch[] {
  return [...text.matchAll(pattern)].map((m) => {
    const rest = text.slice(m.index, m.index + 600)
    return { file, table: camel(m[1] ?? m[2]!), rest: rest.slice(0, /\.execute|executeTake|`/.exec(rest.slice(12))?.index ?? 600) }
  })
}
const WRITES =
  /(?:updateTable|insertInto|deleteFrom)\(\s*'(\w+)|\b(?:update|insert into|delete from) ([a-z_]{3,})\b(?= (?:[a-z]{1,2} )?(?:set|as|\(|using|where)|\s*\()/g
const READS = /(?:selectFrom|innerJoin|leftJoin)\(\s*'(\w+)|\b(?:from|join) ([a-z_]{3,}) (?:as )?[a-z]{1,2}\b/g

const owner = new Map(modules.flatMap((m) => (m.entities as readonly Entity[]).map((e) => [e.name, { module: m.name, entity: e }])))
const folderOf = (file: string): string | null => /^src\/modules\/([^/]+)\//.exec(file)?.[1] ?? null
const folders = new Map<string, string>()
const server = sources.filter((file) => file.startsWith('src/') && placeOf(file) === 'server' && !/\/fixture\/|^src\/kit\//.test(file))
for (const file of sources)
  for (const [, name] of codeOf(file).matchAll(/^ {2}name: '(\w+)',$/gm))
    if (folderOf(file) && owner.has(name!)) folders.set(name!, folderOf(file)!)

/** Tables of another module's entities that a text writes or reads. */
const foreign = (list: readonly Touch[]): Touch[] =>
  list.filter((t) => folders.has(t.table) && folderOf(t.file) !== null && folders.get(t.table) !== folderOf(t.file))
const stateWrites = (list: readonly Touch[]): Touch[] =>
  list.filter((t) => {
    const state = owner.get(t.table)?.entity.state
    return (
      state && /^(?:update)/.test(t.rest) && new RegExp(`set\\b[\\s\\S]*?\\b${state}(?::| =)`).test(t.rest.split(/\.where\(| where /)[0]!)
    )
  })
const tally = (names: readonly string[]): Record<string, number> => {
  const counted: Record<string, number> = {}
  for (const name of names.toSorted()) counted[name] = (counted[name] ?? 0) + 1
  return counted
}

const writes = server.flatMap((file) => touches(WRITES, codeOf(file), file))
const reads = server.flatMap((file) => touches(READS, codeOf(file), file))

test('nobody writes the tables of another module', () => {
  expect(writes.length).toBeGreaterThan(60)
  expect(foreign(writes).map((t) => `${t.file}: ${t.table}`)).toEqual([])
  const planted = touches(
    WRITES,
    "await tx.updateTable('bill').set({ dueOn })\nsql`update lessee set balance = 1`",
    'src/modules/leasing/x.server.ts',
  )
  expect(foreign(planted).map((t) => t.table)).toEqual(['bill', 'lessee'])
})
/** Rows that are moved many at a time, or by the engine that owns their states; whoever takes one out lowers the number. */
const OWN_STATES: Record<string, number> = {
  // Planned months by the dozen: set aside when the plan is made anew, marked when their bills are written in one statement.
  'src/modules/leasing/rent/periods.server.ts: planPeriod': 2,
}
test('a state is written by actions alone', () => {
  expect(tally(stateWrites(writes).map((t) => `${t.file}: ${t.table}`))).toEqual(OWN_STATES)
  const planted = touches(
    WRITES,
    "await tx.updateTable('lease').set({ status: 'settled' }).where('id', '=', 1)\ntx.updateTable('lease').set({ endOn }).where('status', '=', 'active')\nsql`update contract set status = 'done' where id = 1`",
    'src/modules/leasing/x.server.ts',
  )
  expect(stateWrites(planted).map((t) => t.table)).toEqual(['lease', 'contract'])
})
/** Reads of another module's tables, by pair. New ones go through its x.public.ts, or stand here with the others; whoever moves one lowers the number. */
const KNOWN_READS: Record<string, number> = {
  'affairs → billing': 1,
  'affairs → leasing': 4,
  'affairs → parties': 2,
  'affairs → system': 2,
  'affairs → telematics': 1,
  'affairs → vehicles': 11,
  // Above transport, whose rows they are made of: what happened on a mission, the address of a line.
  'freight → billing': 2,
  'freight → transport': 46,
  'fuel → vehicles': 4,
  'approval → parties': 4,
  'approval → system': 19,
  'billing → leasing': 6,
  'billing → parties': 13,
  'billing → system': 1,
  'billing → vehicles': 2,
  'leasing → billing': 18,
  'leasing → parties': 6,
  'leasing → system': 2,
  'leasing → vehicles': 16,
  'parties → billing': 3,
  'parties → leasing': 2,
  'parties → vehicles': 2,
  'partners → freight': 2,
  'partners → transport': 30,
  'system → parties': 3,
  'telematics → leasing': 2,
  'telematics → parties': 4,
  'telematics → system': 1,
  'telematics → vehicles': 24,
  // Sheets and quotes shown beside an order, a mission, a driver or a carrier.
  'transport → freight': 17,
  'transport → parties': 1,
  'transport → telematics': 1,
  'transport → vehicles': 6,
  'vehicles → leasing': 1,
  'vehicles → system': 2,
}
test('reads of the tables of other modules do not become more', () => {
  const found = tally(foreign(reads).map((t) => `${folderOf(t.file)!} → ${folders.get(t.table)!}`))
  expect(Object.keys(found).length).toBeGreaterThan(10)
  expect(Object.entries(found).filter(([pair, n]) => n > (KNOWN_READS[pair] ?? 0))).toEqual([])
})
/** The type of the handler, of the browser and of the documented answer is one: `output`. */
test('every route says what it answers', () => {
  const routes = servedModules.flatMap((m) => m.routes ?? [])
  expect(routes.length).toBeGreaterThan(200)
  expect(routes.filter((r) => !r.output).map((r) => `${r.method} ${r.path}`)).toEqual([])
})
/** `as never` silences the compiler where a check belongs: fen() for money. */
const SILENCED = 5
test('the compiler is not silenced more often than before', () => {
  const count = sources
    .filter((file) => file.startsWith('src/') && placeOf(file) !== 'test')
    .flatMap((file) => codeOf(file).match(/\bas never\b/g) ?? []).length
  expect(count).toBeLessThanOrEqual(SILENCED)
})

/** Selects that choose rows by their state and are followed by an act on each of them: between the two somebody else may move one. An act on a row just added is none. */
const CHOSEN =
  /\.selectFrom\((?:(?!selectFrom|\bexecute)[\s\S])*?\.where\(\s*'(?:\w+\.)?status'(?:(?!selectFrom|\bexecute)[\s\S])*?\.execute\(\)\)?(?:[^\n]*\n){1,5}/g
const unlocked = (text: string): string[] =>
  [...text.matchAll(CHOSEN)]
    .map(([found]) => found)
    .filter((found) => /\bfor \([^\n]* of [\s\S]*\bact\(tx/.test(found) && !/KeyUpdate\(|forUpdate\(|\.add\(tx/.test(found))

test('rows that are chosen by their state and then acted on are locked as they are chosen', () => {
  expect(server.flatMap((file) => unlocked(codeOf(file)).map((found) => `${file}: ${found.slice(0, 80)}`))).toEqual([])
  const planted =
    "tx.selectFrom('command').select('id').where('status', '=', 'queued').execute()\nfor (const { id } of rows) await act(tx, ctx, 'command', 'cancel', id, null, {})\n"
  expect(unlocked(planted)).toHaveLength(1)
  expect(unlocked(planted.replace('.execute()', '.forNoKeyUpdate().execute()'))).toEqual([])
})
