/** Colleagues in a flow: who signs by his account, whom it is copied to, beginning again what was declined, and the daily anchor. */
import { createHash } from 'node:crypto'
import { unzipSync } from 'fflate'
import { PDFDocument } from 'pdf-lib'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { verifyChain } from '#kit/audit/chain.server.ts'
import type { Download } from '#kit/http/route.server.ts'
import { anchorDays } from '#modules/esign/flows/anchor.server.ts'
import { remindSigning } from '#modules/esign/flows/remind.server.ts'
import { withClient } from '#kit/database/connection/connection.server.ts'
import { testDatabase, type TestDatabase } from '#tests/database.ts'
import { Company, refusal } from './company.ts'
import { openSigning, STAFF_PASSWORD, type Signing } from './signing.ts'

let signing: Signing
let template = 0
let base: TestDatabase
beforeAll(async () => {
  base = await testDatabase()
  signing = await openSigning(await Company.open('2026-01-05', base))
  template = await signing.c.add('signTemplate', {
    name: '内部协议',
    bizType: 'other',
    kind: 'text',
    text: '# 协议\n\n双方约定：{{contract.no}}\n\n〔甲方签章〕 〔乙方签章〕',
  })
  await signing.c.act('signTemplate', 'publish', template)
})
afterAll(() => signing?.close())

const COMPANY = '顺达汽车租赁有限公司'
const us = () => ({ role: '甲方', kind: 'company', name: COMPANY, intent: 'account', seal: signing.seal })
const them = { role: '乙方', kind: 'person', name: '郭靖', mobile: '13900006601', intent: 'sms' }
async function draft(more: object = {}): Promise<number> {
  const input = { title: '内部协议', templateId: template, values: { 'contract.no': 'BM-7' }, parties: [them, us()], ...more }
  return (await signing.call('contract/sign/initiateUrl', input)).flowId
}
const started = async (id: number): Promise<number> => {
  await signing.c.act('signFlow', 'start', id, {}, 'sales')
  return id
}
/** Only we sign it. */
async function ownTemplate(): Promise<number> {
  const id = await signing.c.add('signTemplate', { name: '声明', bizType: 'other', kind: 'text', text: '# 声明\n\n〔甲方签章〕' })
  await signing.c.act('signTemplate', 'publish', id)
  return id
}
const inbox = async (who: string): Promise<string[]> =>
  (
    await signing.c.read((db) =>
      db.selectFrom('inboxMessage').select('title').where('receiver', '=', signing.c.people.get(who)!).orderBy('id').execute(),
    )
  ).map((m) => m.title)
const tab = async (name: string, who: string): Promise<any[]> => (await signing.call('contract/sign/mine', { tab: name }, who)).list

describe('抄送', () => {
  test("who is named reads it from the start on and hears how it ends; nobody else does, and a draft is nobody's yet", async () => {
    const finance = signing.c.people.get('finance')!
    const id = await draft({ copies: [finance, finance] })
    expect(await tab('copied', 'finance')).toEqual([])
    expect((await refusal(signing.call('contract/sign/mine/file', { flowId: id }, 'finance'))).message).toBe(
      '合同已被删除，或不在您的数据权限内，请刷新后重新选择',
    )
    await started(id)
    expect(await tab('copied', 'finance')).toMatchObject([{ flow: id, title: '内部协议', flowStatus: 'signing' }])
    expect(await tab('copied', 'sales')).toEqual([])
    const file = await signing.call<Download>('contract/sign/mine/file', { flowId: id }, 'finance')
    expect(
      Buffer.from(file.body as Uint8Array)
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-')
    expect((await refusal(signing.call('contract/sign/mine/file', { flowId: id }, 'sales'))).message).toBe(
      '合同已被删除，或不在您的数据权限内，请刷新后重新选择',
    )
    const [person, company] = await signing.parties(id)
    await signing.byPhone(person.id)
    await signing.stamp(company.id)
    expect((await inbox('finance')).filter((title) => title.startsWith('抄送'))).toEqual([
      '抄送：已发起签署：内部协议',
      '抄送：已签署完成：内部协议',
    ])
    expect(await tab('copied', 'finance')).toMatchObject([{ flow: id, flowStatus: 'completed' }])
  })
})

describe('a colleague who signs himself', () => {
  test('finds it under 待我签 by the telephone of his account, and signs by his password after he agreed', async () => {
    const sales = signing.c.people.get('sales')!
    const { name, mobile } = await signing.c.read((db) =>
      db.selectFrom('user').select(['name', 'mobile']).where('id', '=', sales).executeTakeFirstOrThrow(),
    )
    const id = await started(await draft({ parties: [{ ...them, name, mobile }, us()] }))
    const [person] = await signing.parties(id)
    expect(person).toMatchObject({ user: sales })
    expect(await tab('toSign', 'sales')).toMatchObject([{ id: person.id, seal: null }])
    expect(await tab('toSign', 'finance')).toEqual([])
    const sign = (more: object) => signing.call('contract/sign/stamp', { partyId: person.id, password: STAFF_PASSWORD, ...more })
    expect((await refusal(sign({}))).message).toBe('请先阅读全文并同意电子签署')
    await signing.c.parameter('smsRequired', true)
    expect((await refusal(sign({ agreed: true }))).message).toMatch(/^本公司要求凭短信验证码签署，不能账号确认/)
    await signing.c.parameter('smsRequired', false)
    await sign({ agreed: true })
    expect((await signing.parties(id))[0]).toMatchObject({ status: 'signed', level: 'D', pagesRead: 1 })
    const kinds = await signing.c.read((db) => db.selectFrom('signEvent').select('kind').where('flow', '=', id).orderBy('seq').execute())
    expect(kinds.map((one) => one.kind).filter((kind) => ['read', 'consented', 'signed'].includes(kind))).toEqual([
      'read',
      'consented',
      'signed',
    ])
    expect(await tab('signed', 'sales')).toContainEqual(expect.objectContaining({ id: person.id }))
  })
  test("whose telephone is another man's here is not taken for him", async () => {
    const sales = await signing.c.read((db) =>
      db.selectFrom('user').select('mobile').where('id', '=', signing.c.people.get('sales')!).executeTakeFirstOrThrow(),
    )
    const id = await draft({ parties: [{ ...them, mobile: sales.mobile }, us()] })
    expect((await signing.parties(id))[0]).toMatchObject({ user: null })
  })
})

describe('重新发起', () => {
  test('E-J3: what was declined is begun again with its parties, data, copies and places, under a new number', async () => {
    const id = await started(await draft({ copies: [signing.c.people.get('finance')!] }))
    const [person] = await signing.parties(id)
    expect((await refusal(signing.call('contract/sign/again', { flowId: id }))).message).toBe(
      '只有已拒签、已过期或已撤销的流程可以重新发起',
    )
    const { url } = await signing.call('contract/sign/link', { partyId: person.id })
    await signing.call('contract/sign/decline', { reason: '租期写错' }, { token: url.split('#t=')[1] })
    expect(await signing.flow(id)).toMatchObject({ status: 'declined' })
    const { flowId: again } = await signing.call('contract/sign/again', { flowId: id })
    const [before, after] = [await signing.flow(id), await signing.flow(again)]
    expect(after).toMatchObject({
      status: 'draft',
      title: before.title,
      template: before.template,
      copies: before.copies,
      pages: before.pages,
    })
    expect(after.customBizNum).not.toBe(before.customBizNum)
    const who = async (flow: number) =>
      (await signing.parties(flow)).map(({ role, name, mobile, seq, seal }) => ({ role, name, mobile, seq, seal }))
    expect(await who(again)).toEqual(await who(id))
    await started(again)
    expect(await signing.flow(again)).toMatchObject({ status: 'signing' })
    await signing.c.act('signFlow', 'revoke', again, { reason: '测试' }, 'sales')
  })
  test("a file of one's own stays with its flow, so that it can be begun again weeks later", async () => {
    const doc = await PDFDocument.create()
    doc.addPage([595, 842])
    const fileId = await signing.uploadPdf(await doc.save())
    const place = (role: string, x: number) => ({ key: `K${x}`, label: '签署区', type: 6, role, page: 1, x, y: 60, w: 140, h: 60 })
    const components = [place('乙方', 60), place('甲方', 260)]
    const id = await started(await draft({ templateId: undefined, values: undefined, fileId, components }))
    await signing.c.act('signFlow', 'revoke', id, { reason: '改期' }, 'sales')
    expect(
      await signing.c.read((db) => db.selectFrom('file').select(['entity', 'expiresAt']).where('id', '=', fileId).executeTakeFirst()),
    ).toEqual({
      entity: 'signFlow',
      expiresAt: null,
    })
    signing.c.at('2026-02-05')
    const { flowId: again } = await signing.call('contract/sign/again', { flowId: id })
    const places = await signing.c.read((db) =>
      db.selectFrom('signField').select(['x', 'page']).where('flow', '=', again).orderBy('x').execute(),
    )
    expect(places.map((one) => Number(one.x))).toEqual([60, 260])
    signing.c.at('2026-01-05')
  })
  test('one from before its making was kept is not guessed at', async () => {
    const id = await started(await draft())
    await signing.c.act('signFlow', 'revoke', id, { reason: '改期' }, 'sales')
    await signing.c.write((tx) => tx.updateTable('signFlow').set({ asked: null }).where('id', '=', id).execute())
    expect((await refusal(signing.call('contract/sign/again', { flowId: id }))).message).toBe('该流程不能重新发起，请新增签署流程')
  })
})

describe('a machine whose clock is wrong', () => {
  test('signs nothing until it is right again', async () => {
    const id = await started(await draft({ parties: [us()], templateId: await ownTemplate() }))
    const [company] = await signing.parties(id)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 6 * 60_000 })
    const wrong = await refusal(signing.stamp(company.id)).finally(() => vi.useRealTimers())
    expect(wrong.message).toBe('本机时间与数据库相差超过 5 分钟，已停止签署，请联系管理员校准时间')
    await signing.stamp(company.id)
    expect(await signing.flow(id)).toMatchObject({ status: 'completed' })
  })
})

describe('实名 of a customer', () => {
  test('stands above his page', async () => {
    const id = await signing.c.lessee({ name: '黄蓉' })
    expect(await signing.call('contract/auth/lessee', { id })).toMatchObject({ authType: 0, checkedAt: null })
    const { idNo } = await signing.c.read((db) => db.selectFrom('lessee').select('idNo').where('id', '=', id).executeTakeFirstOrThrow())
    const real = await signing.c.add('signIdentity', { kind: 'person', name: '黄蓉', idNo, lessee: id })
    await signing.c.act('signIdentity', 'check', real)
    expect(await signing.call('contract/auth/lessee', { id })).toMatchObject({ authType: 3 })
    expect((await refusal(signing.call('contract/auth/lessee', { id: 999_999 }))).message).toBe(
      '承租人已被删除，或不在您的数据权限内，请刷新后重新选择',
    )
  })
})

describe('a seal whose keepers are gone', () => {
  test('is said to the administrators, once a month, until somebody keeps it', async () => {
    const sales = signing.c.people.get('sales')!
    const gone = '印章“合同章”没有在用的保管人，待用印的合同停在这里，请更换保管人'
    const heard = async (): Promise<number> =>
      (await signing.c.read((db) => db.selectFrom('inboxMessage').select('id').where('title', '=', gone).execute())).length
    await remindSigning(signing.c.as())
    expect(await heard()).toBe(0)
    await signing.c.write((tx) => tx.updateTable('user').set({ status: 'disabled' }).where('id', '=', sales).execute())
    await remindSigning(signing.c.as())
    await remindSigning(signing.c.as())
    const reminderCount = await heard()
    expect(reminderCount).toBeGreaterThan(0)
    await signing.c.write((tx) => tx.updateTable('user').set({ status: 'active' }).where('id', '=', sales).execute())
    signing.c.at('2026-02-01')
    await remindSigning(signing.c.as())
    expect(await heard()).toBe(reminderCount)
    signing.c.at('2026-01-05')
  })
})

describe('the daily anchor', () => {
  const lines = () =>
    signing.c.read((db) => db.selectFrom('auditLog').select(['title', 'reason']).where('action', '=', 'anchor').orderBy('id').execute())
  const sha = (data: Uint8Array | string): string => createHash('sha256').update(data).digest('hex')
  const packed = async (flow: number): Promise<Record<string, Uint8Array>> => {
    const file = await signing.call<Download>('contract/sign/evidence', { flowId: flow })
    return unzipSync(new Uint8Array(file.body as Uint8Array))
  }
  const says = (files: Record<string, Uint8Array>): string => Buffer.from(files['README.txt']!).toString()

  test('twice, late or by two at once: one line a day that had events, in a log that holds', async () => {
    signing.c.at('2026-03-01', '09:00')
    const flow = await started(await draft())
    const [person, company] = await signing.parties(flow)
    await signing.byPhone(person.id)
    await signing.stamp(company.id)
    // Nobody was there for three nights; then two are at once.
    signing.c.at('2026-03-05', '00:20')
    await Promise.all([anchorDays(signing.c.as()), anchorDays(signing.c.as())])
    await anchorDays(signing.c.as())
    const titles = (await lines()).map((line) => line.title)
    expect(titles.filter((title) => title === '电子合同证据锚 2026-03-01')).toHaveLength(1)
    expect(new Set(titles).size).toBe(titles.length)
    expect(titles).not.toContain('电子合同证据锚 2026-03-02')
    expect(await verifyChain(signing.c.db, signing.c.operatorId)).toMatchObject({ problem: null })

    const files = await packed(flow)
    const leaves = Buffer.from(files['anchors/2026-03-01.txt']!).toString().trimEnd().split('\n')
    const said = (await lines()).find((line) => line.title === '电子合同证据锚 2026-03-01')!.reason!
    expect(said).toContain(sha(files['anchors/2026-03-01.txt']!))
    expect(says(files)).toContain(`证据锚 2026-03-01　${sha(files['anchors/2026-03-01.txt']!)}`)
    expect(says(files)).not.toContain('不符')
    // A stranger finds the flow in it with nothing but the package.
    const events = Buffer.from(files['events.txt']!).toString().trimEnd().split('\n')
    const { no } = await signing.flow(flow)
    const ofThatDay = events.filter((line) => line.includes('"at":"2026-03-01')).at(-1)!
    expect(leaves).toContain(sha(`${no} ${ofThatDay.split('\t')[0]}`))
  })
  test('a chain that was rewritten as a whole no longer fits it', async () => {
    const flow = (
      await signing.c.read((db) =>
        db.selectFrom('signFlow').select('id').where('status', '=', 'completed').orderBy('id', 'desc').executeTakeFirstOrThrow(),
      )
    ).id
    const rewrite = async (hash: string): Promise<string> => {
      const { id, hash: was } = await signing.c.read((db) =>
        db
          .selectFrom('signEvent')
          .select(['id', 'hash'])
          .where('flow', '=', flow)
          .where('at', '<', '2026-03-02')
          .orderBy('seq', 'desc')
          .executeTakeFirstOrThrow(),
      )
      // Whoever has the database itself can do this; the console cannot.
      await withClient(base.owner, async (client) => {
        await client.query("select set_config('app.operator_id', $1, false)", [String(signing.c.operatorId)])
        await client.query('alter table sign_event disable trigger user')
        await client.query('update sign_event set hash = $1 where id = $2', [hash, id])
        await client.query('alter table sign_event enable trigger user')
      })
      return was
    }
    const was = await rewrite('0'.repeat(64))
    expect(says(await packed(flow))).toContain('与现存记录不符，请向本公司查询')
    await rewrite(was)
    expect(says(await packed(flow))).not.toContain('不符')
  })
})
