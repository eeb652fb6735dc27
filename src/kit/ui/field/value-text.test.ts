import { describe, expect, it } from 'vitest'
import { f } from '../../entity/field.ts'
import { groupDigits, labelWithUnit, valueText } from './value-text.ts'

describe('values as text', () => {
  it('shows every kind the way a clerk reads it', () => {
    const shown: [Parameters<typeof valueText>, string][] = [
      [[f.money('租金'), 380000], '3,800.00'],
      [[f.money('租金'), -5], '-0.05'],
      [[f.rate('费率'), 5], '0.05%'],
      [[f.int('里程', { unit: 'km' }), 1234567], '1,234,567 km'],
      [[f.decimal('容积', 2, { unit: 'm³' }), 0], '0 m³'],
      [[f.int('时长', { unit: '秒' }), 59], '59 秒'],
      [[f.int('时长', { unit: '秒' }), 300], '5 分钟'],
      [[f.int('时长', { unit: '秒' }), 3599], '59 分 59 秒'],
      [[f.int('时长', { unit: '秒' }), 7170], '2 小时'],
      [[f.int('时长', { unit: '秒' }), 37_600_349], '10,444 小时 32 分'],
      [[f.int('里程', { unit: 'm' }), 999], '999 m'],
      [[f.int('里程', { unit: 'm' }), 4470], '4.47 km'],
      [[f.int('里程', { unit: 'm' }), 9999], '9.999 km'],
      [[f.int('里程', { unit: 'm' }), 407_146_040], '407,146 km'],
      [[f.flag('自有'), false], '否'],
      [[f.flag('正常', { open: '待检查' }), null], '待检查'],
      [[f.flag('正常', { open: '待检查' }), false], '否'],
      [[f.state('状态', { draft: '草稿' }, 'draft'), 'draft'], '草稿'],
      [[f.choice('颜色', { blue: '蓝' }), 'unknown'], 'unknown'],
      [[f.instant('时间'), '2026-03-01T16:30:00.000Z'], '2026-03-02 00:30:00'],
      [[f.day('日期'), '2026-03-01'], '2026-03-01'],
      [[f.place('地址'), { address: '深圳市南山区' }], '深圳市南山区'],
      [[f.files('附件'), [{ id: '1', name: 'a.pdf' }]], 'a.pdf'],
      [[f.lines('明细', {}), [{}, {}]], '2 项'],
      [[f.computed('余额', 'money', 'a-b'), 120], '1.20'],
    ]
    for (const [args, text] of shown) expect(valueText(...args)).toBe(text)
  })
  it('uses the labels of the row for references', () => {
    expect(valueText({ kind: 'ref', label: '门店', required: false, to: 'store' } as never, 3, '虹桥店')).toBe('虹桥店')
    expect(valueText({ kind: 'refs', label: '门店', required: false, to: 'store' } as never, [3, 4], ['虹桥店', '浦东店'])).toBe(
      '虹桥店、浦东店',
    )
  })
  it('shows a dash for nothing, but not for zero', () => {
    expect(valueText(f.text('名称'), '')).toBe('—')
    expect(valueText(f.money('租金'), null)).toBe('—')
    expect(valueText(f.money('租金'), 0)).toBe('0.00')
  })
  it('groups digits of the integer part only', () => {
    expect(groupDigits(-12345.6789)).toBe('-12,345.6789')
  })
  it('puts the unit of money into the label', () => {
    expect(labelWithUnit(f.money('租金'))).toBe('租金（元）')
    expect(labelWithUnit(f.text('名称'))).toBe('名称')
  })
})
