/** Calls of the accountant about statements: writing them, the link, the paper, what is still open on them. */
import { z } from 'zod'
import { newToken, sha256 } from '#kit/access/link-token.server.ts'
import { audit } from '#kit/audit/audit.server.ts'
import { invalid, refused } from '#kit/basics/errors.ts'
import { storeOf } from '#kit/entity/store.server.ts'
import { dayInput } from '#kit/http/inputs.ts'
import { download, route, type Route } from '#kit/http/route.server.ts'
import { renderPaper } from '#kit/pdf/paper.server.ts'
import { qrPath } from '#kit/pdf/qr.server.ts'
import { NO_WAY_OUT, ownAddress, reachesOutside, sendOutside, siteFor } from '#modules/system/system.public.ts'
import { build, buildAll } from './build.server.ts'
import { paperOf } from './paper.server.ts'
import { remains } from './statement.server.ts'
import { statement, STATEMENT_PARTIES } from './statement.ts'
import { fileAnswer } from '#kit/http/answers.server.ts'

const statements = storeOf(statement)
const id = z.coerce.number('编号应为数字').int().positive()
const DAY = dayInput()
const ASKED = {
  store: z.number('请选择门店').int().positive(),
  partyKind: z.enum(Object.keys(STATEMENT_PARTIES) as [keyof typeof STATEMENT_PARTIES], '请选择对象类型'),
  fromOn: DAY,
  toOn: DAY,
}
export const statementRoutes: readonly Route[] = [
  route({
    method: 'POST',
    path: '/api/v1/statement/build',
    summary: '生成对账单',
    right: 'statements_build',
    input: z.strictObject({ ...ASKED, lessee: z.number().int().positive().nullish(), payee: z.string().max(80).nullish() }),
    output: z.object({ id: z.number(), no: z.string() }),
    handler: (ctx, { lessee, payee, ...asked }) => {
      if (asked.partyKind === 'lessee' && !lessee) throw invalid({ lessee: '请选择承租人' })
      return ctx.db.write(ctx.user.operatorId, (tx) =>
        build(tx, ctx, { ...asked, lessee: asked.partyKind === 'lessee' ? lessee! : null, payee: payee ?? '' }),
      )
    },
  }),
  route({
    method: 'POST',
    path: '/api/v1/statement/buildAll',
    summary: '批量生成对账单',
    right: 'statements_build',
    input: z.strictObject(ASKED),
    output: z.object({ made: z.number(), left: z.array(z.string()) }),
    handler: (ctx, asked) => buildAll(ctx, asked),
  }),
  route({
    method: 'POST',
    path: '/api/v1/statement/link',
    summary: '对账链接与二维码（重新生成后旧链接失效）',
    right: 'statements_send',
    input: z.strictObject({
      id,
      origin: z.url({ protocol: /^https?$/, error: '访问地址不正确' }).max(200),
      text: z.boolean().default(false),
    }),
    output: z.object({ url: z.string(), qr: z.string() }),
    handler: (ctx, input, extra) =>
      ctx.db.write(ctx.user.operatorId, async (tx) => {
        const site = await siteFor(tx, ctx, ownAddress(extra, input.origin))
        const s = await statements.lock(tx, ctx, input.id, 'person')
        if (s.status === 'draft' || s.status === 'voided') throw refused('对账单还没有发送，或已作废；请先「发送」再生成链接')
        if (input.text && s.contactMobile && !reachesOutside(ctx)) throw refused(NO_WAY_OUT)
        const token = newToken(ctx.user.operatorId)
        const hash = sha256(token)
        await statements.writeMany(tx, ctx, [s.id], () => ({ tokenHash: hash, code: null }))
        const url = `${site}/statement#t=${token}`
        if (input.text && s.contactMobile)
          await sendOutside(
            tx,
            ctx,
            {
              to: { name: s.contactName ?? s.party, mobile: s.contactMobile },
              title: `请核对对账单 ${s.no}`,
              text: `${s.party}：${s.fromOn} 至 ${s.toOn} 的对账单 ${s.no} 请核对确认：${url}`,
              standIns: [],
            },
            { key: `statement:${s.id}:link:${hash}` },
          )
        return { url, qr: qrPath(url, 200) }
      }),
  }),
  route({
    method: 'GET',
    path: '/api/v1/statement/paper',
    summary: '打印对账单',
    right: 'statements',
    input: z.strictObject({ id }),
    output: fileAnswer,
    handler: async (ctx, input) => {
      const { s, paper } = await ctx.db.write(ctx.user.operatorId, async (tx) => {
        const row = await statements.get(tx, ctx, input.id, 'person')
        await audit(tx, ctx, { entity: 'statement', entityId: row.id, action: 'print', title: row.no, reason: '结算对账单' })
        return { s: row, paper: await paperOf(tx, ctx, row) }
      })
      const { bytes } = await renderPaper(paper)
      return download({ fileName: `对账单 ${s.no}.pdf`, mime: 'application/pdf', body: bytes, inline: true })
    },
  }),
  route({
    method: 'GET',
    path: '/api/v1/statement/open',
    summary: '所选对账单中未结清的账单',
    right: 'statements',
    input: z.strictObject({ ids: z.string('请选择对账单').regex(/^\d+(,\d+){0,199}$/, '请选择对账单，一次最多 200 张') }),
    output: z.object({ bills: z.array(z.number()), payables: z.array(z.number()), remain: z.number() }),
    handler: (ctx, input) =>
      ctx.db.read(ctx.user.operatorId, async (db) => {
        const all = []
        for (const one of input.ids.split(',').map(Number)) all.push(await statements.get(db, ctx, one, 'person'))
        const open = all.find((s) => !['confirmed', 'partlySettled'].includes(s.status))
        if (open) throw refused(`对账单 ${open.no} 还没有确认，或已结清`)
        const remainders = await remains(
          db,
          all.map((s) => s.id),
        )
        return {
          bills: [...new Set(remainders.flatMap((r) => r.bills.map((b) => b.id)))],
          payables: [...new Set(remainders.flatMap((r) => r.payables.map((b) => b.id)))],
          remain: remainders.reduce((sum, r) => sum + r.remain, 0),
        }
      }),
  }),
]
