/** 电子合同 of the last fortnight: real name, seal, three templates, and flows in every state, each signed by the product's own ceremony. */
import { addDays, type Day } from '#kit/basics/time/day.ts'
import { Random } from '#kit/basics/random.ts'
import type { Context, Tx } from '#kit/access/context.server.ts'
import { AppError } from '#kit/basics/errors.ts'
import { storeOf } from '#kit/entity/store.server.ts'
import { signAs } from '#modules/esign/ceremony/sign.server.ts'
import { previewDraft, type DraftInput } from '#modules/esign/flows/compose.server.ts'
import { draftFlow } from '#modules/esign/flows/draft.server.ts'
import { signFlow, signParty } from '#modules/esign/flows/flow.ts'
import { expireFlows, partiesOf } from '#modules/esign/flows/flow.server.ts'
import { record } from '#modules/esign/flows/record.server.ts'
import type { Instance } from '#modules/esign/instance.server.ts'
import { STANDARD } from '#modules/esign/templates/standard-texts.ts'
import { creditCode } from './random.ts'
import type { World } from './world.ts'

const MANAGER = 'yunqiao_manager'
const SALES = 'yunqiao_sales'
const COMPANY = '云桥汽车租赁有限公司'
const SITE = 'http://localhost'
const flows = storeOf(signFlow)
const parties = storeOf(signParty)

type Subject = 'contract' | 'handover'
type Template = (bizType: 'lease' | 'handover' | 'renewal') => number

async function settings(w: World): Promise<Template> {
  const keepers = [w.people.get(MANAGER)!.id, w.people.get(SALES)!.id]
  await w.add(MANAGER, 'signSeal', { name: '合同章', kind: 'contract', company: COMPANY, keepers })
  const own = await w.add(MANAGER, 'signIdentity', {
    kind: 'company',
    name: COMPANY,
    creditCode: creditCode(new Random(20_250_131), '310112'),
    own: true,
  })
  await w.act(MANAGER, 'signIdentity', 'check', own)
  const made = new Map<string, number>()
  for (const bizType of ['lease', 'handover', 'renewal'] as const) {
    const { name, text } = STANDARD[bizType]!
    const id = await w.add(MANAGER, 'signTemplate', { name, bizType, kind: 'text', text })
    await w.act(MANAGER, 'signTemplate', 'publish', id)
    made.set(bizType, id)
  }
  return (bizType) => made.get(bizType)!
}

/** Records whose paper has nothing missing, newest first. */
async function ready(w: World, entity: Subject, template: number, most: number): Promise<number[]> {
  const rows = await w.db.read(w.operatorId, (db) =>
    entity === 'contract'
      ? db
          .selectFrom('contract')
          .select('id')
          .where('status', '=', 'toSign')
          .where('deletedAt', 'is', null)
          .orderBy('id', 'desc')
          .limit(20)
          .execute()
      : db
          .selectFrom('handover')
          .select('id')
          .where('status', '=', 'done')
          .where('deletedAt', 'is', null)
          .orderBy('id', 'desc')
          .limit(40)
          .execute(),
  )
  const ids: number[] = []
  for (const { id } of rows) {
    if (ids.length === most) break
    const complete = await w.once('previewDraft', async () => {
      const seen = await previewDraft(w.as(SALES), { bizEntity: entity, bizId: id, templateId: template }).catch((error: unknown) => {
        if (!(error instanceof AppError)) throw error
        return null
      })
      return seen !== null && seen.refusal === null && seen.missing.length === 0
    })
    if (complete) ids.push(id)
  }
  return ids
}

class Desk {
  readonly w: World
  readonly instance: Instance
  constructor(w: World, instance: Instance) {
    this.w = w
    this.instance = instance
  }
  at(ago: number, time: string): void {
    this.w.at(addDays(this.w.until, -ago) as Day, time)
  }
  async draft(input: DraftInput): Promise<number> {
    return this.w.once('draftFlow', async () => (await draftFlow(this.w.as(SALES), this.instance, input, SITE)).id)
  }
  async begin(input: DraftInput): Promise<number> {
    const id = await this.draft(input)
    await this.w.act(SALES, 'signFlow', 'start', id)
    return id
  }
  async #whose(flow: number) {
    const all = await this.w.db.read(this.w.operatorId, (tx) => partiesOf(tx as Tx, flow))
    return all.find((party) => party.status === 'toSign')!
  }
  /** In the store, before a colleague: nobody's telephone is written to by an invented company. */
  async inPerson(flow: number): Promise<void> {
    const party = await this.#whose(flow)
    const ctx = this.w.as(SALES)
    await this.w.write(async (tx) => {
      const locked = await flows.lock(tx, ctx, flow)
      const by = `signer:${party.seq}`
      await tx
        .updateTable('signParty')
        .set({ viewedAt: ctx.clock.now(), consentedAt: ctx.clock.now(), pagesRead: locked.pages ?? 0, intent: 'faceToFace' })
        .where('id', '=', party.id)
        .execute()
      await record(tx, ctx, locked, {
        kind: 'faceToFace',
        by: `user:${ctx.user.id}`,
        data: { party: party.seq, witness: ctx.user.name, photo: null },
      })
      await record(tx, ctx, locked, { kind: 'opened', by })
      await record(tx, ctx, locked, { kind: 'read', by, docSha: locked.currentSha, data: { pages: locked.pages } })
      await record(tx, ctx, locked, { kind: 'consented', by })
    })
    await this.#sign(ctx, {
      party: party.id,
      level: 'C',
      look: { kind: 'typed' },
      by: `signer:${party.seq}`,
      proof: async () => {},
    })
  }
  /** The signature is made outside any transaction: who has signed when this is gone on with is not asked again. */
  async #sign(ctx: Context, input: Parameters<typeof signAs>[2]): Promise<void> {
    await this.w.once('signAs', async () => {
      const { status } = await ctx.db.read(this.w.operatorId, (db) =>
        db.selectFrom('signParty').select('status').where('id', '=', input.party).executeTakeFirstOrThrow(),
      )
      if (status === 'toSign') await signAs(ctx, this.instance, input)
    })
  }
  async seal(flow: number): Promise<void> {
    const party = await this.#whose(flow)
    const ctx = this.w.as(MANAGER)
    await this.#sign(ctx, {
      party: party.id,
      level: 'D',
      look: { kind: 'seal' },
      by: `user:${ctx.user.id}`,
      proof: async () => {},
    })
  }
  async decline(flow: number, reason: string): Promise<void> {
    const party = await this.#whose(flow)
    const ctx = this.w.as()
    await this.w.write(async (tx) => {
      await flows.lock(tx, ctx, flow)
      await parties.act(tx, ctx, 'decline', party.id)
      await tx.updateTable('signParty').set({ reason }).where('id', '=', party.id).execute()
      await flows.act(tx, ctx, 'decline', flow, { reason: `${party.name}拒签：${reason}`, by: `signer:${party.seq}` })
    })
  }
}

export async function makeEsign(w: World, instance: Instance): Promise<void> {
  const desk = new Desk(w, instance)
  desk.at(14, '09:10')
  const template = await settings(w)
  const sheets = await ready(w, 'handover', template('handover'), 9)
  const contracts = await ready(w, 'contract', template('lease'), 3)
  const sheet = (bizId: number, expireIn = 15): DraftInput => ({
    bizEntity: 'handover',
    bizId,
    templateId: template('handover'),
    expireAt: new Date(Date.parse(w.clock.now()) + expireIn * 86_400_000).toISOString(),
  })
  const lease = (bizId: number): DraftInput => ({ bizEntity: 'contract', bizId, templateId: template('lease'), bizType: 'lease' })
  const [first, second, third, declined, revoked, expired, half, waiting, unsent] = sheets
  if (first) {
    const flow = await desk.begin(sheet(first))
    desk.at(14, '09:40')
    await desk.inPerson(flow)
    desk.at(14, '10:05')
    await desk.seal(flow)
  }
  desk.at(12, '10:00')
  const over = expired ? await desk.begin(sheet(expired, 3)) : null
  desk.at(11, '09:30')
  if (second) {
    const flow = await desk.begin(sheet(second))
    await desk.inPerson(flow)
    await desk.seal(flow)
  }
  desk.at(9, '10:05')
  if (over) await w.once('expireFlows', () => expireFlows(w.as()))
  desk.at(8, '15:00')
  if (declined) {
    const flow = await desk.begin(sheet(declined))
    desk.at(8, '17:20')
    await desk.decline(flow, '里程读数与交车时不一致，请核对后再发')
  }
  desk.at(7, '10:30')
  if (revoked) {
    const flow = await desk.begin(sheet(revoked))
    desk.at(6, '09:00')
    await w.act(SALES, 'signFlow', 'revoke', flow, { reason: '交接单填错，更正后重发' })
  }
  desk.at(4, '11:00')
  if (third) {
    const flow = await desk.begin(sheet(third))
    await desk.inPerson(flow)
    await desk.seal(flow)
  }
  desk.at(2, '14:00')
  if (half) await desk.inPerson(await desk.begin(sheet(half)))
  desk.at(1, '09:50')
  if (waiting) await desk.begin(sheet(waiting))
  // At least one is left to be begun by whoever looks at the page.
  const [, signing, sealing] = contracts
  if (signing) await desk.begin(lease(signing))
  if (sealing) await desk.inPerson(await desk.begin(lease(sealing)))
  if (unsent) await desk.draft(sheet(unsent))
}
