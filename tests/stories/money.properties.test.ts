/**
 * Random days at the cash desk: whatever is run, paid, overpaid, reversed, posted or handed over late, in whatever order, after
 * every command the invariants B1, M1–M5 and M9 hold, and a refused command leaves no trace.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import fc from 'fast-check'
import { sql } from 'kysely'
import { AppError } from '#kit/basics/errors.ts'
import { addDays } from '#kit/basics/time/day.ts'
import { appendItems, lateStates, lockLessee, payInternally, requestRefund } from '#modules/billing/billing.public.ts'
import { Company } from './company.ts'
import { strayKept } from './stored-totals.ts'

let company: Company
beforeAll(async () => {
  company = await Company.open('2025-01-01')
  // M9 is asked of every bill by the proof itself.
  await company.add('splitRule', {
    name: '分账',
    reach: 'company',
    effectiveOn: '2025-01-01',
    receivers: [
      { party: 'company', rate: 6667, fixed: null, tail: true },
      { party: 'store', rate: 2111, fixed: null, tail: false },
      { party: 'platform', rate: 1222, fixed: null, tail: false },
    ],
  })
})
afterAll(() => company?.close())

type Command =
  | { do: 'wait'; days: number }
  | { do: 'pay'; pick: number; share: number; back: number; named: boolean }
  | { do: 'register'; pick: number; share: number }
  | { do: 'judge'; pick: number; yes: boolean }
  | { do: 'reverse'; pick: number }
  | { do: 'payAndReverse'; pick: number; share: number; back: number; named: boolean }
  | { do: 'postLate'; pick: number }
  | { do: 'issueNow' }
  | { do: 'handOver'; late: number }
  | { do: 'autoUse'; on: boolean }
  | { do: 'inside'; pick: number; share: number; deposit: boolean }
  | { do: 'takeBack'; pick: number }
  | { do: 'askRefund'; share: number; deposit: boolean; pick: number }
  | { do: 'judgeRefund'; pick: number; how: 'approve' | 'reject' | 'pay' | 'fail' | 'cancel' }
  | { do: 'forfeit'; pick: number; share: number }
  | { do: 'giveUp'; pick: number; share: number }
  | { do: 'judgeLoss'; pick: number; how: 'approve' | 'reject' | 'reverse' }
  | { do: 'credit'; pick: number; share: number }

const pick = fc.nat({ max: 50 })
const share = fc.integer({ min: 1, max: 120 })
const command: fc.Arbitrary<Command> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('wait' as const), days: fc.integer({ min: 1, max: 45 }) }) },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('pay' as const),
      pick: fc.nat({ max: 1000 }),
      share: fc.integer({ min: 1, max: 150 }),
      back: fc.nat({ max: 20 }),
      named: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('register' as const), pick: fc.nat({ max: 1000 }), share: fc.integer({ min: 1, max: 150 }) }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('judge' as const), pick, yes: fc.boolean() }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('reverse' as const), pick }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('payAndReverse' as const),
      pick: fc.nat({ max: 1000 }),
      share: fc.integer({ min: 1, max: 150 }),
      back: fc.nat({ max: 20 }),
      named: fc.boolean(),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('postLate' as const), pick }) },
  { weight: 1, arbitrary: fc.constant({ do: 'issueNow' as const }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('handOver' as const), late: fc.integer({ min: 0, max: 25 }) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('autoUse' as const), on: fc.boolean() }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('inside' as const), pick: fc.nat({ max: 1000 }), share, deposit: fc.boolean() }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('takeBack' as const), pick }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('askRefund' as const), share, deposit: fc.boolean(), pick }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('judgeRefund' as const),
      pick,
      how: fc.constantFrom('approve' as const, 'reject' as const, 'pay' as const, 'fail' as const, 'cancel' as const),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('forfeit' as const), pick, share }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('giveUp' as const), pick, share }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('judgeLoss' as const),
      pick,
      how: fc.constantFrom('approve' as const, 'reject' as const, 'reverse' as const),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('credit' as const), pick, share }) },
)

const of = <T>(list: readonly T[], n: number): T | undefined => (list.length ? list[n % list.length] : undefined)

interface Case {
  contract: number
  lessee: number
}

const open = (approval: Case) =>
  company.read((db) =>
    db
      .selectFrom('bill')
      .select(['id', 'remain'])
      .where('lessee', '=', approval.lessee)
      .where('status', 'in', ['unpaid', 'partlyPaid'])
      .orderBy('id')
      .execute(),
  )
const payments = (approval: Case, status: 'confirmed' | 'toConfirm') =>
  company.read((db) =>
    db.selectFrom('payment').select('id').where('lessee', '=', approval.lessee).where('status', '=', status).orderBy('id').execute(),
  )

/** A subset of the open bills, said by the bits of a number. */
async function chosenBills(
  approval: Case,
  bits: number,
): Promise<{ ids: number[]; sum: number; first: { id: number; remain: number } } | null> {
  const all = await open(approval)
  const chosen = all.filter((_, i) => (bits >> (i % 10)) & 1)
  const bills = chosen.length ? chosen : all.slice(0, 1)
  const [first] = bills
  return first
    ? {
        ids: bills.map((b) => b.id),
        sum: bills.reduce((sum, b) => sum + (b.remain ?? 0), 0),
        first: { id: first.id, remain: first.remain ?? 0 },
      }
    : null
}

async function receipt(approval: Case, cmd: { pick: number; share: number; back?: number; named?: boolean }): Promise<number | null> {
  const bills = await chosenBills(approval, cmd.pick)
  if (!bills) return null
  const amount = Math.max(1, Math.floor((bills.sum * cmd.share) / 100))
  const paidAt = new Date(Date.parse(company.clock.now()) - (cmd.back ?? 0) * 86_400_000).toISOString()
  return company.register(bills.ids, amount, {
    paidAt,
    ...(cmd.named ? { designation: [{ bill: bills.first.id, amount: Math.min(amount, Math.floor(bills.first.remain / 2)) }] } : {}),
  })
}

/** What a receipt moves: live bills, balance, deposits and shares. */
const standing = (approval: Case) =>
  company.read(async (db) => ({
    bills: await db
      .selectFrom('bill')
      .select(['id', 'amount', 'paid', 'writtenOff', 'status', 'settledOn'])
      .where('lessee', '=', approval.lessee)
      .where('status', '<>', 'voided')
      .orderBy('id')
      .execute(),
    balance: await db.selectFrom('lessee').select('balance').where('id', '=', approval.lessee).execute(),
    deposits: await db
      .selectFrom('depositAccount')
      .select(['id', 'received', 'deducted', 'frozen', 'balance'])
      .where('lessee', '=', approval.lessee)
      .orderBy('id')
      .execute(),
    shares: (
      await db
        .selectFrom('splitRecord')
        .select(['bill', 'party', (eb) => eb.fn.sum<number>('amount').as('sum')])
        .where('lessee', '=', approval.lessee)
        .groupBy(['bill', 'party'])
        .orderBy('bill')
        .orderBy('party')
        .execute()
    ).filter((row) => Number(row.sum) !== 0),
  }))

/** M7: a receipt that is taken back leaves everything as it was before, states included. */
async function payAndReverse(approval: Case, cmd: Extract<Command, { do: 'payAndReverse' }>): Promise<void> {
  const before = await standing(approval)
  const id = await receipt(approval, cmd)
  if (id === null) return
  await company.confirm(id)
  await company.act('payment', 'reverse', id, { reason: '退汇' }, 'finance')
  expect(await standing(approval)).toEqual(before)
}

async function perform(approval: Case, cmd: Command): Promise<void> {
  switch (cmd.do) {
    case 'wait':
      company.clock.advanceDays(cmd.days)
      return void (await company.run())
    case 'pay': {
      const id = await receipt(approval, cmd)
      return void (id === null || (await company.confirm(id)))
    }
    case 'register':
      return void (await receipt(approval, cmd))
    case 'judge': {
      const one = of(await payments(approval, 'toConfirm'), cmd.pick)
      return void (
        one && (await (cmd.yes ? company.confirm(one.id) : company.act('payment', 'reject', one.id, { reason: '不符' }, 'finance')))
      )
    }
    case 'reverse': {
      const one = of(await payments(approval, 'confirmed'), cmd.pick)
      return void (one && (await company.act('payment', 'reverse', one.id, { reason: '退汇' }, 'finance')))
    }
    case 'payAndReverse':
      return payAndReverse(approval, cmd)
    case 'postLate': {
      const one = of(await open(approval), cmd.pick)
      return void (one && (await company.act('bill', 'postLate', one.id)))
    }
    case 'issueNow': {
      const [lease] = await company.read((db) => db.selectFrom('lease').select('id').where('contract', '=', approval.contract).execute())
      return void (await company.act('lease', 'issueNow', lease!.id))
    }
    case 'handOver':
      company.clock.advanceDays(cmd.late)
      return company.handOver(approval.contract)
    case 'autoUse':
      return void (await company.edit('lessee', approval.lessee, { autoUseBalance: cmd.on }))
    default:
      return performMore(approval, cmd)
  }
}

const accounts = (approval: Case) =>
  company.read((db) =>
    db.selectFrom('depositAccount').select(['id', 'balance']).where('lessee', '=', approval.lessee).orderBy('id').execute(),
  )
const part = (of_: number, percent: number): number => Math.max(1, Math.floor((of_ * percent) / 100))
const some_ = (table: 'refund' | 'writeOff', approval: Case, status: readonly string[]) =>
  company.read(
    async (db) =>
      (await db
        .selectFrom(table)
        .select('id')
        .where('lessee', '=', approval.lessee)
        .where('status', 'in', status as never)
        .orderBy('id')
        .execute()) as { id: number }[],
  )
const FROM = {
  approve: ['submitted'],
  reject: ['submitted'],
  pay: ['toPay', 'failed'],
  fail: ['toPay'],
  cancel: ['submitted', 'toPay', 'failed'],
} as const
const LOSS = { approve: ['submitted'], reject: ['submitted'], reverse: ['approved'] } as const

/** Balance, deposits, refunds, losses and credits. */
async function performMore(approval: Case, cmd: Command): Promise<void> {
  switch (cmd.do) {
    case 'inside': {
      const bills = await chosenBills(approval, cmd.pick)
      const account = of(await accounts(approval), cmd.pick)
      const there = cmd.deposit ? (account?.balance ?? 0) : await company.balance(approval.lessee)
      if (!bills || there === 0) return
      const amount = Math.min(part(bills.sum, cmd.share), there)
      return void (await company.write((tx) =>
        payInternally(tx, company.as('finance'), {
          lessee: approval.lessee,
          bills: bills.ids,
          amount,
          remark: 'x',
          ...(cmd.deposit ? { depositAccount: account!.id } : {}),
        }),
      ))
    }
    case 'takeBack': {
      const one = of(await payments(approval, 'confirmed'), cmd.pick)
      const bill =
        one &&
        (await company.read((db) =>
          db.selectFrom('allocation').select('bill').where('payment', '=', one.id).orderBy('id', 'desc').executeTakeFirst(),
        ))
      return void (one && bill && (await company.act('payment', 'takeBack', one.id, { bill: bill.bill, reason: '记错' }, 'finance')))
    }
    case 'askRefund': {
      const account = of(await accounts(approval), cmd.pick)
      const there = cmd.deposit ? (account?.balance ?? 0) : await company.balance(approval.lessee)
      return void (await company.write((tx) =>
        requestRefund(tx, company.as('sales'), {
          lessee: approval.lessee,
          amount: part(there, cmd.share),
          payee: '张三',
          reason: 'x',
          depositAccount: cmd.deposit ? account!.id : null,
        }),
      ))
    }
    case 'judgeRefund': {
      const one = of(await some_('refund', approval, FROM[cmd.how]), cmd.pick)
      const input = cmd.how === 'pay' ? { paidOn: company.clock.today(), payTradeNo: 'R' } : cmd.how === 'approve' ? {} : { answer: 'x' }
      return void (one && (await company.act('refund', cmd.how, one.id, input, 'finance')))
    }
    case 'forfeit': {
      const account = of(await accounts(approval), cmd.pick)
      company.clock.advanceMinutes(1)
      return void (
        account &&
        (await company.act('depositAccount', 'forfeit', account.id, { amount: part(account.balance, cmd.share), reason: 'x' }, 'finance'))
      )
    }
    case 'giveUp': {
      const one = of(await open(approval), cmd.pick)
      return void (
        one && (await company.act('bill', 'writeOff', one.id, { amount: part(one.remain ?? 0, cmd.share), reason: 'x' }, 'sales'))
      )
    }
    case 'judgeLoss': {
      const one = of(await some_('writeOff', approval, LOSS[cmd.how]), cmd.pick)
      return void (one && (await company.act('writeOff', cmd.how, one.id, cmd.how === 'approve' ? {} : { answer: 'x' }, 'finance')))
    }
    case 'credit': {
      const all = await company.read((db) =>
        db
          .selectFrom('bill')
          .select(['id', 'amount'])
          .where('lessee', '=', approval.lessee)
          .where('billType', '=', 'rent')
          .where('status', '<>', 'voided')
          .orderBy('id')
          .execute(),
      )
      const one = of(all, cmd.pick)
      if (!one) return
      company.clock.advanceMinutes(1)
      return company.write(async (tx) => {
        await lockLessee(tx, approval.lessee)
        await appendItems(tx, company.as(), one.id, [
          {
            feeItem: 'REDUCE',
            description: '减租',
            amount: -Math.min(part(one.amount, cmd.share), one.amount),
            idemKey: `credit:${one.id}:${company.clock.now()}`,
          },
        ])
      })
    }
  }
}

/** M5: what came in from outside and did not go out again is on bills, on the balance, held as deposit, on its way back or forfeited; nothing else. */
async function conservation(approval: Case): Promise<void> {
  const { rows } = await company.read((db) =>
    sql<{ received: number; placed: number }>`
      select ((select coalesce(sum(amount), 0) from payment where lessee = ${approval.lessee} and status = 'confirmed' and channel not in ('balance', 'depositDeduct'))
          - (select coalesce(sum(amount), 0) from refund where lessee = ${approval.lessee} and status = 'paid'))::bigint as received,
        ((select coalesce(sum(paid), 0) from bill where lessee = ${approval.lessee} and bill_type <> 'deposit') + (select balance from lessee where id = ${approval.lessee})
          + (select coalesce(sum(amount), 0) from refund where lessee = ${approval.lessee} and status in ('submitted', 'toPay', 'failed') and source = 'balance')
          + (select coalesce(sum(balance + frozen + forfeited), 0) from deposit_account where lessee = ${approval.lessee}))::bigint as placed`.execute(
      db,
    ),
  )
  expect(rows[0]!.placed).toBe(rows[0]!.received)
}

/** B8, downwards: no late fee stands that is not due, but for what was written off of it. */
async function noFeeTooMuch(approval: Case): Promise<void> {
  const bills = await company.read((db) =>
    db.selectFrom('bill').selectAll().where('lessee', '=', approval.lessee).where('status', '<>', 'voided').orderBy('id').execute(),
  )
  const states = await company.read((db) => lateStates(db, bills as never, company.clock.today()))
  for (const b of bills) {
    const lost = bills.filter((late) => late.ofBill === b.id).reduce((sum, late) => sum + late.writtenOff, 0)
    expect(states.get(b.id)!.posted - lost, `${b.no} ${b.billType}`).toBeLessThanOrEqual(states.get(b.id)!.fee)
  }
}

/** B2 and B4: live periods follow each other without gap, and no day of rent is billed twice. */
async function periodsAreWhole(approval: Case): Promise<void> {
  const periods = await company.periods(approval.contract)
  for (const [i, p] of periods.entries()) if (i > 0) expect(p.startOn).toBe(periods[i - 1]!.endOn)
  const { rows } = await company.read((db) =>
    sql<{
      n: number
    }>`select count(*) as n from bill a join bill b on a.lease = b.lease and a.id < b.id and a.bill_type = 'rent' and b.bill_type = 'rent'
      and a.status <> 'voided' and b.status <> 'voided' and a.start_on < b.end_on and b.start_on < a.end_on where a.contract = ${approval.contract}`.execute(
      db,
    ),
  )
  expect(Number(rows[0]!.n)).toBe(0)
}

async function newCase(billMode: string, anchorMode: string, prorateMode: string): Promise<Case> {
  company.clock.advanceDays(1)
  const lessee = await company.lessee()
  const today = company.clock.today()
  const contract = await company.contract({
    lessee,
    vehicles: [await company.vehicle()],
    startOn: addDays(today, 5),
    endOn: addDays(today, 5 + 200),
    billMode,
    anchorMode,
    prorateMode,
  })
  await company.sign(contract)
  return { contract, lessee }
}

const DEEP = Boolean(process.env['DEEP'])

test(
  'after every command of any sequence the sums are proved',
  async () => {
    let performed = 0
    let refusals = 0
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('advance', 'arrears'),
        fc.constantFrom('startDay', 'calendarMonth'),
        fc.constantFrom('actual', 'thirty'),
        fc.array(command, { minLength: 5, maxLength: 16 }),
        fc.nat({ max: 1500 }),
        async (billMode, anchorMode, prorateMode, commands, begin) => {
          company.at(addDays('2025-01-01' as never, begin))
          // What earlier cases left running is not this case's business and only costs time.
          await company.write((tx) => tx.updateTable('lease').set({ status: 'settled' }).where('status', '=', 'active').execute())
          const approval = await newCase(billMode, anchorMode, prorateMode)
          // Most cases reach the open road; the others stay before the handover.
          const open: Command[] = [
            { do: 'pay', pick: 1023, share: 100, back: 0, named: false },
            { do: 'handOver', late: commands.length },
          ]
          // A customer with money on the balance, whose next bill is paid from it: rare by chance.
          const prepaid: Command[] = [
            { do: 'autoUse', on: true },
            { do: 'issueNow' },
            { do: 'pay', pick: 1023, share: 130, back: 0, named: false },
            { do: 'issueNow' },
          ]
          const start: Command[] = commands.length % 4 === 0 ? [] : commands.length % 3 === 0 ? [...open, ...prepaid] : open
          for (const cmd of [...start, ...commands]) {
            try {
              await perform(approval, cmd)
              performed++
            } catch (error) {
              // A refusal is an answer; anything else is a fault, and so is a sum that did not add up.
              if (!(error instanceof AppError)) throw error
              refusals++
            }
            expect(await company.proveAll()).toEqual([])
            await conservation(approval)
            await noFeeTooMuch(approval)
            await periodsAreWhole(approval)
          }
        },
      ),
      { numRuns: DEEP ? 600 : 12, endOnFailure: false },
    )
    // A generator that mostly gets refused would prove nothing.
    expect(performed).toBeGreaterThan(refusals)
    expect(await strayKept(company)).toEqual([])
  },
  DEEP ? 7_200_000 : 600_000,
)
