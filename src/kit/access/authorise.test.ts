import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { Route } from '../http/route.server.ts'
import { checkAuthUrl, everyRouteHasARight, matches, mayCall } from './authorise.ts'

describe('authUrls', () => {
  it.each([
    ['GET /api/v1/bill/list', 'GET', '/api/v1/bill/list', true],
    ['get /api/v1/bill/list', 'GET', '/api/v1/bill/list', true],
    ['POST /api/v1/bill/list', 'GET', '/api/v1/bill/list', false],
    ['POST /api/v1/bill/pay', 'POST', '/api/v1/bill/pay', true],
    ['* /api/v1/bill/pay', 'POST', '/api/v1/bill/pay', false],
    ['POST /api/v1/bill/*', 'POST', '/api/v1/bill/pay', false],
    ['POST /api/v1/*', 'POST', '/api/v1/bill/pay', false],
    ['POST /api/v1/bill/*', 'POST', '/api/v1/bill', false],
    ['POST /api/v1/bill/pay/', 'POST', '/api/v1/bill/pay', false],
    ['/api/v1/bill/pay', 'POST', '/api/v1/bill/pay', false],
    ['', 'POST', '/api/v1/bill/pay', false],
  ])('%s for %s %s: %s', (rule, method, path, expected) => {
    expect(matches(rule, method, path)).toBe(expected)
  })

  it.each([
    ['GET /api/v1/bill/list', true],
    ['GET /api/v1/bill/*', false],
    ['* /api/v1/bill/list', false],
    ['DELETE /api/v1/bill', false],
    ['GET /etc', false],
    ['GET /api/**', false],
  ])('%s is an entry: %s', (rule, valid) => {
    expect(checkAuthUrl(rule) === null).toBe(valid)
  })
})

const route = (right: Route['right'], path = '/api/v1/a/list'): Route => ({
  method: 'GET',
  path,
  summary: '',
  right,
  input: z.object({}),
  handler: async () => null,
})
const grants = (codes: string[], isAdmin = false, withheld: string[] = []) => ({
  isAdmin,
  can: (code: string) => codes.includes(code),
  withheld: new Set(withheld),
  authUrls: ['GET /api/v1/b/list'],
})

describe('a call passes', () => {
  it.each([
    ['public to anybody', route('public'), null, true],
    ['signedIn to a user', route('signedIn'), grants([]), true],
    ['signedIn not to a visitor', route('signedIn'), null, false],
    ['with one of several codes', route(['a', 'b']), grants(['b']), true],
    ['not with another code', route(['a', 'b']), grants(['c']), false],
    ['not with a code named signedIn inside a list', route(['signedIn']), grants([]), false],
    ['for the administrator', route('a'), grants([], true), true],
    ['that a resource of his lists', route('a', '/api/v1/b/list'), grants([]), true],
    ['of the platform not for the administrator of a company', route('a'), grants(['a'], true, ['a']), false],
    ['of the platform not because a resource lists it', route('a', '/api/v1/b/list'), grants(['a'], true, ['a']), false],
    ['with another of its codes, where one is the platform’s', route(['a', 'b']), grants(['b'], false, ['a']), true],
  ])('%s', (_title, target, who, expected) => {
    expect(mayCall(target, who)).toBe(expected)
  })
})

it('the house test finds routes without a right, public ones out of place, and doubles', () => {
  expect(everyRouteHasARight([route('vehicleList'), route('public', '/api/v1/site/config')])).toEqual([])
  const bad = [route(''), route([]), route('public'), route(['a', 'public']), route('a', '/internal/:id')]
  const problems = everyRouteHasARight(bad).join('\n')
  for (const word of ['no right', 'public outside', 'inside a list', 'without parameters', 'twice']) expect(problems).toContain(word)
})
