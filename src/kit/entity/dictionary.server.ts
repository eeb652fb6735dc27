/** Dictionary texts for exports, histories and imports. The module that keeps dictionaries offers a reader (ServedModule.dictionary). */
import type { Context, Db } from '../access/context.server.ts'

/** Value → label. Until a module keeps dictionaries in the database, what the modules were shipped with. */
export async function dictionaryOf(db: Db, ctx: Context, group: string): Promise<Record<string, string>> {
  const reader = ctx.registry.modules.find((served) => served.dictionary)?.dictionary
  const stored = await reader?.(db, ctx, group)
  if (stored) return stored
  for (const { module } of ctx.registry.modules) {
    const declared = module.dictionaries?.[group]
    if (declared) return declared.items
  }
  return {}
}
