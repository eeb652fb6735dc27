import { expect, test } from 'vitest'
import { system } from '../../system.ts'
import { securityChecks } from './checks.rules.ts'
import { policyOf } from './profile.rules.ts'

const policy = policyOf({
  securityProfile: 'standard',
  passwordMinLength: 8,
  passwordMaxDays: 0,
  sessionHours: 12,
  idleMinutes: 60,
  secondFactorFor: 'none',
  adminAddresses: '',
  separateAdmins: false,
  twoPersonsRights: false,
  driverTrackConsent: false,
})
const facts = {
  now: '2026-03-01T12:00:00.000Z',
  policy,
  people: { all: 5, proven: 2, admins: 1, adminsProven: 0, stale: 0 },
  events: {},
  lookups: 0,
  reveals: 0,
  anchored: null,
  shipped: null,
  first: null,
  reviewers: 2,
  vacant: [],
  unproven: [],
  sealed: false,
  demo: false,
  oidc: null,
}

test('what is open for want of a parameter leads to that parameter, which there is', () => {
  const codes = securityChecks(facts, { tls: false }).flatMap(({ to }) =>
    to?.path.startsWith('/system/parameterSett') ? [to.path.split('?code=')[1]!] : [],
  )
  expect(codes).toEqual([
    'secondFactorFor',
    'passwordMinLength',
    'idleMinutes',
    'adminAddresses',
    'separateAdmins',
    'twoPersonsRights',
    'driverTrackConsent',
  ])
  expect(codes.filter((code) => !system.parameters?.some((parameter) => parameter.code === code))).toEqual([])
})
