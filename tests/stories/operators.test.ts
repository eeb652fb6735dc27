/** An applicant becomes a company, a merchant of a payment provider, and somebody's sub-operation: by the calls people make, and attacked (leasing.md J17, finance.md F-J8). */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from 'kysely'
import { systemContext } from '#kit/access/system-context.server.ts'
import { systemClock } from '#kit/basics/time/clock.ts'
import { creditCodeCheckCharacter } from '#kit/basics/identifiers/credit-code.ts'
import { sampleRecord } from '#kit/entity/conformance/sample.server.ts'
import { accessLoader } from '#modules/system/rights/loader.server.ts'
import { operatorsOf } from '#modules/system/seed.server.ts'
import { bench, type Bench } from '#tests/house/people.ts'
import { samples } from '#tests/house/samples.ts'
import type { Answer, Person } from '#tests/house/rig.ts'

let b: Bench
beforeAll(async () => {
  b = await bench()
})
afterAll(async () => {
  expect(b?.rig.faults).toEqual([])
  await b?.rig.close()
})

type Row = Record<string, unknown> & { id: number; version: number }
const get = async <T = Row>(path: string, input: object, who = b.rig.admin): Promise<T> => (await b.get(path, input, who)).data as T
const act = (path: string, id: number, input: object = {}, who = b.rig.admin): Promise<Answer> => b.post(path, { id, ...input }, who)
const done = async (path: string, id: number, input: object = {}): Promise<Row> => {
  const answer = await act(path, id, { version: (await get(`${path.split('/')[0]}/detail`, { id })).version, ...input })
  if (answer.code !== 200) throw new Error(`${path}: ${answer.text}`)
  return answer.data as Row
}
const mine = () => b.rig.admin.ctx.user.operatorId

async function passed(company: string): Promise<Row> {
  const { id } = await b.must('franchiseApply/add', { contact: '沈沪东', mobile: '13900139000', city: '上海市', company })
  await done('franchiseApply/follow', id)
  return done('franchiseApply/pass', id, { result: '符合条件' })
}
const codeOf = (first: string): string => first + creditCodeCheckCharacter(first)
const wanted = codeOf('91310000MA1FL0L42')
let apply: Row
let profile: Row
let company: number
let boss: Person
let password = ''

test('two administrators convert one applicant at once: one company comes of it', async () => {
  apply = await passed('沪东运营')
  const platform = (await get<{ list: Row[] }>('operatorProfile/list', { level: 'platform' })).list[0]!
  const input = {
    version: apply.version,
    name: '沪东运营有限公司',
    creditCode: wanted,
    kind: 'franchise',
    parent: platform.id,
    adminUsername: 'hudong',
    settleDay: 10,
  }
  const answers = await Promise.all([1, 2].map(() => act('franchiseApply/convert', apply.id, input)))
  expect(answers.filter((a) => a.code === 200)).toHaveLength(1)
  expect(await get('franchiseApply/detail', { id: apply.id })).toMatchObject({ status: 'converted' })
  const list = (await get<{ list: Row[] }>('operatorProfile/list', { name: '沪东' })).list
  expect(list).toHaveLength(1)
  profile = await get('operatorProfile/detail', { id: list[0]!.id })
  expect(profile).toMatchObject({ status: 'toOpen', level: 'sub', parent: platform.id, apply: apply.id, contact: '沈沪东' })
  const row = await b.rig.db.read(null, (db) =>
    db.selectFrom('operator').selectAll().where('name', '=', '沪东运营有限公司').executeTakeFirstOrThrow(),
  )
  expect(row).toMatchObject({ status: 'stopped', parentId: mine(), platform: false })
  company = row.id
})

test('the same code again, a name that is taken, a sub below a sub, another company: each refused with its sentence', async () => {
  const other = await passed('沪东二')
  const base = { version: other.version, name: '沪东二号', creditCode: wanted, kind: 'franchise', adminUsername: 'hudong2' }
  expect((await act('franchiseApply/convert', other.id, base)).message).toContain('统一社会信用代码已有运营商')
  expect((await act('franchiseApply/convert', other.id, { ...base, creditCode: '' })).status).toBe(400)
  const next = codeOf('91310000MA1FL0L43')
  const refusal = async (change: object): Promise<string> => {
    const answer = await act('franchiseApply/convert', other.id, { ...base, creditCode: next, ...change })
    return `${answer.message} ${JSON.stringify(answer.data)}`
  }
  expect(await refusal({ name: '沪东运营有限公司' })).toContain('已有同名运营商')
  expect(await refusal({ adminUsername: 'admin' })).toContain('该用户名已被使用')
  expect(await refusal({ parent: profile.id })).not.toContain('操作成功')
  // Nothing of all that was left behind.
  const rows = await b.rig.db.read(null, (db) => db.selectFrom('operator').select('name').where('name', 'like', '沪东二%').execute())
  expect(rows).toEqual([])
  expect(await get('franchiseApply/detail', { id: other.id })).toMatchObject({ status: 'passed' })
  // A company that is not the platform does not convert, whoever asks there.
  const theirs = await b.rig.db.write(b.rig.stranger.ctx.user.operatorId, async (tx) => {
    const id = await sampleRecord(tx, b.rig.stranger.ctx, 'franchiseApply', { status: 'passed' }, { path: [], samples })
    return id
  })
  const strange = await act('franchiseApply/convert', theirs, { ...base, version: 1, creditCode: next }, b.rig.stranger)
  expect(strange.code).not.toBe(200)
  expect((await b.get('operatorProfile/list', {}, b.rig.stranger)).status).toBe(403)
  expect((await b.get('merchant/list', {}, b.rig.stranger)).status).toBe(403)
})

test('opened, its first administrator gets one password however many ask, and has to change it', async () => {
  expect((await b.post('operatorProfile/firstPassword', { id: profile.id })).message).toContain('待开通')
  await done('operatorProfile/open', profile.id)
  expect(await get('operatorProfile/detail', { id: profile.id })).toMatchObject({ status: 'active' })
  // More than there are connections: nobody holds one while he waits for another.
  const issued = await Promise.all(Array.from({ length: 30 }, () => b.post('operatorProfile/firstPassword', { id: profile.id })))
  const good = issued.filter((a) => a.code === 200)
  expect(good).toHaveLength(1)
  expect([...new Set(issued.map((a) => a.message))].toSorted()).toEqual(['一分钟内刚发放过初始密码，请勿重复发放', '操作成功'])
  const given = good[0]!.data as { username: string; password: string }
  const { username } = given
  password = given.password
  const login = await b.login(username, password)
  expect(login.status).toBe(200)
  const token = (JSON.parse(login.text) as { access_token: string }).access_token
  const first: Person = { ctx: b.rig.stranger.ctx, authorization: `bearer ${token}` }
  expect((await b.get('store/list', {}, first)).status).not.toBe(200)
  expect((await b.post('session/password', { oldPassword: password, newPassword: 'Zhifu#2026ok' }, first)).code).toBe(200)
  password = 'Zhifu#2026ok'
  const again = JSON.parse((await b.login(username, password)).text) as { access_token: string }
  boss = {
    ctx: systemContext({ db: b.rig.db, clock: systemClock, registry: b.rig.registry, operatorId: company, requestId: 'test' }),
    authorization: `bearer ${again.access_token}`,
  }
  expect((await b.get('store/list', {}, boss)).data).toMatchObject({ list: [], total: 0 })
  expect((await b.get('dictGroup/list', {}, boss)).data).not.toMatchObject({ total: 0 })
  // Once it is his own, nobody else makes another.
  expect((await b.post('operatorProfile/firstPassword', { id: profile.id })).message).toBe(
    '该公司管理员已启用账号并修改密码，平台不能代为重置；请由该公司的另一位管理员重置',
  )
  expect((await b.get('operatorProfile/list', {}, boss)).status).toBe(403)
})

test('its merchant is rejected, sent again under the same number, and done only by the word of the provider', async () => {
  const draft = (await get<{ list: Row[] }>('merchant/list', { profile: profile.id })).list[0]!
  expect(draft['status']).toBe('editing')
  expect((await act('merchant/submit', draft.id, { version: draft.version })).message).toContain('请补充：营业执照照片、法人姓名')
  expect((await b.post('merchant/add', { profile: profile.id, provider: 'wechat' })).message).toContain(`已有进件 ${String(draft['no'])}`)
  const file = { id: 'x'.repeat(20), name: 'a.png', mime: 'image/png', size: 1 }
  await b.rig.db.write(mine(), (tx) =>
    sql`update merchant set licence = ${JSON.stringify([file])}::jsonb, legal_images = ${JSON.stringify([file, file])}::jsonb, shop_images = ${JSON.stringify([file])}::jsonb where id = ${draft.id}`.execute(
      tx,
    ),
  )
  await done('merchant/edit', draft.id, {
    legalName: '沈沪东',
    legalIdNo: '11010519491231002X',
    legalIdDueOn: '2099-12-31',
    bankName: '招商银行上海分行',
    accountNo: '121900001234567',
    shopName: '沪东租车',
    servicePhone: '021-61234567',
  })
  const sent = await done('merchant/submit', draft.id)
  expect(sent).toMatchObject({ status: 'checking', attempt: 1, no: draft['no'] })
  expect((await act('merchant/edit', draft.id, { version: sent.version, shopName: '改' })).message).toContain('驳回后才能修改')
  const say = async (state: string, more: object = {}): Promise<Row> => done('merchant/register', draft.id, { state, ...more })
  await expect(say('REJECTED')).rejects.toThrow('请填写驳回的资料项与原因')
  expect(await say('REJECTED', { reasons: [{ field: 'licence', reason: '照片不清晰' }] })).toMatchObject({ status: 'rejected' })
  await expect(say('FINISHED', { subMerchantId: 'M1' })).rejects.toThrow('只有')
  const resent = await done('merchant/submit', draft.id)
  expect(resent).toMatchObject({ status: 'checking', attempt: 2, no: draft['no'], rejectReasons: null })
  expect(await say('ACCOUNT_NEED_VERIFY', { signUrl: 'https://pay.example/verify' })).toMatchObject({ status: 'toVerify' })
  expect(await say('AUDITING')).toMatchObject({ status: 'auditing', signUrl: null })
  await expect(say('CHECKING')).rejects.toThrow('不能登记为「资料校验中」')
  expect(await say('NEED_SIGN')).toMatchObject({ status: 'toSign' })
  expect(await say('SIGNING')).toMatchObject({ status: 'opening' })
  await expect(say('FINISHED')).rejects.toThrow('请填写支付平台分配的商户号')
  expect(await say('FINISHED', { subMerchantId: '1230000109' })).toMatchObject({ status: 'done', subMerchantId: '1230000109' })
  const accounts = (await get<{ list: Row[] }>('providerAccount/list', { merchant: draft.id })).list
  expect(accounts.map((a) => [a['kind'], a['status'], a['accountNo']]).toSorted((a, b) => String(a).localeCompare(String(b)))).toEqual([
    ['settle', 'active', '1230000109'],
    ['split', 'toOpen', null],
  ])
})

test('a merchant that the provider gives up is paid to by nobody: its accounts are closed', async () => {
  const { id } = (await get<{ list: Row[] }>('merchant/list', { profile: profile.id })).list[0]!
  const kinds = async (): Promise<string[]> =>
    (await get<{ list: Row[] }>('providerAccount/list', { merchant: id })).list.map((a) => String(a['status'])).toSorted()
  const split = (await get<{ list: Row[] }>('providerAccount/list', { merchant: id, kind: 'split' })).list[0]!
  await done('providerAccount/apply', split.id)
  await done('merchant/register', id, { state: 'FROZEN' })
  expect(await kinds()).toEqual(['frozen', 'opening'])
  await done('merchant/register', id, { state: 'FINISHED' })
  expect(await kinds()).toEqual(['active', 'opening'])
  expect(await done('merchant/register', id, { state: 'CANCELED' })).toMatchObject({ status: 'voided' })
  expect(await kinds()).toEqual(['closed', 'closed'])
})

test('two companies that asked for one administrator: the second takes another name instead of a dead end, and a name in use stays', async () => {
  const made = async (name: string): Promise<number> =>
    (await b.must('operatorProfile/add', { name, kind: 'direct', adminUsername: 'twin' })).id
  const [first, second] = [await made('双子一'), await made('双子二')]
  const version = async (id: number): Promise<number> => (await get('operatorProfile/detail', { id })).version
  for (const id of [first, second]) await done('operatorProfile/open', id)
  expect((await b.post('operatorProfile/firstPassword', { id: first })).code).toBe(200)
  expect((await b.post('operatorProfile/firstPassword', { id: second })).message).toContain('请修改该运营商的管理员账号后再发放')
  const rename = async (id: number, adminUsername: string): Promise<Answer> =>
    act('operatorProfile/edit', id, { version: await version(id), adminUsername })
  expect((await rename(second, 'admin')).text).toContain('该用户名已被使用')
  expect((await rename(first, 'twin9')).text).toContain('该管理员账号已启用，不能修改')
  expect((await rename(second, 'twin2')).code).toBe(200)
  expect((await b.post('operatorProfile/firstPassword', { id: second })).data).toMatchObject({ username: 'twin2' })
})

const summary = async (who: Person): Promise<Answer> => b.get('operation/summary', { from: '2026-05', to: '2026-06' }, who)
const asCompany = (operatorId: number, of: number) =>
  b.rig.db.read(operatorId, (db) => sql`select * from operator_summary(${of}, '2026-05-01'::date, '2026-06-30'::date)`.execute(db))

test('a parent reads sums of its child and not a row; a child and a stranger read nothing of others', async () => {
  const amounts = [120_000, 80_050]
  for (const amount of amounts)
    await b.rig.db.write(company, (tx) =>
      sampleRecord(
        tx,
        boss.ctx,
        'bill',
        { direction: 'receivable', billType: 'rent', status: 'unpaid', dueOn: '2026-05-10', amount, paid: 0, writtenOff: 0 },
        { path: [], samples },
      ),
    )
  const seen = (await summary(b.rig.admin)).data as { own: object; children: { company: number; months: object[] }[] }
  expect(seen.own).toMatchObject({ level: 'platform', parent: null })
  expect(seen.children).toHaveLength(1)
  expect(seen.children[0]).toMatchObject({ company, name: '沪东运营有限公司', status: 'active' })
  expect(seen.children[0]!.months).toEqual([
    { month: '2026-05', contracts: 0, handOvers: 0, bills: 2, charged: 200_050, received: 0 },
    { month: '2026-06', contracts: 0, handOvers: 0, bills: 0, charged: 0, received: 0 },
  ])
  // A narrower question is the same question: nobody walks to a single bill day by day.
  const day = await b.rig.db.read(mine(), (db) =>
    sql<{ charged: number }>`select charged from operator_summary(${mine()}, '2026-05-11'::date, '2026-05-11'::date)`.execute(db),
  )
  expect(day.rows).toEqual([{ charged: 200_050 }])
  expect((await summary(boss)).data as { own: object; children: unknown[] }).toMatchObject({ own: { level: 'sub' }, children: [] })
  expect(((await summary(b.rig.stranger)).data as { children: unknown[] }).children).toEqual([])
  expect((await summary(b.rig.nobody)).status).toBe(403)
  await expect(asCompany(company, mine())).rejects.toMatchObject({ code: '42501' })
  await expect(asCompany(b.rig.stranger.ctx.user.operatorId, mine())).rejects.toMatchObject({ code: '42501' })
  await expect(
    b.rig.db.read(null, (db) => sql`select * from operator_summary(${mine()}, '2026-05-01'::date, '2026-06-30'::date)`.execute(db)),
  ).rejects.toMatchObject({ code: '42501' })
  // Rows stay where they are, whoever asks for them by name.
  const bills = (await b.get('bill/list', { amount_from: 1 }, b.rig.admin)).text
  expect(bills).not.toContain('80050')
  for (const [from, to] of [
    ['2026-06', '2026-05'],
    ['2020-01', '2026-05'],
  ])
    expect((await b.get('operation/summary', { from, to })).status).toBe(422)
  expect((await b.get('operation/summary', { from: '2026-13', to: '2026-05' })).status).toBe(400)
})

test('the login tells of a sub-operation; a stopped child signs nobody in, runs nothing, and keeps its sums', async () => {
  const flagOf = (operatorId: number, username: string): Promise<string | undefined> =>
    b.rig.db.read(operatorId, async (db) => {
      const { id } = await db.selectFrom('user').select('id').where('username', '=', username).executeTakeFirstOrThrow()
      return (await accessLoader(b.rig.registry, systemClock, () => []).loadUser(db, id))?.subOperation
    })
  expect(await flagOf(company, 'hudong')).toBe('1')
  expect(await flagOf(mine(), 'admin')).toBe('0')
  expect(await flagOf(b.rig.stranger.ctx.user.operatorId, 'stranger')).toBe('0')
  await done('operatorProfile/pause', profile.id, { reason: '拖欠分成' })
  expect((await b.get('store/list', {}, boss)).status).toBe(401)
  expect((await b.login('hudong', password)).text).toContain('所属公司已停用')
  expect((await b.rig.db.read(null, (db) => operatorsOf(db as never))).map((o) => o.id)).not.toContain(company)
  expect(((await summary(b.rig.admin)).data as { children: object[] }).children).toMatchObject([{ status: 'stopped' }])
  await done('operatorProfile/resume', profile.id)
  expect((await b.login('hudong', password)).status).toBe(200)
  const platform = (await get<{ list: Row[] }>('operatorProfile/list', { level: 'platform' })).list[0]!
  expect((await act('operatorProfile/pause', platform.id, { version: platform.version, reason: '试' })).message).toContain(
    '平台公司不能停用',
  )
})

test('a code counts an address once a day, tells nothing of itself, and is remembered by who comes through it', async () => {
  const code = (
    await b.must('promoCode/add', {
      code: 'FAIR2026',
      name: '展会',
      store: b.stores[0],
      promoter: 'user',
      rewardRate: 500,
      fromOn: '2026-01-01',
    })
  ).id as number
  const visit = (text: string): Promise<Answer> => b.rig.send({ method: 'POST', path: '/api/v1/franchise/visit' }, { code: text }, null)
  const answers = [await visit('FAIR2026'), await visit(' fair2026 '), await visit('NOBODYS')]
  expect(answers.map((a) => [a.code, a.data])).toEqual([
    [200, null],
    [200, null],
    [200, null],
  ])
  expect((await visit("x' or 1=1")).status).toBe(400)
  const visits = () => get<{ total: number }>('promoVisit/list', { promoCode: code })
  expect((await visits()).total).toBe(1)
  const apply = (promo: string): Promise<Answer> =>
    b.rig.send(
      { method: 'POST', path: '/api/v1/franchise/apply' },
      { name: `访客${promo.length}`, phone: '13900139000', region: '苏州', promo },
      null,
    )
  expect([(await apply('FAIR2026')).code, (await apply('NOBODYS')).code, (await apply('不是码')).code]).toEqual([200, 200, 200])
  expect((await apply('Fair2026 ')).code).toBe(200)
  const leads = await get<{ list: Row[]; total: number }>('franchiseApply/list', { promoCode: code })
  const came = leads.list.filter((row) => row['promoCode'] === code)
  expect(came.map((row) => row['contact'])).toEqual(expect.arrayContaining(['访客8', '访客9']))
  expect(came).toHaveLength(2)
  const { version } = await get('promoCode/detail', { id: code })
  expect((await act('promoCode/settle', code, { version })).message).toBe('请先在推广码上选择员工')
  await done('promoCode/end', code)
  await apply('FAIR2026')
  const after = await get<{ list: Row[] }>('franchiseApply/list', { pageSize: 50 })
  expect(after.list.filter((row) => row['promoCode'] === code)).toHaveLength(2)
})

test('a reward is owed to whom the code names, once a customer by whatever code, and one who had it stops nobody else', async () => {
  const staff = (
    await b.must('user/add', { username: 'tui', name: '推广员小王', mobile: '13800138000', dept: b.dept, customerType: 'staff' })
  ).id
  const codes: number[] = []
  for (const code of ['REWARD1', 'REWARD2'])
    codes.push(
      (
        await b.must('promoCode/add', {
          code,
          name: `活动${code}`,
          store: b.stores[0],
          promoter: 'user',
          user: staff,
          rewardRate: 500,
          fromOn: '2026-01-01',
        })
      ).id,
    )
  const customer = (promoCode: number): Promise<number> =>
    b.rig.db.write(mine(), async (tx) => {
      const given = { path: [], samples }
      const lessee = await sampleRecord(tx, b.rig.admin.ctx, 'lessee', { promoCode }, given)
      const rent = { direction: 'receivable', billType: 'rent', status: 'settled', lessee, amount: 380_000, paid: 380_000, writtenOff: 0 }
      await sampleRecord(tx, b.rig.admin.ctx, 'bill', rent, given)
      return lessee
    })
  const settle = async (code: number): Promise<Answer> =>
    act('promoCode/settle', code, { version: (await get('promoCode/detail', { id: code })).version })
  const moved = await customer(codes[0]!)
  expect((await settle(codes[0]!)).code).toBe(200)
  const rewards = (await get<{ list: Row[] }>('promoReward/list', { lessee: moved })).list
  expect(rewards).toMatchObject([{ base: 380_000, amount: 19_000 }])
  expect(await get('payableBill/detail', { id: rewards[0]!['payableBill'] })).toMatchObject({
    payee: '推广员小王',
    partyKind: 'staff',
    amount: 19_000,
  })
  await b.rig.db.write(mine(), (tx) => tx.updateTable('lessee').set({ promoCode: codes[1]! }).where('id', '=', moved).execute())
  const fresh = await customer(codes[1]!)
  expect((await settle(codes[1]!)).code).toBe(200)
  expect((await get<{ list: Row[] }>('promoReward/list', { promoCode: codes[1] })).list.map((r) => r['lessee'])).toEqual([fresh])
})
