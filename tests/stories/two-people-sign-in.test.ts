/** Whose word opens sessions is decided by two people: the identity platform of the company, and its office platforms. */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bench, type Bench } from '#tests/house/people.ts'
import { IdentityProvider } from '#modules/system/oidc/identity-provider.double.ts'
import { identityPlatforms } from '#modules/system/oidc/identity-port.server.ts'
import type { OidcSaved, OidcSettings, OidcView } from '#modules/system/oidc/oidc.wire.ts'

type Someone = Awaited<ReturnType<Bench['person']>>
const away = new IdentityProvider()
let world: Bench
let company: number
let reviewer: Someone
let clerk: Someone
beforeAll(async () => {
  world = await bench()
  company = world.rig.admin.ctx.user.operatorId
  const identity = { value: identityPlatforms(['localhost']), configurable: true }
  Object.assign(world.rig.registry, { ports: Object.create(world.rig.registry.ports, { identity }) })
  await away.start(() => [])
  // Reviews, and is no administrator.
  await world.must('parameter/save', { values: { twoPersonsRights: false } })
  reviewer = await world.person('looker', { roles: [await world.role('复核', ['heldChange', 'heldChange_approve', 'heldChange_refuse'])] })
  const rows = await world.template('全部', [{ resourceCode: '*', rules: [{ rule: 'store', mode: 'all' as const }] }])
  clerk = await world.person('clerk', { roles: [await world.role('填密钥', ['messengerList', 'messengerList_setSecret'], [rows])] })
  await world.must('parameter/save', { values: { twoPersonsRights: true } })
})
afterAll(async () => {
  expect(world?.rig.faults).toEqual([])
  await away.stop()
  await world?.rig.close()
})

interface Waiting {
  id: number
  version: number
  kind: string
  subject: string
  summary: string
}
const pending = async (): Promise<Waiting[]> =>
  ((await world.get('heldChange/list', { status: 'pending', pageSize: '50' })).data as { list: Waiting[] }).list
const decide = (one: Waiting | undefined, by = reviewer) => world.post('heldChange/approve', { id: one!.id, version: one!.version }, by)

describe('the identity platform', () => {
  let settings: OidcSettings
  const save = (more: Partial<OidcSettings> = {}): Promise<OidcSaved> => world.must('security/oidc/save', { ...settings, ...more })
  const view = async (): Promise<OidcView> => (await world.get('security/oidc')).data as OidcView
  beforeAll(() => {
    settings = {
      issuer: away.issuer,
      clientId: 'zyt',
      claim: 'email',
      matchBy: 'email',
      button: '用公司账号登录',
      provesSecond: false,
      passwordOff: false,
      enabled: false,
    }
  })

  test('is written down by one, and switched on by two; the page says for whom it waits', async () => {
    expect(await save({ secret: 'zyt-secret' })).toEqual({ held: null })
    const { held } = await save({ enabled: true })
    expect(held).toBe('「统一身份认证」的修改须由另一人复核后生效，已放入「待复核变更」；可以复核的有：looker')
    expect(await view()).toMatchObject({
      settings: { enabled: false },
      waiting: [{ by: '系统管理员', reviewers: ['looker'], summary: expect.stringContaining('启用：否 → 是') }],
    })
    const [one] = await pending()
    expect(one).toMatchObject({ kind: 'signIn', subject: '安全管理：统一身份认证', summary: expect.stringContaining(away.issuer) })
    expect(JSON.stringify(await world.get('heldChange/detail', { id: one!.id }, reviewer))).not.toContain('zyt-secret')
    expect((await world.post('heldChange/approve', { id: one!.id, version: one!.version })).status).toBe(422)
    expect((await decide(one)).status).toBe(200)
    expect(await view()).toMatchObject({ settings: { enabled: true }, hasSecret: true, waiting: [] })
  })

  test('waits again for whatever changes whose word counts, and not for what does not', async () => {
    settings = { ...settings, enabled: true }
    expect(await save({ button: '公司账号' })).toEqual({ held: null })
    expect(await save({ button: '公司账号', passwordOff: true })).toEqual({ held: null })
    expect(await save({ secret: 'another-secret' })).toEqual({ held: null })
    const weighty: Partial<OidcSettings>[] = [
      { clientId: 'other' },
      { claim: 'preferred_username', matchBy: 'username' },
      { provesSecond: true },
    ]
    for (const more of weighty) expect((await save(more)).held).toContain('复核')
    // The last wish of one person takes the place of his earlier ones.
    expect(await pending()).toHaveLength(1)
    expect((await view()).settings).toMatchObject({ clientId: 'zyt', claim: 'email', provesSecond: false })
    // What moved meanwhile is not overwritten.
    expect(await save({ button: '又改了' })).toEqual({ held: null })
    const stale = await decide((await pending())[0])
    expect([stale.status, stale.message]).toEqual([422, '提出之后「统一身份认证」又被修改过，请驳回后重新提出'])
    const [one] = await pending()
    await world.must('heldChange/refuse', { id: one!.id, version: one!.version, remark: '请重新提出' }, reviewer)
    // Off is at once: who sees it misused does not wait.
    expect(await save({ enabled: false })).toEqual({ held: null })
    expect((await view()).settings).toMatchObject({ enabled: false })
  })

  test('a new secret that waits lies sealed, and counts after the agreement', async () => {
    expect((await save({ enabled: true, secret: 'third-secret' })).held).toContain('复核')
    const rows = await world.rig.db.read(company, (db) => sql`select row_to_json(h)::text as all from held_change h`.execute(db))
    expect(JSON.stringify(rows.rows)).not.toContain('third-secret')
    const [one] = await pending()
    expect(one!.summary).toContain('客户端密钥：更换')
    expect((await decide(one)).status).toBe(200)
    expect((await view()).settings).toMatchObject({ enabled: true })
  })

  test('is set by one where nobody else could look, or where the company asks for one', async () => {
    await save({ enabled: false })
    await world.rig.db.write(company, (tx) => tx.updateTable('user').set({ status: 'disabled' }).where('id', '=', reviewer.id).execute())
    expect(await save({ enabled: true })).toEqual({ held: null })
    await save({ enabled: false })
    await world.rig.db.write(company, (tx) => tx.updateTable('user').set({ status: 'active' }).where('id', '=', reviewer.id).execute())
  })
})

describe('an office platform', () => {
  const detail = async (id: number): Promise<{ version: number; secretAt: string | null; signsIn: boolean; $notes: { text: string }[] }> =>
    (await world.get('messenger/detail', { id })).data as never
  const edit = async (id: number, values: object): Promise<{ $held?: string }> =>
    world.must('messenger/edit', { id, version: (await detail(id)).version, ...values })
  const setSecret = async (id: number, who?: Someone) =>
    world.post('messenger/setSecret', { id, version: (await detail(id)).version, secret: 'wecom-secret' }, who)

  test('signs people in after two have agreed to its secret, and the record says for whom it waits', async () => {
    const { id } = await world.must('messenger/add', {
      provider: 'wecom',
      appId: 'ww1',
      agentId: '1000002',
      sends: true,
      sendsWhat: 'work',
      signsIn: true,
    })
    expect((await setSecret(id, clerk)).status).toBe(403)
    const answer = await setSecret(id)
    expect((answer.data as { $held: string }).$held).toContain('可以复核的有：looker')
    const waits = await detail(id)
    expect([waits.secretAt, waits.$notes[0]!.text]).toEqual([null, '系统管理员提出的修改待looker复核，通过后才生效'])
    const one = (await pending()).find((row) => row.kind === 'signIn')
    expect(one).toMatchObject({ subject: '办公平台：企业微信', summary: expect.stringContaining('应用编号：ww1') })
    expect((await decide(one)).status).toBe(200)
    expect((await detail(id)).secretAt).not.toBeNull()
    // Of a complete one another secret opens nothing more.
    expect((await setSecret(id)).data).not.toHaveProperty('$held')
    // Wider waits, narrower does not.
    expect((await edit(id, { matchesMobile: true })).$held).toContain('手机号一致时自动绑定')
    const wider = (await pending()).find((row) => row.kind === 'signIn')
    expect((await decide(wider)).status).toBe(200)
    expect((await edit(id, { signsIn: false })).$held).toBeUndefined()
    // Another application forgets the secret; for messages alone one person completes it, and switching signing in on waits.
    expect((await edit(id, { appId: 'ww2' })).$held).toBeUndefined()
    expect((await setSecret(id)).data).not.toHaveProperty('$held')
    expect((await edit(id, { signsIn: true })).$held).toContain('扫码登录')
    expect((await detail(id)).signsIn).toBe(false)
  })

  test('what was looked at is what is written: another application meanwhile is refused', async () => {
    const { id } = await world.must('messenger/add', { provider: 'feishu', appId: 'cli1', sends: true, sendsWhat: 'work', signsIn: true })
    expect((await setSecret(id)).status).toBe(200)
    await edit(id, { appId: 'cli2' })
    const one = (await pending()).find((row) => row.subject === '办公平台：飞书')
    const refused = await decide(one)
    expect([refused.status, refused.message]).toEqual([422, expect.stringContaining('又被修改过')])
    expect((await detail(id)).secretAt).toBeNull()
  })
})

test('while duties are divided and nobody else could look, it is refused', async () => {
  const { signInWaits } = await import('#modules/system/rights/security/sign-in-waits.server.ts')
  const { ctx } = world.rig.admin
  await world.rig.db.write(company, async (tx) => {
    await tx.updateTable('user').set({ status: 'disabled' }).where('id', '=', reviewer.id).execute()
    await tx.deleteFrom('parameterValue').where('code', '=', 'separateAdmins').execute()
    expect(await signInWaits(tx, ctx)).toBe(false)
    await tx.insertInto('parameterValue').values({ operatorId: company, createdBy: null, code: 'separateAdmins', value: 'true' }).execute()
    await expect(signInWaits(tx, ctx)).rejects.toMatchObject({ message: expect.stringContaining('三员分立') })
  })
})
