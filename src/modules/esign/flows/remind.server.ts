/** Every morning at ten: who has to sign is asked again, who started hears what runs out, and copies and real names that end are named. */
import type { Context, Tx } from '#kit/access/context.server.ts'
import { addDays, dayOf, daysBetween } from '#kit/basics/time/day.ts'
import { eachAlone } from '#kit/basics/each.ts'
import { liveRows } from '#kit/entity/query/live-rows.server.ts'
import { storeOf } from '#kit/entity/store.server.ts'
import {
  administrators,
  parameterNumber,
  parameterValue,
  sendMessages,
  telephonesOf,
  type ReminderEnd,
} from '#modules/system/system.public.ts'
import { quotaTotal } from '../quota/quota.server.ts'
import { signFlow } from './flow.ts'
import { urgeDays, urgeRefusal } from './flow.rules.ts'
import { urge } from './flow.server.ts'

const flows = storeOf(signFlow)
const EXPIRING_DAYS = [3, 1]
const IDENTITY_DAYS = 30

export async function remindSigning(ctx: Context): Promise<void> {
  const live = await ctx.db.read(ctx.user.operatorId, (tx) =>
    liveRows(tx, 'signFlow').select('id').where('status', '=', 'signing').orderBy('id').execute(),
  )
  await eachAlone(
    [
      ...live.map(
        ({ id }) =>
          (tx: Tx) =>
            remindOf(tx, ctx, id),
      ),
      (tx: Tx) => remindQuota(tx, ctx),
      (tx: Tx) => remindIdentities(tx, ctx),
      (tx: Tx) => remindSeals(tx, ctx),
    ],
    (one) => ctx.db.write(ctx.user.operatorId, one),
  )
}

async function remindOf(tx: Tx, ctx: Context, id: number): Promise<void> {
  const flow = await flows.lock(tx, ctx, id)
  if (flow.status !== 'signing' || !flow.startedAt) return
  const today = ctx.clock.today()
  const days = urgeDays(String(await parameterValue(tx, ctx.registry, 'autoUrgeDays')))
  const asked = flow.urgedAt !== null && dayOf(flow.urgedAt) === today
  if (
    !asked &&
    days.includes(daysBetween(dayOf(flow.startedAt), today)) &&
    urgeRefusal(flow.startedAt, flow.urgedAt, ctx.clock.now()) === null
  ) {
    await urge(tx, ctx, flow, 'system')
    await tx.updateTable('signFlow').set({ urgedAt: ctx.clock.now() }).where('id', '=', id).execute()
  }
  const left = daysBetween(today, dayOf(flow.expireAt))
  if (!EXPIRING_DAYS.includes(left)) return
  await sendMessages(tx, ctx, {
    receivers: [flow.owner, flow.createdBy].filter((one): one is number => !!one),
    category: 'expiry',
    title: `电子合同还有 ${left} 天截止：${flow.title}`.slice(0, 80),
    content: `${flow.no} 已签 ${flow.signedCount ?? 0}/${flow.partyCount ?? 0} 方`,
    link: `/contract/contractInfoDetail?id=${flow.id}`,
    dedupe: `sign:${flow.id}:${flow.quotaCycle}:left${left}`,
    about: `signFlow:${flow.id}`,
  })
}

async function remindQuota(tx: Tx, ctx: Context): Promise<void> {
  const { remaining, unlimited } = await quotaTotal(tx, ctx)
  if (unlimited || remaining > (await parameterNumber(tx, ctx.registry, 'quotaWarn'))) return
  await sendMessages(tx, ctx, {
    receivers: await administrators(tx),
    category: 'task',
    title: `电子合同签署份数剩余 ${remaining} 份，请充值`,
    link: '/contract/contractRecharge',
    dedupe: `signQuota:${ctx.clock.today()}`,
  })
}

/** Nobody who keeps it works here any more: what waits for it waits for ever. Its certificate is renewed by itself when it is used. */
async function remindSeals(tx: Tx, ctx: Context): Promise<void> {
  const seals = await liveRows(tx, 'signSeal').select(['id', 'name', 'keepers']).where('status', '=', 'active').execute()
  const allKeepers = seals.flatMap((seal) => seal.keepers)
  const working = new Set((await telephonesOf(tx, allKeepers)).map((user) => user.id))
  for (const seal of seals.filter(({ keepers }) => !keepers.some((one) => working.has(one))))
    await sendMessages(tx, ctx, {
      receivers: await administrators(tx),
      category: 'task',
      title: `印章“${seal.name}”没有在用的保管人，待用印的合同停在这里，请更换保管人`,
      link: `/contract/signSealDetail?id=${seal.id}`,
      dedupe: `signSeal:${seal.id}:keepers:${ctx.clock.today().slice(0, 7)}`,
    })
}

async function remindIdentities(tx: Tx, ctx: Context): Promise<void> {
  const today = ctx.clock.today()
  const rows = await liveRows(tx, 'signIdentity')
    .select(['id', 'name', 'validUntil', 'checkedBy', 'createdBy'])
    .where('status', 'in', ['verified', 'authorised'])
    .where('validUntil', '>=', today)
    .where('validUntil', '<=', addDays(today, IDENTITY_DAYS))
    .execute()
  for (const row of rows)
    await sendMessages(tx, ctx, {
      receivers: [row.checkedBy ?? row.createdBy].filter((one): one is number => !!one),
      category: 'expiry',
      title: `${row.name}的实名认证将于 ${row.validUntil} 到期`,
      link: `/contract/contractAuthDetail?id=${row.id}`,
      dedupe: `signIdentity:${row.id}:${row.validUntil}`,
    })
}

/** A party that has signed, and a flow nobody signs any more, ask for nothing. */
export const signReminders: readonly ReminderEnd[] = [
  { entity: 'signFlow', over: (f) => f['status'] !== 'signing' && f['status'] !== 'draft' },
  { entity: 'signParty', over: (p) => p['status'] !== 'waiting' && p['status'] !== 'toSign' },
]
