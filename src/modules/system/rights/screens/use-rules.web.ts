/** What a data template is edited against: rules, which pages they bind, names of pages and of values. */
import { useCallback, useMemo } from 'react'
import { useQueries, useQuery } from '@tanstack/react-query'
import type { ListAnswer, Row } from '#kit/entity/wire.ts'
import { api } from '#kit/ui/client/api.web.ts'
import { findScreen } from '#kit/ui/screen/registry.web.ts'
import { useSigned } from '#kit/ui/state/session.web.ts'
import { grantMenus } from '../grants.ts'
import type { RuleValue } from '../permission.ts'
import type { Bound, Rule } from '../template.ts'

/** All rows of a list that is small by nature, page by page. */
export async function allRows(path: string, query: Record<string, unknown>, signal: AbortSignal): Promise<Row[]> {
  const rows: Row[] = []
  for (let pageNo = 1; ; pageNo++) {
    const answer = await api.get<ListAnswer>(path, { ...query, pageNo, pageSize: 200 }, { signal, silent: true })
    rows.push(...answer.list)
    if (rows.length >= answer.total || answer.list.length === 0) return rows
  }
}

export interface Rules {
  rules: readonly Rule[]
  bound: Bound
  /** Bound pages under their menu, in the order of the menu. */
  groups: readonly { menu: string; pages: readonly { code: string; name: string }[] }[]
  titleOf: (resource: string) => string
}

export function usePageTitle(): (code: string) => string {
  const { resources } = useSigned()
  const titles = useMemo(
    () => new Map(grantMenus(resources).flatMap((menu) => menu.pages.map((page) => [page.code, page.name] as const))),
    [resources],
  )
  return useCallback((code: string) => titles.get(code) ?? findScreen(code)?.title ?? code, [titles])
}

export function useRules(): { data: Rules | null; error: unknown; refetch: () => void } {
  const { resources } = useSigned()
  const titleOf = usePageTitle()
  const [names, bindings] = useQueries({
    queries: [
      {
        queryKey: ['entity', 'sysRuleName', 'all'],
        queryFn: ({ signal }: { signal: AbortSignal }) => allRows('/api/v1/sysRuleName/list', { enabled: 'true' }, signal),
      },
      {
        queryKey: ['entity', 'sysRuleResource', 'all'],
        queryFn: ({ signal }: { signal: AbortSignal }) => allRows('/api/v1/sysRuleResource/list', { bound: 'true' }, signal),
      },
    ],
  })
  const data = useMemo(() => {
    if (!names.data || !bindings.data) return null
    const byId = new Map(names.data.map((row) => [row.id, row['code'] as string]))
    const bound = new Map<string, Set<string>>()
    for (const row of bindings.data) {
      const rule = byId.get(row['ruleName'] as number)
      if (rule) bound.set(row['resourceCode'] as string, (bound.get(row['resourceCode'] as string) ?? new Set<string>()).add(rule))
    }
    const used = new Set([...bound.values()].flatMap((codes) => [...codes]))
    const rules = names.data
      .map((row): Rule => ({ code: row['code'] as string, name: row['name'] as string, dimension: row['dimension'] as Rule['dimension'] }))
      .filter((rule) => used.has(rule.code))
    const left = new Set(bound.keys())
    const groups = grantMenus(resources).flatMap((menu) => {
      const pages = menu.pages.filter((page) => left.delete(page.code)).map(({ code, name }) => ({ code, name }))
      return pages.length ? [{ menu: menu.name, pages }] : []
    })
    if (left.size) groups.push({ menu: '其他页面', pages: [...left].map((code) => ({ code, name: titleOf(code) })) })
    return { rules, bound, groups, titleOf }
  }, [names.data, bindings.data, resources, titleOf])
  return { data, error: names.error ?? bindings.error, refetch: () => void Promise.all([names.refetch(), bindings.refetch()]) }
}

export interface RuleChoice {
  value: RuleValue
  label: string
}
const nothing: readonly RuleChoice[] = []

/** Stores, departments, people, channels, cities: what 「指定」 chooses from. */
export function useRuleValues(rule: string, wanted: boolean): readonly RuleChoice[] {
  const { data } = useQuery({
    queryKey: ['entity', 'sysRuleData', rule],
    enabled: wanted,
    staleTime: 60_000,
    queryFn: ({ signal }) => api.get<RuleChoice[]>('/api/v1/sysRuleData/dropDownL', { ruleCode: rule }, { signal, silent: true }),
  })
  return data ?? nothing
}
