/** Valid values for any definition, read off it: for conformance tests. Every call gives other unique values. */
import { randomUUID } from 'node:crypto'
import type { Context, Tx } from '../../access/context.server.ts'
import { formats } from '../../basics/identifiers/checks.ts'
import { addDays, type Day } from '../../basics/time/day.ts'
import { dictionaryOf } from '../dictionary.server.ts'
import type { Entity, Filter } from '../entity.ts'
import type { Field, FileLink, Format } from '../field.ts'
import { fieldOf, fieldsOf, isProgramOwned } from '../names.ts'
import { add } from '../store.server.ts'

let running = Math.floor(Date.now() / 1000) % 90_000

const pad = (n: number, digits: number): string => String(n).padStart(digits, '0').slice(-digits)
const STEMS: Record<Format, (n: number) => string> = {
  plate: (n) => `沪A${pad(n, 5)}`,
  vin: (n) => `LSVAA49J?EN${pad(n, 6)}`,
  // A thousand numbers a birthday: the next thousand were born another year.
  idNo: (n) => `310101${1960 + (Math.floor(n / 1000) % 40)}0101${pad(n, 3)}?`,
  creditCode: (n) => `91310000MA1K${pad(n, 5)}?`,
  mobile: (n) => `138${pad(n, 8)}`,
  phone: (n) => `021-6${pad(n, 7)}`,
  code: (n) => `C${n}`,
  bankCard: (n) => `622202${pad(n, 12)}?`,
  deviceNo: (n) => `139${pad(n, 8)}`,
  url: (n) => `https://example.com/${n}`,
  email: (n) => `user${n}@example.com`,
}

/** `?` is a check character: the one that passes. */
function sampleText(format: Format, n: number): string {
  const stem = STEMS[format](n)
  for (const c of '0123456789ABCDEFGHJKLMNPQRTUWXY') {
    const text = stem.replace('?', c)
    if (formats[format].check(text) === null) return text
  }
  throw new Error(`no valid ${format} from ${stem}`)
}

/**
 * Values per entity where those read off the definition do not satisfy a rule of the module; a function of the running number where each must
 * be another, and of the values made so far (`AfterValues`) where one must suit others.
 */
export type Samples = Readonly<Record<string, Readonly<Record<string, unknown>>>>
export type AfterValues = (n: number, made: { tx: Tx; ctx: Context; values: Readonly<Record<string, unknown>> }) => Promise<unknown>
export interface Trail {
  /** Entities on the way here: a required reference to one of them would never end. */
  path: readonly string[]
  samples: Samples
}
const START: Trail = { path: [], samples: {} }
const below = (trail: Trail, name: string): Trail => ({ ...trail, path: [...trail.path, name] })

const LINE = '甲乙丙丁戊己庚辛'

function scalar(field: Field, n: number): unknown {
  switch (field.kind) {
    case 'text':
      return field.format ? sampleText(field.format, n) : `${LINE[n % 8]}${n}`.slice(0, field.maxLength ?? 200)
    case 'note':
      return `说明 ${n}\n第二行`
    case 'choice':
      return Object.keys(field.options)[0]
    case 'day':
      // Later fields get later days: a period then ends after it starts.
      return addDays('2026-01-01' as Day, n % 20)
    case 'instant':
      return `2026-01-1${n % 10}T01:02:03.000Z`
    case 'money':
    case 'int':
    case 'rate':
      return Math.min(Math.max(field.min ?? 0, 100), field.max ?? 100)
    case 'decimal':
      return Math.min(Math.max(field.min ?? 0, 1.5), field.max ?? 1.5)
    case 'flag':
      return field.default ?? false
    case 'place':
      return { address: `上海市南京路 ${n} 号` }
    default:
      return undefined
  }
}

async function sampleFile(tx: Tx, ctx: Context): Promise<FileLink> {
  const file: FileLink = { id: randomUUID(), name: '照片.jpg', mime: 'image/jpeg', size: 3 }
  await tx
    .insertInto('file')
    .values({
      ...file,
      operatorId: ctx.user.operatorId,
      sha256: '0'.repeat(64),
      width: 1,
      height: 1,
      entity: null,
      entityId: null,
      purpose: 'sample',
      createdBy: ctx.user.id || null,
      expiresAt: null,
    })
    .execute()
  return file
}

const roundedTo = (value: unknown, scale: number): unknown => (typeof value === 'number' ? Number(value.toFixed(scale)) : value)

async function valueOf(tx: Tx, ctx: Context, field: Field, n: number, trail: Trail): Promise<unknown> {
  if (field.kind === 'dict') return Object.keys(await dictionaryOf(tx, ctx, field.group))[0]
  if (field.kind === 'ref' || field.kind === 'refs') {
    if (!field.required || trail.path.includes(field.to)) return undefined
    const id = await sampleRecord(tx, ctx, field.to, field.filter ?? {}, trail)
    return field.kind === 'refs' ? [id] : id
  }
  if (field.kind === 'files') return field.required ? [await sampleFile(tx, ctx)] : undefined
  if (field.kind === 'lines') {
    if (!field.required) return undefined
    return [
      Object.fromEntries(
        await Promise.all(
          Object.entries(field.of as Record<string, Field>).map(async ([name, f]) => [name, await valueOf(tx, ctx, f, n, trail)] as const),
        ),
      ),
    ]
  }
  return field.kind === 'decimal' ? roundedTo(scalar(field, n), field.scale) : scalar(field, n)
}

/** What a form of this entity could hold. References that are required are made on the way. */
export async function sampleValues(tx: Tx, ctx: Context, entity: Entity, trail: Trail = START): Promise<Record<string, unknown>> {
  const n = ++running
  const samples = Object.entries(trail.samples[entity.name] ?? {})
  const isLate = (value: unknown): value is AfterValues => typeof value === 'function' && value.length > 1
  const given = Object.fromEntries(
    samples.flatMap(([name, value]) =>
      isLate(value) ? [] : [[name, typeof value === 'function' ? (value as (n: number) => unknown)(n) : value]],
    ),
  )
  const values: Record<string, unknown> = {}
  let days = 0
  for (const [name, field] of fieldsOf(entity)) {
    if (isProgramOwned(field) || field.kind === 'computed' || field.kind === 'serial' || field.when) continue
    const value = await valueOf(tx, ctx, field, n, below(trail, entity.name))
    if (value !== undefined) values[name] = field.kind === 'day' ? addDays(value as Day, 30 * days++) : value
  }
  for (const [name, field] of fieldsOf(entity)) {
    // What was given decides too: a form that hides a field forgets what is sent for it.
    if (!field.when || isProgramOwned(field) || field.kind === 'computed' || !field.when({ ...values, ...given })) continue
    const value = await valueOf(tx, ctx, field, n, below(trail, entity.name))
    if (value !== undefined) values[name] = value
  }
  for (const [name, value] of samples) if (isLate(value)) given[name] = await value(n, { tx, ctx, values })
  return { ...values, ...given }
}

/** A stored record that passes a fixed filter, whatever forms allow. */
export async function sampleRecord(tx: Tx, ctx: Context, name: string, filter: Filter = {}, trail: Trail = START): Promise<number> {
  const entity = ctx.registry.entity(name).entity as Entity
  const values = await sampleValues(tx, ctx, entity, trail)
  for (const [field, spec] of fieldsOf(entity)) {
    if (values[field] !== undefined || ['state', 'serial', 'computed'].includes(spec.kind)) continue
    // What server code fills in: all of the program's own, and what a page shows where the record cannot do without it.
    const isNeeded = spec.readOnly ? spec.required && spec.default === undefined : isProgramOwned(spec) && !spec.when
    if (!isNeeded) continue
    const value = await valueOf(tx, ctx, spec, running, below(trail, name))
    if (value !== undefined) values[field] = value
  }
  for (const [field, wanted] of Object.entries(filter)) {
    if (fieldOf(entity, field) && (typeof wanted !== 'object' || Array.isArray(wanted))) values[field] = [wanted].flat()[0]
  }
  return (await add(tx, ctx, name, values)).id
}
