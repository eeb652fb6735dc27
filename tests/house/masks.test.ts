/** Who may see a record need not see the whole number of a person's account, card, telephone or identity: masked by what it is, wherever it stands. */
import { expect, test } from 'vitest'
import type { Entity } from '#kit/entity/entity.ts'
import { modules } from '../../src/modules.ts'

/** What a label says the text is. */
const OF_A_PERSON = /账号$|账户$|卡号$|身份证|证件号码|手机|联系电话|^电话$|邮箱/
/** Whose number it is instead. */
const NOT_OF_A_PERSON: Record<string, string> = {
  'dept.phone': 'of an office',
  'fuelAccount.mobile': 'of an account with a supplier',
  'invoice.bankAccount': 'of a company, printed on its invoice',
  'invoiceTitle.email': 'where a company takes its invoices',
  'invoiceTitle.bankAccount': 'of a company, printed on its invoices',
  'operatorProfile.adminUsername': 'a name to sign in with',
  'payQrCode.accountNo': 'our own, shown to whoever pays',
  'providerAccount.accountNo': 'a number at the provider of payments',
  'repairShop.mobile': 'of a workshop',
  'store.phone': 'of a shop',
  'terminal.simNo': 'of a device',
}

test('every number of a person has a mask, or it is said whose number it is', () => {
  const open = modules
    .flatMap((m) => m.entities ?? [])
    .flatMap((e) =>
      Object.entries((e as Entity).fields)
        .filter(([, f]) => f.kind === 'text' && f.mask === undefined && OF_A_PERSON.test(f.label))
        .map(([name]) => `${(e as Entity).name}.${name}`),
    )
  expect(open.toSorted()).toEqual(Object.keys(NOT_OF_A_PERSON).toSorted())
})
