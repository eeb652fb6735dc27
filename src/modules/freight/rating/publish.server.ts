/** What a version of a rule meets when it is published: other rules, the versions before it, the month it goes on with. */
import type { Context, Tx } from '#kit/access/context.server.ts'
import { addDays } from '#kit/basics/time/day.ts'
import { refused } from '#kit/basics/errors.ts'
import { liveRows } from '#kit/entity/query/live-rows.server.ts'
import { storeOf } from '#kit/entity/store.server.ts'
import type { Rec } from '#kit/entity/tables.ts'
import { sameScope } from './engine/choose.rules.ts'
import { rateRule, rateVersion } from './rule.ts'
import { UNITS, type RateComponents } from './engine/schema.rules.ts'

const rules = storeOf(rateRule)
const versions = storeOf(rateVersion)
type Version = Rec<typeof rateVersion>

/** Published versions of other rules that could not be told from this one. */
export async function overlaps(tx: Tx, ctx: Context, v: Version): Promise<string | null> {
  const own = await rules.lock(tx, ctx, v.rule)
  const others = await liveRows(tx, 'rateRule')
    .innerJoin('rateVersion', (join) =>
      join.onRef('rateVersion.rule', '=', 'rateRule.id').onRef('rateVersion.operatorId', '=', 'rateRule.operatorId'),
    )
    .selectAll('rateRule')
    .where('rateRule.id', '<>', own.id)
    .where('rateRule.status', '=', 'active')
    .where('rateVersion.status', '=', 'published')
    .where((eb) => eb.or([eb('rateVersion.endsOn', 'is', null), eb('rateVersion.endsOn', '>=', v.effectiveOn)]))
    .execute()
  const clash = others.find((o) => sameScope(o, own))
  return clash ? `与规则「${clash.name}」适用范围和生效期重叠，无法判断先后` : null
}

/** The version before ends the day before this one begins. */
export async function endEarlier(tx: Tx, ctx: Context, v: Version): Promise<void> {
  const earlier = await liveRows(tx, 'rateVersion')
    .select(['id', 'effectiveOn'])
    .where('rule', '=', v.rule)
    .where('status', '=', 'published')
    .where('id', '<>', v.id)
    .where('endsOn', 'is', null)
    .forNoKeyUpdate()
    .execute()
  for (const e of earlier) {
    if (e.effectiveOn >= v.effectiveOn) throw refused(`已有 ${e.effectiveOn} 生效的版本，新版本应晚于它`)
    await versions.act(tx, ctx, 'end', e.id, { endsOn: addDays(v.effectiveOn, -1) })
  }
}

/** A month goes on through a new version, so what it counts stays the same: pieces are not added to tons. */
export async function sameMonthUnit(tx: Tx, rule: number, c: RateComponents): Promise<void> {
  const unitOf = ({ charges }: RateComponents) => charges.find((charge) => charge.monthly)?.unit
  const unit = unitOf(c)
  if (!unit) return
  const rows = await liveRows(tx, 'rateVersion')
    .select(['number', 'components'])
    .where('rule', '=', rule)
    .where('status', 'in', ['published', 'ended'])
    .orderBy('number', 'desc')
    .execute()
  for (const row of rows) {
    const other = unitOf(row.components as RateComponents)
    if (other && other !== unit) throw refused(`第 ${row.number} 版按月累计的是${UNITS[other]}，不能改为${UNITS[unit]}：请新建一条规则`)
  }
}
