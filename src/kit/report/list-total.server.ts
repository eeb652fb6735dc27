/** Number and sums of a list page, asked as the page asks them, with the address that shows the same rows. */
import type { Context, Db } from '../access/context.server.ts'
import type { Entity, Filter } from '../entity/entity.ts'
import { counted } from '../entity/query/query.server.ts'
import { filterText } from '../entity/query/filter-text.ts'
import type { HomeData, HomeFigure } from './home.wire.ts'

/** A filter as it stands in an address. */
export const filterTexts = (filter: Filter): Record<string, string> =>
  Object.fromEntries(Object.entries(filter).map(([name, value]) => [name, filterText(value)]))

/** The page `code` narrowed to `filter`, as an address of the console. */
export function listAddress(ctx: Context, code: string, filter: Filter): string {
  const { path } = ctx.registry.screen(code)!
  const query = new URLSearchParams(filterTexts(filter))
  return query.size ? `${path}?${query.toString()}` : path
}

/** How many rows the page `code` has with this filter; with `sum`, what a money field of them comes to (fen), where the list adds it up. */
export async function listFigures(
  db: Db,
  ctx: Context,
  code: string,
  filter: Filter,
  { label, tone, sum }: { label: string; tone?: 'warn' | 'bad'; sum?: string },
): Promise<HomeFigure[]> {
  const page = ctx.registry.screen(code)!
  const { entity } = ctx.registry.entity(page.entity!)
  const { total, totals } = await counted(db, ctx, entity as Entity, { ...filterTexts(filter), view: code })
  const to = listAddress(ctx, code, filter)
  const amount = sum ? totals?.[sum] : undefined
  return [
    { label, value: total, to, ...(tone ? { tone: total ? tone : ('good' as const) } : {}) },
    ...(amount === undefined ? [] : [{ label: `${label}金额`, value: amount, unit: 'fen' as const, to }]),
  ]
}

/** Counts side by side as bars, each leading to its rows; `unit` stands behind the numbers. */
export const barsOf = (figures: readonly HomeFigure[], name: string, unit: string): Extract<HomeData, { kind: 'series' }> => ({
  kind: 'series',
  chart: 'bar',
  data: {
    labels: figures.map(({ label }) => label),
    shape: { unit: 'number', suffix: unit },
    series: [{ name, values: figures.map(({ value }) => value) }],
  },
  links: [figures.map(({ to }) => to ?? null)],
})
