/** Anybody may ask whether a file is what was signed: by number and code, or by the file itself. */
import { z } from 'zod'
import type { Context, Tx } from '#kit/access/context.server.ts'
import { systemContext } from '#kit/access/system-context.server.ts'
import { beginTry, countWrong, forgiven, pausesOf, triesKey, waitText, type Patience } from '#kit/access/tries/tries.server.ts'
import { AppError, absent, invalid } from '#kit/basics/errors.ts'
import { allRows } from '#kit/entity/query/live-rows.server.ts'
import { fileAnswer } from '#kit/http/answers.server.ts'
import { download, route, type Route } from '#kit/http/route.server.ts'
import { verifyBeside } from '#kit/pdf/beside.server.ts'
import type { FileReport } from '#kit/pdf/signing/verify.server.ts'
import type { Revoked } from '#kit/pdf/signing/certificates.server.ts'
import { chainHolds } from '../flows/chain.rules.ts'
import { bytesOf, sha256hex } from '../flows/record.server.ts'
import { LEVELS } from '../flows/levels.ts'
import { NOTE } from '../flows/prepare.server.ts'
import type { Instance } from '../instance.server.ts'
import { crlOf, revokedOf, rootsOf } from '../keys/keys.server.ts'
import { verdictAnswer } from './answers.server.ts'

const MAX_BYTES = 20 * 1024 * 1024

type Signature = FileReport['signatures'][number] & {
  /** How sure it is, in words; null for what we did not keep. */
  level: string | null
  /** Its certificate counts no longer since then; signed before, it holds. */
  revokedAt: string | null
}
interface Verdict extends FileReport {
  signatures: Signature[]
  note: string
  no: string | null
  title: string | null
  status: string | null
  /** These very bytes are a revision we kept. */
  known: boolean
  latest: boolean
  parties: { role: string; name: string; signedAt: string | null; level: string | null }[]
  evidence: { holds: boolean; events: number } | null
  sha256: string
}

const hidden = (kind: string, name: string): string =>
  kind === 'company' ? name : `${name.slice(0, 1)}${'*'.repeat(Math.max(1, name.length - 1))}`

async function about(
  tx: Tx,
  flowId: number,
): Promise<Pick<Verdict, 'no' | 'title' | 'status' | 'parties' | 'evidence'> & { currentSha: string | null }> {
  const flow = await tx
    .selectFrom('signFlow')
    .select(['id', 'no', 'title', 'status', 'currentSha', 'evidenceHead'])
    .where('id', '=', flowId)
    .executeTakeFirstOrThrow()
  const parties = await tx
    .selectFrom('signParty')
    .select(['role', 'kind', 'name', 'signedAt', 'level'])
    .where('flow', '=', flowId)
    .orderBy('id')
    .execute()
  const events = await tx.selectFrom('signEvent').selectAll().where('flow', '=', flowId).orderBy('seq').execute()
  return {
    no: flow.no,
    title: flow.title,
    status: flow.status,
    currentSha: flow.currentSha,
    parties: parties.map((one) => ({
      role: one.role,
      name: hidden(one.kind, one.name),
      signedAt: one.signedAt,
      level: one.level ? `${one.level} ${LEVELS[one.level]}` : null,
    })),
    evidence: { holds: chainHolds(flow.no, events, flow.evidenceHead, sha256hex), events: events.length },
  }
}

async function operators(ctx: Context): Promise<number[]> {
  const rows = await ctx.db.read(null, (tx) =>
    tx.selectFrom('operator').select('id').where('status', '=', 'active').orderBy('id').limit(200).execute(),
  )
  return rows.map((row) => row.id)
}

/** By the file: its hash is looked for at each company; the signatures are checked against all roots of this installation. */
export async function verifyBytes(ctx: Context, bytes: Uint8Array): Promise<Verdict> {
  const sha256 = sha256hex(bytes)
  const roots: Awaited<ReturnType<typeof rootsOf>> = []
  const revoked: Revoked[] = []
  let match: (Awaited<ReturnType<typeof about>> & { latest: boolean }) | null = null
  for (const operatorId of await operators(ctx)) {
    await ctx.db.read(operatorId, async (db) => {
      const tx = db
      roots.push(...(await rootsOf(tx)))
      revoked.push(...(await revokedOf(tx)))
      const file = await allRows(tx, 'signFile').select('flow').where('sha256', '=', sha256).executeTakeFirst()
      if (!file) return
      const flow = await about(tx, file.flow)
      match = { ...flow, latest: flow.currentSha === sha256 }
    })
  }
  const report = await verifyBeside(bytes, roots)
  const known = match as (Awaited<ReturnType<typeof about>> & { latest: boolean }) | null
  return {
    ...withRevocations(report, revoked, known?.parties ?? []),
    note: NOTE,
    sha256,
    known: known !== null,
    latest: known?.latest ?? false,
    no: known?.no ?? null,
    title: known?.title ?? null,
    status: known?.status ?? null,
    parties: known?.parties ?? [],
    evidence: known?.evidence ?? null,
  }
}

/** Signed when its certificate had been revoked, a signature is none; signed before, it holds, and the page says what came after. */
function withRevocations(
  report: FileReport,
  revoked: readonly Revoked[],
  parties: Verdict['parties'],
): Pick<Verdict, 'ok' | 'problem' | 'signatures'> {
  const signatures = report.signatures.map((one): Signature => {
    const since = revoked.find((row) => row.serial === one.serial)?.at.toISOString() ?? null
    const party = parties[Number(/^S(\d+)_/.exec(one.field)?.[1] ?? 0) - 1]
    const late = since !== null && one.problem === null && (one.at === null || one.at >= since)
    return { ...one, level: party?.level ?? null, revokedAt: since, problem: late ? '签名时证书已被吊销' : one.problem }
  })
  const wrong = signatures.findIndex((one, i) => one.problem !== report.signatures[i]!.problem)
  if (wrong < 0 || !report.ok) return { ...report, signatures }
  return { ok: false, signatures, problem: `第 ${wrong + 1} 个签名无效：${signatures[wrong]!.problem}` }
}

/** Of one origin over all numbers: a shop mistypes now and then, a guesser goes through them. */
const ALL_NUMBERS: Patience = { free: 29, pauses: [60, 300, 900, 3600], forgives: 600 }

/** Eight characters are guessed at by number and origin, each try counted before it is looked at; the paper in somebody's hand is good everywhere else. */
async function byNumber(ctx: Context, instance: Instance, { n, c }: { n: string; c: string }): Promise<Verdict> {
  const all = triesKey('verify', ctx.ip)
  const begun = await ctx.db.write(null, async (tx) => {
    const until = (await pausesOf(tx, ctx.clock, [all])).get(all)
    return until ?? (await beginTry(tx, ctx.clock, triesKey(`verify:${n}`, ctx.ip))) ?? null
  })
  if (begun === null || typeof begun === 'string') {
    const key = triesKey(`verify:${n}`, ctx.ip)
    const until = begun ?? (await ctx.db.read(null, (db) => pausesOf(db, ctx.clock, [key]))).get(key) ?? ctx.clock.now()
    throw new AppError('tooMany', `输错次数过多，请 ${waitText(ctx.clock, until)}后再试；也可以上传已签的 PDF 文件验证`)
  }
  for (const operatorId of await operators(ctx)) {
    const row = await ctx.db.read(operatorId, (tx) =>
      allRows(tx, 'signFlow')
        .select(['fileId', 'currentSha'])
        .where((eb) => eb.or([eb('no', '=', n), eb('customBizNum', '=', n)]))
        .where('checkCode', '=', c.toUpperCase())
        .executeTakeFirst(),
    )
    if (!row) continue
    await ctx.db.write(null, (tx) => forgiven(tx, begun.key))
    const as = systemContext({ db: ctx.db, clock: ctx.clock, registry: ctx.registry, operatorId, requestId: ctx.requestId })
    return verifyBytes(ctx, await bytesOf(as, instance, row.fileId, null))
  }
  await ctx.db.write(null, (tx) => countWrong(tx, ctx.clock, all, ALL_NUMBERS))
  throw absent('编号或验证码不正确，请对照合同末页重新输入')
}

export const verifyRoutes = (instance: Instance): readonly Route[] => [
  route({
    method: 'GET',
    path: '/api/public/contract/verify',
    summary: '按编号与验证码验证已签合同',
    output: verdictAnswer,
    right: 'public',
    costly: true,
    input: z.strictObject({ n: z.string().max(40), c: z.string().regex(/^[0-9a-fA-F]{8}$/, '验证码为 8 位') }),
    handler: (ctx, input) => byNumber(ctx, instance, input),
  }),
  route({
    method: 'POST',
    path: '/api/public/contract/verify/file',
    summary: '验证一份已签 PDF：谁在何时签署，是否被修改',
    output: verdictAnswer,
    right: 'public',
    costly: true,
    input: z.looseObject({}),
    upload: { maxBytes: MAX_BYTES, maxFiles: 1 },
    handler: async (ctx, _input, { files }) => {
      const bytes = files[0]?.data
      if (!bytes) throw invalid({ file: '请选择要验证的 PDF 文件' })
      return verifyBytes(ctx, bytes)
    },
  }),
  route({
    method: 'GET',
    path: '/api/public/contract/crl',
    summary: '本机签发证书的吊销列表',
    output: fileAnswer,
    right: 'public',
    input: z.strictObject({ operator: z.coerce.number().int().min(1).max(2_000_000_000) }),
    handler: async (ctx, { operator }) => {
      const as = systemContext({ db: ctx.db, clock: ctx.clock, registry: ctx.registry, operatorId: operator, requestId: ctx.requestId })
      const body = await ctx.db.read(operator, async (db) => ((await rootsOf(db)).length ? crlOf(db, as, instance.secretKey) : null))
      if (!body) throw absent('该公司还没有签发过证书')
      return download({ fileName: 'crl.crl', mime: 'application/pkix-crl', body })
    },
  }),
]
