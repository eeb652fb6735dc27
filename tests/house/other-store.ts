/** A record of everything that belongs to a store, in another store, and the words that stand in those records and nowhere else. */
import { sampleRecord, type Samples } from '#kit/entity/conformance/sample.server.ts'
import { scopePath, type Entity } from '#kit/entity/entity.ts'
import { fieldOf, fieldsOf, isTenant } from '#kit/entity/names.ts'
import { modules } from '../../src/modules.ts'
import type { Rig } from './rig.ts'
import { samples } from './samples.ts'

export const entities = (modules.flatMap((m) => m.entities ?? []) as Entity[]).filter(isTenant)
/** Rows that belong to a store, by themselves or by what they are of, or to the whole company. What belongs to nobody belongs to all where the path says so. */
export const ofAStore = entities.filter((e) => e.scope?.store !== undefined)

/** Every sample of what has a store itself is of this one. */
export function ofStore(store: number): Samples {
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

const serialOf = (entity: Entity): [string, string][] =>
  fieldsOf(entity).flatMap(([, field]) => (field.kind === 'serial' ? [[entity.name, field.pattern.replace(/\{.*/, '')]] : []))

export interface OtherStore {
  /** The record, by entity. */
  theirs: Map<string, number>
  /** Each word with its entity. */
  words: Map<string, string>
  rows(): Promise<Map<string, Record<string, unknown>>>
  /** Words in an answer that were not sent, each with the entity it is of. */
  leaksIn(text: string, sent: object): string[]
}

/** Records of this store, by whoever may do everything. `between`: made before the words that stand elsewhere, too, are taken out. */
export async function otherStore(rig: Rig, store: number, between: () => Promise<void> = async () => {}): Promise<OtherStore> {
  const { ctx } = rig.admin
  const theirs = new Map<string, number>()
  const words = new Map<string, string>()
  const there = ofStore(store)
  async function rows(): Promise<Map<string, Record<string, unknown>>> {
    const byEntity = new Map<string, Record<string, unknown>>()
    await rig.db.read(ctx.user.operatorId, async (db) => {
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
    const open = entities.filter((e) => e.scope?.store === undefined)
    const alike = [...Map.groupBy(entities.flatMap(serialOf), ([, prefix]) => prefix).values()].filter((all) => all.length > 1).flat()
    return rig.db.read(ctx.user.operatorId, async (db) => {
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
  for (const entity of ofAStore) {
    const id = await ctx.db.write(ctx.user.operatorId, (tx) => sampleRecord(tx, ctx, entity.name, {}, { path: [], samples: there }))
    theirs.set(entity.name, id)
  }
  await between()
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
  return {
    theirs,
    words,
    rows,
    leaksIn: (text, sent) =>
      [...words].flatMap(([word, entity]) => (text.includes(word) && !JSON.stringify(sent).includes(word) ? [`${entity}: ${word}`] : [])),
  }
}
