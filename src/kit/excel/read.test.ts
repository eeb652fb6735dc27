import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { constants, deflateRawSync } from 'node:zlib'
import { strToU8, zipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readXlsx } from './read.server.ts'
import { momentOf } from './sheet-rows.server.ts'
import { temporalOf } from './workbook.server.ts'
import { unescapeXml } from './xml-scan.ts'

const frame = {
  '[Content_Types].xml': '<Types/>',
  'xl/workbook.xml':
    '<workbook xmlns:r="r"><sheets><sheet name="甲" sheetId="1" state="hidden" r:id="rId1"/><sheet name="乙" sheetId="2" r:id="rId2"/></sheets></workbook>',
  'xl/_rels/workbook.xml.rels':
    '<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Target="/xl/worksheets/sheet2.xml"/></Relationships>',
  'xl/worksheets/sheet1.xml': '<worksheet/>',
}
const sheetOf = (rows: string): string => `<?xml version="1.0"?><worksheet><sheetData>${rows}</sheetData></worksheet>`
const book = (parts: Record<string, string | Uint8Array>): Uint8Array =>
  zipSync(
    Object.fromEntries(
      Object.entries({ ...frame, ...parts }).map(([name, part]) => [name, typeof part === 'string' ? strToU8(part) : part]),
    ),
  )
const withRows = (rows: string, parts: Record<string, string> = {}): Uint8Array =>
  book({ 'xl/worksheets/sheet2.xml': sheetOf(rows), ...parts })

describe('reading xlsx', () => {
  it('takes the first visible sheet, rich and phonetic texts, prefixes, gaps and every cell type', async () => {
    const file = withRows(
      `<x:row r="2"><x:c r="B2" t="s"><x:v>0</x:v></x:c><x:c r="D2" t="b"><x:v>1</x:v></x:c></x:row>
       <row><c t="inlineStr"><is><t>a &amp; &#x4E2D;</t></is></c><c t="str"><f>A1</f><v>算出</v></c><c t="e"><v>#N/A</v></c><c s="1"><v>46053</v></c><c s="2"><v>46053.5</v></c></row>
       <row r="9"><c r="A9" s="1"/></row>`,
      {
        'xl/sharedStrings.xml': '<sst><si><r><t>富</t></r><r><t xml:space="preserve"> 文本</t></r><rPh><t>フ</t></rPh></si></sst>',
        'xl/styles.xml':
          '<styleSheet><numFmts><numFmt numFmtId="170" formatCode="yyyy/m/d h:mm"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="170"/></cellXfs></styleSheet>',
      },
    )
    const sheet = await readXlsx(file)
    expect(sheet.name).toBe('乙')
    expect(sheet.rows).toEqual([
      { row: 2, cells: [null, '富 文本', null, true] },
      { row: 3, cells: ['a & 中', '算出', '#N/A', '2026-01-31', '2026-01-31T04:00:00.000Z'] },
    ])
    expect(sheet.problems).toEqual([{ row: 3, column: 2, message: '单元格是公式错误 #N/A' }])
  })

  it('takes a day or a time written as a date by the standard as it stands on the wall', async () => {
    const cell = (text: string): string => `<c t="d"><v>${text}</v></c>`
    const { rows } = await readXlsx(
      withRows(`<row>${['2026-11-26T20:00:00', '2026-11-26', '2026-11-26T00:00:00'].map(cell).join('')}</row>`),
    )
    expect(rows[0]!.cells).toEqual(['2026-11-26T12:00:00.000Z', '2026-11-26', '2026-11-26'])
  })

  it('points out an ID number that Excel has already rounded, and a formula never calculated', async () => {
    const sheet = await readXlsx(withRows('<row><c><v>4.4030119900101123E+17</v></c><c><f>A1*2</f></c></row>'))
    expect(sheet.problems.map((problem) => problem.message)).toEqual([
      expect.stringContaining('超过 15 位'),
      expect.stringContaining('公式没有计算结果'),
    ])
  })

  it.each([
    ['yyyy-mm-dd', 'day'],
    ['yyyy"年"m"月"d"日"', 'day'],
    ['[$-804]yyyy/m/d h:mm', 'instant'],
    ['h:mm:ss', 'time'],
    ['[h]:mm', 'time'],
    ['0.00E+00', 'none'],
    ['#,##0.00', 'none'],
    ['General', 'none'],
    ['"day"0', 'none'],
    ['[Red]0.00', 'none'],
    ['mmm', 'day'],
    ['@', 'none'],
  ])('takes the number format %s for %s', (code, expected) => expect(temporalOf(code)).toBe(expected))

  it('knows both calendars of Excel and what lies outside them', () => {
    expect(momentOf(61, 'day', false)).toBe('1900-03-01')
    expect(momentOf(44_591, 'day', true)).toBe('2026-01-31')
    expect(momentOf(0.75, 'time', false)).toBe('18:00:00')
    expect(momentOf(46_053, 'instant', false)).toBe('2026-01-31')
    expect(momentOf(46_053.999_999_999, 'instant', false)).toBe('2026-02-01')
    expect([momentOf(-1, 'day', false), momentOf(3e6, 'day', false), momentOf(30, 'day', false)]).toEqual([null, null, null])
  })

  it('refuses entities it does not know', () => {
    expect(unescapeXml('&lt;&#65;&apos;')).toBe("<A'")
    expect(() => unescapeXml('&xxe;')).toThrow('自定义实体')
    // A name of what every object has.
    expect(() => unescapeXml('&constructor;')).toThrow('自定义实体')
    expect(() => unescapeXml('&#x110000;')).toThrow('格式有误')
  })
})

const LAUGHS = `<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;">]>`
const header = '<row><c t="str"><v>列</v></c></row>'

describe('refusing', () => {
  it.each<[string, () => Uint8Array, string]>([
    ['an empty file', () => new Uint8Array(0), '文件是空的'],
    ['a renamed csv', () => strToU8('车牌号,月租金\n粤B1,100\n'), '只改扩展名无效'],
    ['an old xls', () => Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(4096)]), '.xls'],
    [
      'a workbook with a password',
      () => Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.from('EncryptedPackage', 'utf16le')]),
      '已加密',
    ],
    ['an encrypted zip entry', () => flag(withRows(header), 1), '已加密'],
    ['a zip that is no workbook', () => zipSync({ 'a.txt': strToU8('a') }), '不是 Excel 表格'],
    ['half a file', () => withRows(header).subarray(0, 300), '已损坏'],
    ['macros', () => book({ 'xl/worksheets/sheet2.xml': sheetOf(header), 'xl/vbaProject.bin': new Uint8Array(9) }), '宏'],
    ['a name that climbs out', () => book({ '../evil.xml': 'x' }), '结构异常'],
    ['an absolute name', () => book({ '/etc/passwd': 'x' }), '结构异常'],
    ['a drive name', () => book({ 'C:evil': 'x' }), '结构异常'],
    ['a back-slash name', () => book({ '..\\evil.xml': 'x' }), '结构异常'],
    ['a symbolic link', () => symlink(withRows(header)), '结构异常'],
    ['3 000 entries', () => book(Object.fromEntries(Array.from({ length: 3000 }, (_, i) => [`n${i}`, '']))), '超过上限 2000'],
    [
      'entities in the shared texts',
      () => withRows(header, { 'xl/sharedStrings.xml': `<?xml version="1.0"?>${LAUGHS}<sst/>` }),
      '自定义实体',
    ],
    [
      'an external document type',
      () => book({ 'xl/worksheets/sheet2.xml': '<!DOCTYPE w SYSTEM "http://evil.example/x.dtd"><worksheet/>' }),
      '自定义实体',
    ],
    ['UTF-16 inside', () => book({ 'xl/worksheets/sheet2.xml': Buffer.from('\ufeff<worksheet/>', 'utf16le') }), '编码'],
    ['a cell far to the right', () => withRows('<row r="1048576"><c r="XFD1048576" t="str"><v>x</v></c></row>'), 'XFD 列'],
    ['20 002 rows', () => withRows('<row><c><v>1</v></c></row>'.repeat(20_002)), '数据超过 20000 行'],
    ['rows that go backwards', () => withRows('<row r="5"/><row r="4"/>'), '行号异常'],
    ['no visible sheet', () => book({ 'xl/workbook.xml': '<workbook><sheets/></workbook>' }), '没有可见的工作表'],
    ['tags without end', () => book({ 'xl/worksheets/sheet2.xml': `<worksheet a="${'x'.repeat(200_000)}` }), '格式有误'],
    ['unclosed tags', () => book({ 'xl/worksheets/sheet2.xml': '<worksheet><sheetData>' }), '格式有误'],
    ['deep nesting', () => book({ 'xl/worksheets/sheet2.xml': '<a>'.repeat(5000) }), '格式有误'],
    ['a missing shared text', () => withRows('<row><c t="s"><v>7</v></c></row>'), '格式有误'],
    ['a number that is none', () => withRows('<row><c><v>abc</v></c></row>'), '格式有误'],
    ['a shared text as __proto__', () => withRows('<row><c t="s"><v>__proto__</v></c></row>'), '格式有误'],
  ])('%s with a sentence', async (_, make, sentence) => {
    await expect(readXlsx(make())).rejects.toMatchObject({ kind: 'invalid', message: expect.stringContaining(sentence) })
  })

  it('reads formatted empty cells far away as nothing', async () => {
    const sheet = await readXlsx(withRows(`${header}<row r="1048576"><c r="XFD1048576" s="3"/></row>`))
    expect(sheet.rows).toHaveLength(1)
  })

  it('does not fail otherwise on any damaged byte', async () => {
    const good = withRows(header + header)
    let seed = 7
    const places = process.env['DEEP'] ? 1500 : 500
    for (let i = 0; i < places; i++) {
      const bad = good.slice()
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
      bad[seed % bad.length] = (seed >> 8) & 0xff
      await readXlsx(bad).catch((error: unknown) => expect(error).toMatchObject({ kind: 'invalid' }))
    }
  })
})

/** Sets a general purpose flag in every central directory record. */
function flag(zip: Uint8Array, bit: number): Uint8Array {
  return eachCentral(zip, (view, at) => view.writeUInt16LE(view.readUInt16LE(at + 8) | bit, at + 8))
}
const symlink = (zip: Uint8Array): Uint8Array => eachCentral(zip, (view, at) => view.writeUInt32LE(0xa1ff0000, at + 38))

function eachCentral(zip: Uint8Array, change: (view: Buffer, at: number) => void): Uint8Array {
  const view = Buffer.from(zip)
  for (let at = view.indexOf('PK\x01\x02', 0, 'latin1'); at >= 0; at = view.indexOf('PK\x01\x02', at + 4, 'latin1')) change(view, at)
  return view
}

describe('zip bombs', () => {
  let folder = ''
  beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'bomb-'))))
  afterAll(() => rm(folder, { recursive: true }))

  /** A worksheet of `megabytes` times the same megabyte, deflated without ever being held unpacked. */
  function deflatedBomb(opening: string, megabyte: Buffer, megabytes: number): { packed: Buffer; size: number } {
    const block = (data: Buffer): Buffer => deflateRawSync(data, { level: 9, finishFlush: constants.Z_FULL_FLUSH })
    const body = block(megabyte)
    const pieces = [block(Buffer.from(opening)), ...Array.from({ length: megabytes }, () => body), deflateRawSync(Buffer.alloc(0))]
    return { packed: Buffer.concat(pieces), size: opening.length + megabytes * megabyte.length }
  }

  /** A zip whose one large entry declares whatever it likes. */
  function zipWith(packed: Buffer, declared: number): Buffer {
    const name = 'xl/worksheets/sheet2.xml'
    const small = book({ 'xl/worksheets/zzz.xml': 'x' })
    const end = Buffer.from(small).lastIndexOf('PK\x05\x06', undefined, 'latin1')
    const start = Buffer.from(small).readUInt32LE(end + 16)
    const local = Buffer.alloc(30)
    local.write('PK\x03\x04', 'latin1')
    local.writeUInt16LE(8, 8)
    local.writeUInt32LE(packed.length, 18)
    local.writeUInt32LE(declared, 22)
    local.writeUInt16LE(name.length, 26)
    const central = Buffer.alloc(46)
    central.write('PK\x01\x02', 'latin1')
    central.writeUInt16LE(8, 10)
    central.writeUInt32LE(packed.length, 20)
    central.writeUInt32LE(declared, 24)
    central.writeUInt16LE(name.length, 28)
    central.writeUInt32LE(start, 42)
    const entry = Buffer.concat([local, Buffer.from(name), packed])
    const directory = Buffer.concat([Buffer.from(small).subarray(start, end), central, Buffer.from(name)])
    const tail = Buffer.from(small.subarray(end))
    tail.writeUInt16LE(tail.readUInt16LE(8) + 1, 8)
    tail.writeUInt16LE(tail.readUInt16LE(10) + 1, 10)
    tail.writeUInt32LE(directory.length, 12)
    tail.writeUInt32LE(start + entry.length, 16)
    return Buffer.concat([small.subarray(0, start), entry, directory, tail])
  }

  /**
   * Reads in a process of its own, because memory is only honest there. The high-water mark is the kernel's for this very
   * program: `maxRSS` begins with that of the process that started it.
   */
  async function measure(bytes: Buffer): Promise<{ message: string; grownMb: number }> {
    const path = join(folder, 'bomb.xlsx')
    await writeFile(path, bytes)
    const program = `
      import { readFileSync } from 'node:fs'
      import { readXlsx } from '${new URL('./read.server.ts', import.meta.url).href}'
      const data = readFileSync(process.argv[1])
      await readXlsx(new Uint8Array(0)).catch(() => {})
      const before = process.memoryUsage().rss
      let message = ''
      await readXlsx(data).catch((error) => { message = error.message })
      const peak = process.platform === 'linux'
        ? Number(/VmHWM:\\s+(\\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))[1])
        : process.resourceUsage().maxRSS
      console.log(JSON.stringify({ message, grownMb: (peak * 1024 - before) / 1048576 }))`
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program, path])
    return JSON.parse(stdout) as { message: string; grownMb: number }
  }

  const spaces = Buffer.alloc(1 << 20, ' ')
  /** Packs no better than an honest sheet, so that size and ratio pass and what reads the sheet must judge. */
  const dense = (fill: string): Buffer =>
    Buffer.concat([Buffer.from(randomBytes(6144).toString('base64url')), Buffer.alloc((1 << 20) - 8192, fill)])
  const honest = (opening: string, megabyte: Buffer): Buffer => {
    const b = deflatedBomb(opening, megabyte, 150)
    return zipWith(b.packed, b.size)
  }
  const sharedCell = Buffer.from('<c t="str"><v>aaaaaaaaaaaaaaaa</v></c>'.repeat(20)).toString()

  it.each<[string, () => Buffer, string]>([
    [
      'half a gigabyte, honestly declared',
      () => {
        const b = deflatedBomb('<worksheet>', spaces, 512)
        return zipWith(b.packed, b.size)
      },
      '解压后过大',
    ],
    ['half a gigabyte declared as one kilobyte', () => zipWith(deflatedBomb('<worksheet>', spaces, 512).packed, 1024), '结构异常'],
    ['one endless text', () => honest('<worksheet><row><c t="str"><v>', dense('a')), '文字过长'],
    ['one endless tag', () => honest('<worksheet a="', dense('a')), '格式有误'],
    [
      'endless rows of texts',
      () =>
        honest(
          '<worksheet><sheetData>',
          Buffer.from(
            `<row><c t="str"><v>${randomBytes(6144).toString('base64url')}</v></c></row>${`<row>${sharedCell}</row>`.repeat(1000)}`,
          ),
        ),
      '超过 20000 行',
    ],
  ])('%s is refused within 64 MB', async (_, make, sentence) => {
    const { message, grownMb } = await measure(make())
    expect(message).toContain(sentence)
    expect(grownMb).toBeLessThan(64)
  })
})
