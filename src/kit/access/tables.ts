/** Rows of database/migrations/0002_access.sql, 0004 and 0032. */
import type { Generated } from 'kysely'

interface SessionRow {
  id: Generated<number>
  tokenHash: string
  operatorId: number
  userId: number
  createdAt: string
  lastSeenAt: string
  expiresAt: string
  idleMinutes: number
  way: string | null
  asksPassword: Generated<boolean>
  provenElsewhere: Generated<boolean>
  ip: string
  userAgent: string
  revokedAt: string | null
  revokedReason: string | null
}
interface LoginAttemptRow {
  key: string
  failures: number
  since: string
  lockedUntil: string | null
}
interface UserTotpRow {
  userId: number
  operatorId: number
  secret: string
  enabledAt: string | null
  lastStep: Generated<number>
}
interface UserRecoveryRow {
  operatorId: number
  userId: number
  codeHash: string
  usedAt: string | null
}
interface UserPasskeyRow {
  operatorId: number
  id: Generated<number>
  userId: number
  username: string
  mark: string
  sealed: string
  counter: number
  name: string
  withoutPassword: boolean
  synced: boolean
  createdAt: string
  lastUsedAt: string | null
}
interface SignInChallengeRow {
  hash: string
  purpose: string
  userId: number | null
  sessionId: number | null
  sealed: string
  expiresAt: string
}
interface PasswordHistoryRow {
  id: Generated<number>
  operatorId: number
  userId: number
  passwordHash: string
  createdAt: string
}
interface AccessVersionRow {
  operatorId: number
  version: number
}
interface LoginLogRow {
  id: Generated<number>
  at: string
  operatorId: number | null
  userId: number | null
  username: string
  ip: string
  userAgent: string
  result: string
  detail: string | null
}

interface IdempotencyRow {
  key: string
  operatorId: number | null
  userId: number | null
  route: string
  bodyHash: string
  holder: string
  /** Real time, not the business clock: it is about processes being alive. */
  leasedUntil: string
  applied: Generated<boolean>
  httpStatus: number | null
  response: string | null
  createdAt: string
}

declare module '#kit/entity/tables.ts' {
  interface Tables {
    session: SessionRow
    loginAttempt: LoginAttemptRow
    userTotp: UserTotpRow
    userRecovery: UserRecoveryRow
    userPasskey: UserPasskeyRow
    signInChallenge: SignInChallengeRow
    passwordHistory: PasswordHistoryRow
    accessVersion: AccessVersionRow
    loginLog: LoginLogRow
    idempotency: IdempotencyRow
  }
}
