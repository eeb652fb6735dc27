/** Row types of the kit's own tables (database/migrations/0001_foundation.sql). */
import type { Generated } from 'kysely'

export interface OperatorRow {
  id: Generated<number>
  name: string
  shortName: string | null
  status: Generated<'active' | 'stopped'>
  demo: Generated<boolean>
  /** Its demo company is still being filled in: nothing works on its records by itself meanwhile. */
  demoMaking: Generated<boolean>
  /** Looks after the installation. */
  platform: Generated<boolean>
  /** Whose sub-operation it is. */
  parentId: number | null
  createdAt: Generated<string>
}
export interface CounterRow {
  operatorId: number
  key: string
  value: number
}
export interface FileRow {
  id: string
  operatorId: number
  name: string
  mime: string
  size: number
  sha256: string
  width: number | null
  height: number | null
  entity: string | null
  entityId: number | null
  purpose: string | null
  createdBy: number | null
  createdAt: Generated<string>
  expiresAt: string | null
}
export interface TaskRow {
  id: Generated<number>
  operatorId: number
  kind: string
  title: string
  status: Generated<'waiting' | 'running' | 'done' | 'failed'>
  done: Generated<number>
  total: number | null
  fileId: string | null
  /** jsonb: written as JSON text. */
  result: unknown
  error: string | null
  createdBy: number | null
  createdAt: Generated<string>
  startedAt: string | null
  heartbeatAt: Generated<string>
  finishedAt: string | null
  expiresAt: string | null
}
export interface DraftRow {
  operatorId: number
  userId: number
  key: string
  title: string | null
  value: unknown
  updatedAt: Generated<string>
}
export interface UserSettingRow {
  operatorId: number
  userId: number
  key: string
  value: unknown
  updatedAt: Generated<string>
}
export interface SavedViewRow {
  id: Generated<number>
  operatorId: number
  screen: string
  name: string
  audience: Generated<'private' | 'dept' | 'all'>
  userId: number
  deptId: number | null
  value: unknown
  isDefault: Generated<boolean>
  idx: Generated<number>
  createdAt: Generated<string>
  updatedAt: Generated<string>
}
export interface AuditLogRow {
  id: Generated<number>
  operatorId: number
  at: string
  userId: number | null
  userName: string
  entity: string
  entityId: number | null
  title: string | null
  action: string
  fromState: string | null
  toState: string | null
  changes: unknown
  reason: string | null
  source: string
  requestId: string | null
  ip: string | null
}

declare module '#kit/entity/tables.ts' {
  interface Tables {
    operator: OperatorRow
    counter: CounterRow
    file: FileRow
    task: TaskRow
    draft: DraftRow
    userSetting: UserSettingRow
    savedView: SavedViewRow
    auditLog: AuditLogRow
  }
}
