/** Runs a named action without asking anything, for callers that have asked already. Refusals are thrown as ApiError. */
import type { BulkAnswer, Row } from '../../entity/wire.ts'
import { api } from '../api.web.ts'

export function runAction(entity: string, action: string, rows: readonly [Row], input?: object): Promise<Row>
export function runAction(entity: string, action: string, rows: readonly Row[], input?: object): Promise<Row | BulkAnswer | { taskId: number }>
export function runAction(entity: string, action: string, rows: readonly Row[], input: object = {}): Promise<unknown> {
  const [only, ...others] = rows
  if (!only) throw new Error('runAction needs a record')
  if (others.length === 0) return api.post(`/api/v1/${entity}/${action}`, { ...input, id: only.id, version: only.version }, { silent: true })
  return api.post(`/api/v1/${entity}/bulk/${action}`, { ...input, ids: rows.map((row) => row.id) }, { silent: true })
}
