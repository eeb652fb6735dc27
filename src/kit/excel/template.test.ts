import { strFromU8, unzipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { readXlsx } from './read.server.ts'
import { columnName, cellPosition, headerKey, headerOf, isExampleRow, matchHeader, type TemplateColumn } from './sheet.ts'
import { templateWorkbook } from './template.server.ts'

const stores = Array.from({ length: 120 }, (_, i) => `门店${i + 1}`)
const columns: TemplateColumn[] = [
  { key: 'plate', label: '车牌号', kind: 'text', required: true, example: '粤B12345', hint: '不含空格' },
  { key: 'energy', label: '能源', kind: 'text', choices: ['纯电', '汽油'], example: '纯电' },
  { key: 'store', label: '所属门店', kind: 'text', choices: stores, example: '门店1' },
  { key: 'rent', label: '月租金', kind: 'money', example: 380_000 },
  { key: 'boughtOn', label: '购入日期', kind: 'day', example: '2026-01-31' },
  { key: 'own', label: '自有', kind: 'bool', example: true },
  { key: 'note', label: '备注', kind: 'text' },
]

describe('the import template', () => {
  const files = unzipSync(templateWorkbook(columns, { title: '车辆' }))
  const part = (name: string): string => strFromU8(files[name]!)

  it('is read back with its own header and recognised example', async () => {
    const { rows } = await readXlsx(templateWorkbook(columns, { title: '车辆' }))
    const { at, missing, unknown } = matchHeader(rows[0]!.cells, columns)
    expect(rows[0]!.cells[0]).toBe('车牌号*')
    expect({ missing, unknown }).toEqual({ missing: [], unknown: [] })
    expect(isExampleRow(rows[1]!.cells, at, columns)).toBe(true)
    expect(isExampleRow(['粤B12346', ...rows[1]!.cells.slice(1)], at, columns)).toBe(false)
    expect(isExampleRow([...rows[1]!.cells, '我的备注'], at, columns)).toBe(false)
  })

  it('offers short lists in place and long ones from a hidden sheet', () => {
    const data = part('xl/worksheets/sheet1.xml')
    expect(data).toContain('sqref="B2:B20001"><formula1>&quot;纯电,汽油&quot;</formula1>')
    expect(data).toContain('sqref="C2:C20001"><formula1>选项!$A$1:$A$120</formula1>')
    expect(data).toContain('sqref="F2:F20001"><formula1>&quot;是,否&quot;</formula1>')
    expect(part('xl/workbook.xml')).toContain('<sheet name="选项" sheetId="3" state="hidden"')
    expect(part('xl/worksheets/sheet3.xml')).toContain('门店120')
  })

  it('explains every column on its second sheet', () => {
    const words = part('xl/worksheets/sheet2.xml')
    for (const column of columns) expect(words).toContain(column.label)
    expect(words).toContain('不含空格')
    expect(words).toContain('必填')
  })
})

describe('headers', () => {
  it('match in any order, with marks, blanks and full-width letters, and name what is missing, unknown or doubled', () => {
    const header = matchHeader([' 月租金 ', '＊车牌号', '错误原因', '车牌号', null], columns)
    expect([...header.at]).toEqual([
      ['rent', 0],
      ['plate', 1],
    ])
    expect(header.unknown).toEqual(['错误原因'])
    expect(header.repeated).toEqual(['车牌号'])
    expect(header.missing.map((column) => column.key)).toEqual(['energy', 'store', 'boughtOn', 'own', 'note'])
    expect(headerKey('ＶＩＮ码*')).toBe('vin码')
    expect(header.otherUnits).toEqual([])
  })

  it('carry the unit of their numbers: with it or without it is the same, another one is told', () => {
    const measured: TemplateColumn[] = [
      { key: 'distance', label: '计费里程', kind: 'number', unit: 'm' },
      { key: 'floors', label: '搬运层数（无电梯）', kind: 'number' },
      { key: 'goods.value', label: '声明价值', kind: 'money' },
    ]
    expect(measured.map(headerOf)).toEqual(['计费里程（m）', '搬运层数（无电梯）', '声明价值'])
    for (const head of [
      ['计费里程（m）', '搬运层数(无电梯)', '声明价值（元）'],
      ['计费里程', '搬运层数（无电梯）', '声明价值'],
    ])
      expect([...matchHeader(head, measured).at.values()]).toEqual([0, 1, 2])
    const header = matchHeader(['计费里程（公里）', '声明价值(万元)', '备注(选填)'], measured)
    expect([header.at.size, header.otherUnits, header.unknown]).toEqual([
      0,
      ['「计费里程（公里）」应以 m 为单位', '「声明价值(万元)」应以 元 为单位'],
      ['备注(选填)'],
    ])
    const sheetOf = (of: readonly TemplateColumn[], sheet: number): string =>
      strFromU8(unzipSync(templateWorkbook(of, { title: '订单' }))[`xl/worksheets/sheet${sheet}.xml`]!)
    for (const sheet of [1, 2]) expect(sheetOf(measured, sheet)).toContain('计费里程（m）')
    expect(sheetOf(measured, 2)).toContain('每行一条，一条有几行明细的写在同一格内，用「；」分隔')
    expect(sheetOf(columns, 2)).not.toContain('明细')
  })

  it('count columns as Excel does', () => {
    expect([0, 25, 26, 701, 702, 16_383].map(columnName)).toEqual(['A', 'Z', 'AA', 'ZZ', 'AAA', 'XFD'])
    expect(cellPosition('XFD1048576')).toEqual({ column: 16_383, row: 1_048_576 })
    expect(['1A', 'a1', 'A0', 'ABCD1', ''].map(cellPosition)).toEqual([null, null, null, null, null])
  })
})
