import { describe, expect, it } from 'vitest'
import { isPublic, loginPath, safeReturn } from './site.ts'

describe('the guard of the console', () => {
  it('lets six public paths through without a token', () => {
    expect(['/login', '/tmsLogin', '/appDownLoad', '/franchise', '/401', '/404'].every(isPublic)).toBe(true)
    expect(isPublic('/dashboard')).toBe(false)
    expect(isPublic('/login/x')).toBe(false)
  })
  it('sends to the carrier login on a TMS host or when a carrier signed in here before', () => {
    expect(loginPath('leasing', null)).toBe('/login')
    expect(loginPath('tms', null)).toBe('/tmsLogin')
    expect(loginPath('leasing', '1')).toBe('/tmsLogin')
    expect(loginPath(null, '0')).toBe('/login')
  })
  it('goes back after login only to a page of this console', () => {
    expect(safeReturn('/vehicle/list?status=idle')).toBe('/vehicle/list?status=idle')
    for (const bad of [null, '', 'https://evil.example', '//evil.example', '/\\evil.example', '/login', '/404?from=x']) {
      expect(safeReturn(bad)).toBe('/')
    }
  })
})
