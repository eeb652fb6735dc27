/** 字典: drop-downs for the console (`/api/metadata/findByGroupCode`) and values of data rules (`sysRuleData/dropDownL`). */
import { z } from 'zod'
import type { Context, Db, Tx } from '#kit/access/context.server.ts'
import { AppError } from '#kit/basics/errors.ts'
import { allRows, liveRows } from '#kit/entity/query/live-rows.server.ts'
import { valueTableOf } from '../rights/permission.ts'
import type { Registry } from '#kit/entity/registry.server.ts'
import { route, type Route } from '#kit/http/route.server.ts'
import { DICTIONARY_ITEMS, type DictionaryItems } from '#kit/ui/client/console.wire.ts'
import { RULE_CHOICES, type RuleChoices } from '../system.wire.ts'

async function itemsOf(ctx: Context, groupCode: string): Promise<DictionaryItems> {
  return ctx.db.read(ctx.user.operatorId, async (db) => {
    const group = await liveRows(db, 'dictGroup').select('id').where('code', '=', groupCode).executeTakeFirst()
    if (!group) throw new AppError('absent', `没有编码为「${groupCode}」的字典分组，请在字典管理中核对编码`)
    const rows = await liveRows(db, 'dictItem')
      .select(['dictItem.value as itemCode', 'dictItem.name as itemName', 'dictItem.color', 'dictItem.enabled'])
      .where('dictItem.dictGroup', '=', group.id)
      .orderBy('dictItem.idx')
      .orderBy('dictItem.id')
      .limit(500)
      .execute()
    return rows.map(({ enabled, ...r }) => ({ ...r, disabled: !enabled }))
  })
}

/** How a company calls a value of one of its dictionaries, for pages that have no lists of choices. */
export async function dictionaryWord(db: Db, group: string, value: string): Promise<string | null> {
  const item = await liveRows(db, 'dictItem')
    .innerJoin('dictGroup', 'dictGroup.id', 'dictItem.dictGroup')
    .select('dictItem.name')
    .where('dictGroup.code', '=', group)
    .where('dictItem.value', '=', value)
    .executeTakeFirst()
  return item?.name ?? null
}

async function dropDown(ctx: Context, ruleCode: string): Promise<RuleChoices> {
  return ctx.db.read(ctx.user.operatorId, async (db) => {
    const rule = await liveRows(db, 'sysRuleName').select('dimension').where('code', '=', ruleCode).executeTakeFirst()
    if (!rule) throw new AppError('absent', '规则不存在')
    if (rule.dimension === 'region') {
      const cities = await liveRows(db, 'store').select('city').distinct().orderBy('city').limit(2000).execute()
      return cities.map(({ city }) => ({ value: city, label: city }))
    }
    const table = valueTableOf(rule.dimension)
    if (!table) return []
    return liveRows(db, table).select(['id as value', 'name as label']).orderBy('name').limit(2000).execute()
  })
}

const groupCode = z.strictObject({ groupCode: z.string('缺少 groupCode').min(1, '缺少 groupCode').max(60, 'groupCode 过长') })

export const dictionaryRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/api/metadata/findByGroupCode',
    summary: '按分组编码取字典项',
    right: 'signedIn',
    input: groupCode,
    output: DICTIONARY_ITEMS,
    handler: (ctx, i) => itemsOf(ctx, i.groupCode),
  }),
  route({
    method: 'POST',
    path: '/api/metadata/findByGroupCode',
    summary: '按分组编码取字典项',
    right: 'signedIn',
    safe: true,
    input: groupCode,
    output: DICTIONARY_ITEMS,
    handler: (ctx, i) => itemsOf(ctx, i.groupCode),
  }),
  route({
    method: 'GET',
    path: '/api/v1/sysRuleData/dropDownL',
    summary: '数据规则的可选值',
    right: ['datatemplate'],
    input: z.strictObject({ ruleCode: z.string('缺少 ruleCode').min(1).max(40) }),
    output: RULE_CHOICES,
    handler: (ctx, i) => dropDown(ctx, i.ruleCode),
  }),
]

/** Groups and first items that the modules need; existing ones (renamed, re-ordered, disabled) stay as they are. */
export async function seedDictionaries(tx: Tx, operatorId: number, registry: Registry): Promise<void> {
  const wanted = registry.modules.flatMap(({ module }) => Object.entries(module.dictionaries ?? {}))
  // The first of a code counts.
  const groups = async (): Promise<Map<string, number>> =>
    new Map((await allRows(tx, 'dictGroup').select(['code', 'id']).orderBy('id', 'desc').execute()).map(({ code, id }) => [code, id]))
  const before = await groups()
  const missing = new Map(wanted.filter(([code]) => !before.has(code)).map(([code, { label }]) => [code, label]))
  if (missing.size > 0)
    await tx
      .insertInto('dictGroup')
      .values([...missing].map(([code, name]) => ({ operatorId, code, name, builtin: true, remark: null })))
      .execute()
  const ids = missing.size > 0 ? await groups() : before
  const have = new Map([...ids.values()].map((id) => [id, new Set<string>()]))
  const items = await allRows(tx, 'dictItem').select(['dictGroup', 'value']).execute()
  for (const { dictGroup, value } of items) have.get(dictGroup)?.add(value)
  const rows = wanted.flatMap(([code, { items: named }]) => {
    const dictGroup = ids.get(code)!
    const known = have.get(dictGroup)!
    const first = known.size
    const added = Object.entries(named).filter(([value]) => !known.has(value))
    for (const [value] of added) known.add(value)
    return added.map(([value, name], i) => ({
      operatorId,
      dictGroup,
      value,
      name,
      color: 'default' as const,
      idx: first + i,
      enabled: true,
    }))
  })
  if (rows.length > 0) await tx.insertInto('dictItem').values(rows).execute()
}
