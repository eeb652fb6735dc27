import { describe, expect, it } from 'vitest'
import { securityChecks, type SecurityFacts } from './checks.rules.ts'
import { clash, dutiesIn, dutyNames, policyOf, type SecuritySettings } from './profile.rules.ts'

const LAX: SecuritySettings = {
  securityProfile: 'standard',
  secondFactorFor: 'none',
  passwordMinLength: 8,
  passwordMaxDays: 0,
  idleMinutes: 120,
  sessionHours: 24,
  adminAddresses: '',
  separateAdmins: false,
  twoPersonsRights: false,
  driverTrackConsent: false,
}

describe('the profile', () => {
  it('of a company that chose none is what it set', () => expect(policyOf(LAX)).toEqual(LAX))
  it('of level 3 lays a floor below each figure: 0 days is for ever, which is more than 90', () => {
    expect(policyOf({ ...LAX, securityProfile: 'level3' })).toEqual({
      securityProfile: 'level3',
      secondFactorFor: 'all',
      passwordMinLength: 10,
      passwordMaxDays: 90,
      idleMinutes: 30,
      sessionHours: 12,
      adminAddresses: '',
      separateAdmins: true,
      twoPersonsRights: true,
      driverTrackConsent: true,
    })
  })
  it('keeps what is stricter than level 3', () => {
    const strict = { passwordMinLength: 14, passwordMaxDays: 30, idleMinutes: 10, sessionHours: 8 }
    expect(policyOf({ ...LAX, securityProfile: 'level3', ...strict })).toMatchObject(strict)
  })
})

describe('three administrators', () => {
  const may =
    (...codes: string[]) =>
    (code: string) =>
      codes.includes(code)
  it.each([
    ['nobody of them', may('vehicleList', 'role_grant', 'systemLog'), null],
    ['who keeps the accounts', may('securityCenter_system'), null],
    ['who keeps them and gives rights', may('securityCenter_system', 'role_grant'), /角色授权/],
    ['who gives the rights', may('securityCenter_security', 'role_grant'), null],
    ['who gives them and reads the log', may('securityCenter_security', 'systemLog'), /安全管理员不能查看系统日志/],
    ['who reads the log', may('securityCenter_audit', 'systemLog'), null],
    ['two at once', may('securityCenter_system', 'securityCenter_audit'), /系统管理员、审计管理员不能由同一人担任/],
  ])('%s', (_name, can, why) => {
    if (why === null) expect(clash(can)).toBeNull()
    else expect(clash(can)).toMatch(why)
  })
  it('are named in their order', () => {
    expect(dutyNames(dutiesIn(may('securityCenter_audit', 'securityCenter_system')))).toBe('系统管理员、审计管理员')
  })
})

describe('the list of checks', () => {
  const facts: SecurityFacts = {
    now: '2026-03-01T12:00:00.000Z',
    policy: policyOf({ ...LAX, securityProfile: 'level3', adminAddresses: '10.0.0.0/8' }),
    people: { all: 9, proven: 9, admins: 2, adminsProven: 2, stale: 0 },
    events: {},
    lookups: 3,
    reveals: 4,
    anchored: '2026-03-01T01:00:00.000Z',
    shipped: '2026-03-01T01:00:00.000Z',
    first: '2025-09-01T01:00:00.000Z',
    reviewers: 2,
    vacant: [],
    unproven: [],
    sealed: true,
    demo: false,
    oidc: null,
  }
  const open = (more: Partial<SecurityFacts>, tls = true) =>
    securityChecks({ ...facts, ...more }, { tls })
      .filter((check) => check.state !== 'good')
      .map((check) => check.label)
  it('has nothing open where everything is as level 3 asks', () => expect(open({})).toEqual([]))
  it('has open what the company did not ask for', () => {
    expect(open({ policy: LAX }, false)).toEqual([
      '两步验证',
      '密码',
      '超时退出',
      '管理员登录地址',
      '三员分立',
      '双人复核',
      '传输加密',
      '司机行踪同意',
    ])
  })
  it.each<[string, Partial<SecurityFacts>, string]>([
    ['somebody without a second factor', { people: { ...facts.people, proven: 8 } }, '两步验证'],
    ['a duty nobody has', { vacant: ['audit'] }, '三员分立'],
    ['a duty without a second factor', { unproven: ['security'] }, '三员分立'],
    ['an account nobody uses', { people: { ...facts.people, stale: 1 } }, '长期不用的账号'],
    ['a chain without an anchor', { anchored: null }, '日志锚点'],
    ['a log that stays', { shipped: null }, '日志外送'],
    ['a log that leaves no more', { now: '2026-03-02T01:00:00.000Z' }, '日志外送'],
    ['somebody who copies numbers', { events: { numbersSlowed: 1 } }, '最近一天'],
    ['numbers that lie open', { sealed: false }, '号码加密'],
    ['a company for showing', { demo: true }, '演示账号'],
    ['somebody locked out', { events: { lockedNow: 1 } }, '最近一天'],
  ])('names %s', (_name, more, label) => expect(open(more)).toEqual([label]))
})
