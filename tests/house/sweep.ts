/** The same look at many routes. */
import type { Route } from '#kit/http/route.server.ts'
import type { Answer } from './rig.ts'

export const CHINESE = /[\u4e00-\u9fff]/

/** What was sent to a route and how it answered, for whoever reads the failure. */
export const tell = (r: Route, a: Pick<Answer, 'status' | 'text'>, sent: unknown = ''): string =>
  `${r.method} ${r.path} ${JSON.stringify(sent).slice(0, 80)}: ${a.status} ${a.text.slice(0, 160)}`

/** Every route in turn, a few at a time. */
export async function sweep(routes: readonly Route[], look: (route: Route) => Promise<string[]>): Promise<string[]> {
  const problems: string[] = []
  const rest = [...routes]
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      for (let r = rest.shift(); r; r = rest.shift()) problems.push(...(await look(r)))
    }),
  )
  return problems.toSorted()
}
