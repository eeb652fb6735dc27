/** The login log: who tried to come in, from where, with what result; and what was denied to whom. Append-only. */
import type { Clock } from '../basics/time/clock.ts'
import type { Database } from '../database/connection/pool.server.ts'
import type { Tx } from './context.server.ts'
import './tables.ts'

export const LOGIN_RESULTS = {
  success: '登录成功',
  badPassword: '用户名或密码错误',
  lockedNow: '连续错误，账号被锁定',
  locked: '账号锁定期间尝试登录',
  disabled: '账号已停用',
  throttled: '尝试过于频繁',
  totpRequired: '等待第二步验证',
  badTotp: '动态验证码错误',
  logout: '退出登录',
  passwordChanged: '修改密码',
  badOldPassword: '原密码错误',
  totpEnabled: '启用动态验证码',
  totpDisabled: '停用动态验证码',
  totpCleared: '两步验证被管理员清除',
  passkeyAdded: '添加通行密钥',
  passkeyRemoved: '移除通行密钥',
  badPasskey: '通行密钥没有通过验证',
  passkeyCopied: '通行密钥可能被复制',
  wayRefused: '其他方式登录被拒绝',
  passwordOff: '已停用密码登录',
  recoveryUsed: '使用恢复码登录',
  addressRefused: '登录地址不在允许范围',
  sessionsEnded: '结束会话',
  denied: '越权访问被拒绝',
  numbersSlowed: '查看、查找完整号码过于频繁',
} as const
type LoginResult = keyof typeof LOGIN_RESULTS

export interface LoginEvent {
  result: LoginResult
  username: string
  ip: string
  userAgent: string
  operatorId?: number | null
  userId?: number | null
  detail?: string | null
}

// oxlint-disable-next-line no-control-regex -- what was typed may be anything; a log line is one line
const oneLine = (text: string, max: number): string => text.replace(/[\u0000-\u001f\u007f]/g, ' ').slice(0, max)

export const logLogin = (db: Database, clock: Clock, event: LoginEvent): Promise<void> =>
  db.write(null, (tx) => loginEvent(tx, clock, event))

/** In the transaction that does it. */
export async function loginEvent(tx: Tx, clock: Clock, event: LoginEvent): Promise<void> {
  await tx
    .insertInto('loginLog')
    .values({
      at: clock.now(),
      operatorId: event.operatorId ?? null,
      userId: event.userId ?? null,
      username: oneLine(event.username, 64),
      ip: event.ip,
      userAgent: oneLine(event.userAgent, 300),
      result: event.result,
      detail: event.detail ? oneLine(event.detail, 300) : null,
    })
    .execute()
}
