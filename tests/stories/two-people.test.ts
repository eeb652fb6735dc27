/** What one person does not do alone: rights and a payee's account wait for a second one, and three administrators divide what one had. */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bench, type Bench } from '#tests/house/people.ts'

let world: Bench
let company: number
beforeAll(async () => {
  world = await bench()
  company = world.rig.admin.ctx.user.operatorId
})
afterAll(async () => {
  expect(world?.rig.faults).toEqual([])
  await world?.rig.close()
})

type Someone = Awaited<ReturnType<Bench['person']>>
const setParameters = (values: object, who?: Someone) => world.must('parameter/save', { values }, who)

describe('two people', () => {
  let second: Someone
  const admin = async (isAdmin: boolean): Promise<void> => {
    await world.rig.db.write(company, (tx) => tx.updateTable('user').set({ isAdmin }).where('id', '=', second.id).execute())
    await world.rig.db.write(company, (tx) =>
      sql`update access_version set version = version + 1 where operator_id = ${company}`.execute(tx),
    )
  }
  beforeAll(async () => {
    second = await world.person('admin2', {})
    await admin(true)
  })
  afterAll(() => admin(false))
  const pending = async () =>
    (
      (await world.get('heldChange/list', { status: 'pending' })).data as {
        list: { id: number; version: number; subject: string; summary: string }[]
      }
    ).list
  const grantsOf = async (id: number) => ((await world.get('roleGrant/detail', { id })).data as { granted: string[] }).granted

  test('what an administrator adds to a role waits for another one; what he takes back does not', async () => {
    const { id } = await world.must('role/add', { code: 'twopeople', name: '双人' })
    const answer = await world.must('roleGrant/save', { id, codes: ['vehicleList', 'vehicleList_add'] })
    expect(answer.held).toContain('复核')
    expect(await grantsOf(id)).toEqual([])
    const [held] = await pending()
    expect(held).toMatchObject({ subject: '角色：双人', summary: expect.stringContaining('车辆列表') })
    const own = await world.post('heldChange/approve', { id: held!.id, version: held!.version })
    expect([own.status, own.message]).toEqual([422, '不能复核自己提出的变更，请由另一位管理员复核'])
    await world.must('heldChange/approve', { id: held!.id, version: held!.version }, second)
    expect((await grantsOf(id)).toSorted()).toEqual(['vehicleList', 'vehicleList_add'])
    expect(await world.must('roleGrant/save', { id, codes: ['vehicleList'] })).toBeNull()
    expect(await grantsOf(id)).toEqual(['vehicleList'])
  })

  test('roles of a person wait, at adding and at editing; the record says that something waits', async () => {
    const role = (await world.must('role/add', { code: 'waited', name: '要等的角色' })).id as number
    const { id } = await world.must('user/add', {
      username: 'waiting1',
      name: '等待',
      mobile: '13800000001',
      dept: world.dept,
      customerType: 'staff',
      roles: [role],
    })
    const detail = async () =>
      (await world.get('user/detail', { id })).data as { version: number; roles: number[]; $notes: { text: string }[] }
    expect((await detail()).roles).toEqual([])
    expect((await detail()).$notes.map((note) => note.text).join()).toContain('待另一人复核')
    const held = (await pending()).find((row) => row.subject.includes('等待'))!
    await world.must('heldChange/approve', { id: held.id, version: held.version }, second)
    expect((await detail()).roles).toEqual([role])
  })

  test('a payee’s account waits; refused or changed meanwhile it is not written; the whole number stands nowhere but in its record', async () => {
    const shop = await world.must('repairShop/add', { name: '东风维修', settleCycle: 'each', rebateBp: 0, mobile: '02112345678' })
    const edit = async (bankAccount: string) => {
      const { version } = (await world.get('repairShop/detail', { id: shop.id })).data as { version: number }
      return world.must('repairShop/edit', { id: shop.id, version, bankAccount })
    }
    expect((await edit('6222021234567890')).$held).toContain('复核')
    const [held] = await pending()
    expect(held!.summary).toContain('**** 7890')
    expect(held!.summary).not.toContain('6222021234567890')
    expect(JSON.stringify(await world.get('heldChange/detail', { id: held!.id }))).not.toContain('6222021234567890')
    await world.must('heldChange/refuse', { id: held!.id, version: held!.version, remark: '未向对方核实' }, second)
    const account = () =>
      world.rig.db.read(
        company,
        async (db) =>
          (await db.selectFrom('repairShop').select('bankAccount').where('id', '=', shop.id).executeTakeFirstOrThrow()).bankAccount,
      )
    expect(await account()).toBeNull()
    await edit('6222021234567890')
    const [again] = await pending()
    await world.must('heldChange/approve', { id: again!.id, version: again!.version }, second)
    expect(await account()).toBe('6222021234567890')
  })

  test('nothing waits for somebody who could never approve it: a colleague who sees no rows, or the person himself', async () => {
    await admin(false)
    const rows = await world.template('看得见', [{ resourceCode: '*', rules: [{ rule: 'store', mode: 'all' as const }] }])
    const reviewing = await world.role('复核', ['heldChange', 'heldChange_approve'])
    const colleague = await world.person('reviewer1', { roles: [reviewing] })
    const role = await world.must('role/add', { code: 'seen1', name: '要看的角色' })
    const seen = await world.must('role/edit', { id: role.id, version: role.version, templates: [rows] })
    expect([seen.$held, seen.templates]).toEqual([undefined, [rows]])
    const edit = async (id: number, values: object) => {
      const { version } = (await world.get('user/detail', { id })).data as { version: number }
      return world.must('user/edit', { id, version, ...values })
    }
    // What shows nobody a row he can approve, and so it waits for him.
    const blind = await world.must('role/add', { code: 'blind1', name: '不看数据的角色' })
    expect((await world.must('roleGrant/save', { id: blind.id, codes: ['heldChange'] })).held).toContain('复核')
    const [waits] = await pending()
    await world.must('heldChange/approve', { id: waits!.id, version: waits!.version }, colleague)
    expect(await grantsOf(blind.id)).toEqual(['heldChange'])
    // His own rows: nobody else is there to look.
    const own = await edit(colleague.id, { templates: [rows] })
    expect([own.$held, own.templates]).toEqual([undefined, [rows]])
    // Now he could.
    expect((await edit(second.id, { templates: [rows] })).$held).toContain('复核')
    await admin(true)
    await world.must('user/disable', { id: colleague.id, version: (await edit(colleague.id, { name: '复核人' })).version })
  })

  test('the second person is taken away by nobody: not disabled, not freed of the role, nor the role of its right', async () => {
    const versionOf = async (entity: string, id: number) =>
      ((await world.get(`${entity}/detail`, { id })).data as { version: number }).version
    const post = async (path: string, id: number, values: object = {}) =>
      world.post(path, { id, version: await versionOf(path.split('/')[0]!, id), ...values })
    const refused = [422, expect.stringContaining('没有第二个能复核的人')]
    const byAdmin = await post('user/disable', second.id)
    expect([byAdmin.status, byAdmin.message]).toEqual(refused)
    await admin(false)
    const codes = ['heldChange', 'heldChange_approve']
    const role = await world.role('第二人', codes)
    const deputy = await world.person('reviewer2', { roles: [role] })
    const ways = {
      disabled: await post('user/disable', deputy.id),
      'without the role': await post('user/edit', deputy.id, { roles: [] }),
      'the role disabled': await post('role/disable', role),
      'the role without the right': await world.post('roleGrant/save', { id: role, codes: ['heldChange'] }),
    }
    for (const [way, answer] of Object.entries(ways)) expect([way, answer.status, answer.message]).toEqual([way, ...refused])
    expect((await post('user/edit', deputy.id, { name: '第二人' })).status).toBe(200)
    // With a third there are two left.
    await admin(true)
    expect((await post('user/disable', deputy.id)).status).toBe(200)
    expect((await post('user/enable', deputy.id)).status).toBe(200)
    await admin(false)
    // Switched off by both, the rule keeps nobody.
    expect((await setParameters({ twoPersonsRights: false })).held).toContain('复核')
    const held = (await pending()).find((row) => row.subject.includes('授权双人复核'))!
    // Whoever is disabled is signed out.
    const { access_token: token } = JSON.parse((await world.login('reviewer2', deputy.password)).text) as { access_token: string }
    await world.must('heldChange/approve', { id: held.id, version: held.version }, { ...deputy, authorization: `bearer ${token}` })
    expect((await post('user/disable', deputy.id)).status).toBe(200)
    await setParameters({ twoPersonsRights: true })
    await admin(true)
  })

  test('a company of one switches it off', async () => {
    await admin(false)
    await setParameters({ twoPersonsRights: false })
    const { id } = await world.must('role/add', { code: 'alone1', name: '一人' })
    expect(await world.must('roleGrant/save', { id, codes: ['vehicleList'] })).toBeNull()
    expect(await grantsOf(id)).toEqual(['vehicleList'])
    await setParameters({ twoPersonsRights: true })
  })
})

describe('three administrators', () => {
  test('cannot be divided before there are three; then each has his part and nobody is an administrator of everything', async () => {
    expect((await world.post('parameter/save', { values: { separateAdmins: true } })).message).toContain('还没有人担任')
    // The second of the three could review already what is given to the third.
    await setParameters({ twoPersonsRights: false })
    expect((await world.must('security/duties', {})).made).toEqual(['系统管理员', '安全管理员', '审计管理员'])
    expect((await world.must('security/duties', {})).made).toEqual([])
    const roles = (await world.get('role/list', { pageSize: '200' })).data as { list: { id: number; code: string }[] }
    const roleOf = (code: string) => roles.list.find((role) => role.code === code)!.id
    const people = {
      system: await world.person('san_sys', { roles: [roleOf('sys_admin')] }),
      security: await world.person('san_sec', { roles: [roleOf('sec_admin')] }),
      audit: await world.person('san_aud', { roles: [roleOf('aud_admin')] }),
    }
    const deputy = await world.person('san_sec2', { roles: [roleOf('sec_admin')] })
    const rows = await world.template('三员看得见', [{ resourceCode: '*', rules: [{ rule: 'store', mode: 'all' as const }] }])
    const overview = (await world.get('security/overview')).data as { checks: { label: string; text: string; state: string }[] }
    expect(overview.checks.find((check) => check.label === '三员分立')).toMatchObject({
      state: 'open',
      text: expect.stringContaining('两步验证'),
    })
    await setParameters({ separateAdmins: true })
    // The former administrator of everything: nothing is left to him.
    expect((await world.get('user/list')).status).toBe(403)
    expect((await world.get('user/list', {}, people.system)).status).toBe(200)
    expect((await world.get('/api/log/list', {}, people.system)).status).toBe(403)
    expect((await world.get('/api/log/list', {}, people.security)).status).toBe(403)
    const all = (await world.get('/api/log/list', { entity: 'role' }, people.audit)).data as { total: number }
    expect(all.total).toBeGreaterThan(0)
    const clerk = { username: 'san_new', name: '新人', mobile: '13800000002', dept: world.dept, customerType: 'staff' }
    expect((await world.post('user/add', { ...clerk, roles: [roleOf('sys_admin')] }, people.system)).message).toContain('由安全管理员办理')
    const made = await world.must('user/add', clerk, people.system)
    const grant = (values: object, who: Someone) => world.post('user/edit', { id: made.id, version: made.version, ...values }, who)
    const staff = roles.list.find((role) => role.code === 'twopeople')!.id
    expect((await grant({ roles: [staff] }, people.system)).message).toContain('由安全管理员办理')
    expect((await grant({ name: '改名' }, people.security)).status).not.toBe(200)
    expect((await grant({ roles: [roleOf('sys_admin'), roleOf('sec_admin')] }, people.security)).message).toContain('不能由同一人担任')
    expect((await grant({ roles: [staff] }, people.security)).status).toBe(200)
    const { version } = (await world.get('user/detail', { id: people.audit.id }, people.system)).data as { version: number }
    expect((await world.post('user/edit', { id: people.audit.id, version, roles: [] }, people.security)).message).toContain(
      '没有人担任审计管理员',
    )
    expect((await world.post('roleGrant/save', { id: roleOf('aud_admin'), codes: ['systemLog'] }, people.security)).message).toContain(
      '没有人担任审计管理员',
    )
    expect((await world.post('userPassword/reset', { id: made.id }, people.security)).status).toBe(403)
    expect((await world.post('userPassword/reset', { id: made.id }, people.system)).status).toBe(200)
    // Whose duty it is gives what he lacks: rows wait for the other security administrator, who sees none himself.
    await setParameters({ twoPersonsRights: true }, people.security)
    const now = (await world.get('user/detail', { id: made.id }, people.system)).data as { version: number }
    const held = await world.must('user/edit', { id: made.id, version: now.version, templates: [rows] }, people.security)
    expect(held.$held).toContain('复核')
    const list = (await world.get('heldChange/list', { status: 'pending' }, deputy)).data as {
      list: { id: number; version: number; subject: string }[]
    }
    const one = list.list.find((row) => row.subject.includes('新人'))!
    await world.must('heldChange/approve', { id: one.id, version: one.version }, deputy)
    expect(((await world.get('user/detail', { id: made.id }, people.system)).data as { templates: number[] }).templates).toEqual([rows])
    // What ends the division is looked at by somebody else, too.
    expect((await setParameters({ separateAdmins: false }, people.security)).held).toContain('三员分立')
    expect((await world.get('user/list')).status).toBe(403)
    const [ends] = ((await world.get('heldChange/list', { status: 'pending' }, deputy)).data as typeof list).list
    await world.must('heldChange/approve', { id: ends!.id, version: ends!.version }, deputy)
    expect((await world.get('user/list')).status).toBe(200)
  })
})
