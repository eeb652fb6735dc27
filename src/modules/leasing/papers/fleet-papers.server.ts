/** 整批交接单, 整批验收单, 整批结算单: one paper for the vehicles of one lessee, with the figures of the papers of each. */
import type { Context, Tx } from '#kit/access/context.server.ts'
import { refused } from '#kit/basics/errors.ts'
import { formatFen, sumFen } from '#kit/basics/fen.ts'
import type { Entity } from '#kit/entity/entity.ts'
import { recordsOf } from '#kit/entity/query/query.server.ts'
import type { Rec } from '#kit/entity/tables.ts'
import type { ManyPaperKind } from '#kit/pdf/kinds.server.ts'
import { heading, type Block, type Grid, type Paper } from '#kit/pdf/paper.ts'
import { lesseeFacts, lessorOf } from '#modules/parties/parties.public.ts'
import { vehiclesInWords } from '#modules/vehicles/vehicles.public.ts'
import { handover } from '../handovers/handover.ts'
import type { SettlementSheet } from '../returns/return.rules.ts'
import { computeSheet } from '../returns/settlement.server.ts'
import { returnSettlement, vehicleReturn } from '../returns/return.ts'
import { at, nameOf, signs, type Checked } from './vehicle-papers.server.ts'

interface Party {
  lessee: number | null
  store: number | null
  contract: number | null
  vehicle: number | null
}

async function inOrder<R extends { id: number }>(tx: Tx, ctx: Context, entity: Entity<any>, ids: readonly number[]): Promise<R[]> {
  const byId = new Map(((await recordsOf(tx, ctx, entity, ids)) as unknown as R[]).map((r) => [r.id, r]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** One paper is signed by one party on each side. */
async function partiesOf(tx: Tx, ctx: Context, records: readonly Party[]) {
  const lessees = new Set(records.map((r) => r.lessee))
  const [first] = records
  if (!first || first.lessee === null || first.store === null) throw refused('所选单据还没有承租人，不能打印；请先在合同上选择承租人')
  if (lessees.size > 1) throw refused('一张单据由一个承租人签收：所选记录属于不同的承租人，请分别勾选打印')
  const lessor = await lessorOf(tx, ctx, first.store)
  const lessee = await lesseeFacts(tx, ctx, first.lessee)
  const contracts = [...new Set(records.flatMap((r) => r.contract ?? []))]
  const names = await Promise.all(contracts.map((id) => nameOf(tx, ctx, 'contract', id)))
  const words = await vehiclesInWords(
    tx,
    records.flatMap((r) => r.vehicle ?? []),
  )
  return { lessor, lessee, contracts: names.join('、'), cars: new Map(words.map((v) => [v.id, v])) }
}
type Parties = Awaited<ReturnType<typeof partiesOf>>

const sides = ({ lessor, lessee, contracts }: Parties, ours: string, theirs: string, more: { label: string; value: string }[]): Block[] => [
  heading(ours),
  { kind: 'facts', items: lessor.facts },
  heading(theirs),
  { kind: 'facts', items: [...lessee.facts, { label: '合同编号', value: contracts, wide: true }, ...more] },
]
const carCells = ({ cars }: Parties, vehicle: number | null): [string, string] => {
  const v = vehicle === null ? undefined : cars.get(vehicle)
  return [v?.plateNo ?? '', v ? `${v.model} ${v.vin}` : '']
}
const figure = (value: number | null, unit: string): string => (value === null ? '' : `${value} ${unit}`)
/** What was found at a vehicle, in a cell; blank where nobody has looked yet, to be written by hand. */
function looked(items: readonly Checked[] | null): string {
  if (!items?.length) return ''
  const odd = items.filter((i) => i.normal === false).map((i) => (i.note ? `${i.name}：${i.note}` : i.name))
  if (odd.length) return odd.join('；')
  return items.every((i) => i.normal === true) ? '正常' : ''
}
/** The number a fleet's paper is filed by: of its first record, and how many there are. */
const numberOf = (records: readonly { no: string }[]): string =>
  records.length === 1 ? records[0]!.no : `${records[0]!.no} 等 ${records.length} 张`
const numbered = (rows: readonly string[][]): string[][] => rows.map((row, i) => [String(i + 1), ...row])

async function handovers(tx: Tx, ctx: Context, ids: readonly number[]): Promise<Paper> {
  const all = await inOrder<Rec<typeof handover>>(tx, ctx, handover, ids)
  const p = await partiesOf(tx, ctx, all)
  const table: Grid = {
    kind: 'table',
    head: [
      { label: '序号', weight: 0.6 },
      { label: '车牌号', weight: 1.2 },
      { label: '型号与车架号', weight: 2.2 },
      { label: '交车时间', weight: 1.6 },
      { label: '里程', weight: 1.2, align: 'right' },
      { label: '电量/油量', weight: 1, align: 'right' },
      { label: '检查结果', weight: 2 },
      { label: '提车人', weight: 1 },
    ],
    rows: numbered(
      all.map((h) => [
        ...carCells(p, h.vehicle),
        at(h.actualAt),
        figure(h.odometer, 'km'),
        figure(h.energyPercent, '%'),
        looked(h.items),
        h.receiverName ?? '',
      ]),
    ),
  }
  return {
    title: '车辆交接单（整批）',
    number: numberOf(all),
    company: p.lessor.name,
    qr: all[0]!.no,
    blocks: [
      ...sides(p, '交车方（出租方）', '提车方（承租方）', [{ label: '车辆', value: `${all.length} 辆` }]),
      heading('车辆与读数'),
      table,
      { kind: 'text', runs: ['双方已当面逐车核对车辆、随车证件与工具，以上记录与实际一致。'], soft: true },
      signs('交车人（签字）', p.lessor.name, '提车人（签字）', p.lessee.name),
    ],
  }
}

const chargedTo = (r: Rec<typeof vehicleReturn>): number =>
  (r.damages ?? []).filter((d) => d.responsibility === 'lessee').reduce((sum, d) => sum + d.amount, 0) +
  (r.missing ?? []).reduce((sum, m) => sum + m.amount, 0)

async function returns(tx: Tx, ctx: Context, ids: readonly number[]): Promise<Paper> {
  const all = await inOrder<Rec<typeof vehicleReturn>>(tx, ctx, vehicleReturn, ids)
  const p = await partiesOf(tx, ctx, all)
  const money = (of: (r: Rec<typeof vehicleReturn>) => number): string => formatFen(all.reduce((sum, r) => sum + of(r), 0))
  return {
    title: '退车验收单（整批）',
    number: numberOf(all),
    company: p.lessor.name,
    qr: all[0]!.no,
    blocks: [
      ...sides(p, '收车方', '退车方（承租方）', [{ label: '车辆', value: `${all.length} 辆` }]),
      heading('车辆与读数'),
      {
        kind: 'table',
        head: [
          { label: '序号', weight: 0.6 },
          { label: '车牌号', weight: 1.2 },
          { label: '型号与车架号', weight: 2.2 },
          { label: '退车时间', weight: 1.6 },
          { label: '里程', weight: 1.2, align: 'right' },
          { label: '电量/油量', weight: 1, align: 'right' },
          { label: '检查结果与车损', weight: 2.2 },
          { label: '清洁费', weight: 1, align: 'right' },
          { label: '车损与缺件', weight: 1.2, align: 'right' },
        ],
        rows: numbered(
          all.map((r) => [
            ...carCells(p, r.vehicle),
            at(r.actualAt),
            figure(r.odometer, 'km'),
            figure(r.energyPercent, '%'),
            [looked(r.items), ...(r.damages ?? []).map((d) => d.part), ...(r.missing ?? []).map((m) => `缺 ${m.name}`)]
              .filter(Boolean)
              .join('；'),
            r.cleaningFee === null ? '' : formatFen(r.cleaningFee),
            r.actualAt ? formatFen(chargedTo(r)) : '',
          ]),
        ),
        foot: ['合计', '', '', '', '', '', '', money((r) => r.cleaningFee ?? 0), money(chargedTo)],
      },
      { kind: 'text', runs: ['车损与缺件栏为应由承租人承担的金额。双方已当面逐车核对，以上记录与实际一致。'], soft: true },
      signs('验车人（签字）', p.lessor.name, '退车人（签字）', p.lessee.name),
    ],
  }
}

type Settlement = Rec<typeof returnSettlement>
/** The kept sheet of what is confirmed; of the rest what it comes to now. */
async function sheetsOf(tx: Tx, ctx: Context, all: readonly Settlement[]): Promise<Map<number, SettlementSheet>> {
  const sheets = new Map<number, SettlementSheet>()
  for (const s of all)
    sheets.set(s.id, s.confirmedOn !== null && s.sheet !== null ? (s.sheet as SettlementSheet) : (await computeSheet(tx, ctx, s)).sheet)
  return sheets
}
const COLUMNS: readonly [string, (r: SettlementSheet['result']) => number][] = [
  ['应收合计', (r) => r.totalCharges],
  ['退还租金', (r) => r.totalCredits],
  ['余额抵扣', (r) => r.balanceUsed],
  ['押金抵扣', (r) => r.vehicleDepositUsed + r.violationDepositUsed],
  ['违章押金保留', (r) => r.violationHeld],
  ['还应付', (r) => r.receivable],
  ['应退', (r) => r.refund],
]

async function settlements(tx: Tx, ctx: Context, ids: readonly number[]): Promise<Paper> {
  const all = await inOrder<Settlement>(tx, ctx, returnSettlement, ids)
  const p = await partiesOf(tx, ctx, all)
  const sheets = await sheetsOf(tx, ctx, all)
  const of = (s: Settlement): SettlementSheet => sheets.get(s.id)!
  const sum = (column: (r: SettlementSheet['result']) => number): number => sumFen(all.map((s) => column(of(s).result)))
  const trial = all.filter((s) => s.confirmedOn === null).length
  return {
    title: trial ? '退车结算单（整批，试算）' : '退车结算单（整批）',
    number: numberOf(all),
    company: p.lessor.name,
    qr: all[0]!.no,
    blocks: [
      ...(trial
        ? [{ kind: 'text', runs: [`试算：其中 ${trial} 辆尚未审核，金额以确认后的结算单为准。`], align: 'center', soft: true } as const]
        : []),
      {
        kind: 'facts',
        items: [
          { label: '承租人', value: p.lessee.name },
          { label: '门店', value: p.lessor.store },
          { label: '合同编号', value: p.contracts },
          { label: '车辆', value: `${all.length} 辆` },
        ],
      },
      heading('各车结算（元）'),
      {
        kind: 'table',
        head: [
          { label: '车牌号', weight: 1.2 },
          { label: '退车日', weight: 1.3 },
          ...COLUMNS.map(([label]) => ({ label, weight: 1.2, align: 'right' as const })),
        ],
        rows: all.map((s) => [carCells(p, s.vehicle)[0], s.returnedOn, ...COLUMNS.map(([, column]) => formatFen(column(of(s).result)))]),
        foot: ['合计', `${all.length} 辆`, ...COLUMNS.map(([, column]) => formatFen(sum(column)))],
      },
      { kind: 'amount', label: '承租人还应付', fen: sum((r) => r.receivable) },
      { kind: 'amount', label: '应退承租人', fen: sum((r) => r.refund) },
      heading('费用明细'),
      {
        kind: 'table',
        head: [
          { label: '车牌号', weight: 1.1 },
          { label: '项目', weight: 1.8 },
          { label: '算式', weight: 3 },
          { label: '金额（元）', weight: 1.2, align: 'right' },
        ],
        rows: all.flatMap((s) =>
          of(s).lines.map((l) => [
            carCells(p, s.vehicle)[0],
            l.label,
            l.formula,
            l.kind === 'back' ? `-${formatFen(l.amount)}` : formatFen(l.amount),
          ]),
        ),
      },
      signs('出租方（盖章）', p.lessor.name, '承租方（签字或盖章）', p.lessee.name),
    ],
  }
}

export const fleetPapers: readonly ManyPaperKind[] = [
  { entity: 'handover', code: 'fleet', make: handovers },
  { entity: 'vehicleReturn', code: 'fleet', make: returns },
  { entity: 'returnSettlement', code: 'fleet', make: settlements },
]
