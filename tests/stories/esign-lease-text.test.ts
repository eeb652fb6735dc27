/** What is signed is what is printed: the lease with its clauses, plan, mileage, penalty and grace, whatever template it is signed with. */
import { PDFDocument } from 'pdf-lib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { formatFen } from '#kit/basics/fen.ts'
import { paperKind } from '#kit/pdf/kinds.server.ts'
import type { Paper } from '#kit/pdf/paper.ts'
import { wordsOf as wordsOfPaper } from '#kit/pdf/paper.server.ts'
import { NOTE } from '#modules/esign/flows/prepare.server.ts'
import { refusal } from './company.ts'
import { bare, wordsOf } from './signed-words.ts'
import { openSigning, type Signing } from './signing.ts'

let signing: Signing
beforeAll(async () => {
  signing = await openSigning('2026-01-05')
})
afterAll(() => signing?.close())

const printed = (contract: number): Promise<Paper> =>
  signing.c.write((tx) => paperKind(signing.c.as('sales'), 'contract', 'contract').make(tx, signing.c.as('sales'), contract))
const contractOf = async (vehicles: number, more: object = {}): Promise<number> => {
  const free: number[] = []
  for (let i = 0; i < vehicles; i++) free.push(await signing.c.vehicle())
  return signing.c.contract({ lessee: await signing.c.lessee(), vehicles: free, startOn: '2026-02-01', endOn: '2027-02-01', ...more })
}
const draft = async (contract: number, more: object = {}): Promise<number> =>
  (await signing.call('contract/sign/initiateUrl', { bizEntity: 'contract', bizId: contract, templateId: signing.template, ...more }))
    .flowId
/** Pages without what stands at the edges of each, so that what goes over to the next page stands in one piece. */
async function signedWords(flow: number): Promise<string> {
  const pages = await wordsOf(await signing.pdf(flow))
  const { bizNo } = await signing.flow(flow)
  return pages
    .map((page, i) =>
      [`第${i + 1}页，共${pages.length}页`, `编号${bizNo}`, bare(NOTE), '顺达汽车租赁有限公司'].reduce(
        (rest, edge) => withoutLast(rest, edge),
        page,
      ),
    )
    .join('')
}
function withoutLast(text: string, words: string): string {
  const at = text.lastIndexOf(words)
  return at < 0 ? text : text.slice(0, at) + text.slice(at + words.length)
}
/** Each word of the paper but for its places to sign, in its order. */
function notThere(paper: Paper, signed: string): string[] {
  const blocks = paper.blocks.filter((block) => block.kind !== 'zones')
  const amounts = blocks.flatMap((block) => (block.kind === 'amount' ? [`¥${formatFen(block.fen)}`] : []))
  let from = 0
  const missing = wordsOfPaper({ title: '', blocks })
    .map(bare)
    .filter((words) => {
      const at = signed.indexOf(words, from)
      if (at >= 0) from = at + words.length
      return at < 0
    })
  return [...missing, ...amounts.filter((words) => !signed.includes(words))]
}

const CLAUSES = `## 本公司的约定
1、车辆不得驶出长三角。逾期一日按{{contract.lateRate}}计，押金 {{contract.deposit}} 元。
2、每日例检，**不得转租**；未尽事宜见《用车手册》第 7 版。`

describe('the signed lease says what the printed one says', () => {
  type Row = [what: string, vehicles: number, more: object, words: string[]]
  const ROWS: Row[] = [
    ['one vehicle, paid monthly in advance', 1, {}, ['3000公里', '0.50元/公里', '宽限3天，每日万分之5', '还车当天不计租']],
    [
      'three vehicles, paid by the quarter in arrear',
      3,
      { payCycleMonths: '3', billMode: 'arrears', dayRule: 'includeEnd', earlyPenalty: 'months', earlyPenaltyMonths: 2 },
      ['季付', '先用后付', '还车当天计租', '2个月租金'],
    ],
    [
      'without mileage, twelve days of grace',
      1,
      { quotaKm: null, overKmPrice: null, lateGraceDays: 12, lateRateBp: 3 },
      ['宽限12天，每日万分之3'],
    ],
    ['three years', 1, { endOn: '2029-02-01' }, ['2029-01-31']],
  ]
  test.each(ROWS)('%s', async (_what, vehicles, more, words) => {
    const contract = await contractOf(vehicles, more)
    const paper = await printed(contract)
    const signed = await signedWords(await draft(contract))
    expect(notThere(paper, signed)).toEqual([])
    for (const one of words) expect(signed).toContain(one)
  })
  test('with the clauses of the company, of the version the contract was submitted with', async () => {
    const clause = await signing.c.add('contractClause', { name: '本公司条款', text: CLAUSES })
    await signing.c.act('contractClause', 'publish', clause)
    const contract = await contractOf(1)
    const next = await signing.c.add('contractClause', { name: '后来的条款', text: '## 后来的约定\n1、后来才有。' })
    await signing.c.act('contractClause', 'publish', next)
    const signed = await signedWords(await draft(contract))
    expect(signed).toContain(bare('1、车辆不得驶出长三角。逾期一日按万分之5计，押金 5,000.00 元。'))
    expect(signed).toContain('不得转租')
    expect(signed).not.toContain('后来才有')
    expect(notThere(await printed(contract), signed)).toEqual([])
  })
  test('and in full who signs, for whoever starts it', async () => {
    const contract = await contractOf(1)
    const [party] = await signing.parties(await draft(contract))
    const signed = await signedWords(await draft(contract))
    expect(signed).toContain(party.idNo)
    expect(signed).toContain(party.mobile)
  })
})

describe('whatever template it is signed with', () => {
  const template = async (name: string, text: string): Promise<number> => {
    const id = await signing.c.add('signTemplate', { name, bizType: 'lease', kind: 'text', text })
    await signing.c.act('signTemplate', 'publish', id)
    return id
  }
  test('a text of the company’s own has it as an annex before the places to sign', async () => {
    const own = await template('自拟合同', '# 自拟合同\n\n自拟的第一条。\n\n〔甲方签章〕〔乙方签章〕')
    const contract = await contractOf(1)
    const signed = await signedWords(await draft(contract, { templateId: own }))
    expect(notThere(await printed(contract), signed)).toEqual([])
    const places = ['自拟的第一条', '附件：租赁要素与约定条款', '甲方（签章）'].map((words) => signed.indexOf(words))
    expect(places).toEqual(places.toSorted((x, y) => x - y))
    expect(places.every((at) => at >= 0)).toBe(true)
  })
  test('a file has it on pages behind its own', async () => {
    const doc = await PDFDocument.create()
    doc.addPage([595, 842])
    const fileId = await signing.uploadPdf(await doc.save())
    const zone = (role: string, x: number): object => ({ key: role, label: '签署区', type: 6, role, page: 1, x, y: 600, w: 140, h: 50 })
    const contract = await contractOf(1)
    const flow = await draft(contract, { templateId: undefined, fileId, components: [zone('甲方', 60), zone('乙方', 300)] })
    const pages = await wordsOf(await signing.pdf(flow))
    const { bizNo: no } = await signing.flow(flow)
    expect(pages[0]).toBe('')
    const signed = pages
      .slice(1)
      .map((page, i) => [`第${i + 1}页，共${pages.length - 1}页`, `编号${no}`].reduce(withoutLast, page))
      .join('')
    expect(signed).toContain('附件：租赁要素与约定条款')
    expect(signed).toContain('宽限3天，每日万分之5')
    expect((await signing.flow(flow)).pages).toBe(pages.length)
    await signing.c.act('signFlow', 'start', flow, {}, 'sales')
  })
  test('what its clauses name and nobody gave is missing, and is typed once', async () => {
    const clause = await signing.c.add('contractClause', { name: '地址条款', text: '1、通知寄往 {{lessee.address}}。' })
    await signing.c.act('contractClause', 'publish', clause)
    const contract = await contractOf(1)
    expect((await refusal(draft(contract))).message).toBe('控件“承租人地址”没有内容')
    const flow = await draft(contract, { values: { 'lessee.address': '上海市闵行区' } })
    expect(await signedWords(flow)).toContain('通知寄往上海市闵行区。')
    await signing.c.act('signFlow', 'start', flow, {}, 'sales')
    await signing.c.act('contractClause', 'retire', clause)
  })
  test('the line stands alone and once, and only where something is printed', async () => {
    const text = (more: string): Promise<unknown> => template(`模板${more.length}`, `# 甲\n\n${more}\n\n〔甲方签章〕〔乙方签章〕`)
    for (const wrong of ['正文：{{contract.paper}}', '{{contract.paper}}\n\n{{contract.paper}}'])
      expect((await refusal(text(wrong))).message).toBe('{{contract.paper}} 须单独一行，且只能写一次')
    const none = await template('无业务', '# 甲\n\n{{contract.paper}}\n\n〔乙方签章〕')
    const party = { role: '乙方', kind: 'person', name: '某人', mobile: '13900000001' }
    expect((await refusal(signing.call('contract/sign/initiateUrl', { title: '甲', templateId: none, parties: [party] }))).message).toBe(
      '该业务没有可引用的合同正文，请换用其他模板',
    )
  })
})
