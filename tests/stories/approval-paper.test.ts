/** 审批单 on paper: what was asked, who decided what, and the signatures, for whoever may read the case and for nobody else. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { caller, memoryFiles } from '#kit/entity/fixture/call.server.ts'
import { wrongGlyphs } from '#kit/pdf/fixture/glyphs.server.ts'
import { wordsOf } from '#kit/pdf/paper.server.ts'
import { casePaper, casePaperRoutes } from '#modules/approval/cases/paper.server.ts'
import type { FormSchema } from '#modules/approval/forms/form.ts'
import type { PrintSheet } from '#modules/approval/wire.ts'
import { drawing, node, Office } from './approval-office.ts'
import { Company } from './company.ts'

/** One dot. */
const PNG = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==', 'base64')
const FORM: FormSchema = {
  fields: [
    { name: 'kind', label: '类别', kind: 'choice', required: true, options: [{ value: 'o1', label: '维修' }] },
    { name: 'lines', label: '明细', kind: 'table', columns: [{ name: 'amount', label: '金额', kind: 'money', sum: true }] },
    { name: 'sign', label: '本人签名', kind: 'signature' },
  ],
}

let company: Company
let office: Office
beforeAll(async () => {
  company = await Company.open('2026-03-02')
  office = new Office(company)
  await office.hire(['manager', '周建国'], ['asset', '马志强'])
})
afterAll(() => company?.close())

test('a case is printed with its form, its sums, its trail and its signatures', async () => {
  const process = await company.add('approvalProcess', { key: 'paper', name: '费用', form: await office.makeForm('费用单', FORM) })
  await office.publish(process, drawing([node('m', '店长', office.people('manager'))], { print: { trail: true, heading: '费用报批单' } }))
  const sign = await company.file('sales')
  const { id, no } = await office.start('sales', 'paper', { kind: 'o1', lines: [{ amount: 120_000 }, { amount: 50 }], sign: [sign] })
  await office.task('manager', 'approve', await office.one('manager'), { opinion: '同意，请尽快付款' })

  const files = memoryFiles()
  files.contents.set(sign.id, PNG)
  const routes = casePaperRoutes({ files })
  const answer = (await caller(routes, company.as('manager'))('workflow/paper', { id: String(id) })) as { mime: string; body: Uint8Array }
  expect(answer.mime).toBe('application/pdf')
  const { wrong, seen } = await wrongGlyphs(answer.body)
  expect(wrong).toEqual([])
  expect(seen).toBeGreaterThan(60)

  const sheet: PrintSheet = await office.call('manager', 'GET', '/api/v1/workflow/print', { id: String(id) })
  const paper = await casePaper(sheet, '云桥租赁', async (file) => files.contents.get(file.id) ?? null)
  const words = wordsOf(paper).join('\n')
  for (const word of ['费用报批单', no, '维修', '1,200.00', '0.50', '1,200.50', '店长', '周建国', '同意，请尽快付款', '审批记录'])
    expect(words).toContain(word)
  expect(paper.blocks.filter((b) => b.kind === 'pictures').flatMap((b) => b.items.map((item) => item.caption))).toEqual(['本人签名'])
  // A signature whose file is no picture is named.
  expect(wordsOf(await casePaper(sheet, '云桥租赁', async () => null)).join()).toContain('签名文件不能印出：本人签名')
  // Each print is a line of its history.
  const log = await company.read((db) =>
    db
      .selectFrom('auditLog')
      .select('reason')
      .where('entity', '=', 'approvalCase')
      .where('entityId', '=', id)
      .where('action', '=', 'print')
      .execute(),
  )
  expect(log).toEqual([{ reason: '费用报批单' }])
  const outsider = { ...company.as('asset'), access: { can: () => false, scopeOf: () => [], scopeText: () => '' } } as never
  await expect(caller(routes, outsider)('workflow/paper', { id: String(id) })).rejects.toMatchObject({ kind: 'absent' })
})
