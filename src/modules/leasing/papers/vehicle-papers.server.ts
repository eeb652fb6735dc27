/** 交接单, 换车交接单, 退车验收单, 退车结算单, 用车申请单. */
import type { Context, Tx } from '#kit/access/context.server.ts'
import { dayOf, timeOf } from '#kit/basics/time/day.ts'
import { formatFen } from '#kit/basics/fen.ts'
import type { FileLink } from '#kit/entity/field.ts'
import { find } from '#kit/entity/query/query.server.ts'
import { titlesOf } from '#kit/entity/query/labels.server.ts'
import { liveRows } from '#kit/entity/query/live-rows.server.ts'
import type { PaperKind } from '#kit/pdf/kinds.server.ts'
import { heading, type Block, type Fact, type Paper } from '#kit/pdf/paper.ts'
import { lesseeFacts, lessorOf } from '#modules/parties/parties.public.ts'
import { vehiclesInWords } from '#modules/vehicles/vehicles.public.ts'
import { carApplication } from '../contracts/application.ts'
import { rentAfter, vehicleSwap } from '../changes/swap.ts'
import { templateFor } from '../handovers/checks.server.ts'
import { handover, INSPECTION_GROUPS, UNCHECKED } from '../handovers/handover.ts'
import { computeSheet } from '../returns/settlement.server.ts'
import { returnSettlement, vehicleReturn } from '../returns/return.ts'

export const at = (instant: string | null): string => (instant ? `${dayOf(instant)} ${timeOf(instant).slice(0, 5)}` : '')
export const nameOf = async (tx: Tx, ctx: Context, entity: string, id: number | null): Promise<string> =>
  id === null ? '' : ((await titlesOf(tx, ctx, entity, [id])).get(id) ?? '')
/** Blanks are filled in by hand, so they say what is to be filled in. */
const measured = (value: number | null, unit: string): string => (value === null ? '' : `${value} ${unit}`)

async function carFacts(tx: Tx, vehicle: number): Promise<Fact[]> {
  const [v] = await vehiclesInWords(tx, [vehicle])
  return [
    { label: '车牌号', value: v?.plateNo ?? '' },
    { label: '品牌型号', value: v?.model ?? '' },
    { label: '车架号', value: v?.vin ?? '' },
  ]
}
async function about(tx: Tx, ctx: Context, r: { store: number; lessee: number; vehicle: number; contract: number }) {
  const lessor = await lessorOf(tx, ctx, r.store)
  const lessee = await lesseeFacts(tx, ctx, r.lessee)
  const car = [...(await carFacts(tx, r.vehicle)), { label: '合同编号', value: await nameOf(tx, ctx, 'contract', r.contract) }]
  return { lessor, lessee, car }
}

export interface Checked {
  group: keyof typeof INSPECTION_GROUPS
  name: string
  normal: boolean | null
  note: string | null
}
/** What nobody has looked at yet is filled in by hand beside the vehicle. */
const resultOf = ({ normal, note }: Checked): [string, string] =>
  normal === null ? ['正常 / 异常', UNCHECKED] : [normal ? '正常' : '异常', note ?? '']
const checks = (items: readonly Checked[] | null, blank: readonly { group: keyof typeof INSPECTION_GROUPS; name: string }[]): Block => ({
  kind: 'table',
  head: [
    { label: '分组', weight: 1 },
    { label: '检查项', weight: 2 },
    { label: '结果', weight: 1, align: 'center' },
    { label: '说明', weight: 3 },
  ],
  rows: items?.length
    ? items.map((i) => [INSPECTION_GROUPS[i.group], i.name, ...resultOf(i)])
    : blank.map((i) => [INSPECTION_GROUPS[i.group], i.name, '正常 / 异常', UNCHECKED]),
})
/** `ink`: what the right one has signed by hand on the screen, and when. */
export const signs = (
  left: string,
  leftName: string,
  right: string,
  rightName: string,
  ink: { sign: readonly FileLink[] | null; at: string | null } | null = null,
): Block => {
  const [sign] = ink?.sign ?? []
  return {
    kind: 'zones',
    parties: [
      { role: '甲方', label: left, lines: [leftName, '日期：'] },
      { role: '乙方', label: right, lines: [rightName, `日期：${sign ? at(ink!.at) : ''}`], ...(sign ? { ink: sign } : {}) },
    ],
  }
}

async function handoverPaper(tx: Tx, ctx: Context, id: number): Promise<Paper> {
  const h = await find(tx, ctx, handover, id)
  const { lessor, lessee, car } = await about(tx, ctx, h)
  const template = h.template
    ? await tx.selectFrom('inspectionTemplate').select('items').where('id', '=', h.template).executeTakeFirst()
    : undefined
  return {
    title: '车辆交接单',
    number: h.no,
    company: lessor.name,
    qr: h.no,
    blocks: [
      heading('交车方（出租方）'),
      { kind: 'facts', items: lessor.facts },
      heading('提车方（承租方）'),
      { kind: 'facts', items: lessee.facts },
      heading('车辆与读数'),
      {
        kind: 'facts',
        items: [
          ...car,
          { label: '计划交车日', value: h.plannedOn },
          { label: '实际交车时间', value: at(h.actualAt) },
          { label: '里程表读数', value: measured(h.odometer, 'km') },
          { label: '电量/油量', value: measured(h.energyPercent, '%') },
          { label: '提车人', value: h.receiverName ?? '' },
          { label: '交车照片', value: h.photos?.length ? `${h.photos.length} 张，随单保存` : '' },
        ],
      },
      heading('车况检查'),
      checks(h.items, template?.items ?? []),
      ...(h.remark ? [{ kind: 'text', runs: [`备注：${h.remark}`] } as const] : []),
      { kind: 'text', runs: ['双方已当面核对车辆、随车证件与工具，以上记录与实际一致。'], soft: true },
      signs('交车人（签字）', lessor.name, '提车人（签字）', lessee.name, { sign: h.receiverSign, at: h.actualAt }),
    ],
  }
}

/** Both vehicles on one sheet: one comes back, one goes out. Before the swap its blanks are filled in by hand. */
async function swapPaper(tx: Tx, ctx: Context, id: number): Promise<Paper> {
  const s = await find(tx, ctx, vehicleSwap, id)
  const lessor = await lessorOf(tx, ctx, s.store!)
  const lessee = await lesseeFacts(tx, ctx, s.lessee!)
  const { reasonKind, kind } = vehicleSwap.fields
  const rent = rentAfter(s)
  const side = async (
    title: string,
    vehicle: number,
    odometer: number | null,
    energyPercent: number | null,
    items: readonly Checked[] | null,
  ): Promise<Block[]> => [
    heading(title),
    {
      kind: 'facts',
      items: [
        ...(await carFacts(tx, vehicle)),
        { label: '里程表读数', value: measured(odometer, 'km') },
        { label: '电量/油量', value: measured(energyPercent, '%') },
      ],
    },
    checks(items, items?.length ? [] : ((await templateFor(tx, vehicle))?.items ?? [])),
  ]
  return {
    title: '换车交接单',
    number: s.no,
    company: lessor.name,
    qr: s.no,
    blocks: [
      heading('双方'),
      { kind: 'facts', items: [{ label: '出租方', value: lessor.name }, { label: '门店', value: lessor.store }, ...lessee.facts] },
      heading('换车'),
      {
        kind: 'facts',
        items: [
          { label: '合同编号', value: await nameOf(tx, ctx, 'contract', s.contract) },
          { label: '换车方式', value: kind.options[s.kind] ?? '' },
          { label: '换车原因', value: reasonKind.options[s.reasonKind] ?? '' },
          { label: '计划换车日', value: s.plannedOn },
          { label: '实际换车时间', value: at(s.effectiveAt) },
          ...(s.kind === 'temporary' ? [{ label: '预计换回日', value: s.expectedBackOn ?? '' }] : []),
          { label: '换车后月租金', value: rent === null ? '不变' : formatFen(rent) },
          { label: '验车照片', value: s.photos?.length ? `${s.photos.length} 张，随单保存` : '' },
        ],
      },
      ...(await side('收回原车', s.oldVehicle!, s.oldOdometer, s.oldEnergyPercent, s.oldItems)),
      ...(await side('交付新车', s.newVehicle, s.newOdometer, s.newEnergyPercent, s.newItems)),
      { kind: 'text', runs: ['双方已当面核对两辆车、随车证件与工具，以上记录与实际一致。'], soft: true },
      signs('经办人（签字）', lessor.name, '换车人（签字）', lessee.name, { sign: s.lesseeSign, at: s.effectiveAt }),
    ],
  }
}

const LEVELS: Record<string, string> = { light: '轻微', medium: '中等', heavy: '严重' }
const OWNERS: Record<string, string> = { lessee: '承租人', insurance: '保险', company: '公司' }

async function returnPaper(tx: Tx, ctx: Context, id: number): Promise<Paper> {
  const r = await find(tx, ctx, vehicleReturn, id)
  const { lessor, lessee, car } = await about(tx, ctx, { store: r.store!, lessee: r.lessee!, vehicle: r.vehicle!, contract: r.contract! })
  const before = await liveRows(tx, 'handover')
    .select('items')
    .where('lease', '=', r.lease)
    .where('status', '=', 'done')
    .orderBy('id', 'desc')
    .executeTakeFirst()
  return {
    title: '退车验收单',
    number: r.no,
    company: lessor.name,
    qr: r.no,
    blocks: [
      heading('双方'),
      { kind: 'facts', items: [{ label: '收车方', value: lessor.name }, { label: '收车门店', value: lessor.store }, ...lessee.facts] },
      heading('车辆与读数'),
      {
        kind: 'facts',
        items: [
          ...car,
          { label: '计划退车日', value: r.plannedOn },
          { label: '实际退车时间', value: at(r.actualAt) },
          { label: '里程表读数', value: measured(r.odometer, 'km') },
          { label: '电量/油量', value: measured(r.energyPercent, '%') },
          { label: '退车原因', value: vehicleReturn.fields.reasonKind.options[r.reasonKind] ?? '' },
          { label: '清洁费', value: r.cleaningFee === null ? '' : formatFen(r.cleaningFee) },
        ],
      },
      heading('车况检查'),
      checks(r.items, before?.items ?? []),
      heading('车损与缺件'),
      {
        kind: 'table',
        head: [
          { label: '部位或物品', weight: 2 },
          { label: '程度' },
          { label: '责任' },
          { label: '金额（元）', align: 'right' },
          { label: '说明', weight: 2 },
        ],
        rows: [
          ...(r.damages ?? []).map((d) => [
            d.part,
            LEVELS[d.level] ?? '',
            OWNERS[d.responsibility] ?? '',
            formatFen(d.amount),
            d.note ?? '',
          ]),
          ...(r.missing ?? []).map((m) => [m.name, '缺件', '承租人', formatFen(m.amount), '']),
          ...(r.damages?.length || r.missing?.length ? [] : [[r.actualAt ? '无' : '', '', '', '', '']]),
        ],
      },
      ...(r.inspectNote ? [{ kind: 'text', runs: [`验车说明：${r.inspectNote}`] } as const] : []),
      signs('验车人（签字）', lessor.name, '退车人（签字）', lessee.name, { sign: r.returnerSign, at: r.actualAt }),
    ],
  }
}

/** The very sheet the page shows: the kept one once it is confirmed, until then worked out now and marked as such. */
async function settlementPaper(tx: Tx, ctx: Context, id: number): Promise<Paper> {
  const s = await find(tx, ctx, returnSettlement, id)
  const { lessor, lessee, car } = await about(tx, ctx, s)
  const confirmed = s.confirmedOn !== null && s.sheet !== null
  const { result: r, lines, driven } = confirmed ? s.sheet! : (await computeSheet(tx, ctx, s)).sheet
  return {
    title: confirmed ? '退车结算单' : '退车结算单（试算）',
    number: s.no,
    company: lessor.name,
    qr: s.no,
    blocks: [
      ...(confirmed ? [] : [{ kind: 'text', runs: ['试算：尚未审核，金额以确认后的结算单为准。'], align: 'center', soft: true } as const]),
      {
        kind: 'facts',
        items: [
          { label: '承租人', value: lessee.name },
          { label: '门店', value: lessor.store },
          ...car,
          { label: '退车日', value: s.returnedOn },
          { label: '行驶里程', value: `${driven} km` },
          { label: '结算日', value: s.confirmedOn ?? '' },
          { label: '退款收款人', value: s.payee ?? '' },
        ],
      },
      heading('费用明细'),
      {
        kind: 'table',
        head: [
          { label: '项目', weight: 2 },
          { label: '算式', weight: 3.4 },
          { label: '金额（元）', weight: 1.2, align: 'right' },
        ],
        rows: lines.map((l) => [l.label, l.formula, l.kind === 'back' ? `-${formatFen(l.amount)}` : formatFen(l.amount)]),
      },
      heading('结算结果'),
      {
        kind: 'facts',
        items: [
          { label: '应收合计', value: formatFen(r.totalCharges) },
          { label: '退还租金', value: formatFen(r.totalCredits) },
          { label: '退租与余额抵扣', value: formatFen(r.balanceUsed) },
          { label: '车辆押金抵扣', value: formatFen(r.vehicleDepositUsed) },
          { label: '违章押金抵扣', value: formatFen(r.violationDepositUsed) },
          { label: s.holdUntil ? `违章押金保留至 ${s.holdUntil}` : '违章押金保留', value: formatFen(r.violationHeld) },
        ],
      },
      { kind: 'amount', label: '承租人还应付', fen: r.receivable },
      { kind: 'amount', label: '应退承租人', fen: r.refund },
      ...(s.remark ? [{ kind: 'text', runs: [`结算说明：${s.remark}`] } as const] : []),
      signs('出租方（盖章）', lessor.name, '承租方（签字或盖章）', lessee.name),
    ],
  }
}

async function applicationPaper(tx: Tx, ctx: Context, id: number): Promise<Paper> {
  const a = await find(tx, ctx, carApplication, id)
  const lessor = await lessorOf(tx, ctx, a.store)
  const lessee = await lesseeFacts(tx, ctx, a.lessee)
  const vehicles = await vehiclesInWords(tx, a.vehicles ?? [])
  return {
    title: '用车申请单',
    number: a.no,
    company: lessor.name,
    qr: a.no,
    blocks: [
      heading('承租人'),
      { kind: 'facts', items: lessee.facts },
      heading('申请内容'),
      {
        kind: 'facts',
        items: [
          { label: '提车门店', value: lessor.store },
          { label: '业务员', value: await nameOf(tx, ctx, 'user', a.owner) },
          { label: '意向车型', value: await nameOf(tx, ctx, 'vehicleModel', a.model) },
          { label: '数量', value: `${a.quantity} 辆` },
          { label: '希望提车日', value: a.wantOn },
          { label: '租期', value: `${a.months} 个月` },
          { label: '租赁方案', value: await nameOf(tx, ctx, 'leasePlan', a.plan), wide: true },
          { label: '指定车辆', value: vehicles.map((v) => `${v.plateNo}（${v.model}）`).join('、'), wide: true },
          { label: '用途', value: a.purpose, wide: true },
        ],
      },
      heading('审核'),
      {
        kind: 'facts',
        items: [
          { label: '状态', value: carApplication.fields.status.options[a.status] ?? '' },
          { label: '提交时间', value: at(a.submittedAt) },
          { label: '审核人', value: await nameOf(tx, ctx, 'user', a.decidedBy) },
          { label: '审核时间', value: at(a.decidedAt) },
          ...(a.rejectReason ? [{ label: '驳回原因', value: a.rejectReason, wide: true }] : []),
        ],
      },
      signs('申请人（签字）', '', '审批人（签字）', ''),
    ],
  }
}

export const vehiclePapers: readonly PaperKind[] = [
  { entity: 'handover', code: 'handover', make: handoverPaper },
  { entity: 'vehicleSwap', code: 'swap', make: swapPaper },
  { entity: 'vehicleReturn', code: 'inspection', make: returnPaper },
  { entity: 'returnSettlement', code: 'settlement', make: settlementPaper },
  { entity: 'carApplication', code: 'application', make: applicationPaper },
]
