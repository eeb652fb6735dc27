/** Ctrl+K over records: whatever has a detail page the user may open, found by keyword, number, plate or pinyin initials. */
import { z } from 'zod'
import type { Context } from '#kit/access/context.server.ts'
import { normaliseCode } from '#kit/basics/text.ts'
import { noteLookups } from '#kit/entity/query/masked/lookups.server.ts'
import { masked } from '#kit/entity/query/labels.server.ts'
import { maskedQuestions } from '#kit/entity/query/masked/masked-lookup.ts'
import { options } from '#kit/entity/query/choices.server.ts'
import type { Entity } from '#kit/entity/entity.ts'
import { recordPage } from '#kit/entity/module.ts'
import { route, type Route } from '#kit/http/route.server.ts'
import { FOUND_RECORDS, type FoundRecord } from './search.wire.ts'

const PER_ENTITY = 5
const TOTAL = 30

/** Entities that can be found, with the page that shows them; those of granted screens only. */
function searchable(ctx: Context): { entity: Entity; path: (id: number) => string }[] {
  const screens = ctx.registry.screens()
  return ctx.registry.entities().flatMap(({ entity }) => {
    const page = recordPage(screens, entity.name)
    const used = page && (ctx.access.isUsed?.(page.screen.part) ?? true)
    return used && entity.search?.length && ctx.access.can(page.screen.of ?? page.screen.code) ? [{ entity, path: page.path }] : []
  })
}

async function search(ctx: Context, keyword: string): Promise<FoundRecord[]> {
  const open = searchable(ctx)
  const asked = open.flatMap(({ entity }) =>
    maskedQuestions(entity, { keyword }).map(({ field }) => ({
      entity: entity.name,
      by: field.label,
      shown: String(masked(field.mask, keyword)),
    })),
  )
  await noteLookups(ctx, asked)
  const groups = await ctx.db.read(ctx.user.operatorId, (db) =>
    Promise.all(
      open.map(async ({ entity, path }) => {
        const { list } = await options(db, ctx, entity, { keyword })
        return list.slice(0, PER_ENTITY).map((o) => ({
          entity: entity.name,
          entityLabel: entity.label,
          id: o.id,
          title: o.label,
          hint: o.hint ?? null,
          path: path(o.id),
        }))
      }),
    ),
  )
  return ranked(ctx, keyword, groups.flat()).slice(0, TOTAL)
}

/** What is called exactly so first, then whatever has a card (a plate, a name), then what merely goes with it; otherwise as it came. */
function ranked(ctx: Context, keyword: string, records: readonly FoundRecord[]): FoundRecord[] {
  const wanted = normaliseCode(keyword)
  const place = ({ entity, title }: FoundRecord): number =>
    (normaliseCode(title) === wanted ? 0 : 2) + (ctx.registry.findEntity(entity)?.entity.card ? 0 : 1)
  return records.toSorted((a, b) => place(a) - place(b))
}

export const searchRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/api/v1/search',
    summary: '搜索记录',
    right: 'signedIn',
    input: z.strictObject({ keyword: z.string().trim().max(100, '搜索内容最多 100 字').default('') }),
    output: FOUND_RECORDS,
    handler: (ctx, { keyword }) => (keyword.length < 1 ? Promise.resolve([]) : search(ctx, keyword)),
  }),
]
