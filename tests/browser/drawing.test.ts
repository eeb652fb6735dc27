/** What is drawn again when one goes from tab to tab: the tab that is left and the one that comes, nothing behind them. */
import { expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { openScreen, pageLink, pane, session, settled, useBrowser } from './harness.ts'

useBrowser()

declare global {
  interface Window {
    /** How many components rendered, by the pane or the head of a tab. */
    drawings: Record<string, number>
  }
}

/** React's own account of a component. */
interface Fiber {
  tag: number
  flags: number
  child: Fiber | null
  sibling: Fiber | null
  stateNode: unknown
}

/**
 * Listens as React's developer tools do, and counts components that rendered, by the pane or the head of a tab they are in. After each
 * commit a component that rendered is an object the tree before did not have, marked as having worked.
 */
function countDrawings(): void {
  const [FUNCTION, FORWARD_REF, MEMO, SIMPLE_MEMO, HOST, WORKED] = [0, 11, 14, 15, 5, 1] as const
  const components = new Set<number>([FUNCTION, FORWARD_REF, MEMO, SIMPLE_MEMO])
  const drawings: Record<string, number> = {}
  let before = new WeakSet<Fiber>()
  const placeOf = (node: Element): string | null => node.getAttribute('data-screen') ?? (node.matches('.zyt-tab') ? node.textContent : null)
  const onCommitFiberRoot = (_renderer: number, root: { current: Fiber }): void => {
    const now = new WeakSet<Fiber>()
    const all: [Fiber, string | null][] = [[root.current, null]]
    for (let next = all.pop(); next; next = all.pop()) {
      const [fiber, at] = next
      now.add(fiber)
      const place = (fiber.tag === HOST ? placeOf(fiber.stateNode as Element) : null) ?? at
      const rendered = components.has(fiber.tag) && (fiber.flags & WORKED) !== 0 && !before.has(fiber)
      if (rendered && place) drawings[place] = (drawings[place] ?? 0) + 1
      if (fiber.sibling) all.push([fiber.sibling, at])
      if (fiber.child) all.push([fiber.child, place])
    }
    before = now
  }
  Object.assign(window, {
    drawings,
    __REACT_DEVTOOLS_GLOBAL_HOOK__: { supportsFiber: true, inject: () => 1, onCommitFiberRoot, onCommitFiberUnmount: () => {} },
  })
}
const drawings = (page: Page): Promise<Record<string, number>> => page.evaluate(() => window.drawings)
const forget = (page: Page): Promise<void> =>
  page.evaluate(() => {
    for (const key of Object.keys(window.drawings)) delete window.drawings[key]
  })
/**
 * What was still to be drawn is. Not by requestIdleCallback: on a machine that does other things a page whose frames are late is never
 * told that it is idle.
 */
async function quiet(page: Page): Promise<void> {
  let [before, now] = ['', JSON.stringify(await drawings(page))]
  while (now !== before) {
    await page.waitForTimeout(500)
    ;[before, now] = [now, JSON.stringify(await drawings(page))]
  }
}

test('a tab in the background is not drawn when others come to the front, nor is its head', async () => {
  const { page } = await session()
  await page.addInitScript(countDrawings)
  await openScreen(page, '/vehicle/vehicleList', 'vehicleList')
  for (const [name, code] of [
    ['预备车辆', 'preVehicleList'],
    ['车辆库存', 'stockList'],
  ] as const) {
    await pageLink(page, name).click()
    await pane(page, code).waitFor()
    await settled(page)
  }
  const tab = (name: string) => page.getByRole('tab', { name })
  const goTo = async (name: string, code: string): Promise<void> => {
    await tab(name).click()
    await pane(page, code).waitFor()
    await settled(page)
  }
  await goTo('预备车辆', 'preVehicleList')
  await goTo('车辆库存', 'stockList')
  await quiet(page)
  await forget(page)
  await goTo('预备车辆', 'preVehicleList')
  await goTo('车辆库存', 'stockList')
  await quiet(page)
  const seen = await drawings(page)
  expect(seen['预备车辆']).toBeGreaterThan(0)
  expect(seen['车辆列表'] ?? 0).toBe(0)
  expect(seen['vehicleList'] ?? 0).toBe(0)
})
