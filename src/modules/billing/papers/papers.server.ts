/** 收款收据 and 催款函. */
import type { Context, Tx } from '#kit/access/context.server.ts'
import { addDays, dayOf, timeOf } from '#kit/basics/time/day.ts'
import { dayWords } from '#kit/basics/time/day-words.ts'
import { refused } from '#kit/basics/errors.ts'
import { formatFen } from '#kit/basics/fen.ts'
import { liveRows, seenRows } from '#kit/entity/query/live-rows.server.ts'
import { find } from '#kit/entity/query/query.server.ts'
import type { PaperKind } from '#kit/pdf/kinds.server.ts'
import { heading, text, type Paper } from '#kit/pdf/paper.ts'
import { lesseeFacts, lessorOf } from '#modules/parties/parties.public.ts'
import { vehiclesInWords } from '#modules/vehicles/vehicles.public.ts'
import { bill, BILL_TYPES, type Bill } from '../bills/bill.ts'
import { overdueDays } from '../bills/bill.rules.ts'
import { increase, lateStates } from '../bills/late-fees.server.ts'
import { CHANNELS, payment } from '../payments/payment.ts'

const period = (b: Pick<Bill, 'startOn' | 'endOn'>): string => (b.startOn && b.endOn ? `${b.startOn} 至 ${addDays(b.endOn, -1)}` : '')
async function platesOf(tx: Tx, bills: readonly { vehicle: number | null }[]): Promise<Map<number, string>> {
  const vehicles = await vehiclesInWords(tx, [...new Set(bills.flatMap((b) => b.vehicle ?? []))])
  return new Map(vehicles.map((v) => [v.id, v.plateNo]))
}

async function receipt(tx: Tx, ctx: Context, id: number): Promise<Paper> {
  const p = await find(tx, ctx, payment, id)
  if (p.status === 'toConfirm') throw refused('收款还没有审核确认，确认到账后才能开具收据')
  if (p.status !== 'confirmed') throw refused(`收款${payment.fields.status.options[p.status]}，不能开具收据`)
  const lessor = await lessorOf(tx, ctx, p.store)
  const lessee = await lesseeFacts(tx, ctx, p.lessee)
  const lines = await liveRows(tx, 'allocation')
    .innerJoin('bill', 'bill.id', 'allocation.bill')
    .select([
      'bill.no',
      'bill.billType',
      'bill.startOn',
      'bill.endOn',
      'bill.vehicle',
      (eb) => eb.fn.sum<number>('allocation.amount').as('amount'),
    ])
    .where('allocation.payment', '=', id)
    .groupBy(['bill.id', 'bill.no', 'bill.billType', 'bill.startOn', 'bill.endOn', 'bill.vehicle'])
    .orderBy('bill.no')
    .execute()
  const paid = lines.filter((l) => Number(l.amount) !== 0)
  const plates = await platesOf(tx, paid)
  const rows = [
    ...paid.map((l) => [BILL_TYPES[l.billType], l.no, (l.vehicle && plates.get(l.vehicle)) || '', period(l), formatFen(Number(l.amount))]),
    ...(p.toBalance > 0 ? [['转入预存余额', '', '', '', formatFen(p.toBalance)]] : []),
  ]
  return {
    title: '收款收据',
    number: p.no,
    company: lessor.name,
    qr: p.no,
    blocks: [
      {
        kind: 'facts',
        items: [
          { label: '付款单位/人', value: p.payerName },
          { label: '客户', value: lessee.name },
          { label: '收款方式', value: CHANNELS[p.channel] },
          { label: '付款时间', value: `${dayOf(p.paidAt)} ${timeOf(p.paidAt).slice(0, 5)}` },
          { label: '交易流水号', value: p.tradeNo ?? '' },
          { label: '记账日', value: p.postedOn ?? '' },
        ],
      },
      {
        kind: 'table',
        head: [
          { label: '款项', weight: 1.3 },
          { label: '账单编号', weight: 1.7 },
          { label: '车牌号', weight: 1.2 },
          { label: '账期', weight: 2.2 },
          { label: '金额（元）', weight: 1.2, align: 'right' },
        ],
        rows,
        foot: ['合计', '', '', '', formatFen(p.amount)],
      },
      { kind: 'amount', label: '实收金额', fen: p.amount },
      ...(p.remark ? [text(`备注：${p.remark}`)] : []),
      { kind: 'text', runs: ['本收据加盖收款单位财务专用章后有效，不作为报销与抵扣凭证，发票另行开具。'], soft: true },
      {
        kind: 'zones',
        parties: [
          { role: '收款单位', label: '收款单位（盖章）', lines: [lessor.name] },
          { role: '经手人', label: '收款人（签字）', lines: ['日期：'] },
        ],
      },
    ],
  }
}

/** Everything this customer owes past its days of grace, as the pages count it: one letter, not one per bill. */
async function reminder(tx: Tx, ctx: Context, lesseeId: number, storeId: number, number: string): Promise<Paper> {
  const today = ctx.clock.today()
  const bills = await seenRows(tx, ctx, bill)
    .where('t.lessee', '=', lesseeId)
    .where('t.direction', '=', 'receivable')
    .where('t.status', 'in', ['unpaid', 'partlyPaid'])
    .where('t.graceUntil', '<', today)
    .selectAll('t')
    .orderBy('t.dueOn')
    .orderBy('t.id')
    .execute()
  if (bills.length === 0) throw refused('该承租人没有逾期的账单，不需要催款函')
  const lessor = await lessorOf(tx, ctx, storeId)
  const lessee = await lesseeFacts(tx, ctx, lesseeId)
  const plates = await platesOf(tx, bills)
  const states = await lateStates(tx, bills, today)
  const lateOf = (b: Bill): number => increase(states.get(b.id))
  const owed = bills.reduce((sum, b) => sum + (b.remain ?? 0), 0)
  const late = bills.reduce((sum, b) => sum + lateOf(b), 0)
  const days = (b: Bill): number =>
    overdueDays(
      { amount: b.amount, paid: b.paid, writtenOff: b.writtenOff, issued: true, voided: false, dueOn: b.dueOn, graceDays: b.lateGraceDays },
      today,
    )
  return {
    title: '催款函',
    number,
    company: lessor.name,
    qr: number,
    blocks: [
      { kind: 'text', runs: [{ text: `${lessee.name}：`, bold: true }] },
      text(
        `贵方与我公司签订的车辆租赁合同项下，截至 ${dayWords(today)} 尚有 ${bills.length} 笔款项逾期未付，合计人民币 `,
        { text: formatFen(owed), bold: true },
        ' 元（明细如下），另按合同约定计算的滞纳金 ',
        { text: formatFen(late), bold: true },
        ' 元。',
      ),
      {
        kind: 'table',
        head: [
          { label: '账单编号', weight: 1.8 },
          { label: '款项', weight: 1 },
          { label: '车牌号', weight: 1.2 },
          { label: '应付日', weight: 1.2 },
          { label: '逾期天数', weight: 0.9, align: 'right' },
          { label: '未付（元）', weight: 1.3, align: 'right' },
          { label: '滞纳金（元）', weight: 1.2, align: 'right' },
        ],
        rows: bills.map((b) => [
          b.no,
          BILL_TYPES[b.billType],
          (b.vehicle && plates.get(b.vehicle)) || '',
          b.dueOn,
          String(days(b)),
          formatFen(b.remain ?? 0),
          formatFen(lateOf(b)),
        ]),
        foot: ['合计', '', '', '', '', formatFen(owed), formatFen(late)],
      },
      { kind: 'amount', label: '应付合计', fen: owed + late },
      text('请贵方于收到本函之日起三日内将上述款项付至我公司账户；对金额有异议的，请在同一期限内书面提出。'),
      text(
        '逾期仍未支付的，我公司将按合同约定继续计收滞纳金，并保留收回车辆、解除合同及通过法律途径追偿的权利。已付款的，请忽略本函并告知付款日期。',
      ),
      heading('联系方式'),
      { kind: 'facts', items: lessor.facts },
      {
        kind: 'zones',
        parties: [
          { role: '发函单位', label: '发函单位（盖章）', lines: [lessor.name, `日期：${dayWords(today)}`] },
          { role: '签收人', label: '签收人（签字）', lines: [lessee.name, '日期：'] },
        ],
      },
    ],
  }
}

export const billingPapers: readonly PaperKind[] = [
  { entity: 'payment', code: 'receipt', make: receipt },
  {
    entity: 'bill',
    code: 'reminder',
    make: async (tx, ctx, id) => {
      const b = await find(tx, ctx, bill, id)
      return reminder(tx, ctx, b.lessee, b.store, b.no)
    },
  },
]
