/** Whether everybody who is to sign can: reached, with a place of his own, by his checked name and number, with a seal that is ours. */
import type { Context, Tx } from '#kit/access/context.server.ts'
import { refused } from '#kit/basics/errors.ts'
import { allRows, liveRows } from '#kit/entity/query/live-rows.server.ts'
import type { Rec } from '#kit/entity/tables.ts'
import { chosenProvider } from '../provider/chosen.server.ts'
import type { signParty } from './flow.ts'
import { codeOnly } from './outside.server.ts'

async function ownNames(tx: Tx): Promise<Set<string>> {
  const seals = await allRows(tx, 'signSeal').select('company').execute()
  const known = await allRows(tx, 'signIdentity').select('name').where('own', '=', true).execute()
  return new Set([...seals.map((seal) => seal.company), ...known.map((one) => one.name)])
}

/** Refuses in a sentence what would keep one of them from signing. */
export async function startRefusals(tx: Tx, ctx: Context, all: readonly Rec<typeof signParty>[]): Promise<void> {
  if (all.length === 0) throw refused('还没有签署方，请先添加签署方')
  const ourselves = await ownNames(tx)
  // A provider has its own ways of knowing who signs.
  const byCode = !(await chosenProvider(tx, ctx)).outside && all.some((party) => !party.seal) && (await codeOnly(tx, ctx))
  for (const [i, party] of all.entries()) {
    if (!party.seal && (byCode || party.intent === 'sms') && !party.mobile) throw refused(`第 ${i + 1} 位签署方未填写手机号`)
    const fields = await tx.selectFrom('signField').select('id').where('party', '=', party.id).execute()
    if (fields.length === 0) throw refused(`没有为“${party.role}”放置签署区`)
    if (party.lessee) {
      const known = await liveRows(tx, 'signIdentity')
        .select(['name', 'idNo', 'creditCode'])
        .where('lessee', '=', party.lessee)
        .where('status', 'in', ['verified', 'authorised'])
        .executeTakeFirst()
      if (known && known.name !== party.name) throw refused(`承租人姓名与实名信息不一致：合同“${party.name}”，实名“${known.name}”`)
      if (known && (party.kind === 'company' ? known.creditCode : known.idNo) !== party.idNo)
        throw refused(`承租人证件号与实名信息不一致，请核对“${party.name}”的证件`)
    }
    if (party.seal) {
      const seal = await tx.selectFrom('signSeal').select(['name', 'status', 'company']).where('id', '=', party.seal).executeTakeFirst()
      if (!seal || seal.status !== 'active') throw refused(`印章“${seal?.name ?? ''}”已停用`)
      // The certificate says the company of the seal: it is the party or nobody.
      if (seal.company !== party.name) throw refused(`印章“${seal.name}”属于“${seal.company}”，不能代“${party.name}”签署`)
    } else if (party.kind === 'company' && !party.lessee && (party.intent === 'account' || ourselves.has(party.name)))
      // Others are reached by their handler's telephone; we sign with a seal, whose keepers answer for it.
      throw refused(`“${party.role}”未指定印章，请先在实名认证中登记印章`)
  }
  const own = await liveRows(tx, 'signIdentity')
    .select('id')
    .where('own', '=', true)
    .where('status', 'in', ['verified', 'authorised'])
    .executeTakeFirst()
  if (!own) throw refused('本单位尚未实名，请先在「实名认证」完成企业实名，再发起签署')
}
