/** What a process says about its cases, what shows by who asks, and who may set what for whom. */
import { fen } from '#kit/basics/fen.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Context } from '#kit/access/context.server.ts'
import { act, add, get, heldNote, remove } from '#kit/entity/store.server.ts'
import type { FormSchema } from '#modules/approval/forms/form.ts'
import type { ApplyForm, PrintSheet, RecordView } from '#modules/approval/wire.ts'
import { drawing, node, Office } from './approval-office.ts'
import { Company, refusal } from './company.ts'

let c: Company
let o: Office

beforeAll(async () => {
  c = await Company.open('2026-03-02')
  o = new Office(c)
  await o.hire(['manager', '周建国'], ['asset', '马志强'])
})
afterAll(() => c?.close())

const started = (id: number) =>
  c.read((db) => db.selectFrom('approvalCase').select(['no', 'title', 'summary']).where('id', '=', id).executeTakeFirstOrThrow())
const print = (who: string, id: number): Promise<PrintSheet> => o.call(who, 'GET', '/api/v1/workflow/print', { id: String(id) })

describe('title, summary and print sheet', () => {
  const FORM: FormSchema = {
    fields: [
      { name: 'kind', label: '类别', kind: 'choice', required: true, options: [{ value: 'o1', label: '维修' }] },
      { name: 'who', label: '经手人', kind: 'person' },
      { name: 'lines', label: '明细', kind: 'table', columns: [{ name: 'amount', label: '金额', kind: 'money', sum: true }] },
      { name: 'sign', label: '本人签名', kind: 'signature' },
      { name: 'files', label: '发票', kind: 'attachment' },
    ],
  }
  test('name fields of the form as people read them: labels, names, yuan, the number', async () => {
    const process = await c.add('approvalProcess', { key: 'said', name: '费用', form: await o.makeForm('费用单', FORM) })
    await o.publish(
      process,
      drawing([node('m', '店长', o.people('manager'))], {
        title: '{no} {form.kind}{form.lines.amount}元（{form.who}）',
        summary: ['form.lines.amount', 'form.who', 'form.kind', 'form.lines.count'],
        print: { trail: true, heading: '费用报批单', fields: ['form.who', 'form.sign', 'form.files'] },
      }),
    )
    const [sign, invoice] = [await c.file('sales'), await c.file('sales')]
    const { id } = await o.start('sales', 'said', {
      kind: 'o1',
      who: o.id('asset'),
      lines: [{ amount: 120_000 }, { amount: 50 }],
      sign: [sign],
      files: [invoice],
    })
    const row = await started(id)
    expect(row.title).toBe(`${row.no} 维修1,200.50元（马志强）`)
    expect(row.summary).toEqual([
      { label: '明细·金额合计', value: '1,200.50' },
      { label: '经手人', value: '马志强' },
      { label: '类别', value: '维修' },
      { label: '明细行数', value: '2' },
    ])
    const sheet = await print('manager', id)
    expect(sheet.heading).toBe('费用报批单')
    expect(sheet.rows.map((r) => r.label)).toEqual(['标题', '发起人', '发起时间', '经手人', '发票'])
    expect(sheet.signatures).toEqual([{ label: '本人签名', file: sign }])
  })
  test('name fields of the business record, in words', async () => {
    const process = await c.add('approvalProcess', { key: 'saidAct', name: '合同审批', act: 'contract' })
    await o.publish(
      process,
      drawing([node('m', '店长', o.people('manager'))], {
        title: '{subject} 月租 {fact.monthlyRent} {fact.store}',
        summary: ['fact.createdBy', 'fact.payCycleMonths', 'fact.monthlyRent'],
        print: { trail: true, fields: ['fact.monthlyRent', 'fact.store'] },
      }),
    )
    await c.add('businessProcess', { act: 'contract', process })
    const contract = await c.contract({
      lessee: await c.lessee(),
      vehicles: [await c.vehicle()],
      startOn: '2026-03-05',
      endOn: '2027-03-05',
    })
    const { id } = await c.read((db) =>
      db.selectFrom('approvalCase').select('id').where('bizId', '=', contract).where('act', '=', 'contract').executeTakeFirstOrThrow(),
    )
    const row = await started(id)
    expect(row.title).toMatch(/ 月租 3,800\.00 虹桥店$/)
    expect(row.summary?.[0]).toEqual({ label: '创建人', value: '林晓明' })
    expect(row.summary).toContainEqual({ label: '月租金', value: '3,800.00' })
    const sheet = await print('manager', id)
    expect(sheet.rows.slice(3)).toEqual([
      { label: '月租金', value: '3,800.00' },
      { label: '签约门店', value: '虹桥店' },
    ])
  })
  test('a title that names what there is not is not published, and says which', async () => {
    const process = await c.add('approvalProcess', {
      key: 'saidWrong',
      name: '错的标题',
      form: await o.makeForm('空单', { fields: [{ name: 'a', label: '甲', kind: 'text' }] }),
    })
    const { problems } = await o.call<{ problems: { message: string }[] }>('sales', 'POST', '/api/v1/approvalVersion/check', {
      process,
      definition: drawing([node('m', '店长', o.people('manager'))], { title: '{starter} {form.b} {foo}' }),
    })
    expect(problems.map((p) => p.message)).toEqual(['标题使用的字段「form.b」不存在', '标题使用的字段「foo」不存在'])
  })
})

describe('a field that shows by who asks', () => {
  const FORM: FormSchema = {
    fields: [
      { name: 'reason', label: '事由', kind: 'text', required: true },
      {
        name: 'code',
        label: '门店编码',
        kind: 'text',
        required: true,
        visible: { kind: 'compare', field: 'starter.id', op: 'eq', value: 0 },
      },
    ],
  }
  test('is asked of him, kept when somebody else changes the sheet, and not asked of others', async () => {
    const mine = {
      ...FORM,
      fields: [
        FORM.fields[0]!,
        { ...FORM.fields[1]!, visible: { kind: 'compare' as const, field: 'starter.id', op: 'eq' as const, value: o.id('sales') } },
      ],
    }
    const process = await c.add('approvalProcess', { key: 'byStarter', name: '按发起人', form: await o.makeForm('按发起人单', mine) })
    await o.publish(process, drawing([node('m', '店长', o.people('manager'), { fields: { reason: 'edit' } })]))
    const apply = await o.call<ApplyForm>('sales', 'GET', '/api/v1/flow/apply', { flowKey: 'byStarter' })
    expect(apply.about['starter.id']).toBe(o.id('sales'))
    expect((await refusal(o.start('sales', 'byStarter', { reason: '急' }))).data).toEqual({ code: '请填写门店编码' })
    await o.start('asset', 'byStarter', { reason: '急' })
    const { id } = await o.start('sales', 'byStarter', { reason: '急', code: 'HQ' })
    const work = (await o.waiting('manager')).find((w) => w.id === id)!
    await o.task('manager', 'approve', work, { values: { reason: '不急' } })
    expect((await o.view('sales', id)).values).toEqual({ reason: '不急', code: 'HQ' })
  })
})

describe('what is filled in on the way', () => {
  const FORM: FormSchema = {
    fields: [
      { name: 'reason', label: '事由', kind: 'text', required: true },
      { name: 'granted', label: '核定金额', kind: 'money', required: true, min: 1 },
    ],
  }
  test('is not demanded of whoever may not write it, and demanded of whoever shall', async () => {
    const process = await c.add('approvalProcess', { key: 'onTheWay', name: '核定', form: await o.makeForm('核定单', FORM) })
    const start = { kind: 'start' as const, id: 'start', name: '发起人', fields: { granted: 'read' as const } }
    const {
      nodes: [, ...rest],
      ...more
    } = drawing([
      node('m', '店长', o.people('manager'), { fields: { reason: 'edit' } }),
      node('f', '财务', o.people('finance'), { fields: { granted: 'edit' } }),
    ])
    await o.publish(process, { ...more, nodes: [start, ...rest] })
    expect((await refusal(o.start('sales', 'onTheWay', { reason: '维修', granted: 100 }))).data).toEqual({
      granted: '发起时不能填写这一项',
    })
    const { id } = await o.start('sales', 'onTheWay', { reason: '维修' })
    const work = async (who: string) => (await o.waiting(who)).find((w) => w.id === id)!
    await o.task('manager', 'approve', await work('manager'), { values: { reason: '换胎' } })
    expect((await refusal(o.task('finance', 'approve', await work('finance')))).data).toEqual({ granted: '请填写核定金额' })
    await o.task('finance', 'approve', await work('finance'), { values: { granted: 5_000 } })
    expect((await o.view('sales', id)).values).toEqual({ reason: '换胎', granted: 5_000 })
  })
})

describe('an act whose process has a form of its own', () => {
  let process = 0
  const franchise = async (): Promise<number> => {
    const id = await c.add('franchiseApply', { contact: '王先生', mobile: '13900139000', city: '杭州市' })
    await c.act('franchiseApply', 'follow', id)
    return id
  }
  const statusOf = (id: number) =>
    c.read(async (db) => (await db.selectFrom('franchiseApply').select('status').where('id', '=', id).executeTakeFirstOrThrow()).status)
  const pass = (ctx: Context, id: number): Promise<object> =>
    c.write((tx) => act(tx, ctx, 'franchiseApply', 'pass', id, null, { result: '符合' }, 'person'))
  /** What the browser sends along the second time. */
  const bringing = (ctx: Context, sheet: object, key = 'joinForm'): Context => ({ ...ctx, given: { approval: { [key]: sheet } } })
  const startWith = async (nodes: ReturnType<typeof node>[]): Promise<void> => o.publish(process, drawing(nodes))
  const caseOf = (entity: string, id: number) =>
    c.read((db) =>
      db
        .selectFrom('approvalCase')
        .selectAll()
        .where('bizType', '=', entity)
        .where('bizId', '=', id)
        .where('deletedAt', 'is', null)
        .execute(),
    )
  beforeAll(async () => {
    const form = await o.makeForm('减租说明', {
      fields: [
        { name: 'why', label: '减租理由', kind: 'text', required: true },
        { name: 'more', label: '补充', kind: 'note' },
      ],
    })
    process = await c.add('approvalProcess', { key: 'joinForm', name: '加盟补充', act: 'franchiseApply.pass', form })
    await startWith([node('m', '店长', o.people('manager'))])
    await c.add('businessProcess', { act: 'franchiseApply.pass', process })
  })

  test('is answered with that form, and nothing has happened; with the form filled in the same call goes on', async () => {
    const id = await franchise()
    const asked = await refusal(pass(c.as('sales'), id))
    expect([asked.code, asked.message]).toEqual([40103, '「加盟通过」需要填写审批流程「加盟补充」的申请表（请填写减租理由）'])
    expect(asked.data).toMatchObject({
      ask: 'approval',
      process: { key: 'joinForm' },
      errors: {},
      record: `franchiseApply.pass:${id}`,
      permissions: { why: 'edit', more: 'edit' },
      subject: { title: expect.stringMatching(/^JM/) },
    })
    expect(await caseOf('franchiseApply', id)).toEqual([])
    // Wrong again: which fields is said, and still nothing has happened.
    expect((await refusal(pass(bringing(c.as('sales'), { values: { why: '', other: 1 } }), id))).data).toMatchObject({
      errors: { why: '请填写减租理由', other: '申请表上没有这一项，请刷新页面后重新填写' },
    })
    expect((await refusal(pass(bringing(c.as('sales'), { values: 'x' }), id))).message).toBe('申请表的内容格式不正确，请刷新页面后重新填写')
    expect(heldNote(await pass(bringing(c.as('sales'), { values: { why: '淡季' } }), id))).toMatch(/^已提交审批 SP\d{8}-\d{4}$/)
    const [made] = await caseOf('franchiseApply', id)
    expect(made).toMatchObject({ values: { why: '淡季' }, starter: o.id('sales'), status: 'running' })
    await o.task(
      'manager',
      'approve',
      (await o.waiting('manager')).find((w) => w.id === made!.id)!,
    )
    expect(await statusOf(id)).toBe('passed')
  })
  test('can still be started from the page of the process', async () => {
    const id = await franchise()
    const made = await o.call<{ id: number }>('sales', 'POST', '/api/v1/flow/start', {
      flowKey: 'joinForm',
      businessId: id,
      values: { why: '淡季' },
      input: { result: '符合' },
    })
    await o.task(
      'manager',
      'approve',
      (await o.waiting('manager')).find((w) => w.id === made.id)!,
    )
    expect(await statusOf(id)).toBe('passed')
  })
  test('in a batch the row says what to do instead', async () => {
    expect((await refusal(pass({ ...c.as('sales'), source: 'bulk' }, await franchise()))).message).toBe(
      '「加盟通过」需要填写审批流程「加盟补充」的申请表（请填写减租理由），请打开单据逐条提交',
    )
  })
  test('whom the starter chooses is asked with it, by the way the case would take', async () => {
    const chosen = node('s', '复核', { kind: 'starterChoice', among: [o.id('finance'), o.id('asset')], max: 1 })
    await o.publish(process, {
      ...drawing([]),
      nodes: [
        { kind: 'start', id: 'start', name: '发起人' },
        {
          kind: 'condition',
          id: 'k',
          name: '理由',
          branches: [
            { id: 'k1', name: '淡季', when: { kind: 'compare', field: 'form.why', op: 'eq', value: '淡季' }, nodes: [chosen] },
            { id: 'k2', name: '其他', default: true, nodes: [node('m', '店长', o.people('manager'))] },
          ],
        },
      ],
    })
    const id = await franchise()
    expect((await refusal(pass(c.as('sales'), id))).data).toMatchObject({ choose: [] })
    const asked = await refusal(pass(bringing(c.as('sales'), { values: { why: '淡季' } }), id))
    expect([asked.message, (asked.data as ApplyForm).choose]).toMatchObject([
      '「加盟通过」需要填写审批流程「加盟补充」的申请表（请选择「复核」的审批人）',
      [{ node: 's', name: '复核', max: 1, among: [{ id: o.id('finance') }, { id: o.id('asset') }] }],
    ])
    await pass(bringing(c.as('sales'), { values: { why: '淡季' }, choices: { s: [o.id('asset')] } }), id)
    const [made] = await caseOf('franchiseApply', id)
    expect((await o.waiting('asset')).map((w) => w.id)).toContain(made!.id)
  })
  test('whoever may not start the process is refused here as well', async () => {
    const rule = await c.add('promoterPermission', { process, users: [o.id('asset')] })
    const plain = (who: string): Context => ({
      ...bringing(c.as(who), { values: { why: '旺季' } }),
      user: { ...c.as(who).user, isAdmin: false },
    })
    const id = await franchise()
    const why = await refusal(pass(plain('sales'), id))
    expect([why.code, why.message]).toEqual([
      403,
      '「加盟通过」由审批流程「加盟补充」决定，您没有发起该流程的权限，请联系管理员在「发起人权限」中设置',
    ])
    expect(heldNote(await pass(plain('asset'), id))).toMatch(/^已提交审批/)
    await c.write((tx) => remove(tx, c.as(), 'promoterPermission', rule, null))
  })
  test('a record that the call itself makes is not left behind when the form is asked for', async () => {
    const form = await o.makeForm('应付说明', { fields: [{ name: 'note', label: '付款说明', kind: 'text' }] })
    const pay = await c.add('approvalProcess', { key: 'payForm', name: '付款补充', act: 'payout', form })
    await o.publish(pay, drawing([node('m', '店长', o.people('manager'))]))
    const binding = await c.add('businessProcess', { act: 'payout', process: pay })
    const debt = await c.add(
      'payableBill',
      {
        partyKind: 'shop',
        payee: '捷修汽修',
        fee: 'repair',
        store: c.store,
        dueOn: '2026-03-20',
        items: [{ description: '钣金', amount: 85_000 }],
      },
      'sales',
    )
    await c.act('payableBill', 'confirm', debt, {}, 'finance')
    const payment = (ctx: Context): Promise<object> =>
      c.write((tx) =>
        act(
          tx,
          ctx,
          'payableBill',
          'pay',
          debt,
          null,
          { amount: fen(50_000), channel: 'transfer', paidOn: c.clock.today(), tradeNo: 'P-77' },
          'person',
        ),
      )
    const payouts = () => c.read((db) => db.selectFrom('payout').select('id').where('payableBill', '=', debt).execute())
    // Nothing has to be filled in, but it may be: offered once.
    expect((await refusal(payment(c.as('sales')))).data).toMatchObject({ ask: 'approval', record: null })
    expect(await payouts()).toEqual([])
    await payment(bringing(c.as('sales'), { values: {} }, 'payForm'))
    const [made] = await payouts()
    expect(await caseOf('payout', made!.id)).toMatchObject([{ values: {}, status: 'running' }])
    await c.edit('businessProcess', binding, { enabled: false })
  })
})

describe('发起人权限', () => {
  test('names people, roles and departments with those below them; others neither see the process nor start it by its address', async () => {
    const process = await c.add('approvalProcess', {
      key: 'few',
      name: '少数人',
      form: await o.makeForm('少数人单', { fields: [{ name: 'what', label: '用途', kind: 'text' }] }),
    })
    await o.publish(process, drawing([node('m', '店长', o.people('manager'))]))
    const root = await c.read(async (db) => (await db.selectFrom('dept').select('id').orderBy('id').executeTakeFirstOrThrow()).id)
    const above = await c.add('dept', { code: 'fleet', name: '车管部', parent: root })
    const team = await c.add('dept', { code: 'fleet1', name: '车管一组', parent: above })
    const role = await c.add('role', { code: 'keeper', name: '保管员', templates: [] })
    await o.hire(['inTeam', '组员'], ['keeper', '保管'], ['named', '点名'])
    await c.edit('user', o.id('inTeam'), { dept: team })
    await c.edit('user', o.id('keeper'), { roles: [role] })
    const may = async (who: string): Promise<boolean> => {
      const listed = (await o.call<{ key: string }[]>(who, 'GET', '/api/v1/flow/startable')).some((p) => p.key === 'few')
      const calls = [
        () => o.call(who, 'GET', '/api/v1/flow/apply', { flowKey: 'few' }),
        () => o.call(who, 'POST', '/api/v1/flow/preview', { flowKey: 'few', values: {} }),
        () => o.start(who, 'few', { what: '甲' }),
      ]
      for (const call of calls) {
        if (listed) await call()
        else expect((await refusal(call())).message, who).toBe('您没有发起该流程的权限，请联系管理员在「发起人权限」开通')
      }
      return listed
    }
    const who = ['inTeam', 'keeper', 'named', 'sales']
    const those = async (): Promise<string[]> => (await Promise.all(who.map(async (w) => ((await may(w)) ? [w] : [])))).flat()
    expect(await those()).toEqual(who)
    const rule = await c.add('promoterPermission', { process, users: [o.id('named')], roles: [role], depts: [above] })
    expect(await those()).toEqual(['inTeam', 'keeper', 'named'])
    await c.edit('promoterPermission', rule, { users: [], roles: [], depts: [team] })
    expect(await those()).toEqual(['inTeam'])
    await c.edit('promoterPermission', rule, { everyone: true })
    expect(await those()).toEqual(who)
  })
})

describe('处理人权限', () => {
  test('takes away what the node offers, button and call alike, by its own row before the general one; it gives nothing', async () => {
    const process = await c.add('approvalProcess', {
      key: 'tied',
      name: '收窄',
      form: await o.makeForm('收窄单', { fields: [{ name: 'what', label: '用途', kind: 'text' }] }),
    })
    await o.publish(
      process,
      drawing([
        node('m', '店长', o.people('manager'), { buttons: ['approve', 'reject', 'sendBack', 'handOver', 'delegate', 'addBefore', 'copy'] }),
        node('f', '财务', o.people('finance')),
      ]),
    )
    const begin = async () => {
      const { id } = await o.start('sales', 'tied', { what: '甲' })
      return { id, work: (await o.waiting('manager')).find((w) => w.id === id)! }
    }
    const offered = async (id: number): Promise<Record<string, string | null>> =>
      Object.fromEntries((await o.view('manager', id)).mine!.buttons.map((b) => [b.name, b.reason]))
    const first = await begin()
    expect(await offered(first.id)).toEqual({
      approve: null,
      reject: null,
      sendBack: null,
      handOver: null,
      delegate: null,
      addBefore: null,
      copy: null,
    })
    // What the node does not offer, nobody can call.
    expect((await refusal(o.task('manager', 'addAfter', first.work, { users: [o.id('asset')] }))).message).toBe(
      '这一步没有开放「后加签」；需要时请联系流程管理员',
    )
    const none = {
      reject: false,
      sendBack: false,
      handOver: false,
      delegate: false,
      addSigner: false,
      copy: false,
      takeBack: false,
      withdraw: false,
      urge: false,
    }
    await c.add('processorPermission', { name: '默认从严', ...none })
    const closed = '处理人权限中未开放此操作'
    expect(await offered(first.id)).toEqual({
      approve: null,
      reject: closed,
      sendBack: closed,
      handOver: closed,
      delegate: closed,
      addBefore: closed,
      copy: closed,
    })
    const whom = { users: [o.id('asset')] }
    for (const [verb, more, label] of [
      ['reject', { opinion: 'x' }, '拒绝'],
      ['sendBack', { opinion: 'x', node: 'start' }, '退回'],
      ['handOver', whom, '转办'],
      ['delegate', whom, '委派'],
      ['addBefore', whom, '前加签'],
    ] as const)
      expect((await refusal(o.task('manager', verb, first.work, more))).message, verb).toBe(`处理人权限中未开放「${label}」`)
    for (const [verb, label] of [
      ['withdraw', '撤销'],
      ['urge', '催办'],
    ] as const)
      expect((await refusal(o.call('sales', 'POST', `/api/v1/workflow/${verb}`, { id: first.id }))).message, verb).toBe(
        `该流程不允许${label}`,
      )
    expect((await refusal(o.call('manager', 'POST', '/api/v1/workflow/copy', { id: first.id, ...whom }))).message).toBe('该流程不允许抄送')
    expect((await o.view('sales', first.id)).own).toMatchObject({ withdraw: '该流程不允许撤销', urge: '该流程不允许催办' })
    await o.task('manager', 'approve', first.work)
    expect((await refusal(o.task('manager', 'takeBack', first.work))).message).toBe('处理人权限中未开放「拿回」')
    // Its own row stands before the general one; what the node does not offer stays away.
    const own = await c.add('processorPermission', { name: '收窄流程', process, ...none, handOver: true, addSigner: true, takeBack: true })
    expect((await refusal(c.add('processorPermission', { name: '又一条', process }))).data).toEqual({ process: '该流程已设置处理人权限' })
    await o.task('manager', 'takeBack', first.work)
    const again = (await o.waiting('manager')).find((w) => w.id === first.id)!
    expect(await offered(first.id)).toEqual({
      approve: null,
      reject: closed,
      sendBack: closed,
      handOver: null,
      delegate: closed,
      addBefore: null,
      copy: closed,
    })
    expect((await refusal(o.task('manager', 'addAfter', again, whom))).message).toBe('这一步没有开放「后加签」；需要时请联系流程管理员')
    await o.task('manager', 'handOver', again, whom)
    await c.write((tx) => remove(tx, c.as(), 'processorPermission', own, null))
    for (const row of await c.read((db) => db.selectFrom('processorPermission').select('id').where('name', '=', '默认从严').execute()))
      await c.write((tx) => remove(tx, c.as(), 'processorPermission', row.id, null))
    await o.call('sales', 'POST', '/api/v1/workflow/withdraw', { id: first.id })
  })
})

describe('who may set what', () => {
  /** Somebody who may not hand over the work of others. */
  const plain = (who: string): Context => {
    const ctx = c.as(who)
    return {
      ...ctx,
      user: { ...ctx.user, isAdmin: false },
      access: { ...ctx.access, can: (code: string) => code !== 'approvalCaseList_handOver' },
    }
  }
  const deputy = (user: string, to: string): Record<string, unknown> => ({
    user: o.id(user),
    deputy: o.id(to),
    fromAt: '2026-03-02T00:00:00.000Z',
    toAt: '2026-03-05T00:00:00.000Z',
    reason: '出差',
  })
  test('nobody makes himself the deputy of somebody else, nor takes away his', async () => {
    const make = (who: string, values: Record<string, unknown>) => c.write((tx) => add(tx, plain(who), 'approvalDeputy', values, 'person'))
    expect((await refusal(make('sales', deputy('manager', 'sales')))).message).toContain('只能设置或取消自己的审批代理')
    const { id } = await make('manager', deputy('manager', 'asset'))
    expect((await refusal(c.write((tx) => act(tx, plain('sales'), 'approvalDeputy', 'cancel', id, null, {}, 'person')))).message).toContain(
      '只能设置或取消自己的审批代理',
    )
    await c.write((tx) => act(tx, plain('manager'), 'approvalDeputy', 'cancel', id, null, {}, 'person'))
  })
  test('an approval role for a city without a store is refused, and the cities there are are named', async () => {
    const role = await c.add('approvalRole', { code: 'cityFinance', name: '城市财务' })
    expect((await refusal(c.add('approvalRoleMember', { role, user: o.id('asset'), reach: 'region', region: '上海' }))).data).toEqual({
      region: '没有城市为「上海」的门店；门店资料中的城市有：上海市',
    })
    await c.add('approvalRoleMember', { role, user: o.id('asset'), reach: 'region', region: '上海市' })
  })
})

test('the business record is read with its lines and files, line by line', async () => {
  await o.bind('payableBill.confirm', [node('m', '店长', o.people('manager'))])
  const bill = await c.add(
    'payableBill',
    {
      partyKind: 'driver',
      payee: '王师傅',
      fee: 'repair',
      store: c.store,
      dueOn: '2026-03-20',
      items: [
        { description: '换轮胎', amount: 18_600 },
        { description: '补漆', amount: 40_000 },
      ],
    },
    'sales',
  )
  await c.write((tx) => act(tx, c.as('cashier'), 'payableBill', 'confirm', bill, null, {}, 'person'))
  const { id } = await c.read((db) =>
    db.selectFrom('approvalCase').select('id').where('bizType', '=', 'payableBill').where('bizId', '=', bill).executeTakeFirstOrThrow(),
  )
  const record = await o.call<RecordView>('manager', 'GET', '/api/v1/workflow/record', { id: String(id) })
  const [lines] = record.tables
  expect(lines?.rows.map((r) => r.filter(Boolean))).toEqual([
    ['换轮胎', '186.00'],
    ['补漆', '400.00'],
  ])

  // Without any right and any data permission: through the case that record and its files, no other, and nobody else.
  const blind = (who: string): Context => ({
    ...c.as(who),
    user: { ...c.as(who).user, isAdmin: false },
    access: { can: () => false, scopeOf: () => [], scopeText: () => '' },
  })
  const other = await c.add(
    'payableBill',
    {
      partyKind: 'driver',
      payee: '李师傅',
      fee: 'repair',
      store: c.store,
      dueOn: '2026-03-20',
      items: [{ description: '补漆', amount: 1_000 }],
    },
    'sales',
  )
  const { mayRead, routes } = c.registry.modules.find((m) => m.module.name === 'approval')!
  const through = (who: string): Promise<RecordView> =>
    routes!
      .find((r) => r.path === '/api/v1/workflow/record')!
      .handler(blind(who), { id }, { files: [], signal: new AbortController().signal }) as Promise<RecordView>
  expect((await refusal(c.read((db) => get(db as never, blind('manager'), 'payableBill', bill, 'person')))).kind).toBe('absent')
  expect((await through('manager')).tables[0]!.rows).toHaveLength(2)
  expect((await refusal(through('asset'))).kind).toBe('absent')
  const reads = async (): Promise<boolean[]> => [
    await mayRead!(blind('manager'), 'payableBill', bill),
    await mayRead!(blind('manager'), 'payableBill', other),
    await mayRead!(blind('asset'), 'payableBill', bill),
  ]
  expect(await reads()).toEqual([true, false, false])
  await o.task(
    'manager',
    'approve',
    (await o.waiting('manager')).find((w) => w.id === id)!,
  )
  expect(await reads()).toEqual([true, false, false])
})
