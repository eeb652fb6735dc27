import { PDFDocument } from 'pdf-lib'
import { describe, expect, test } from 'vitest'
import { wrongGlyphs } from './fixture/glyphs.server.ts'
import { heading, paperOfText, text, type Paper } from './paper.ts'
import { renderPaper, wordsOf } from './paper.server.ts'

const CLAUSE =
  '乙方在租赁期间应当妥善保管车辆，不得转租、抵押、质押或者以其他方式处分车辆；发生交通事故的，应当立即报警并通知甲方，由此产生的损失（包括但不限于停运损失、修理费、拖车费）由责任方承担。'
const contract = (clauses: number): Paper => ({
  ...paperOfText(
    [
      '# 车辆租赁合同',
      '## 第一条 租赁车辆',
      '租期自 __2026年1月5日__ 起，车辆为 **沪A12345**。',
      '| 项目 | 金额 |',
      '| 押金 | 10,000.00 |',
      ...Array.from({ length: clauses }, (_, i) => `第${i + 1}款　${CLAUSE}`),
      '〔甲方签章〕 〔乙方签章〕',
    ].join('\n'),
  ),
  number: 'HT20260105-0001',
  company: '顺达汽车租赁有限公司',
  qr: 'https://example.com/verify?n=QS20260105-0001',
  footer: '本机证书，非第三方电子认证',
})

describe('a paper', () => {
  test('shows every character as the face draws it, over several pages and in both weights', async () => {
    const { bytes, pages } = await renderPaper(contract(40))
    const { wrong, seen } = await wrongGlyphs(bytes)
    expect(wrong).toEqual([])
    expect(seen).toBeGreaterThan(100)
    expect((await PDFDocument.load(bytes)).getPageCount()).toBe(pages)
    expect(pages).toBeGreaterThan(3)
  })

  test('says where each party signs: on one page, within it, side by side', async () => {
    const { zones, pages } = await renderPaper(contract(40))
    expect(zones.map((zone) => zone.role)).toEqual(['甲方', '乙方'])
    expect(new Set(zones.map((zone) => zone.page)).size).toBe(1)
    expect(zones[0]!.page).toBeLessThanOrEqual(pages)
    expect(zones[0]!.x + zones[0]!.w).toBeLessThanOrEqual(zones[1]!.x)
    for (const zone of zones) expect(zone.y + zone.h).toBeLessThan(842 - 40)
  })

  test('is signed beside what it says, never on a page of signatures alone', async () => {
    const pages = new Set<number>()
    for (let rows = 14; rows <= 30; rows++) {
      const made = await renderPaper({
        title: '退车结算单',
        blocks: [
          { kind: 'table', head: [{ label: '费用' }], rows: Array.from({ length: rows }, (_, i) => [`第 ${i + 1} 项`]) },
          { kind: 'amount', label: '承租人应付', fen: 1_172_961 },
          text('双方对以上费用核对无误。'),
          {
            kind: 'zones',
            parties: [
              { role: '甲方', label: '甲方（盖章）' },
              { role: '乙方', label: '乙方（签字）', lines: ['日期：'] },
            ],
          },
        ],
      })
      pages.add(made.pages)
      expect(made.zones[0]!.y, `${rows} rows`).toBeGreaterThan(56 + 60)
    }
    expect(pages).toEqual(new Set([1, 2]))
  })

  test('is the same bytes when it says the same', async () => {
    const [one, two] = await Promise.all([renderPaper(contract(3)), renderPaper(contract(3))])
    expect(Buffer.from(one.bytes).equals(Buffer.from(two.bytes))).toBe(true)
  })

  test('with a character that the face does not have is refused, never printed with a box', async () => {
    await expect(renderPaper({ title: '合同', blocks: [text('承租人 王\u{2b8e2}')] })).rejects.toThrow(
      '字体缺少“\u{2b8e2}”，请改用图片或其他写法',
    )
  })

  test('carries amounts in figures and capitals, facts, tables with sums and pictures', async () => {
    const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')
    const paper: Paper = {
      title: '退车结算单',
      blocks: [
        {
          kind: 'facts',
          columns: 3,
          items: [
            { label: '车牌', value: '沪A12345' },
            { label: '说明', value: CLAUSE, wide: true },
          ],
        },
        { kind: 'amount', label: '应退', fen: 350005 },
        {
          kind: 'table',
          head: [
            { label: '费用', weight: 2 },
            { label: '金额', align: 'right' },
          ],
          rows: [['租金', '3,800.00']],
          foot: ['合计', '3,800.00'],
        },
        { kind: 'table', head: [{ label: '说明' }], rows: [[CLAUSE.repeat(60)]] },
        { kind: 'pictures', items: [{ bytes: png, caption: '左前' }] },
        heading('备注'),
        { kind: 'rule' },
        { kind: 'space', height: 10 },
        { kind: 'newPage' },
        { kind: 'zones', parties: [{ role: '甲方', label: '门店', lines: ['经办人 王芳'] }] },
      ],
    }
    const { bytes, zones, pages } = await renderPaper(paper)
    expect((await wrongGlyphs(bytes)).wrong).toEqual([])
    expect(zones).toMatchObject([{ role: '甲方', page: pages }])
    expect(wordsOf(paper)).toContain('合计')
  })
})
