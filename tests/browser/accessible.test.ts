import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { describe, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { DESKTOP, openScreen, PHONE, session, useBrowser, visitor, world } from './harness.ts'

useBrowser()

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

interface Violation {
  id: string
  impact: string
  nodes: { html: string; failureSummary: string }[]
}

/** Serious and critical findings of axe, as short sentences. */
async function findings(page: Page): Promise<string[]> {
  await page.evaluate(AXE)
  const violations = await page.evaluate(async () => {
    const { axe } = window as never as { axe: { run(root: Document, options: object): Promise<{ violations: unknown[] }> } }
    return (await axe.run(document, { resultTypes: ['violations'] })).violations
  })
  return (violations as Violation[])
    .filter((v) => v.impact === 'serious' || v.impact === 'critical')
    .flatMap((v) => v.nodes.slice(0, 3).map((n) => `${v.id}: ${n.html.slice(0, 160)} — ${n.failureSummary.split('\n')[1]?.trim() ?? ''}`))
}

const SCREENS = [
  ['/dashboard', 'dashboard'],
  ['/homePage', 'homePage'],
  ['/vehicle/vehicleList', 'vehicleList'],
  ['/vehicle/vehicleAdd', 'vehicleAdd'],
  ['/system/user', 'user'],
  ['/depart/list', 'dept'],
  ['/contract/contracAdd', 'contracAdd'],
  ['/bill/billInfoList', 'billInfoList'],
] as const

describe('a screen reader', () => {
  test('hears what a button says, not the name of its picture', async () => {
    const { page } = await session()
    const heard: string[] = []
    for (const [path, code] of [...SCREENS, ['/vehicle/vehicleDetail?id=' + world().vehicles[0]!.id, 'vehicleDetail']] as const) {
      await openScreen(page, path, code)
      // Names of pictures of the library are small Latin letters; ours are Chinese.
      const pictures = (await page.locator('body').ariaSnapshot()).match(/^.*\bimg "[a-z-]+".*$/gm) ?? []
      heard.push(...pictures.map((line) => `${code}: ${line.trim()}`))
    }
    expect(heard).toEqual([])
    await openScreen(page, '/vehicle/vehicleList', 'vehicleList')
    await page.getByRole('button', { name: '导出', exact: true }).waitFor()
  })
})

describe('axe finds nothing serious', () => {
  test('on the login page', async () => {
    const { page } = await visitor()
    await page.goto('/login')
    await page.getByLabel('用户名').waitFor()
    expect(await findings(page)).toEqual([])
  })
  test.each([
    ['1440 px', DESKTOP, 'light'],
    ['1440 px, dark', DESKTOP, 'dark'],
    ['375 px', PHONE, 'light'],
  ] as const)('on the main pages at %s', { timeout: 240_000 }, async (_name, viewport, colorScheme) => {
    const { page } = await session(world().admin, { viewport })
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    const found: string[] = []
    for (const [path, code] of SCREENS) {
      await openScreen(page, path, code)
      found.push(...(await findings(page)).map((f) => `${code}: ${f}`))
    }
    await openScreen(page, `/vehicle/vehicleDetail?id=${world().vehicles[0]!.id}`, 'vehicleDetail')
    found.push(...(await findings(page)).map((f) => `vehicleDetail: ${f}`))
    expect(found).toEqual([])
  })
})
