import { describe, expect, it } from 'vitest'
import { fillHoverOf, isPublic, loginPath, pageOfDemand, primaryOf, safeReturn, type SiteConfig } from './site.ts'

describe('the guard of the console', () => {
  it('leads to what is asked of somebody first, and back', () => {
    expect(pageOfDemand('enrol', '/tmsLogin', '/driver')).toBe('/?redirect=%2Fdriver')
    expect(pageOfDemand('password', '/tmsLogin', '/lease/list?status=1')).toBe('/tmsLogin?redirect=%2Flease%2Flist%3Fstatus%3D1')
  })
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
      // Who has a page of his own begins there.
      expect([safeReturn(bad, 'carrier'), safeReturn(bad, 'driver'), safeReturn(bad, 'staff')]).toEqual(['/carrier', '/driver', '/'])
    }
    expect(safeReturn('/vehicle/list', 'carrier')).toBe('/vehicle/list')
  })
})

/** Contrast of a colour `#rrggbb` with white by WCAG 2.2: (1.05) / (luminance + 0.05). */
function withWhite(hex: string): number {
  const part = (at: number): number => {
    const c = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4
  }
  return 1.05 / (0.2126 * part(1) + 0.7152 * part(3) + 0.0722 * part(5) + 0.05)
}

describe('a filled button', () => {
  it.each(['blue', 'teal', 'green', 'orange', 'red', 'purple'])(
    'in %s carries white text at 4.5 : 1, under the pointer too',
    (primaryColor) => {
      const site = { primaryColor } as SiteConfig
      expect(withWhite(primaryOf(site, false))).toBeGreaterThanOrEqual(4.5)
      expect(fillHoverOf(site)).toMatch(/^#[0-9a-f]{6}$/)
      expect(withWhite(fillHoverOf(site))).toBeGreaterThan(withWhite(primaryOf(site, false)))
    },
  )
})
