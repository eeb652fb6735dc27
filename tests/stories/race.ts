/** People at once. */
import { AppError } from '#kit/basics/errors.ts'

export interface Outcome {
  done: number
  reasons: string[]
}

/** All at once; whatever is no refusal is a fault. */
export async function race(works: readonly (() => Promise<unknown>)[]): Promise<Outcome> {
  const results = await Promise.allSettled(works.map((work) => work()))
  const failed = results.flatMap((r) => (r.status === 'rejected' ? [r.reason as unknown] : []))
  for (const error of failed) if (!(error instanceof AppError)) throw error
  return { done: results.length - failed.length, reasons: failed.map((e) => (e as AppError).message) }
}
