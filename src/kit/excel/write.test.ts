import { buffer } from 'node:stream/consumers'
import fc from 'fast-check'
import { strFromU8, unzipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { readXlsx } from './read.server.ts'
import type { SheetColumn } from './sheet.ts'
import { type SheetRow, xlsxBytes, xlsxStream, type WriteOptions } from './write.server.ts'

const columns: SheetColumn[] = [
  { key: 'plate', label: '车牌号', kind: 'text' },
  { key: 'km', label: '里程', kind: 'number' },
  { key: 'rent', label: '月租金', kind: 'money' },
  { key: 'share', label: '比例', kind: 'rate' },
  { key: 'startOn', label: '起租日', kind: 'day' },
  { key: 'at', label: '交车时间', kind: 'instant' },
  { key: 'own', label: '自有', kind: 'bool' },
]

async function bytesOf(rows: AsyncIterable<SheetRow> | Iterable<SheetRow>, options: Partial<WriteOptions> = {}): Promise<Uint8Array> {
  const pieces: Uint8Array[] = []
  for await (const piece of xlsxBytes(rows, { sheetName: '车辆', columns, ...options })) pieces.push(piece)
  return Buffer.concat(pieces)
}
const partOf = (bytes: Uint8Array, name: string): string => strFromU8(unzipSync(bytes)[name]!)

/** What a text looks like after XML could not carry some of its characters. */
const carried = (text: string): string =>
  // oxlint-disable-next-line no-control-regex
  text.toWellFormed().replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')

describe('writing xlsx', () => {
  it('writes every kind so that reading gives the value a person would see', async () => {
    const bytes = await bytesOf([
      { plate: '粤B12345', km: 12.5, rent: 380_050, share: 550, startOn: '2026-02-28', at: '2026-01-31T16:30:05.000Z', own: true },
      { plate: null, km: '7.25', rent: -1, share: 0, startOn: undefined, at: '', own: false },
    ])
    const sheet = await readXlsx(bytes)
    expect(sheet.name).toBe('车辆')
    expect(sheet.problems).toEqual([])
    expect(sheet.rows.map((row) => row.cells)).toEqual([
      ['车牌号', '里程', '月租金', '比例', '起租日', '交车时间', '自有'],
      ['粤B12345', 12.5, 3800.5, 0.055, '2026-02-28', '2026-01-31T16:30:05.000Z', '是'],
      [null, 7.25, -0.01, 0, null, null, '否'],
    ])
  })

  it('brings any text, day, instant and amount back unchanged', async () => {
    const day = fc
      .date({ min: new Date('1900-03-01T00:00:00Z'), max: new Date('9999-12-30T00:00:00Z'), noInvalidDate: true })
      .map((d) => d.toISOString().slice(0, 10))
    const instant = fc
      .integer({ min: Date.UTC(1950, 0, 1) / 1000, max: Date.UTC(2200, 0, 1) / 1000 })
      .map((s) => new Date(s * 1000).toISOString())
    const row = fc.record({
      plate: fc.string({ unit: 'binary', maxLength: 60 }),
      rent: fc.integer({ min: -99_999_999_999, max: 99_999_999_999 }),
      startOn: day,
      at: instant,
    })
    await fc.assert(
      fc.asyncProperty(fc.array(row, { maxLength: 30 }), async (rows) => {
        const sheet = await readXlsx(await bytesOf(rows))
        const got = new Map(sheet.rows.map(({ row: number, cells }) => [number, cells]))
        rows.forEach((expected, i) => {
          const cells = got.get(i + 2)!
          expect(cells[0] ?? '').toBe(carried(expected.plate))
          expect(Math.round(Number(cells[2]) * 100)).toBe(expected.rent)
          expect(cells[4]).toBe(expected.startOn)
          // Midnight in the business zone is read as a day: Excel shows no difference.
          const midnight = expected.at.endsWith('T16:00:00.000Z')
          if (!midnight) expect(cells[5]).toBe(expected.at)
        })
      }),
      { numRuns: 60 },
    )
  })

  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1'])('never lets the text %j become a formula', async (text) => {
    const bytes = await bytesOf([{ plate: text }])
    const xml = partOf(bytes, 'xl/worksheets/sheet1.xml')
    expect(xml).not.toMatch(/<f[ >]/)
    expect(xml).toContain(`<t xml:space="preserve">'`)
    expect((await readXlsx(bytes)).rows[1]!.cells[0]).toBe(text)
  })

  it('turns a value of an unexpected type into text instead of failing', async () => {
    const sheet = await readXlsx(
      await bytesOf([{ plate: ['粤B1', '粤B2'], rent: '面议', km: 123_456_789_012_345_678n, startOn: '待定', at: '昨天', own: '也许' }]),
    )
    expect(sheet.rows[1]!.cells).toEqual(['粤B1、粤B2', '123456789012345678', '面议', null, '待定', '昨天', '也许'])
  })

  it('has a bold frozen header, a filter over all rows, a footer and a page about the export', async () => {
    const bytes = await bytesOf([{ plate: '粤B1' }, { plate: '粤B2' }], { footer: '张三 & 李四 2026-01-31', about: [['行数', '2']] })
    const xml = partOf(bytes, 'xl/worksheets/sheet1.xml')
    expect(xml).toContain('state="frozen"')
    expect(xml).toContain('<autoFilter ref="A1:G3"/>')
    expect(xml).toContain('<oddFooter>&amp;L张三 &amp;&amp; 李四 2026-01-31&amp;R&amp;P/&amp;N</oddFooter>')
    expect(partOf(bytes, 'xl/workbook.xml')).toContain('name="导出说明"')
    expect(partOf(bytes, 'xl/styles.xml')).toContain('<b/>')
  })

  it('continues on a further sheet, header included, when one is full', async () => {
    const rows = Array.from({ length: 5 }, (_, i) => ({ plate: `粤B${i}` }))
    const bytes = await bytesOf(rows, { maxSheetRows: 3 })
    const third = partOf(bytes, 'xl/worksheets/sheet3.xml')
    expect(third.match(/<row /g)).toHaveLength(2)
    expect(third).toContain('车牌号')
    expect(partOf(bytes, 'xl/workbook.xml')).toContain('name="车辆3"')
  })

  it('writes an export of nothing as a header', async () => {
    expect((await readXlsx(await bytesOf([]))).rows).toHaveLength(1)
  })

  it('stops asking for rows when the client leaves', async () => {
    let asked = 0
    let closed = false
    async function* endless(): AsyncGenerator<SheetRow> {
      try {
        for (;;) yield { plate: `粤B${asked++}${Math.random()}` }
      } finally {
        closed = true
      }
    }
    const stream = xlsxStream(endless(), { sheetName: '车辆', columns })
    await new Promise((done) => stream.once('readable', done))
    stream.destroy()
    await new Promise((done) => stream.once('close', done))
    expect(closed).toBe(true)
    expect(asked).toBeLessThan(50_000)
  })

  it('passes a failure of the source on instead of ending as if complete', async () => {
    async function* failing(): AsyncGenerator<SheetRow> {
      yield { plate: '粤B1' }
      throw new Error('connection lost')
    }
    await expect(buffer(xlsxStream(failing(), { sheetName: '车辆', columns }))).rejects.toThrow('connection lost')
  })

  it('keeps the event loop free and reports progress while writing 20 000 rows', async () => {
    // Rows written between two turns of the loop say how long others wait, on a busy machine too; a clock would not.
    let turns = 0
    let turning = setImmediate(function turn() {
      turns++
      turning = setImmediate(turn)
    })
    const rowsOfTurn = new Map<number, number>()
    const seen: number[] = []
    const rows = (function* () {
      for (let i = 0; i < 20_000; i++) {
        rowsOfTurn.set(turns, (rowsOfTurn.get(turns) ?? 0) + 1)
        yield { plate: `粤B${i}`, km: i, rent: i, startOn: '2026-01-31', at: '2026-01-31T01:00:00.000Z', own: true }
      }
    })()
    await bytesOf(rows, { onProgress: (n) => seen.push(n) })
    clearImmediate(turning)
    expect(Math.max(...rowsOfTurn.values())).toBeLessThan(1000)
    expect(seen.at(-1)).toBe(20_000)
    expect(seen.length).toBeGreaterThan(10)
  })
})
