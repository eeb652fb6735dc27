/** J11 and J12 of the domain, and the binding of business acts, through the product's own doors. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { AppError } from '#kit/basics/errors.ts'
import { act } from '#kit/entity/store.server.ts'
import type { FormSchema } from '#modules/approval/forms/form.ts'
import type { CaseView, WorkItem } from '#modules/approval/wire.ts'
import { runTimers } from '#modules/approval/cases/timers.server.ts'
import { drawing, node, Office } from './approval-office.ts'
import { Company, refusal } from './company.ts'

let company: Company
let office: Office
const id = (who: string): number => company.people.get(who)!

const call = <T>(...args: Parameters<Office['call']>): Promise<T> => office.call<T>(...args)
const task: Office['task'] = (...args) => office.task(...args)
const waiting: Office['waiting'] = (who) => office.waiting(who)
const one: Office['one'] = (who) => office.one(who)
const view: Office['view'] = (...args) => office.view(...args)
const makeForm: Office['makeForm'] = (...args) => office.makeForm(...args)
const publish: Office['publish'] = (...args) => office.publish(...args)
const start: Office['start'] = (...args) => office.start(...args)

const FORM: FormSchema = {
  fields: [
    { name: 'plate', label: '车牌号', kind: 'text', required: true },
    { name: 'damage', label: '车损费', kind: 'money', required: true, min: 0 },
  ],
}

beforeAll(async () => {
  company = await Company.open('2026-03-02')
  office = new Office(company)
  await office.hire(['manager', '周建国'], ['asset', '马志强'], ['ops', '何欣怡'], ['finance2', '谢小梅'])
  const other = await company.add('store', { code: 'PD', name: '浦东店', city: '上海市' })
  const role = await company.add('approvalRole', { code: 'storeFinance', name: '门店财务' })
  await company.add('approvalRoleMember', { role, user: id('finance'), reach: 'store', store: company.store })
  await company.add('approvalRoleMember', { role, user: id('finance2'), reach: 'store', store: other })
})
afterAll(() => company?.close())

describe('J11: a return flow is designed, changed, and running cases stay on their version', () => {
  let process = 0
  const started: { id: number; no: string }[] = []
  test('v1: 店长 → 财务', async () => {
    const form = await makeForm('退车单', FORM)
    process = await company.add('approvalProcess', { key: 'returnFlow', name: '退车审批', category: 'lease', form })
    await publish(
      process,
      drawing([
        node('manager', '店长', { kind: 'person', users: [id('manager')] }),
        node('finance', '财务', { kind: 'person', users: [id('finance')] }),
      ]),
    )
    started.push(await start('sales', 'returnFlow', { plate: '沪A12345', damage: 120_000 }))
    expect((await one('manager')).summary).toEqual([
      { label: '车牌号', value: '沪A12345' },
      { label: '车损费', value: '1,200.00' },
    ])
  })
  test('what cannot be published says where and why', async () => {
    const { problems } = await call<{ problems: { node: string | null; message: string }[] }>(
      'sales',
      'POST',
      '/api/v1/approvalVersion/check',
      {
        process,
        definition: drawing([
          {
            kind: 'condition',
            id: 'k',
            name: '金额',
            branches: [
              { id: 'k1', name: '大额', when: { kind: 'compare', field: 'form.amount', op: 'gt', value: 1 }, nodes: [] },
              { id: 'k2', name: '小额', nodes: [] },
            ],
          },
          node('x', '', { kind: 'person', users: [] }),
          {
            kind: 'route',
            id: 'r',
            name: '回头',
            routes: [{ name: '重来', when: { kind: 'compare', field: 'form.damage', op: 'gt', value: 0 }, to: 'k' }],
          },
        ]),
      },
    )
    expect(problems).toEqual([
      { node: 'k', message: '「金额」缺少默认分支：都不满足时流程会停住' },
      { node: 'k', message: '「金额」分支「大额」：条件使用的字段「form.amount」已不存在' },
      { node: 'k', message: '「金额」分支「小额」：没有设置条件' },
      { node: 'x', message: '「审批人」没有名称' },
      { node: 'x', message: '「审批人」没有选择成员' },
    ])
  })
  test('v2: more than 1000 yuan → 会签[财务, 资产], else 财务 of the store; 抄送 运营. R1 still runs on v1', async () => {
    const both = node(
      'both',
      '会签',
      { kind: 'person', users: [id('finance'), id('asset')] },
      { mode: 'all', veto: 'atOnce', reject: { policy: 'starter' }, resubmit: 'back' },
    )
    await publish(
      process,
      drawing([
        node('manager', '店长', { kind: 'person', users: [id('manager')] }),
        {
          kind: 'condition',
          id: 'k',
          name: '车损',
          branches: [
            { id: 'k1', name: '大额', when: { kind: 'compare', field: 'form.damage', op: 'gt', value: 100_000 }, nodes: [both] },
            { id: 'k2', name: '其他', default: true, nodes: [node('store', '门店财务', { kind: 'approvalRole', code: 'storeFinance' })] },
          ],
        },
        { kind: 'copy', id: 'copy', name: '运营', who: { kind: 'person', users: [id('ops')] } },
      ]),
    )
    const r1 = await view('manager', started[0]!.id)
    expect([r1.process.version, r1.definition.nodes.map((n) => n.id)]).toEqual([1, ['start', 'manager', 'finance']])
    await task('manager', 'approve', await one('manager'))
    await task('finance', 'approve', await one('finance'), { opinion: '同意' })
    expect((await view('sales', started[0]!.id)).status).toBe('passed')
  })
  test('R2 with 850 yuan takes the other branch, and 门店财务 is the one of this store', async () => {
    started.push(await start('sales', 'returnFlow', { plate: '沪A22222', damage: 85_000 }))
    await task('manager', 'approve', await one('manager'))
    expect((await one('finance')).task!.node).toBe('门店财务')
    expect(await waiting('finance2')).toEqual([])
    expect(await waiting('asset')).toEqual([])
    await task('finance', 'approve', await one('finance'))
    const copied = await call<{ list: WorkItem[] }>('ops', 'GET', '/api/v1/workbench/list', { box: 'copied' })
    expect(copied.list.map((w) => [w.no, w.unread])).toEqual([[started[1]!.no, true]])
    await call('ops', 'POST', '/api/v1/workflow/read', { id: started[1]!.id })
    expect((await call<{ copied: number }>('ops', 'GET', '/api/v1/workbench/counts')).copied).toBe(0)
  })
  test('R3 with 1200 yuan makes two tasks; one rejects (一票否决), it goes to the starter and straight back', async () => {
    const r3 = await start('sales', 'returnFlow', { plate: '沪A33333', damage: 120_000 })
    await task('manager', 'approve', await one('manager'))
    expect([(await waiting('finance')).length, (await waiting('asset')).length]).toEqual([1, 1])
    expect((await refusal(task('asset', 'reject', await one('asset')))).data).toEqual({ opinion: '请填写原因' })
    await task('asset', 'reject', await one('asset'), { opinion: '照片不清楚' })
    expect([(await waiting('finance')).length, (await view('sales', r3.id)).status]).toEqual([0, 'returned'])
    await call('sales', 'POST', '/api/v1/workflow/resubmit', { id: r3.id, values: { plate: '沪A33333', damage: 110_000 } })
    const after = await view('sales', r3.id)
    expect(after.tasks.filter((t) => t.round === 2).map((t) => [t.nodeName, t.status])).toEqual([
      ['会签', 'open'],
      ['会签', 'open'],
    ])
    expect(await waiting('manager')).toEqual([])
    expect(after.history.find((h) => h.action === 'resubmit')!.changes).toEqual([
      { label: '车损费', before: '1,200.00', after: '1,100.00' },
    ])
    await task('finance', 'approve', await one('finance'))
    await task('asset', 'approve', await one('asset'))
    expect((await view('sales', r3.id)).status).toBe('passed')
  })
  test('a new version of the form that drops a field stops the next publishing, not the running cases', async () => {
    const form = await company.read(
      async (db) => (await db.selectFrom('approvalForm').select('id').where('name', '=', '退车单').executeTakeFirstOrThrow()).id,
    )
    const running = await start('sales', 'returnFlow', { plate: '沪A44444', damage: 120_000 })
    const { id: draft } = await call<{ id: number }>('sales', 'POST', '/api/v1/approvalFormVersion/draft', { form })
    const { version, used } = await call<{ version: number; used: { field: string }[] }>(
      'sales',
      'GET',
      '/api/v1/approvalFormVersion/design',
      { id: String(draft) },
    )
    expect(used.map((u) => u.field)).toEqual(['damage'])
    await call('sales', 'POST', '/api/v1/approvalFormVersion/save', { id: draft, version, schema: { fields: [FORM.fields[0]] } })
    await company.act('approvalFormVersion', 'publish', draft)
    const { id: next } = await call<{ id: number }>('sales', 'POST', '/api/v1/approvalVersion/draft', { process })
    expect((await refusal(company.act('approvalVersion', 'publish', next))).message).toContain('条件使用的字段「form.damage」已不存在')
    await task('manager', 'approve', await one('manager'))
    expect((await waiting('asset')).map((w) => w.id)).toEqual([running.id])
    await call('sales', 'POST', '/api/v1/workflow/withdraw', { id: running.id, reason: '不退了' })
    expect([await waiting('asset'), (await view('sales', running.id)).status]).toEqual([[], 'withdrawn'])
  })
})

describe('J12: a day of an approver', () => {
  test('three wait; one is agreed to, one handed over, one gets a signer before it', async () => {
    const form = await makeForm('用章申请', { fields: [{ name: 'what', label: '用途', kind: 'text', required: true }] })
    const process = await company.add('approvalProcess', { key: 'seal', name: '用章', form })
    await publish(process, drawing([node('m', '店长', { kind: 'person', users: [id('manager')] })]))
    for (const what of ['甲', '乙', '丙']) await start('sales', 'seal', { what })
    const notices = await company.registry.modules.find((m) => m.module.name === 'approval')!.notices!(company.as('manager'))
    expect(notices.unapprovedTaskList).toHaveLength(3)
    expect(notices.unapprovedTaskList![0]).toMatchObject({
      taskName: '林晓明的用章',
      tenantryName: '',
      approvalStartTime: '2026-03-02 09:00:00',
    })
    const [third, second, first] = await waiting('manager')
    await task('manager', 'approve', first!)
    await task('manager', 'handOver', second!, { users: [id('asset')], opinion: '请代看' })
    await task('manager', 'addBefore', third!, { users: [id('ops')], opinion: '先看看' })
    expect([await waiting('manager'), (await waiting('asset')).length, (await waiting('ops')).length]).toEqual([[], 1, 1])
    expect((await view('manager', third!.id)).tasks.map((t) => [t.assignee.name, t.status])).toEqual([
      ['周建国', 'waiting'],
      ['何欣怡', 'open'],
    ])
    await task('ops', 'approve', await one('ops'))
    await task('manager', 'approve', await one('manager'))
    expect((await view('sales', third!.id)).status).toBe('passed')
    const handled = await call<{ list: WorkItem[] }>('manager', 'GET', '/api/v1/workbench/list', { box: 'handled' })
    // Those of J11 too: four agreed to there, two here.
    expect(
      handled.list
        .map((w) => w.no)
        .slice(0, 2)
        .toSorted(),
    ).toEqual([first!.no, third!.no].toSorted())
  })
  test('two at once in 或签: one decides, the other reads 该任务已被处理, the history is whole', async () => {
    const process = await company.add('approvalProcess', {
      key: 'either',
      name: '或签',
      form: await makeForm('或签表', { fields: [{ name: 'what', label: '用途', kind: 'text' }] }),
    })
    await publish(
      process,
      drawing([
        node('e', '任一人', { kind: 'person', users: [id('manager'), id('finance')] }, { mode: 'first' }),
        node('z', '下一步', { kind: 'person', users: [id('ops')] }),
      ]),
    )
    const made = await start('sales', 'either', { what: '甲' })
    const [a, b] = [await one('manager'), (await waiting('finance')).find((w) => w.id === made.id)!]
    const results = await Promise.allSettled([task('manager', 'approve', a), task('finance', 'approve', b)])
    const lost = results.filter((r) => r.status === 'rejected').map((r) => (r.reason as AppError).message)
    expect(lost).toEqual(['该任务已被处理'])
    const seen = await view('sales', made.id)
    expect(seen.history.filter((h) => h.action === 'approve')).toHaveLength(1)
    expect(seen.tasks.filter((t) => t.status === 'open').map((t) => t.assignee.name)).toEqual(['何欣怡'])
    expect((await view('ops', made.id)).mine).not.toBeNull()
    expect((await call<CaseView>('ops', 'GET', '/api/v1/workflow/case', { id: String(made.id), type: '3' })).mine).toBeNull()
  })
  test('R-33: two approvers, a withdrawal and a hand-over at once leave one outcome', async () => {
    for (let round = 0; round < 8; round++) {
      const made = await start('sales', 'either', { what: `第${round}次` })
      const [a, b] = [(await waiting('manager')).find((w) => w.id === made.id)!, (await waiting('finance')).find((w) => w.id === made.id)!]
      const results = await Promise.allSettled([
        task('manager', 'approve', a),
        task('finance', 'reject', b, { opinion: '不同意' }),
        call('sales', 'POST', '/api/v1/workflow/withdraw', { id: made.id }),
        task('finance', 'handOver', b, { users: [id('asset')] }),
      ])
      const seen = await view('sales', made.id)
      const final = seen.tasks.filter((t) => t.status === 'agreed' || t.status === 'rejected')
      expect(final.length, `round ${round}`).toBeLessThanOrEqual(1)
      // Every command that succeeded stands in the history exactly once; every other one was refused in words.
      const done = ['approve', 'reject', 'withdraw', 'handOver'].filter((_, i) => results[i]!.status === 'fulfilled')
      expect(
        seen.history
          .map((h) => h.action)
          .filter((x) => ['approve', 'reject', 'withdraw', 'handOver'].includes(x))
          .toSorted(),
      ).toEqual(done.toSorted())
      for (const outcome of results) if (outcome.status === 'rejected') expect(outcome.reason).toBeInstanceOf(AppError)
      if (!['running', 'returned'].includes(seen.status))
        expect(seen.tasks.filter((t) => ['waiting', 'open', 'delegated'].includes(t.status))).toEqual([])
      else await call('sales', 'POST', '/api/v1/workflow/withdraw', { id: made.id })
    }
  })
  test('a deputy sees and acts within the window; whoever left hands everything over', async () => {
    await company.add('approvalDeputy', {
      user: id('manager'),
      deputy: id('asset'),
      fromAt: '2026-03-02T00:00:00.000Z',
      toAt: '2026-03-03T00:00:00.000Z',
      reason: '出差',
    })
    expect(
      (
        await refusal(
          company.add('approvalDeputy', {
            user: id('manager'),
            deputy: id('ops'),
            fromAt: '2026-03-02T12:00:00.000Z',
            toAt: '2026-03-04T00:00:00.000Z',
            reason: '又出差',
          }),
        )
      ).message,
    ).toContain('已有有效的代理')
    const made = await start('sales', 'seal', { what: '丁' })
    const work = (await waiting('asset')).find((w) => w.id === made.id)!
    expect(work.task!.principal).toBe('周建国')
    await task('asset', 'approve', work)
    expect((await view('sales', made.id)).history.find((h) => h.action === 'approve')).toMatchObject({
      user: '马志强',
      onBehalfOf: '周建国',
    })
    const later = await start('sales', 'seal', { what: '戊' })
    expect(await call('sales', 'POST', '/api/v1/workflow/handOverAll', { from: id('manager'), to: id('ops'), reason: '离职' })).toEqual({
      moved: 1,
      left: 0,
      roles: 0,
      processes: [],
    })
    expect((await waiting('ops')).map((w) => w.id)).toContain(later.id)
  })
  test('somebody who takes no part sees nothing; a disabled approver’s node goes to the administrator', async () => {
    const outsider = { ...company.as('finance2'), access: { can: () => false, scopeOf: () => [], scopeText: () => '' } } as never
    const seal = await start('sales', 'seal', { what: '己' })
    const route = company.registry.modules.flatMap((m) => m.routes ?? []).find((r) => r.path === '/api/v1/workflow/case')!
    const quiet = { ...(outsider as object), user: { ...company.as('finance2').user, isAdmin: false } } as never
    expect((await refusal(route.handler(quiet, { id: seal.id }, { files: [], signal: new AbortController().signal }))).kind).toBe('absent')
    await company.act('user', 'disable', id('asset'))
    const process = await company.add('approvalProcess', {
      key: 'gone',
      name: '已离职',
      form: await makeForm('离职表', { fields: [{ name: 'what', label: '用途', kind: 'text' }] }),
    })
    await publish(
      process,
      drawing([node('a', '资产', { kind: 'approvalRole', code: 'storeFinance' }), node('b', '运营', { kind: 'leader', level: 1 })]),
    )
    const made = await start('sales', 'gone', {})
    await company.act('user', 'disable', id('finance'))
    const empty = await start('sales', 'gone', {})
    const history = (await view('sales', empty.id)).history
    expect(history.find((h) => h.action === 'emptyToAdmin')!.to).toEqual(['系统管理员'])
    expect((await view('sales', made.id)).status).toBe('running')
    await company.act('user', 'enable', id('finance'))
    await company.act('user', 'enable', id('asset'))
  })
  test('time: a reminder when it is due, and the rejection that the process asks for', async () => {
    const process = await company.add('approvalProcess', {
      key: 'slow',
      name: '限时',
      form: await makeForm('限时表', { fields: [{ name: 'what', label: '用途', kind: 'text' }] }),
    })
    await publish(
      process,
      drawing([node('a', '限时节点', { kind: 'person', users: [id('ops')] }, { timeout: { hours: 24, action: 'reject' } })]),
    )
    const made = await start('sales', 'slow', {})
    await runTimers(company.as())
    expect((await view('sales', made.id)).status).toBe('running')
    company.at('2026-03-03', '11:00')
    await runTimers(company.as())
    await runTimers(company.as())
    const seen = await view('sales', made.id)
    expect([seen.status, seen.history.filter((h) => h.action === 'timeout').length]).toEqual(['rejected', 1])
    company.at('2026-03-02', '12:00')
  })
})

describe('business acts wait for their approval', () => {
  let contract = 0
  test('a contract is submitted, waits, cannot be decided past the process, and goes on when it is passed', async () => {
    const process = await company.add('approvalProcess', { key: 'contractFlow', name: '合同审批', category: 'lease', act: 'contract' })
    await publish(
      process,
      drawing([
        node('m', '店长', { kind: 'person', users: [id('manager')] }),
        {
          kind: 'condition',
          id: 'k',
          name: '月租',
          branches: [
            {
              id: 'k1',
              name: '高',
              when: { kind: 'compare', field: 'fact.monthlyRent', op: 'ge', value: 300_000 },
              nodes: [node('f', '财务', { kind: 'person', users: [id('finance')] })],
            },
            { id: 'k2', name: '低', default: true, nodes: [] },
          ],
        },
      ]),
    )
    await company.add('businessProcess', { act: 'contract', process })
    contract = await company.contract({
      lessee: await company.lessee(),
      vehicles: [await company.vehicle()],
      startOn: '2026-03-10',
      endOn: '2027-03-10',
    })
    const state = (): Promise<string> =>
      company.read(
        async (db) => (await db.selectFrom('contract').select('status').where('id', '=', contract).executeTakeFirstOrThrow()).status,
      )
    expect(await state()).toBe('approving')
    expect(await company.bills(contract)).toEqual([])
    expect((await refusal(company.act('contract', 'pass', contract))).message).toMatch(
      /合同签订正在审批（SP\d{8}-\d{4}），请在审批工作台处理/,
    )
    const work = (await waiting('manager')).find((w) => w.businessId === contract)!
    expect([work.scene, work.title]).toEqual([1, expect.stringContaining('合同审批 HT')])
    await task('manager', 'approve', work)
    expect(await state()).toBe('approving')
    await task(
      'finance',
      'approve',
      (await waiting('finance')).find((w) => w.businessId === contract)!,
    )
    expect(await state()).toBe('toSign')
    expect(await company.bills(contract)).toHaveLength(3)
  })
  test('a rejection and a withdrawal reach the record; a cancelled record ends its case; there is never a second live one', async () => {
    const state = (of: number): Promise<string> =>
      company.read(async (db) => (await db.selectFrom('contract').select('status').where('id', '=', of).executeTakeFirstOrThrow()).status)
    const again = await company.contract({
      lessee: await company.lessee(),
      vehicles: [await company.vehicle()],
      startOn: '2026-03-10',
      endOn: '2027-03-10',
    })
    const find = async (): Promise<WorkItem> => (await waiting('manager')).find((w) => w.businessId === again)!
    await task('manager', 'reject', await find(), { opinion: '租期太长' })
    expect(await state(again)).toBe('rejected')
    await company.act('contract', 'submit', again, {}, 'sales')
    await call('sales', 'POST', '/api/v1/workflow/withdraw', { id: (await find()).id })
    expect(await state(again)).toBe('rejected')
    await company.act('contract', 'submit', again, {}, 'sales')
    const live = await find()
    await company.act('contract', 'void', again, { reason: '客户取消' }, 'sales')
    expect((await view('sales', live.id)).status).toBe('terminated')
    const cases = await company.read((db) =>
      db.selectFrom('approvalCase').select('status').where('bizType', '=', 'contract').where('bizId', '=', again).orderBy('id').execute(),
    )
    expect(cases.map((x) => x.status)).toEqual(['rejected', 'withdrawn', 'terminated'])
  })
  test('an act that is held runs with what was filled in, in the name of who asked', async () => {
    const process = await company.add('approvalProcess', { key: 'joinFlow', name: '加盟审批', act: 'franchiseApply.pass' })
    await publish(process, drawing([node('m', '店长', { kind: 'person', users: [id('manager')] })]))
    await company.add('businessProcess', { act: 'franchiseApply.pass', process })
    const apply = await company.add('franchiseApply', { contact: '王先生', mobile: '13900139000', city: '杭州市' })
    await company.act('franchiseApply', 'follow', apply)
    await company.write((tx) => act(tx, company.as('ops'), 'franchiseApply', 'pass', apply, null, { result: '符合条件' }, 'person'))
    const read = (): Promise<{ status: string; result: string | null }> =>
      company.read((db) => db.selectFrom('franchiseApply').select(['status', 'result']).where('id', '=', apply).executeTakeFirstOrThrow())
    expect(await read()).toEqual({ status: 'following', result: null })
    expect(
      (
        await refusal(
          company.write((tx) => act(tx, company.as('ops'), 'franchiseApply', 'pass', apply, null, { result: '再来' }, 'person')),
        )
      ).message,
    ).toContain('请勿重复提交')
    const work = (await waiting('manager')).find((w) => w.businessId === apply)!
    const record = await call<{ sections: { heading: string; rows: { label: string; value: string }[] }[] }>(
      'manager',
      'GET',
      '/api/v1/workflow/record',
      { id: String(work.id) },
    )
    expect(record.sections[0]).toEqual({ heading: '加盟通过（申请内容）', rows: [{ label: '处理说明', value: '符合条件' }] })
    await task('manager', 'approve', work)
    expect(await read()).toEqual({ status: 'passed', result: '符合条件' })
  })
  test('nothing of what was used can be deleted, and every case has its whole history', async () => {
    expect(await company.read(async (db) => (await db.selectFrom('approvalCase').select('id').execute()).length)).toBeGreaterThan(20)
    const bare = await company.read((db) =>
      db
        .selectFrom('approvalCase as c')
        .leftJoin('approvalHistory as h', (j) => j.onRef('h.caseId', '=', 'c.id').on('h.action', '=', 'start'))
        .select('c.no')
        .where('h.id', 'is', null)
        .execute(),
    )
    expect(bare).toEqual([])
    const torn = await company.read((db) =>
      db
        .selectFrom('approvalTask as t')
        .innerJoin('approvalCase as c', 'c.id', 't.caseId')
        .select('c.no')
        .where('c.status', 'not in', ['running', 'returned'])
        .where('t.status', 'in', ['waiting', 'open', 'delegated'])
        .execute(),
    )
    expect(torn).toEqual([])
  })
})
