/** A delegated clerk, over the wire, against whoever is above him: accounts, roles, templates, departments, and whose voice counts in approvals. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bench, type Bench } from '#tests/house/people.ts'
import { idNo } from './company.ts'

type Someone = Awaited<ReturnType<Bench['person']>>
const CODES =
  `user user_add user_edit dept dept_add dept_edit vehicleList role role_add role_edit datatemplate datatemplate_edit datatemplate_delete
  approvalRoles approvalRoles_add approvalRoles_edit approvalRoles_delete approvalDeputies approvalDeputies_add approvalDeputies_edit
  approvalDeputies_delete approvalDeputies_cancel approvalCaseList approvalCaseList_handOver`.split(/\s+/)
const onStores = (mode: 'all' | 'ownStore') =>
  ['vehicleList', 'approvalCaseList'].map((resourceCode) => ({ resourceCode, rules: [{ rule: 'store', mode }] }))

let office: Bench
let own: number
let wide: number
let keeper: Someone
/** More pages, more rows of the same pages, and less than the clerk has. */
let pages: Someone
let rows: Someone
let weak: Someone
let weaker: Someone
beforeAll(async () => {
  office = await bench()
  own = await office.template('本门店', onStores('ownStore'))
  wide = await office.template('全部门店', onStores('all'))
  const stores = [office.stores[0]]
  keeper = await office.person('keeper', { stores, roles: [await office.role('账号管理', CODES, [own])] })
  pages = await office.person('pages', { stores, roles: [await office.role('财务主管', ['systemLog', 'billInfoList'])] })
  rows = await office.person('rows', { stores, roles: [await office.role('总部车管', ['vehicleList'], [wide])] })
  weak = await office.person('weak', { stores })
  weaker = await office.person('weaker', { stores })
})
afterAll(async () => {
  expect(office?.rig.faults).toEqual([])
  await office?.rig.close()
})

const versionOf = async (entity: string, id: number): Promise<number> =>
  ((await office.get(`${entity}/detail`, { id })).data as { version: number }).version
/** As the clerk, on what stands there now. */
const edits = async (entity: string, id: number, patch: object) =>
  office.post(`${entity}/edit`, { id, version: await versionOf(entity, id), ...patch }, keeper)
const acts = async (path: string, id: number) => office.post(path, { id, version: await versionOf(path.split('/')[0]!, id) }, keeper)
const refused = (words: string) => [403, expect.stringContaining(words)]

describe('a person above', () => {
  test.each<[string, () => Someone, object]>([
    ['the name of one who has more pages', () => pages, { name: '改名' }],
    ['the telephone, where codes for him go', () => pages, { mobile: '13711112222' }],
    ['the e-mail', () => pages, { email: 'thief@example.com' }],
    ['everything he may, by leaving him no role', () => pages, { roles: [] }],
    ['the telephone of one who sees more rows of the same page', () => rows, { mobile: '13711112222' }],
    ['his rows, by leaving him no role', () => rows, { roles: [] }],
  ])('is not changed in %s', async (_what, who, patch) => {
    const before = (await office.get('user/detail', { id: who().id })).data
    const answer = await edits('user', who().id, patch)
    expect([answer.status, answer.message]).toEqual(refused('权限超出您的权限'))
    expect((await office.get('user/detail', { id: who().id })).data).toEqual(before)
  })
  test('is nobody who has less: he is renamed, and given no more than the clerk has', async () => {
    expect((await edits('user', weak.id, { name: '小王', mobile: '13711113333' })).status).toBe(200)
    expect((await edits('user', weak.id, { roles: [await office.role('看车', ['vehicleList'], [wide])] })).status).toBe(403)
  })
  test('does not lead a department by the clerk’s hand, nor loses one; and the clerk never leads by his own', async () => {
    const { id } = await office.must('dept/add', { name: '二部', code: 'second', idx: 2 })
    expect((await edits('dept', id, { leader: weak.id })).status).toBe(200)
    for (const [leader, words] of [
      [keeper.id, '不能把自己设为部门负责人'],
      [pages.id, '权限超出您的权限'],
      [office.rig.admin.ctx.user.id, '权限超出您的权限'],
    ] as const) {
      const answer = await edits('dept', id, { leader })
      expect([answer.status, answer.message]).toEqual(refused(words))
      expect((await office.post('dept/add', { name: '三部', code: `d${leader}`, idx: 3, leader }, keeper)).message).toContain(words)
    }
    await office.must('dept/edit', { id, version: await versionOf('dept', id), leader: rows.id })
    for (const leader of [weak.id, null]) expect((await edits('dept', id, { leader })).status).toBe(403)
    expect((await edits('dept', id, { name: '二部（改）' })).status).toBe(200)
  })
})

describe('a place that is asked for its answer', () => {
  test('manager of a store: not himself, nobody above him in or out', async () => {
    const rows = [{ resourceCode: '*', rules: [{ rule: 'store', mode: 'ownStore' as const }] }]
    const codes = ['storeList', 'storeList_add', 'storeList_edit']
    const stores = office.stores.slice(0, 1)
    const clerk = await office.person('storeclerk', {
      stores,
      roles: [await office.role('门店资料', codes, [await office.template('本店', rows)])],
    })
    const [id] = stores as [number]
    const set = async (manager: number | null, who: Parameters<Bench['post']>[2] = clerk) =>
      office.post('store/edit', { id, version: await versionOf('store', id), manager }, who)
    const answer = await set(clerk.id)
    expect([answer.status, answer.message]).toEqual(refused('不能把自己设为店长'))
    expect((await set(pages.id)).message).toContain('权限超出您的权限')
    expect((await set(weak.id)).status).toBe(200)
    expect((await set(pages.id, office.rig.admin)).status).toBe(200)
    for (const manager of [weak.id, null]) expect((await set(manager)).status).toBe(403)
    expect((await set(null, office.rig.admin)).status).toBe(200)
  })
  test('a department above others: none is moved below one he leads, nor away from people above him', async () => {
    const dept = async (code: string, more: object = {}) =>
      (await office.must('dept/add', { name: code, code, idx: 9, ...more })).id as number
    const own = await dept('leads', { leader: keeper.id })
    const [plain, finance] = [await dept('plain'), await dept('finance')]
    expect((await edits('dept', plain, { parent: own })).message).toContain('您负责的部门之下')
    const boss = await office.person('financeboss', { roles: [await office.role('财务二', ['systemLog'])] })
    await office.must('user/edit', { id: boss.id, version: await versionOf('user', boss.id), dept: finance })
    expect((await edits('dept', finance, { parent: plain })).message).toContain('不能由您调整上级部门')
    expect((await edits('dept', plain, { parent: await dept('nobodys') })).status).toBe(200)
  })
})

describe('what is above', () => {
  test('a role that shows more rows than he sees is not his to rename or to narrow', async () => {
    const role = await office.role('巡店', ['vehicleList'], [wide])
    for (const patch of [{ name: '改名' }, { templates: [] }]) {
      const answer = await edits('role', role, patch)
      expect([answer.status, answer.message]).toEqual(refused('超出您的数据范围'))
    }
  })
  test('a role is not begun with a template that shows more than he sees, nor given one before it grants a page', async () => {
    const adds = (templates: number[]) => office.post('role/add', { code: `begun${templates[0] ?? 0}`, name: '新角色', templates }, keeper)
    const answer = await adds([wide])
    expect([answer.status, answer.message]).toEqual(refused('超出您的数据范围'))
    const { id } = (await adds([own])).data as { id: number }
    expect((await edits('role', id, { templates: [own, wide] })).message).toContain('超出您的数据范围')
    expect((await edits('role', id, { templates: [] })).status).toBe(200)
    expect((await adds([])).status).toBe(200)
    // Nor a person who has no role yet.
    const person = {
      username: 'begun',
      name: '新人',
      mobile: '13711114444',
      dept: office.dept,
      customerType: 'staff',
      stores: [office.stores[0]],
    }
    const added = await office.post('user/add', { ...person, templates: [wide] }, keeper)
    expect([added.status, added.message]).toEqual(refused('不能授予自己没有的数据权限'))
    const { id: begun } = (await office.post('user/add', { ...person, templates: [own] }, keeper)).data as { id: number }
    expect((await edits('user', begun, { templates: [own, wide] })).message).toContain('不能授予自己没有的数据权限')
    expect((await edits('user', begun, { templates: [] })).status).toBe(200)
  })
  test('rules of pages, and what a page opens, are administrators’: the code of a duty counts for nothing while duties are not divided', async () => {
    const codes = [
      'datatemplate',
      'datatemplate_add',
      'datatemplate_edit',
      'datatemplate_delete',
      'resource',
      'resource_delete',
      'menu_edit',
    ]
    const officer = await office.person('dutycode', { roles: [await office.role('安全管理员职责', [...codes, 'securityCenter_security'])] })
    const [rule] = (
      (await office.get('sysRuleResource/list', { resourceCode: 'vehicleList' })).data as { list: { id: number; version: number }[] }
    ).list
    const ask = async (path: string, input: object) => (await office.post(path, input, officer)).message
    expect(await ask('sysRuleResource/bulk/delete', { query: {} })).toContain('成功 0 条')
    expect(await ask('sysRuleResource/edit', { id: rule!.id, version: rule!.version, bound: false })).toContain('只有管理员可以修改')
    expect(await ask('resource/sort', { parentCode: null, codes: ['vehicleList'] })).toContain('只有管理员可以修改资源')
    expect(await ask('resource/delete', { code: 'vehicleList' })).toContain('只有管理员可以修改资源')
  })
  test('nobody makes himself another kind of user; a colleague’s he may change', async () => {
    const answer = await edits('user', keeper.id, { customerType: 'carrier' })
    expect([answer.status, answer.message]).toEqual(refused('不能修改自己的用户类型'))
    expect((await edits('user', keeper.id, { customerType: 'staff', remark: '同前' })).status).toBe(200)
    expect((await edits('user', weak.id, { customerType: 'driver' })).status).toBe(200)
    expect((await edits('user', weak.id, { customerType: 'staff' })).status).toBe(200)
  })
  test('a template wider than his rows is not narrowed, renamed or deleted by him; his own is', async () => {
    for (const patch of [{ entries: [] }, { entries: onStores('ownStore') }, { name: '改名' }]) {
      const answer = await edits('dataTemplate', wide, patch)
      expect([answer.status, answer.message]).toEqual(refused('超出您自己的数据范围'))
    }
    const unused = await office.template('备用', onStores('all'))
    const answer = await acts('dataTemplate/delete', unused)
    expect([answer.status, answer.message]).toEqual(refused('超出您自己的数据范围'))
    const narrow = await office.template('备用', onStores('ownStore'))
    expect((await edits('dataTemplate', narrow, { name: '改名' })).status).toBe(200)
    expect((await acts('dataTemplate/delete', narrow)).status).toBe(200)
  })
})

describe('an approval role', () => {
  let role: number
  beforeAll(async () => {
    role = (await office.must('approvalRole/add', { code: 'storeFinance', name: '门店财务' })).id
  })
  const adds = (values: object) =>
    office.post('approvalRoleMember/add', { role, reach: 'store', store: office.stores[0], ...values }, keeper)
  test('takes no member who is himself, nobody above him, and none for more than he sees', async () => {
    for (const [values, words] of [
      [{ user: keeper.id }, '不能把自己加入审批角色'],
      [{ user: pages.id }, '权限超出您的权限'],
      [{ user: office.rig.admin.ctx.user.id }, '权限超出您的权限'],
      [{ user: weak.id, reach: 'company', store: null }, '负责范围超出您的数据权限'],
      [{ user: weak.id, store: office.stores[1] }, '负责范围超出您的数据权限'],
      [{ user: weak.id, reach: 'region', store: null, region: '上海' }, '负责范围超出您的数据权限'],
    ] as const) {
      const answer = await adds(values)
      expect([answer.status, answer.message]).toEqual(refused(words))
    }
    const { id } = (await adds({ user: weak.id })).data as { id: number }
    for (const [patch, words] of [
      [{ user: keeper.id }, '不能把自己加入审批角色'],
      [{ user: rows.id }, '权限超出您的权限'],
      [{ reach: 'company', store: null }, '负责范围超出您的数据权限'],
    ] as const) {
      const answer = await edits('approvalRoleMember', id, patch)
      expect([answer.status, answer.message]).toEqual(refused(words))
    }
    expect((await edits('approvalRoleMember', id, { user: weaker.id })).status).toBe(200)
    expect((await acts('approvalRoleMember/delete', id)).status).toBe(200)
  })
  test('keeps a member above him, whatever he would put in his place', async () => {
    const { id } = await office.must('approvalRoleMember/add', { role, user: pages.id, reach: 'company' })
    expect((await edits('approvalRoleMember', id, { user: weak.id })).message).toContain('权限超出您的权限')
    expect((await acts('approvalRoleMember/delete', id)).message).toContain('权限超出您的权限')
  })
})

describe('somebody’s place', () => {
  let running = 0
  const set = (user: Someone | { id: number }, deputy: Someone | { id: number }, who: Parameters<Bench['post']>[2] = keeper) => {
    const day = `2030-01-${String(++running + 10)}`
    const window = { fromAt: `${day}T00:00:00.000Z`, toAt: `${day}T08:00:00.000Z`, reason: '休假' }
    return office.post('approvalDeputy/add', { user: user.id, deputy: deputy.id, ...window }, who)
  }
  test('is taken for a while by nobody who asks for it himself, and neither from nor by somebody above who asks', async () => {
    expect((await set(weak, keeper)).data).toEqual({ deputy: '不能把自己设为他人的代理人，请由委托人本人或另一位管理员设置' })
    expect((await set(pages, office.rig.admin.ctx.user, office.rig.admin)).data).toHaveProperty('deputy')
    for (const boss of [pages, rows]) {
      expect((await set(boss, weak)).data).toEqual({ user: '委托人的权限超出您的权限，请联系管理员' })
      expect((await set(weak, boss)).data).toEqual({ deputy: '代理人的权限超出您的权限，请联系管理员' })
    }
    const { id } = (await set(weak, weaker)).data as { id: number }
    expect((await edits('approvalDeputy', id, { deputy: keeper.id })).data).toHaveProperty('deputy')
    expect((await edits('approvalDeputy', id, { deputy: rows.id })).data).toHaveProperty('deputy')
    expect((await edits('approvalDeputy', id, { reason: '出差' })).status).toBe(200)
    expect((await acts('approvalDeputy/cancel', id)).status).toBe(200)
    // His own is his own to choose.
    expect((await set(keeper, pages)).status).toBe(200)
  })
  test('of somebody above is not freed of the deputy he chose', async () => {
    const { id } = (await set(pages, weak, office.rig.admin)).data as { id: number }
    for (const path of ['approvalDeputy/cancel', 'approvalDeputy/delete'])
      expect((await acts(path, id)).message).toContain('权限超出您的权限')
    expect((await edits('approvalDeputy', id, { reason: '改' })).data).toHaveProperty('user')
  })
  test('for good goes neither from nor to somebody above: not by rows alone, by rights', async () => {
    const over = async (from: Someone, to: Someone) =>
      office.post('workflow/handOverAll', { from: from.id, to: to.id, reason: '离职', replace: false }, keeper)
    for (const boss of [pages, rows]) {
      expect((await over(boss, weak)).data).toEqual({ from: '离职人员的权限超出您的权限，请联系管理员' })
      expect((await over(weak, boss)).data).toEqual({ to: '接手人员的权限超出您的权限，请联系管理员' })
    }
    const stored = await office.rig.db.read(office.rig.admin.ctx.user.operatorId, (db) =>
      db.selectFrom('approvalSuccessor').selectAll().execute(),
    )
    expect(stored).toEqual([])
    expect((await over(weak, weaker)).status).toBe(200)
  })
})

describe('the log of logins', () => {
  test('shows whoever reads the log his own, and those of the accounts he may see; names nobody has to who reads all of it', async () => {
    await office.login('nobody_at_all', 'x')
    const names = async (who: Someone): Promise<Set<string>> =>
      new Set(
        ((await office.get('/api/log/logins', { pageSize: 200 }, who)).data as { list: { username: string }[] }).list.map(
          (l) => l.username,
        ),
      )
    const plain = await office.person('plain', { roles: [await office.role('查日志', ['systemLog'])] })
    const ofAccounts = await office.person('accounts', { roles: [await office.role('查账号日志', ['systemLog', 'user'])] })
    const auditor = await office.person('auditor', { roles: [await office.role('审计', ['systemLog', 'systemLog_all'])] })
    expect(await names(plain)).toEqual(new Set(['plain']))
    const seen = await names(ofAccounts)
    expect([seen.has('keeper'), seen.has('accounts'), seen.has('nobody_at_all')]).toEqual([true, true, false])
    const all = await names(auditor)
    expect([all.has('keeper'), all.has('nobody_at_all')]).toEqual([true, true])
  })
})

describe('an account that is somebody by a record', () => {
  const idOf = async (entity: string, values: object): Promise<number> => (await office.must(`${entity}/add`, values)).id as number
  const account = (username: string, values: object = {}) => office.person(username, { stores: [office.stores[0]], ...values })
  const actions = ['user_resetPassword', 'user_disable', 'user_enable', 'user_kick', 'user_unlock', 'user_clearTotp', 'user_delete']
  let clerk: Someone
  /** Each with a page of its own, whose right the clerk lacks. */
  let identities: [string, Someone][]
  beforeAll(async () => {
    const codes = ['user', 'user_add', 'user_edit', ...actions]
    clerk = await account('accountclerk', { roles: [await office.role('只管账号', codes, [own])] })
    const [carrier, driver, provider, leader, manager, drawn, member, keeperOfSeal] = [
      await account('bycarrier', { customerType: 'carrier', carrier: true }),
      await account('bydriver', { customerType: 'driver' }),
      await account('byprovider', { customerType: 'supplier' }),
      await account('byleader'),
      await account('bymanager'),
      await account('bydrawing'),
      await account('bymember'),
      await account('byseal'),
    ]
    const store = office.stores[0]
    const write = (entity: string, id: number, field: string, user: number) =>
      office.rig.db.write(office.rig.admin.ctx.user.operatorId, (tx) =>
        tx
          .updateTable(entity as 'driver')
          .set({ [field]: user })
          .where('id', '=', id)
          .execute(),
      )
    await write('carrier', await idOf('carrier', { name: '云桥运输', store, payPlan: [] }), 'account', carrier.id)
    await write('provider', await idOf('provider', { name: '装卸队', store }), 'account', provider.id)
    const papers = { name: '王师傅', mobile: '13700001111', idNo: idNo(4_101), store }
    await write('driver', await idOf('driver', papers), 'user', driver.id)
    await idOf('dept', { name: '四部', code: 'fourth', idx: 4, leader: leader.id })
    await write('store', office.stores[1]!, 'manager', manager.id)
    await idOf('approvalProcess', { key: 'paying', name: '付款', category: 'other', act: 'rentReduction', managers: [drawn.id] })
    const role = await idOf('approvalRole', { code: 'paying', name: '付款审批' })
    await idOf('approvalRoleMember', { role, user: member.id, reach: 'company' })
    await idOf('signSeal', { name: '合同章', company: '测试租赁', keepers: [keeperOfSeal.id] })
    identities = [
      ['承运商', carrier],
      ['司机', driver],
      ['服务商', provider],
      ['部门', leader],
      ['门店', manager],
      ['审批流程', drawn],
      ['审批角色成员', member],
      ['印章', keeperOfSeal],
    ]
  })
  test('is above whoever may not look after that record, whatever he does to the account', async () => {
    for (const [label, who] of identities) {
      const before = await office.get('user/detail', { id: who.id })
      const version = (before.data as { version: number }).version
      const why = expect.stringContaining(`「${label}」`)
      const answers = [
        await office.post('userPassword/reset', { id: who.id }, clerk),
        await office.post('user/edit', { id: who.id, version, mobile: '13711112222' }, clerk),
        await office.post('user/edit', { id: who.id, version, name: '改名' }, clerk),
        await office.post('user/disable', { id: who.id, version }, clerk),
        await office.post('user/kick', { id: who.id, version }, clerk),
      ]
      expect(answers.map((answer) => [answer.status, answer.message])).toEqual([
        ...[403, 403, 403].map((status) => [status, why]),
        ...[422, 422].map((status) => [status, why]),
      ])
      expect((await office.get('user/detail', { id: who.id })).data).toEqual(before.data)
    }
  })
  test('keeps that when it is disabled: it is neither enabled nor deleted', async () => {
    const [, who] = identities[0]!
    await office.must('user/disable', { id: who.id, version: await versionOf('user', who.id) })
    const version = await versionOf('user', who.id)
    for (const path of ['user/enable', 'user/delete']) {
      const answer = await office.post(path, { id: who.id, version }, clerk)
      expect([path, answer.status >= 400, answer.message]).toEqual([path, true, expect.stringContaining('「承运商」')])
    }
    await office.must('user/enable', { id: who.id, version })
  })
  test('is nobody above for who looks after the record, unless it lies outside his rows', async () => {
    const codes = ['user', 'user_edit', 'user_resetPassword', 'carriersL', 'carriersL_edit', 'drivers']
    const rows = [...onStores('ownStore'), { resourceCode: '*', rules: [{ rule: 'store', mode: 'ownStore' as const }] }]
    const roles = [await office.role('承运商管理', codes, [await office.template('本门店全部', rows)])]
    const near = await account('nearclerk', { roles })
    const far = await account('farclerk', { roles, stores: [office.stores[1]] })
    const [, carrier] = identities[0]!
    const [, driver] = identities[1]!
    expect((await office.post('userPassword/reset', { id: carrier.id }, near)).status).toBe(200)
    expect((await office.post('userPassword/reset', { id: carrier.id }, far)).status).toBe(403)
    // Whoever sees drivers and may not change them.
    expect((await office.post('userPassword/reset', { id: driver.id }, near)).status).toBe(403)
    expect((await office.post('userPassword/reset', { id: driver.id }, office.rig.admin)).status).toBe(200)
  })
})
