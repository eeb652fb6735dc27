/** The right person signs: whoever a record names, and nobody in his stead, by whatever door a flow is begun. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Context } from '#kit/access/context.server.ts'
import { previewDraft } from '#modules/esign/flows/compose.server.ts'
import { expireFlows } from '#modules/esign/flows/flow.server.ts'
import { idNo, refusal } from './company.ts'
import { INK, openSigning, type Signing } from './signing.ts'

let signing: Signing
let odd = 0
beforeAll(async () => {
  signing = await openSigning('2026-01-05')
  odd = await signing.c.add('signTemplate', {
    name: '角色不同的合同',
    bizType: 'lease',
    kind: 'text',
    text: '# 合同\n\n〔甲方签章〕〔承租方签章〕',
  })
  await signing.c.act('signTemplate', 'publish', odd)
})
afterAll(() => signing?.close())
beforeEach(() => signing.c.clock.set('2026-01-05T02:00:00.000Z'))

const US = '顺达汽车租赁有限公司'
const MOBILE = '13900139000'
const waiting = async (name: string, more: object = {}): Promise<number> =>
  signing.c.contract({
    lessee: await signing.c.lessee({ name, ...more }),
    vehicles: [await signing.c.vehicle()],
    startOn: '2026-08-01',
    endOn: '2027-08-01',
  })
const asked = (contract: number, more: object = {}): object => ({
  bizEntity: 'contract',
  bizId: contract,
  templateId: signing.template,
  ...more,
})
const draft = async (contract: number, more: object = {}): Promise<number> =>
  (await signing.call('contract/sign/initiateUrl', asked(contract, more))).flowId
const start = (flow: number): Promise<unknown> => signing.c.act('signFlow', 'start', flow, {}, 'sales')
const said = async (work: Promise<unknown>): Promise<string> => {
  const { message, data } = await refusal(work)
  return data && typeof data === 'object' && !Array.isArray(data) ? Object.values(data).join('；') : message
}
const statusOf = async (contract: number): Promise<string> =>
  (await signing.c.read((db) => db.selectFrom('contract').select('status').where('id', '=', contract).executeTakeFirstOrThrow())).status
const lesseeParty = (more: object = {}): object => ({ role: '乙方', kind: 'person', name: '张伟', mobile: MOBILE, intent: 'sms', ...more })
const us = (more: object = {}): object => ({ role: '甲方', kind: 'company', name: US, intent: 'account', seal: signing.seal, ...more })
const guarantor = (more: object = {}): object => ({ role: '担保方', kind: 'person', name: '王担保', mobile: '13900000009', ...more })

describe('a lease is signed by its lessee', () => {
  type Row = [typed: string, parties: () => object[], said: string]
  const ROWS: Row[] = [
    ['another name', () => [lesseeParty({ name: '冒名者' }), us()], '“乙方”应为“张伟”，不能由“冒名者”签署'],
    ['another telephone', () => [lesseeParty({ mobile: '13900000001' }), us()], '“乙方”的手机号与登记的不一致，请先修改登记资料'],
    ['another number', () => [lesseeParty({ idNo: idNo(99_999) }), us()], '“乙方”的证件号与登记的不一致，请先修改登记资料'],
    ['a company in the stead of a person', () => [lesseeParty({ kind: 'company' }), us()], '“乙方”是个人，不能改为企业'],
    [
      'a colleague who signs with his account',
      () => [lesseeParty({ user: signing.c.people.get('sales') }), us()],
      '“乙方”由本人签署，不能由本单位用户或印章代签',
    ],
    ['our own seal for the lessee', () => [lesseeParty({ seal: signing.seal }), us()], '“乙方”由本人签署，不能由本单位用户或印章代签'],
    ['two of his role', () => [lesseeParty(), lesseeParty(), us()], '“乙方”只能有一个签署方'],
    [
      'somebody else as the lessor',
      () => [us({ name: '别的公司', seal: null, intent: 'sms', mobile: '13900000002' })],
      '“甲方”是本单位“顺达汽车租赁有限公司”，须以印章签署',
    ],
    ['ourselves without a seal', () => [us({ seal: null })], '“甲方”是本单位“顺达汽车租赁有限公司”，须以印章签署'],
  ]
  test.each(ROWS)('typing %s is refused before anything is written', async (_typed, parties, words) => {
    const contract = await waiting('张伟')
    expect(await said(draft(contract, { parties: parties() }))).toBe(words)
    expect(await signing.c.read((db) => db.selectFrom('signFlow').select('id').where('bizId', '=', contract).execute())).toEqual([])
    expect(await statusOf(contract)).toBe('toSign')
  })
  test('typed as he is registered, he is the lessee of the record with his number', async () => {
    const contract = await waiting('张伟')
    const flow = await draft(contract, { parties: [lesseeParty({ seq: 1 }), us({ seq: 2 })] })
    const [party, company] = await signing.parties(flow)
    const { lessee } = await signing.c.read((db) =>
      db.selectFrom('contract').select('lessee').where('id', '=', contract).executeTakeFirstOrThrow(),
    )
    expect(party).toMatchObject({ name: '张伟', mobile: MOBILE, lessee, user: null, intent: 'sms', idNo: expect.stringMatching(/^\d{17}/) })
    expect(company).toMatchObject({ name: US, seal: signing.seal })
    await start(flow)
    expect(await statusOf(contract)).toBe('signing')
  })
  test('a template whose roles are others leaves nobody to sign for him: not us', async () => {
    expect(await said(draft(await waiting('张伟'), { templateId: odd }))).toBe('签署区“承租方”没有对应的签署方')
  })
  test('a guarantor signs beside him, and is whoever is named', async () => {
    const template = await signing.c.add('signTemplate', {
      name: '三方合同',
      bizType: 'lease',
      kind: 'text',
      text: '# 合同\n\n〔甲方签章〕〔乙方签章〕〔担保方签章〕',
    })
    await signing.c.act('signTemplate', 'publish', template)
    const contract = await waiting('张伟')
    expect(await said(draft(contract, { templateId: template }))).toBe('签署区“担保方”没有对应的签署方')
    const flow = await draft(contract, { templateId: template, parties: [guarantor({ seq: 2 })] })
    expect((await signing.parties(flow)).map((p) => [p.role, p.name])).toEqual([
      ['乙方', '张伟'],
      ['担保方', '王担保'],
      ['甲方', US],
    ])
    await start(flow)
  })
  test('what the record knows is not typed over in its text; what it does not know is', async () => {
    const contract = await waiting('张伟')
    expect(await said(draft(contract, { values: { 'contract.monthlyRent': '1.00' } }))).toBe('“月租金”由业务记录决定，不能另填')
    expect(await said(draft(contract, { values: { 'operator.name': '别的公司' } }))).toBe('“出租方”由业务记录决定，不能另填')
    expect(await said(signing.call('contract/sign/preview', asked(contract, { values: { 'lessee.name': '冒名者' } })))).toBe(
      '“承租人”由业务记录决定，不能另填',
    )
    await draft(contract, { values: { 'lessee.address': '上海市闵行区' } })
  })
  test('before it is begun, whoever may not look at whole numbers sees them masked, and does not learn them by typing them', async () => {
    const number = idNo(77_001)
    const contract = await waiting('张伟', { idNo: number })
    const all: Context = { ...signing.c.as('sales'), source: 'form' }
    const clerk: Context = { ...all, access: { ...all.access, can: (code) => !code.endsWith('_reveal') } }
    const template = await signing.c.add('signTemplate', {
      name: '带证件号的合同',
      bizType: 'lease',
      kind: 'text',
      text: '# 合同\n\n{{lessee.name}} {{lessee.idNo}} {{lessee.mobile}}\n\n〔甲方签章〕〔乙方签章〕',
    })
    await signing.c.act('signTemplate', 'publish', template)
    const preview = (who: Context, more: object = {}) => previewDraft(who, { ...asked(contract, more), templateId: template })
    const whole = await preview(all)
    expect([whole.values['lessee.idNo'], whole.values['lessee.mobile'], whole.parties[0]?.mobile]).toEqual([number, MOBILE, MOBILE])
    const shown = await preview(clerk)
    expect(shown.values['lessee.idNo']).toMatch(/^\d{4}\*{10}\w{4}$/)
    expect([shown.values['lessee.mobile'], shown.parties[0]?.mobile]).toEqual(['139****9000', '139****9000'])
    expect(JSON.stringify(shown)).not.toMatch(new RegExp(`${number}|${MOBILE}`))
    for (const mobile of [MOBILE, '13900000001'])
      expect(await said(preview(clerk, { values: { 'lessee.mobile': mobile } }))).toBe('“承租人手机号”由业务记录决定，不能另填')
    const lines = () => signing.c.read((db) => db.selectFrom('auditLog').select('reason').where('action', '=', 'lookup').execute())
    const before = (await lines()).length
    expect(await said(preview(clerk, { parties: [lesseeParty({ mobile: '13900000001' }), us()] }))).toContain('手机号与登记的不一致')
    await preview(clerk, { parties: [lesseeParty(), us()] })
    expect((await lines()).slice(before).map(({ reason }) => reason)).toEqual(['手机号：139****0001', '手机号：139****9000'])
  })
  test.each([
    ['of a kind nobody signs', { bizEntity: 'bill', bizId: 1 }],
    ['named by half', { bizEntity: 'contract' }],
    ['of no kind', { bizId: 1 }],
  ])('a record %s is none', async (_how, record) => {
    expect(
      await said(
        signing.call('contract/sign/initiateUrl', { title: '甲', templateId: signing.template, parties: [lesseeParty()], ...record }),
      ),
    ).toBe('这种单据不能电子签署，请改用打印签字')
  })
})

describe('at the start everything is asked once more', () => {
  const meddle = (flow: number, seq: number, values: object) =>
    signing.c.write((tx) => tx.updateTable('signParty').set(values).where('flow', '=', flow).where('seq', '=', seq).execute())
  test.each([
    ['another name', { name: '冒名者' }, '“乙方”应为“张伟”，不能由“冒名者”签署'],
    ['another telephone', { mobile: '13900000001' }, '“乙方”的手机号与登记的不一致，请先修改登记资料'],
    ['another number', { idNo: idNo(88_888) }, '“乙方”的证件号与登记的不一致，请先修改登记资料'],
    ['another role', { role: '丙方' }, '没有“乙方”：须由“张伟”签署'],
    ['a colleague', { user: 1 }, '“乙方”由本人签署，不能由本单位用户或印章代签'],
  ])('a draft from before with %s does not start', async (_what, values, words) => {
    const contract = await waiting('张伟')
    const flow = await draft(contract)
    const user = 'user' in values ? { user: signing.c.people.get('sales')! } : values
    await meddle(flow, 1, user)
    expect(await said(start(flow))).toBe(words)
    expect(await statusOf(contract)).toBe('toSign')
  })
  test('who was renamed, or whose number was set right, after the draft: the draft is of yesterday', async () => {
    const contract = await waiting('李老名')
    const flow = await draft(contract)
    const { lessee } = await signing.c.read((db) =>
      db.selectFrom('contract').select('lessee').where('id', '=', contract).executeTakeFirstOrThrow(),
    )
    await signing.c.edit('lessee', lessee, { name: '李新名' })
    expect(await said(start(flow))).toBe('“乙方”应为“李新名”，不能由“李老名”签署')
  })
  test('what the paper says has to be what the record says still: a rent changed after the draft', async () => {
    const contract = await waiting('张伟')
    const flow = await draft(contract)
    await signing.c.write((tx) =>
      tx
        .updateTable('contract')
        .set({ monthlyRent: 390_000 as never })
        .where('id', '=', contract)
        .execute(),
    )
    expect(await said(start(flow))).toBe('业务内容在生成草稿后有变化，请删除草稿后重新发起')
    await start(await draft(contract))
  })
  test('the same holds for one that expired and is prolonged', async () => {
    const contract = await waiting('张伟')
    const flow = await draft(contract)
    await start(flow)
    signing.c.clock.set('2026-01-25T02:00:00.000Z')
    await expireFlows(signing.c.as())
    await signing.c.write((tx) =>
      tx
        .updateTable('contract')
        .set({ monthlyRent: 390_000 as never })
        .where('id', '=', contract)
        .execute(),
    )
    expect(await said(signing.c.act('signFlow', 'delay', flow, { expireAt: '2026-02-10T02:00:00.000Z' }, 'sales'))).toBe(
      '业务内容在生成草稿后有变化，请重新发起',
    )
    expect(await statusOf(contract)).toBe('toSign')
  })
  test('the number that was checked has to be his number', async () => {
    const contract = await waiting('钱进', { idNo: idNo(7_001) })
    const flow = await draft(contract)
    const [party] = await signing.parties(flow)
    const identity = await signing.c.add('signIdentity', { kind: 'person', name: '钱进', idNo: idNo(7_002), lessee: party.lessee })
    await signing.c.act('signIdentity', 'check', identity)
    expect(await said(start(flow))).toBe('承租人证件号与实名信息不一致，请核对“钱进”的证件')
  })
  test('what a flow of before was begun with is not begun again with an impostor', async () => {
    const contract = await waiting('张伟')
    const flow = await draft(contract)
    await start(flow)
    await signing.c.act('signFlow', 'revoke', flow, { reason: '改期' }, 'sales')
    const { asked: input } = await signing.flow(flow)
    const forged = JSON.stringify({ ...input, parties: [lesseeParty({ name: '冒名者' })], values: { 'lessee.address': '甲地' } })
    await signing.c.write((tx) =>
      tx
        .updateTable('signFlow')
        .set({ asked: forged as never })
        .where('id', '=', flow)
        .execute(),
    )
    expect(await said(signing.call('contract/sign/again', { flowId: flow }))).toBe('“乙方”应为“张伟”，不能由“冒名者”签署')
  })
})

describe('whoever signs with an account', () => {
  test('is called what the party is called', async () => {
    const text = '# 协议\n\n〔乙方签章〕'
    const template = await signing.c.add('signTemplate', { name: '单签', bizType: 'other', kind: 'text', text })
    await signing.c.act('signTemplate', 'publish', template)
    const of = (name: string): Promise<unknown> =>
      signing.call('contract/sign/initiateUrl', {
        title: '其他协议',
        templateId: template,
        parties: [{ role: '乙方', kind: 'person', name, user: signing.c.people.get('sales'), intent: 'account' }],
      })
    expect(await said(of('某客户'))).toBe('“乙方”不是用户“林晓明”本人，不能以其账号签署')
    expect(await of('林晓明')).toMatchObject({ flowId: expect.any(Number) })
  })
})

describe('another handler', () => {
  const NO = '个人须由本人签署，不能更换经办人；手机号有误的，请撤销后修改登记资料再发起'
  const linkOf = async (party: number): Promise<{ token: string }> => ({
    token: (await signing.call('contract/sign/link', { partyId: party })).url.split('#t=')[1]!,
  })
  const agree = async (token: { token: string }): Promise<void> => {
    const { pages } = await signing.call('contract/sign/page', {}, token)
    await signing.call('contract/sign/consent', { pages: Array.from({ length: pages }, (_, i) => i + 1) }, token)
  }
  const change = (party: number, mobile: string) =>
    signing.c.act('signParty', 'changeHandler', party, { handler: '新经办', mobile }, 'sales')
  /** Five wrong ones. */
  const pause = async (token: { token: string }): Promise<void> => {
    await signing.call('contract/sign/code', {}, token)
    const right = /验证码 (\d{6})/.exec(signing.sent.at(-1)!.text)![1]!
    for (let i = 0; i < 5; i++)
      await refusal(
        signing.call('contract/sign/confirm', { kind: 'drawn', png: INK, code: right === '000000' ? '000001' : '000000' }, token),
      )
  }
  test('is nobody where a natural person signs: neither his telephone nor the pause of his code is touched', async () => {
    const contract = await waiting('张伟')
    const flow = await draft(contract)
    const [party] = await signing.parties(flow)
    expect(await said(change(party.id, '13900000777'))).toBe(NO)
    await start(flow)
    const token = await linkOf(party.id)
    await agree(token)
    await pause(token)
    const before = (await signing.parties(flow))[0]
    expect(await said(change(party.id, '13900000777'))).toBe(NO)
    expect((await signing.parties(flow))[0]).toEqual(before)
    expect((await refusal(signing.call('contract/sign/code', {}, token))).message).toMatch(/^验证码错误次数过多，请 \d+ 秒后再试$/)
    expect(signing.sent.filter((one) => one.mobile === '13900000777')).toEqual([])
  })
  test('of a company is named, and waits as long as the one before had to', async () => {
    const contract = await waiting('广源商贸有限公司', {
      kind: 'company',
      creditCode: '91310000MA1FL0000N',
      legalPerson: '赵广源',
      idNo: null,
      licenceNo: null,
      licenceClass: null,
      licenceDueOn: null,
    })
    const flow = await draft(contract)
    const [party] = await signing.parties(flow)
    await start(flow)
    const token = await linkOf(party.id)
    await agree(token)
    await pause(token)
    await change(party.id, '13900000778')
    const fresh = await linkOf(party.id)
    expect((await refusal(signing.call('contract/sign/code', {}, fresh))).message).toMatch(/^验证码错误次数过多，请 \d+ 秒后再试$/)
    signing.c.clock.set('2026-01-05T02:40:00.000Z')
    await signing.call('contract/sign/code', {}, fresh)
    expect(signing.sent.at(-1)!.mobile).toBe('13900000778')
  })
  test('and our own seal is no handler', async () => {
    const flow = await draft(await waiting('张伟'))
    expect(await said(change((await signing.parties(flow))[1].id, '13900000779'))).toBe('本单位由印章保管人用印，没有经办人')
  })
})
