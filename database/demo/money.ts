/** What the money side of a year leaves behind: shares, debts chased and given up, what the company owes. */
import { addDays, addMonths, startOfMonth, type Day } from '#kit/basics/time/day.ts'
import { SALES_OF_STORE } from './people.ts'
import { firmName } from './random.ts'
import type { World } from './world.ts'
import { fen } from '#kit/basics/fen.ts'

const FINANCE = 'yunqiao_finance'
const CASHIER = 'yunqiao_cashier'

/** Before the year begins, so that every receipt of rent is shared. */
export async function makeSplitRules(w: World): Promise<void> {
  const line = (party: string, rate: number, tail = false): object => ({ party, rate, fixed: null, tail })
  await w.add(FINANCE, 'splitRule', {
    name: '自营车辆',
    reach: 'company',
    effectiveOn: w.from,
    receivers: [line('company', 9500, true), line('channel', 500)],
    remark: '渠道带来的客户，渠道分 5%',
  })
  const sources = await w.db.read(w.operatorId, (db) => db.selectFrom('vehicleSource').select(['id', 'name']).orderBy('id').execute())
  for (const { id, name } of sources) {
    await w.add(FINANCE, 'splitRule', {
      name: `挂靠车辆：${name}`.slice(0, 60),
      reach: 'vehicleSource',
      vehicleSource: id,
      effectiveOn: w.from,
      receivers: [line('company', 2500, true), line('source', 7000), line('channel', 500)],
    })
  }
}

/** What hangs on the counters, so that the year's receipts can say which code was scanned. */
export async function makePayCodes(w: World): Promise<void> {
  const owner = '云桥汽车租赁有限公司'
  const code = async (values: object): Promise<number> =>
    w.add(FINANCE, 'payQrCode', { accountName: owner, image: [await w.photo('payCode')], stores: [], ...values })
  w.codes.set('wechat', await code({ name: '微信收款（全部门店）', channel: 'wechat', dayLimit: 50_000_000 }))
  w.codes.set('alipay', await code({ name: '支付宝收款（全部门店）', channel: 'alipay', dayLimit: 50_000_000 }))
  await code({ name: '对公账户', channel: 'transfer', accountNo: '6225000000008821' })
  const old = await code({ name: `微信收款（${w.stores[0]!.plan.name}旧码）`, channel: 'wechat', stores: [w.stores[0]!.id] })
  await w.act(FINANCE, 'payQrCode', 'disable', old)
}

interface Open {
  id: number
  no: string
  lessee: number
  remain: number
  dueOn: Day
  name: string
  store: number
  plate: string | null
}
const overdueBills = (w: World): Promise<Open[]> =>
  w.db.read(w.operatorId, async (db) =>
    (
      await db
        .selectFrom('bill')
        .innerJoin('lessee', 'lessee.id', 'bill.lessee')
        .leftJoin('vehicle', 'vehicle.id', 'bill.vehicle')
        .select(['bill.id', 'bill.no', 'bill.lessee', 'bill.remain', 'bill.dueOn', 'lessee.name', 'bill.store', 'vehicle.plateNo as plate'])
        .where('bill.status', 'in', ['unpaid', 'partlyPaid'])
        .where('bill.direction', '=', 'receivable')
        .where('bill.billType', '!=', 'freight')
        .where('bill.dueOn', '<', w.until)
        .orderBy('bill.dueOn')
        .orderBy('bill.id')
        .execute()
    ).map((b) => ({ ...b, remain: b.remain ?? 0 })),
  )

async function chase(w: World, open: readonly Open[]): Promise<void> {
  const r = w.random
  const said = [
    '客户称资金周转，承诺本周内付清',
    '电话未接，已发短信',
    '客户确认收到账单，月底统一付款',
    '上门沟通，客户要求分两期付清',
    '微信已读未回，约定下周再联系',
  ]
  for (const b of open.slice(0, 14)) {
    w.at(addDays(w.until, -r.int(0, 6)), '15:20')
    await w.act(
      SALES_OF_STORE[
        Math.max(
          0,
          w.stores.findIndex((s) => s.id === b.store),
        )
      ],
      'bill',
      'remind',
      b.id,
      {
        way: r.pick(['phone', 'wechat', 'sms', 'visit']),
        content: r.pick(said),
        promisedOn: r.chance(0.6) ? addDays(w.until, r.int(1, 9)) : null,
      },
    )
  }
}

async function giveUp(w: World, open: readonly Open[]): Promise<void> {
  w.at(w.until, '10:10')
  const [first, second] = open
  if (first) {
    await w.act(CASHIER, 'bill', 'writeOff', first.id, { amount: first.remain, reason: '承租人失联，公告催收无果', proofs: [] })
    const asked = await w.db.read(w.operatorId, (db) =>
      db.selectFrom('writeOff').select('id').where('bill', '=', first.id).executeTakeFirstOrThrow(),
    )
    await w.act(FINANCE, 'writeOff', 'approve', asked.id)
  }
  if (second)
    await w.act(CASHIER, 'bill', 'writeOff', second.id, {
      amount: Math.min(second.remain, 50_000),
      reason: '停运期间争议金额，协商减免',
      proofs: [],
    })
}

async function payables(w: World): Promise<void> {
  const r = w.random
  const store = w.stores[0]!.id
  const vehicles = await w.db.read(w.operatorId, (db) =>
    db.selectFrom('vehicle').select('id').where('status', '!=', 'disposed').orderBy('id').limit(6).execute(),
  )
  const shop = firmName(r, '上海市').replace(/科技|物流|贸易/, '汽修')
  const bill = (values: object): Promise<number> =>
    w.add(CASHIER, 'payableBill', {
      store,
      partyKind: 'shop',
      payee: shop,
      fee: 'repair',
      dueOn: addDays(w.until, 20),
      attachments: [],
      ...values,
    })
  w.at(addDays(w.until, -12), '11:00')
  const done = await bill({
    vehicle: vehicles[0]?.id,
    dueOn: addDays(w.until, -2),
    items: [
      { description: '前保险杠更换', amount: 128_000 },
      { description: '工时费', amount: 36_000 },
    ],
  })
  await w.act(FINANCE, 'payableBill', 'confirm', done)
  w.at(addDays(w.until, -4), '16:00')
  await w.act(CASHIER, 'payableBill', 'pay', done, {
    amount: 164_000,
    channel: 'transfer',
    paidOn: addDays(w.until, -4),
    tradeNo: `FK${r.digits(12)}`,
  })
  const payout = await w.db.read(w.operatorId, (db) =>
    db.selectFrom('payout').select('id').where('payableBill', '=', done).executeTakeFirstOrThrow(),
  )
  await w.act(FINANCE, 'payout', 'approve', payout.id)
  const half = await bill({
    vehicle: vehicles[1]?.id,
    partyKind: 'insurer',
    payee: '太平财产保险上海分公司',
    fee: 'insurance',
    theirNo: `PDZA${r.digits(12)}`,
    items: [{ description: '商业险续保', amount: 412_000 }],
  })
  await w.act(FINANCE, 'payableBill', 'confirm', half)
  await w.act(CASHIER, 'payableBill', 'pay', half, {
    amount: 200_000,
    channel: 'transfer',
    paidOn: addDays(w.until, -4),
    tradeNo: `FK${r.digits(12)}`,
  })
  await bill({ vehicle: vehicles[2]?.id, items: [{ description: '四轮定位与轮胎两条', amount: 96_000 }] })
  w.at(w.until, '17:00')
  // Last month's shares are settled; this month's still run.
  await w.call(FINANCE, '/api/v1/splitRecord/settle', { upTo: addDays(startOfMonth(w.until), -1) })
  const [share] = await w.db.read(w.operatorId, (db) =>
    db.selectFrom('payableBill').select('id').where('fee', '=', 'split').where('amount', '>', fen(0)).orderBy('id').execute(),
  )
  if (share) await w.act(CASHIER, 'payableBill', 'confirm', share.id)
}

async function refundsAndServices(w: World): Promise<void> {
  const rich = await w.db.read(w.operatorId, (db) =>
    db
      .selectFrom('lessee')
      .select(['id', 'name', 'balance'])
      .where('balance', '>', fen(20_000))
      .where('autoUseBalance', '=', false)
      .where('ships', 'is distinct from', true)
      .orderBy('balance', 'desc')
      .orderBy('id')
      .limit(2)
      .execute(),
  )
  w.at(addDays(w.until, -2), '14:00')
  for (const [n, who] of rich.entries()) {
    await w.call(SALES_OF_STORE[0], '/api/v1/refund/request', {
      lessee: who.id,
      amount: n ? Number(who.balance) : Math.floor(Number(who.balance) / 2),
      payee: who.name,
      bankName: '招商银行上海分行',
      bankAccount: `6225${w.random.digits(12)}`,
      reason: '客户申请退还多付款',
    })
    const asked = await w.db.read(w.operatorId, (db) =>
      db
        .selectFrom('refund')
        .select('id')
        .where('lessee', '=', who.id)
        .where('source', '=', 'balance')
        .orderBy('id', 'desc')
        .executeTakeFirstOrThrow(),
    )
    if (n) continue
    await w.act(FINANCE, 'refund', 'approve', asked.id)
    await w.act(CASHIER, 'refund', 'pay', asked.id, {
      paidOn: addDays(w.until, -1) < w.clock.today() ? addDays(w.until, -2) : w.clock.today(),
      payTradeNo: `TK${w.random.digits(12)}`,
      payVouchers: [],
    })
  }
  w.at(w.until, '10:40')
  const leases = await w.db.read(w.operatorId, (db) =>
    db.selectFrom('lease').select(['id', 'lessee']).where('status', '=', 'active').orderBy('id').limit(3).execute(),
  )
  const what = [
    ['CLEAN', '还车前内饰清洗', 15_000],
    ['SERVICE', '代办年检服务费', 30_000],
    ['TOW', '高速拖车', 48_000],
  ] as const
  for (const [n, lease] of leases.entries()) {
    // Each at its own minute: two charges of one person in one instant would be one charge asked for twice.
    w.at(w.until, `10:4${n}`)
    const [feeItem, description, amount] = what[n]!
    await w.call(CASHIER, '/api/v1/bill/charge', {
      lessee: lease.lessee,
      lease: lease.id,
      billType: 'service',
      dueOn: addDays(w.until, 7),
      items: [{ feeItem, description, amount }],
    })
  }
}

/** Receipts that were not what they seemed: one claimed and never there, one that bounced, one booked on the wrong bill, one still to be looked at. */
async function corrections(w: World, open: readonly Open[]): Promise<void> {
  const r = w.random
  const claim = async (b: Open, day: Day, channel: 'wechat' | 'transfer'): Promise<number> => {
    w.at(day, '11:30')
    const clerk =
      SALES_OF_STORE[
        Math.max(
          0,
          w.stores.findIndex((s) => s.id === b.store),
        )
      ]!
    const made = await w.call<{ id: number }>(clerk, '/api/v1/payment/register', {
      bills: [b.id],
      amount: b.remain,
      channel,
      paidAt: w.instant(day, '11:00'),
      payerName: b.name,
      tradeNo: `${day.replaceAll('-', '')}${r.digits(10)}`,
      vouchers: [{ id: (await w.photo('payCode', clerk)).id }],
      remark: '客户发来付款截图',
      ...(w.codes.has(channel) ? { payQrCode: w.codes.get(channel) } : {}),
    })
    return made.id
  }
  const [never, bounced, wrong, waiting] = open
  if (never)
    await w.act(FINANCE, 'payment', 'reject', await claim(never, addDays(w.until, -3), 'transfer'), {
      reason: '账户未查到该笔入账，截图与流水号不符',
    })
  if (bounced) {
    const id = await claim(bounced, addDays(w.until, -5), 'transfer')
    await w.act(FINANCE, 'payment', 'confirm', id)
    w.at(addDays(w.until, -2), '09:30')
    await w.act(FINANCE, 'payment', 'reverse', id, { reason: '银行退汇，户名与账号不一致' })
  }
  if (wrong) {
    const id = await claim(wrong, addDays(w.until, -4), 'wechat')
    await w.act(FINANCE, 'payment', 'confirm', id)
    await w.act(FINANCE, 'payment', 'takeBack', id, { bill: wrong.id, reason: '客户说明此款付的是下月租金' })
  }
  if (waiting) await claim(waiting, addDays(w.until, -1), 'wechat')
}

export async function makeMoney(w: World): Promise<void> {
  const first = await overdueBills(w)
  await corrections(w, first.slice(-4))
  const open = await overdueBills(w)
  await chase(w, open)
  await giveUp(
    w,
    open.filter((b) => b.dueOn < addMonths(w.until, -1)),
  )
  await payables(w)
  await refundsAndServices(w)
}
