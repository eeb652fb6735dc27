/** Reaching a signer who has no account: his link and his codes, as short messages where the house has a way out. */
import { randomBytes } from 'node:crypto'
import type { Context, Tx } from '#kit/access/context.server.ts'
import { refused } from '#kit/basics/errors.ts'
import { maskPhone } from '#kit/basics/identifiers/mask.ts'
import { formatTime } from '#kit/basics/time/time-format.ts'
import { storeOf } from '#kit/entity/store.server.ts'
import type { Rec } from '#kit/entity/tables.ts'
import { knownSite, parameterValue, reachesOutside, sendOutside } from '#modules/system/system.public.ts'
import { signFlow, type signParty } from './flow.ts'
import { record, sha256hex, type Flow } from './record.server.ts'

type Party = Rec<typeof signParty>
const flows = storeOf(signFlow)

/** Whose company, then chance: nobody finds one by trying. Only its hash is kept. */
export function newToken(operatorId: number): { token: string; hash: string } {
  const token = `${operatorId.toString(36)}.${randomBytes(32).toString('base64url')}`
  return { token, hash: sha256hex(token) }
}

const CONNECT = '请先接入短信，或请管理员关闭参数「必须短信验证码」'
/** Whether people sign by a code only (parameter smsRequired); refused where no code could reach anybody. */
export async function codeOnly(tx: Tx, ctx: Context): Promise<boolean> {
  const only = (await parameterValue(tx, ctx.registry, 'smsRequired')) === true
  if (only && !reachesOutside(ctx)) throw refused(`本公司要求凭短信验证码签署；${CONNECT}`)
  return only
}
/** No other way of confirming is open then; `way` is the one that was tried. */
export async function codeOnlyRefusal(tx: Tx, ctx: Context, way: '面签' | '账号确认'): Promise<string | null> {
  if ((await parameterValue(tx, ctx.registry, 'smsRequired')) !== true) return null
  return `本公司要求凭短信验证码签署，不能${way}；${reachesOutside(ctx) ? '请签署人打开短信中的链接签署' : CONNECT}`
}

/** A new link, which ends the one before; whoever has opened his already is only asked to go on. */
export async function sendLink(tx: Tx, ctx: Context, flow: Flow, party: Party, why: 'turn' | 'urge'): Promise<boolean> {
  // A provider tells its signers itself.
  if (flow.provider !== 'local' || !reachesOutside(ctx) || !party.mobile || party.seal || !/^1\d{10}$/.test(party.mobile)) return false
  const site = await knownSite(tx, ctx, flow.site ?? '')
  if (!site) return false
  const until = formatTime(flow.expireAt)
  let text = `您有一份《${flow.title}》等待签署，请在 ${until} 前打开此前收到的链接完成签署。`
  let link = ctx.clock.now()
  if (why === 'turn' || !party.viewedAt) {
    const { token, hash } = newToken(ctx.user.operatorId)
    await tx.updateTable('signParty').set({ tokenHash: hash }).where('id', '=', party.id).execute()
    link = hash
    text = `请您签署《${flow.title}》，截止 ${until}：${site}/sign#t=${token} 请勿转发。`
  }
  await sendOutside(
    tx,
    ctx,
    { to: { name: party.name.slice(0, 60), mobile: party.mobile }, title: '待签署合同', text, standIns: [] },
    { key: `signLink:${party.id}:${flow.quotaCycle}:${why}:${link}` },
  )
  const locked = await flows.lock(tx, ctx, flow.id)
  await record(tx, ctx, locked, {
    kind: 'notified',
    by: 'system',
    data: { party: party.seq, channel: 'sms', mobile: maskPhone(party.mobile), why },
  })
  return true
}
