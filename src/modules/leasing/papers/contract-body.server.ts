/** What 车辆租赁合同 says, printed and signed alike: parties, vehicles, money, the plan of receipts as the page shows it, the clauses. */
import type { Context, Tx } from '#kit/access/context.server.ts'
import { addDays, type Day } from '#kit/basics/time/day.ts'
import { dayWords } from '#kit/basics/time/day-words.ts'
import { formatFen } from '#kit/basics/fen.ts'
import { liveRows } from '#kit/entity/query/live-rows.server.ts'
import { storeOf } from '#kit/entity/store.server.ts'
import type { Rec } from '#kit/entity/tables.ts'
import { heading, paperOfText, type Block } from '#kit/pdf/paper.ts'
import { companyNameOf, type SubjectPaper } from '#modules/esign/esign.public.ts'
import { filledText, known } from '#modules/esign/templates/text.rules.ts'
import { lesseeFacts, lessorOf } from '#modules/parties/parties.public.ts'
import { vehiclesInWords } from '#modules/vehicles/vehicles.public.ts'
import { contract } from '../contracts/contract.ts'
import { previewPlan } from '../rent/plan.rules.ts'
import { planInputOf } from '../rent/terms.rules.ts'
import { contractWords } from './contract-words.server.ts'
import { clauseText } from '../contracts/clause.server.ts'

const contracts = storeOf(contract)
type Contract = Rec<typeof contract>

interface PlanRow {
  startOn: Day
  endOn: Day
  dueOn: Day
  amount: number
}

/** What will be billed: the plan once there is one, before that what it will be. Over all vehicles. */
async function planRows(tx: Tx, c: Contract): Promise<PlanRow[]> {
  const rows = await liveRows(tx, 'planPeriod')
    .select(['startOn', 'endOn', 'dueOn', (eb) => eb.fn.sum<number>('amount').as('amount')])
    .where('contract', '=', c.id)
    .where('status', '!=', 'cancelled')
    .groupBy(['startOn', 'endOn', 'dueOn'])
    .orderBy('startOn')
    .orderBy('endOn')
    .execute()
  if (rows.length) return rows.map((row) => ({ ...row, amount: Number(row.amount) }))
  return previewPlan(planInputOf(c, c.startOn, c.endOn)).periods.map((p) => ({ ...p, amount: p.amount * c.vehicles.length }))
}

const labelOf = (options: Readonly<Record<string, string>>, value: string): string => options[value] ?? value

type Vehicles = Awaited<ReturnType<typeof vehiclesInWords>>
const vehicleBlocks = (c: Contract, vehicles: Vehicles): Block[] => [
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
]

const { fields } = contract
const percent = (bp: number): string => `${bp / 100}%`
/** How much, not only how it is reckoned: nobody signs a penalty without its figure. */
function penaltyWords(c: Contract): string {
  if (c.earlyPenalty === 'months') return `${c.earlyPenaltyMonths} 个月租金`
  if (c.earlyPenalty === 'remainingRate') return `剩余未履行租金的 ${percent(c.earlyPenaltyBp ?? 0)}`
  if (c.earlyPenalty === 'none') return labelOf(fields.earlyPenalty.options, c.earlyPenalty)
  const tiers = (c.earlyPenaltyTiers ?? []).map((tier) => `已租不满 ${tier.servedUnder} 个月收 ${tier.months} 个月租金`)
  return [...tiers, '此后不收'].join('；')
}
const termBlocks = (c: Contract, total: number): Block[] => [
  heading('二、租期与费用'),
  {
    kind: 'facts',
    items: [
      { label: '租期', value: `${dayWords(c.startOn)} 至 ${dayWords(c.endOn)}`, wide: true },
      { label: '付款周期', value: labelOf(fields.payCycleMonths.options, c.payCycleMonths) },
      { label: '收租方式', value: labelOf(fields.billMode.options, c.billMode) },
      { label: '还车当天', value: labelOf(fields.dayRule.options, c.dayRule) },
      { label: '不足一期', value: labelOf(fields.prorateMode.options, c.prorateMode) },
      ...(c.quotaKm ? [{ label: '月里程额度', value: `${c.quotaKm} 公里` }] : []),
      ...(c.quotaKm && c.overKmPrice ? [{ label: '超里程单价', value: `${formatFen(c.overKmPrice)} 元/公里` }] : []),
      { label: '提前退车违约金', value: penaltyWords(c), wide: true },
      {
        label: '滞纳金',
        value: `宽限 ${c.lateGraceDays} 天，每日万分之 ${c.lateRateBp}，最多为欠款本金的 ${percent(c.lateCapBp)}`,
        wide: true,
      },
    ],
  },
  { kind: 'amount', label: '每车月租金', fen: c.monthlyRent },
  { kind: 'amount', label: '每车车辆押金', fen: c.deposit },
  { kind: 'amount', label: '每车违章押金', fen: c.violationDeposit },
  { kind: 'amount', label: '租金总额', fen: total },
]

const planBlocks = (plan: readonly PlanRow[], total: number): Block[] => [
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
    foot: ['', '合计', '', formatFen(total)],
  },
]

interface ContractBody extends SubjectPaper {
  contract: Contract
  lessor: string
  lessee: string
}

/**
 * One text for both: what is printed and what is signed cannot say different things. `typed` are words the record does not know and somebody gave
 * for the signing; `full` says whether numbers of people stand in full, as in what is signed they must.
 */
export async function contractBody(
  tx: Tx,
  ctx: Context,
  id: number,
  { by, typed, full }: { by?: 'person'; typed?: Readonly<Record<string, string>>; full: boolean },
): Promise<ContractBody> {
  const c = await contracts.get(tx, ctx, id, by)
  const name = await companyNameOf(tx, ctx)
  const lessor = await lessorOf(tx, ctx, c.store, name)
  const lessee = await lesseeFacts(tx, ctx, c.lessee, full)
  const plan = await planRows(tx, c)
  const total = plan.reduce((sum, row) => sum + row.amount, 0)
  const { data } = await contractWords(tx, ctx, id, by)
  const clauses = filledText(await clauseText(tx, c.clause), { ...typed, ...known(data), 'operator.name': name })
  const blocks: Block[] = [
    heading('甲方（出租方）'),
    { kind: 'facts', items: lessor.facts },
    heading('乙方（承租方）'),
    { kind: 'facts', items: lessee.facts },
    ...vehicleBlocks(c, await vehiclesInWords(tx, c.vehicles)),
    ...termBlocks(c, total),
    ...planBlocks(plan, total),
    heading('四、约定条款'),
    ...paperOfText(clauses.text).blocks.filter((block) => block.kind !== 'zones'),
  ]
  return { blocks, missing: clauses.missing, contract: c, lessor: name, lessee: lessee.name }
}
