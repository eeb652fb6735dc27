/** What axe has to say of a page. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

interface Violation {
  id: string
  impact: string
  nodes: { html: string; failureSummary: string }[]
}

/** Serious and critical findings of axe, as short sentences: of the whole page, or of what this selector names. */
export async function findings(page: Page, within?: string): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE)
  const violations = await page.evaluate(async (selector) => {
    const { axe } = window as never as { axe: { run(root: Element | Document, options: object): Promise<{ violations: unknown[] }> } }
    const root = selector === undefined ? document : [...document.querySelectorAll(selector)].find((one) => one.checkVisibility())
    if (!root) throw new Error(`axe has nothing to look at: ${selector}`)
    return (await axe.run(root, { resultTypes: ['violations'] })).violations
  }, within)
  return (violations as Violation[])
    .filter((v) => v.impact === 'serious' || v.impact === 'critical')
    .flatMap((v) => v.nodes.slice(0, 3).map((n) => `${v.id}: ${n.html.slice(0, 160)} — ${n.failureSummary.split('\n')[1]?.trim() ?? ''}`))
}
