/**
 * 证据包: what a court needs without us. Every revision, the chain of events as it was hashed, certificates, the list of revocations,
 * digests by SHA-256 and SM3, and a detached SM2 signature of the company over that list.
 */
import { createHash, createPublicKey } from 'node:crypto'
import { zipSync } from 'fflate'
import type { Context, Tx } from '#kit/access/context.server.ts'
import { refused } from '#kit/basics/errors.ts'
import { derOf } from '#kit/pdf/signing/certificates.server.ts'
import { sm2Sign } from '#kit/pdf/signing/sm2.server.ts'
import { dayOf } from '#kit/basics/time/day.ts'
import { storeOf } from '#kit/entity/store.server.ts'
import { anchorsWithin, type AnchoredDay } from '../flows/anchor.server.ts'
import { canonical, eventOf } from '../flows/chain.rules.ts'
import { signFlow } from '../flows/flow.ts'
import { partiesOf } from '../flows/flow.server.ts'
import { LEVELS } from '../flows/levels.ts'
import { NOTE } from '../flows/prepare.server.ts'
import { bytesOf, record, sha256hex } from '../flows/record.server.ts'
import type { Instance } from '../instance.server.ts'
import { crlOf, rootsOf, sm2Key } from '../keys/keys.server.ts'

const flows = storeOf(signFlow)
const text = (lines: readonly string[]): Uint8Array => Buffer.from(`${lines.join('\n')}\n`, 'utf8')
const pem = (label: string, der: Uint8Array): string =>
  `-----BEGIN ${label}-----\n${(
    Buffer.from(der)
      .toString('base64')
      .match(/.{1,64}/g) ?? []
  ).join('\n')}\n-----END ${label}-----`
const sm3hex = (data: Uint8Array): string => createHash('sm3').update(data).digest('hex')

interface Gathered {
  files: Record<string, Uint8Array>
  fileName: string
}

export async function evidencePackage(ctx: Context, instance: Instance, flowId: number): Promise<{ fileName: string; body: Buffer }> {
  const { files, fileName } = await gather(ctx, instance, flowId)
  const names = Object.keys(files).toSorted()
  const list = text(names.map((name) => `${sha256hex(files[name]!)}  ${sm3hex(files[name]!)}  ${name}`))
  const key = await ctx.db.write(ctx.user.operatorId, (tx) => sm2Key(tx, ctx, instance.secretKey))
  const all = {
    ...files,
    'digests.txt': new Uint8Array(list),
    'digests.sm2.sig': new Uint8Array(sm2Sign(key, list)),
    'sm2-public.pem': text([createPublicKey(key).export({ type: 'spki', format: 'pem' }).toString().trim()]),
  }
  return { fileName, body: Buffer.from(zipSync(all, { level: 6, mtime: new Date(1980, 0, 1) })) }
}

async function gather(ctx: Context, instance: Instance, flowId: number): Promise<Gathered> {
  const { flow, parties, events, revisions, roots, crl, anchors } = await ctx.db.write(ctx.user.operatorId, async (tx: Tx) => {
    const flow = await flows.lock(tx, ctx, flowId, 'person')
    if (flow.status !== 'completed') throw refused('全部签署完成后才有证据包')
    await record(tx, ctx, flow, { kind: 'downloaded', by: `user:${ctx.user.id}`, docSha: flow.currentSha, data: { package: true } })
    const events = await tx.selectFrom('signEvent').selectAll().where('flow', '=', flowId).orderBy('seq').execute()
    return {
      flow,
      parties: await partiesOf(tx, flowId),
      events,
      revisions: await tx.selectFrom('signFile').selectAll().where('flow', '=', flowId).orderBy('seq').execute(),
      roots: await rootsOf(tx),
      crl: await crlOf(tx, ctx, instance.secretKey),
      anchors: await anchorsWithin(tx, ctx.user.operatorId, new Set(events.map((e) => dayOf(e.at)))),
    }
  })
  const files: Record<string, Uint8Array> = {}
  for (const one of revisions)
    files[`revisions/${String(one.seq).padStart(2, '0')}-${one.cause}.pdf`] = new Uint8Array(
      await bytesOf(ctx, instance, one.fileId, one.sha256),
    )
  const lines = events.map((e) => `${e.hash}\t${canonical(eventOf(flow.no, e))}`)
  files['events.txt'] = text(lines)
  for (const { day, leaves } of anchors) files[`anchors/${day}.txt`] = text(leaves)
  files['certificates/root.pem'] = text(roots.map((root) => pem('CERTIFICATE', derOf(root))))
  files['certificates/revoked.crl'] = new Uint8Array(crl)
  files['README.txt'] = text(explained(flow, parties, events.at(-1)?.hash ?? '', anchors))
  return { files, fileName: `${flow.no}-证据包.zip` }
}

type Party = Awaited<ReturnType<typeof partiesOf>>[number]
function explained(
  flow: { no: string; title: string; site: string | null; checkCode: string | null },
  parties: readonly Party[],
  head: string,
  anchors: readonly AnchoredDay[],
): string[] {
  return [
    `电子合同证据包　${flow.no}　${flow.title}`,
    '',
    ...parties.map(
      (p) => `${p.role}　${p.name}　签署时间（UTC）${p.signedAt ?? '—'}　认证级别 ${p.level ? `${p.level} ${LEVELS[p.level]}` : '—'}`,
    ),
    `证据链末端 ${head}`,
    ...anchors.map((one) => `证据锚 ${one.day}　${one.sha256}${one.holds ? '' : '　与现存记录不符，请向本公司查询'}`),
    ...(flow.site ? [`在线验证：${flow.site}/verify　编号 ${flow.no}　验证码 ${flow.checkCode ?? ''}`] : []),
    '',
    `说明：${NOTE}。签名证书由本公司的本机系统签发，本公司不是依法设立的电子认证服务提供者。`,
    '',
    '怎样不依赖本系统核对：',
    '1. revisions 中编号最大的 PDF 即已签文件；前一版本是后一版本开头的字节。用任一 PDF 阅读器或 pdfsig 可核对其中的签名；',
    '   将 certificates/root.pem 设为受信任的根证书后可核对证书链与时间戳。',
    '2. events.txt 每行是「摘要 制表符 事件」。第一行的前一摘要为 64 个 0，每行摘要 = SHA-256(前一摘要 + 事件)，',
    '   最后一行应等于上面的证据链末端。',
    '3. digests.txt 每行是「SHA-256　SM3　文件名」。digests.sm2.sig 是本公司对 digests.txt 的国密签名（SM2，SM3）：',
    '   openssl dgst -sm3 -verify sm2-public.pem -sigopt distid:1234567812345678 -signature digests.sm2.sig digests.txt',
    '4. 每天零点后，前一天有变动的全部流程的证据链末端汇成一个摘要，写入本公司的操作日志（日志自身逐条相连）。anchors 中的文件',
    '   每行代表一份流程：SHA-256(流程编号 空格 当日最后一个事件的摘要)；文件的 SHA-256 应等于上面该日的证据锚。',
  ]
}
