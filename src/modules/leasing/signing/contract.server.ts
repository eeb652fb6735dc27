/** 租赁合同 as something to sign electronically: the paper that is printed too, who signs, and what the contract does then. */
import { storeOf } from '#kit/entity/store.server.ts'
import type { SignSubject } from '#modules/esign/esign.public.ts'
import { netReceived } from '#modules/billing/billing.public.ts'
import { contract } from '../contracts/contract.ts'
import { contractBody } from '../papers/contract-body.server.ts'
import { contractWords } from '../papers/contract-words.server.ts'

const contracts = storeOf(contract)

export const contractSubject: SignSubject = {
  bizType: 'lease',
  entity: contract.name,
  label: contract.label,
  waits: { status: 'toSign' },
  facts: contractWords,
  paper: (tx, ctx, id, o) => contractBody(tx, ctx, id, { ...o, full: true }),
  refuse: async (tx, ctx, id) => {
    const { status } = await contracts.get(tx, ctx, id)
    return status === 'toSign' ? null : '只有「待签署」的合同可以发起电子签署'
  },
  onStart: async (tx, ctx, id) => void (await contracts.act(tx, ctx, 'startSigning', id)),
  onCompleted: async (tx, ctx, id, { signedOn, file }) =>
    void (await contracts.act(tx, ctx, 'signed', id, { signedOn, signedScans: [file] })),
  onEnded: async (tx, ctx, id, { reason }) => {
    const { status } = await contracts.get(tx, ctx, id)
    if (status === 'signing') await contracts.act(tx, ctx, 'signingEnded', id, { reason: reason.slice(0, 200) })
  },
  mayRescind: async (tx, ctx, id) => {
    const { status } = await contracts.get(tx, ctx, id)
    if (status !== 'toHandOver') return '租约履行中，请先办理退车结算'
    const received = (await netReceived(tx, [id])).get(id) ?? 0
    return received > 0 ? `已有收款 ${(received / 100).toFixed(2)} 元，请先退款` : null
  },
  onRescinded: async (tx, ctx, id, flow) => void (await contracts.act(tx, ctx, 'rescinded', id, { reason: `解约协议 ${flow.no}` })),
}
