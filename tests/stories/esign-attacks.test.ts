/** What a signer, a colleague or a stranger tries with links, codes, witnesses and other people's flows. */
import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Tx } from '#kit/access/context.server.ts'
import { Random } from '#kit/basics/random.ts'
import { verifyBytes } from '#modules/esign/ceremony/verify.server.ts'
import { expireFlows } from '#modules/esign/flows/flow.server.ts'
import { crlOf } from '#modules/esign/keys/keys.server.ts'
import { creditCode } from '../../database/demo/random.ts'
import { refusal } from './company.ts'
import { INK, openSigning, SECRET, STAFF_PASSWORD, type Signing } from './signing.ts'

const run = promisify(execFile)
let s: Signing
beforeAll(async () => {
  s = await openSigning('2026-01-05')
})
afterAll(() => s?.close())

const GONE = '链接已失效，请联系发起方重新获取'
const contractOf = async (name: string, more: object = {}): Promise<number> =>
  s.c.contract({ lessee: await s.c.lessee({ name, ...more }), vehicles: [await s.c.vehicle()], startOn: '2026-02-01', endOn: '2027-02-01' })
async function begun(name: string, more: object = {}): Promise<{ flow: number; lessee: number; seal: number }> {
  const contract = await contractOf(name, more)
  const { rows } = await s.call('contract/sign/batch', { bizEntity: 'contract', ids: [contract], templateId: s.template })
  const [lessee, us] = await s.parties(rows[0].flowId)
  return { flow: rows[0].flowId, lessee: lessee.id, seal: us.id }
}
const linkOf = async (partyId: number): Promise<{ token: string }> => ({
  token: (await s.call('contract/sign/link', { partyId })).url.split('#t=')[1]!,
})
const witnessed = async (partyId: number): Promise<{ token: string }> => ({
  token: (await s.call('contract/sign/faceToFace', { partyId, password: STAFF_PASSWORD })).url.split('#t=')[1]!,
})
const agree = async (token: { token: string }): Promise<void> => {
  const page = await s.call('contract/sign/page', {}, token)
  await s.call('contract/sign/consent', { pages: Array.from({ length: page.pages }, (_, i) => i + 1) }, token)
}
const confirm = (token: { token: string }, more: object = {}) =>
  s.call('contract/sign/confirm', { kind: 'drawn', png: INK, ...more }, token)
const codeSent = async (token: { token: string }): Promise<string> => {
  await s.call('contract/sign/code', {}, token)
  return /验证码 (\d{6})/.exec(s.sent.at(-1)!.text)![1]!
}
const said = async (work: Promise<unknown>): Promise<string> => (await refusal(work)).message

describe('a witness', () => {
  test('is of the link he made: one made afterwards and sent away needs a code', async () => {
    const { lessee } = await begun('甲一')
    const first = await witnessed(lessee)
    await agree(first)
    const sent = await linkOf(lessee)
    expect(await said(confirm(first))).toBe(GONE)
    expect(await s.call('contract/sign/page', {}, sent)).toMatchObject({ intent: 'sms' })
    expect((await refusal(confirm(sent))).data).toMatchObject({ code: '请输入验证码' })
  })
  test('who guesses the password of a colleague has five tries, here and at the seal together', async () => {
    const { lessee, seal } = await begun('甲二')
    const guess = (path: string, partyId: number) => refusal(s.call(path, { partyId, password: 'wrong' }))
    for (let i = 0; i < 4; i++) await guess('contract/sign/faceToFace', lessee)
    await guess('contract/sign/stamp', seal)
    expect(await said(s.call('contract/sign/faceToFace', { partyId: lessee, password: STAFF_PASSWORD }))).toMatch(
      /^密码连续错误次数过多，请 \d+ 秒后再试$/,
    )
    expect(await said(s.call('contract/sign/stamp', { partyId: seal, password: STAFF_PASSWORD }))).toMatch(/^密码连续错误次数过多/)
    s.c.at('2026-01-05', '10:00')
    expect(await witnessed(lessee)).toBeTruthy()
  })
})

/** A person signs in his own name; a company is acted for. */
const firm = (n: number): object => ({
  kind: 'company',
  creditCode: creditCode(new Random(n), '310112'),
  legalPerson: '赵广源',
  idNo: null,
})
describe('another handler', () => {
  test('reads and agrees himself; the link, the code and the consent of the one before are nothing', async () => {
    const { flow, lessee } = await begun('甲三有限公司', firm(3))
    const old = await linkOf(lessee)
    await agree(old)
    const code = await codeSent(old)
    await s.c.act('signParty', 'changeHandler', lessee, { handler: '新经办', mobile: '13900000777' }, 'sales')
    expect(await said(confirm(old, { code }))).toBe(GONE)
    await s.call('contract/recharge/total')
    expect(s.sent.at(-1)).toMatchObject({ mobile: '13900000777', text: expect.stringContaining('#t=') })
    const fresh = { token: /#t=(\S+)/.exec(s.sent.at(-1)!.text)![1]! }
    expect(await s.call('contract/sign/page', {}, fresh)).toMatchObject({ consented: false })
    expect(await said(confirm(fresh, { code }))).toBe('请先阅读全文并同意电子签署')
    await agree(fresh)
    expect((await refusal(confirm(fresh, { code }))).data).toMatchObject({ code: '请先获取验证码' })
    const kinds = await s.c.read((db) =>
      db.selectFrom('signEvent').select(['kind', 'data']).where('flow', '=', flow).orderBy('seq').execute(),
    )
    expect(kinds.filter((e) => e.kind === 'consented')).toHaveLength(2)
  })
  test('changed while the former confirms: he does not sign as the new one', async () => {
    const { flow, lessee } = await begun('甲四有限公司', firm(4))
    const old = await linkOf(lessee)
    await agree(old)
    const code = await codeSent(old)
    const [signing] = await Promise.all([
      confirm(old, { code }).then(
        () => 'signed',
        (error: Error) => error.message,
      ),
      s.c
        .act('signParty', 'changeHandler', lessee, { handler: '新经办', mobile: '13900000778' }, 'sales')
        .catch((error: Error) => error.message),
    ])
    const [party] = await s.parties(flow)
    if (signing === 'signed') expect(party).toMatchObject({ status: 'signed', handler: null })
    else expect(party).toMatchObject({ status: 'toSign', handler: '新经办', consentedAt: null })
  })
})

describe('a code', () => {
  test('goes out ten times a day to one number, however many contracts it has to sign', async () => {
    s.c.at('2026-01-06', '08:00')
    const mobile = '13900000555'
    const links: { token: string }[] = []
    for (const name of ['乙一', '乙二', '乙三']) links.push(await linkOf((await begun(name, { mobile })).lessee))
    for (let i = 0; i < 10; i++) {
      s.c.at('2026-01-06', `09:${10 + i * 2}`)
      await codeSent(links[i % 3]!)
    }
    s.c.at('2026-01-06', '10:00')
    expect(await said(s.call('contract/sign/code', {}, links[1]))).toBe('今天的验证码次数已用完，请明天再试或选择面签')
    s.c.at('2026-01-07', '08:00')
    expect(await codeSent(links[1]!)).toMatch(/^\d{6}$/)
  })
})

describe('two at once', () => {
  test('one link in two tabs: one signature, the other is told so', async () => {
    const { flow, lessee } = await begun('丙一')
    const token = await linkOf(lessee)
    await agree(token)
    const code = await codeSent(token)
    const both = await Promise.allSettled([confirm(token, { code }), confirm(token, { code })])
    expect(both.filter((one) => one.status === 'fulfilled')).toHaveLength(1)
    const refused = both.find((one) => one.status === 'rejected') as PromiseRejectedResult
    expect(['您已签署', GONE]).toContain((refused.reason as Error).message)
    const files = await s.c.read((db) =>
      db.selectFrom('signFile').select('id').where('flow', '=', flow).where('cause', '=', 'signed').execute(),
    )
    expect(files).toHaveLength(1)
  })
  test('signed and revoked at once: one of both, and nothing is written into a flow that has ended', async () => {
    const { flow, lessee } = await begun('丙二')
    const token = await linkOf(lessee)
    await agree(token)
    const code = await codeSent(token)
    await Promise.allSettled([
      confirm(token, { code }),
      s.call('contract/sign/revoke', { flowId: flow, reason: '改期' }, 'sales', { 'esign.signedAlready': true }),
      s.call('contract/sign/page', {}, token),
      s.call('contract/sign/consent', { pages: [1, 2, 3, 4, 5, 6, 7, 8] }, token),
    ])
    const { status } = await s.flow(flow)
    const [party] = await s.parties(flow)
    const events = await s.c.read((db) => db.selectFrom('signEvent').select('kind').where('flow', '=', flow).orderBy('seq').execute())
    expect(status).toBe('revoked')
    expect(['signed', 'void']).toContain(party.status)
    expect(events.at(-1)!.kind).toBe('revoked')
  })
})

describe("a flow of one's own making", () => {
  test('does not name another as what it ends', async () => {
    const { flow } = await begun('丁一')
    await expect(
      s.call('contract/sign/initiateUrl', { title: '冒充解约', templateId: s.template, parent: flow, parties: [] }),
    ).rejects.toThrow(/parent/)
  })
  test('does not start for a company that cannot be reached, nor with a seal of another name', async () => {
    const template = await s.c.add('signTemplate', {
      name: '两企',
      bizType: 'other',
      kind: 'text',
      text: '# 协议\n\n〔甲方签章〕〔乙方签章〕',
    })
    await s.c.act('signTemplate', 'publish', template)
    const draft = async (title: string, us: string, mobile: string | null): Promise<number> =>
      (
        await s.call('contract/sign/initiateUrl', {
          title,
          templateId: template,
          parties: [
            { role: '乙方', kind: 'person', name: '某人', mobile, intent: 'sms' },
            { role: '甲方', kind: 'company', name: us, intent: 'account', seal: s.seal },
          ],
        })
      ).flowId
    expect(await said(s.c.act('signFlow', 'start', await draft('甲', '别家公司', '13900000001'), {}, 'sales'))).toBe(
      '印章“合同章”属于“顺达汽车租赁有限公司”，不能代“别家公司”签署',
    )
    expect(await said(s.c.act('signFlow', 'start', await draft('乙', '顺达汽车租赁有限公司', null), {}, 'sales'))).toBe(
      '第 1 位签署方未填写手机号',
    )
    // Our own name over somebody's telephone would be a signature no keeper of a seal answers for.
    const { flowId } = await s.call('contract/sign/initiateUrl', {
      title: '丙',
      templateId: template,
      parties: [
        { role: '乙方', kind: 'person', name: '某人', mobile: '13900000001', intent: 'sms' },
        { role: '甲方', kind: 'company', name: '顺达汽车租赁有限公司', mobile: '13900000002', intent: 'sms' },
      ],
    })
    expect(await said(s.c.act('signFlow', 'start', flowId, {}, 'sales'))).toBe('“甲方”未指定印章，请先在实名认证中登记印章')
  })
})

describe('the five-minute job', () => {
  test('goes on past a flow whose record does not take it back', async () => {
    s.c.at('2026-02-01', '08:00')
    const first = await begun('戊一')
    s.c.at('2026-02-01', '08:05')
    const second = await begun('戊二')
    const { bizId } = await s.flow(first.flow)
    // A contract that is gone: what ends its flow finds nothing to tell.
    await s.c.write((tx) => tx.updateTable('contract').set({ deletedAt: s.c.clock.now() }).where('id', '=', bizId).execute())
    s.c.at('2026-03-01', '08:00')
    await expireFlows(s.c.as()).catch(() => {})
    expect(await s.flow(second.flow)).toMatchObject({ status: 'expired' })
    await s.c.write((tx) => tx.updateTable('contract').set({ deletedAt: null }).where('id', '=', bizId).execute())
    await expireFlows(s.c.as())
    expect(await s.flow(first.flow)).toMatchObject({ status: 'expired' })
  })
})

describe('a 解约 that ran out', () => {
  test('goes on when its time is made longer, and the contract knows', async () => {
    const { flow, lessee, seal } = await begun('己一')
    await s.byPhone(lessee)
    await s.stamp(seal)
    const { flowId: child } = await s.call('contract/sign/rescission', { flowId: flow, reasonCode: 4 })
    const { expireAt } = await s.flow(child)
    s.c.clock.set(new Date(Date.parse(expireAt) + 60_000).toISOString())
    await expireFlows(s.c.as())
    expect(await s.flow(flow)).toMatchObject({ rescission: 'none' })
    await s.c.act('signFlow', 'delay', child, { expireAt: new Date(Date.parse(expireAt) + 5 * 86_400_000).toISOString() }, 'sales')
    expect(await s.flow(child)).toMatchObject({ status: 'signing' })
    expect(await s.flow(flow)).toMatchObject({ rescission: 'running' })
  })
})

describe('a revoked certificate', () => {
  test('is on the list, OpenSSL reads it there, /verify tells it, and the seal goes on with another', async () => {
    s.c.at('2026-03-02', '09:00')
    const { flow, lessee, seal } = await begun('庚一')
    await s.byPhone(lessee)
    await s.stamp(seal)
    const signed = await s.pdf(flow)
    s.c.at('2026-03-02', '10:00')
    await s.c.act('signSeal', 'revoke', s.seal, { reason: '印章遗失' }, 'sales')
    const before = await verifyBytes(s.c.as(), signed)
    expect(before).toMatchObject({ ok: true, evidence: { holds: true } })
    const [byHand, bySeal] = before.signatures
    expect([byHand!.level, bySeal!.level]).toEqual(['B 短信验证码+手写', 'D 账号确认'])
    expect([byHand!.revokedAt, bySeal!.revokedAt]).toEqual([null, s.c.clock.now()])
    const crl = await s.c.read((tx) => crlOf(tx as Tx, s.c.as(), SECRET))
    const path = join(s.folder, 'revoked.crl')
    writeFileSync(path, crl)
    const { stdout } = await run('openssl', ['crl', '-inform', 'DER', '-in', path, '-text', '-noout'])
    expect(stdout).toContain(bySeal!.serial.toUpperCase())
    // Made with the old key although the list says it counts no longer: as if a copy of it had been kept.
    await s.c.write((tx) =>
      tx.updateTable('signKey').set({ revokedAt: '2026-03-02T00:00:00.000Z' }).where('serialNo', '=', bySeal!.serial).execute(),
    )
    expect(await verifyBytes(s.c.as(), signed)).toMatchObject({ ok: false, problem: '第 2 个签名无效：签名时证书已被吊销' })
    const next = await begun('庚二')
    await s.byPhone(next.lessee)
    await s.stamp(next.seal)
    const after = await verifyBytes(s.c.as(), await s.pdf(next.flow))
    expect(after.ok).toBe(true)
    expect(after.signatures[1]!.serial).not.toBe(bySeal!.serial)
  })
})

describe('a drawn name', () => {
  /** Only a head: what a decoder would believe before it asks for the memory. */
  const png = (width: number, height: number): Buffer => {
    const head = Buffer.from(INK, 'base64')
    head.writeUInt32BE(width, 16)
    head.writeUInt32BE(height, 20)
    return head
  }
  test('is a picture of a name: no flood of pixels, no other kind, nothing broken; and the party has still to sign', async () => {
    const { lessee } = await begun('丁一')
    const token = await witnessed(lessee)
    await agree(token)
    const tried = async (bytes: Buffer): Promise<unknown> =>
      (await refusal(confirm(token, { png: bytes.toString('base64') }))).data as unknown
    const SIDES = { signature: '签名图片尺寸不正确，边长最大 2000 像素' }
    expect(await tried(png(30_000, 30_000))).toMatchObject(SIDES)
    expect(await tried(png(0xffffffff, 8))).toMatchObject(SIDES)
    expect(await tried(png(0, 8))).toMatchObject(SIDES)
    expect(await tried(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'))).toMatchObject({
      signature: '签名图片须为 PNG',
    })
    expect(await tried(Buffer.from('%PDF-1.7'))).toMatchObject({ signature: '签名图片须为 PNG' })
    expect(await tried(Buffer.from(INK, 'base64').subarray(0, 40))).toMatchObject({ signature: '签名图片已损坏，请重新签名' })
    expect(await tried(Buffer.concat([Buffer.from(INK, 'base64'), Buffer.alloc(500_001)]))).toMatchObject({
      signature: '签名图片不能超过 500 kB',
    })
    expect(await s.call('contract/sign/page', {}, token)).toMatchObject({ turn: null, consented: true })
    await confirm(token)
    // Played again, it opens nothing.
    expect(await said(confirm(token))).toBe(GONE)
  })
  test('comes too late after the deadline, before the job has seen it', async () => {
    const { lessee, flow } = await begun('丁二')
    const token = await witnessed(lessee)
    await agree(token)
    await s.c.write((tx) =>
      tx
        .updateTable('signFlow')
        .set({ expireAt: new Date(Date.parse(s.c.as().clock.now()) - 1000).toISOString() })
        .where('id', '=', flow)
        .execute(),
    )
    expect(await said(confirm(token))).toBe(GONE)
    expect((await s.parties(flow))[0].status).toBe('toSign')
  })
  test('with the code of another contract of the same person is not his on this one', async () => {
    const one = await begun('丁三')
    const other = await begun('丁四')
    const [mine, theirs] = [await linkOf(one.lessee), await linkOf(other.lessee)]
    await agree(mine)
    await agree(theirs)
    const code = await codeSent(theirs)
    await codeSent(mine)
    const [a, b] = await Promise.all([s.parties(one.flow), s.parties(other.flow)])
    expect(a[0].code).not.toEqual(b[0].code)
    const right = /验证码 (\d{6})/.exec(s.sent.at(-1)!.text)![1]!
    // One in a million pairs is equal.
    if (right !== code) {
      expect((await refusal(confirm(mine, { code }))).data).toMatchObject({ code: expect.stringContaining('验证码') })
      expect((await s.parties(one.flow))[0].status).toBe('toSign')
    }
    await confirm(mine, { code: right })
    expect((await s.parties(other.flow))[0].status).toBe('toSign')
  })
})
