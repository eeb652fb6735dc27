/** Sheets of others: workbooks, texts, and the statements of banks and suppliers in them. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import { fileGrid } from '#kit/excel/file-grid.server.ts'
import { readXlsx } from '#kit/excel/read.server.ts'
import { gridOf, textOf as textOfFile, textOfGrid } from '#kit/excel/text-table.ts'
import { templateWorkbook } from '#kit/excel/template.server.ts'
import { xlsxBytes } from '#kit/excel/write.server.ts'
import { checkFile, kindOf, pictureSize, safeName, withoutExif } from '#kit/basics/file-check.ts'
import { cellText, importColumns, readCell } from '#kit/entity/value/cells.ts'
import { testBook } from '#kit/entity/fixture/definitions.ts'
import { readStatement } from '#modules/finance/bank/read.rules.ts'
import { readFuelStatement } from '#modules/fuel/statements/statement.rules.ts'
import { readViolations } from '#modules/affairs/violations/read.rules.ts'
import { ofText, textOf, type Parser } from '../parser.ts'

const NOW = '2026-03-15T02:00:00.000Z'
const KINDS = ['text', 'number', 'money', 'rate', 'day', 'instant', 'bool'] as const
async function workbook(): Promise<Uint8Array> {
  const rows = [1, 2, 3].map((n) => ({
    text: `第 ${n} 行 =1+1`,
    number: n / 3,
    money: n * 100,
    rate: 1300,
    day: '2026-01-05',
    instant: NOW,
    bool: n > 1,
  }))
  const columns = KINDS.map((kind) => ({ key: kind, label: kind, kind }))
  const pieces: Uint8Array[] = []
  for await (const piece of xlsxBytes(rows, { columns, sheetName: '表', footer: '张三' } as never)) pieces.push(piece)
  return Buffer.concat(pieces)
}
const template = (): Uint8Array =>
  templateWorkbook(
    KINDS.map((kind) => ({ key: kind, label: kind, kind, required: kind === 'text', choices: kind === 'text' ? ['甲', '乙'] : [] })),
    { title: '导入' },
  )

const SHARED =
  '<?xml version="1.0"?><sst xmlns="x" count="2"><si><t>日期</t></si><si><r><rPr/><t>金_x0041_额</t></r><rPh sb="0"><t>jin</t></rPh></si></sst>'
const SHEET = `<?xml version="1.0"?><worksheet xmlns="x"><sheetData><row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c></row><row r="2"><c r="A2" s="1"><v>46000.5</v></c><c r="B2" t="str"><f>A1</f><v>1,234.50</v></c><c r="C2" t="d"><v>2026-01-05T10:00:00</v></c><c t="b"><v>1</v></c><c t="e"><v>#N/A</v></c></row><row><c t="inlineStr"><is><t xml:space="preserve"> a&#13;&amp;&lt;</t></is></c></row></sheetData></worksheet>`
const STYLES =
  '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd [h]:mm"/></numFmts><cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="164"/></cellXfs></styleSheet>'
const BOOK =
  '<workbook xmlns:r="y"><workbookPr date1904="false"/><sheets><sheet name="表" sheetId="1" r:id="rId1"/><sheet name="二" sheetId="2" state="hidden" r:id="rId2"/></sheets></workbook>'
const RELATIONS =
  '<Relationships><Relationship Id="rId1" Type="t" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Target="/xl/worksheets/sheet1.xml" TargetMode="External"/></Relationships>'
const PART = '\u0001'
/** The parts of a workbook as one text, so that what changes is XML and not the packing. */
const PARTS = ['xl/workbook.xml', 'xl/_rels/workbook.xml.rels', 'xl/sharedStrings.xml', 'xl/styles.xml', 'xl/worksheets/sheet1.xml']
const XML = [BOOK, RELATIONS, SHARED, STYLES, SHEET].join(PART)
const packed = (xml: string): Uint8Array => {
  const texts = xml.split(PART)
  return zipSync(Object.fromEntries(PARTS.map((part, i) => [part, strToU8(texts[i] ?? '')])), { level: 1 })
}

const BANK = join(import.meta.dirname, '../../../src/modules/finance/bank/fixture')
const bankFiles = (): string[] =>
  ['abc.csv', 'alipay.csv', 'boc.csv', 'ccb.txt', 'cmb.csv', 'icbc.csv', 'wechat.csv'].map((name) =>
    textOfFile(readFileSync(join(BANK, name)))
      .split('\n')
      .slice(0, 40)
      .join('\n'),
  )

/** A picture of nothing, with what a camera writes beside it. */
const JPEG = Buffer.from(
  'ffd8ffe000104a46494600010100000100010000ffe1000c4578696600004d4dffc0000b0800100010010111 00ffda0008010100003f00d2cf20ffd9'.replaceAll(
    ' ',
    '',
  ),
  'hex',
)
const PNG = Buffer.from(
  '89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c4890000000d49444154789c6360000002000100ff5a0bff0000000049454e44ae426082',
  'hex',
)
const WEBP = Buffer.from('524946461a000000574542505650384c0d0000002f00000010071011118888fe0700', 'hex')
const MP4 = Buffer.from('00000018667479706d703432000000006d70343269736f6d', 'hex')

const refsAndAll = importColumns(testBook)
export const tableParsers: readonly Parser[] = [
  {
    name: 'xlsx',
    reads: ['kit/excel/read.server.ts readXlsx', 'kit/excel/zip-guard.server.ts GuardedZip'],
    seeds: async () => [await workbook(), template(), packed(XML)],
    words: ['PK\u0003\u0004', 'PK\u0001\u0002', 'PK\u0005\u0006', 'xl/workbook.xml', 'vbaProject.bin', '../'],
    call: (input) => readXlsx(input),
  },
  {
    name: 'xlsx parts',
    reads: ['kit/excel/file-grid.server.ts fileGrid', 'kit/excel/xml-scan.ts XmlScanner', 'kit/excel/xml-scan.ts unescapeXml'],
    seeds: async () => [strToU8(XML), strToU8(PARTS.map((part) => strFromU8(unzipSync(template())[part] ?? new Uint8Array(0))).join(PART))],
    words: [
      '<c r="A1">',
      '<row r="9">',
      '<v>',
      '</v>',
      '<is><t>',
      '<f/>',
      ' t="s"',
      ' t="d"',
      ' t="inlineStr"',
      ' s="1"',
      '<!--',
      '-->',
      '<![CDATA[',
      ']]>',
      '<!DOCTYPE',
      '<?',
      '&#xD800;',
      '&x;',
      '&amp;',
      PART,
      'r="XFD1048576"',
      'r="1048576"',
      '2026-99-99T99:99:99Z',
      '2026-01-01Tabc',
      'formatCode="[h]"',
      '<sheet name="a" r:id="rId1"/>',
      '<si/>',
      '<xf numFmtId="14"/>',
    ],
    most: 200_000,
    async call(input) {
      const grid = await fileGrid({ fileName: 'a.xlsx', data: Buffer.from(packed(textOf(input))) }, (lines) => readStatement(lines).ok)
      readStatement(grid)
      const sheet = await readXlsx(packed(textOf(input)))
      // As an import reads each cell of each row.
      for (const { cells } of sheet.rows)
        for (const cell of cells)
          for (const { field } of refsAndAll) if (!['ref', 'refs', 'dict'].includes(field.kind)) readCell(field, cellText(field, cell))
    },
  },
  ofText({
    name: 'csv',
    reads: ['kit/excel/text-table.ts gridOf', 'kit/excel/text-table.ts textOf'],
    seeds: [
      '日期,金额,余额,摘要\n2026-01-05,"1,234.50",12.00,"a\nb"\n',
      '日期\t金额\t摘要\n2026/1/5\t12\t`123\n',
      '日期，金额\n"\t2026年1月5日\t"，="0012"',
      ...bankFiles().slice(0, 2),
    ],
    words: ['"', '""', '",', '\n"', '\t,', ',\t', '="', '，，', '`', '\r'],
    most: 200_000,
    call(text) {
      const grid = gridOf(text)
      gridOf(textOfGrid(grid))
      textOfFile(Buffer.from(text, 'latin1'))
    },
  }),
  ofText({
    name: 'bank statements',
    reads: [
      'modules/finance/bank/read.rules.ts readStatement',
      'modules/finance/bank/read.rules.ts readDay',
      'modules/finance/bank/profiles.rules.ts readHeading',
    ],
    seeds: bankFiles(),
    words: [
      '日期',
      '金额',
      '余额',
      '收入',
      '支出',
      '借方',
      '贷方',
      '交易时间',
      '对方户名',
      '流水号',
      '合计',
      '交易关闭',
      '89999999999999.99',
      '99999999999.99',
      '-99999999999.99',
    ],
    most: 200_000,
    call: (text) => readStatement(gridOf(text)),
  }),
  ofText({
    name: 'statements of fuel',
    reads: [
      'modules/fuel/statements/statement.rules.ts readFuelStatement',
      'modules/affairs/ground/pasted.rules.ts readTable',
      'modules/affairs/ground/pasted.rules.ts readTime',
      'modules/affairs/ground/pasted.rules.ts readMoney',
      'modules/affairs/ground/pasted.rules.ts readNumber',
      'modules/fuel/statements/statement.rules.ts fuelOf',
    ],
    seeds: [
      '卡号,交易时间,交易类型,油品,数量,单价,金额,余额,加油站,流水号,里程,车牌号\n1000111,2026-01-05 10:00:00,加油,0#柴油,50.00,7.00,350.00,9650.00,站,1,12000,沪A12345\n1000111,20260106103000,撤销,92号,-1,7,-7,9657.00,站,2,,\n',
    ],
    words: [
      '充值',
      '圈存',
      '撤销',
      '退款',
      '手续费',
      '0000-01-01T00:00:00Z',
      '9999-12-31T23:59:59Z',
      '99999.9',
      '89999999999999.99',
      '-89999999999999.99',
      'kWh',
      '升',
    ],
    call: (text) => readFuelStatement(gridOf(text), NOW, [{ column: 'amount', heading: '(a+)+$' }]),
  }),
  ofText({
    name: 'violations',
    reads: ['modules/affairs/violations/read.rules.ts readViolations'],
    seeds: [
      '车牌号,违法时间,违法地点,违法代码,违法行为,罚款,记分,处理状态,文书编号,缴款期限,处理日期\n沪A12345,2026-01-05 10:30:00,路口,1344,闯红灯,200,6,未处理,310000001,2026-02-01,\n京A·12345,2026年1月6日10时30分,a,1,b,200元,3分,已处理,,20260201103000,45000.5\n',
    ],
    words: ['0000-01-01T00:00:00Z', '9999-12-31T23:59:59Z', '24:00', '已处理', '文书', '沪A12345'],
    call: (text) => readViolations(gridOf(text), NOW),
  }),
  {
    name: 'uploads',
    reads: [
      'kit/basics/file-check.ts kindOf',
      'kit/basics/file-check.ts checkFile',
      'kit/basics/file-check.ts pictureSize',
      'kit/basics/file-check.ts withoutExif',
      'kit/basics/file-check.ts safeName',
    ],
    seeds: async () => [JPEG, PNG, WEBP, MP4, (await workbook()).slice(0, 3000)],
    words: ['\u00ff\u00d8', 'RIFF', 'WEBP', 'VP8X', 'VP8L', 'VP8 ', 'IHDR', 'ftyp', '%PDF-', '[Content_Types].xml', 'xl/'],
    call(input) {
      const name = safeName(textOf(input).slice(0, 400))
      for (const extension of ['jpg', 'png', 'webp', 'xlsx', 'mp4', 'pdf']) checkFile(`${name}.${extension}`, input, ['image/*', '.pdf'])
      const kind = kindOf(input)
      if (kind) pictureSize(input, kind.mime)
      if (kind?.mime === 'image/jpeg') withoutExif(input)
    },
  },
]
