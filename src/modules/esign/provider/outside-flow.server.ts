/** A flow as a provider is handed it, and what has to be true of it before. */
import { seal } from '#kit/database/sealing.server.ts'
import { PDFDocument } from 'pdf-lib'
import type { Context, Tx } from '#kit/access/context.server.ts'
import { absent, refused } from '#kit/basics/errors.ts'
import { liveRows } from '#kit/entity/query/live-rows.server.ts'
import { storeOf } from '#kit/entity/store.server.ts'
import { StoredFiles } from '#kit/files/keeper.server.ts'
import { enqueue } from '#kit/jobs/outbox.server.ts'
import { telephonesOf } from '#modules/system/system.public.ts'
import { signFlow } from '../flows/flow.ts'
import { bytesOf, type Flow } from '../flows/record.server.ts'
import { partyKey } from './key.ts'
import type { OutsideFlow } from './provider.server.ts'
import { createRequest } from './requests.ts'
import { WAITING } from './words.ts'

const flows = storeOf(signFlow)
/** What a provider takes at once. */
const MAX_PARTIES = 10

export const filesOf = (ctx: Context): { files: StoredFiles } => ({ files: new StoredFiles(ctx.ports.files) })
export const isOutside = (flow: Pick<Flow, 'provider'>): boolean => flow.provider !== 'local'

/** Whoever keeps the seal acts for the company there. */
async function keeperOf(tx: Tx, seal: number): Promise<{ name: string; mobile: string } | null> {
  const row = await tx.selectFrom('signSeal').select('keepers').where('id', '=', seal).executeTakeFirst()
  return (await telephonesOf(tx, row?.keepers ?? []))[0] ?? null
}

/** In the transaction of the start: everybody can be reached by telephone, and the request stands in the outbox. */
export async function handOver(tx: Tx, ctx: Context, flow: Flow, cycle: number): Promise<Partial<Flow>> {
  const rows = await liveRows(tx, 'signParty')
    .select(['id', 'seal', 'mobile', 'handler'])
    .where('flow', '=', flow.id)
    .orderBy('seq')
    .orderBy('id')
    .execute()
  if (rows.length > MAX_PARTIES) throw refused(`服务商一次最多 ${MAX_PARTIES} 个签署方`)
  for (const [i, party] of rows.entries()) {
    const keeper = party.seal && !party.mobile ? await keeperOf(tx, party.seal) : null
    const mobile = party.mobile ?? keeper?.mobile ?? null
    if (!mobile) throw refused(`第 ${i + 1} 位签署方未填写手机号`)
    await tx
      .updateTable('signParty')
      .set({ intent: 'provider', mobile: seal(mobile), handler: party.handler ?? keeper?.name ?? null })
      .where('id', '=', party.id)
      .execute()
  }
  await enqueue(tx, ctx, createRequest, { flow: flow.id, no: flow.no }, { key: `esignCreate:${flow.id}:${cycle}` })
  return { provider: ctx.ports.esign.name, providerNote: WAITING }
}

export const seenFlow = (ctx: Context, id: number): Promise<Flow> => ctx.db.read(ctx.user.operatorId, (tx) => flows.get(tx, ctx, id))

/** Boxes measured from the top left become centres measured from the bottom left. */
async function pagesOf(pdf: Uint8Array): Promise<number[]> {
  const doc = await PDFDocument.load(pdf, { updateMetadata: false })
  return doc.getPages().map((page) => page.getHeight())
}
const round = (n: number): number => Math.round(n * 10) / 10

export async function outsideFlow(ctx: Context, flow: Flow): Promise<OutsideFlow> {
  const { parties, places } = await ctx.db.read(ctx.user.operatorId, async (tx) => ({
    parties: await liveRows(tx, 'signParty')
      .select(['id', 'seq', 'kind', 'name', 'handler', 'mobile', 'idNo'])
      .where('flow', '=', flow.id)
      .orderBy('seq')
      .orderBy('id')
      .execute(),
    places: await tx
      .selectFrom('signField')
      .select(['party', 'page', 'x', 'y', 'w', 'h'])
      .where('flow', '=', flow.id)
      .orderBy('id')
      .execute(),
  }))
  const pdf = await bytesOf(ctx, filesOf(ctx), flow.fileId, flow.currentSha)
  const heights = await pagesOf(pdf)
  return {
    bizNum: flow.customBizNum,
    title: flow.title,
    expireAt: flow.expireAt,
    operatorId: ctx.user.operatorId,
    pdf,
    parties: parties.map((party) => ({
      key: partyKey(party.id),
      order: flow.ordered ? party.seq : 1,
      kind: party.kind,
      name: party.name,
      handler: party.handler ?? party.name,
      mobile: party.mobile!,
      idNo: party.kind === 'person' ? party.idNo : null,
      fields: places
        .filter((place) => place.party === party.id)
        .map((place) => {
          const height = heights[place.page - 1]
          if (height === undefined) throw absent(`签署区所在的第 ${place.page} 页不存在`)
          const [x, y, w, h] = [place.x, place.y, place.w, place.h].map(Number) as [number, number, number, number]
          return { page: place.page, x: round(x + w / 2), y: round(height - y - h / 2) }
        }),
    })),
  }
}
