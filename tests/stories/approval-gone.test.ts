/** What a process names and is not there any more: people who left, empty roles, closed stores, circles of deputies. Work never stops at nobody. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Context } from '#kit/access/context.server.ts'
import { remove } from '#kit/entity/store.server.ts'
import { drawing, node, Office } from './approval-office.ts'
import type { WorkItem } from '#modules/approval/wire.ts'
import { Company, refusal } from './company.ts'

let company: Company
let office: Office
let form = 0
const ADMIN = '系统管理员'
beforeAll(async () => {
  company = await Company.open('2026-03-02')
  office = new Office(company)
  await office.hire(['manager', '周建国'], ['asset', '马志强'], ['ops', '何欣怡'], ['chief', '钱国梁'], ['driver', '孙师傅'])
  company.people.set(
    'admin',
    await company.read(
      async (db) => (await db.selectFrom('user').select('id').where('username', '=', 'admin').executeTakeFirstOrThrow()).id,
    ),
  )
  form = await office.makeForm('事由单', {
    fields: [
      { name: 'what', label: '事由', kind: 'text' },
      { name: 'store', label: '门店', kind: 'store' },
    ],
  })
})
afterAll(() => company?.close())

let running = 0
async function process(nodes: Parameters<typeof drawing>[0]): Promise<{ key: string; id: number }> {
  const key = `flow${++running}`
  const id = await company.add('approvalProcess', { key, name: `流程${running}`, form })
  await office.publish(id, drawing(nodes))
  return { key, id }
}
const asked = async (caseId: number): Promise<string[]> =>
  (await office.view('sales', caseId)).tasks.filter((t) => ['open', 'waiting'].includes(t.status)).map((t) => t.assignee.name)
const lines = async (caseId: number, action: string): Promise<string[]> =>
  (await office.view('sales', caseId)).history.filter((h) => h.action === action).map((h) => h.to.join('、'))
const handOver = (from: string, to: string, replace = false) =>
  office.call<{ moved: number; left: number; roles: number; processes: { name: string; ok: boolean; message: string }[] }>(
    'sales',
    'POST',
    '/api/v1/workflow/handOverAll',
    { from: office.id(from), to: office.id(to), reason: '离职', replace },
  )

describe('stores', () => {
  test('one that an approval role or a case names cannot be deleted, and says by what; gone all the same, the nearest others are asked', async () => {
    const store = await company.add('store', { code: 'JD', name: '嘉定店', city: '上海市' })
    const role = await company.add('approvalRole', { code: 'storeKeeper', name: '门店库管' })
    await company.add('approvalRoleMember', { role, user: office.id('asset'), reach: 'store', store })
    await company.add('approvalRoleMember', { role, user: office.id('ops'), reach: 'company' })
    const { key } = await process([node('a', '库管', { kind: 'approvalRole', code: 'storeKeeper' })])
    const there = await office.start('sales', key, { store })
    expect(await asked(there.id)).toEqual(['马志强'])
    expect((await refusal(company.write((tx) => remove(tx, company.as('sales'), 'store', store, null, 'person')))).message).toMatch(
      /审批角色成员|审批单/,
    )
    await company.write((tx) => tx.updateTable('store').set({ deletedAt: company.clock.now() }).where('id', '=', store).execute())
    const gone = await office.start('sales', key, { store })
    expect(await asked(gone.id)).toEqual(['何欣怡'])
    // The case that runs is not stopped by it.
    await office.task('asset', 'approve', await office.one('asset'))
    expect((await office.view('sales', there.id)).status).toBe('passed')
    await office.task('ops', 'approve', await office.one('ops'))
  })
})

describe('roles', () => {
  test('without members, or disabled, ask the administrator; publishing says which one is missing', async () => {
    const role = await company.add('role', { code: 'nobody', name: '空角色' })
    const own = await company.add('approvalRole', { code: 'emptyRole', name: '空的审批角色' })
    const nodes = [
      node('a', '空角色', { kind: 'role', roles: [role] }),
      node('b', '空审批角色', { kind: 'approvalRole', code: 'emptyRole' }),
    ]
    const { key, id } = await process(nodes)
    const made = await office.start('sales', key, {})
    expect(await lines(made.id, 'emptyToAdmin')).toEqual([ADMIN])
    await company.act('approvalRole', 'disable', own)
    await company.act('role', 'disable', role)
    const again = (await refusal(office.publish(id, drawing(nodes)))) as unknown as { data: Record<string, string> }
    expect(Object.values(again.data)).toEqual(
      expect.arrayContaining(['「空角色」所选角色已停用或不存在', '「空审批角色」审批角色「emptyRole」不存在或已停用']),
    )
    await office.call('sales', 'POST', '/api/v1/workflow/withdraw', { id: made.id })
  })
  test('no administrator either: starting says whom to call, and nothing is left behind', async () => {
    const { key } = await process([node('a', '无人', office.people('driver'))])
    await company.act('user', 'disable', office.id('driver'))
    await company.write((tx) => tx.updateTable('user').set({ isAdmin: false }).where('username', '=', 'admin').execute())
    const before = await company.read((db) => db.selectFrom('approvalCase').select('id').execute())
    expect((await refusal(office.start('sales', key, {}))).message).toBe('「无人」没有审批人，也没有可用的管理员，请联系流程管理员')
    expect(await company.read((db) => db.selectFrom('approvalCase').select('id').execute())).toEqual(before)
    await company.write((tx) => tx.updateTable('user').set({ isAdmin: true }).where('username', '=', 'admin').execute())
    await company.act('user', 'enable', office.id('driver'))
  })
})

describe('deputies and delegation', () => {
  const window = (user: string, deputy: string) =>
    company.add('approvalDeputy', {
      user: office.id(user),
      deputy: office.id(deputy),
      fromAt: '2026-03-02T00:00:00.000Z',
      toAt: '2026-03-05T00:00:00.000Z',
      reason: '休假',
    })
  test('a circle of deputies is refused; a deputy of a deputy is nobody', async () => {
    const first = await window('manager', 'asset')
    expect((await refusal(window('asset', 'manager'))).data).toEqual({
      deputy: '周建国在该时间段已请委托人代理（直接或经他人），互相代理等于没有人处理，请另选代理人',
    })
    const second = await window('asset', 'ops')
    expect((await refusal(window('ops', 'manager'))).data).toHaveProperty('deputy')
    const { key } = await process([node('a', '店长', office.people('manager'))])
    const made = await office.start('sales', key, {})
    expect((await office.waiting('asset')).map((w) => w.id)).toContain(made.id)
    expect((await office.waiting('ops')).map((w) => w.id)).not.toContain(made.id)
    await office.task(
      'asset',
      'approve',
      (await office.waiting('asset')).find((w) => w.id === made.id)!,
    )
    for (const id of [first, second]) await company.act('approvalDeputy', 'cancel', id)
    await company.act('approvalDeputy', 'cancel', await window('asset', 'manager'))
  })
  test('what was delegated is not delegated on, nor back to who gave it', async () => {
    const { key } = await process([node('a', '店长', office.people('manager'))])
    const made = await office.start('sales', key, {})
    await office.task('manager', 'delegate', await office.one('manager'), { users: [office.id('ops')] })
    const given = await office.one('ops')
    expect((await refusal(office.task('ops', 'delegate', given, { users: [office.id('manager')] }))).message).toBe(
      '委派的任务不能再次委派，请给出意见或由委派人收回',
    )
    await office.task('ops', 'approve', given)
    await office.task('manager', 'approve', await office.one('manager'))
    expect((await office.view('sales', made.id)).status).toBe('passed')
  })
})

describe('people who left', () => {
  test('a running case finds the successor of whoever was disabled, through a chain; without one the administrator', async () => {
    const { key } = await process([
      node('a', '店长', office.people('manager')),
      node('b', '负责人', office.people('chief')),
      node('c', '负责人', office.people('chief')),
    ])
    const made = await office.start('sales', key, {})
    await company.act('user', 'disable', office.id('chief'))
    const bare = await office.start('sales', key, {})
    await office.task(
      'manager',
      'approve',
      (await office.waiting('manager')).find((w) => w.id === bare.id)!,
    )
    expect(await asked(bare.id)).toEqual([ADMIN])
    expect(await handOver('chief', 'asset')).toEqual({ moved: 0, left: 0, roles: 0, processes: [] })
    await office.task(
      'manager',
      'approve',
      (await office.waiting('manager')).find((w) => w.id === made.id)!,
    )
    expect(await asked(made.id)).toEqual(['马志强'])
    await company.act('user', 'disable', office.id('asset'))
    expect(await handOver('asset', 'ops')).toMatchObject({ moved: 1, left: 0 })
    await office.task(
      'ops',
      'approve',
      (await office.waiting('ops')).find((w) => w.id === made.id)!,
    )
    expect(await asked(made.id)).toEqual(['何欣怡'])
    // Back at work: he is asked himself again.
    await company.act('user', 'enable', office.id('chief'))
    await company.act('user', 'enable', office.id('asset'))
    const back = await office.start('sales', key, {})
    await office.task(
      'manager',
      'approve',
      (await office.waiting('manager')).find((w) => w.id === back.id)!,
    )
    expect(await asked(back.id)).toEqual(['钱国梁'])
  })
  test('a task of somebody who was disabled is seen by his successor, without one by the administrator, and by nobody else', async () => {
    const { key } = await process([node('a', '负责人', office.people('chief')), node('b', '运营', office.people('ops'))])
    const made = await office.start('sales', key, {})
    await company.act('user', 'disable', office.id('chief'))
    const seen = async (who: string): Promise<(string | null | undefined)[]> =>
      (await office.waiting(who)).filter((w) => w.id === made.id).map((w) => w.task?.principal)
    // 钱国梁 has a successor from the story before: 马志强.
    expect([await seen('asset'), await seen('admin'), await seen('ops')]).toEqual([['钱国梁'], [], []])
    await company.write((tx) => tx.deleteFrom('approvalSuccessor').execute())
    expect([await seen('asset'), await seen('admin'), await seen('ops')]).toEqual([[], ['钱国梁'], []])
    const task = (await office.waiting('admin')).find((w) => w.id === made.id)!
    expect((await refusal(office.task('ops', 'approve', task))).message).toBe('任务已被删除，或不在您的数据权限内，请刷新后重新选择')
    await office.task('admin', 'approve', task)
    const done = (await office.view('sales', made.id)).history.find((h) => h.action === 'approve')!
    expect([done.user, done.onBehalfOf]).toEqual([ADMIN, '钱国梁'])
    await office.task(
      'ops',
      'approve',
      (await office.waiting('ops')).find((w) => w.id === made.id)!,
    )
    await company.act('user', 'enable', office.id('chief'))
  })
  test('what was sent back to a starter who has left is submitted again by whoever stands in for him, or taken back', async () => {
    const { key } = await process([node('a', '店长', office.people('manager'), { reject: { policy: 'starter' }, resubmit: 'back' })])
    const box = async (who: string, caseId: number): Promise<string[]> =>
      (await office.call<{ list: WorkItem[] }>(who, 'GET', '/api/v1/workbench/list', { box: 'started' })).list
        .filter((w) => w.id === caseId)
        .map((w) => `${w.starter} ${w.status}`)
    const titlesTo = (who: string, no: string) =>
      company.read(async (db) =>
        (
          await db.selectFrom('inboxMessage').select('title').where('receiver', '=', office.id(who)).where('content', '=', no).execute()
        ).map((m) => m.title.split('：')[0]),
      )
    const sentBack = async (before?: () => Promise<void>): Promise<{ id: number; no: string }> => {
      const made = await office.start('driver', key, { what: '补胎' })
      await before?.()
      await office.task(
        'manager',
        'reject',
        (await office.waiting('manager')).find((w) => w.id === made.id)!,
        { opinion: '请补充照片' },
      )
      return made
    }
    const leaves = async (): Promise<void> => void (await company.act('user', 'disable', office.id('driver')))
    // He leaves before it comes back, and nobody was named: the administrator.
    const orphan = await sentBack(leaves)
    expect([await titlesTo('admin', orphan.no), await box('admin', orphan.id), await box('ops', orphan.id)]).toEqual([
      ['被退回，请修改后重新提交'],
      ['孙师傅 returned'],
      [],
    ])
    expect((await office.view('admin', orphan.id)).own).toMatchObject({ resubmit: null, withdraw: null })
    await office.call('admin', 'POST', '/api/v1/workflow/withdraw', { id: orphan.id, reason: '人已离职' })
    const withdrawn = (await office.view('admin', orphan.id)).history.find((h) => h.action === 'withdraw')!
    expect([withdrawn.user, withdrawn.onBehalfOf]).toEqual([ADMIN, '孙师傅'])
    await company.act('user', 'enable', office.id('driver'))
    // It has come back already when he leaves; his successor goes on where he was.
    const late = await sentBack()
    expect(await titlesTo('driver', late.no)).toEqual(['被退回，请修改后重新提交'])
    expect((await refusal(office.call('ops', 'POST', '/api/v1/workflow/resubmit', { id: late.id }))).message).toBe('只有发起人可以重新提交')
    await leaves()
    await handOver('driver', 'ops')
    expect([await box('ops', late.id), await box('admin', late.id)]).toEqual([['孙师傅 returned'], []])
    await office.call('ops', 'POST', '/api/v1/workflow/resubmit', { id: late.id, values: { what: '补胎，照片已附' } })
    expect(await asked(late.id)).toEqual(['周建国'])
    await office.task(
      'manager',
      'approve',
      (await office.waiting('manager')).find((w) => w.id === late.id)!,
    )
    expect((await office.view('ops', late.id)).status).toBe('passed')
    await company.act('user', 'enable', office.id('driver'))
  })
  test('离职转办 replaces them in published drawings, drafts, roles and managers; running cases stay on their version; what cannot be is said', async () => {
    const named = await process([
      node('a', '负责人', office.people('chief', 'manager')),
      { kind: 'copy', id: 'y', name: '抄送', who: office.people('chief') },
    ])
    const drafted = await process([node('a', '店长', office.people('manager'))])
    await office.draft(drafted.id, drawing([node('a', '负责人', office.people('chief'))]))
    await company.edit('approvalProcess', drafted.id, { managers: [office.id('chief')] })
    const stuck = await process([node('a', '负责人', office.people('chief', 'driver'))])
    const role = await company.add('approvalRole', { code: 'chiefs', name: '负责人' })
    await company.add('approvalRoleMember', { role, user: office.id('chief'), reach: 'company' })
    const live = await office.start('sales', named.key, {})
    await company.act('user', 'disable', office.id('chief'))
    await company.act('user', 'disable', office.id('driver'))
    const report = await handOver('chief', 'asset', true)
    expect(report).toMatchObject({ left: 0, roles: 1 })
    expect(report.moved).toBeGreaterThan(0)
    const of = (id: number): Promise<string> =>
      company.read(
        async (db) => (await db.selectFrom('approvalProcess').select('name').where('id', '=', id).executeTakeFirstOrThrow()).name,
      )
    expect(report.processes).toEqual(
      expect.arrayContaining([
        { name: await of(named.id), ok: true, message: '已发布第 2 版' },
        { name: await of(drafted.id), ok: true, message: '流程管理员、草稿' },
        { name: await of(stuck.id), ok: false, message: '「负责人」有 1 名成员已停用或不存在' },
      ]),
    )
    // The case that runs: its version is the old one, its task has gone to the successor.
    expect((await office.view('sales', live.id)).process.version).toBe(1)
    expect(await asked(live.id)).toEqual(expect.arrayContaining(['马志强', '周建国']))
    const next = await office.start('sales', named.key, {})
    expect((await office.view('sales', next.id)).process.version).toBe(2)
    expect(await asked(next.id)).toEqual(['马志强', '周建国'])
    const member = await company.read((db) =>
      db.selectFrom('approvalRoleMember').select('user').where('role', '=', role).where('deletedAt', 'is', null).execute(),
    )
    expect(member).toEqual([{ user: office.id('asset') }])
    expect(
      (
        await company.read((db) =>
          db.selectFrom('approvalProcess').select('managers').where('id', '=', drafted.id).executeTakeFirstOrThrow(),
        )
      ).managers,
    ).toEqual([office.id('asset')])
    await company.act('user', 'enable', office.id('driver'))
  })
  test('refuses nonsense with a sentence', async () => {
    expect((await refusal(handOver('manager', 'manager'))).data).toEqual({ to: '请选择另一位同事' })
    await company.act('user', 'disable', office.id('driver'))
    expect((await refusal(handOver('manager', 'driver'))).data).toEqual({ to: '接手人员不存在或已停用' })
    expect(
      (await refusal(office.call('sales', 'POST', '/api/v1/workflow/handOverAll', { from: 999_999, to: office.id('ops'), reason: '离职' })))
        .data,
    ).toEqual({ from: '离职人员不存在' })
  })
  test('gives nobody more than he sees who hands over, and him nothing at all', async () => {
    const route = company.registry.modules.flatMap((m) => m.routes ?? []).find((r) => r.path === '/api/v1/workflow/handOverAll')!
    const as = (scope: object[]): Context => {
      const ctx = company.as('sales')
      return { ...ctx, access: { ...ctx.access, can: () => true, scopeOf: () => scope as never } }
    }
    const asks = (ctx: Context, from: string, to: string): Promise<unknown> =>
      Promise.resolve(
        route.handler(
          ctx,
          { from: office.id(from), to: office.id(to), reason: '离职', replace: false },
          { files: [], signal: new AbortController().signal },
        ),
      )
    expect((await refusal(handOver('manager', 'sales'))).data).toEqual({
      to: '不能把审批任务转办给自己，请选择另一位同事，或由另一位管理员办理',
    })
    await office.hire(['fresh', '新同事'])
    const other = await company.add('store', { code: 'XZ', name: '徐汇店', city: '上海市' })
    await company.edit('user', office.id('asset'), { stores: [other] })
    const ofThisStore = as([{ store: [company.store] }])
    expect((await refusal(asks(ofThisStore, 'asset', 'ops'))).data).toEqual({ from: '离职人员不在您的数据权限内' })
    expect((await refusal(asks(ofThisStore, 'fresh', 'asset'))).data).toEqual({ to: '接手人员不在您的数据权限内' })
    // Somebody of this store is asked for a case of another.
    const { key } = await process([node('a', '新人', office.people('fresh'))])
    const { id } = await office.start('sales', key, { store: company.store })
    await company.write((tx) => tx.updateTable('approvalCase').set({ store: other }).where('id', '=', id).execute())
    expect((await refusal(asks(ofThisStore, 'fresh', 'manager'))).message).toBe(
      '离职人员还有不在您数据权限内的审批任务，请由数据权限覆盖这些任务的管理员办理',
    )
    await company.write((tx) => tx.updateTable('approvalCase').set({ store: company.store }).where('id', '=', id).execute())
    expect(await asks(ofThisStore, 'fresh', 'manager')).toMatchObject({ moved: 1, left: 0 })
    expect((await office.waiting('manager')).map((w) => w.id)).toContain(id)
  })
})
