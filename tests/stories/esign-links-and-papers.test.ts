/** Links and codes that leave the house, the other papers of a lease, what the morning says, and taking back what was signed. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Day } from '#kit/basics/time/day.ts'
import { remindSigning } from '#modules/esign/flows/remind.server.ts'
import { verifyBytes } from '#modules/esign/ceremony/verify.server.ts'
import { refusal } from './company.ts'
import { running, type Running } from './leases.ts'
import { openSigning, SITE, type Signing } from './signing.ts'

let signing: Signing
beforeAll(async () => {
  signing = await openSigning('2026-01-05')
})
afterAll(() => signing?.close())

const sign = async (flow: number): Promise<void> => {
  for (const party of await signing.parties(flow)) await (party.seal ? signing.stamp(party.id) : signing.byPhone(party.id))
}
const standard = async (bizType: string): Promise<number> => (await signing.call('contract/template/standard', { bizType })).templateId
const begun = async (bizEntity: string, bizId: number, templateId: number): Promise<number> =>
  (await signing.call('contract/sign/batch', { bizEntity, ids: [bizId], templateId })).rows[0].flowId
const contractOf = async (name: string): Promise<number> =>
  signing.c.contract({
    lessee: await signing.c.lessee({ name }),
    vehicles: [await signing.c.vehicle()],
    startOn: '2026-02-01',
    endOn: '2027-02-01',
  })
const row = (entity: string, id: number): Promise<any> =>
  signing.c.read((db) =>
    db
      .selectFrom(entity as 'contract')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow(),
  )
const inbox = async (who: string): Promise<string[]> =>
  (
    await signing.c.read((db) => db.selectFrom('inboxMessage').select('title').where('receiver', '=', signing.c.people.get(who)!).execute())
  ).map((m) => m.title)

describe('a link that leaves the house', () => {
  let flow = 0
  const last = () => signing.sent.at(-1)!.text
  test('starting brings the signer a link under the address of the site, which opens the page', async () => {
    flow = await begun('contract', await contractOf('李四'), signing.template)
    expect(last()).toMatch(/^请您签署《车辆租赁合同 李四》，截止 .*：https:\/\/console\.localhost\/sign#t=\S+ 请勿转发。$/)
    const token = { token: /#t=(\S+)/.exec(last())![1]! }
    expect(await signing.call('contract/sign/page', {}, token)).toMatchObject({ intent: 'sms', me: { name: '李四' } })
    const stored = await signing.c.read((db) => db.selectFrom('signParty').select('tokenHash').where('flow', '=', flow).execute())
    expect(stored.map((p) => p.tokenHash).join()).not.toContain(token.token)
  })
  test('urged, whoever has opened his link keeps it; whoever has not gets a new one', async () => {
    signing.c.at('2026-01-05', '11:00')
    await signing.c.act('signFlow', 'urge', flow, {}, 'sales')
    await signing.call('contract/recharge/total')
    expect(last()).toContain('请在 2026-01-20')
    expect(last()).not.toContain('#t=')
    const other = await begun('contract', await contractOf('周五'), signing.template)
    const first = { token: /#t=(\S+)/.exec(last())![1]! }
    signing.c.at('2026-01-05', '12:00')
    await signing.c.act('signFlow', 'urge', other, {}, 'sales')
    await signing.call('contract/recharge/total')
    expect(last()).toContain(`${SITE}/sign#t=`)
    expect((await refusal(signing.call('contract/sign/page', {}, first))).message).toBe('链接已失效，请联系发起方重新获取')
  })
  test('the address of the parameter wins over the one the console was opened under', async () => {
    await signing.c.parameter('signSite', 'https://sign.example.cn/')
    const [lessee] = await signing.parties(flow)
    expect((await signing.call('contract/sign/link', { partyId: lessee.id })).url).toMatch(/^https:\/\/sign\.example\.cn\/sign#t=/)
    await signing.c.parameter('signSite', '')
  })
  test('a code names company and title and never the link', async () => {
    const [lessee] = await signing.parties(flow)
    await signing.byPhone(lessee.id)
    expect(last()).toMatch(/^验证码 \d{6}，用于签署顺达汽车租赁有限公司的《车辆租赁合同 李四》，5 分钟内有效。请勿告诉他人。$/)
    expect(last()).not.toContain('sign#')
  })
  test('at ten in the morning: urged on the day that is set, warned before the end, copies that run out named', async () => {
    const late = await begun('contract', await contractOf('吴六'), signing.template)
    signing.c.at('2026-01-06')
    const before = signing.sent.length
    await remindSigning(signing.c.as())
    await signing.call('contract/recharge/total')
    expect(signing.sent.slice(before).some((m) => m.text.includes('吴六'))).toBe(true)
    const urged = (await row('signFlow', late)).urgedAt
    await remindSigning(signing.c.as())
    expect((await row('signFlow', late)).urgedAt).toBe(urged)
    signing.c.at('2026-01-07')
    await remindSigning(signing.c.as())
    expect((await row('signFlow', late)).urgedAt).toBe(urged)
    signing.c.at('2026-01-17')
    await remindSigning(signing.c.as())
    expect(await inbox('sales')).toContainEqual('电子合同还有 3 天截止：车辆租赁合同 吴六')
    await signing.c.act('signFlow', 'revoke', late, { reason: '改期' }, 'sales')
  })
})

describe('the other papers of a lease', () => {
  let lease: Running
  beforeAll(async () => {
    lease = await running(signing.c, { startOn: '2026-02-01', endOn: '2026-08-01' })
  })
  test('a handover is signed after it happened, and the paper lies with it', async () => {
    const template = await standard('handover')
    const { id } = await signing.c.read((db) =>
      db.selectFrom('handover').select('id').where('contract', '=', lease.contract).executeTakeFirstOrThrow(),
    )
    const flow = await begun('handover', id, template)
    await sign(flow)
    expect((await row('handover', id)).signedSheet).toHaveLength(1)
    expect(await verifyBytes(signing.c.as(), await signing.pdf(flow))).toMatchObject({ ok: true, known: true })
    const again = await refusal(signing.call('contract/sign/batch', { bizEntity: 'handover', ids: [id], templateId: template }))
    expect((again as unknown as { data: { rows: { reason: string }[] } }).data.rows[0]!.reason).toBe('已有双方签字的单据，不需要再签')
  })
  test('a renewal takes effect by its signatures; while they are collected nobody signs or cancels it by hand', async () => {
    const template = await standard('renewal')
    signing.c.at('2026-07-10')
    const id = await signing.c.add('renewal', { lease: lease.lease, months: 6, monthlyRent: 360_000 }, 'sales')
    await signing.c.act('renewal', 'submit', id, {}, 'sales')
    const early = await refusal(signing.call('contract/sign/batch', { bizEntity: 'renewal', ids: [id], templateId: template }))
    expect((early as unknown as { data: { rows: { reason: string }[] } }).data.rows[0]!.reason).toBe(
      '只有「待签补充协议」的续租单可以发起电子签署',
    )
    await signing.c.act('renewal', 'pass', id, {}, 'finance')
    const flow = await begun('renewal', id, template)
    for (const [action, input] of [
      ['sign', { signedOn: '2026-07-10', signedScans: [await signing.c.file('sales')] }],
      ['cancel', { reason: '不续了' }],
    ] as const)
      expect((await refusal(signing.c.act('renewal', action, id, input, 'sales'))).message).toBe('有进行中的签署流程，请先撤销')
    await sign(flow)
    expect(await row('renewal', id)).toMatchObject({ status: 'effective', signedOn: '2026-07-10', endOn: '2027-02-01' })
    expect((await refusal(signing.c.act('signFlow', 'rescind', flow, { reasonCode: 'content' }, 'sales'))).message).toBe(
      '续租已生效，请另签协议或办理退车',
    )
    expect(await signing.c.proveAll()).toEqual([])
  })
  test('an extension of the return is attached to its sheet', async () => {
    const template = await standard('extension')
    const id = await signing.c.add(
      'leaseExtension',
      { lease: lease.lease, kind: 'return', newEndOn: '2027-02-10', reasonNote: '行程未完' },
      'sales',
    )
    await signing.c.act('leaseExtension', 'submit', id, {}, 'sales')
    await signing.c.act('leaseExtension', 'pass', id, {}, 'finance')
    await sign(await begun('leaseExtension', id, template))
    expect((await row('leaseExtension', id)).attachments).toHaveLength(1)
  })
})

describe('taking back what was signed', () => {
  test('E-J6: both sign that it shall end; the contract falls with the last signature', async () => {
    signing.c.at('2026-01-05', '15:00')
    const contract = await contractOf('郑七')
    const flow = await begun('contract', contract, signing.template)
    await sign(flow)
    expect((await refusal(signing.call('contract/sign/rescission', { flowId: flow, reasonCode: 5 }))).message).toBe('请填写解约说明')
    expect(
      (await refusal(signing.call('contract/sign/rescission', { flowId: flow, reasonCode: 4, fileIds: ['f'.repeat(32)] }))).message,
    ).toBe('解约文件必须属于原流程')
    const { flowId: child } = await signing.call('contract/sign/rescission', { flowId: flow, reasonCode: 4 })
    expect(await signing.flow(flow)).toMatchObject({ rescission: 'running' })
    expect(await signing.flow(child)).toMatchObject({ status: 'signing', bizType: 'rescission', parent: flow, partyCount: 2 })
    expect((await refusal(signing.call('contract/sign/rescissionStart', { flowId: flow }))).message).toBe(
      '解约协议已发起，正在签署；请在它的签署流程中查看进展',
    )
    expect((await refusal(signing.c.act('signFlow', 'keepOn', flow, {}, 'sales'))).message).toBe('解约协议正在签署，请先撤销该流程')
    await sign(child)
    expect(await signing.flow(flow)).toMatchObject({ rescission: 'done' })
    expect((await row('contract', contract)).status).toBe('void')
    expect((await refusal(signing.c.act('signFlow', 'rescind', child, { reasonCode: 'content' }, 'sales'))).message).toBe(
      '解约协议不能再解约',
    )
  })
  test('a child that is revoked leaves the contract as it was; asked for and thought better of, too', async () => {
    const contract = await contractOf('王八')
    const flow = await begun('contract', contract, signing.template)
    await sign(flow)
    const { flowId: child } = await signing.call('contract/sign/rescission', { flowId: flow, reasonCode: 1 })
    await signing.c.act('signFlow', 'revoke', child, { reason: '不解了' }, 'sales')
    expect(await signing.flow(flow)).toMatchObject({ rescission: 'none' })
    await signing.c.act('signFlow', 'rescind', flow, { reasonCode: 'content' }, 'sales')
    await signing.c.act('signFlow', 'keepOn', flow, {}, 'sales')
    expect(await signing.flow(flow)).toMatchObject({ rescission: 'none', endReason: null })
    expect((await row('contract', contract)).status).toBe('toHandOver')
  })
  test('with money received it is refused at the start', async () => {
    const contract = await contractOf('冯九')
    const flow = await begun('contract', contract, signing.template)
    await sign(flow)
    const [bill] = (await signing.c.bills(contract)).filter((b) => b.status === 'unpaid')
    await signing.c.pay([bill!.id], bill!.amount)
    expect((await refusal(signing.call('contract/sign/rescission', { flowId: flow, reasonCode: 4 }))).message).toBe(
      `已有收款 ${(bill!.amount / 100).toFixed(2)} 元，请先退款`,
    )
  })
})

describe('a driver and a provider', () => {
  const start = (bizEntity: string, id: number, templateId: number) =>
    signing.call('contract/sign/batch', { bizEntity, ids: [id], templateId })
  const reasonOf = async (work: Promise<unknown>): Promise<string> =>
    ((await refusal(work)).data as { rows: { reason: string }[] }).rows[0]!.reason

  test('sign their contract; it lies with the record, and the next one beside it', async () => {
    const template = await standard('driver')
    const id = await signing.c.add('driver', {
      name: '赵六',
      mobile: '13900007701',
      idNo: '110101199003077715',
      licenceClass: 'B2',
      store: signing.c.store,
    })
    expect(await reasonOf(start('driver', id, template))).toContain('没有内容')
    await signing.c.write((tx) =>
      tx
        .updateTable('driver')
        .set({ licenceDueOn: '2028-03-07' as Day, bankName: '工商银行', bankAccount: '6222020000000000' })
        .where('id', '=', id)
        .execute(),
    )
    for (const n of [1, 2]) {
      const { rows } = await start('driver', id, template)
      const [them, us] = await signing.parties(rows[0].flowId)
      expect(them).toMatchObject({ name: '赵六', kind: 'person', mobile: '13900007701' })
      expect(await reasonOf(start('driver', id, template))).toContain('该业务已有进行中的签署流程')
      await signing.byPhone(them.id)
      await signing.stamp(us.id)
      const { contracts } = await signing.c.read((db) =>
        db.selectFrom('driver').select('contracts').where('id', '=', id).executeTakeFirstOrThrow(),
      )
      expect(contracts).toHaveLength(n)
    }
    await signing.c.act('driver', 'blacklist', id, { reason: '多次违规' })
    expect(await reasonOf(start('driver', id, template))).toBe('司机账号不是启用状态，不能签合同')
  })
  test('a provider only while it is worked with', async () => {
    const template = await standard('provider')
    const id = await signing.c.add('provider', {
      name: '安捷装卸服务有限公司',
      creditCode: '91310000MA1FL0000N',
      contact: '钱七',
      mobile: '13900007702',
      permitNo: 'XK-77',
      bankName: '建设银行',
      bankAccount: '6217000000000000',
      store: signing.c.store,
    })
    expect(await reasonOf(start('provider', id, template))).toBe('只有合作中的服务商可以签合同')
    await signing.c.write((tx) => tx.updateTable('provider').set({ status: 'active' }).where('id', '=', id).execute())
    const { rows } = await start('provider', id, template)
    const [them, us] = await signing.parties(rows[0].flowId)
    expect(them).toMatchObject({ name: '安捷装卸服务有限公司', kind: 'company' })
    await signing.byPhone(them.id)
    await signing.stamp(us.id)
    expect(
      await signing.c.read((db) => db.selectFrom('provider').select('contracts').where('id', '=', id).executeTakeFirstOrThrow()),
    ).toMatchObject({
      contracts: [{ mime: 'application/pdf' }],
    })
  })
})
