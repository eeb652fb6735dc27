/** How a process comes to be: from templates, with what is reckoned in its form, and as a file from another company. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { FLOW_TEMPLATES, FORM_TEMPLATES } from '#modules/approval/designer/templates.ts'
import type { ApplyForm, Design, FileNames, PrintSheet, WorkItem } from '#modules/approval/wire.ts'
import { drawing, node, Office } from './approval-office.ts'
import { Company, refusal } from './company.ts'

let company: Company
let office: Office
let dept: number
beforeAll(async () => {
  company = await Company.open('2026-03-02')
  office = new Office(company)
  await office.hire(['chief', '店长甲'], ['above', '总经理乙'], ['keeper', '库管丙'])
  const top = await company.add('dept', { code: 'T1', name: '总部', leader: office.id('above') })
  dept = await company.add('dept', { code: 'T2', name: '门店', parent: top, leader: office.id('chief') })
  await company.edit('user', office.id('keeper'), { dept })
})
afterAll(() => company?.close())
const begin = (input: object) =>
  office.call<{ process: number; version: number; form: number | null }>('sales', 'POST', '/api/v1/approvalProcess/begin', {
    category: 'other',
    act: null,
    flow: 'leader',
    ...input,
  })
const design = (id: number): Promise<Design> => office.call('sales', 'GET', '/api/v1/approvalVersion/design', { id: String(id) })
const work = async (who: string, id: number): Promise<WorkItem> => (await office.waiting(who)).find((w) => w.id === id)!

describe('a process from templates', () => {
  test.each(Object.keys(FORM_TEMPLATES).flatMap((form) => Object.keys(FLOW_TEMPLATES).map((flow) => [form, flow] as const)))(
    '%s with %s lacks nothing but whom only the company knows',
    async (form, flow) => {
      const made = await begin({ name: `${form} ${flow}`, form: { template: form }, flow })
      const { problems } = await design(made.version)
      const expected = [
        ...(form === 'blank' ? ['所选表单还没有发布的版本，请先发布表单'] : []),
        ...(flow === 'leaderThenRole' ? ['「办理人」没有选择角色'] : []),
        ...(flow === 'together' ? ['「会签」没有选择成员'] : []),
        ...(flow === 'byAmount' && !['expense', 'purchase'].includes(form) ? [expect.stringContaining('大于 1000 元')] : []),
      ]
      expect(problems.map((p) => p.message)).toEqual(expected)
      expect(made.form === null).toBe(form !== 'blank')
    },
  )
  test('a purchase is asked for, the amount reckoned from price and count, and goes up when it is more than 1,000 yuan', async () => {
    const made = await begin({ name: '采购', form: { template: 'purchase' }, flow: 'byAmount' })
    await company.act('approvalVersion', 'publish', made.version)
    const { process } = await design(made.version)
    // What is sent for the product is not what counts.
    const lines = [
      { item: '轮胎', price: 333_33, quantity: 3, amount: 1 },
      { item: '机油', price: 1, quantity: 2 },
    ]
    const { id } = await office.start('keeper', process.key, { reason: '补货', lines })
    expect((await office.view('keeper', id)).values['lines']).toEqual([
      { item: '轮胎', price: 33_333, quantity: 3, amount: 99_999 },
      { item: '机油', price: 1, quantity: 2, amount: 2 },
    ])
    await office.task('chief', 'approve', await work('chief', id))
    expect((await work('above', id)).id).toBe(id)
    const print = await office.call<PrintSheet>('keeper', 'GET', '/api/v1/workflow/print', { id: String(id) })
    expect(print.tables[0]).toMatchObject({ columns: ['物品', '单价（元）', '数量', '金额（元）'], sums: ['', '', '', '1,000.01'] })
    // One fen less stays with the leader: 1,000.00 is not more than 1,000.
    const less = await office.start('keeper', process.key, { reason: '补货', lines: [lines[0], { ...lines[1], quantity: 1 }] })
    await office.task('chief', 'approve', await work('chief', less.id))
    expect((await office.view('keeper', less.id)).status).toBe('passed')
  })
  test('says what is missing, and makes nothing', async () => {
    const before = await company.read((db) => db.selectFrom('approvalForm').select('id').execute())
    expect((await refusal(begin({ name: '甲', form: null }))).data).toEqual({ form: '自由流程由员工填写表单发起，请选择或新建一张表单' })
    expect((await refusal(begin({ name: '乙', form: { template: 'leave' }, act: 'noSuchAct' }))).data).toEqual({
      act: '没有这项业务，请重新选择',
    })
    await refusal(begin({ name: '采购', form: { template: 'leave' } }))
    expect(await company.read((db) => db.selectFrom('approvalForm').select('id').execute())).toEqual(before)
  })
  test('of an act needs no form', async () => {
    const acts = await office.call<{ code: string }[]>('sales', 'GET', '/api/v1/approvalProcess/acts')
    const act = acts[0]!.code
    const bound = await begin({ name: '业务审批', act, form: null })
    expect((await design(bound.version)).problems).toEqual([])
  })
})

describe('a process as a file', () => {
  const exported = async (version: number): Promise<Record<string, unknown>> => {
    const answer = await office.call<{ body: Uint8Array }>('sales', 'GET', '/api/v1/approvalVersion/exportJson', { id: String(version) })
    return JSON.parse(Buffer.from(answer.body).toString()) as Record<string, unknown>
  }
  const take = (content: unknown, mapping?: object) =>
    office.call<{ process: number; version: number }>('sales', 'POST', '/api/v1/approvalProcess/importJson', {
      content,
      ...(mapping ? { mapping } : {}),
    })
  const names = (content: unknown): Promise<FileNames> => office.call('sales', 'POST', '/api/v1/approvalProcess/namesInFile', { content })
  let file: Record<string, unknown>
  let role: number
  beforeAll(async () => {
    role = await company.add('role', { code: 'cashier', name: '出纳' })
    const form = await office.makeForm('跨公司单', { fields: [{ name: 'who', label: '经手人', kind: 'person' }] })
    const process = await company.add('approvalProcess', { key: 'travels', name: '跨公司', form })
    await office.publish(
      process,
      drawing([
        {
          kind: 'condition',
          id: 'c',
          name: '按人',
          branches: [
            {
              id: 'b1',
              name: '库管',
              when: { kind: 'compare', field: 'form.who', op: 'in', value: [office.id('keeper')] },
              nodes: [node('x', '店长', office.people('chief'), { empty: { policy: 'toPerson', person: office.id('above') } })],
            },
            { id: 'b2', name: '其他', default: true, nodes: [node('y', '出纳', { kind: 'role', roles: [role] })] },
          ],
        },
        node('z', '部门', { kind: 'deptLeader', dept }),
      ]),
    )
    const version = await company.read(
      async (db) => (await db.selectFrom('approvalVersion').select('id').where('process', '=', process).executeTakeFirstOrThrow()).id,
    )
    file = await exported(version)
  })
  /** The file as another company's would be: the same people by other numbers. */
  const foreign = (by: number): unknown => {
    const shift = (n: unknown): unknown => {
      if (Array.isArray(n)) return n.map(shift)
      if (typeof n !== 'object' || n === null) return n
      return Object.fromEntries(
        Object.entries(n).map(([key, v]) => [
          key,
          ['users', 'roles'].includes(key) && Array.isArray(v) && typeof v[0] === 'number'
            ? v.map((x: number) => x + by)
            : ['dept', 'person'].includes(key) && typeof v === 'number'
              ? v + by
              : key === 'value' && Array.isArray(v)
                ? v.map((x: number) => x + by)
                : shift(v),
        ]),
      )
    }
    const moved = shift(file) as { names: Record<string, { id: number }[]> }
    return {
      ...moved,
      names: Object.fromEntries(Object.entries(moved.names).map(([kind, list]) => [kind, list.map((n) => ({ ...n, id: n.id + by }))])),
    }
  }

  test('names everybody by user name and code, and comes back as it was', async () => {
    expect(file['names']).toEqual({
      user: expect.arrayContaining([
        { id: office.id('chief'), code: 'chief', name: '店长甲' },
        { id: office.id('above'), code: 'above', name: '总经理乙' },
        { id: office.id('keeper'), code: 'keeper', name: '库管丙' },
      ]),
      role: [{ id: role, code: 'cashier', name: '出纳' }],
      dept: [{ id: dept, code: 'T2', name: '门店' }],
    })
    expect((await design((await take(file)).version)).definition).toEqual(file['definition'])
  })
  test('with the numbers of elsewhere, finds the people by their codes, in conditions too', async () => {
    const other = foreign(7_000)
    expect((await names(other)).map((n) => [n.kind, n.code, n.to])).toEqual(
      expect.arrayContaining([
        ['user', 'chief', office.id('chief')],
        ['user', 'keeper', office.id('keeper')],
        ['role', 'cashier', role],
        ['dept', 'T2', dept],
      ]),
    )
    expect((await design((await take(other)).version)).definition).toEqual(file['definition'])
  })
  test('whoever is unknown is chosen, or left empty and named by the check; a number alone is never taken for one of here', async () => {
    const { names: _names, ...old } = file
    const asked = await names({ ...old, format: 1 })
    expect(asked.every((n) => n.to === null && n.name === `#${n.id}`)).toBe(true)
    const bare = await design((await take({ ...old, format: 1 })).version)
    expect(bare.problems.map((p) => p.message)).toEqual(
      expect.arrayContaining([
        '「店长」没有选择成员',
        '「店长」审批人为空时转交的人员没有选择',
        '「出纳」没有选择角色',
        '「部门」没有选择部门',
      ]),
    )
    const mapping = {
      user: {
        [office.id('chief')]: office.id('keeper'),
        [office.id('above')]: office.id('above'),
        [office.id('keeper')]: office.id('keeper'),
      },
      role: { [role]: role },
      dept: { [dept]: dept },
    }
    const chosen = await design((await take({ ...old, format: 1 }, mapping)).version)
    expect(chosen.problems).toEqual([])
    expect(JSON.stringify(chosen.definition)).toContain(`"users":[${office.id('keeper')}]`)
  })
  test('who is not of this company cannot be chosen, and what is no file says so', async () => {
    expect((await refusal(take(file, { role: { [role]: 999_999 } }))).data).toEqual({ mapping: '所选角色不存在，请重新选择' })
    expect((await refusal(take({}))).data).toEqual({ content: expect.stringMatching(/^不是有效的流程文件：.+ 不正确$/) })
    expect((await refusal(take('nonsense'))).data).toEqual({ content: '不是有效的流程文件：不是由「导出流程文件」得到的内容' })
  })
})

test('what is reckoned is offered to nobody to type', async () => {
  const made = await begin({ name: '采购二', form: { template: 'purchase' } })
  await company.act('approvalVersion', 'publish', made.version)
  const { process } = await design(made.version)
  const apply = await office.call<ApplyForm>('sales', 'GET', '/api/v1/flow/apply', { flowKey: process.key })
  expect(apply.form.fields.find((f) => f.name === 'lines')?.columns?.find((x) => x.name === 'amount')?.times).toEqual(['price', 'quantity'])
})
