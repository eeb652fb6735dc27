/** 车辆租赁合同 on paper: parties, vehicles, money, the plan of receipts as the page shows it, the clauses, places to sign. */
import type { Context, Tx } from '#kit/access/context.server.ts'
import { addDays, type Day } from '#kit/basics/day.ts'
import { dayWords } from '#kit/basics/dayWords.ts'
import { formatFen } from '#kit/basics/fen.ts'
import { find } from '#kit/entity/query/query.server.ts'
import type { PaperKind } from '#kit/pdf/kinds.server.ts'
import { heading, paperOfText, type Block } from '#kit/pdf/paper.ts'
import { filledText } from '#modules/esign/templates/text.rules.ts'
import { lesseeFacts, lessorOf } from '#modules/parties/parties.public.ts'
import { vehiclesInWords } from '#modules/vehicles/vehicles.public.ts'
import { contract } from '../contracts/contract.ts'
import { contractSubject } from '../signing/contract.server.ts'
import { previewPlan } from '../rent/plan.rules.ts'
import { planInputOf } from '../rent/terms.rules.ts'
import { clauseText } from './clause.server.ts'

interface PlanRow {
  startOn: Day
  endOn: Day
  dueOn: Day
  amount: number
}

/** What will be billed: the plan once there is one, before that what it will be. Over all vehicles. */
async function planRows(tx: Tx, c: Awaited<ReturnType<typeof find<typeof contract>>>): Promise<PlanRow[]> {
  const rows = await tx
    .selectFrom('planPeriod')
    .select(['startOn', 'endOn', 'dueOn', (eb) => eb.fn.sum<number>('amount').as('amount')])
    .where('contract', '=', c.id)
    .where('status', '!=', 'cancelled')
    .where('deletedAt', 'is', null)
    .groupBy(['startOn', 'endOn', 'dueOn'])
    .orderBy('startOn')
    .orderBy('endOn')
    .execute()
  if (rows.length) return rows.map((row) => ({ ...row, amount: Number(row.amount) }))
  return previewPlan(planInputOf(c, c.startOn, c.endOn)).periods.map((p) => ({ ...p, amount: p.amount * c.vehicles.length }))
}

const UNSIGNED = ['draft', 'approving', 'rejected']
const labelOf = (options: Readonly<Record<string, string>>, value: string): string => options[value] ?? value

async function make(tx: Tx, ctx: Context, id: number) {
  const c = await find(tx, ctx, contract, id)
  const lessor = await lessorOf(tx, ctx, c.store)
  const lessee = await lesseeFacts(tx, ctx, c.lessee)
  const vehicles = await vehiclesInWords(tx, c.vehicles)
  const plan = await planRows(tx, c)
  const { data } = await contractSubject.facts(tx, ctx, id)
  const filled = filledText(await clauseText(tx, c.clause), { ...data, 'operator.name': lessor.name })
  const { fields } = contract
  const blocks: Block[] = [
    ...(UNSIGNED.includes(c.status)
      ? [{ kind: 'text', runs: ['草稿：尚未通过审批，不作签署之用。'], align: 'center', soft: true } as const]
      : []),
    heading('甲方（出租方）'),
    { kind: 'facts', items: lessor.facts },
    heading('乙方（承租方）'),
    { kind: 'facts', items: lessee.facts },
    heading(`一、租赁车辆（共 ${vehicles.length} 辆）`),
    {
      kind: 'table',
      head: [
        { label: '序号', weight: 0.6, align: 'center' },
        { label: '车牌号', weight: 1.2 },
        { label: '品牌型号', weight: 2.2 },
        { label: '车架号', weight: 2.2 },
        { label: '月租金（元）', weight: 1.3, align: 'right' },
      ],
      rows: vehicles.map((v, i) => [String(i + 1), v.plateNo, v.model, v.vin, formatFen(c.monthlyRent)]),
    },
    heading('二、租期与费用'),
    {
      kind: 'facts',
      items: [
        { label: '租期', value: `${dayWords(c.startOn)} 至 ${dayWords(c.endOn)}`, wide: true },
        { label: '付款周期', value: labelOf(fields.payCycleMonths.options, c.payCycleMonths) },
        { label: '收租方式', value: labelOf(fields.billMode.options, c.billMode) },
        { label: '首尾日', value: labelOf(fields.dayRule.options, c.dayRule) },
        { label: '不足一期', value: labelOf(fields.prorateMode.options, c.prorateMode) },
        ...(c.quotaKm ? [{ label: '月里程额度', value: `${c.quotaKm} 公里` }] : []),
        ...(c.quotaKm && c.overKmPrice ? [{ label: '超里程单价', value: `${formatFen(c.overKmPrice)} 元/公里` }] : []),
        { label: '提前退车违约金', value: labelOf(fields.earlyPenalty.options, c.earlyPenalty) },
        { label: '滞纳金', value: `宽限 ${c.lateGraceDays} 天，每日万分之 ${c.lateRateBp}` },
      ],
    },
    { kind: 'amount', label: '每车月租金', fen: c.monthlyRent },
    { kind: 'amount', label: '每车车辆押金', fen: c.deposit },
    { kind: 'amount', label: '每车违章押金', fen: c.violationDeposit },
    { kind: 'amount', label: '租金总额', fen: plan.reduce((sum, row) => sum + row.amount, 0) },
    heading('三、收款计划'),
    {
      kind: 'table',
      head: [
        { label: '期次', weight: 0.6, align: 'center' },
        { label: '账期', weight: 2.4 },
        { label: '应付日', weight: 1.3 },
        { label: '金额（元）', weight: 1.3, align: 'right' },
      ],
      rows: plan.map((row, i) => [String(i + 1), `${row.startOn} 至 ${addDays(row.endOn, -1)}`, row.dueOn, formatFen(row.amount)]),
      foot: ['', '合计', '', formatFen(plan.reduce((sum, row) => sum + row.amount, 0))],
    },
    heading('四、约定条款'),
    ...paperOfText(filled.text).blocks.filter((block) => block.kind !== 'zones'),
    {
      kind: 'zones',
      parties: [
        { role: '甲方', label: '甲方（盖章）', lines: [lessor.name, '代表：', '日期：'] },
        { role: '乙方', label: '乙方（签字或盖章）', lines: [lessee.name, '代表：', '日期：'] },
      ],
    },
  ]
  return { title: '车辆租赁合同', number: c.no, company: lessor.name, qr: c.no, blocks }
}

export const contractPaper: PaperKind = { entity: 'contract', code: 'contract', make }
