/** The home page: what is to be done now, and how the company is doing; gathered from the modules, each part under its right. */
import { z } from 'zod'
import { forbidden } from '#kit/basics/errors.ts'
import type { Context } from '#kit/access/context.server.ts'
import { HOME_PAGES } from '#kit/entity/module.ts'
import type { ServedModule } from '#kit/entity/registry.server.ts'
import { HOME_CARDS, WORK, type Work } from '#kit/report/home.wire.ts'
import { route, type Route } from '#kit/http/route.server.ts'

/** Lines of one kind that travel; the list behind them has all. */
const MOST_LINES = 8

/**
 * What of this kind the modules show to this reader. A part of the product that the company does without (decision 0109) is not asked:
 * neither when the module is of it, nor when the page is that stands behind the figure.
 */
function shownTo<T extends { right: string }>(ctx: Context, of: (m: ServedModule) => readonly T[] | undefined): T[] {
  const used = (part: string | undefined): boolean => ctx.access.isUsed?.(part) ?? true
  return ctx.registry.modules
    .filter((m) => used(m.module.part))
    .flatMap((m) => of(m) ?? [])
    .filter(({ right }) => ctx.access.can(right) && used(ctx.registry.screen(right)?.part))
}

export const homeRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/api/v1/home',
    summary: '首页卡片',
    right: 'signedIn',
    input: z.strictObject({ page: z.enum(HOME_PAGES) }),
    output: HOME_CARDS,
    handler: async (ctx, { page }) => {
      if (!ctx.access.can(page)) throw forbidden()
      const cards = shownTo(ctx, (m) => m.home)
        .filter((card) => card.page === page)
        .toSorted((a, b) => a.order - b.order)
      return Promise.all(cards.map(async ({ code, title, load }) => ({ code, title, data: await load(ctx) })))
    },
  }),
  route({
    method: 'GET',
    path: '/api/v1/home/work',
    summary: '今天要做的事',
    right: 'signedIn',
    // Everybody has work, also without a page of figures.
    input: z.strictObject({ page: z.enum(HOME_PAGES).optional() }),
    output: WORK,
    handler: async (ctx, { page }) => {
      const sources = shownTo(ctx, (m) => m.work).toSorted(
        (a, b) =>
          Number(b.first !== undefined && b.first === page) - Number(a.first !== undefined && a.first === page) || a.order - b.order,
      )
      // One view of the database for all of them, asked one after the other: the list is true at one moment.
      const all = await ctx.db.read(ctx.user.operatorId, async (db) => {
        const work: Work[] = []
        for (const { code, title, act, tone, load } of sources) work.push({ code, title, act, tone, ...(await load(db, ctx, MOST_LINES)) })
        return work
      })
      return all.filter(({ total }) => total > 0)
    },
  }),
]
