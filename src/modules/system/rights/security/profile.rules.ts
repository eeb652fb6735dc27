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

type Value = number | boolean | string
const ENROLS: readonly Value[] = ['none', 'admins', 'all']
const off = (was: Value, is: Value): boolean => was === true && is === false
const more = (was: Value, is: Value): boolean => Number(is) > Number(was)
const listed = (networks: Value): string[] =>
  String(networks)
    .split(/[\s,，;；]+/)
    .filter(Boolean)

/** Parameters that bind who sets them: whether a change loosens the rule, so that nobody does it alone. Tightening is anybody's. */
export const LOOSENS: Readonly<Record<string, (was: Value, is: Value) => boolean>> = {
  twoPersons: off,
  twoPersonsRights: off,
  separateAdmins: off,
  driverTrackConsent: off,
  securityProfile: (was) => was === 'level3',
  secondFactorFor: (was, is) => ENROLS.indexOf(is) < ENROLS.indexOf(was),
  passwordMinLength: (was, is) => more(is, was),
  // 0 is for ever.
  passwordMaxDays: (was, is) => more(was || Infinity, is || Infinity),
  idleMinutes: more,
  sessionHours: more,
  adminAddresses: (was, is) => was !== '' && (is === '' || listed(is).some((network) => !listed(was).includes(network))),
  // Where links in the company's name lead.
  signSite: (was, is) => was !== is,
}

/** Null, or why this is looser than the profile that is on asks for. */
export function belowProfile(chosen: SecuritySettings, code: string, value: Value): string | null {
  if (chosen.securityProfile !== 'level3' || code === 'securityProfile' || !(code in chosen)) return null
  const floor = policyOf({ ...chosen, [code]: value })[code as keyof SecuritySettings]
  if (floor === value) return null
  const least =
    typeof floor === 'number'
      ? code === 'passwordMinLength'
        ? `不能小于 ${floor}`
        : `须在 1 至 ${floor} 之间`
      : floor === 'all'
        ? '须为所有人'
        : '不能关闭'
  return `安全档案为等保三级，此项${least}；要放宽请先改回常规档案`
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
