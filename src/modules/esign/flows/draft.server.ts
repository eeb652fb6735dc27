/** A flow before it starts: its paper prepared, its parties named, nothing sent. */
import { sql } from 'kysely'
import type { Context, Tx } from '#kit/access/context.server.ts'
import { AppError, refused } from '#kit/basics/errors.ts'
import { seal } from '#kit/database/sealing.server.ts'
import { allRows } from '#kit/entity/query/live-rows.server.ts'
import { storeOf } from '#kit/entity/store.server.ts'
import { colleagueCalled } from '#modules/system/system.public.ts'
import type { Instance } from '../instance.server.ts'
import { chosenProvider } from '../provider/chosen.server.ts'
import { behindOf } from './behind.server.ts'
import { canonical } from './chain.rules.ts'
import { composeFlow, type Composed, type DraftInput, type PartyInput } from './compose.server.ts'
import { ENDED, signField, signFlow, signParty, type Asked } from './flow.ts'
import { addRevision, record, sha256hex, type Flow } from './record.server.ts'

const flows = storeOf(signFlow)
const parties = storeOf(signParty)
const fields = storeOf(signField)

/** The same request under the same number is the same flow. */
async function sameRequest(ctx: Context, customBizNum: string | undefined, requestSha: string): Promise<Flow | null> {
  if (!customBizNum) return null
  const row = await ctx.db.read(ctx.user.operatorId, (tx) =>
    allRows(tx, 'signFlow').selectAll().where('customBizNum', '=', customBizNum).executeTakeFirst(),
  )
  if (!row) return null
  if (row.requestSha !== requestSha) throw new AppError('refused', '业务编号已用于其他流程')
  return row as unknown as Flow
}
const requestShaOf = (input: DraftInput): string => sha256hex(canonical(input))

/** All but its number and its deadline, which are of this one. */
function askedOf({ customBizNum, expireAt, parent, rescissionOf, ...rest }: DraftInput): Asked | null {
  void [customBizNum, expireAt]
  if (parent || rescissionOf) return null
  // Numbers of people lie here as they lie in their own columns, and are opened where the row is read.
  const sealedNumber = (number: string | null | undefined) => (number ? seal(number) : number)
  const sealed = rest.parties?.map((one) => ({ ...one, mobile: sealedNumber(one.mobile), idNo: sealedNumber(one.idNo) }))
  return { ...rest, ...(sealed ? { parties: sealed } : {}) } as unknown as Asked
}

/** A person who works here finds it in 我的合同, too: as named, or by name and telephone of his account when they are nobody else's. */
async function colleagueOf(tx: Tx, party: PartyInput): Promise<number | null> {
  if (party.user) return party.user
  if (party.kind !== 'person' || party.lessee || !party.mobile) return null
  return colleagueCalled(tx, party.name, party.mobile)
}

/** One that ended unsigned, once more: the same parties, data and places, a new number and a new deadline. */
export async function draftAgain(ctx: Context, instance: Instance, flowId: number, opened: string): Promise<Flow> {
  const input = await ctx.db.read(ctx.user.operatorId, async (db) => {
    const tx = db
    const flow = await flows.get(tx, ctx, flowId, 'person')
    if (!(ENDED as readonly string[]).includes(flow.status)) throw refused('只有已拒签、已过期或已撤销的流程可以重新发起')
    return askedNow(tx, ctx, flow.asked as DraftInput | null)
  })
  if (!input) throw refused('该流程不能重新发起，请新增签署流程')
  return draftFlow(ctx, instance, input, opened)
}
/** What was typed then because the record did not know it, it may know by now. */
async function askedNow(tx: Tx, ctx: Context, asked: DraftInput | null): Promise<DraftInput | null> {
  if (!asked?.values || !asked.bizId) return asked
  const behind = await behindOf(tx, ctx, { ...asked, by: 'person' })
  const theirs = behind?.facts.data ?? {}
  return { ...asked, values: Object.fromEntries(Object.entries(asked.values).filter(([path]) => !theirs[path]?.trim())) }
}

export async function draftFlow(ctx: Context, instance: Instance, input: DraftInput, opened: string): Promise<Flow> {
  const before = await sameRequest(ctx, input.customBizNum, requestShaOf(input))
  if (before) return before
  const composed = await composeFlow(ctx, instance, input, opened)
  return ctx.db.write(ctx.user.operatorId, (tx) => writeFlow(tx, ctx, composed))
}

/** What was composed becomes a draft: its rows, and the bytes that are its own from now on. */
export async function writeFlow(tx: Tx, ctx: Context, composed: Composed): Promise<Flow> {
  const { input, read, made, file } = composed
  const { behind } = read
  const flow = await flows.add(tx, ctx, {
    title: read.title,
    provider: (await chosenProvider(tx, ctx)).name,
    bizType: behind?.subject.bizType ?? input.bizType ?? 'other',
    bizEntity: behind?.subject.entity ?? null,
    bizId: behind?.id ?? null,
    bizNo: behind?.facts.no ?? null,
    recordSha: behind?.sha ?? null,
    customBizNum: composed.customBizNum,
    requestSha: requestShaOf(input),
    template: read.template?.id ?? null,
    templateVersion: read.template?.version ?? null,
    lessee: behind?.facts.lessee ?? null,
    contract: behind?.facts.contract ?? null,
    ordered: input.ordered ?? true,
    expireAt: composed.expireAt,
    partyCount: read.parties.length,
    pages: made.pages,
    parent: input.parent ?? null,
    checkCode: composed.checkCode,
    site: composed.site,
    store: input.store ?? behind?.facts.store ?? null,
    owner: ctx.user.id || null,
    copies: [...new Set(input.copies)],
    asked: askedOf(input),
  })
  // What was uploaded for it stays with it: whoever begins it again needs the same pages.
  if (input.fileId)
    await tx
      .updateTable('file')
      .set({ entity: 'signFlow', entityId: flow.id, expiresAt: null })
      .where('id', '=', input.fileId)
      .where('entity', 'is', null)
      .execute()
  for (const party of read.parties) await writeParty(tx, ctx, flow, party, made)
  await addRevision(tx, ctx, flow, file, 'prepared')
  await record(tx, ctx, flow, {
    kind: 'prepared',
    by: `user:${ctx.user.id}`,
    docSha: file.sha256,
    data: { pages: made.pages, parties: read.parties.length },
  })
  if (read.template)
    await tx
      .updateTable('signTemplate')
      .set({ used: sql`coalesce(used, 0) + 1` })
      .where('id', '=', read.template.id)
      .execute()
  return flows.get(tx, ctx, flow.id)
}

async function writeParty(
  tx: Tx,
  ctx: Context,
  flow: Flow,
  party: Composed['read']['parties'][number],
  made: Composed['made'],
): Promise<void> {
  const row = await parties.add(tx, ctx, {
    flow: flow.id,
    seq: party.seq,
    role: party.role,
    kind: party.kind,
    name: party.name,
    mobile: party.mobile ?? null,
    idNo: party.idNo ?? null,
    lessee: party.lessee ?? null,
    user: await colleagueOf(tx, party),
    intent: party.intent ?? 'sms',
    seal: party.seal ?? null,
    store: flow.store,
  })
  for (const zone of made.zones.filter((one) => one.role === party.role))
    await fields.add(
      tx,
      ctx,
      {
        flow: flow.id,
        store: flow.store,
        party: row.id,
        fieldName: zone.fieldName,
        page: zone.page,
        x: round(zone.x),
        y: round(zone.y),
        w: round(zone.w),
        h: round(zone.h),
        kind: party.seal ? 'seal' : 'hand',
      },
      'trusted',
    )
}
const round = (n: number): number => Math.round(n * 10) / 10
