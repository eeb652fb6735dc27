/** Entries of a data template, checked by hand: a json field has no definition of its own. */
import type { Db } from '#kit/access/context.server.ts'
import { invalid } from '#kit/basics/errors.ts'
import type { Dimension } from '#kit/entity/entity.ts'
import { liveRows } from '#kit/entity/query/live-rows.server.ts'
import { MODES_OF, RULE_MODES, valueTableOf, type RuleValue, type TemplateEntry, type TemplateRule } from './permission.ts'

const wrong = () => invalid({ entries: '权限明细格式不正确' })
const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)
const onlyKeys = (value: object, keys: readonly string[]): boolean => Object.keys(value).every((key) => keys.includes(key))

function readRule(raw: unknown): TemplateRule {
  if (!isObject(raw) || !onlyKeys(raw, ['rule', 'mode', 'values'])) throw wrong()
  const { rule, mode, values = [] } = raw
  if (typeof rule !== 'string' || typeof mode !== 'string' || !Object.hasOwn(RULE_MODES, mode) || !Array.isArray(values)) throw wrong()
  if (values.length > 2000 || !values.every((v) => Number.isSafeInteger(v) || (typeof v === 'string' && v.length <= 40))) throw wrong()
  if (mode !== 'custom') return { rule, mode: mode as TemplateRule['mode'] }
  if (values.length === 0) throw invalid({ entries: '选择「指定」时请至少选一项' })
  return { rule, mode, values: [...new Set(values as RuleValue[])] }
}

function readEntry(raw: unknown): TemplateEntry {
  if (!isObject(raw) || !onlyKeys(raw, ['resourceCode', 'rules'])) throw wrong()
  const { resourceCode, rules } = raw
  if (typeof resourceCode !== 'string' || !/^(\*|\w{1,60})$/.test(resourceCode) || !Array.isArray(rules) || rules.length > 20) throw wrong()
  const read = rules.map(readRule)
  if (new Set(read.map((r) => r.rule)).size < read.length) throw invalid({ entries: '同一资源的规则不能重复' })
  return { resourceCode, rules: read }
}

export async function checkEntries(db: Db, raw: unknown): Promise<TemplateEntry[]> {
  if (!Array.isArray(raw) || raw.length > 500) throw wrong()
  const entries = raw.map(readEntry)
  if (new Set(entries.map((e) => e.resourceCode)).size < entries.length) throw invalid({ entries: '同一资源不能出现两次' })
  await checkAgainst(db, entries)
  return entries
}

/** Rules must exist, fit their dimension, and name what is there. */
async function checkAgainst(db: Db, entries: readonly TemplateEntry[]): Promise<void> {
  const names = await liveRows(db, 'sysRuleName').select(['code', 'name', 'dimension']).execute()
  const known = new Map(names.map((n) => [n.code, n]))
  const wanted = new Map<Dimension, Set<RuleValue>>()
  for (const { rule, mode, values = [] } of entries.flatMap((e) => e.rules)) {
    const name = known.get(rule)
    if (!name) throw invalid({ entries: `没有规则「${rule.slice(0, 40)}」` })
    if (!MODES_OF[name.dimension].includes(mode)) throw invalid({ entries: `规则「${name.name}」不能选择「${RULE_MODES[mode]}」` })
    const all = wanted.get(name.dimension) ?? new Set<RuleValue>()
    for (const value of values) all.add(value)
    wanted.set(name.dimension, all)
  }
  for (const [dimension, values] of wanted) {
    if (values.size > 0 && (await countOf(db, dimension, [...values])) < values.size)
      throw invalid({ entries: '指定的取值中有已删除或不存在的项，请重新选择' })
  }
}

/** How many of these values there are. */
async function countOf(db: Db, dimension: Dimension, values: readonly RuleValue[]): Promise<number> {
  if (dimension === 'region') {
    const cities = values.filter((v) => typeof v === 'string')
    return cities.length === 0 ? 0 : (await liveRows(db, 'store').select('city').distinct().where('city', 'in', cities).execute()).length
  }
  const table = valueTableOf(dimension)
  const ids = values.filter((v) => typeof v === 'number')
  return table === null || ids.length === 0 ? 0 : (await liveRows(db, table).select('id').where('id', 'in', ids).execute()).length
}
