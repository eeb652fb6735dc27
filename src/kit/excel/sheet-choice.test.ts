import { strToU8, zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { readXlsx } from './read.server.ts'

const sheetOf = (rows: string): string => `<worksheet><sheetData>${rows}</sheetData></worksheet>`
const book = (parts: Record<string, string>): Uint8Array =>
  zipSync(Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, strToU8(part)])))
const cell = (text: string): string => `<c t="inlineStr"><is><t>${text}</t></is></c>`
const rowsOf = (...rows: string[][]): string => sheetOf(rows.map((cells) => `<row>${cells.map(cell).join('')}</row>`).join(''))
const named = (name: string, ...rows: string[][]): [string, string] => [name, rowsOf(...rows)]
function workbook(...sheets: [string, string][]): Uint8Array {
  const tab = ([name]: [string, string], i: number): string => `<sheet name="${name}" sheetId="${i + 1}" r:id="rId${i + 1}"/>`
  return book({
    'xl/workbook.xml': `<workbook xmlns:r="r"><sheets>${sheets.map(tab).join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships>${sheets.map((_, i) => `<Relationship Id="rId${i + 1}" Target="worksheets/sheet${i + 1}.xml"/>`).join('')}</Relationships>`,
    ...Object.fromEntries(sheets.map(([, xml], i) => [`xl/worksheets/sheet${i + 1}.xml`, xml])),
  })
}

it('finds its parts whether their names are written in capitals or not', async () => {
  const file = book({
    'xl/workbook.xml': '<workbook xmlns:r="r"><sheets><sheet name="甲" sheetId="1" r:id="rId1"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels': '<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/></Relationships>',
    'xl/Worksheets/Sheet1.xml': sheetOf('<row><c t="s"><v>0</v></c><c s="1"><v>46053</v></c></row>'),
    'xl/SharedStrings.xml': '<sst><si><t>甲</t></si></sst>',
    'xl/Styles.xml': '<styleSheet><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>',
  })
  expect((await readXlsx(file)).rows).toEqual([{ row: 1, cells: ['甲', '2026-01-31'] }])
})

describe('of several sheets', () => {
  const isWanted = (rows: readonly { cells: unknown[] }[]): boolean => rows[0]?.cells[0] === '日期' && rows.length > 1
  const notes = named('说明', ['本表由银行导出'])
  const october = named('十月', ['日期'], ['2026-10-01'])
  const november = named('十一月', ['日期'], ['2026-11-01'])

  it('the one with the table is taken, wherever it stands', async () => {
    expect((await readXlsx(workbook(notes, october), { isWanted })).name).toBe('十月')
    expect((await readXlsx(workbook(october, notes, named('空', ['日期'])), { isWanted })).name).toBe('十月')
    expect((await readXlsx(workbook(['坏', '<worksheet><sheetData><row r="0"/>'], october), { isWanted })).name).toBe('十月')
  })
  it('none of two tables is left out without a word', async () => {
    await expect(readXlsx(workbook(october, notes, november), { isWanted })).rejects.toThrow(
      '文件中有 2 张工作表可以导入：「十月」「十一月」。一次只导入一张，请把它们分别另存为单独的文件，再逐个导入',
    )
  })
  it('the first is told what it lacks where none is such a table', async () => {
    expect((await readXlsx(workbook(notes, notes), { isWanted })).name).toBe('说明')
  })
  it('no more than the first rows are read to choose', async () => {
    const long = named('长', ['日期'], ...Array.from({ length: 5000 }, (_, n) => [`2026-${'x'.repeat(40)}${n}`]))
    const seen: number[] = []
    const { rows } = await readXlsx(workbook(notes, long), {
      isWanted: (first) => {
        seen.push(first.length)
        return isWanted(first)
      },
    })
    expect(rows).toHaveLength(5001)
    expect(Math.max(...seen)).toBeLessThan(2000)
  })
})
