/** 租赁合同 as something to sign electronically: what stands in the paper, who signs, and what the contract does then. */
import { signerOf, storeNamed } from '#modules/parties/parties.public.ts'
import { vehiclesInWords } from '#modules/vehicles/vehicles.public.ts'
import type { Context, Tx } from '#kit/access/context.server.ts'
import { formatFen } from '#kit/basics/fen.ts'
import { capitalYuan } from '#kit/basics/fenCapital.ts'
import { storeOf } from '#kit/entity/store.server.ts'
import type { SignSubject, SubjectFacts } from '#modules/esign/esign.public.ts'
import { netReceived } from '#modules/billing/billing.public.ts'
import { dayWords } from '#kit/basics/dayWords.ts'
import { contract } from '../contracts/contract.ts'

const contracts = storeOf(contract)

/** What any paper about a lease may take from its contract. */
export const contractFacts = async (tx: Tx, ctx: Context, id: number, by?: 'person'): Promise<SubjectFacts> => {
  const c = await contracts.get(tx, ctx, id, by)
  const lessee = await signerOf(tx, c.lessee)
  const store = await storeNamed(tx, c.store)
  const vehicles = await vehiclesInWords(tx, c.vehicles)
  const number = lessee.kind === 'company' ? lessee.creditCode : lessee.idNo
  const money = (name: string, fen: number | null): Record<string, string> =>
    fen === null ? {} : { [name]: formatFen(fen), [`${name}Capital`]: capitalYuan(fen) }
  const data: Record<string, string> = {
    'contract.no': c.no,
    'contract.startOn': dayWords(c.startOn),
    'contract.endOn': dayWords(c.endOn),
    ...money('contract.monthlyRent', c.monthlyRent),
    ...money('contract.totalRent', c.totalRent),
    ...money('contract.deposit', c.deposit),
    'contract.violationDeposit': formatFen(c.violationDeposit ?? 0),
    'contract.payCycleMonths': String(c.payCycleMonths),
    'contract.lateRate': `万分之${c.lateRateBp}`,
    'contract.months': `${dayWords(c.startOn)}至${dayWords(c.endOn)}`,
    'lessee.name': lessee.name,
    'lessee.idNo': number ?? '',
    'lessee.mobile': lessee.mobile,
    'lessee.address': lessee.place?.address ?? '',
    'vehicle.plates': vehicles.map((v) => v.plateNo).join('、'),
    'vehicle.models': [...new Set(vehicles.map((v) => v.model))].join('、'),
    'vehicle.vins': vehicles.map((v) => v.vin).join('、'),
    'vehicle.count': String(vehicles.length),
    'store.name': store?.name ?? '',
    today: dayWords(ctx.clock.today()),
  }
  const kind = lessee.kind === 'company' ? 'company' : 'person'
  return {
    no: c.no,
    title: '车辆租赁合同',
    store: c.store,
    lessee: c.lessee,
    contract: c.id,
    data,
    parties: [{ role: '乙方', kind, name: lessee.name, mobile: lessee.mobile, idNo: number, lessee: lessee.id }],
  }
}

export const contractSubject: SignSubject = {
  bizType: 'lease',
  entity: contract.name,
  label: contract.label,
  waits: { status: 'toSign' },
  facts: (tx, ctx, id) => contractFacts(tx, ctx, id, 'person'),
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
