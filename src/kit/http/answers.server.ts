/** What routes answer besides plain data of their own, as `output` says it; and the check of an answer against it. */
import { z } from 'zod'
import type { Download, EventStream, Route, Written } from './route.server.ts'

const kindIs = (kind: string) => (value: unknown) =>
  typeof value === 'object' && value !== null && (value as { kind?: unknown }).kind === kind

/** A file. */
export const fileAnswer = z.custom<Download>(kindIs('download'))
/** A stream of events that goes on. */
export const eventsAnswer = z.custom<EventStream>(kindIs('events'))
/** Nothing but that it was done. */
export const doneAnswer = z.null()
/** What travels must be what `output` says: types know neither what a database really gives nor what JSON makes of it. */
export function answerProblem(route: Pick<Route, 'method' | 'path' | 'output'>, answer: unknown): string | null {
  if (!route.output) return null
  const whole = route.output === fileAnswer || route.output === eventsAnswer
  if (!whole && ['download', 'events'].some((kind) => kindIs(kind)(answer))) return null
  const json = kindIs('written')(answer) ? (answer as Written).json : JSON.stringify(answer)
  const parsed = route.output.safeParse(whole || answer === undefined ? answer : JSON.parse(json))
  return parsed.success ? null : `${route.method} ${route.path} does not answer what its output says: ${z.prettifyError(parsed.error)}`
}
