/** Rows of database/migrations/0003_rights.sql. */
import type { Generated } from 'kysely'
import type { ResourceType } from '#kit/access/session.ts'

export interface ResourceRow {
  operatorId: number
  code: string
  parentCode: string | null
  type: ResourceType
  name: string
  path: string | null
  icon: string | null
  idx: Generated<number>
  description: string | null
  permissionControlled: Generated<boolean>
  hidden: Generated<boolean>
  authUrls: Generated<string[]>
  builtin: Generated<boolean>
  touched: Generated<boolean>
}
interface RoleGrantRow {
  operatorId: number
  roleId: number
  resourceCode: string
}
interface CredentialRow {
  userId: number
  operatorId: number
  username: string
  passwordHash: string
  isFirst: Generated<boolean>
  changedAt: Generated<string>
}

interface UserAlipayRow {
  userId: number
  operatorId: number
  alipayUserId: string
  boundAt: string
}

interface DemoAccountRow {
  username: string
  operatorId: number
  password: string
  name: string
  note: string
  idx: Generated<number>
}

interface DemoMakingRow {
  operatorId: number
  madeFor: string
  progress: Generated<number>
  secondsLeft: number | null
  failed: string | null
}
interface DemoStepRow {
  operatorId: number
  track: string
  number: number
  what: string
  result: { value?: unknown; random?: number }
}

interface OperatorHostRow {
  host: string
  operatorId: number
}

declare module '#kit/entity/tables.ts' {
  interface Tables {
    resource: ResourceRow
    roleGrant: RoleGrantRow
    credential: CredentialRow
    demoAccount: DemoAccountRow
    demoMaking: DemoMakingRow
    demoStep: DemoStepRow
    operatorHost: OperatorHostRow
    userAlipay: UserAlipayRow
  }
}
