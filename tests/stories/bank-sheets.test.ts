/** Sheets of banks as they come: movements without numbers, numbers shared, cells that Excel has spoilt. Nothing that may be money is dropped. */
import { strToU8, zipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AppError } from '#kit/basics/errors.ts'
import { bankRoutes, type ReadAnswer } from '#modules/finance/bank/bank.routes.server.ts'
import { Company } from './company.ts'
import { race } from './race.ts'

let company: Company
beforeAll(async () => {
  company = await Company.open('2026-12-20')
})
afterAll(() => company?.close())

const call = <T>(path: string, input: object, files: object[] = []): Promise<T> => {
  const route = bankRoutes.find((r) => r.path === `/api/v1/bankLine/${path}`)!
  return route.handler(company.as('cashier'), route.input.parse(input) as never, { files } as never) as Promise<T>
}
type Taken = { added: number; skipped: number }
const paste = (text: string, account: number, answers: Record<string, 'new' | 'same'> = {}): Promise<Taken> =>
  call('paste', { text, account, answers })
const read = async (text: string, account: number): Promise<ReadAnswer['rows']> => (await call<ReadAnswer>('read', { text, account })).rows
const why = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    (error: AppError) => error.message,
  )
let made = 0
const account = (): Promise<number> =>
  company.add('companyAccount', { name: `账户${++made}`, kind: 'bank', openingOn: '2026-11-01', opening: 0 })
const lines = (of: number) =>
  company.read((db) =>
    db
      .selectFrom('bankLine')
      .select(['tradeNo', 'part', 'amount', 'payerName', 'memo', 'occurredAt', 'bookedOn'])
      .where('account', '=', of)
      .orderBy('id')
      .execute(),
  )

describe('movements without numbers', () => {
  const head = '日期,金额,对方户名,摘要'
  const [zhang, li] = ['2026-11-02,3800,张三,11月租金', '2026-11-02,3800,李四,11月租金']
  test('two that look alike are two, in one paste and in two', async () => {
    const [together, apart] = [await account(), await account()]
    expect(await paste([head, zhang, li].join('\n'), together)).toEqual({ added: 2, skipped: 0 })
    expect(await paste([head, zhang].join('\n'), apart)).toEqual({ added: 1, skipped: 0 })
    expect(await paste([head, li].join('\n'), apart)).toEqual({ added: 1, skipped: 0 })
    for (const of of [together, apart]) expect((await lines(of)).map((l) => l.payerName)).toEqual(['张三', '李四'])
  })
  test('two truly equal ones of a sheet are both taken, once each', async () => {
    const own = await account()
    expect(await paste([head, zhang, zhang].join('\n'), own)).toEqual({ added: 2, skipped: 0 })
    const stored = await lines(own)
    expect(stored.map((l) => l.part)).toEqual([1, 2])
    expect(stored[0]!.tradeNo).toBe(stored[1]!.tradeNo)
    expect((await read([head, zhang, zhang, zhang].join('\n'), own)).map((r) => [r.doubt?.sentence ?? null, r.said])).toEqual([
      ['可能是已导入的这一笔', null],
      ['可能是已导入的这一笔', null],
      [null, null],
    ])
  })
  test('one that may be here already is shown beside it and asked; a person says the same or another', async () => {
    const own = await account()
    await paste([head, zhang].join('\n'), own)
    const again = [head, '2026-11-02,3800,张三,租金', '2026-11-03,100,王五,押金'].join('\n')
    const [doubtful, fresh] = await read(again, own)
    expect(doubtful).toMatchObject({
      problem: null,
      said: null,
      doubt: { unless: null, stored: { payerName: '张三', memo: '11月租金', amount: 380_000, tradeNo: '' } },
    })
    expect(fresh).toMatchObject({ problem: null, doubt: null })
    expect(await why(paste(again, own))).toBe('第 2 行可能与已导入的流水是同一笔，请逐行确认是同一笔还是另一笔，再导入')
    expect(await lines(own)).toHaveLength(1)
    expect(await paste(again, own, { 2: 'same' })).toEqual({ added: 1, skipped: 1 })
    expect(await paste(again, own, { 2: 'new', 3: 'same' })).toEqual({ added: 1, skipped: 1 })
    expect((await lines(own)).map((l) => l.memo)).toEqual(['11月租金', '押金', '租金'])
  })
  test('the same to the fen of the balance is here already, unless a person says otherwise', async () => {
    const own = await account()
    const text = [
      '日期,收入金额,支出金额,余额,对方户名',
      '2026-11-02,100,,1100,甲',
      '2026-11-02,,100,1000,乙',
      '2026-11-02,100,,1100,甲',
    ].join('\n')
    expect(await paste(text, own)).toEqual({ added: 3, skipped: 0 })
    expect((await read(text, own)).map((r) => [r.problem, r.said])).toEqual([1, 2, 3].map(() => ['该流水已导入', 'same']))
    expect(await why(paste(text, own))).toBe('没有可以导入的流水')
    expect(await paste(text, own, { 4: 'new' })).toEqual({ added: 1, skipped: 2 })
  })
  test('two clerks at one sheet: each line once', async () => {
    const own = await account()
    const text = [head, ...Array.from({ length: 8 }, (_, i) => `2026-11-0${i + 1},${i + 1}00,客户${i},租金`)].join('\n')
    const done = await race([() => paste(text, own), () => paste(text, own)])
    expect(done.done).toBe(1)
    expect(await lines(own)).toHaveLength(8)
  })
})

describe('one number for two movements', () => {
  const head = '交易流水号,交易日期,收入金额,支出金额,余额,对方户名,摘要'
  const [transfer, fee] = ['R100,2026-11-02,,5000.00,95000.00,甲公司,付款', 'R100,2026-11-02,,5.00,94995.00,,手续费']
  test('a transfer and its fee are both taken, and known again', async () => {
    const own = await account()
    expect(await paste([head, transfer, fee].join('\n'), own)).toEqual({ added: 2, skipped: 0 })
    expect((await lines(own)).map((l) => [l.tradeNo, l.part, l.amount])).toEqual([
      ['R100', 1, 500_000],
      ['R100', 2, 500],
    ])
    expect(await why(paste([head, transfer, fee].join('\n'), own))).toBe('没有可以导入的流水')
    expect((await read([head, transfer, fee].join('\n'), own)).map((r) => r.problem)).toEqual(['该流水号已导入', '该流水号已导入'])
  })
  test('the fee that was left behind before comes in with the next sheet; alone it is asked', async () => {
    const [own, other] = [await account(), await account()]
    await paste([head, transfer.replace('R100', 'R200')].join('\n'), own)
    expect(await paste([head, transfer, fee].join('\n').replaceAll('R100', 'R200'), own)).toEqual({ added: 1, skipped: 1 })
    await paste([head, transfer.replace('R100', 'R300')].join('\n'), other)
    const [alone] = await read([head, fee.replace('R100', 'R300')].join('\n'), other)
    expect(alone!.doubt).toMatchObject({ sentence: '该流水号已导入，但金额或日期不同', unless: null, stored: { amount: 500_000 } })
    expect(await paste([head, fee.replace('R100', 'R300')].join('\n'), other, { 2: 'new' })).toEqual({ added: 1, skipped: 0 })
  })
  test('where nothing proves it, a person does', async () => {
    const own = await account()
    const text = ['流水号,日期,收入金额,支出金额,对方户名', 'R400,2026-11-02,,5000,甲', 'R400,2026-11-02,,5,'].join('\n')
    expect(await why(paste(text, own))).toBe('第 3 行可能与第 2 行是同一笔，请逐行确认是同一笔还是另一笔，再导入')
    expect(await paste(text, own, { 3: 'new' })).toEqual({ added: 2, skipped: 0 })
  })
  test('both sides of a transfer between our own accounts are two', async () => {
    const [from, to] = [await account(), await account()]
    expect(await paste('流水号,日期,收入金额,支出金额\nR500,2026-11-02,,100', from)).toEqual({ added: 1, skipped: 0 })
    expect(await paste('流水号,日期,收入金额,支出金额\nR500,2026-11-02,100,', to)).toEqual({ added: 1, skipped: 0 })
  })
})

describe('a workbook', () => {
  const text = (value: string): string => `<c t="inlineStr"><is><t>${value}</t></is></c>`
  const row = (...cells: string[]): string => `<row>${cells.join('')}</row>`
  const workbookOf = (...sheets: string[][]) => ({
    fileName: '流水.xlsx',
    data: Buffer.from(
      zipSync(
        Object.fromEntries(
          Object.entries({
            '[Content_Types].xml': '<Types/>',
            'xl/workbook.xml': `<workbook xmlns:r="r"><sheets>${sheets.map((_, i) => `<sheet name="表${i + 1}" sheetId="${i + 1}" r:id="rId${i + 1}"/>`).join('')}</sheets></workbook>`,
            'xl/_rels/workbook.xml.rels': `<Relationships>${sheets.map((_, i) => `<Relationship Id="rId${i + 1}" Target="worksheets/sheet${i + 1}.xml"/>`).join('')}</Relationships>`,
            'xl/styles.xml':
              '<styleSheet><numFmts><numFmt numFmtId="170" formatCode="yyyy/m/d h:mm"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="170"/></cellXfs></styleSheet>',
            ...Object.fromEntries(
              sheets.map((rows, i) => [
                `xl/worksheets/sheet${i + 1}.xml`,
                `<worksheet><sheetData>${rows.join('')}</sheetData></worksheet>`,
              ]),
            ),
          }).map(([name, part]) => [name, strToU8(part)]),
        ),
      ),
    ),
  })
  const workbook = (...rows: string[]) => workbookOf(rows)
  test('movements stand behind a sheet of remarks, and those of two sheets are not taken by halves', async () => {
    const own = await account()
    const head = row(...['日期', '金额', '对方户名'].map(text))
    const line = (day: string): string => row(text(day), '<c><v>1</v></c>', text('甲'))
    const remarks = [row(text('本表由银行导出'))]
    const file = (...sheets: string[][]) => call<ReadAnswer>('readFile', { account: String(own) }, [workbookOf(...sheets)])
    expect((await file(remarks, [head, line('2026-11-05')])).rows.map((r) => r.bookedOn)).toEqual(['2026-11-05'])
    expect(await why(file(remarks, [head, line('2026-11-05')], [head, line('2026-12-05')]))).toBe(
      '文件中有 2 张工作表可以导入：「表2」「表3」。一次只导入一张，请把它们分别另存为单独的文件，再逐个导入',
    )
  })
  test('cells of a day and a time keep both, at the beginning of a month too', async () => {
    const own = await account()
    const file = workbook(
      row(...['日期', '金额', '对方户名'].map(text)),
      row('<c s="1"><v>46329.3125</v></c>', '<c><v>1</v></c>', text('甲')),
      row('<c s="1"><v>46357.3125</v></c>', '<c><v>2.3000000000000003</v></c>', text('乙')),
    )
    expect(await call('takeFile', { account: String(own) }, [file])).toEqual({ added: 2, skipped: 0 })
    expect((await lines(own)).map((l) => [l.bookedOn, l.occurredAt, l.amount])).toEqual([
      ['2026-11-03', '2026-11-02T23:30:00.000Z', 100],
      ['2026-12-01', '2026-11-30T23:30:00.000Z', 230],
    ])
  })
  test('numbers whose last digits Excel has lost are refused with what to do, never taken', async () => {
    const own = await account()
    const head = row(...['日期', '金额', '对方户名', '对方账号', '流水号'].map(text))
    const line = (account_: string, no: string): string => row(text('2026-11-05'), '<c><v>1</v></c>', text('甲'), account_, no)
    const file = workbook(
      head,
      line(text('6222'), '<c><v>20261105000000012345</v></c>'),
      line(text('6222'), '<c><v>20261105000000012399</v></c>'),
      line('<c><v>6222021234567890123</v></c>', text('N1')),
      line('<c><v>622202123456789</v></c>', text('N2')),
    )
    const { rows } = await call<ReadAnswer>('readFile', { account: String(own) }, [file])
    expect(rows.map((r) => r.problem?.replace(/「.*」/, '') ?? null)).toEqual([
      ...['流水号', '流水号', '对方账号'].map(
        (name) => `${name}已被 Excel 改写，末尾的数字丢失，请在 Excel 中把该列设为“文本”格式后重新填写或导出`,
      ),
      null,
    ])
    expect(await call('takeFile', { account: String(own) }, [file])).toEqual({ added: 1, skipped: 3 })
    expect((await lines(own)).map((l) => l.tradeNo)).toEqual(['N2'])
  })
})
