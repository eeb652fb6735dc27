/** Two databases in one process, as tests and tools have them: numbers of rows are the same in both, drawings are not. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { drawing, node, Office } from './approval-office.ts'
import { Company } from './company.ts'

const opened: Company[] = []
afterAll(() => Promise.all(opened.map((c) => c.close())))

async function office(approver: string): Promise<{ o: Office; version: number }> {
  const company = await Company.open('2026-03-02')
  opened.push(company)
  const o = new Office(company)
  const form = await o.makeForm('事由单', { fields: [{ name: 'what', label: '事由', kind: 'text' }] })
  const process = await company.add('approvalProcess', { key: 'plain', name: '事由', form })
  await o.publish(process, drawing([node('a', '审批', o.people(approver))]))
  const { id: version } = await company.read((db) => db.selectFrom('approvalVersion').select('id').executeTakeFirstOrThrow())
  return { o, version }
}

let one: Awaited<ReturnType<typeof office>>
let other: typeof one
beforeAll(async () => {
  one = await office('cashier')
  other = await office('finance')
})

test('a case follows the drawing of its own database, though the other has a version of the same number', async () => {
  expect(other.version).toBe(one.version)
  await one.o.start('sales', 'plain', { what: '甲' })
  await other.o.start('sales', 'plain', { what: '乙' })
  expect([(await one.o.waiting('cashier')).length, (await one.o.waiting('finance')).length]).toEqual([1, 0])
  expect([(await other.o.waiting('cashier')).length, (await other.o.waiting('finance')).length]).toEqual([0, 1])
})
