import { describe, expect, it } from 'vitest'
import { clash, dutiesIn, dutyNames, policyOf, type SecuritySettings } from './profile.rules.ts'

const weak: SecuritySettings = {
  securityProfile: 'standard',
  secondFactorFor: 'none',
  passwordMinLength: 8,
  passwordMaxDays: 0,
  idleMinutes: 120,
  sessionHours: 24,
  adminAddresses: '10.0.0.0/8',
  separateAdmins: false,
  twoPersonsRights: false,
  driverTrackConsent: false,
}

describe('what is asked of those who sign in', () => {
  it('is what the company chose', () => expect(policyOf(weak)).toEqual(weak))
  it('is never below the floor of level 3', () =>
    expect(policyOf({ ...weak, securityProfile: 'level3' })).toEqual({
      securityProfile: 'level3',
      secondFactorFor: 'all',
      passwordMinLength: 10,
      passwordMaxDays: 90,
      idleMinutes: 30,
      sessionHours: 12,
      adminAddresses: '10.0.0.0/8',
      separateAdmins: true,
      twoPersonsRights: true,
      driverTrackConsent: true,
    }))
  it('stays above it where the company chose more', () =>
    expect(
      policyOf({ ...weak, securityProfile: 'level3', passwordMinLength: 14, passwordMaxDays: 60, idleMinutes: 10, sessionHours: 8 }),
    ).toMatchObject({
      passwordMinLength: 14,
      passwordMaxDays: 60,
      idleMinutes: 10,
      sessionHours: 8,
    }))
})

describe('three duties, nobody two of them', () => {
  const [system, security, audit] = ['securityCenter_system', 'securityCenter_security', 'securityCenter_audit']
  const may =
    (...codes: (string | undefined)[]) =>
    (code: string): boolean =>
      codes.includes(code)
  it('are told by their rights', () => {
    expect(dutiesIn(may(audit, system))).toEqual(['system', 'audit'])
    expect(dutyNames(['system', 'security', 'audit'])).toBe('系统管理员、安全管理员、审计管理员')
  })
  it.each([
    ['none of them', may('role_grant', 'systemLog'), null],
    ['one', may(security, 'role_grant'), null],
    ['two', may(system, audit), '三员分立：系统管理员、审计管理员不能由同一人担任'],
    ['who keeps accounts gives no rights', may(system, 'role_grant'), '三员分立：系统管理员不能同时拥有「角色授权」，授权由安全管理员办理'],
    ['nor reads the log', may(system, 'systemLog'), '三员分立：系统管理员不能查看系统日志，日志由审计管理员查看'],
    ['nor does who gives rights', may(security, 'systemLog'), '三员分立：安全管理员不能查看系统日志，日志由审计管理员查看'],
    ['who audits reads it', may(audit, 'systemLog'), null],
  ])('%s', (_, can, words) => expect(clash(can)).toBe(words))
})
