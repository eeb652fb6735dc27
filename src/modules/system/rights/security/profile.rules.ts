/**
 * What the company asks of those who sign in, from its parameters. 等保三级 lays a floor below each of them (GB/T 22239 8.1.4 and the
 * figures assessors use): whoever chose more keeps it, whoever chose less gets the floor. Pure.
 */
type WhoEnrols = 'none' | 'admins' | 'all'

export interface SecuritySettings {
  securityProfile: 'standard' | 'level3'
  secondFactorFor: WhoEnrols
  passwordMinLength: number
  passwordMaxDays: number
  idleMinutes: number
  sessionHours: number
  adminAddresses: string
  separateAdmins: boolean
  twoPersonsRights: boolean
  driverTrackConsent: boolean
}
export type SecurityPolicy = SecuritySettings

export const LEVEL3 = { passwordMinLength: 10, passwordMaxDays: 90, idleMinutes: 30, sessionHours: 12 } as const

export function policyOf(chosen: SecuritySettings): SecurityPolicy {
  if (chosen.securityProfile !== 'level3') return chosen
  return {
    ...chosen,
    secondFactorFor: 'all',
    passwordMinLength: Math.max(chosen.passwordMinLength, LEVEL3.passwordMinLength),
    // 0 is for ever.
    passwordMaxDays: Math.min(chosen.passwordMaxDays || LEVEL3.passwordMaxDays, LEVEL3.passwordMaxDays),
    idleMinutes: Math.min(chosen.idleMinutes, LEVEL3.idleMinutes),
    sessionHours: Math.min(chosen.sessionHours, LEVEL3.sessionHours),
    separateAdmins: true,
    twoPersonsRights: true,
    driverTrackConsent: true,
  }
}

/** 三员: who keeps the accounts, who gives the rights, who reads the log. Nobody is two of them. */
export const DUTIES = {
  system: { code: 'securityCenter_system', label: '系统管理员' },
  security: { code: 'securityCenter_security', label: '安全管理员' },
  audit: { code: 'securityCenter_audit', label: '审计管理员' },
} as const
export type Duty = keyof typeof DUTIES
const ALL = Object.entries(DUTIES) as [Duty, (typeof DUTIES)[Duty]][]

export const dutiesIn = (can: (code: string) => boolean): Duty[] => ALL.flatMap(([duty, { code }]) => (can(code) ? [duty] : []))
export const dutyNames = (duties: readonly Duty[]): string => duties.map((duty) => DUTIES[duty].label).join('、')

/** Why these rights may not lie in one hand, or null. */
export function clash(can: (code: string) => boolean): string | null {
  const duties = dutiesIn(can)
  if (duties.length > 1) return `三员分立：${dutyNames(duties)}不能由同一人担任`
  if (duties[0] === 'system' && can('role_grant')) return '三员分立：系统管理员不能同时拥有「角色授权」，授权由安全管理员办理'
  if (duties[0] !== undefined && duties[0] !== 'audit' && can('systemLog'))
    return `三员分立：${dutyNames(duties)}不能查看系统日志，日志由审计管理员查看`
  return null
}
