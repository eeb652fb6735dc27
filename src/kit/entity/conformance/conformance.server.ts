/**
 * What every definition must do, whatever it is about. Returns sentences about what it does not do; tests/house runs it
 * over all entities. `call` is the wire (right, input, handler), so that nothing is tested past the rights.
 */
import type { Context } from '../../access/context.server.ts'
import { AppError } from '../../basics/errors.ts'
import { listField } from '../query/conditions.ts'
import { SORT_LIMIT } from '../query/query-parse.ts'
import type { Entity } from '../entity.ts'
import { fieldsOf, isJson } from '../names.ts'
import { sameValue } from '../value/value.ts'
import { sampleRecord, sampleValues, type Samples, type Trail } from './sample.server.ts'

export interface ConformanceInput {
  entity: Entity
  /** May do everything. */
  admin: Context
  /** The same of another operator. */
  stranger: Context
  /** Signed in, nothing granted; left out where every call has been refused to him elsewhere. */
  nobody?: Context
  call: (path: string, input: Record<string, unknown>, who: Context) => Promise<unknown>
  /** Paths that exist, such as `vehicle/add`. */
  paths: ReadonlySet<string>
  /** Per entity: values where those read off the definition do not satisfy a rule of the module. */
  samples?: Samples
}

type Row = Record<string, unknown> & { id: number; version: number; total?: number; list?: { id: number }[] }
type Test = (t: Bench) => Promise<void>

class Bench {
  readonly problems: string[] = []
  readonly input: ConformanceInput
  constructor(input: ConformanceInput) {
    this.input = input
  }
  get entity(): Entity {
    return this.input.entity
  }
  has(verb: string): boolean {
    return this.input.paths.has(`${this.entity.name}/${verb}`)
  }
  call(verb: string, input: Record<string, unknown> = {}, who: Context = this.input.admin): Promise<Row> {
    return this.input.call(`${this.entity.name}/${verb}`, input, who) as Promise<Row>
  }
  say(problem: string): void {
    this.problems.push(`${this.entity.name}: ${problem}`)
  }
  async fails(kind: string, verb: string, input: Record<string, unknown> = {}, who?: Context): Promise<void> {
    const got = await this.call(verb, input, who).then(
      () => 'success',
      (error: unknown) => (error instanceof AppError ? error.kind : String(error)),
    )
    if (got !== kind) this.say(`${verb} ${JSON.stringify(input).slice(0, 120)} should be ${kind}, was ${got}`)
  }
  async works(verb: string, input: Record<string, unknown> = {}): Promise<Row | null> {
    try {
      return await this.call(verb, input)
    } catch (error) {
      const details = error instanceof AppError ? `${error.message} ${JSON.stringify(error.data)}` : String(error)
      this.say(`${verb} ${JSON.stringify(input).slice(0, 200)} failed: ${details.slice(0, 300)}`)
      return null
    }
  }
}

const text = (value: unknown): string => JSON.stringify(value ?? null)

/** Lines come back with the names of what they point to beside it, and with what was left out as nothing. */
function withoutNames(read: unknown, sent: unknown): unknown {
  if (!Array.isArray(read) || !Array.isArray(sent)) return read
  return read.map((line: unknown, i) => {
    const own: unknown = sent[i]
    if (typeof line !== 'object' || line === null || typeof own !== 'object' || own === null) return line
    return Object.fromEntries(
      Object.entries(line).filter(([key, value]) => Object.hasOwn(own, key) || (value !== null && !key.endsWith('$'))),
    )
  })
}

/** Add, read, edit, stale edit, delete, undo. */
async function roundTrip(t: Bench, values: Record<string, unknown>): Promise<void> {
  const { entity } = t
  const made = await t.works('add', values)
  if (!made) return
  const read = await t.works('detail', { id: String(made.id) })
  for (const [name, sent] of Object.entries(values)) {
    const masked = (read?.['$masked'] as string[] | undefined)?.includes(name)
    if (!masked && !sameValue(withoutNames(read?.[name], sent), sent) && typeof sent !== 'string')
      t.say(`${name} was sent as ${text(sent)} and came back as ${text(read?.[name])}`)
    if (masked && text(read?.[name]) === text(sent)) t.say(`${name} came back without its mask`)
  }
  await t.fails('invalid', 'add', { ...values, nonsense: 1 })
  if (!t.has('edit')) return
  await t.fails('invalid', 'edit', { id: made.id, version: 1, operatorId: 2 })
  const sendable = Object.fromEntries(Object.keys(values).map((name) => [name, read?.[name]]))
  const note = fieldsOf(entity).find(([, field]) => field.kind === 'note' && !field.readOnly && !field.fixed && !field.when)?.[0]
  const edited = await t.works('edit', { id: made.id, version: made.version, ...sendable, ...(note ? { [note]: '改过' } : {}) })
  if (edited && note && edited.version !== made.version + 1) t.say('an edit does not raise the version by one')
  if (edited && note) await t.fails('conflict', 'edit', { id: made.id, version: made.version, [note]: '再改' })
  if (!edited) return
  await t.fails('conflict', 'delete', { id: made.id, version: edited.version + 7 })
  const gone = await t.call('delete', { id: made.id, version: edited.version }).then(
    () => true,
    (error: unknown) => {
      if (!(error instanceof AppError) || error.kind !== 'refused') t.say(`delete failed: ${String(error)}`)
      return false
    },
  )
  if (!gone) return
  await t.fails('absent', 'detail', { id: String(made.id) })
  await t.works('restore', { id: made.id })
}

/** Asked for together, which costs one call; only when that fails one by one, so that the culprit is named. */
async function togetherOrSingly(t: Bench, together: Record<string, string>, singly: readonly Record<string, string>[]): Promise<void> {
  const fine = await t.call('list', together).then(
    () => true,
    () => false,
  )
  if (fine) return
  const before = t.problems.length
  for (const one of singly) await t.works('list', one)
  if (t.problems.length === before) await t.works('list', together)
}

const readsAnything: Test = async (t) => {
  const { entity } = t
  const filtered: string[] = []
  const sorted: string[] = []
  for (const bad of [
    { nonsense: '1' },
    { pageSize: '1000000000' },
    { pageNo: '0' },
    { sort: 'nonsense' },
    { sort: '1;select 1' },
    { view: 'nonsense' },
  ])
    await t.fails('invalid', 'list', bad)
  for (const name of Object.keys(entity.fields)) {
    const field = listField(entity, name)
    // A secret is no column, no filter and no order: one could be guessed from what they answer.
    if (!field) {
      for (const asked of [{ [name]: '~' }, { sort: name }]) await t.fails('invalid', 'list', asked)
      await t.fails('invalid', 'export', { columns: [name] })
      continue
    }
    filtered.push(name)
    if (field.mask || isJson(field.kind) || field.kind === 'refs') await t.fails('invalid', 'list', { sort: name })
    else sorted.push(name)
  }
  const page = { pageSize: '1' }
  for (const mark of ['~', '!~']) {
    const all = Object.fromEntries(filtered.map((name) => [name, mark]))
    const singly = filtered.map((name) => ({ [name]: mark, ...page }))
    await togetherOrSingly(t, { ...all, ...page }, singly)
  }
  for (let i = 0; i < sorted.length; i += SORT_LIMIT) {
    for (const direction of ['', '-']) {
      const keys = sorted.slice(i, i + SORT_LIMIT).map((name) => direction + name)
      const singly = keys.map((sort) => ({ sort, ...page }))
      await togetherOrSingly(t, { sort: keys.join(','), ...page }, singly)
    }
  }
  // As somebody presses one heading.
  const last = sorted.at(-1)
  if (last) await t.works('list', { sort: last, ...page })
  await t.works('list', { keyword: "O'Neil 100%_\\ 车" })
  for (const tab of Object.keys(entity.list.quick ?? {})) await t.works('list', { quick: tab })
  if (t.has('quick')) await t.works('quick')
  if (t.has('tree')) await t.works('tree')
  await t.works('options', { keyword: 'ab' })
  await t.works('export', {})
  if (t.has('import/template')) await t.works('import/template')
}

const isClosed: Test = async (t) => {
  const { nobody, paths } = t.input
  if (!nobody) return
  for (const path of paths) {
    const [name, ...verb] = path.split('/')
    if (name === t.entity.name) await t.fails('forbidden', verb.join('/'), {}, nobody)
  }
}

async function isFound(t: Bench, id: number): Promise<void> {
  const listed = await t.works('list', { id: String(id) })
  if (listed?.total !== 1) t.say('a record is not found by its id')
  const picked = await t.works('options', { ids: String(id) })
  if (picked?.list?.[0]?.id !== id) t.say('a record cannot be picked by its id')
  await t.works('timeline', { id: String(id) })
  await t.fails('absent', 'detail', { id: '999999999999' })
  if (t.entity.tenant === 'global') return
  // What the platform keeps, other companies may not even ask for.
  if (t.input.admin.registry.screen(t.entity.right)?.platform) {
    for (const verb of ['detail', 'list']) await t.fails('forbidden', verb, { id: String(id) }, t.input.stranger)
    return
  }
  await t.fails('absent', 'detail', { id: String(id) }, t.input.stranger)
  const theirs = await t.call('list', { id: String(id) }, t.input.stranger)
  if (theirs.total !== 0) t.say('another operator sees it in the list')
}

export async function conformance(input: ConformanceInput): Promise<string[]> {
  const t = new Bench(input)
  const { admin, entity } = input
  const trail: Trail = { path: [], samples: input.samples ?? {} }
  await isClosed(t)
  await readsAnything(t)
  try {
    const values = await admin.db.write(admin.user.operatorId, (tx) => sampleValues(tx, admin, entity, trail))
    if (t.has('add')) await roundTrip(t, values)
    const id = await admin.db.write(admin.user.operatorId, (tx) => sampleRecord(tx, admin, entity.name, {}, trail))
    await isFound(t, id)
  } catch (error) {
    t.say(
      `no sample could be stored: ${error instanceof AppError ? `${error.message} ${JSON.stringify(error.data)}` : error instanceof Error ? error.stack : String(error)}`,
    )
  }
  return t.problems
}
