/** What else of a lease is signed electronically: 续租, 延期, 交车, 换车, 退车. Each takes its contract's words and adds its own. */
import type { Context, Tx } from '#kit/access/context.server.ts'
import { dayWords } from '#kit/basics/time/day-words.ts'
import { formatFen } from '#kit/basics/fen.ts'
import { capitalYuan } from '#kit/basics/fen-capital.ts'
import { formatTime } from '#kit/basics/time/time-format.ts'
import { storeOf } from '#kit/entity/store.server.ts'
import type { SignSubject, SubjectFacts } from '#modules/esign/esign.public.ts'
import { vehiclesInWords } from '#modules/vehicles/vehicles.public.ts'
import { leaseExtension, renewal } from '../changes/change.ts'
import { rentAfter, vehicleSwap } from '../changes/swap.ts'
import { handover, UNCHECKED } from '../handovers/handover.ts'
import { vehicleReturn } from '../returns/return.ts'
import { contractWords } from '../papers/contract-words.server.ts'

const renewals = storeOf(renewal)
const extensions = storeOf(leaseExtension)
const handovers = storeOf(handover)
const swaps = storeOf(vehicleSwap)
const returns = storeOf(vehicleReturn)

interface Checked {
  group: string
  name: string
  normal: boolean | null
  note: string | null
}
/** What was looked at, in one line: what is not in order first. */
function checked(items: readonly Checked[] | null): string {
  const all = items ?? []
  const odd = all.filter((item) => !item.normal).map((item) => `${item.name}：${item.normal === null ? UNCHECKED : item.note || '异常'}`)
  return all.length === 0
    ? '没有登记检查结果'
    : odd.length
      ? `${odd.join('；')}；其余 ${all.length - odd.length} 项正常`
      : `${all.length} 项全部正常`
}
const moment = (at: string | null): string => (at ? formatTime(at) : '')
const number = (n: number | null, unit: string): string => (n === null ? '' : `${n} ${unit}`)

async function about(
  tx: Tx,
  ctx: Context,
  of: { no: string; contract: number | null },
  title: string,
  vehicles: readonly (number | null)[],
  data: Record<string, string>,
): Promise<SubjectFacts> {
  const facts = await contractWords(tx, ctx, of.contract!)
  const known = vehicles.filter((id): id is number => id !== null)
  const words = await vehiclesInWords(tx, known)
  const vehicle: Record<string, string> = words.length
    ? {
        'vehicle.plates': words.map((v) => v.plateNo).join('、'),
        'vehicle.models': [...new Set(words.map((v) => v.model))].join('、'),
        'vehicle.vins': words.map((v) => v.vin).join('、'),
        'vehicle.count': String(words.length),
      }
    : {}
  return { ...facts, no: of.no, title, data: { ...facts.data, ...vehicle, ...data } }
}
const nothing = async (): Promise<void> => {}
const SIGNED = '已有双方签字的单据，不需要再签'

export const renewalSubject: SignSubject = {
  bizType: 'renewal',
  entity: renewal.name,
  label: renewal.label,
  waits: { status: 'toSign' },
  refuse: async (tx, ctx, id) => {
    const { status } = await renewals.get(tx, ctx, id)
    return status === 'toSign' ? null : '只有「待签补充协议」的续租单可以发起电子签署'
  },
  facts: async (tx, ctx, id, by) => {
    const r = await renewals.get(tx, ctx, id, by)
    return about(tx, ctx, r, '续租补充协议', [r.vehicle], {
      'renewal.no': r.no,
      'renewal.months': String(r.months),
      'renewal.startOn': r.startOn ? dayWords(r.startOn) : '',
      'renewal.endOn': r.endOn ? dayWords(r.endOn) : '',
      'renewal.monthlyRent': formatFen(r.monthlyRent),
      'renewal.monthlyRentCapital': capitalYuan(r.monthlyRent),
      'renewal.depositDelta': formatFen(r.depositDelta),
    })
  },
  onStart: nothing,
  onCompleted: async (tx, ctx, id, { signedOn, file }) => void (await renewals.act(tx, ctx, 'sign', id, { signedOn, signedScans: [file] })),
  onEnded: nothing,
  mayRescind: async () => '续租已生效，请另签协议或办理退车',
}

export const extensionSubject: SignSubject = {
  bizType: 'extension',
  entity: leaseExtension.name,
  label: leaseExtension.label,
  waits: { status: 'effective' },
  refuse: async (tx, ctx, id) => {
    const { status } = await extensions.get(tx, ctx, id)
    return status === 'effective' ? null : '延期审核通过后才能签延期协议'
  },
  facts: async (tx, ctx, id, by) => {
    const e = await extensions.get(tx, ctx, id, by)
    return about(tx, ctx, e, '延期协议', [e.vehicle], {
      'extension.no': e.no,
      'extension.kind': e.kind === 'return' ? '延期还车' : '延期付款',
      'extension.oldDay': e.oldDay ? dayWords(e.oldDay) : '',
      'extension.endOn': e.newDay ? dayWords(e.newDay) : '',
      'extension.reason': e.reasonNote,
      'extension.amount': formatFen(e.amount ?? 0),
    })
  },
  onStart: nothing,
  onCompleted: async (tx, ctx, id, { file }) => {
    const { attachments } = await extensions.get(tx, ctx, id)
    await extensions.act(tx, ctx, 'sheetSigned', id, { attachments: [...(attachments ?? []), file] })
  },
  onEnded: nothing,
  mayRescind: async () => '延期已生效，请另签协议',
}

export const handoverSubject: SignSubject = {
  bizType: 'handover',
  entity: handover.name,
  label: handover.label,
  waits: { status: 'done' },
  refuse: async (tx, ctx, id) => {
    const { status, signedSheet } = await handovers.get(tx, ctx, id)
    return status !== 'done' ? '确认交车后才能签交接单' : signedSheet?.length ? SIGNED : null
  },
  facts: async (tx, ctx, id, by) => {
    const h = await handovers.get(tx, ctx, id, by)
    return about(tx, ctx, h, '车辆交接单', [h.vehicle], {
      'handover.no': h.no,
      'handover.at': moment(h.actualAt),
      'handover.odometer': number(h.odometer, 'km'),
      'handover.energy': number(h.energyPercent, '%'),
      'handover.receiver': h.receiverName ?? '',
      'handover.items': checked(h.items as Checked[] | null),
    })
  },
  onStart: nothing,
  onCompleted: async (tx, ctx, id, { file }) => void (await handovers.act(tx, ctx, 'sheetSigned', id, { signedSheet: [file] })),
  onEnded: nothing,
  mayRescind: async () => '交接单记录已发生的交车，不能解约',
}

export const swapSubject: SignSubject = {
  bizType: 'swap',
  entity: vehicleSwap.name,
  label: vehicleSwap.label,
  waits: { status: ['away', 'done'] },
  refuse: async (tx, ctx, id) => {
    const { status, signedSheet } = await swaps.get(tx, ctx, id)
    return status !== 'done' && status !== 'away' ? '办理换车后才能签换车协议' : signedSheet?.length ? SIGNED : null
  },
  facts: async (tx, ctx, id, by) => {
    const s = await swaps.get(tx, ctx, id, by)
    const [old] = s.oldVehicle ? await vehiclesInWords(tx, [s.oldVehicle]) : []
    const [now] = await vehiclesInWords(tx, [s.newVehicle])
    const rent = rentAfter(s)
    return about(tx, ctx, s, '换车协议', [s.newVehicle], {
      'swap.no': s.no,
      'swap.at': moment(s.effectiveAt),
      'swap.oldPlate': old?.plateNo ?? '',
      'swap.newPlate': now?.plateNo ?? '',
      'swap.oldOdometer': number(s.oldOdometer, 'km'),
      'swap.newOdometer': number(s.newOdometer, 'km'),
      'swap.rent': rent === null ? '租金不变' : `每月 ${formatFen(rent)} 元`,
    })
  },
  onStart: nothing,
  onCompleted: async (tx, ctx, id, { file }) => void (await swaps.act(tx, ctx, 'sheetSigned', id, { signedSheet: [file] })),
  onEnded: nothing,
  mayRescind: async () => '换车已经办理，不能解约',
}

export const returnSubject: SignSubject = {
  bizType: 'returnSheet',
  entity: vehicleReturn.name,
  label: vehicleReturn.label,
  waits: { status: ['inspected', 'settled'] },
  refuse: async (tx, ctx, id) => {
    const { status, signedSheet } = await returns.get(tx, ctx, id)
    return status !== 'inspected' && status !== 'settled' ? '验车确认后才能签退车单' : signedSheet?.length ? SIGNED : null
  },
  facts: async (tx, ctx, id, by) => {
    const r = await returns.get(tx, ctx, id, by)
    return about(tx, ctx, r, '退车单', [r.vehicle], {
      'return.no': r.no,
      'return.at': moment(r.actualAt),
      'return.odometer': number(r.odometer, 'km'),
      'return.energy': number(r.energyPercent, '%'),
      'return.items': checked(r.items as Checked[] | null),
    })
  },
  onStart: nothing,
  onCompleted: async (tx, ctx, id, { file }) => void (await returns.act(tx, ctx, 'sheetSigned', id, { signedSheet: [file] })),
  onEnded: nothing,
  mayRescind: async () => '退车单记录已发生的退车，不能解约',
}
