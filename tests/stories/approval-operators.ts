/** Acts of operators that may wait for an approval, as tests/stories/approval-acts.test.ts runs each of them through. */
import { sql } from 'kysely'
import { creditCodeCheckCharacter } from '#kit/basics/identifiers/credit-code.ts'
import type { Company } from './company.ts'

interface Around {
  company: () => Company
  held: (name: string, make: () => Promise<number>, submit: (id: number) => Promise<unknown>) => Promise<number>
  asPerson: (who: string, entity: string, action: string, id: number, input?: object) => Promise<unknown>
}

export function operatorCases({ company, held, asPerson }: Around) {
  const ready = async (): Promise<number> => {
    const c = company()
    const profile = await c.add('operatorProfile', { name: `待进件公司${c.clock.now()}`, adminUsername: `m${Date.parse(c.clock.now())}` })
    const id = await c.add('merchant', {
      profile,
      subjectName: '待进件公司',
      subjectCode: `91310000MA1FL0L42${creditCodeCheckCharacter('91310000MA1FL0L42')}`,
      legalName: '沈沪东',
      legalIdNo: '11010519491231002X',
      legalIdDueOn: '2099-12-31',
      legalMobile: '13900139000',
      accountKind: 'public',
      accountName: '待进件公司',
      bankName: '招商银行',
      accountNo: '121900001234567',
      shopName: '沪东租车',
      servicePhone: '021-61234567',
    })
    const files = JSON.stringify([1, 2].map((n) => ({ id: `file-of-merchant-${n}`, name: `${n}.png`, mime: 'image/png', size: 1 })))
    await c.write((tx) =>
      sql`update merchant set licence = ${files}::jsonb, legal_images = ${files}::jsonb, shop_images = ${files}::jsonb where id = ${id}`.execute(
        tx,
      ),
    )
    return id
  }
  return {
    'merchant.submit': {
      entity: 'merchant',
      waits: { status: 'editing', attempt: 0 },
      back: { status: 'editing', attempt: 0 },
      passed: { status: 'checking', attempt: 1 },
      past: [['submit', {}]] as const,
      ask: () => held('merchant.submit', ready, (id) => asPerson('sales', 'merchant', 'submit', id)),
    },
  }
}
