/** The door of the program: a call as it comes over the wire, parsed by its route, and what the person reads in the end. */
import type { Context } from '#kit/access/context.server.ts'
import { AppError } from '#kit/basics/errors.ts'
import { entityRoutes } from '#kit/entity/api/api.server.ts'
import type { Route } from '#kit/http/route.server.ts'
import type { Company } from './company.ts'

export type Says = (path: string, input: object, as?: Context) => Promise<string>

/** The sentences of the fields, or the one of the refusal; `accepted` when there is none. */
export function door(company: Company): Says {
  const routes: readonly Route[] = [
    ...entityRoutes(company.registry, {} as never),
    ...company.registry.modules.flatMap((m) => m.routes ?? []),
  ]
  return async (path, input, as = company.as('sales')) => {
    const route = routes.find((r) => r.method === 'POST' && r.path === `/api/v1/${path}`)
    if (!route) throw new Error(`no such call: ${path}`)
    const parsed = await route.input.safeParseAsync(input)
    if (!parsed.success) return parsed.error.issues.map((issue) => issue.message).join('；')
    try {
      await route.handler(as, parsed.data, { files: [], signal: new AbortController().signal })
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      return error.kind === 'invalid' && error.data ? Object.values(error.data as Record<string, string>).join('；') : error.message
    }
    return 'accepted'
  }
}
