/** The calls of spec §7 that no screen's own test makes: their parameters, and the fields they answer. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readXlsx } from '#kit/excel/read.server.ts'
import { bench, type Bench } from './people.ts'

let b: Bench
let clerk: Awaited<ReturnType<Bench['person']>>
beforeAll(async () => {
  b = await bench()
  const own = await b.template('本门店', [{ resourceCode: '*', rules: [{ rule: 'store', mode: 'ownStore' }] }])
  clerk = await b.person('reviewer', {
    stores: [b.stores[0]],
    roles: [await b.role('客服', ['evaluationList', 'evaluationList_export'], [own])],
  })
})
afterAll(async () => {
  expect(b?.rig.faults).toEqual([])
  await b?.rig.close()
})
const data = async <T>(path: string, input: object = {}, who?: Parameters<Bench['get']>[2]): Promise<T> => {
  const answer = await b.get(path, input, who)
  expect([answer.code, answer.message]).toEqual([200, expect.any(String)])
  return answer.data as T
}

describe('GET /api/auth/resources', () => {
  interface Node {
    resourceCode: string
    resourceTypeCode: string
    funcItemList: Node[]
  }
  const flat = (nodes: readonly Node[]): Node[] => nodes.flatMap((n) => [n, ...flat(n.funcItemList ?? [])])

  test('answers the resources somebody was given, with the fields of the contract, and no others', async () => {
    const rows = await data<Node[]>('/api/auth/resources', {}, clerk)
    const page = flat(rows).find((r) => r.resourceCode === 'evaluationList')
    expect(page).toEqual({
      resourceCode: 'evaluationList',
      parentCode: 'transportMenu',
      resourceTypeCode: 'menu_item',
      resourceName: '评价列表',
      path: '/transport/evaluationList',
      icon: 'star',
      idx: expect.any(Number),
      authUrls: expect.any(Array),
      resourceDesc: expect.toSatisfy((v) => v === null || typeof v === 'string'),
      permissionControlled: expect.any(Boolean),
      funcItemList: [
        expect.objectContaining({
          resourceCode: 'evaluationList_export',
          operatorCode: 'evaluationList_export',
          operatorName: '导出',
          funcItemList: [],
        }),
      ],
    })
    expect(flat(rows).map((r) => r.resourceCode)).not.toContain('vehicleList')
  })
  test('the administrator has them all, of the three types', async () => {
    const all = flat(await data<Node[]>('/api/auth/resources'))
    expect(new Set(all.map((r) => r.resourceTypeCode)).size).toBe(3)
    expect(all.length).toBeGreaterThan(300)
  })
})

describe('/api/metadata/findByGroupCode', () => {
  test('gives the items of a group in their order, disabled ones marked, by GET and by POST', async () => {
    const group = await b.must('dictGroup/add', { code: 'walkGroup', name: '临时分组' })
    for (const [i, name] of ['甲', '乙'].entries())
      await b.must('dictItem/add', {
        dictGroup: group.id,
        value: `v${i}`,
        name,
        color: i ? 'default' : 'green',
        idx: 2 - i,
        enabled: i === 0,
      })
    const expected = [
      { itemCode: 'v1', itemName: '乙', color: 'default', disabled: true },
      { itemCode: 'v0', itemName: '甲', color: 'green', disabled: false },
    ]
    expect(await data('/api/metadata/findByGroupCode', { groupCode: 'walkGroup' })).toEqual(expected)
    expect((await b.post('/api/metadata/findByGroupCode', { groupCode: 'walkGroup' })).data).toEqual(expected)
    expect(await b.get('/api/metadata/findByGroupCode', { groupCode: 'nobodyKnows' })).toMatchObject({
      status: 404,
      message: '没有编码为「nobodyKnows」的字典分组，请在字典管理中核对编码',
    })
    expect(await b.get('/api/metadata/findByGroupCode')).toMatchObject({ status: 400, data: { groupCode: '缺少 groupCode' } })
  })
})

describe('rules of data permission', () => {
  test('sysRuleName: added, changed, listed, taken away; a changed row refuses who has the old one', async () => {
    const { id, version } = await b.must('sysRuleName/add', { code: 'walkRule', name: '按门店', dimension: 'store' })
    expect(await data('sysRuleName/list', { code: 'walkRule' })).toMatchObject({
      total: 1,
      list: [{ id, code: 'walkRule', name: '按门店', dimension: 'store' }],
    })
    await b.must('sysRuleName/edit', { id, version, name: '按所属门店' })
    expect(await b.post('sysRuleName/delete', { id, version })).toMatchObject({ status: 409, code: 409 })
    expect((await b.post('sysRuleName/add', { code: 'walkRule', name: '重复', dimension: 'store' })).message).toContain('该规则编码已存在')
    await b.must('sysRuleName/delete', { id, version: version + 1 })
    expect(await data('sysRuleName/list', { code: 'walkRule' })).toMatchObject({ total: 0 })
  })
  test('sysRuleData/dropDownL: the values of a rule are the rows of its dimension', async () => {
    expect(await data('sysRuleData/dropDownL', { ruleCode: 'store' })).toEqual(
      expect.arrayContaining(b.stores.map((value) => ({ value, label: expect.stringMatching(/店$/) }))),
    )
    expect((await b.get('sysRuleData/dropDownL', { ruleCode: 'nothing' })).status).toBe(404)
    expect((await b.get('sysRuleData/dropDownL', { ruleCode: 'store' }, clerk)).status).toBe(403)
  })
})

describe('order reviews', () => {
  const review = (n: number, store: number) => ({
    orderNo: `D${String(n).padStart(3, '0')}`,
    reviewer: '欧阳明',
    mobile: '13812345678',
    score: (n % 5) + 1,
    content: '=准时',
    reviewedAt: `2026-05-0${n + 1}T02:00:00.000Z`,
    store,
  })
  beforeAll(async () => {
    for (let n = 0; n < 5; n++) await b.must('orderReview/add', review(n, b.stores[n % 2]!))
  })

  test('comment/queryListWithPage: pages, filters, newest first, personal data masked', async () => {
    const first = await data<{ list: { orderNo: string }[] }>('/api/v1/comment/queryListWithPage', { pageNo: 1, pageSize: 2 })
    expect(first).toMatchObject({ total: 5, pageNo: 1, pageSize: 2, list: [{ orderNo: 'D004' }, { orderNo: 'D003' }] })
    expect(await data('/api/v1/comment/queryListWithPage', { pageNo: 3, pageSize: 2 })).toMatchObject({ list: [{ orderNo: 'D000' }] })
    expect(await data('/api/v1/comment/queryListWithPage', { score: 2 })).toMatchObject({ total: 1, list: [{ orderNo: 'D001', score: 2 }] })
    // Text is found by a part of it, as in every list.
    expect(await data('/api/v1/comment/queryListWithPage', { orderNo: 'd00' })).toMatchObject({ total: 5 })
    expect(await data('/api/v1/comment/queryListWithPage', { orderNo: '%' })).toMatchObject({ total: 0 })
    expect(JSON.stringify(first)).not.toMatch(/欧阳明|13812345678/)
  })
  test('shows somebody the reviews of his own store, in the list and in the sheet', async () => {
    expect(await data('/api/v1/comment/queryListWithPage', {}, clerk)).toMatchObject({
      total: 3,
      list: [{ orderNo: 'D004' }, { orderNo: 'D002' }, { orderNo: 'D000' }],
    })
    const sheet = async (who?: typeof clerk): Promise<string[]> =>
      (await readXlsx((await b.get('/api/v1/comment/export', {}, who)).bytes)).rows.slice(1).map((row) => String(row.cells[0]))
    expect((await sheet(clerk)).filter((no) => no.startsWith('D'))).toEqual(['D004', 'D002', 'D000'])
    expect((await sheet()).filter((no) => no.startsWith('D'))).toEqual(['D004', 'D003', 'D002', 'D001', 'D000'])
  })
  test('refuses a page of a billion and a score of six, each with a sentence', async () => {
    for (const query of [{ pageSize: 1e9 }, { score: 6 }, { pageNo: 0 }, { nonsense: 1 }]) {
      expect(await b.get('/api/v1/comment/queryListWithPage', query)).toMatchObject({
        status: 400,
        message: expect.stringMatching(/[一-龥]/),
      })
    }
  })
})

describe('figures the console polls', () => {
  test('projectTask/total counts what it lists; assign/total says the same number of tasks', async () => {
    const all = await data<Record<string, unknown[]> & { total: number; unapprovedCount: number; undistributedTaskCount: number }>(
      '/api/v1/projectTask/total',
    )
    expect(all.unapprovedCount).toBe(all['unapprovedTaskList']!.length)
    expect(all.total).toBe(all.unapprovedCount + all['reminderList']!.length + all['vehicleRevenueWarnVoList']!.length)
    expect(await data('/api/v1/project/projectask/assign/total', { anything: 1 })).toEqual({
      undistributedTaskCount: all.undistributedTaskCount,
    })
  })
})
