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

/** Serious and critical findings of axe, as short sentences. */
export async function findings(page: Page): Promise<string[]> {
  await page.evaluate(AXE)
  const violations = await page.evaluate(async () => {
    const { axe } = window as never as { axe: { run(root: Document, options: object): Promise<{ violations: unknown[] }> } }
    return (await axe.run(document, { resultTypes: ['violations'] })).violations
  })
  return (violations as Violation[])
    .filter((v) => v.impact === 'serious' || v.impact === 'critical')
    .flatMap((v) => v.nodes.slice(0, 3).map((n) => `${v.id}: ${n.html.slice(0, 160)} — ${n.failureSummary.split('\n')[1]?.trim() ?? ''}`))
}
