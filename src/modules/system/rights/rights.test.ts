/** Who may what, through the HTTP edge: the invariants P1, P4, P5, P6 of the domain notes, and journey J16. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seedOperator } from '../seed.server.ts'
import { newestRelease } from '../settings/site.server.ts'
import { forSaving } from './template.ts'
import { bench, type Bench } from '#tests/house/people.ts'

type Someone = Awaited<ReturnType<Bench['person']>>

let b: Bench
let operatorId: number
beforeAll(async () => {
  b = await bench()
  operatorId = b.rig.admin.ctx.user.operatorId
})
afterAll(async () => {
  // A refusal is no fault: nothing below may have been answered with 500.
  expect(b?.rig.faults).toEqual([])
  await b?.rig.close()
})

const onStore = (mode: 'all' | 'ownStore' | 'custom', ...values: number[]) => [
  { resourceCode: '*', rules: [{ rule: 'store', mode, ...(values.length ? { values } : {}) }] },
]

describe('a delegated administrator', () => {
  const CODES = [
    'user',
    'user_add',
    'user_edit',
    'user_resetPassword',
    'user_disable',
    'user_kick',
    'user_whyNot',
    'role',
    'role_add',
    'role_edit',
    'role_grant',
    'role_enable',
    'datatemplate',
    'datatemplate_add',
    'datatemplate_edit',
    'datatemplate_preview',
    'dept',
    'dept_add',
    'dept_edit',
    'storeList',
    'vehicleList',
  ]
  let lead: Someone
  let ownRole: number
  let ownTemplate: number
  let wide: number
  let strong: number
  let staff: number
  beforeAll(async () => {
    ownTemplate = await b.template('本门店', onStore('ownStore'))
    wide = await b.template('全部', onStore('all'))
    ownRole = await b.role('店长', CODES, [ownTemplate])
    staff = await b.role('店员', ['vehicleList'], [ownTemplate])
    strong = await b.role('财务', ['systemLog'])
    lead = await b.person('lead', { stores: [b.stores[0]], roles: [ownRole] })
  })
  const colleague = (values: object) => ({
    username: `c${Math.floor(Math.random() * 1e9)}`,
    name: '同事',
    mobile: '13912345678',
    dept: b.dept,
    customerType: 'staff',
    ...values,
  })

  it('makes colleagues of his own store with no more than he has', async () => {
    const made = await b.post('user/add', colleague({ stores: [b.stores[0]], roles: [staff] }), lead)
    expect(made.code, made.message).toBe(200)
  })
  it.each<[string, () => object]>([
    ['a role with pages he lacks', () => ({ roles: [strong] })],
    ['a template that shows all stores', () => ({ roles: [staff], templates: [wide] })],
    ['another store', () => ({ roles: [staff], stores: [b.stores[1]] })],
  ])('cannot give a new colleague %s', async (_title, values) => {
    const refused = await b.post('user/add', colleague({ stores: [b.stores[0]], ...values() }), lead)
    expect(refused.code, refused.message).not.toBe(200)
    expect([400, 403]).toContain(refused.status)
  })
  it('cannot change his own rights', async () => {
    expect((await b.post('user/edit', { id: lead.id, version: lead.version, templates: [ownTemplate] }, lead)).status).toBe(403)
  })
  it('cannot touch an administrator', async () => {
    const admin = b.rig.admin.ctx.user.id
    expect((await b.post('userPassword/reset', { id: admin }, lead)).status).toBe(403)
    expect((await b.post('user/edit', { id: admin, version: 1, name: '改名' }, lead)).status).toBe(403)
    for (const action of ['disable', 'kick']) {
      const refused = await b.post(`user/${action}`, { id: admin, version: 1 }, lead)
      expect(refused.code).not.toBe(200)
    }
  })
  it('cannot become somebody stronger by resetting his password', async () => {
    const { id } = await b.must('user/add', colleague({ roles: [strong] }))
    const refused = await b.post('userPassword/reset', { id }, lead)
    expect([refused.status, refused.message]).toEqual([403, '该用户的权限比您的多，不能由您重置密码；请由管理员重置'])
  })
  it('cannot write a template wider than his own rows, a narrower one he can', async () => {
    expect((await b.post('dataTemplate/add', { name: '偷看', entries: onStore('all') }, lead)).status).toBe(403)
    expect((await b.post('dataTemplate/add', { name: '别店', entries: onStore('custom', b.stores[1]!) }, lead)).status).toBe(403)
    // The default stands for pages he lacks, too.
    expect((await b.post('dataTemplate/add', { name: '本店', entries: onStore('custom', b.stores[0]!) }, lead)).message).toMatch(
      /超出您自己的数据范围/,
    )
    const entries = ['vehicleList', 'storeList'].map((resourceCode) => ({ resourceCode, rules: onStore('custom', b.stores[0]!)[0]!.rules }))
    expect((await b.post('dataTemplate/add', { name: '本店', entries }, lead)).code).toBe(200)
  })
  it('cannot put a wide template on a role, nor pages on a role with one', async () => {
    const role = (await b.get('role/detail', { id: staff })).data as { version: number }
    expect((await b.post('role/edit', { id: staff, version: role.version, templates: [wide] }, lead)).status).toBe(403)
    const open = await b.role('巡店', [], [wide])
    expect((await b.post('roleGrant/save', { id: open, codes: ['vehicleList'] }, lead)).status).toBe(403)
  })
  it('cannot grant or take back what he lacks', async () => {
    expect((await b.post('roleGrant/save', { id: staff, codes: ['vehicleList', 'systemLog'] }, lead)).status).toBe(403)
    expect((await b.post('roleGrant/save', { id: strong, codes: [] }, lead)).status).toBe(403)
  })
  it('cannot switch a rule off, for it hides rows from himself too', async () => {
    const bound = ((await b.get('sysRuleResource/list', { bound: 'true' })).data as { list: { id: number; version: number }[] }).list[0]!
    expect((await b.post('sysRuleResource/edit', { id: bound.id, version: bound.version, bound: false }, lead)).status).toBe(403)
    const name = ((await b.get('sysRuleName/list')).data as { list: { id: number; version: number }[] }).list[0]!
    expect((await b.post('sysRuleName/edit', { id: name.id, version: name.version, enabled: false }, lead)).status).toBe(403)
  })
  it('cannot widen his department by moving others below it', async () => {
    const other = await b.must('dept/add', { name: '别的部', code: 'other', idx: 2 })
    expect((await b.post('dept/edit', { id: other.id, version: other.version, parent: b.dept }, lead)).status).toBe(403)
  })
  it('previews a template only for what he may see himself', async () => {
    const answer = await b.post('dataTemplate/preview', { userId: lead.id, entries: onStore('all') }, lead)
    const line = (answer.data as { lines: { code: string; total: number }[] }).lines.find((l) => l.code === 'storeList')
    expect(line?.total).toBe(1)
  })
})

describe('rights that change', () => {
  it('hold for the next call, and a call without its code is refused whatever the page shows', async () => {
    const role = await b.role('看车', ['vehicleList', 'vehicleList_export'], [await b.template('全', onStore('all'))])
    const reader = await b.person('reader', { roles: [role] })
    expect((await b.get('vehicle/list', {}, reader)).code).toBe(200)
    expect((await b.post('vehicle/add', { plateNo: '沪A12345' }, reader)).status).toBe(403)
    await b.must('roleGrant/save', { id: role, codes: [] })
    expect((await b.get('vehicle/list', {}, reader)).status).toBe(403)
  })
  it('end every session of somebody disabled or deleted', async () => {
    const gone = await b.person('gone', {})
    expect((await b.get('session/me', {}, gone)).code).toBe(200)
    const disabled = await b.must('user/disable', { id: gone.id, version: gone.version })
    expect((await b.get('session/me', {}, gone)).status).toBe(401)
    expect((await b.login('gone', gone.password)).text).toContain('账号已停用')
    await b.must('user/delete', { id: gone.id, version: disabled.version })
    expect((await b.login('gone', gone.password)).text).toContain('用户名或密码错误')
  })
  it('kick shows in the list of sessions and empties it', async () => {
    const busy = await b.person('busy', {})
    expect(((await b.get('userAccess/sessions', { id: busy.id })).data as unknown[]).length).toBe(1)
    await b.must('user/kick', { id: busy.id, version: busy.version })
    expect((await b.get('userAccess/sessions', { id: busy.id })).data).toEqual([])
  })
  it('open a call that an administrator added to a page’s authUrls', async () => {
    const role = await b.role('日志员', ['dictionary'], [])
    const clerk = await b.person('clerk', { roles: [role] })
    expect((await b.get('parameter/list', {}, clerk)).status).toBe(403)
    const tree = (await b.get('resource/tree')).data as Record<string, unknown>[]
    const { code, parentCode, name, icon, idx, hidden, permissionControlled } = tree.find((r) => r['code'] === 'dictionary')!
    const edit = { code, parentCode, name, icon, idx, hidden, permissionControlled }
    expect((await b.post('resource/edit', { ...edit, authUrls: ['/api/v1/parameter/list'] })).status).toBe(400)
    await b.must('resource/edit', { ...edit, authUrls: ['GET /api/v1/parameter/list'] })
    expect((await b.get('parameter/list', {}, clerk)).code).toBe(200)
  })
  it('hide a part of the product that the company does not use, from everybody and with all its pages', async () => {
    const codes = async (): Promise<string> =>
      JSON.stringify((await b.rig.send({ method: 'GET', path: '/api/auth/resources' }, {}, b.rig.admin)).data)
    expect(await codes()).toContain('"oilCardInfo"')
    const tree = (await b.get('resource/tree')).data as Record<string, unknown>[]
    const menu = tree.find((r) => r['code'] === tree.find((one) => one['code'] === 'oilCardInfo')!['parentCode'])!
    const { code, parentCode, name, icon, idx, permissionControlled } = menu
    const edit = { code, parentCode, name, icon, idx, permissionControlled }
    await b.must('resource/edit', { ...edit, hidden: true })
    expect(await codes()).not.toContain('"oilCardInfo"')
    expect(await codes()).not.toContain(`"${String(code)}"`)
    await b.must('resource/edit', { ...edit, hidden: false })
    expect(await codes()).toContain('"oilCardInfo"')
  })
})

describe('J16', () => {
  it('stores of one page do not widen another, and an entry taken out shows nothing', async () => {
    const bills = await b.template('本店账单', [
      { resourceCode: 'storeList', rules: [{ rule: 'store', mode: 'custom', values: [b.stores[0]!] }] },
    ])
    const cars = await b.template('全部车辆', [{ resourceCode: 'vehicleList', rules: [{ rule: 'store', mode: 'all' }] }])
    const roles = [await b.role('门店财务', ['storeList', 'storeList_export'], [bills]), await b.role('车管', ['vehicleList'], [cars])]
    const both = await b.person('both', { roles })
    const seen = async () => ((await b.get('store/list', {}, both)).data as { list: { id: number }[] }).list.map((row) => row.id)
    expect(await seen()).toEqual([b.stores[0]])
    expect((await b.get('store/detail', { id: b.stores[1] }, both)).status).toBe(404)
    expect(((await b.get('userAccess/explain', { id: both.id, code: 'vehicleList' })).data as { lines: string[] }).lines.at(-1)).toBe(
      '数据范围：全部数据',
    )
    const stored = (await b.get('dataTemplate/detail', { id: bills })).data as { version: number }
    await b.must('dataTemplate/edit', { id: bills, version: stored.version, entries: forSaving([]) })
    expect(await seen()).toEqual([])
    expect(
      (await b.get('userAccess/explain', { id: both.id, code: 'systemLog' })).data as { visible: boolean; lines: string[] },
    ).toMatchObject({ visible: false })
  })
})

describe('before a new user is saved', () => {
  const gaps = async (asked: Record<string, string>): Promise<string[]> =>
    ((await b.get('userAccess/gaps', asked)).data as { lines: string[] }).lines
  it('what he would not see is said by the rules that decide it', async () => {
    expect(await gaps({})).toEqual(['没有选择角色：登录后看不到任何菜单'])
    const own = await b.template('只看本门店', [{ resourceCode: '*', rules: [{ rule: 'store', mode: 'ownStore' }] }])
    const blind = await b.role('无模板', ['storeList'])
    const clerk = await b.role('有模板', ['storeList'], [own])
    expect(await gaps({ roles: String(blind) })).toEqual(['用户和所选角色都没有数据权限模板，看不到其中任何数据的页面：「门店列表」'])
    expect(await gaps({ roles: `${blind},${clerk}` })).toEqual(['没有选择所属门店，而数据权限是本门店，看不到任何数据的页面：「门店列表」'])
    expect(await gaps({ roles: String(clerk), stores: String(b.stores[0]) })).toEqual([])
    // As it was said, so it is.
    const somebody = await b.person('withoutStore', { roles: [clerk] })
    expect(((await b.get('store/list', {}, somebody)).data as { total: number }).total).toBe(0)
  })
  it('is refused to whoever may not add users, and for numbers that are none', async () => {
    expect((await b.get('userAccess/gaps', {}, await b.person('noKeeper', {}))).status).toBe(403)
    expect((await b.get('userAccess/gaps', { roles: '1,x' })).status).toBe(400)
  })
})

describe('a rule of every dimension', () => {
  const bind = async (resourceCode: string, rule: string): Promise<Awaited<ReturnType<Bench['post']>>> => {
    const { id: ruleName } = ((await b.get('sysRuleName/list', { code: rule })).data as { list: { id: number }[] }).list[0]!
    const bound = (
      (await b.get('sysRuleResource/list', { resourceCode, ruleName: String(ruleName) })).data as {
        list: { id: number; version: number }[]
      }
    ).list[0]
    return bound
      ? b.post('sysRuleResource/edit', { id: bound.id, version: bound.version, bound: true })
      : b.post('sysRuleResource/add', { resourceCode, ruleName, bound: true })
  }
  let far: number
  let partner: number
  let seller: Someone
  beforeAll(async () => {
    for (const dimension of ['region', 'operator'])
      await b.must('sysRuleName/add', { code: dimension, name: dimension === 'region' ? '区域' : '运营商', dimension })
    far = (await b.must('store/add', { name: '杭州店', code: 'HZ', city: '杭州' })).id as number
    partner = (await b.must('channel/add', { name: '城配联盟' })).id as number
    seller = await b.person('seller', {})
  })

  it('shows the rows it names, in lists and pickers, and says so by their names', async () => {
    for (const [page, rule] of [
      ['storeList', 'region'],
      ['memberList', 'channel'],
      ['memberList', 'owner'],
      ['memberList', 'operator'],
    ] as const)
      expect(await bind(page, rule)).toMatchObject({ code: 200 })
    const rules = (...list: [string, 'all' | 'custom', (number | string)[]?][]) =>
      list.map(([rule, mode, values]) => ({ rule, mode, ...(values ? { values } : {}) }))
    const template = await b.template('每种规则', [
      { resourceCode: 'storeList', rules: rules(['store', 'all'], ['region', 'custom', ['杭州']]) },
      {
        resourceCode: 'memberList',
        rules: rules(['store', 'custom', [far]], ['channel', 'custom', [partner]], ['owner', 'custom', [seller.id]], ['operator', 'all']),
      },
    ])
    const reader = await b.person('every', { roles: [await b.role('每种', ['storeList', 'memberList'], [template])] })
    const lessee = (name: string, values: object) =>
      b.must('lessee/add', {
        kind: 'company',
        name,
        creditCode: '91310000MA1K30PE0E',
        mobile: '13812345678',
        store: far,
        owner: seller.id,
        channel: partner,
        ...values,
      })
    await lessee('看得见', {})
    await lessee('别的门店', { store: b.stores[0], creditCode: '91330106MA27XHF48Y' })
    await lessee('没有渠道', { channel: null, creditCode: '91320505MA1MYK6M7G' })
    const names = async (path: string): Promise<string[]> =>
      ((await b.get(path, {}, reader)).data as { list: { name?: string; label?: string }[] }).list.map((row) => (row.name ?? row.label)!)
    expect(await names('store/list')).toEqual(['杭州店'])
    expect(await names('store/options')).toEqual(['杭州店'])
    expect(await names('lessee/list')).toEqual(['看得见'])
    const said = async (code: string): Promise<string> =>
      ((await b.get('userAccess/explain', { id: reader.id, code })).data as { lines: string[] }).lines.at(-1)!
    expect(await said('storeList')).toBe('数据范围：门店：杭州店')
    expect(await said('memberList')).toMatch(/^数据范围：(?=.*渠道：城配联盟)(?=.*业务员\/创建人：seller)(?=.*门店：杭州店)/)
  })
  it('follows a store that moves to another city at once', async () => {
    const template = await b.template('苏州', [
      {
        resourceCode: 'storeList',
        rules: [
          { rule: 'store', mode: 'all' },
          { rule: 'region', mode: 'custom', values: ['上海'] },
        ],
      },
    ])
    const reader = await b.person('mover', { roles: [await b.role('苏州', ['storeList'], [template])] })
    const total = async (): Promise<number> => ((await b.get('store/list', {}, reader)).data as { total: number }).total
    const before = await total()
    const { version } = (await b.get('store/detail', { id: far })).data as { version: number }
    await b.must('store/edit', { id: far, version, city: '上海' })
    expect(await total()).toBe(before + 1)
    await b.must('store/edit', { id: far, version: version + 1, city: '杭州' })
  })
  it('is refused for a page whose rows know nothing of it: it would seem to restrict them', async () => {
    for (const [page, rule] of [
      ['vehicleList', 'channel'],
      ['channelList', 'region'],
      ['homePage', 'store'],
    ] as const) {
      const refused = await bind(page, rule)
      expect([refused.status, JSON.stringify(refused.data)], page).toEqual([400, expect.stringContaining('不能用此规则限制') as string])
    }
  })
  it.each([
    ['a city without a store', ['火星']],
    ['an id', [1]],
  ])('takes for a region only what stores say, not %s', async (_title, values) => {
    const refused = await b.post('dataTemplate/add', {
      name: '坏区域',
      entries: [{ resourceCode: '*', rules: [{ rule: 'region', mode: 'custom', values }] }],
    })
    expect(refused.status).toBe(400)
  })
  it('of a queue page is what the empty queue names', async () => {
    const queue = await b.template('预备', [{ resourceCode: 'preVehicleList', rules: [{ rule: 'store', mode: 'custom', values: [far] }] }])
    const reader = await b.person('queuer', { roles: [await b.role('预备', ['preVehicleList'], [queue])] })
    expect((await b.get('vehicle/list', { view: 'preVehicleList' }, reader)).data).toMatchObject({ total: 0, scopeNote: '门店：杭州店' })
  })
})

describe('templates', () => {
  it.each<[string, unknown]>([
    ['no list', {}],
    ['an unknown mode', [{ resourceCode: '*', rules: [{ rule: 'store', mode: 'everything' }] }]],
    ['a mode of another dimension', [{ resourceCode: '*', rules: [{ rule: 'store', mode: 'ownDept' }] }]],
    ['指定 without a value', [{ resourceCode: '*', rules: [{ rule: 'store', mode: 'custom', values: [] }] }]],
    ['a store that is not there', [{ resourceCode: '*', rules: [{ rule: 'store', mode: 'custom', values: [999_999] }] }]],
    ['a rule that is not there', [{ resourceCode: '*', rules: [{ rule: 'moon', mode: 'all' }] }]],
    [
      'one page twice',
      [
        { resourceCode: '*', rules: [] },
        { resourceCode: '*', rules: [] },
      ],
    ],
    ['an unknown key', [{ resourceCode: '*', rules: [], sql: '1=1' }]],
  ])('with %s are refused with a sentence', async (_title, entries) => {
    const refused = await b.post('dataTemplate/add', { name: `坏${Math.random()}`, entries })
    expect(refused.status).toBe(400)
    expect(refused.message).toMatch(/[\u4e00-\u9fff]/)
  })
})

describe('resources', () => {
  const add = { code: 'own_page', type: 'menu_item', name: '自建页面', parentCode: 'systemMenu', path: '/own/page' }
  it('of the program cannot be deleted, own ones can, after what is below them', async () => {
    expect((await b.post('resource/delete', { code: 'user' })).status).toBe(422)
    await b.must('resource/add', add)
    await b.must('resource/add', { code: 'own_page_do', type: 'function', name: '办理', parentCode: 'own_page' })
    expect((await b.post('resource/delete', { code: 'own_page' })).message).toBe('请先删除下级资源')
    await b.must('resource/delete', { code: 'own_page_do' })
    await b.must('resource/delete', { code: 'own_page' })
  })
  it.each<[string, object, number]>([
    ['a code twice', { ...add, code: 'user' }, 400],
    ['a parent that is not there', { ...add, parentCode: 'nowhere' }, 400],
    ['something below a button', { ...add, parentCode: 'user_add' }, 400],
    ['a path without slash', { ...add, path: 'own' }, 400],
  ])('refuse %s', async (_title, input, status) => expect((await b.post('resource/add', input)).status).toBe(status))
  it('are taken by the names they are answered by: what was read can be sent back', async () => {
    const { code, name, type, ...rest } = add
    const asRead = { ...rest, resourceCode: code, resourceName: name, resourceTypeCode: type, resourceDesc: '说明' }
    await b.must('resource/add', asRead)
    interface Read {
      resourceCode: string
      resourceName: string
      parentCode: string
      path: string
      resourceDesc: string
      funcItemList?: Read[]
    }
    const flat = (nodes: readonly Read[]): Read[] => nodes.flatMap((node) => [node, ...flat(node.funcItemList ?? [])])
    const read = async () =>
      flat((await b.rig.send({ method: 'GET', path: '/api/auth/resources' }, {}, b.rig.admin)).data as Read[]).find(
        (r) => r.resourceCode === code,
      )
    expect(await read()).toBeDefined()
    const { resourceCode, parentCode, path, resourceDesc } = (await read())!
    await b.must('resource/edit', { resourceCode, parentCode, path, resourceDesc, resourceName: '改过的页面' })
    expect(await read()).toMatchObject({ resourceName: '改过的页面', resourceDesc: '说明' })
    // One thing under two names, or a name that is none, is still refused.
    expect((await b.post('resource/edit', { resourceCode, parentCode, path, resourceName: '页面', title: '页面' })).status).toBe(400)
    await b.must('resource/delete', { resourceCode })
    expect(await read()).toBeUndefined()
  })
  it('cannot be moved below themselves, and keep the order they are given', async () => {
    expect((await b.post('resource/sort', { parentCode: 'user', codes: ['systemMenu'] })).status).toBe(400)
    await b.must('resource/sort', { parentCode: 'systemMenu', codes: ['role', 'user'] })
    const tree = (await b.get('resource/tree')).data as { code: string; idx: number }[]
    const at = (code: string) => tree.find((r) => r.code === code)!.idx
    expect(at('role')).toBeLessThan(at('user'))
  })
})

describe('accounts', () => {
  it('start with an initial password that has to be changed', async () => {
    const { id } = await b.must('user/add', {
      username: 'newbie',
      name: '新人',
      mobile: '13712345678',
      dept: b.dept,
      customerType: 'staff',
    })
    const { password } = await b.must('userPassword/reset', { id })
    expect(JSON.parse((await b.login('newbie', password)).text)).toMatchObject({ isFirst: true })
  })
  it('have to change a password older than the parameter allows', async () => {
    const old = await b.person('oldie', {})
    const isFirst = async () => (JSON.parse((await b.login('oldie', old.password)).text) as { isFirst: boolean }).isFirst
    await b.rig.db.write(operatorId, (tx) =>
      tx.updateTable('credential').set({ changedAt: '2020-01-01T00:00:00.000Z' }).where('userId', '=', old.id).execute(),
    )
    expect(await isFirst()).toBe(false)
    await b.must('parameter/save', { values: { passwordMaxDays: 90 } })
    expect(await isFirst()).toBe(true)
    const token = (JSON.parse((await b.login('oldie', old.password)).text) as { access_token: string }).access_token
    const me = await b.get('session/me', {}, { ...old, authorization: `bearer ${token}` })
    expect(me.data).toMatchObject({ isFirst: true })
    await b.must('parameter/save', { values: { passwordMaxDays: 0 } })
  })
  it('keep one Alipay account each', async () => {
    const [one, two] = [await b.person('one', {}), await b.person('two', {})]
    const bind = (input: object, who: Someone) => b.post('alipayWeb/saveAliPayUserId', input, who)
    expect((await bind({ userId: '2088102146225135' }, one)).code).toBe(200)
    expect((await bind({ userId: '2088102146225135' }, one)).code).toBe(200)
    expect((await bind({ userId: '2088102146225135' }, two)).status).toBe(422)
    expect((await bind({ userId: '12' }, two)).status).toBe(400)
    expect((await bind({}, two)).status).toBe(400)
    expect((await bind({ authCode: 'abc' }, two)).status).toBe(422)
  })
})

describe('parameters', () => {
  it('are refused field by field, and nothing is stored', async () => {
    const refused = await b.post('parameter/save', { values: { idleMinutes: 1, sessionHours: 24, nothing: 1 } })
    expect(refused.data).toEqual({ idleMinutes: '无操作自动退出不能小于 5 分钟', nothing: '没有这个参数' })
    const rows = (await b.get('parameter/list')).data as { code: string; changed: boolean }[]
    expect(rows.find((p) => p.code === 'sessionHours')).toMatchObject({ changed: false })
  })
  it('know what was changed, and forget it when it is the default again', async () => {
    const row = async () =>
      ((await b.get('operationSetting/list')).data as { code: string; value: unknown; changed: boolean; updatedBy: string | null }[]).find(
        (p) => p.code === 'returnCleaningFee',
      )
    await b.must('operationSetting/save', { values: { returnCleaningFee: 8000 } })
    expect(await row()).toMatchObject({ value: 8000, changed: true, updatedBy: '系统管理员' })
    await b.must('operationSetting/save', { values: { returnCleaningFee: 5000 } })
    expect(await row()).toMatchObject({ value: 5000, changed: false })
  })
  it('of operation do not stand on 参数设置, nor the other way round', async () => {
    expect((await b.post('parameter/save', { values: { returnCleaningFee: 1 } })).status).toBe(400)
    expect((await b.post('operationSetting/save', { values: { idleMinutes: 30 } })).status).toBe(400)
  })
})

describe('a role that would show nothing', () => {
  const gaps = async (asked: object): Promise<string[]> => ((await b.post('roleAccess/gaps', asked)).data as { lines: string[] }).lines
  it('is asked about when it is new, when its template is taken away, and when pages are ticked; not while a template shows them', async () => {
    const template = await b.template('看本店', onStore('ownStore'))
    const role = await b.role('看车', ['vehicleList'], [template])
    expect((await gaps({}))[0]).toMatch(/没有选择数据权限模板/)
    expect(await gaps({ templates: [template] })).toEqual([])
    expect(await gaps({ id: role })).toEqual([])
    expect((await gaps({ id: role, templates: [] }))[0]).toMatch(/没有选择数据权限模板.*「车辆列表」/)
    const bare = await b.role('没有模板', [], [])
    expect((await gaps({ id: bare, codes: ['vehicleList'] }))[0]).toMatch(/「车辆列表」/)
    expect(await gaps({ id: bare, codes: ['dictionary'] })).toEqual([])
  })
  it('and the first day of a company asks for a template before roles', async () => {
    const { steps } = (await b.get('/api/v1/demo/state', {})).data as { steps: { code: string; done: boolean }[] }
    expect(steps.map(({ code }) => code).slice(0, 3)).toEqual(['store', 'template', 'role'])
    expect(steps.find(({ code }) => code === 'template')).toMatchObject({ done: true })
  })
  it('has its template in words in the log and in its history', async () => {
    const { list } = (await b.get('/api/log/list', { entity: 'dataTemplate', action: 'add', pageSize: 200 })).data as {
      list: { title: string; entityId: number; lines: { label: string; after: string }[] }[]
    }
    const own = list.find(({ title }) => title.startsWith('看本店'))!
    expect(own.lines.find(({ label }) => label === '权限明细')!.after).toMatch(/^默认：\S+ 本门店$/)
    const { version } = (await b.get('/api/v1/dataTemplate/detail', { id: own.entityId })).data as { version: number }
    await b.must('dataTemplate/edit', { id: own.entityId, version, entries: onStore('all') })
    const history = (await b.get('/api/v1/dataTemplate/timeline', { id: own.entityId })).data as { list: { changes?: object[] }[] }
    expect(history.list[0]!.changes).toMatchObject([
      { label: '权限明细', before: expect.stringMatching(/本门店$/), after: expect.stringMatching(/全部$/) },
    ])
  })
})

describe('the log', () => {
  it('says in words what was done, and finds it by object, action and person', async () => {
    await b.must('parameter/save', { values: { idleMinutes: 45 } })
    const rows = (
      (await b.get('/api/log/list', { entity: 'parameter', action: 'edit', userId: b.rig.admin.ctx.user.id, pageSize: 1 })).data as {
        list: object[]
      }
    ).list
    expect(rows).toMatchObject([
      {
        entityLabel: '参数',
        actionLabel: '修改',
        title: '参数设置',
        lines: [{ label: '无操作自动退出', before: '30 分钟', after: '45 分钟' }],
      },
    ])
    const reset = ((await b.get('/api/log/list', { entity: 'user', action: 'resetPassword', pageSize: 1 })).data as { list: object[] }).list
    expect(reset).toMatchObject([{ entityLabel: '用户', actionLabel: '重置密码' }])
  })
  it('says an export with columns and page by their names', async () => {
    await b.post('vehicle/export', { query: {}, columns: ['plateNo', 'idleSince'], view: 'stockList' })
    const { list } = (await b.get('/api/log/list', { entity: 'vehicle', action: 'export', pageSize: 1 })).data as {
      list: { lines: { label: string; after: string }[] }[]
    }
    const said = Object.fromEntries(list[0]!.lines.map(({ label, after }) => [label, after]))
    expect(said).toMatchObject({ 导出的列: '车牌号、闲置天数', 页面: '车辆库存', 行数: expect.any(String) })
    expect(said['文件校验值']).toMatch(/^[0-9a-f]{64}$/)
  })
  it('holds no password and no full number', async () => {
    const all = JSON.stringify((await b.get('/api/log/list', { pageSize: 200 })).data)
    expect(all).not.toContain('13812345678')
    expect(all).not.toContain('argon2')
  })
  it('is a chain that proves itself', async () => {
    expect((await b.post('/api/log/verify', {})).data).toMatchObject({ ok: true })
  })
  it('of logins names the result', async () => {
    await b.login('admin', 'wrong')
    const rows = ((await b.get('/api/log/logins', { result: 'badPassword', keyword: 'admin' })).data as { list: object[] }).list
    expect(rows[0]).toMatchObject({ username: 'admin', resultLabel: '用户名或密码错误' })
  })
})

describe('installation', () => {
  it('seeds twice the same', async () => {
    const count = () =>
      b.rig.db.read(operatorId, async (db) => {
        const n = (table: 'sysRuleName' | 'sysRuleResource' | 'dictItem' | 'dictGroup') =>
          db
            .selectFrom(table)
            .select((e) => e.fn.countAll<number>().as('n'))
            .executeTakeFirstOrThrow()
        return [await n('sysRuleName'), await n('sysRuleResource'), await n('dictItem'), await n('dictGroup')]
      })
    const before = await count()
    expect(before[1]!.n).toBeGreaterThan(0)
    await b.rig.db.write(operatorId, (tx) => seedOperator(tx, operatorId, b.rig.registry))
    expect(await count()).toEqual(before)
  })
  it('announces the newest published release, drafts not', async () => {
    expect(await newestRelease(b.rig.db)).toBeNull()
    const publish = async (versionNo: string) => {
      const { id, version } = await b.must('release/add', { versionNo, title: '更新', notes: '说明' })
      await b.must('release/publish', { id, version })
    }
    await publish('1.0.0')
    await publish('1.1.0')
    await b.must('release/add', { versionNo: '2.0.0', title: '草稿', notes: '说明' })
    expect(await newestRelease(b.rig.db)).toBe('1.1.0')
  })
  it('keeps the rows of one company from the administrator of another', async () => {
    const stranger = b.rig.stranger
    expect(((await b.get('user/list', {}, stranger)).data as { list: { username: string }[] }).list.map((u) => u.username)).toEqual([
      'stranger',
    ])
    expect((await b.get('roleGrant/detail', { id: 1 }, stranger)).status).toBe(404)
    expect((await b.get('userAccess/sessions', { id: b.rig.admin.ctx.user.id }, stranger)).status).toBe(404)
    expect((await b.post('userPassword/reset', { id: b.rig.admin.ctx.user.id }, stranger)).status).toBe(404)
  })
})
