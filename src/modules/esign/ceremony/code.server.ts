/** The code that shows a telephone is in the signer's hand: sent, counted, compared. Only its keyed hash is kept. */
import { formsOf } from '#kit/database/sealing.server.ts'
import { sql } from 'kysely'
import type { Context, Tx } from '#kit/access/context.server.ts'
import { codePause, judgeCode } from '#kit/access/tries/one-time-code.server.ts'
import { isCode, newCode } from '#kit/access/secrets.server.ts'
import { instantAt } from '#kit/basics/time/day.ts'
import { invalid, refused } from '#kit/basics/errors.ts'
import { maskPhone } from '#kit/basics/identifiers/mask.ts'
import { jsonb } from '#kit/database/jsonb.server.ts'
import { allRows } from '#kit/entity/query/live-rows.server.ts'
import { enqueue } from '#kit/jobs/outbox.server.ts'
import { reachesOutside } from '#modules/system/system.public.ts'
import { codeOf, type CodeState } from '../flows/flow.ts'
import { record } from '../flows/record.server.ts'
import { codeCall } from './code-call.server.ts'
import { turnRefusal } from './sign.server.ts'
import { held, type Signer } from './signer.server.ts'

const CODE_MINUTES = 5
const A_DAY = 10

const codeKey = ({ ctx, party }: Signer): string => `sign:${ctx.user.operatorId}:${party.id}`
const boundOf = (ctx: Context, party: number): string => `signParty:${ctx.user.operatorId}:${party}`
const later = (ctx: Context, minutes: number): string => new Date(Date.parse(ctx.clock.now()) + minutes * 60_000).toISOString()
const keep = (tx: Tx, party: number, state: CodeState): Promise<unknown> =>
  tx
    .updateTable('signParty')
    .set({ code: jsonb(state) })
    .where('id', '=', party)
    .execute()

/** To this number today, for whatever contract: nobody's telephone is flooded. */
async function sentToday(tx: Tx, ctx: Context, mobile: string): Promise<number> {
  const { n } = await allRows(tx, 'signParty as p')
    .innerJoin('signEvent as e', (join) => join.onRef('e.flow', '=', 'p.flow').on(sql<boolean>`e.by = 'signer:' || p.seq`))
    .select(sql<number>`count(*)::int`.as('n'))
    .where('p.mobile', 'in', formsOf(mobile))
    .where('e.kind', '=', 'codeSent')
    .where('e.at', '>=', instantAt(ctx.clock.today(), '00:00'))
    .executeTakeFirstOrThrow()
  return n
}

export async function sendCode(signer: Signer): Promise<{ mobile: string; seconds: number }> {
  const { ctx, all } = signer
  return held(signer, async (tx, flow, party) => {
    const why = turnRefusal(flow, party, all, ctx.clock.now())
    if (why) throw refused(why)
    if (!reachesOutside(ctx)) throw refused('尚未接入短信，请选择面签')
    if (!party.mobile) throw refused('没有登记手机号，请联系发起方')
    const known = codeOf(party)
    const now = ctx.clock.now()
    const paused = await codePause(tx, ctx, codeKey(signer))
    if (paused) throw refused(paused)
    if (known && Date.parse(now) - Date.parse(known.sentAt) < 60_000) throw refused('验证码已发送，请 60 秒后再试')
    if ((await sentToday(tx, ctx, party.mobile)) >= A_DAY) throw refused('今天的验证码次数已用完，请明天再试或选择面签')
    const code = newCode()
    await keep(tx, party.id, {
      hash: ctx.ports.vault.mark(code, boundOf(ctx, party.id)),
      until: later(ctx, CODE_MINUTES),
      tries: 0,
      sentAt: now,
    })
    const company = all.find((one) => one.kind === 'company')?.name ?? ''
    const text = `验证码 ${code}，用于签署${company}的《${flow.title}》，${CODE_MINUTES} 分钟内有效。请勿告诉他人。`
    const message = { to: { name: party.name.slice(0, 60), mobile: party.mobile }, title: '签署验证码', text, standIns: [] }
    await enqueue(tx, ctx, codeCall, { flow: flow.id, party: party.id, sentAt: now, message }, { key: `signCode:${party.id}:${now}` })
    await record(tx, ctx, flow, { kind: 'codeSent', by: `signer:${party.seq}`, data: { mobile: maskPhone(party.mobile) } })
    return { mobile: maskPhone(party.mobile), seconds: 60 }
  })
}

/** A wrong one counts in a transaction of its own: refusing rolls everything else back. */
export async function checkCode(signer: Signer, code: string): Promise<void> {
  const { ctx } = signer
  const wrong = await held(signer, async (tx, flow, party) => {
    const known = codeOf(party)
    const paused = await codePause(tx, ctx, codeKey(signer))
    if (paused) return paused
    if (!known?.hash) return '请先获取验证码'
    if (known.until < ctx.clock.now()) return '验证码已过期，请重新获取'
    const right = isCode(ctx.ports.vault, known.hash, code, boundOf(ctx, party.id))
    await record(tx, ctx, flow, { kind: right ? 'codePassed' : 'codeFailed', by: `signer:${party.seq}` })
    const { wrong, tries, spent } = await judgeCode(tx, ctx, { of: codeKey(signer), tries: known.tries, right })
    // A right one is used up by the signature it proves.
    if (!right) await keep(tx, party.id, { ...known, tries, ...(spent ? { hash: '' } : {}) })
    return wrong
  })
  if (wrong) throw invalid({ code: wrong })
}
