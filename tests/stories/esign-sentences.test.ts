/** What is refused at the edges: drafts that name nothing, links without a way out, files that are gone, real names, copies, seals. One row each. */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { PDFDocument } from 'pdf-lib'
import { refusal } from './company.ts'
import { INK, openSigning, STAFF_PASSWORD, type Signing } from './signing.ts'

let signing: Signing
beforeAll(async () => {
  signing = await openSigning('2026-01-05')
})
afterAll(() => signing?.close())
beforeEach(() => signing.c.clock.set('2026-01-05T02:00:00.000Z'))

const US = '顺达汽车租赁有限公司'
const BOTH = '# 协议\n\n〔甲方签章〕〔乙方签章〕'
const act = (action: string, flow: number, input: object = {}): Promise<unknown> =>
  signing.c.act('signFlow', action as 'urge', flow, input as never, 'sales')
const template = async (text: string, publish = true): Promise<number> => {
  const id = await signing.c.add('signTemplate', { name: `模板 ${Math.random()}`, bizType: 'other', kind: 'text', text })
  if (publish) await signing.c.act('signTemplate', 'publish', id)
  return id
}
const person = (more: object = {}): object => ({
  role: '乙方',
  kind: 'person',
  name: '某人',
  mobile: '13900000001',
  intent: 'sms',
  ...more,
})
const company = (): object => ({ role: '甲方', kind: 'company', name: US, intent: 'account', seal: signing.seal })
const draft = async (more: object = {}): Promise<number> =>
  (
    await signing.call('contract/sign/initiateUrl', {
      title: '其他协议',
      templateId: await template(BOTH),
      parties: [person(), company()],
      ...more,
    })
  ).flowId
const begun = async (more: object = {}): Promise<number> => {
  const flow = await draft(more)
  await act('start', flow)
  return flow
}
const linkOf = async (flow: number, path = 'link', more: object = {}): Promise<{ token: string }> => {
  const [first] = await signing.parties(flow)
  const { url } = await signing.call(`contract/sign/${path}`, { partyId: first.id, ...more })
  return { token: url.split('#t=')[1]! }
}
const agree = async (token: { token: string }): Promise<void> => {
  const { pages } = await signing.call('contract/sign/page', {}, token)
  await signing.call('contract/sign/consent', { pages: Array.from({ length: pages }, (_, i) => i + 1) }, token)
}
/** Nothing leads outside, as before anybody connects short messages. */
async function withoutMessages<T>(work: () => Promise<T>): Promise<T> {
  const { registry } = signing.c
  const ports = Object.create(registry.ports, { messages: { value: { outside: false, send: async () => ({ receipt: null }) } } })
  Object.assign(signing.c, { registry: { ...registry, ports } })
  return work().finally(() => Object.assign(signing.c, { registry }))
}
async function paperOf(box: object): Promise<Promise<unknown>> {
  const doc = await PDFDocument.create()
  doc.addPage([595, 842])
  const fileId = await signing.uploadPdf(await doc.save())
  const component = { key: 'c1', label: '签署区', type: 6, role: '乙方', page: 1, x: 10, y: 10, w: 100, h: 40, ...box }
  return signing.call('contract/sign/initiateUrl', { title: '自有文件', fileId, components: [component], parties: [person()] })
}

type Row = [tried: string, said: string | RegExp, how: () => Promise<unknown>]
const ROWS: Row[] = [
  [
    'a draft from nothing',
    '请选择合同模板或上传文件',
    () => signing.call('contract/sign/initiateUrl', { title: '甲', parties: [person()] }),
  ],
  ['a draft from a template that is not there', '合同模板已被删除，请重新选择', () => draft({ templateId: 999_999 })],
  [
    'a draft from a template nobody published',
    '模板尚未发布，请先在「合同模板」发布',
    async () => draft({ templateId: await template(BOTH, false) }),
  ],
  ['a draft without a title', '请填写合同名称', () => draft({ title: '' })],
  ['a title with a picture in it', /^合同名称最多 100 字，不能含/, () => draft({ title: '合同🚗' })],
  [
    'a place of somebody who is no party',
    '签署区“丙方”没有对应的签署方',
    async () => draft({ templateId: await template('# 协议\n\n〔甲方签章〕〔乙方签章〕〔丙方签章〕') }),
  ],
  ['a file that is not there', '文件不存在或已过期，请重新上传', () => draft({ templateId: undefined, fileId: 'f'.repeat(32) })],
  ['a box on a page that is not there', '控件“签署区”所在的第 2 页不存在', () => paperOf({ page: 2 })],
  ['a box over the edge', '控件“签署区”超出页面', () => paperOf({ x: 550 })],
  [
    'a name no face has a letter for',
    /^字体缺少“\u{2b8e2}”/u,
    async () =>
      draft({
        templateId: await template('# 协议\n\n{{lessee.name}}\n\n〔甲方签章〕〔乙方签章〕'),
        values: { 'lessee.name': '王\u{2b8e2}' },
      }),
  ],
  [
    'two boxes of one key',
    '有两个控件的编号相同，请刷新设计页后重试',
    async () => {
      const box = { key: 'c1', label: '甲', type: 1, page: 1, x: 1, y: 1, w: 9, h: 9 }
      await signing.call('contract/template/design', { templateId: signing.template, version: 1, components: [box, box] })
    },
  ],
  ['publishing without a place to sign', '正文中没有签署位置，请写入〔甲方签章〕或〔乙方签章〕', () => template('# 协议')],
  [
    'a code without short messages',
    '尚未接入短信，请选择面签',
    async () => {
      const token = await linkOf(await begun())
      return withoutMessages(() => signing.call('contract/sign/code', {}, token))
    },
  ],
  [
    'starting where only a code will do and none can be sent',
    '本公司要求凭短信验证码签署；请先接入短信，或请管理员关闭参数「必须短信验证码」',
    async () => {
      const flow = await draft()
      await signing.c.parameter('smsRequired', true)
      await withoutMessages(() => act('start', flow)).finally(() => signing.c.parameter('smsRequired', false))
    },
  ],
  [
    'confirming without short messages and without a witness',
    '尚未接入短信，请选择面签',
    async () => {
      const token = await linkOf(await begun())
      await agree(token)
      return withoutMessages(() => signing.call('contract/sign/confirm', { kind: 'typed', code: '123456' }, token))
    },
  ],
  [
    'a code for whom no number is known',
    '没有登记手机号，请联系发起方',
    async () => {
      const flow = await begun()
      const token = await linkOf(flow)
      await signing.c.write((tx) => tx.updateTable('signParty').set({ mobile: null }).where('flow', '=', flow).execute())
      await signing.call('contract/sign/code', {}, token)
    },
  ],
  [
    'a code that came too late',
    '验证码已过期，请重新获取',
    async () => {
      const token = await linkOf(await begun())
      await agree(token)
      await signing.call('contract/sign/code', {}, token)
      const code = /验证码 (\d{6})/.exec(signing.sent.at(-1)!.text)![1]!
      signing.c.clock.set('2026-01-05T02:06:00.000Z')
      await signing.call('contract/sign/confirm', { kind: 'typed', code }, token)
    },
  ],
  [
    'drawing nothing',
    '请先签名',
    async () => {
      const token = await linkOf(await begun(), 'faceToFace', { password: STAFF_PASSWORD })
      await agree(token)
      await signing.call('contract/sign/confirm', { kind: 'drawn' }, token)
    },
  ],
  [
    'a witness half an hour ago',
    '面签见证已超时，请工作人员重新见证',
    async () => {
      const token = await linkOf(await begun(), 'faceToFace', { password: STAFF_PASSWORD })
      await agree(token)
      signing.c.clock.set('2026-01-05T02:31:00.000Z')
      await signing.call('contract/sign/confirm', { kind: 'drawn', png: INK }, token)
    },
  ],
  [
    'a picture nobody took',
    '照片不存在或已过期，请重新拍照',
    async () => linkOf(await begun(), 'faceToFace', { password: STAFF_PASSWORD, photo: 'f'.repeat(32) }),
  ],
  [
    'a link for the seal',
    '本单位在「我的合同」中用印',
    async () => {
      const flow = await begun({ ordered: false })
      await signing.call('contract/sign/link', { partyId: (await signing.parties(flow)).find((party) => party.seal)!.id })
    },
  ],
  [
    'a seal of somebody who keeps none',
    '合同已被删除，或不在您的数据权限内，请刷新后重新选择',
    async () => {
      const flow = await begun({ ordered: false })
      await signing.call('contract/sign/stamp', { partyId: (await signing.parties(flow))[0].id, password: STAFF_PASSWORD })
    },
  ],
  [
    'taking back before it is registered',
    '请先登记解约',
    async () => signing.call('contract/sign/rescissionStart', { flowId: await begun() }),
  ],
  [
    'asking a provider about a flow of ours',
    '该流程在本机签署，不需要向服务商查询',
    async () => signing.provider('contract/provider/ask', { flowId: await begun() }),
  ],
  [
    'showing a real name to no provider',
    '未接入签署服务商，请由工作人员核验',
    async () => {
      const id = await signing.c.add('signIdentity', { kind: 'person', name: '甲', idNo: '11010519491231002X' })
      await signing.provider('contract/auth/begin', { id })
    },
  ],
  [
    'changing a name that was checked',
    '已认证的姓名与证件号不能修改，请删除后重新登记',
    async () => {
      const { id } = await signing.c.read((db) =>
        db.selectFrom('signIdentity').select('id').where('own', '=', true).executeTakeFirstOrThrow(),
      )
      await signing.c.edit('signIdentity', id, { name: '别的公司' })
    },
  ],
  [
    'revoking the certificate of a seal nobody used',
    '该印章还没有用过，没有可吊销的证书；不再使用请停用',
    async () => {
      const seal = await signing.c.add('signSeal', {
        name: `新章 ${Math.random()}`,
        company: US,
        keepers: [signing.c.people.get('sales')!],
      })
      await signing.c.act('signSeal', 'revoke', seal, { reason: '试' })
    },
  ],
  [
    'buying a plan that is gone',
    '套餐已被删除或停用，请重新选择',
    () => signing.call('contract/recharge/doPaymentCode', { planId: 999, quantity: 1 }),
  ],
  ['a list of revocations of nobody', '该公司还没有签发过证书', () => signing.call('contract/crl', { operator: 999 })],
  [
    'publishing a PDF on which nobody signs',
    '没有签署区，请先在设计页放置签署区并选择签署方',
    async () => {
      const doc = await PDFDocument.create()
      doc.addPage([595, 842])
      const fileId = await signing.uploadPdf(await doc.save())
      const { templateId } = await signing.call('contract/template/create', { name: '空白版式', bizType: 'other', kind: 'pdf', fileId })
      await signing.c.act('signTemplate', 'publish', templateId)
    },
  ],
  ['an upload of nothing', '请选择要上传的文件', () => signing.call('contract/file/upload')],
  ['verifying nothing', '请选择要验证的 PDF 文件', () => signing.call('contract/verify/file')],
  [
    'confirming with pages left, however the consent came to be',
    '请先读完合同全文',
    async () => {
      const flow = await begun()
      const token = await linkOf(flow, 'faceToFace', { password: STAFF_PASSWORD })
      await agree(token)
      await signing.c.write((tx) => tx.updateTable('signParty').set({ pagesRead: 0 }).where('flow', '=', flow).execute())
      await signing.call('contract/sign/confirm', { kind: 'typed' }, token)
    },
  ],
  [
    'one set of words typed for two contracts',
    '补充内容只能用于一份合同，请逐份发起',
    () =>
      signing.call('contract/sign/batch', {
        bizEntity: 'contract',
        ids: [1, 2],
        templateId: signing.template,
        values: { 'lessee.address': '某路' },
      }),
  ],
]

describe('is told word for word', () => {
  test.each(ROWS)('%s', async (_tried, said, how) => {
    const error = await refusal(how())
    const fields = Object.values((error.data as Record<string, string> | null) ?? {}).filter((one) => typeof one === 'string')
    const all = [error.message, ...fields]
    expect(
      all.some((one) => (typeof said === 'string' ? one === said : said.test(one))),
      all.join('；'),
    ).toBe(true)
  })
  test('signing is stopped when the bytes are not those that were written down', async () => {
    const flow = await begun()
    const token = await linkOf(flow, 'faceToFace', { password: STAFF_PASSWORD })
    await agree(token)
    const { currentSha, fileId } = await signing.flow(flow)
    await signing.c.write((tx) =>
      tx
        .updateTable('signFlow')
        .set({ currentSha: 'f'.repeat(64) })
        .where('id', '=', flow)
        .execute(),
    )
    const confirm = () => signing.call('contract/sign/confirm', { kind: 'typed' }, token)
    expect((await refusal(confirm())).message).toBe('合同文件与登记的摘要不一致，已停止签署，请联系管理员')
    await signing.c.write((tx) => tx.updateTable('signFlow').set({ currentSha }).where('id', '=', flow).execute())
    rmSync(join(signing.folder, fileId.slice(0, 2), fileId))
    expect((await refusal(confirm())).message).toBe('合同文件没有找到，请联系管理员检查文件存储')
    expect((await signing.parties(flow))[0].status).toBe('toSign')
  })
  test('revoking what somebody has signed is asked for once more; the copy stays used', async () => {
    const flow = await begun()
    await signing.byPhone((await signing.parties(flow))[0].id)
    const before = await signing.call('contract/recharge/total')
    const revoke = (given?: object) => signing.call('contract/sign/revoke', { flowId: flow, reason: '改期' }, 'sales', given)
    const asked = await refusal(revoke())
    expect([asked.kind, asked.message, asked.data]).toEqual([
      'needsConfirmation',
      '已有签署方签署，撤销后份数不退还',
      { ask: 'esign.signedAlready' },
    ])
    expect((await signing.flow(flow)).status).toBe('signing')
    await revoke({ 'esign.signedAlready': true })
    expect((await signing.flow(flow)).status).toBe('revoked')
    expect(await signing.call('contract/recharge/total')).toMatchObject({ used: before.used, frozen: before.frozen })
  })
  test('a picture of the signer with the paper stays with him, its digest in the chain', async () => {
    const flow = await begun()
    const id = 'ab'.repeat(16)
    const { id: known } = await signing.c.file('sales')
    await signing.c.write((tx) => tx.updateTable('file').set({ id }).where('id', '=', known).execute())
    const [party] = await signing.parties(flow)
    await signing.call('contract/sign/faceToFace', { partyId: party.id, password: STAFF_PASSWORD, photo: id })
    expect((await signing.parties(flow))[0].witnessPhoto).toMatchObject([{ id }])
    const file = await signing.c.read((db) =>
      db.selectFrom('file').select(['entity', 'sha256', 'expiresAt']).where('id', '=', id).executeTakeFirstOrThrow(),
    )
    expect(file).toMatchObject({ entity: 'signParty', expiresAt: null })
    const event = await signing.c.read((db) =>
      db.selectFrom('signEvent').select('data').where('flow', '=', flow).where('kind', '=', 'faceToFace').executeTakeFirstOrThrow(),
    )
    expect(event.data).toMatchObject({ photo: file.sha256 })
  })
  test('copies may be given; whoever signs here by choice is not sent to a provider', async () => {
    await signing.c.parameter('signUnlimited', false)
    const before = await signing.call('contract/recharge/total')
    await signing.call('contract/recharge/gift', { copies: 7, validDays: 30 })
    expect(await signing.call('contract/recharge/total')).toMatchObject({ remaining: before.remaining + 7, total: before.total + 7 })
    await signing.c.parameter('signUnlimited', true)
  })
})

test('a customer who is called otherwise has to show his real name anew', async () => {
  const lessee = await signing.c.lessee({ name: '改名一' })
  const id = await signing.c.add('signIdentity', { kind: 'person', name: '改名一', idNo: '110101199003077715', lessee })
  await signing.c.act('signIdentity', 'check', id)
  const status = async (): Promise<string> =>
    (await signing.c.read((db) => db.selectFrom('signIdentity').select('status').where('id', '=', id).executeTakeFirstOrThrow())).status
  await signing.c.edit('lessee', lessee, { remark: '老客户' })
  expect(await status()).toBe('authorised')
  await signing.c.edit('lessee', lessee, { name: '改名二' })
  expect(await status()).toBe('none')
})

describe('the history of the record that is signed about', () => {
  test('tells every move of its flow in words', async () => {
    const contract = await signing.c.contract({
      lessee: await signing.c.lessee({ name: '史一' }),
      vehicles: [await signing.c.vehicle()],
      startOn: '2026-08-01',
      endOn: '2027-08-01',
    })
    const flowOf = async (): Promise<number> =>
      (await signing.call('contract/sign/leaseInitiateUrl', { contractId: contract, templateId: signing.template })).flowId
    const lines = async (): Promise<string[]> =>
      (
        await signing.c.read((db) =>
          db
            .selectFrom('auditLog')
            .select('reason')
            .where('entity', '=', 'contract')
            .where('entityId', '=', contract)
            .where('reason', 'like', '电子签署：%')
            .orderBy('id')
            .execute(),
        )
      ).map((row) => row.reason!.replace(/（QS[\d-]+）$/, '').replace('电子签署：', ''))
    const first = await flowOf()
    await act('start', first)
    await act('delay', first, { expireAt: '2026-01-25T02:00:00.000Z' })
    await act('revoke', first, { reason: '改期' })
    const second = await flowOf()
    await act('start', second)
    const token = await linkOf(second)
    await signing.call('contract/sign/decline', { reason: '租期写错' }, token)
    const third = await flowOf()
    await act('start', third)
    for (const party of await signing.parties(third)) await (party.seal ? signing.stamp(party.id) : signing.byPhone(party.id))
    await act('rescind', third, { reasonCode: 'content' })
    await act('keepOn', third)
    const { flowId: child } = await signing.call('contract/sign/rescission', { flowId: third, reasonCode: 4 })
    for (const party of await signing.parties(child)) await (party.seal ? signing.stamp(party.id) : signing.byPhone(party.id))
    expect(await lines()).toEqual([
      '已发起',
      '截止时间延至 2026-01-25 10:00:00',
      '已撤销，改期',
      '已发起',
      '已拒签，史一拒签：租期写错',
      '已发起',
      '乙方已签署',
      '甲方已用印',
      '各方已签署完成',
      '登记解约，条款内容有误',
      '取消解约',
      '登记解约，合作终止',
      '解约协议已签署，原合同解除',
    ])
  })
})
