/** Where a company holds the pages of people and departments to departments, they follow it in every way; colleagues can be chosen all the same. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readXlsx } from '#kit/excel/read.server.ts'
import { bench, type Bench } from '#tests/house/people.ts'

type Someone = Awaited<ReturnType<Bench['person']>>
let office: Bench
let below: number
let finance: number
let clerk: Someone
let accountant: Someone
const ROWS = [
  {
    resourceCode: '*',
    rules: [
      { rule: 'store', mode: 'all' as const },
      { rule: 'dept', mode: 'ownDeptTree' as const },
    ],
  },
]

/** 规则资源: whether the rule 部门 restricts this page. */
async function bind(resourceCode: string, bound: boolean): Promise<void> {
  const rowsOf = async (entity: string): Promise<Record<string, number>[]> =>
    (
      (await office.get(`${entity}/list`, entity === 'sysRuleName' ? {} : { resourceCode, pageSize: '200' })).data as {
        list: Record<string, number>[]
      }
    ).list
  const rule = (await rowsOf('sysRuleName')).find((row) => (row['code'] as unknown) === 'dept')!
  const pages = (await rowsOf('sysRuleResource')).filter((row) => (row['resourceCode'] as unknown) === resourceCode)
  const { id, version } = pages.find((row) => row['ruleName'] === rule['id'])!
  await office.must('sysRuleResource/edit', { id, version, bound })
}
const named = async (path: string, who: Someone, input: object = {}): Promise<string[]> => {
  const { data } = await office.get(path, { ...(path.endsWith('/list') ? { pageSize: '200' } : {}), ...input }, who)
  return (data as { list: { name?: string; label?: string }[] }).list.map((row) => row.name ?? row.label!).toSorted()
}

beforeAll(async () => {
  office = await bench()
  below = (await office.must('dept/add', { name: '测试一组', code: 'test1', idx: 1, parent: office.dept })).id
  finance = (await office.must('dept/add', { name: '财务部', code: 'finance', idx: 2 })).id
  const codes = ['user', 'user_add', 'user_edit', 'user_export', 'dept', 'dept_add', 'dept_edit']
  clerk = await office.person('peopleclerk', { roles: [await office.role('部门人事', codes, [await office.template('本部门', ROWS)])] })
  accountant = await office.person('accountant', { dept: finance })
  await office.person('belowclerk', { dept: below })
})
afterAll(async () => {
  expect(office?.rig.faults).toEqual([])
  await office?.rig.close()
})

test('as delivered a rule of departments restricts no page: whoever has the page sees everybody', async () => {
  expect(await named('user/list', clerk)).toContain('accountant')
  expect(await named('dept/list', clerk)).toContain('财务部')
})

test('bound, the page of people shows one’s own department and those below: list, detail, file, tree, search, changes', async () => {
  await bind('user', true)
  expect(await named('user/list', clerk)).toEqual(['belowclerk', 'peopleclerk'])
  expect(await named('user/list', clerk, { keyword: 'accountant' })).toEqual([])
  expect((await office.get('user/detail', { id: accountant.id }, clerk)).status).toBe(404)
  expect((await office.get('user/timeline', { id: accountant.id }, clerk)).status).toBe(404)
  const file = await office.post('user/export', { query: {}, columns: ['username', 'name'] }, clerk)
  const sheet = await readXlsx(file.bytes)
  expect(sheet.rows.flatMap((row) => row.cells).filter((cell) => cell === 'accountant' || cell === 'belowclerk')).toContain('belowclerk')
  expect(JSON.stringify(sheet.rows)).not.toContain('accountant')
  const tree = (await office.get('user/tree', {}, clerk)).data as { label: string }[]
  expect(tree.map(({ label }) => label)).toContain('财务部')
  const edited = await office.post('user/edit', { id: accountant.id, version: accountant.version, name: '改名' }, clerk)
  expect(edited.status).toBe(404)
})

test('and the page of departments shows the part of the tree that is his, which takes in what he adds to it', async () => {
  await bind('dept', true)
  expect(await named('dept/list', clerk)).toEqual(['测试一组', '测试部'])
  const trees = async (path: string) =>
    ((await office.get(path, {}, clerk)).data as { label: string }[]).map(({ label }) => label).toSorted()
  expect(await trees('dept/tree')).toEqual(['测试一组', '测试部'])
  expect(await trees('user/tree')).toEqual(['测试一组', '测试部'])
  expect((await office.get('dept/detail', { id: finance }, clerk)).status).toBe(404)
  const added = await office.post('dept/add', { name: '测试二组', code: 'test2', idx: 2, parent: office.dept }, clerk)
  expect([added.status, added.message]).toEqual([200, expect.any(String)])
  expect(await named('dept/list', clerk)).toEqual(['测试一组', '测试二组', '测试部'])
})

test('whoever asks a colleague of another department for something finds him', async () => {
  // Only his own pages refer to people: he chooses within them.
  expect(await named('user/options', clerk, { keyword: 'accountant' })).toEqual([])
  const rows = [await office.template('本部门二', ROWS)]
  const both = await office.person('bothclerk', {
    roles: [await office.role('客户与人事', ['user', 'dept', 'memberList', 'memberList_add'], rows)],
  })
  expect(await named('user/list', both)).not.toContain('accountant')
  expect(await named('user/options', both, { keyword: 'accountant' })).toEqual(['accountant'])
  // Approval, hand-over and copies have a list of colleagues of their own.
  expect(await named('workflow/people', clerk, { keyword: 'accountant' })).toEqual(['accountant'])
})
