/** Links by which a party signs, and the photograph of one who signed face to face. */
import type { Context, Tx } from '#kit/access/context.server.ts'
import { systemClock } from '#kit/basics/time/clock.ts'
import { invalid, refused } from '#kit/basics/errors.ts'
import { jsonb } from '#kit/database/jsonb.server.ts'
import { allRows } from '#kit/entity/query/live-rows.server.ts'
import { claimFiles } from '#kit/entity/write/references.server.ts'
import { storeOf } from '#kit/entity/store.server.ts'
import { qrPath } from '#kit/pdf/qr.server.ts'
import { knownSite, siteFor } from '#modules/system/system.public.ts'
import { signFlow, signParty, type Witness } from '../flows/flow.ts'
import type { partiesOf } from '../flows/flow.server.ts'
import { newToken } from '../flows/outside.server.ts'
import type { Flow } from '../flows/record.server.ts'
import { isOutside } from '../provider/outside-flow.server.ts'
import { WAITING } from '../provider/words.ts'

const flows = storeOf(signFlow)
const parties = storeOf(signParty)
type Party = Awaited<ReturnType<typeof partiesOf>>[number]

const NOT_HIS_TURN = '还没有轮到该签署方，或流程已结束'
/** Of a flow that is signed at a provider: the link is his to make. */
async function linkThere(ctx: Context, partyId: number): Promise<{ url: string; qr: string } | null> {
  const { party: row, flow } = await ctx.db.read(ctx.user.operatorId, async (tx) => {
    const partyRow = await parties.get(tx, ctx, partyId, 'person')
    return { party: partyRow, flow: await flows.get(tx, ctx, partyRow.flow, 'person') }
  })
  if (!isOutside(flow)) return null
  if (flow.status !== 'signing' || row.status !== 'toSign') throw refused(NOT_HIS_TURN)
  if (!flow.providerFlowId) throw refused(WAITING)
  const who = { mobile: row.mobile ?? '', company: row.kind === 'company' ? row.name : null }
  const url = await ctx.ports.esign.partyUrl(ctx, flow.providerFlowId, who, new Date(systemClock.now()))
  return { url, qr: qrPath(url, 200) }
}

/** One live link per party: making a new one ends the one before. */
export async function linkFor(
  ctx: Context,
  partyId: number,
  opened: string,
  witness?: Omit<Witness, 'link'>,
  /** In the commit that makes the link. */
  also?: (tx: Tx, party: Party, flow: Flow) => Promise<void>,
): Promise<{ url: string; qr: string }> {
  const there = await linkThere(ctx, partyId)
  if (there && witness) throw refused('该合同在服务商的签署页签署，不能面签；请把签署链接发给签署人')
  if (there) return there
  return ctx.db.write(ctx.user.operatorId, async (tx) => {
    const seen = await parties.get(tx, ctx, partyId, 'person')
    // The flow before its parties, as everywhere.
    const flow = await flows.lock(tx, ctx, seen.flow, 'person')
    const row = await parties.lock(tx, ctx, partyId, 'person')
    if (flow.status !== 'signing' || row.status !== 'toSign') throw refused(NOT_HIS_TURN)
    if (row.seal) throw refused('本单位在「我的合同」中用印')
    const { token, hash } = newToken(ctx.user.operatorId)
    await tx
      .updateTable('signParty')
      .set({
        tokenHash: hash,
        ...(witness ? { code: jsonb({ ...witness, link: hash }), intent: 'faceToFace' } : {}),
      })
      .where('id', '=', partyId)
      .execute()
    await also?.(tx, row as Party, flow)
    // Opened under an address nobody has configured: the one the papers were begun under, if that is ours.
    const site = (await knownSite(tx, ctx, opened)) ?? (await siteFor(tx, ctx, flow.site ?? ''))
    const url = `${site}/sign#t=${token}`
    return { url, qr: qrPath(url, 200) }
  })
}

/** Stays with the party; its digest goes into the chain, so that another picture cannot stand for it later. */
export async function keepPhoto(tx: Tx, ctx: Context, partyId: number, id: string): Promise<string> {
  const file = await allRows(tx, 'file')
    .select(['id', 'name', 'mime', 'size', 'sha256'])
    .where('id', '=', id)
    .where('createdBy', '=', ctx.user.id)
    .where('entity', 'is', null)
    .executeTakeFirst()
  if (!file || !['image/jpeg', 'image/png'].includes(file.mime)) throw invalid({ photo: '照片不存在或已过期，请重新拍照' })
  const { sha256, ...link } = file
  await claimFiles(tx, 'signParty', partyId, [id])
  await tx
    .updateTable('signParty')
    .set({ witnessPhoto: jsonb([link]) })
    .where('id', '=', partyId)
    .execute()
  return sha256
}
