/**
 * The bank statement of the demo company, as the bank would have written it from what really moved: taken in month by month as the
 * accountant pastes it, adopted where the number is the same, looked at one by one where it is not, a few lines of late left over.
 */
import { addDays, addMonths, startOfMonth, type Day } from '#kit/basics/time/day.ts'
import { fen, plainYuan } from '#kit/basics/fen.ts'
import { CASHIER } from './approval-plans.ts'
import { firmName, personName } from './random.ts'
import type { World } from './world.ts'

const MONTHS = 3
const INTEREST = '活期结息'

interface Line {
  tradeNo: string
  on: Day
  signed: number
  party: string
  memo: string
  /** Of what nobody has booked: the bill it is for. */
  bill?: number
}

/** What moved on the account, by day, under the numbers the documents know. */
async function movements(w: World, account: number): Promise<Line[]> {
  const { entries, numbers } = await w.db.read(w.operatorId, async (db) => ({
    entries: await db
      .selectFrom('cashEntry')
      .select(['id', 'businessOn', 'signed', 'party', 'source', 'sourceId', 'sourceNo', 'kind'])
      .where('account', '=', account)
      .orderBy('businessOn')
      .orderBy('id')
      .execute(),
    numbers: new Map<string, string | null>([
      ...(await db.selectFrom('payment').select(['id', 'tradeNo']).execute()).map((r) => [`payment:${r.id}`, r.tradeNo] as const),
      ...(await db.selectFrom('payout').select(['id', 'tradeNo']).execute()).map((r) => [`payout:${r.id}`, r.tradeNo] as const),
      ...(await db.selectFrom('refund').select(['id', 'payTradeNo']).execute()).map((r) => [`refund:${r.id}`, r.payTradeNo] as const),
    ]),
  }))
  const said = new Set<string>()
  return entries.map((e) => {
    const signed = e.signed ?? 0
    const known = e.kind === 'reversal' ? null : numbers.get(`${e.source}:${e.sourceId}`)
    const tradeNo = known && !said.has(known) ? known : `${e.businessOn.replaceAll('-', '')}${String(e.id).padStart(8, '0')}`
    said.add(tradeNo)
    return {
      tradeNo,
      on: e.businessOn,
      signed,
      party: e.party ?? '',
      memo: e.kind === 'reversal' ? '退汇' : signed > 0 ? '转账汇入' : '网银付款',
    }
  })
}

interface Open {
  id: number
  no: string
  remain: number
  name: string
  plate: string | null
}
/** What arrived in the last days and nobody has booked: most from customers who owe just that. */
async function strangers(w: World): Promise<Line[]> {
  const r = w.random
  const open = await w.db.read(w.operatorId, async (db) =>
    (
      await db
        .selectFrom('bill')
        .innerJoin('lessee', 'lessee.id', 'bill.lessee')
        .leftJoin('vehicle', 'vehicle.id', 'bill.vehicle')
        .select(['bill.id', 'bill.no', 'bill.remain', 'lessee.name', 'vehicle.plateNo as plate'])
        .where('bill.status', 'in', ['unpaid', 'partlyPaid'])
        .where('bill.direction', '=', 'receivable')
        .where('bill.dueOn', '<', w.until)
        .where('bill.remain', '>', fen(0))
        .orderBy('bill.dueOn', 'desc')
        .orderBy('bill.id')
        .limit(8)
        .execute()
    ).map((b): Open => ({ ...b, remain: b.remain ?? 0 })),
  )
  const on = (): Day => addDays(w.until, -r.int(0, 3))
  const no = (n: number): string => `${w.until.replaceAll('-', '')}${String(n).padStart(6, '0')}${r.digits(4)}`
  const lines = open.map((b, n): Line => ({
    bill: b.id,
    tradeNo: no(n),
    on: on(),
    signed: n === 5 ? b.remain + 20_000 : b.remain,
    party: n === 6 ? personName(r) : b.name,
    memo: n === 6 ? `代付 ${b.plate ?? b.name}` : r.pick(['租金', `${b.plate ?? ''} 车租`.trim(), b.no]),
  }))
  return [
    ...lines,
    { tradeNo: no(20), on: on(), signed: 1_268, party: '', memo: INTEREST },
    { tradeNo: no(21), on: on(), signed: 58_800, party: firmName(r, '上海市'), memo: '货款' },
  ]
}

const HEAD = '交易日期,交易时间,借方金额,贷方金额,余额,摘要,流水号,收(付)方名称,收(付)方账号'
const text = (lines: readonly (Line & { balance: number })[]): string =>
  [
    HEAD,
    ...lines.map((l) =>
      [
        l.on,
        // This morning, should it be the last day: nothing comes later than it is made.
        '00:10:00',
        l.signed < 0 ? plainYuan(-l.signed) : '',
        l.signed > 0 ? plainYuan(l.signed) : '',
        plainYuan(l.balance),
        l.memo,
        l.tradeNo,
        l.party,
        '',
      ]
        .map((cell) => `"${cell}"`)
        .join(','),
    ),
  ].join('\n')

/** The line is what the document says that is offered first; what was taken back is no document any more. */
async function lookAt(w: World, id: number): Promise<void> {
  const { documents } = await w.ask<{ documents: { target: string; id: number }[] }>(CASHIER, '/api/v1/bankLine/suggest', { id })
  const [first] = documents
  if (first) await w.act(CASHIER, 'bankLine', 'recognise', id, { target: first.target, targetId: first.id })
  else await w.act(CASHIER, 'bankLine', 'ignore', id, { reason: '退汇或已冲销的收款，一进一出相抵' })
}

/** `closedUntil`: up to there every line is dealt with. */
export async function importBank(w: World, closedUntil: Day): Promise<void> {
  const account = await w.db.read(w.operatorId, (db) =>
    db.selectFrom('companyAccount').select(['id', 'opening']).where('kind', '=', 'bank').orderBy('id').executeTakeFirstOrThrow(),
  )
  const from = addMonths(startOfMonth(w.until), -MONTHS)
  const all = [...(await movements(w, account.id)), ...(await strangers(w))].toSorted((a, b) => (a.on < b.on ? -1 : a.on > b.on ? 1 : 0))
  let balance: number = account.opening
  const lines = all.map((l) => ({ ...l, balance: (balance += l.signed) })).filter((l) => l.on >= from)
  for (const of of Map.groupBy(lines, (l) => l.on.slice(0, 7)).values()) {
    const next = addDays(addMonths(startOfMonth(of[0]!.on), 1), 1)
    w.at(next < w.until ? next : w.until, '09:20')
    await w.call(CASHIER, '/api/v1/bankLine/paste', { text: text(of), account: account.id })
    await w.call(CASHIER, '/api/v1/bankLine/adopt', { account: account.id })
  }
  const left = await w.db.read(w.operatorId, (db) =>
    db.selectFrom('bankLine').select(['id', 'tradeNo', 'bookedOn', 'memo']).where('status', '=', 'open').orderBy('id').execute(),
  )
  const billOf = new Map(lines.map((l) => [l.tradeNo, l.bill]))
  const matched = left.find((l) => billOf.get(l.tradeNo))
  for (const { id, tradeNo, bookedOn, memo } of left)
    if (bookedOn <= closedUntil) await lookAt(w, id)
    else if (memo === INTEREST) await w.act(CASHIER, 'bankLine', 'ignore', id, { reason: '银行利息，月末一并登记' })
    else if (id === matched?.id) await w.act(CASHIER, 'bankLine', 'accept', id, { bills: [billOf.get(tradeNo)!] })
}
