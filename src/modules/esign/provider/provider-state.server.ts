/**
 * What a provider says of a flow becomes true here. It is always the whole state, so notices that came twice, late, in any order or never
 * make no difference: who signed has signed, and what is over stays over.
 */
import type { Context, Tx } from '#kit/access/context.server.ts'
import { dayOf } from '#kit/basics/time/day.ts'
import { storeOf } from '#kit/entity/store.server.ts'
import { enqueue } from '#kit/jobs/outbox.server.ts'
import { signFlow, signParty } from '../flows/flow.ts'
import { completed, nextTurn, partiesOf, tell } from '../flows/flow.server.ts'
import { addRevision, record, type Flow, type KeptBytes } from '../flows/record.server.ts'
import { consume } from '../quota/quota.server.ts'
import { partyKey } from './key.ts'
import type { Said } from './provider.server.ts'
import { detailRequest } from './requests.ts'
import { WAITING } from './words.ts'

const flows = storeOf(signFlow)
const parties = storeOf(signParty)

export interface ProviderState {
  said: Said
  /** The signed file in the store, once for the flow and once for its record; asked for only when all have signed. */
  file: { signed: KeptBytes; copy: KeptBytes } | null
}

export async function applyProviderState(tx: Tx, ctx: Context, id: number, heard: ProviderState): Promise<void> {
  const flow = await flows.lock(tx, ctx, id)
  const { said } = heard
  if (flow.status !== 'signing') return tooLate(tx, ctx, flow, said)
  if (said.status === 'draft') return
  await applySignatures(tx, ctx, flow, said)
  if (said.status === 'completed') return finish(tx, ctx, flow, heard)
  if (said.status === 'declined') return declined(tx, ctx, flow, said)
  if (said.status === 'revoked') {
    await flows.act(tx, ctx, 'endedThere', id, { reason: (said.reason ?? '在服务商处撤销').slice(0, 200) })
    return
  }
  if (said.status === 'expired') {
    // Said before its time was made longer: old.
    if (flow.expireAt <= ctx.clock.now()) await flows.act(tx, ctx, 'expire', id)
    return
  }
  await tx.updateTable('signFlow').set({ providerNote: null }).where('id', '=', id).where('providerNote', 'like', `${WAITING}%`).execute()
  await nextTurn(tx, ctx, flow)
}

/** Ended here while somebody signed there: for a person to settle with whoever signed. */
async function tooLate(tx: Tx, ctx: Context, flow: Flow, said: Said): Promise<void> {
  if (flow.status !== 'completed' && said.status === 'completed')
    await tell(tx, ctx, flow, `服务商已签署完成，本系统中该流程已结束，请核对：${flow.title}`, 'late')
}

async function applySignatures(tx: Tx, ctx: Context, flow: Flow, said: Said): Promise<void> {
  const signed = new Set(said.parties.filter((party) => party.status === 'signed' || said.status === 'completed').map((party) => party.key))
  let count = flow.signedCount ?? 0
  for (const party of await partiesOf(tx, flow.id)) {
    if (!signed.has(partyKey(party.id)) || party.status === 'signed') continue
    if (party.status === 'waiting') await parties.act(tx, ctx, 'arrive', party.id)
    await parties.act(tx, ctx, 'sign', party.id)
    await tx.updateTable('signParty').set({ signedAt: ctx.clock.now(), level: 'A' }).where('id', '=', party.id).execute()
    await tx.updateTable('signField').set({ signedAt: ctx.clock.now() }).where('party', '=', party.id).execute()
    await record(tx, ctx, flow, {
      kind: party.seal ? 'sealed' : 'signed',
      by: `signer:${party.seq}`,
      data: { party: party.seq, role: party.role, level: 'A', provider: flow.provider },
    })
    count += 1
  }
  if (count === (flow.signedCount ?? 0)) return
  await consume(tx, ctx, flow.id, flow.quotaCycle ?? 0)
  await tx.updateTable('signFlow').set({ signedCount: count, consumed: true }).where('id', '=', flow.id).execute()
  await flows.act(tx, ctx, 'progress', flow.id)
}

async function finish(tx: Tx, ctx: Context, flow: Flow, { said, file }: ProviderState): Promise<void> {
  if (!file) {
    // It was over here when the file was not fetched; by now it is not.
    await enqueue(tx, ctx, detailRequest, { flow: flow.id, no: flow.no })
    return
  }
  await addRevision(tx, ctx, flow, file.signed, 'signed')
  await tx.updateTable('signFlow').set({ providerNote: null }).where('id', '=', flow.id).execute()
  const moved = await flows.get(tx, ctx, flow.id)
  const link = { id: file.copy.id, name: `${flow.title}.pdf`, mime: 'application/pdf', size: file.copy.size }
  await completed(tx, ctx, moved, link, null, said.finishedAt ? dayOf(said.finishedAt) : ctx.clock.today())
}

async function declined(tx: Tx, ctx: Context, flow: Flow, said: Said): Promise<void> {
  const who = new Set(said.parties.filter((party) => party.status === 'declined').map((party) => party.key))
  const party = (await partiesOf(tx, flow.id)).find((one) => who.has(partyKey(one.id)))
  const reason = said.reason ?? '未说明原因'
  if (party && (party.status === 'waiting' || party.status === 'toSign')) {
    if (party.status === 'waiting') await parties.act(tx, ctx, 'arrive', party.id)
    await parties.act(tx, ctx, 'decline', party.id)
    await tx.updateTable('signParty').set({ reason }).where('id', '=', party.id).execute()
  }
  const words = `${party?.name ?? '签署方'}拒签：${reason}`.slice(0, 200)
  await flows.act(tx, ctx, 'decline', flow.id, { reason: words, by: party ? `signer:${party.seq}` : 'provider' })
}
