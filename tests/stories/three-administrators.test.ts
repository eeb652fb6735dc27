/**
 * Level 3 of 等保 in the order of docs/operations/security.md, with three new people, over HTTP; then one of them alone against the other two,
 * against the rule of two persons and against the profile.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { totpCode, totpStep } from '#kit/access/totp.server.ts'
import { systemClock } from '#kit/basics/time/clock.ts'
import { bench, fromBase32, type Bench } from '#tests/house/people.ts'
import type { Person } from '#tests/house/rig.ts'

type Someone = Awaited<ReturnType<Bench['person']>>
let company: Bench
let roles: Record<'system' | 'security' | 'audit', number>
let keeper: Someone
let officer: Someone
let auditor: Someone
let clerk: Someone

async function enrol(who: Someone): Promise<Buffer> {
  const { secret } = await company.must('session/totp/enrol', { password: who.password }, who)
  const seed = fromBase32(secret)
  await company.must('session/totp/enable', { code: totpCode(seed, totpStep(systemClock.now())) }, who)
  return seed
}
const save = (values: object, who: Person) => company.post('parameter/save', { values }, who)
const versionOf = async (id: number, who: Person): Promise<number> =>
  ((await company.get('user/detail', { id }, who)).data as { version: number }).version
const pending = async (who: Person) =>
  (
    (await company.get('heldChange/list', { status: 'pending' }, who)).data as {
      list: { id: number; version: number; subject: string; summary: string }[]
    }
  ).list
const decide = async (which: string, who: Person, action: 'approve' | 'refuse' = 'approve') => {
  const held = (await pending(who)).find((row) => `${row.subject}${row.summary}`.includes(which))
  if (!held) throw new Error(`nothing waits about ${which}`)
  return company.post(
    `heldChange/${action}`,
    { id: held.id, version: held.version, ...(action === 'refuse' ? { remark: '不同意' } : {}) },
    who,
  )
}
const login = async (who: { username: string; password: string }) => JSON.parse((await company.login(who.username, who.password)).text)
const parameter = async (code: string, who: Person): Promise<unknown> =>
  ((await company.get('parameter/list', {}, who)).data as { code: string; value: unknown }[]).find((row) => row.code === code)!.value

beforeAll(async () => {
  company = await bench()
})
afterAll(async () => {
  expect(company?.rig.faults).toEqual([])
  await company?.rig.close()
})

describe('the switch of a rule is under the rule', () => {
  let second: Someone
  beforeAll(async () => {
    second = await company.person('second', {
      roles: [await company.role('复核', ['heldChange', 'heldChange_approve', 'heldChange_refuse'])],
    })
  })
  test('what loosens waits for the second person, what tightens beside it does not, and the answer says so', async () => {
    for (const code of ['twoPersonsRights', 'twoPersons']) {
      expect((await company.must('parameter/save', { values: { [code]: false } })).held).toContain('须由另一位管理员复核')
      expect(await parameter(code, company.rig.admin)).toBe(true)
    }
    const answer = await company.must('parameter/save', { values: { signSite: 'https://elsewhere.example.com', idleMinutes: 20 } })
    expect(answer.held).toContain('对外网址')
    expect([await parameter('signSite', company.rig.admin), await parameter('idleMinutes', company.rig.admin)]).toEqual(['', 20])
    expect((await decide('对外网址', company.rig.admin)).message).toContain('不能复核自己提出的变更')
    expect((await decide('对外网址', second)).status).toBe(200)
    expect(await parameter('signSite', company.rig.admin)).toBe('https://elsewhere.example.com')
    // Wished for again while it was changed otherwise: not written over.
    await company.must('parameter/save', { values: { idleMinutes: 40 } })
    await company.must('parameter/save', { values: { idleMinutes: 10 } })
    expect((await decide('无操作自动退出', second)).message).toContain('又被修改过')
    for (const label of ['无操作自动退出', '双人复核', '授权双人复核']) expect((await decide(label, second, 'refuse')).status).toBe(200)
  })
  test('the answer says that roles of a new person wait', async () => {
    const role = await company.role('看复核', [])
    const fields = { username: 'newone', name: '新人', mobile: '13800000009', dept: company.dept, customerType: 'staff', roles: [role] }
    const made = await company.must('user/add', fields)
    expect(made).toMatchObject({ roles: [], $held: expect.stringContaining('用户已新增。「角色') })
    expect((await decide('新人', second)).status).toBe(200)
    expect((await company.get('user/detail', { id: made.id })).data).toMatchObject({ roles: [role] })
  })
  test('whoever reset the second person’s password is not the second person', async () => {
    await company.must('parameter/save', { values: { twoPersons: false } })
    const { password } = await company.must('userPassword/reset', { id: second.id })
    await company.rig.db.write(company.rig.admin.ctx.user.operatorId, (tx) =>
      tx.updateTable('credential').set({ isFirst: false }).where('userId', '=', second.id).execute(),
    )
    const { access_token: token } = await login({ username: 'second', password })
    const taken = { ...second, authorization: `bearer ${token}` }
    expect((await decide('双人复核', taken)).message).toContain('重置过您的密码')
    expect(await parameter('twoPersons', company.rig.admin)).toBe(true)
    // Nor is he taken away by the other one; the company that follows has never had two.
    const left = await company.post('user/disable', { id: second.id, version: await versionOf(second.id, company.rig.admin) })
    expect([left.status, left.message]).toEqual([422, expect.stringContaining('没有第二个能复核的人')])
    await company.rig.db.write(company.rig.admin.ctx.user.operatorId, (tx) =>
      tx.updateTable('user').set({ status: 'disabled' }).where('id', '=', second.id).execute(),
    )
  })
})

test('level 3 is reached as the document says: roles, three people, a second factor each, the profile', async () => {
  expect((await company.must('security/duties', {})).made).toEqual(['系统管理员', '安全管理员', '审计管理员'])
  const { list } = (await company.get('role/list', { pageSize: '200' })).data as { list: { id: number; code: string }[] }
  const roleOf = (code: string) => list.find((role) => role.code === code)!.id
  roles = { system: roleOf('sys_admin'), security: roleOf('sec_admin'), audit: roleOf('aud_admin') }
  clerk = await company.person('clerk', {})
  keeper = await company.person('sysman', { roles: [roles.system] })
  officer = await company.person('secman', { roles: [roles.security] })
  auditor = await company.person('audman', { roles: [roles.audit] })
  for (const [who, role] of [
    [keeper, roles.system],
    [officer, roles.security],
    [auditor, roles.audit],
  ] as const)
    expect(((await company.get('user/detail', { id: who.id })).data as { roles: number[] }).roles).toEqual([role])
  for (const who of [keeper, officer, auditor]) await enrol(who)
  await company.must('parameter/save', { values: { securityProfile: 'level3' } })
  const { checks } = (await company.get('security/overview', {}, officer)).data as { checks: { label: string; state: string }[] }
  expect(checks.find((check) => check.label === '三员分立')).toMatchObject({ state: 'good' })
  // The administrator of everything is asked for a second factor like everybody, and is none with one.
  expect((await company.get('user/list')).status).toBe(403)
})

describe('who keeps the accounts', () => {
  test('resets nobody’s way in who has another duty, nor the administrator’s, without a second person', async () => {
    for (const who of [officer, auditor]) {
      const reset = await company.post('userPassword/reset', { id: who.id }, keeper)
      expect([reset.status, Object.keys(reset.data as object)]).toEqual([200, ['held']])
      expect((reset.data as { held: string }).held).toContain('须由另一人同意')
      const version = await versionOf(who.id, keeper)
      const cleared = await company.must('user/clearTotp', { id: who.id, version, reason: '手机丢失' }, keeper)
      const changed = await company.must('user/edit', { id: who.id, version, mobile: '13711112222' }, keeper)
      expect([cleared.$held, changed.$held]).toEqual([expect.stringContaining('待复核变更'), expect.stringContaining('待复核变更')])
      // Nothing happened: he is signed in, with his second factor.
      expect((await company.get('session/totp', {}, who)).data).toMatchObject({ enabled: true })
      expect(((await company.get('user/detail', { id: who.id }, keeper)).data as { mobile: string }).mobile).not.toContain('2222')
    }
    const admin = company.rig.admin.ctx.user.id
    expect((await company.post('userPassword/reset', { id: admin }, keeper)).data).toHaveProperty('held')
    // A clerk is nobody of the three.
    expect((await company.post('userPassword/reset', { id: clerk.id }, keeper)).data).toHaveProperty('password')
  })
  test('makes no duty vacant: neither by disabling nor by deleting', async () => {
    const version = await versionOf(auditor.id, keeper)
    const disabled = await company.must('user/disable', { id: auditor.id, version }, keeper)
    expect(disabled).toMatchObject({ status: 'active', $held: expect.stringContaining('停用账号须由另一人同意') })
    expect((await decide('停用账号', officer)).status).toBe(200)
    const again = await company.post('user/disable', { id: auditor.id, version: await versionOf(auditor.id, keeper) }, keeper)
    expect([again.status, again.message]).toEqual([422, expect.stringContaining('没有人担任审计管理员')])
  })
})

describe('who gives the rights', () => {
  test('does not set what is looser than the profile', async () => {
    for (const [code, value, words] of [
      ['passwordMinLength', 8, '不能小于 10'],
      ['passwordMaxDays', 0, '须在 1 至 90 之间'],
      ['idleMinutes', 700, '须在 1 至 30 之间'],
      ['sessionHours', 100, '须在 1 至 12 之间'],
      ['secondFactorFor', 'none', '须为所有人'],
    ] as const) {
      const answer = await save({ [code]: value }, officer)
      expect([answer.status, answer.data]).toEqual([400, { [code]: expect.stringContaining(words) }])
    }
    for (const code of ['separateAdmins', 'twoPersonsRights', 'driverTrackConsent']) {
      // What is shown is what is in force.
      expect(await parameter(code, officer)).toBe(true)
      expect((await save({ [code]: false }, officer)).data).toEqual({ [code]: expect.stringContaining('不能关闭') })
    }
  })
  test('tightens alone and loosens with a second person only, the profile itself too', async () => {
    expect((await save({ passwordMinLength: 14 }, officer)).data).toBeNull()
    expect((await save({ passwordMinLength: 12 }, officer)).data).toHaveProperty('held')
    expect(await parameter('passwordMinLength', officer)).toBe(14)
    expect((await save({ securityProfile: 'standard' }, officer)).data).toHaveProperty('held')
    expect(await parameter('securityProfile', officer)).toBe('level3')
    expect((await decide('安全档案', officer)).message).toContain('不能复核自己提出的变更')
    expect((await decide('安全档案', auditor, 'refuse')).status).toBe(200)
    expect((await decide('密码最短长度', auditor)).status).toBe(200)
    expect(await parameter('passwordMinLength', officer)).toBe(12)
  })
})

test('two of the three together reset the way in of the third, once; who is concerned does not agree himself', async () => {
  expect((await decide('用户：secman', officer)).message).toContain('不能复核对自己账号的变更')
  expect((await decide('重置密码（审计管理员）', officer)).status).toBe(200)
  expect((await decide('手机号', officer)).status).toBe(200)
  const { password } = await company.must('userPassword/reset', { id: auditor.id }, keeper)
  expect(password).toHaveLength(12)
  // The agreement is used up.
  expect(await company.must('userPassword/reset', { id: auditor.id }, keeper)).toHaveProperty('held')
})
