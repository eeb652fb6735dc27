/** The record behind a flow: what it says, who signs it, and whether a draft still says the same. */
import type { Context, Tx } from '#kit/access/context.server.ts'
import { dayOf } from '#kit/basics/time/day.ts'
import { refused } from '#kit/basics/errors.ts'
import { companyNameOf } from '../identity/own.server.ts'
import { subjectOf, type SignSubject, type SubjectFacts, type SubjectPaper } from '../subjects.server.ts'
import { known } from '../templates/text.rules.ts'
import { canonical } from './chain.rules.ts'
import { sha256hex, type Flow } from './record.server.ts'
import { signersRefusal, type Named } from './signers.rules.ts'

export interface Behind {
  subject: SignSubject
  id: number
  facts: SubjectFacts
  /** What is printed of it, where something is. */
  paper: SubjectPaper | null
  /** Of everything that comes from it into a paper; another one means: it says something else by now. */
  sha: string
}
interface Wanted {
  bizEntity?: string | null
  bizId?: number | null
  by?: 'person'
  typed?: Readonly<Record<string, string>>
}

/** Null: a paper about nothing we keep. */
export async function behindOf(tx: Tx, ctx: Context, { bizEntity, bizId, by, typed }: Wanted): Promise<Behind | null> {
  if (!bizEntity && !bizId) return null
  const subject = subjectOf(ctx, bizEntity ?? null)
  if (!subject || !bizId) throw refused('这种单据不能电子签署，请改用打印签字')
  const facts = await subject.facts(tx, ctx, bizId, by)
  const paper = (await subject.paper?.(tx, ctx, bizId, { by, typed })) ?? null
  const sha = sha256hex(canonical({ data: known(facts.data), parties: facts.parties, blocks: paper?.blocks }))
  return { subject, id: bizId, facts, paper, sha }
}

/** A word of the day stands in papers: what the record says is compared as of the day it was drafted. */
const asOf = (ctx: Context, at: string): Context => ({ ...ctx, clock: { now: () => at, today: () => dayOf(at) } })

/**
 * Before a flow begins, and before one that ended begins anew: whoever signs is whoever the record names, by name, number, telephone and role,
 * and the paper says what the record says. A draft may have been made by any call, long ago, by an older program.
 */
export async function sameStill(tx: Tx, ctx: Context, flow: Flow, parties: readonly Named[], otherwise: string): Promise<void> {
  const typed = (flow.asked as { values?: Record<string, string> } | null)?.values
  const behind = await behindOf(tx, asOf(ctx, flow.createdAt), { ...flow, ...(typed ? { typed } : {}) })
  if (!behind) return
  const why = signersRefusal(behind.facts.parties, parties, await companyNameOf(tx, ctx), true)
  if (why) throw refused(why)
  if (flow.recordSha !== behind.sha) throw refused(`业务内容在生成草稿后有变化，${otherwise}`)
}
