import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { formats } from './checks.ts'
import type { FormatName } from './checks.ts'
import { creditCodeCheckCharacter } from './credit-code.ts'
import { checkIdCard, idCardCheckCharacter, readIdCard } from './id-card.ts'
import { guessPlateColour, plateKind } from './plate.ts'
import { firstMissing } from '../required.ts'
import { vinCheckDigit } from './vin.ts'

// A hundred thousand cases take longer than the usual patience with one test.
if (process.env.DEEP) vi.setConfig({ testTimeout: 1_800_000 })

const accepted: Array<[FormatName, string, string]> = [
  ['plate', '京A12345', '京A12345'],
  ['plate', ' 粤b·6k8m2 ', '粤B6K8M2'],
  ['plate', '沪Ａ１２３４５', '沪A12345'],
  ['plate', '粤BD12345', '粤BD12345'],
  ['plate', '粤BF1234 5', '粤BF12345'],
  ['plate', '京AA12345', '京AA12345'],
  ['plate', '粤B12345D', '粤B12345D'],
  ['plate', '鲁B1234挂', '鲁B1234挂'],
  ['plate', '苏A1234学', '苏A1234学'],
  ['plate', '苏A1234警', '苏A1234警'],
  ['plate', '粤Z1234港', '粤Z1234港'],
  ['plate', '粤ZAB12澳', '粤ZAB12澳'],
  ['plate', '沪A1234领', '沪A1234领'],
  ['plate', '224578使', '224578使'],
  ['vin', '1M8GDM9AXKP042788', '1M8GDM9AXKP042788'],
  ['vin', 'lsvhj133022221761', 'LSVHJ133022221761'],
  ['idNo', '11010519491231002x', '11010519491231002X'],
  ['idNo', '440524188001010014', '440524188001010014'],
  ['creditCode', '91350100M000100Y43', '91350100M000100Y43'],
  ['creditCode', '9133 0100 7996 5505 8b', '91330100799655058B'],
  ['mobile', '138 0013 8000', '13800138000'],
  ['mobile', '+86-19900001111', '19900001111'],
  ['mobile', '１３８００１３８０００', '13800138000'],
  ['phone', '027-88886666', '02788886666'],
  ['phone', '13800138000', '13800138000'],
  ['phone', '400-820-8820', '4008208820'],
  ['phone', '95588', '95588'],
  ['code', 'fleet_2025', 'fleet_2025'],
  ['bankCard', '4111 1111 1111 1111', '4111111111111111'],
  ['deviceNo', '013912345678', '13912345678'],
  ['url', 'https://例子.测试/路径?a=1', 'https://例子.测试/路径?a=1'],
  ['email', 'Zhang.San@Example.COM', 'Zhang.San@example.com'],
]

const refusedTexts: Array<[FormatName, string, string]> = [
  ['plate', '', '请输入车牌号'],
  ['plate', 'A12345', '车牌号首位应为省、自治区、直辖市简称，例如 京、沪、粤'],
  ['plate', '京112345', '车牌号第二位应为发牌机关字母'],
  ['plate', '京A1234O', '车牌号中不使用字母 I 和 O，请核对是否为数字 1 和 0'],
  ['plate', '京A1234', '车牌号只有 6 位，普通车牌 7 位，新能源车牌 8 位'],
  ['plate', '京A12345678', '车牌号有 10 位，普通车牌 7 位，新能源车牌 8 位'],
  ['plate', '粤BL12345', '8 位新能源车牌不正确：小型车第三位为 A 至 K 的字母且后四位为数字，大型车为 5 位数字加末位字母'],
  ['plate', '京A1234汉', '车牌号序号只能由数字和大写字母组成'],
  ['plate', '粤B1234港', '港澳车牌应为“粤Z”加 4 位序号加“港”或“澳”'],
  ['plate', '12345使', '使馆车牌应为 6 位数字加“使”'],
  ['vin', '1M8GDM9AXKP04278', '车架号应为 17 位，现为 16 位'],
  ['vin', '1M8GDM9AXKP04278O', '车架号中不使用字母 I、O、Q，请核对'],
  ['vin', '1M8GDM9AXKP042789', '车架号校验位（第 9 位）不正确，请核对'],
  ['idNo', '110105194912310021', '身份证号校验位不正确，请核对'],
  ['idNo', '010105194912310021', '身份证号地区码不能以 0 开头'],
  ['idNo', '110105199002300011', '身份证号中的出生日期不正确'],
  ['idNo', '110105219012310011', '身份证号中的出生日期不正确'],
  ['idNo', '110105170012310011', '身份证号中的出生日期不正确'],
  ['idNo', '1101051990123100', '身份证号应为 18 位，现为 16 位'],
  ['idNo', '1101051990123100A1', '身份证号前 17 位应为数字，末位为数字或 X'],
  ['creditCode', '91350100M000100Y44', '统一社会信用代码校验位不正确，请核对'],
  ['creditCode', '91350100M000100Y4', '统一社会信用代码应为 18 位，现为 17 位'],
  ['creditCode', '91350100S000100Y43', '统一社会信用代码中不使用字母 I、O、S、V、Z，请核对'],
  ['creditCode', '9135A100M000100Y43', '统一社会信用代码格式不正确，第 3 至 8 位应为数字'],
  ['mobile', '1380013800', '手机号应为 11 位，现为 10 位'],
  ['mobile', '12800138000', '手机号应以 13、14、15、17、18 或 19 开头'],
  ['mobile', '16800138000', '手机号应以 13、14、15、17、18 或 19 开头'],
  ['mobile', '1380013800a', '手机号只能是数字'],
  ['phone', '12345', '电话号码格式不正确，请填写手机号，或带区号的固定电话，例如 027-88886666'],
  ['code', '车队', '只能包含数字、字母和下划线'],
  ['code', 'a-b', '只能包含数字、字母和下划线'],
  ['bankCard', '4111111111111112', '银行卡号校验不通过，请核对'],
  ['bankCard', '0000000000000000', '银行卡号校验不通过，请核对'],
  ['deviceNo', '0001', '设备号应为 5–20 位数字'],
  ['deviceNo', '1391234567A', '设备号应为 5–20 位数字'],
  ['bankCard', '41111', '银行卡号应为 12 至 19 位，现为 5 位'],
  ['url', 'javascript:alert(1)', '网址应以 http:// 或 https:// 开头，例如 https://www.example.com'],
  ['url', 'https://', '网址应以 http:// 或 https:// 开头，例如 https://www.example.com'],
  ['url', 'https://user:pass@example.com', '网址中不能包含用户名或密码'],
  ['email', 'a@b', '邮箱格式不正确，例如 name@example.com'],
  ['email', 'a..b@example.com', '邮箱格式不正确，例如 name@example.com'],
]

/** What comes out of clipboards: prefixes twice, separators between a letter and its accent, letters with odd cases. */
const pasted = fc
  .array(
    fc.constantFrom(
      '+86',
      '0086',
      '138',
      '-',
      '·',
      ' ',
      '\u3000',
      '\u200b',
      '\ufeff',
      'e',
      '\u0301',
      '\u0308',
      'İ',
      'ß',
      'ῒ',
      'Ａ',
      '京',
      '@',
      '.',
      'Com',
      '¨',
      'x',
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(''))

describe('formats', () => {
  it.each(accepted)('%s accepts «%s» and stores %s', (format, text, stored) => {
    expect(formats[format].check(text)).toBeNull()
    expect(formats[format].normalise(text)).toBe(stored)
    expect(formats[format].check(stored)).toBeNull()
  })

  it.each(refusedTexts)('%s refuses «%s» with a reason', (format, text, reason) => expect(formats[format].check(text)).toBe(reason))

  it('never throw and always normalise to a fixed point', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary', maxLength: 40 }), pasted), (text) => {
        for (const { check, normalise } of Object.values(formats)) {
          const once = normalise(text)
          expect(normalise(once)).toBe(once)
          const reason = check(text)
          expect(reason === null || reason.length > 0).toBe(true)
        }
      }),
      { numRuns: process.env.DEEP ? 100_000 : 2_000 },
    )
  })
})

describe('check characters find typing errors', () => {
  const digit = fc.integer({ min: 0, max: 9 })

  it('any single wrong digit of an ID number is found', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 999 }), fc.integer({ min: 0, max: 16 }), digit, (sequence, at, other) => {
        const first = `42010119880808${String(sequence).padStart(3, '0')}`
        const id = first + idCardCheckCharacter(first)
        expect(checkIdCard(id)).toBeNull()
        const wrong = id.slice(0, at) + other + id.slice(at + 1)
        if (wrong !== id) expect(checkIdCard(wrong)).not.toBeNull()
      }),
    )
  })

  it('any single wrong character of a credit code is found', () => {
    const base = '91420100MA4KXQ5H7'
    const code = base + creditCodeCheckCharacter(base)
    expect(formats.creditCode.check(code)).toBeNull()
    for (let at = 0; at < 18; at++)
      for (const c of '0123456789ABCDEFGHJKLMNPQRTUWXY')
        if (code[at] !== c) expect(formats.creditCode.check(code.slice(0, at) + c + code.slice(at + 1))).not.toBeNull()
  })

  it('the VIN check digit can be X', () => expect(vinCheckDigit('1M8GDM9A_KP042788')).toBe('X'))
})

describe('plates and identity cards tell more', () => {
  it.each([
    ['京A12345', 'ordinary', '蓝'],
    ['粤BD12345', 'newEnergySmall', '绿'],
    ['粤B12345F', 'newEnergyLarge', '黄绿'],
    ['鲁B1234挂', 'trailer', '黄'],
    ['粤Z1234港', 'hongKongMacau', '黑'],
    ['京X1234应急', 'emergency', '白'],
    ['1234', null, null],
  ])('%s is %s and %s', (plate, kind, colour) => {
    expect([plateKind(plate), guessPlateColour(plate)]).toEqual([kind, colour])
  })

  it('reads birthday and gender', () => {
    expect(readIdCard('11010519491231002X')).toEqual({ birthday: '1949-12-31', gender: '女' })
    expect(readIdCard('440524188001010014')).toEqual({ birthday: '1880-01-01', gender: '男' })
    expect(readIdCard('1')).toBeNull()
  })
})

describe('required fields', () => {
  const fields = [
    { field: 'name', message: '请输入名称' },
    { field: 'count', message: '请输入数量' },
    { field: 'stores', message: '请选择门店' },
  ]
  it.each([
    [{ name: 'a', count: 0, stores: [1] }, -1],
    [{ name: ' ', count: 0, stores: [1] }, '请输入名称'],
    [{ name: 'a', count: null, stores: [] }, '请输入数量'],
    [{ name: 'a', count: false, stores: [] }, '请选择门店'],
    [{}, '请输入名称'],
  ])('of %j the first missing one is %s', (record, expected) => expect(firstMissing(record, fields)).toBe(expected))

  it('does not take inherited properties for answers', () => {
    expect(firstMissing({}, [{ field: 'constructor', message: '请输入' }])).toBe('请输入')
  })
})
