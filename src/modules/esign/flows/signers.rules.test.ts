import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isOurs, signersOf, signersRefusal, type Named, type Registered } from './signers.rules.ts'

const lessee: Registered = { role: '乙方', kind: 'person', name: '张伟', mobile: '13900000001', idNo: '310101199001011234', lessee: 7 }
const company: Registered = { ...lessee, kind: 'company', name: '广源商贸', idNo: '91310000MA1FL0000N' }
const US = '顺达租赁'
const us: Named = { role: '甲方', kind: 'company', name: US, seal: 3, intent: 'account' }
const row = (more: Partial<Named> = {}): Named => ({ ...lessee, user: null, seal: null, handler: null, intent: 'sms', ...more })
const refusal = (...named: Named[]) => signersRefusal([lessee], named, US, true)

describe('whoever signs what is about a record', () => {
  test('is the one it names, word for word', () => {
    expect(refusal(row(), us)).toBeNull()
    expect(refusal(row({ name: '张伟 ' }), us)).toBe('“乙方”应为“张伟”，不能由“张伟 ”签署')
    expect(refusal(row({ mobile: null }), us)).toBe('“乙方”的手机号与登记的不一致，请先修改登记资料')
    expect(refusal(row({ idNo: null }), us)).toBe('“乙方”的证件号与登记的不一致，请先修改登记资料')
    expect(refusal(us)).toBe('没有“乙方”：须由“张伟”签署')
    expect(signersRefusal([lessee], [us], US, false)).toBeNull()
  })
  test('of a company is reached by its handler, who has a telephone of his own; a person never is', () => {
    const handled = { handler: '李经办', mobile: '13900000002' }
    expect(signersRefusal([company], [{ ...row(), ...company, ...handled }, us], US, true)).toBeNull()
    expect(refusal(row(handled), us)).toBe('“乙方”的手机号与登记的不一致，请先修改登记资料')
    expect(signersRefusal([company], [{ ...row(), ...company, mobile: '13900000002' }, us], US, true)).toBe(
      '“乙方”的手机号与登记的不一致，请先修改登记资料',
    )
  })
  test('is never ourselves where a template names somebody else', () => {
    const made = signersOf([lessee], [], { company: US, seal: 3 }, ['甲方', '承租方', '担保方'])
    expect(made.map((one) => [one.role, one.name, one.seq])).toEqual([
      ['乙方', '张伟', 1],
      ['甲方', US, 2],
    ])
  })
})

const named = fc.record(
  {
    role: fc.constantFrom('甲方', '乙方', '丙方', '出租方'),
    kind: fc.constantFrom('person' as const, 'company' as const),
    name: fc.constantFrom('张伟', '冒名者', US),
    mobile: fc.constantFrom(lessee.mobile, '13900000009', null),
    idNo: fc.constantFrom(lessee.idNo, '310101199001019999', null),
    seal: fc.constantFrom(3, null),
    user: fc.constantFrom(5, null),
    seq: fc.integer({ min: 1, max: 5 }),
    intent: fc.constantFrom('sms' as const, 'faceToFace' as const, 'account' as const),
  },
  { requiredKeys: ['role', 'kind', 'name'] },
)
test('whatever is typed: either it is refused, or the lessee signs as he is registered, once, and nobody else for us', () => {
  fc.assert(
    fc.property(fc.array(named, { maxLength: 4 }), fc.subarray(['甲方', '乙方', '丙方']), (typed, roles) => {
      if (signersRefusal([lessee], typed, US, false)) return
      const made = signersOf([lessee], typed, { company: US, seal: 3 }, roles)
      const his = made.filter((one) => one.role === '乙方')
      expect(his).toHaveLength(1)
      expect(his[0]).toMatchObject(lessee)
      expect([his[0]!.seal ?? null, his[0]!.user ?? null]).toEqual([null, null])
      for (const one of made.filter(({ role }) => isOurs(role))) expect(one).toMatchObject({ name: US, kind: 'company', seal: 3 })
      expect(signersRefusal([lessee], made, US, true)).toBeNull()
    }),
  )
})
