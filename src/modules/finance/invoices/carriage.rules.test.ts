import { expect, test } from 'vitest'
import { carriageProblem, onceEach } from './carriage.rules.ts'

const way = { from: '上海 仓', to: '苏州 店', tool: 'road', plate: '沪A12345', goods: '面粉' } as const

test('an invoice of freight says its four answers in every line; any other says none', () => {
  expect(carriageProblem(null, null)).toBeNull()
  expect(carriageProblem('freight', [way])).toBeNull()
  expect(carriageProblem('freight', [])).toContain('请先补全运输信息')
  for (const [name, label] of [
    ['from', '起运地'],
    ['to', '到达地'],
    ['plate', '运输工具牌号'],
    ['goods', '货物名称'],
  ] as const)
    expect(carriageProblem('freight', [way, { ...way, [name]: ' ' }])).toBe(`运输信息第 2 行缺少${label}，请先补全运输信息`)
})
test('several orders of one way in one vehicle are one line, several vehicles several', () => {
  expect(onceEach([way, { ...way }, { ...way, plate: '沪B12345' }])).toEqual([way, { ...way, plate: '沪B12345' }])
})
