/** Fields that a node hides (leasing.md §3.13): in no answer to whoever stood only where they are hidden. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Tx } from '#kit/access/context.server.ts'
import { rowOf } from '#kit/entity/present.server.ts'
import type { Entity } from '#kit/entity/entity.ts'
import { labelsFor } from '#kit/entity/query/labels.server.ts'
import { get } from '#kit/entity/store.server.ts'
import type { FormSchema } from '#modules/approval/forms/form.ts'
import type { CaseView, PrintSheet, WorkItem } from '#modules/approval/wire.ts'
import { drawing, node, Office } from './approval-office.ts'
import { Company } from './company.ts'

let company: Company
let office: Office
const FORM: FormSchema = {
  fields: [
    { name: 'reason', label: '事由', kind: 'text', required: true },
    { name: 'bonus', label: '奖金', kind: 'money' },
    { name: 'score', label: '内部评分', kind: 'number' },
    { name: 'items', label: '明细', kind: 'table', columns: [{ name: 'sum', label: '金额', kind: 'money', sum: true }] },
  ],
}
/** Words that must not reach: the bonus, its sum of items, the score. */
const BONUS = ['8,765.43', '876543', '奖金']
const SCORE = ['4711', '内部评分']
const ITEMS = ['1,234.56', '123456', '明细']

beforeAll(async () => {
  company = await Company.open('2026-03-02')
  office = new Office(company)
  await office.hire(['chief', '店长甲'], ['books', '财务乙'], ['reader', '旁观丙'])
  company.people.set(
    'admin',
    await company.read(
      async (db) => (await db.selectFrom('user').select('id').where('username', '=', 'admin').executeTakeFirstOrThrow()).id,
    ),
  )
})
afterAll(() => company?.close())

const box = async (who: string, name: string, id: number): Promise<WorkItem | undefined> =>
  (await office.call<{ list: WorkItem[] }>(who, 'GET', '/api/v1/workbench/list', { box: name })).list.find((w) => w.id === id)
/** Everything of the case somebody is answered, the drawing itself apart: that has names of fields, not what stands in them. */
async function answers(who: string, id: number): Promise<string> {
  const { definition: _drawing, ...view } = await office.view(who, id)
  const history = await office.call<CaseView>(who, 'GET', '/api/v1/workflow/case', { id: String(id), type: '3' })
  const print = await office.call<PrintSheet>(who, 'GET', '/api/v1/workflow/print', { id: String(id) })
  const boxes = await Promise.all(['waiting', 'started', 'copied', 'handled'].map((name) => box(who, name, id)))
  return JSON.stringify([view, { ...history, definition: null }, print, boxes])
}
const expectSees = async (who: string, id: number, words: readonly string[]): Promise<void> => {
  const text = await answers(who, id)
  for (const word of words) expect(text, `${who} sees ${word}`).toContain(word)
}
const expectBlind = async (who: string, id: number, words: readonly string[]): Promise<void> => {
  const text = await answers(who, id)
  for (const word of words) expect(text, `${who} must not see ${word}`).not.toContain(word)
}

describe('a field that a node hides', () => {
  let id: number
  beforeAll(async () => {
    const process = await company.add('approvalProcess', {
      key: 'hidesFields',
      name: '年度申请',
      form: await office.makeForm('年度申请单', FORM),
    })
    await office.publish(
      process,
      drawing(
        [
          { kind: 'copy', id: 'cc', name: '抄送', who: office.people('reader') },
          node('chief', '店长', office.people('chief'), { fields: { bonus: 'hidden', score: 'hidden', items: 'hidden' } }),
          node('books', '财务', office.people('books'), { fields: { bonus: 'edit', score: 'edit' } }),
        ],
        { summary: ['form.reason', 'form.bonus', 'form.items.sum'] },
      ),
    )
    ;({ id } = await office.start('sales', 'hidesFields', { reason: '年终', bonus: 8_765_43, items: [{ sum: 1_234_56 }] }))
  })

  test('is not in the box, the case or the print of whoever is asked there; the starter and a later node have it', async () => {
    await expectBlind('chief', id, [...BONUS, ...ITEMS, ...SCORE])
    expect((await box('chief', 'waiting', id))!.summary).toEqual([{ label: '事由', value: '年终' }])
    await expectSees('sales', id, [...BONUS, ...ITEMS])
  })
  test('stays hidden after he has acted, while others change it, and when the case has passed', async () => {
    await office.task('chief', 'approve', (await box('chief', 'waiting', id))!)
    await expectBlind('chief', id, [...BONUS, ...ITEMS, ...SCORE])
    expect((await box('chief', 'handled', id))!.summary).toEqual([{ label: '事由', value: '年终' }])
    await office.task('books', 'approve', (await box('books', 'waiting', id))!, { values: { score: 4711, bonus: 8_765_44 } })
    expect((await office.view('sales', id)).status).toBe('passed')
    await expectBlind('chief', id, [...BONUS, '8,765.44', ...ITEMS, ...SCORE])
    await expectSees('books', id, ['8,765.44', '8,765.43', ...SCORE])
    await expectSees('sales', id, ['8,765.44', ...SCORE])
  })
  test('is not in the row that a monitor’s list and detail tell', async () => {
    const entity = company.registry.entity('approvalCase').entity as Entity
    const record = await company.read((db) => get(db as Tx, company.as('sales'), 'approvalCase', id))
    expect(record).toMatchObject({ values: { bonus: 8_765_44 } })
    const rowText = JSON.stringify(
      rowOf(entity, record, await company.read((db) => labelsFor(db as Tx, company.as('sales'), entity, [record])), () => true),
    )
    for (const word of [...BONUS, '876544', ...SCORE]) expect(rowText).not.toContain(word)
    expect(rowText).toContain('年度申请')
  })
  test('is hidden from whoever got a copy; the administrator reads everything', async () => {
    await expectBlind('reader', id, [...BONUS, '8,765.44', ...ITEMS, ...SCORE])
    await expectSees('admin', id, ['8,765.44', ...ITEMS, ...SCORE])
  })
})

test('what the start hides the starter never reads, also not at the end', async () => {
  const process = await company.add('approvalProcess', { key: 'hidesAtStart', name: '评分', form: await office.makeForm('评分单', FORM) })
  const drawn = drawing([node('books', '财务', office.people('books'), { fields: { score: 'edit' } })])
  const [start, ...rest] = drawn.nodes
  await office.publish(process, { ...drawn, nodes: [{ ...start!, fields: { score: 'hidden' } } as never, ...rest] })
  const { id } = await office.start('sales', 'hidesAtStart', { reason: '季度' })
  await office.task('books', 'approve', (await box('books', 'waiting', id))!, { values: { score: 4711 } })
  await expectBlind('sales', id, SCORE)
  await expectSees('books', id, SCORE)
})

test('a title that names a field which a node hides is not published, and says which', async () => {
  const process = await company.add('approvalProcess', { key: 'hiddenTitle', name: '标题', form: await office.makeForm('标题单', FORM) })
  const { problems } = await office.call<{ problems: { node: string | null; message: string }[] }>(
    'sales',
    'POST',
    '/api/v1/approvalVersion/check',
    {
      process,
      definition: drawing([node('m', '店长', office.people('chief'), { fields: { bonus: 'hidden' } })], {
        title: '{starter} {form.bonus}',
      }),
    },
  )
  expect(problems).toEqual([{ node: 'm', message: '标题使用的字段「奖金」对「店长」是隐藏的，请从标题中去掉' }])
})
