/** Acts of finance that may wait for an approval, as tests/stories/approval-acts.test.ts runs each of them through. */
import { applyInvoice } from '#modules/finance/invoices/apply.server.ts'
import { openMonth } from '#modules/finance/period/period.server.ts'
import { build } from '#modules/finance/statements/build.server.ts'
import { sampleRecord } from '#kit/entity/conformance/sample.server.ts'
import { samples } from '#tests/house/samples.ts'
import type { Company } from './company.ts'

interface Around {
  /** There when a case runs. */
  company: () => Company
  /** The record of an act that is held stays the same through all of it. */
  held: (name: string, make: () => Promise<number>, submit: (id: number) => Promise<unknown>) => Promise<number>
  asPerson: (who: string, entity: string, action: string, id: number, input?: object) => Promise<unknown>
  lessee: () => number
  rent: () => number
}

const TWO = {
  waits: { status: 'toConfirm' },
  back: { status: 'rejected' },
  passed: { status: 'confirmed' },
  past: [
    ['confirm', {}],
    ['reject', { answer: '不经审批' }],
  ] as const,
}
const accountId = (company: Company, kind: 'bank' | 'cash'): Promise<number> =>
  company.read(
    async (db) => (await db.selectFrom('companyAccount').select('id').where('kind', '=', kind).orderBy('id').executeTakeFirstOrThrow()).id,
  )

export function financeActs({ company, held, asPerson, lessee, rent }: Around) {
  /** A request for an invoice over so much of the rent. */
  const asked = async (amount: number): Promise<number> => {
    const c = company()
    const title = await c.add('invoiceTitle', { lessee: lessee(), title: `抬头${amount}` })
    const ask = { title, kind: 'general', bills: [{ id: rent(), amount }], beforePaid: '客户要求', remark: null } as const
    return (await c.write((tx) => applyInvoice(tx, c.as('sales'), ask))).id
  }
  /** Of a carrier nobody else deals with. */
  const agreedStatement = async (): Promise<number> => {
    const c = company()
    const payee = '长江运输'
    const bill = await c.add(
      'payableBill',
      {
        partyKind: 'carrier',
        payee,
        fee: 'freight',
        store: c.store,
        dueOn: c.clock.today(),
        items: [{ description: '运费', amount: 900 }],
      },
      'cashier',
    )
    await c.act('payableBill', 'confirm', bill, {}, 'finance')
    const today = c.clock.today()
    const asked = { store: c.store, partyKind: 'carrier', lessee: null, payee, fromOn: today, toOn: today }
    const { id } = await c.write((tx) => build(tx, c.as('finance'), asked))
    await c.act('statement', 'send', id, { contactName: '王', contactMobile: '13900139001' }, 'finance')
    await c.act('statement', 'confirmPaper', id, { confirmedName: '王', proofs: [await c.file('finance')] }, 'finance')
    return id
  }
  return {
    'invoice.issue': {
      entity: 'invoice',
      waits: { status: 'toIssue' },
      back: { status: 'toIssue' },
      passed: { status: 'issuing' },
      past: [['issue', {}]] as const,
      ask: () =>
        held(
          'invoice.issue',
          () => asked(100),
          (id) => asPerson('sales', 'invoice', 'issue', id),
        ),
    },
    'invoice.red': {
      entity: 'invoice',
      waits: { status: 'issued', reversed: 0 },
      back: { status: 'issued', reversed: 0 },
      passed: { status: 'reding' },
      past: [['red', { reason: 'mistake' }]] as const,
      ask: () =>
        held(
          'invoice.red',
          async () => {
            const c = company()
            const id = await asked(200)
            await c.act('invoice', 'issue', id, {}, 'finance')
            await c.act('invoice', 'register', id, { number: '26310000000000000001', issuedOn: c.clock.today(), gross: 200 }, 'finance')
            return id
          },
          (id) => asPerson('sales', 'invoice', 'red', id, { amount: 100, reason: 'mistake' }),
        ),
    },
    'accountPeriod.reopen': {
      entity: 'accountPeriod',
      waits: { status: 'closed' },
      back: { status: 'closed' },
      passed: { status: 'open', reason: '补记收款' },
      past: [['reopen', { reason: '不经审批' }]] as const,
      ask: () =>
        held(
          'accountPeriod.reopen',
          async () => {
            const c = company()
            const { id } = await c.write((tx) => openMonth(tx, c.as('finance'), '2025-12'))
            await c.act('accountPeriod', 'close', id, { reason: '年末关账' }, 'finance')
            return id
          },
          (id) => asPerson('sales', 'accountPeriod', 'reopen', id, { reason: '补记收款' }),
        ),
    },
    'statement.reopen': {
      entity: 'statement',
      waits: { status: 'confirmed' },
      back: { status: 'confirmed' },
      passed: { status: 'toConfirm' },
      past: [['reopen', { reason: '不经审批' }]] as const,
      ask: () => held('statement.reopen', agreedStatement, (id) => asPerson('sales', 'statement', 'reopen', id, { reason: '金额有误' })),
    },
    'loan.pass': {
      entity: 'loan',
      waits: { status: 'draft' },
      back: { status: 'draft' },
      passed: { status: 'toPay' },
      past: [['pass', {}]] as const,
      ask: () =>
        held(
          'loan.pass',
          async () => {
            const c = company()
            const driver = await c.write((tx) => sampleRecord(tx, c.as(), 'driver', { store: c.store }, { path: [], samples }))
            return c.add(
              'loan',
              { kind: 'driver', driver, amount: 100, purpose: '预支运费', dueOn: '2099-01-01', payee: '赵师傅', store: c.store },
              'cashier',
            )
          },
          (id) => asPerson('sales', 'loan', 'pass', id),
        ),
    },
    otherPayment: {
      ...TWO,
      entity: 'otherPayment',
      ask: async () => {
        const c = company()
        const account = await accountId(c, 'bank')
        const paid = { payee: '税务局', kind: 'tax', amount: 100, account, movedOn: c.clock.today(), store: c.store }
        return c.add('otherPayment', paid, 'sales')
      },
    },
    accountTransfer: {
      ...TWO,
      entity: 'accountTransfer',
      ask: async () => {
        const c = company()
        const [from, to] = [await accountId(c, 'bank'), await accountId(c, 'cash')]
        return c.add('accountTransfer', { from, to, amount: 100, fee: 0, movedOn: c.clock.today(), store: c.store }, 'sales')
      },
    },
    reimbursement: {
      entity: 'reimbursement',
      waits: { status: 'approving' },
      back: {},
      passed: { status: 'toPay' },
      past: [
        ['pass', {}],
        ['reject', { answer: '不经审批' }],
      ] as const,
      // A claim that was withdrawn stays so: each time another one.
      ask: async () => {
        const c = company()
        const id = await c.add('reimbursement', await claim(c), 'sales')
        await asPerson('sales', 'reimbursement', 'submit', id)
        return id
      },
    },
  }
}

/** Of a driver, with one receipt and no invoice number. */
export async function claim(company: Company, more: object = {}) {
  return {
    kind: 'staff',
    staff: company.people.get('sales')!,
    store: company.store,
    payee: '林晓明',
    bankName: '招商银行',
    bankAccount: '6225880100000001',
    lines: [{ fee: 'toll', spentOn: company.clock.today(), amount: 12_850, invoiceNo: null, description: null }],
    receipts: [await company.file('sales')],
    ...more,
  }
}
