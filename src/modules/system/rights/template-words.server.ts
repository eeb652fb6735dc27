/** What histories say of a data template: pages, rules and what is chosen by their names. */
import type { Context, Db } from '#kit/access/context.server.ts'
import { liveRows } from '#kit/entity/query/live-rows.server.ts'
import { titlesOf } from '#kit/entity/query/labels.server.ts'
import type { Said } from '#kit/entity/serve.server.ts'
import { valueTableOf, type TemplateEntry } from './permission.ts'
import { entriesText } from './template.ts'

async function entriesSaid(db: Db, ctx: Context, value: unknown): Promise<string> {
  const entries = value as TemplateEntry[]
  const rules = new Map(
    (await liveRows(db, 'sysRuleName').select(['code', 'name', 'dimension']).execute()).map((rule) => [rule.code, rule]),
  )
  const names = new Map<string, string>()
  for (const { code, dimension } of rules.values()) {
    const table = valueTableOf(dimension)
    const chosen = entries.flatMap((entry) => entry.rules.filter(({ rule }) => rule === code).flatMap(({ values = [] }) => values))
    const ids = chosen.filter((id): id is number => typeof id === 'number')
    if (table && ids.length) for (const [id, name] of await titlesOf(db, ctx, table, ids)) names.set(`${code} ${id}`, name)
  }
  return entriesText(
    entries,
    (code) => ctx.registry.screen(code)?.title ?? code,
    (code) => rules.get(code)?.name ?? code,
    (code, id) => names.get(`${code} ${id}`) ?? String(id),
  )
}

export const templateSaid: Said = { entries: entriesSaid }
