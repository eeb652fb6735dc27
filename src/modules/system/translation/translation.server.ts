/** 界面译文: the table a browser reads, and the texts that nobody has translated yet. */
import { z } from 'zod'
import type { Context } from '#kit/access/context.server.ts'
import type { ActionSpec } from '#kit/action/action.ts'
import { audit } from '#kit/audit/audit.server.ts'
import { liveRows } from '#kit/entity/query/live-rows.server.ts'
import type { Registry } from '#kit/entity/registry.server.ts'
import { loose, toRow } from '#kit/entity/query/rows.server.ts'
import { route, type Route } from '#kit/http/route.server.ts'
import { ENGLISH } from './english.ts'
import { LANGUAGES, translation, type LanguageCode } from './translation.ts'

/** Delivered with the product; the company's own rows go before it. */
const DELIVERED: Partial<Record<LanguageCode, Readonly<Record<string, string>>>> = { en: ENGLISH }
const CODES = Object.keys(LANGUAGES) as [LanguageCode, ...LanguageCode[]]
const language = z.enum(CODES, '没有这种语言')
const MOST = 20_000
/** A row has few columns; PostgreSQL takes 65,535 values at once. */
const PORTION = 1000

async function wordsOf(ctx: Context, code: LanguageCode): Promise<Record<string, string>> {
  const rows = await ctx.db.read(ctx.user.operatorId, (db) =>
    liveRows(db, 'translation')
      .select(['source', 'target'])
      .where('language', '=', code)
      .where('target', 'is not', null)
      .orderBy('source')
      .limit(MOST)
      .execute(),
  )
  return { ...DELIVERED[code], ...Object.fromEntries(rows.map((r) => [r.source, r.target ?? ''])) }
}

/** What can be chosen: delivered, or with a translation of the company's own. */
async function languagesOf(ctx: Context): Promise<{ code: string; label: string }[]> {
  const own = await ctx.db.read(ctx.user.operatorId, (db) =>
    liveRows(db, 'translation')
      .select('language')
      .distinct()
      .where('target', 'is not', null)
      .orderBy('language')
      .limit(CODES.length)
      .execute(),
  )
  return CODES.filter((code) => DELIVERED[code] || own.some((row) => row.language === code)).map((code) => ({
    code,
    label: LANGUAGES[code],
  }))
}

/** Every text the definitions show: menus, screens, entities, fields, values, actions and their inputs. */
export function textsOf(registry: Registry): string[] {
  const all = new Set<string>()
  const fields = (list: Readonly<Record<string, { label: string; hint?: string; options?: unknown }>>): void => {
    for (const field of Object.values(list)) {
      for (const text of [
        field.label,
        field.hint,
        ...(field.options && typeof field.options === 'object' ? Object.values(field.options) : []),
      ])
        if (typeof text === 'string') all.add(text)
    }
  }
  for (const { module } of registry.modules) {
    for (const menu of module.menus ?? []) all.add(menu.title)
    for (const screen of module.screens)
      for (const text of [screen.title, screen.help, ...Object.values(screen.functions ?? {})]) if (text) all.add(text)
    for (const entity of module.entities) {
      for (const text of [entity.label, ...Object.keys(entity.form), ...(entity.children ?? []).map((child) => child.label)]) all.add(text)
      fields(entity.fields)
    }
    for (const set of module.actions)
      for (const spec of Object.values(set.all as Record<string, ActionSpec<any, any, any>>)) {
        for (const text of [spec.label, spec.confirm]) if (text) all.add(text)
        fields(spec.input ?? {})
      }
  }
  return [...all].filter((text) => /[\u4e00-\u9fff]/.test(text) && text.length <= 200)
}

async function collect(ctx: Context, code: LanguageCode): Promise<{ added: number }> {
  return ctx.db.write(ctx.user.operatorId, async (tx) => {
    const known = await liveRows(tx, 'translation').select('source').where('language', '=', code).limit(MOST).execute()
    const have = new Set([...known.map((row) => row.source), ...Object.keys(DELIVERED[code] ?? {})])
    const missing = textsOf(ctx.registry).filter((text) => !have.has(text))
    for (let at = 0; at < missing.length; at += PORTION) {
      const rows = missing.slice(at, at + PORTION).map((source) => ({
        ...toRow(translation, { language: code, source, target: null }),
        operatorId: ctx.user.operatorId,
        createdBy: ctx.user.id,
      }))
      await loose(tx).insertInto('translation').values(rows).execute()
    }
    if (missing.length)
      await audit(tx, ctx, { entity: 'translation', entityId: null, title: `${LANGUAGES[code]} ${missing.length} 条`, action: 'collect' })
    return { added: missing.length }
  })
}

export const translationRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/api/v1/language/words',
    summary: '界面译文表',
    right: 'signedIn',
    input: z.strictObject({ language }),
    output: z.record(z.string(), z.string()),
    handler: (ctx, i) => wordsOf(ctx, i.language),
  }),
  route({
    method: 'GET',
    path: '/api/v1/language/list',
    summary: '可选的界面语言',
    right: 'signedIn',
    input: z.strictObject({}),
    output: z.array(z.object({ code: z.string(), label: z.string() })),
    handler: languagesOf,
  }),
  route({
    method: 'POST',
    path: '/api/v1/translation/collect',
    summary: '补齐待译文字',
    right: ['translationList_add'],
    input: z.strictObject({ language }),
    output: z.object({ added: z.number() }),
    handler: (ctx, i) => collect(ctx, i.language),
  }),
]
