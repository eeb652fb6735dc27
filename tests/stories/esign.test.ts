/** E-J1 to E-J4 and E-J7 of the law: a lease is signed on a phone, its contract moves by itself, and the file proves it. */
import { execFile } from 'node:child_process'
import { readdirSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createHash, randomBytes, webcrypto } from 'node:crypto'
import { writeHeapSnapshot } from 'node:v8'
import { unzipSync } from 'fflate'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { expireFlows } from '#modules/esign/flows/flow.server.ts'
import { eventHash, FIRST_HASH } from '#modules/esign/flows/chain.rules.ts'
import { sha256hex } from '#modules/esign/flows/record.server.ts'
import { verifyBytes } from '#modules/esign/ceremony/verify.server.ts'
import { refusal } from './company.ts'
import { INK, openSigning, STAFF_PASSWORD, type Signing } from './signing.ts'

const run = promisify(execFile)
let signing: Signing
beforeAll(async () => {
  signing = await openSigning('2026-01-05')
})
afterAll(() => signing?.close())

async function toSign(name = '张伟'): Promise<number> {
  const lessee = await signing.c.lessee({ name })
  return signing.c.contract({ lessee, vehicles: [await signing.c.vehicle()], startOn: '2026-01-10', endOn: '2027-01-10' })
}
const statusOf = async (contract: number): Promise<string> =>
  (await signing.c.read((db) => db.selectFrom('contract').select('status').where('id', '=', contract).executeTakeFirstOrThrow())).status
const draft = async (contract: number): Promise<number> =>
  (await signing.call('contract/sign/leaseInitiateUrl', { contractId: contract, templateId: signing.template })).flowId
const started = async (contract: number): Promise<number> => {
  const flow = await draft(contract)
  await signing.c.act('signFlow', 'start', flow, {}, 'sales')
  return flow
}

describe('E-J1: a lease contract signed by the lessee, then sealed', () => {
  let contract = 0
  let flow = 0
  test('starting it freezes one copy and takes the contract to 签署中', async () => {
    contract = await toSign()
    flow = await started(contract)
    expect(await statusOf(contract)).toBe('signing')
    expect((await signing.parties(flow)).map((p) => [p.role, p.name, p.status])).toEqual([
      ['乙方', '张伟', 'toSign'],
      ['甲方', '顺达汽车租赁有限公司', 'waiting'],
    ])
    expect(await signing.call('contract/recharge/total')).toMatchObject({ frozen: 1, used: 0, unlimited: true })
    expect((await refusal(signing.c.act('contract', 'void', contract, { reason: '不租了' }))).message).toBe('有进行中的签署流程，请先撤销')
  })
  test('E4: a second flow of the same contract is refused with the number of the first', async () => {
    const no = (await signing.flow(flow)).no
    const other = await draft(contract)
    expect((await refusal(signing.c.act('signFlow', 'start', other, {}, 'sales'))).message).toBe(`该租赁合同已有进行中的签署流程 ${no}`)
  })
  test('nobody signs before his turn, before reading, or with a wrong code', async () => {
    const [lessee, company] = await signing.parties(flow)
    expect((await refusal(signing.stamp(company!.id))).message).toBe('还没有轮到您签署')
    const { url } = await signing.call('contract/sign/link', { partyId: lessee!.id })
    const token = { token: url.split('#t=')[1] }
    expect((await refusal(signing.call('contract/sign/confirm', { kind: 'drawn', png: INK, code: '123456' }, token))).message).toBe(
      '请先阅读全文并同意电子签署',
    )
    expect((await refusal(signing.call('contract/sign/consent', { pages: [1] }, token))).message).toMatch(/还有 \d+ 页未读，请读完全文/)
    await signing.call('contract/sign/consent', { pages: Array.from({ length: 20 }, (_, i) => i + 1) }, token)
    expect((await refusal(signing.call('contract/sign/confirm', { kind: 'drawn', png: INK, code: '123456' }, token))).message).toBe(
      '请先获取验证码',
    )
    await signing.call('contract/sign/code', {}, token)
    expect((await refusal(signing.call('contract/sign/code', {}, token))).message).toBe('验证码已发送，请 60 秒后再试')
    const right = /验证码 (\d{6})/.exec(signing.sent.at(-1)!.text)![1]!
    const wrong = right === '000000' ? '000001' : '000000'
    for (const left of [4, 3, 2, 1])
      expect((await refusal(signing.call('contract/sign/confirm', { kind: 'drawn', png: INK, code: wrong }, token))).message).toBe(
        `验证码不正确，还可以试 ${left} 次`,
      )
    expect((await refusal(signing.call('contract/sign/confirm', { kind: 'drawn', png: INK, code: wrong }, token))).message).toBe(
      '验证码错误次数过多，请 30 秒后再试',
    )
    expect((await refusal(signing.call('contract/sign/confirm', { kind: 'drawn', png: INK, code: right }, token))).message).toMatch(
      /^验证码错误次数过多，请 \d+ 秒后再试$/,
    )
    signing.c.at('2026-01-05', '10:40')
  })
  test('both sign: the contract waits for its handover with the signed file in place', async () => {
    const [lessee, company] = await signing.parties(flow)
    await signing.byPhone(lessee!.id)
    expect((await signing.parties(flow)).map((p) => p.status)).toEqual(['signed', 'toSign'])
    await signing.stamp(company!.id)
    expect(await signing.flow(flow)).toMatchObject({ status: 'completed', signedCount: 2 })
    const [c] = await signing.c.read((db) =>
      db.selectFrom('contract').select(['status', 'signMode', 'signedOn', 'signedScans']).where('id', '=', contract).execute(),
    )
    expect(c).toMatchObject({ status: 'toHandOver', signMode: 'electronic', signedOn: '2026-01-05' })
    expect(c!.signedScans).toHaveLength(1)
    expect(await signing.call('contract/recharge/total')).toMatchObject({ frozen: 0, used: 1 })
  })
  test('E8: poppler and our own verifier say the same of the file, and of one with a byte changed', async () => {
    const pdf = await signing.pdf(flow)
    const path = join(signing.folder, 'signed.pdf')
    writeFileSync(path, pdf)
    const { stdout } = await run('pdfsig', ['-nocert', path])
    expect(stdout.match(/Signature is Valid/g)).toHaveLength(2)
    const said = await verifyBytes(signing.c.as(), pdf)
    expect(said).toMatchObject({ ok: true, known: true, latest: true, problem: null, evidence: { holds: true } })
    expect(said.signatures.map((one) => one.name)).toEqual(['张伟', '顺达汽车租赁有限公司'])
    expect(said.parties.map((p) => p.level)).toEqual(['B 短信验证码+手写', 'D 账号确认'])
    const changed = Buffer.from(pdf)
    changed[3000]! ^= 1
    expect(await verifyBytes(signing.c.as(), changed)).toMatchObject({
      ok: false,
      known: false,
      problem: '文件已被修改：第 1 个签名校验失败',
    })
    const { checkCode, no } = await signing.flow(flow)
    expect(await signing.call('contract/verify', { n: no, c: checkCode })).toMatchObject({ ok: true, no })
    expect((await refusal(signing.call('contract/verify', { n: no, c: '00000000' }))).message).toBe(
      '编号或验证码不正确，请对照合同末页重新输入',
    )
  })
  // Eighty were looked at, one after the other, without a pause.
  test('of eighty wrong codes at a number five are looked at, at once or one by one; elsewhere and of other numbers papers are good', async () => {
    const { no, checkCode } = await signing.flow(flow)
    const ask = async (n: string, c: string, ip: string): Promise<string> =>
      signing.call('contract/verify', { n, c }, { token: '', ip }).then(
        () => 'good',
        (error: Error) => error.message.replace(/\d+ (秒|分钟)/, '…'),
      )
    const guess = (i: number): string => i.toString(16).padStart(8, checkCode.startsWith('0') ? '1' : '0')
    const said = await Promise.all(Array.from({ length: 40 }, (_, i) => ask(no, guess(i), '203.0.113.1')))
    for (let i = 40; i < 80; i++) said.push(await ask(no, guess(i), '203.0.113.1'))
    const WAIT = '输错次数过多，请 …后再试；也可以上传已签的 PDF 文件验证'
    expect(Map.groupBy(said, String).get('编号或验证码不正确，请对照合同末页重新输入')).toHaveLength(5)
    expect(Map.groupBy(said, String).get(WAIT)).toHaveLength(75)
    expect([await ask(no, checkCode, '203.0.113.1'), await ask(no, checkCode, '203.0.113.2')]).toEqual([WAIT, 'good'])
    // Who goes through numbers waits over all of them.
    for (let i = 0; i < 30; i++) await ask(`HT${i}`, guess(i), '203.0.113.3')
    expect([await ask(no, checkCode, '203.0.113.3'), await ask(no, checkCode, '203.0.113.2')]).toEqual([WAIT, 'good'])
  })
  test('E12: the chain of evidence has no gap, and the table takes no change', async () => {
    const events = await signing.c.read((db) => db.selectFrom('signEvent').selectAll().where('flow', '=', flow).orderBy('seq').execute())
    const { no, evidenceHead } = await signing.flow(flow)
    let head = FIRST_HASH
    for (const [i, e] of events.entries()) {
      expect(e.seq).toBe(i + 1)
      const device = e.ip === null ? {} : { ip: e.ip, ua: e.ua }
      head = eventHash(
        head,
        { flow: no, seq: e.seq, at: e.at, kind: e.kind, by: e.by, ...device, docSha: e.docSha ?? undefined, data: e.data ?? undefined },
        sha256hex,
      )
      expect(e.hash).toBe(head)
    }
    expect(head).toBe(evidenceHead)
    expect(events.map((e) => e.kind)).toEqual(
      expect.arrayContaining([
        'prepared',
        'started',
        'opened',
        'read',
        'consented',
        'codeSent',
        'codePassed',
        'signed',
        'sealed',
        'completed',
      ]),
    )
    await expect(signing.c.write((tx) => tx.updateTable('signEvent').set({ by: 'x' }).execute())).rejects.toThrow(/permission denied/)
    await expect(signing.c.write((tx) => tx.deleteFrom('signEvent').execute())).rejects.toThrow(/permission denied/)
  })
  test('E6, E7: each revision is the beginning of the next, under the hash that was written down', async () => {
    const files = await signing.c.read((db) => db.selectFrom('signFile').selectAll().where('flow', '=', flow).orderBy('seq').execute())
    expect(files.map((file) => file.cause)).toEqual(['prepared', 'signed', 'signed', 'dss'])
    let before = Buffer.alloc(0)
    for (const file of files) {
      const bytes = readFileSync(join(signing.folder, file.fileId.slice(0, 2), file.fileId))
      expect(sha256hex(bytes)).toBe(file.sha256)
      expect(bytes.subarray(0, before.length).equals(before)).toBe(true)
      before = bytes
    }
  })
  test('E10: no key of the house lies readable anywhere, and without the secret none opens', async () => {
    const keys = await signing.c.read((db) => db.selectFrom('signKey').selectAll().execute())
    expect(keys.map((key) => key.purpose).toSorted()).toEqual(['root', 'seal', 'stamp'])
    for (const key of keys) expect(Buffer.from(key.sealedKey!, 'base64').includes(Buffer.from('06072a8648ce3d0201', 'hex'))).toBe(false)
    const all = readdirSync(signing.folder, { recursive: true, encoding: 'utf8' })
      .map((name) => join(signing.folder, name))
      .filter((path) => statSync(path).isFile())
    for (const path of all)
      expect(readFileSync(path).includes(Buffer.from('06082a8648ce3d030107', 'hex')) && readFileSync(path).includes('PRIVATE KEY')).toBe(
        false,
      )
  })
})

describe('a flow that ends otherwise', () => {
  test('E-J3: the lessee declines, the contract waits again with the reason, the copy comes back', async () => {
    const contract = await toSign('李娜')
    const flow = await started(contract)
    const [lessee] = await signing.parties(flow)
    const { url } = await signing.call('contract/sign/link', { partyId: lessee!.id })
    const token = { token: url.split('#t=')[1] }
    await signing.call('contract/sign/decline', { reason: '租期写错' }, token)
    expect(await signing.flow(flow)).toMatchObject({ status: 'declined', endReason: '李娜拒签：租期写错' })
    expect((await signing.parties(flow)).map((p) => p.status)).toEqual(['declined', 'void'])
    const [c] = await signing.c.read((db) =>
      db.selectFrom('contract').select(['status', 'signingEnded']).where('id', '=', contract).execute(),
    )
    expect(c).toEqual({ status: 'toSign', signingEnded: '李娜拒签：租期写错' })
    expect(await signing.call('contract/recharge/total')).toMatchObject({ frozen: 0, used: 1 })
    expect((await refusal(signing.call('contract/sign/page', {}, token))).message).toBe('链接已失效，请联系发起方重新获取')
    const messages = await signing.c.read((db) =>
      db.selectFrom('inboxMessage').select(['title', 'content']).where('receiver', '=', signing.c.people.get('sales')!).execute(),
    )
    // Who, and why.
    expect(messages.find((m) => m.title.includes('已被拒签'))!.content).toContain('李娜拒签：租期写错')
  })
  test('E-J2: urged, expired, delayed once with a new copy', async () => {
    signing.c.at('2026-01-05', '12:12')
    const contract = await toSign('王强')
    const flow = await started(contract)
    expect((await refusal(signing.c.act('signFlow', 'urge', flow, {}, 'sales'))).message).toBe(
      '发起后 30 分钟内不可催签，请于 12:42 后再试',
    )
    signing.c.at('2026-01-05', '12:43')
    await signing.c.act('signFlow', 'urge', flow, {}, 'sales')
    signing.c.at('2026-01-05', '12:50')
    expect((await refusal(signing.c.act('signFlow', 'urge', flow, {}, 'sales'))).message).toBe('请于 12:53 后再催签')
    signing.c.at('2026-01-21', '00:05')
    expect(await expireFlows(signing.c.as())).toBe(1)
    expect(await signing.flow(flow)).toMatchObject({ status: 'expired' })
    expect(await statusOf(contract)).toBe('toSign')
    await signing.c.act('signFlow', 'delay', flow, { expireAt: '2026-02-10T15:59:59.000Z' }, 'sales')
    expect(await signing.flow(flow)).toMatchObject({ status: 'signing', quotaCycle: 2, delayCount: 1 })
    expect(await statusOf(contract)).toBe('signing')
    expect((await refusal(signing.c.act('signFlow', 'delay', flow, { expireAt: '2026-02-11T15:59:59.000Z' }, 'sales'))).message).toBe(
      '已延期过，不可再次延期',
    )
    await signing.c.act('signFlow', 'revoke', flow, { reason: '客户改期' }, 'sales')
    expect(await statusOf(contract)).toBe('toSign')
    const kinds = await signing.c.read((db) =>
      db.selectFrom('signQuotaEntry').select(['cycle', 'kind']).where('flow', '=', flow).orderBy('id').execute(),
    )
    expect(kinds.map((e) => `${e.cycle}:${e.kind}`)).toEqual(['1:freeze', '1:release', '2:freeze', '2:release'])
  })
  test('E-J4: without a code, face to face with a member of staff as witness', async () => {
    const flow = await started(await toSign('赵敏'))
    const [lessee] = await signing.parties(flow)
    expect((await refusal(signing.call('contract/sign/faceToFace', { partyId: lessee!.id, password: 'wrong' }))).message).toBe('密码不正确')
    const { url } = await signing.call('contract/sign/faceToFace', { partyId: lessee!.id, password: STAFF_PASSWORD })
    const token = { token: url.split('#t=')[1] }
    const page = await signing.call('contract/sign/page', {}, token)
    expect(page.intent).toBe('faceToFace')
    await signing.call('contract/sign/consent', { pages: Array.from({ length: page.pages }, (_, i) => i + 1) }, token)
    await signing.call('contract/sign/confirm', { kind: 'typed' }, token)
    expect((await signing.parties(flow))[0]).toMatchObject({ status: 'signed', level: 'C' })
    expect((await refusal(signing.call('contract/sign/page', {}, token))).message).toBe('链接已失效，请联系发起方重新获取')
  })
})

describe('what cannot be started', () => {
  test('is told word for word', async () => {
    const contract = await toSign('钱进')
    const flow = await draft(contract)
    await signing.c.act('signSeal', 'disable', signing.seal)
    expect((await refusal(signing.c.act('signFlow', 'start', flow, {}, 'sales'))).message).toBe('印章“合同章”已停用')
    await signing.c.act('signSeal', 'enable', signing.seal)
    const [lessee] = await signing.parties(flow)
    await signing.c.write((tx) => tx.updateTable('signParty').set({ mobile: null }).where('id', '=', lessee!.id).execute())
    expect((await refusal(signing.c.act('signFlow', 'start', flow, {}, 'sales'))).message).toBe('第 1 位签署方未填写手机号')
    await signing.c.write((tx) => tx.updateTable('signParty').set({ mobile: '13900139000' }).where('id', '=', lessee!.id).execute())
    const identity = await signing.c.add('signIdentity', {
      kind: 'person',
      name: '钱近',
      idNo: '11010519491231002X',
      lessee: lessee!.lessee,
    })
    await signing.c.act('signIdentity', 'check', identity)
    expect((await refusal(signing.c.act('signFlow', 'start', flow, {}, 'sales'))).message).toBe(
      '承租人姓名与实名信息不一致：合同“钱进”，实名“钱近”',
    )
  })
  test('without copies left, when copies are counted', async () => {
    await signing.c.parameter('signUnlimited', false)
    await signing.c.write((tx) => tx.updateTable('signQuotaLot').set({ deletedAt: signing.c.clock.now() }).execute())
    const flow = await draft(await toSign('孙悦'))
    expect((await refusal(signing.c.act('signFlow', 'start', flow, {}, 'sales'))).message).toBe('签署份数不足，剩余 0 份')
    const plan = await signing.c.add('rechargePlan', { name: '一百份', copies: 100, price: 50_000, validDays: 365 })
    const order = await signing.call('contract/recharge/doPaymentCode', { planId: plan, quantity: 1 })
    expect((await refusal(signing.c.act('rechargeOrder', 'confirm', order.orderId, { voucher: 'V1' }, 'sales'))).message).toBe(
      '须由下单人以外的人员确认到账',
    )
    await signing.c.act('rechargeOrder', 'confirm', order.orderId, { voucher: 'V1' }, 'finance')
    await signing.c.act('signFlow', 'start', flow, {}, 'sales')
    expect(await signing.call('contract/recharge/total')).toMatchObject({ remaining: 99, frozen: 1, unlimited: false })
  })
})

test('E15: a token of another, guessed or of no company opens nothing', async () => {
  for (const token of [
    '',
    'x',
    `1.${'a'.repeat(43)}`,
    `zzzzzzzzzz.${'a'.repeat(43)}`,
    `${signing.c.operatorId.toString(36)}.${'A'.repeat(43)}`,
  ])
    expect((await refusal(signing.call('contract/sign/page', {}, { token }))).message).toBe('链接已失效，请联系发起方重新获取')
})

test('the package of evidence is checked without us: OpenSSL reads the SM2 signature, the chain and the digests hold', async () => {
  const flow = await started(await toSign('证据'))
  for (const party of await signing.parties(flow)) await (party.seal ? signing.stamp(party.id) : signing.byPhone(party.id))
  expect((await refusal(signing.call('contract/sign/evidence', { flowId: await draft(await toSign('未签')) }))).message).toBe(
    '全部签署完成后才有证据包',
  )
  // The first one makes the key; every later one is signed with what was kept of it.
  await signing.call('contract/sign/evidence', { flowId: flow })
  const { body } = await signing.call('contract/sign/evidence', { flowId: flow })
  const all = unzipSync(new Uint8Array(body))
  const folder = join(signing.folder, 'package')
  mkdirSync(folder, { recursive: true })
  for (const name of ['digests.txt', 'digests.sm2.sig', 'sm2-public.pem']) writeFileSync(join(folder, name), all[name]!)
  const verify = [
    'dgst',
    '-sm3',
    '-verify',
    'sm2-public.pem',
    '-sigopt',
    'distid:1234567812345678',
    '-signature',
    'digests.sm2.sig',
    'digests.txt',
  ]
  expect((await run('openssl', verify, { cwd: folder })).stdout).toContain('Verified OK')
  const digests = Buffer.from(all['digests.txt']!).toString('utf8')
  for (const line of digests.trim().split('\n')) {
    const [sha, sm3, name] = line.split('  ')
    expect([sha256hex(all[name!]!), createHash('sm3').update(all[name!]!).digest('hex')], name).toEqual([sha, sm3])
  }
  writeFileSync(join(folder, 'digests.txt'), digests.replace('revisions', 'Revisions'))
  await expect(run('openssl', verify, { cwd: folder })).rejects.toThrow()
  let head = FIRST_HASH
  for (const line of Buffer.from(all['events.txt']!).toString('utf8').trim().split('\n')) {
    const [hash, event] = line.split('\t')
    head = sha256hex(head + event!)
    expect(head).toBe(hash)
  }
  expect(Buffer.from(all['README.txt']!).toString('utf8')).toContain(head)
  const revisions = Object.keys(all).filter((name) => name.startsWith('revisions/'))
  expect(revisions).toEqual(['revisions/01-prepared.pdf', 'revisions/02-signed.pdf', 'revisions/03-signed.pdf', 'revisions/04-dss.pdf'])
  const sealed = await signing.c.read((db) => db.selectFrom('signKey').select('sealedKey').where('purpose', '=', 'sm2').execute())
  expect(sealed).toHaveLength(1)
})

/** Private keys as they are made, told to the test alone and hidden from its own heap: what is looked for is not what it holds. */
function watchKeys(): { hidden: Buffer[]; pad: Buffer; stop: () => void } {
  const pad = randomBytes(32)
  const hidden: Buffer[] = []
  const { subtle } = webcrypto
  const made = subtle.generateKey.bind(subtle) as (...given: unknown[]) => Promise<webcrypto.CryptoKeyPair>
  const spy = vi.spyOn(subtle, 'generateKey').mockImplementation((async (how: object, _out: boolean, usages: string[]) => {
    const pair = await made(how, true, usages)
    const pkcs8 = Buffer.from(await subtle.exportKey('pkcs8', pair.privateKey))
    // ECPrivateKey: version 1, then 32 bytes.
    const at = pkcs8.indexOf(Buffer.from('0201010420', 'hex')) + 5
    hidden.push(Buffer.from(pkcs8.subarray(at, at + 32).map((byte, i) => byte ^ pad[i]!)))
    const importedKey = await subtle.importKey('pkcs8', pkcs8, how as never, _out, ['sign'])
    pkcs8.fill(0)
    return { privateKey: importedKey, publicKey: pair.publicKey }
  }) as never)
  return { hidden, pad, stop: () => spy.mockRestore() }
}
/** The ways 32 bytes are written. */
const written = (key: Buffer): Buffer[] => [
  key,
  Buffer.from(key.toString('hex')),
  Buffer.from(key.toString('hex').toUpperCase()),
  ...[0, 1, 2].map((shift) =>
    Buffer.from(
      Buffer.concat([Buffer.alloc(shift), key])
        .toString('base64')
        .slice(4, 40),
    ),
  ),
  Buffer.from(key.toString('base64url').slice(0, 40)),
]

test('E10: a key of a signer is in no row, no file and no string of the heap; the seal, which is kept, is sealed; none signs for two', async () => {
  const watch = watchKeys()
  const flow = await started(await toSign('无痕'))
  const [lessee, company] = await signing.parties(flow)
  await signing.byPhone(lessee!.id)
  await signing.stamp(company!.id)
  watch.stop()
  expect(watch.hidden.length).toBeGreaterThanOrEqual(1)
  expect(new Set(watch.hidden.map(String)).size).toBe(watch.hidden.length)
  const tables = await signing.c.read((db) =>
    sql<{
      name: string
    }>`select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(db),
  )
  const places: [string, Buffer][] = []
  for (const { name } of tables.rows) {
    const rows = await signing.c.read((db) =>
      sql<{ row: string }>`select t::text as row from ${sql.table(name)} t`.execute(db).catch(() => ({ rows: [] })),
    )
    places.push([name, Buffer.from(rows.rows.map((row) => row.row).join('\n'))])
  }
  for (const name of readdirSync(signing.folder, { recursive: true, encoding: 'utf8' })) {
    const path = join(signing.folder, name)
    if (statSync(path).isFile()) places.push([name, readFileSync(path)])
  }
  if (process.env['DEEP'] === '1') places.push(['heap', readFileSync(writeHeapSnapshot(join(signing.folder, 'heap.heapsnapshot')))])
  expect(places.length).toBeGreaterThan(100)
  const leaks = watch.hidden.flatMap((hidden) => {
    const key = Buffer.from(hidden.map((byte, i) => byte ^ watch.pad[i]!))
    const forms = written(key)
    return places.filter(([, bytes]) => forms.some((form) => bytes.includes(form))).map(([name]) => name)
  })
  expect(leaks).toEqual([])
})
