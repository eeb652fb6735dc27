/** Real names that are shown to a provider: sent there, asked about, and never taken from a notice alone. */
import { systemClock } from '#kit/basics/time/clock.ts'
import type { Context, Tx } from '#kit/access/context.server.ts'
import { invalid, refused } from '#kit/basics/errors.ts'
import { liveRows } from '#kit/entity/query/live-rows.server.ts'
import { storeOf } from '#kit/entity/store.server.ts'
import type { Rec } from '#kit/entity/tables.ts'
import { enqueue } from '#kit/jobs/outbox.server.ts'
import { qrPath } from '#kit/pdf/qr.server.ts'
import { telephonesOf } from '#modules/system/system.public.ts'
import { signIdentity } from '../identity/identity.ts'
import type { Applicant } from './provider.server.ts'
import { identityRequest } from './requests.ts'

export const identities = storeOf(signIdentity)
type Identity = Rec<typeof signIdentity>

/** The provider may still say something new of it. */
export const open = (row: Pick<Identity, 'status' | 'method'>): boolean =>
  row.method === 'provider' && (row.status === 'running' || row.status === 'verified')

export const applicantOf = (row: Identity): Applicant => ({
  kind: row.kind,
  name: row.name,
  number: (row.kind === 'person' ? row.idNo : row.creditCode) ?? '',
  mobile: row.account ?? '',
  handler: row.name,
})

/** Who acts for a company there is whoever sends it off. */
async function applicant(tx: Tx, ctx: Context, row: Identity): Promise<Applicant> {
  const who = applicantOf(row)
  if (row.kind === 'person') {
    if (!who.mobile) throw invalid({ account: '请填写手机号，服务商按手机号认证' })
    return who
  }
  const [me] = await telephonesOf(tx, [ctx.user.id])
  const mobile = who.mobile || me?.mobile
  if (!mobile) throw invalid({ account: '请填写经办人手机号，服务商由经办人办理企业认证' })
  return { ...who, mobile, handler: me?.name ?? who.name }
}

/** Where he goes now to show who he is. */
export async function identifyThere(ctx: Context, id: number): Promise<{ url: string; qr: string; flowId: number }> {
  const { esign } = ctx.ports
  if (!esign.outside) throw refused('未接入签署服务商，请由工作人员核验')
  const { row, who } = await ctx.db.read(ctx.user.operatorId, async (db) => {
    const tx = db
    const identity = await identities.get(tx, ctx, id, 'person')
    if (identity.status === 'authorised') throw refused('已认证并授权，不需要再认证；资料有变化请删除后重新登记')
    return { row: identity, who: await applicant(tx, ctx, identity) }
  })
  const made = await esign.authUrl(ctx, who, new Date(systemClock.now()))
  if (!made) throw refused('未接入签署服务商，请由工作人员核验')
  await ctx.db.write(ctx.user.operatorId, async (tx) => {
    if (row.status === 'verified') await identities.edit(tx, ctx, id, { providerFlow: made.id })
    else await identities.act(tx, ctx, 'beginThere', id, { providerFlow: made.id })
  })
  return { url: made.url, qr: qrPath(made.url, 200), flowId: id }
}

/** The key names the hour: late, twice or on two nodes, one question of it is asked. */
export async function askIdentities(tx: Tx, ctx: Context): Promise<void> {
  const hour = ctx.clock.now().slice(0, 13)
  const rows = await liveRows(tx, 'signIdentity')
    .select('id')
    .where('method', '=', 'provider')
    .where('status', 'in', ['running', 'verified'])
    .execute()
  for (const { id } of rows) await enqueue(tx, ctx, identityRequest, { identity: id }, { key: `esignIdentity:${id}:${hour}` })
}
