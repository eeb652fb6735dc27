/** Editing the entries of a data template. Pure: entries in, the next ones out. */
import type { Dimension } from '#kit/entity/entity.ts'
import { MODES_OF, RULE_MODES, type RuleMode, type RuleValue, type TemplateEntry, type TemplateRule } from './permission.ts'

/** The entry for every bound page without one of its own. */
export const DEFAULT = '*'

export interface Rule {
  code: string
  name: string
  dimension: Dimension
}
/** Bound page → codes of the rules that bind it. */
export type Bound = ReadonlyMap<string, ReadonlySet<string>>

export const entryOf = (entries: readonly TemplateEntry[], resource: string): TemplateEntry | null =>
  entries.find((e) => e.resourceCode === resource) ?? null
export const ruleOf = (entry: TemplateEntry | null, rule: string): TemplateRule | null => entry?.rules.find((r) => r.rule === rule) ?? null

/** A page gets an entry of its own, at first with what the default gives it; or goes back to the default. */
export function setOwn(entries: readonly TemplateEntry[], resource: string, on: boolean, bound: ReadonlySet<string>): TemplateEntry[] {
  const rest = entries.filter((e) => e.resourceCode !== resource)
  if (!on) return rest
  return [...rest, { resourceCode: resource, rules: (entryOf(entries, DEFAULT)?.rules ?? []).filter((r) => bound.has(r.rule)) }]
}

/** Null takes the rule out: 未授权. */
export function setRule(
  entries: readonly TemplateEntry[],
  resource: string,
  rule: string,
  next: Omit<TemplateRule, 'rule'> | null,
): TemplateEntry[] {
  const entry = entryOf(entries, resource) ?? { resourceCode: resource, rules: [] }
  const rules = entry.rules.filter((r) => r.rule !== rule)
  const changed: TemplateEntry = { resourceCode: resource, rules: next ? [...rules, { rule, ...next }] : rules }
  const known = entries.some((e) => e.resourceCode === resource)
  if (known) return entries.map((e) => (e.resourceCode === resource ? changed : e))
  return [...entries, changed]
}

/** Choices of a cell: nothing, or what fits the dimension. */
export const choicesOf = (dimension: Dimension): { value: RuleMode | ''; label: string }[] => [
  { value: '', label: '未授权' },
  ...MODES_OF[dimension].map((mode) => ({ value: mode, label: RULE_MODES[mode] })),
]

/** 「门店：虹桥店、浦东店」 in short. */
export function ruleText(rule: TemplateRule | null, nameOf: (id: RuleValue) => string): string {
  if (!rule) return '未授权'
  if (rule.mode !== 'custom') return RULE_MODES[rule.mode]
  const values = rule.values ?? []
  if (values.length === 0) return '未选择'
  return values.slice(0, 3).map(nameOf).join('、') + (values.length > 3 ? ` 等 ${values.length} 个` : '')
}

/** Sentences that stop a save; the server has the same ones. */
export function problemsOf(name: string, entries: readonly TemplateEntry[], titleOf: (resource: string) => string): string[] {
  const problems = name.trim() === '' ? ['请填写模板名称'] : []
  for (const entry of entries)
    for (const rule of entry.rules)
      if (rule.mode === 'custom' && !rule.values?.length) problems.push(`${titleOf(entry.resourceCode)}：选择「指定」时请至少选一项`)
  return problems
}

/** The same whatever the order in which cells were set. */
export function canonical(entries: readonly TemplateEntry[]): string {
  const rule = (r: TemplateRule): string => `${r.rule}=${r.mode}:${(r.values ?? []).map(String).toSorted().join()}`
  return entries
    .map((e) => `${e.resourceCode}{${e.rules.map(rule).toSorted().join(';')}}`)
    .toSorted()
    .join('|')
}

/** A template that shows nothing says so: an empty value is taken for a forgotten one. */
export const forSaving = (entries: readonly TemplateEntry[]): TemplateEntry[] =>
  entries.length ? [...entries] : [{ resourceCode: DEFAULT, rules: [] }]

/** All of a template in one text, for histories: 「默认：门店 本门店」 instead of the stored structure. */
export function entriesText(
  entries: readonly TemplateEntry[],
  titleOf: (resource: string) => string,
  ruleOf: (rule: string) => string,
  nameOf: (rule: string, id: RuleValue) => string,
): string {
  const line = (e: TemplateEntry): string => {
    const rules = e.rules.map((r) => `${ruleOf(r.rule)} ${ruleText(r, (id) => nameOf(r.rule, id))}`).join('，')
    return `${e.resourceCode === DEFAULT ? '默认' : titleOf(e.resourceCode)}：${rules || '未授权'}`
  }
  return entries.map(line).join('；')
}
