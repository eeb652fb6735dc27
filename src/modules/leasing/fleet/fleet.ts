/**
 * 整批办理: what is done to every vehicle of a fleet is one sheet with a row per vehicle (typed, or pasted from Excel), instead of
 * a form per vehicle. A row is done by the very action that one vehicle is done by; this says only what a row is asked for.
 */
import type { Fields } from '#kit/entity/field.ts'
import { f } from '#kit/entity/field.ts'
import { rentReduction, renewal } from '../changes/change.ts'
import { vehicleSwap, vehicleSwapActions } from '../changes/swap.ts'
import { handoverActions } from '../handovers/handover.ts'
import { returnSettlementActions, vehicleReturn, vehicleReturnActions } from '../returns/return.ts'

export const FLEET_KINDS = ['handOver', 'askReturn', 'inspect', 'settle', 'renew', 'reduce', 'swap', 'exchange'] as const
export type FleetKind = (typeof FLEET_KINDS)[number]

/** One look per vehicle, in a word: 正常, or what is not. Nothing is looked at beforehand, so the cell starts empty. */
const lookedAt = (label: string) =>
  f.text(label, { required: true, maxLength: 100, hint: '填「正常」，或写明异常，例如：左前轮胎磨损，其余正常' })
const looked = lookedAt('检查结果')

interface FleetSpec {
  label: string
  /** What the rows are records of. */
  of: 'handover' | 'lease' | 'vehicleReturn' | 'returnSettlement' | 'vehicleSwap'
  /** The action of these records; or the application made for each lease, and submitted. */
  act?: string
  makes?: 'vehicleReturn' | 'renewal' | 'rentReduction' | 'vehicleSwap'
  columns: Fields
  /** What is shown beside the cells: name → heading. */
  known?: Readonly<Record<string, string>>
  /** An amount that is typed beside what it is now (`present`, in the preset): both are added up below the sheet. */
  compares?: keyof typeof renewal.fields
  /** Columns in which a fleet mostly has one value: the first row's is taken over by those below on demand. */
  alike: readonly string[]
  /** Photos are given once for all, told apart by the plate in the name of the file. */
  photos?: true
  /** A column in which no two rows may say the same: one vehicle cannot be given to two. */
  once?: string
}

const confirm = handoverActions.all.confirm.input
const inspect = vehicleReturnActions.all.inspect.input
const fill = returnSettlementActions.all.fill.input
const { reasonKind, plannedOn, reasonNote } = vehicleReturn.fields
const swapped = vehicleSwap.fields
const complete = vehicleSwapActions.all.complete.input
const extended = renewal.fields
const reduced = rentReduction.fields

export const FLEET: Readonly<Record<FleetKind, FleetSpec>> = {
  handOver: {
    label: '整批交车',
    of: 'handover',
    act: 'confirm',
    columns: {
      actualAt: confirm.actualAt,
      odometer: confirm.odometer,
      energyPercent: confirm.energyPercent,
      looked,
      receiverName: confirm.receiverName,
      receiverMobile: confirm.receiverMobile,
      remark: confirm.remark,
    },
    alike: ['actualAt', 'receiverName', 'receiverMobile'],
    photos: true,
  },
  askReturn: {
    label: '整批退车',
    of: 'lease',
    makes: 'vehicleReturn',
    columns: { plannedOn, reasonKind, reasonNote },
    alike: ['plannedOn', 'reasonKind', 'reasonNote'],
  },
  inspect: {
    label: '整批验车',
    of: 'vehicleReturn',
    act: 'inspect',
    known: { startKm: '交车里程（km）' },
    columns: {
      actualAt: inspect.actualAt,
      odometer: inspect.odometer,
      energyPercent: inspect.energyPercent,
      looked,
      cleaningFee: inspect.cleaningFee,
      damage: f.text('车损部位', { maxLength: 40, hint: '由承租人承担的车损；责任在保险或公司的，请单独验车' }),
      damageAmount: f.money('定损金额', { min: 0, max: 1_000_000_000 }),
      inspectNote: inspect.inspectNote,
    },
    alike: ['actualAt', 'cleaningFee'],
    photos: true,
  },
  settle: {
    label: '整批结算',
    of: 'returnSettlement',
    act: 'submit',
    known: { receivable: '还应收（元）', refund: '应退（元）', held: '违章押金保留（元）' },
    columns: {
      penaltyWaived: fill.penaltyWaived,
      violationsChecked: f.choice('已核对违章', { yes: '是', no: '否' }, { required: true }),
      payee: fill.payee,
      bankName: fill.bankName,
      bankAccount: fill.bankAccount,
      remark: fill.remark,
    },
    alike: ['violationsChecked', 'payee', 'bankName', 'bankAccount', 'remark'],
  },
  renew: {
    label: '整批续租',
    of: 'lease',
    makes: 'renewal',
    known: { present: '现月租金（元）' },
    compares: 'monthlyRent',
    columns: {
      months: extended.months,
      monthlyRent: extended.monthlyRent,
      dailyRent: extended.dailyRent,
      depositDelta: extended.depositDelta,
      remark: extended.remark,
    },
    alike: ['months', 'monthlyRent', 'dailyRent', 'depositDelta', 'remark'],
  },
  reduce: {
    label: '整批减租',
    of: 'lease',
    makes: 'rentReduction',
    columns: {
      method: reduced.method,
      startOn: reduced.startOn,
      lastOn: reduced.lastOn,
      amountOff: reduced.amountOff,
      rateBp: reduced.rateBp,
      newRent: reduced.newRent,
      reasonKind: reduced.reasonKind,
      reasonNote: reduced.reasonNote,
    },
    alike: ['method', 'startOn', 'lastOn', 'amountOff', 'rateBp', 'newRent', 'reasonKind', 'reasonNote'],
  },
  swap: {
    label: '整批换车',
    of: 'lease',
    makes: 'vehicleSwap',
    columns: {
      newPlate: f.text('新车车牌号', { required: true, maxLength: 20, hint: '待租车辆的车牌号，每辆写一次' }),
      plannedOn: swapped.plannedOn,
      kind: swapped.kind,
      expectedBackOn: swapped.expectedBackOn,
      rentPolicy: swapped.rentPolicy,
      newRent: swapped.newRent,
      newDailyRent: swapped.newDailyRent,
      reasonKind: swapped.reasonKind,
      reasonNote: swapped.reasonNote,
    },
    alike: ['plannedOn', 'kind', 'expectedBackOn', 'rentPolicy', 'newRent', 'newDailyRent', 'reasonKind', 'reasonNote'],
    once: 'newPlate',
  },
  exchange: {
    label: '整批办理换车',
    of: 'vehicleSwap',
    act: 'complete',
    known: { newPlate: '新车' },
    columns: {
      effectiveAt: complete.effectiveAt,
      oldOdometer: complete.oldOdometer,
      oldEnergyPercent: complete.oldEnergyPercent,
      oldLooked: lookedAt('原车检查结果'),
      newOdometer: complete.newOdometer,
      newEnergyPercent: complete.newEnergyPercent,
      newLooked: lookedAt('新车检查结果'),
    },
    alike: ['effectiveAt'],
    photos: true,
  },
}

/** Above this the console sends a sheet in portions; each row is a transaction of its own anyway. */
export const PORTION = 20
/** Of one call. */
export const MOST_ROWS = 200
