/** Modules that watch over the records of others: asked before, told afterwards, in the same transaction. */
import type { Barred, Watcher } from './registry.server.ts'
import type { Note } from './wire.ts'

/** Other modules that watch over this action: the first that holds it says why. */
export async function heldBy(what: Parameters<NonNullable<Watcher['before']>>[0]): Promise<string | null> {
  for (const { watcher } of what.ctx.registry.modules) {
    const note = (await watcher?.before?.(what)) ?? null
    if (note !== null) return note
  }
  return null
}

/** What other modules would refuse to be done with these records now: per record, action → why. */
export async function barred(what: Parameters<NonNullable<Watcher['bars']>>[0]): Promise<(id: number, action: string) => string | null> {
  const all: ReadonlyMap<number, Barred>[] = []
  for (const { watcher } of what.ctx.registry.modules) {
    const bars = (await watcher?.bars?.(what)) ?? null
    if (bars !== null) all.push(bars)
  }
  return (id, action) => all.flatMap((of) => of.get(id)?.[action] ?? [])[0] ?? null
}

/** Why another module wants this record left as it is, or null. */
export async function untouchable(what: Parameters<NonNullable<Watcher['touch']>>[0]): Promise<string | null> {
  for (const { watcher } of what.ctx.registry.modules) {
    const why = (await watcher?.touch?.(what)) ?? null
    if (why !== null) return why
  }
  return null
}

/** Fields of a person's change that wait for somebody else, with what is said of it. */
export async function heldFields(what: Parameters<NonNullable<Watcher['holds']>>[0]): Promise<{ fields: string[]; note: string | null }> {
  const fields: string[] = []
  let note: string | null = null
  for (const { watcher } of what.ctx.registry.modules) {
    const held = (await watcher?.holds?.(what)) ?? null
    if (held === null) continue
    fields.push(...held.fields)
    note = held.note
  }
  return { fields, note }
}

/** What other modules tell whoever reads this record. */
export async function notesOf(what: Parameters<NonNullable<Watcher['notes']>>[0]): Promise<Note[]> {
  const all: Note[] = []
  for (const { watcher } of what.ctx.registry.modules) all.push(...((await watcher?.notes?.(what)) ?? []))
  return all
}

export async function tellWatchers(what: Parameters<NonNullable<Watcher['after']>>[0]): Promise<void> {
  // Waiting for those that watch nothing would cost more than asking: a statement tells them of every row.
  for (const { watcher } of what.ctx.registry.modules) if (watcher?.after) await watcher.after(what)
}
