/** What must be reached and read on every screen, measured in the page as it stands there. */
import type { BrowserContext, Page } from 'playwright-core'
import type { Entity } from '#kit/entity/entity.ts'
import { columnNames, effectiveKind, fieldOf, isNumeric } from '#kit/ui/list/kinds.ts'
import { isWhole } from '#kit/ui/list/widths.ts'

/** As the server says it to somebody for whom twenty approvals wait. */
export const TWENTY_NOTICES = {
  undistributedTaskCount: 0,
  unapprovedCount: 20,
  reminderList: [],
  unapprovedTaskList: Array.from({ length: 20 }, (_, i) => ({
    taskName: `退车审批 ${i + 1}`,
    reminderType: '待审批',
    vehicleNo: '沪B23456',
    tenantryName: '上海某某城市配送有限公司',
    approvalStartTime: `2026-11-20 10:${String(i).padStart(2, '0')}:00`,
    businessId: 100 + i,
    approvalScene: 2,
  })),
  vehicleRevenueWarnVoList: [],
}
export const withTwentyNotices = (where: Page | BrowserContext): Promise<unknown> =>
  where.route('**/api/v1/projectTask/total', (route) => route.fulfill({ json: { code: 200, message: '', data: TWENTY_NOTICES } }))

/**
 * Points along the foot and the right edge of the screen in front that belong to something else, and controls of it that a press would
 * miss: at rest, and with the screen scrolled to its end. What a pinned column covers until one scrolls on is no fault.
 */
export const outOfReach = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const pane = [...document.querySelectorAll<HTMLElement>('.zyt-pane')].find((one) => one.checkVisibility())
    if (!pane) return ['no screen in front']
    const nameOf = (element: Element | null): string => {
      if (!element) return 'nothing'
      const name = element.getAttribute('aria-label') ?? (element as HTMLElement).innerText?.trim().slice(0, 20) ?? ''
      return `${element.tagName.toLowerCase()}.${String(element.getAttribute('class') ?? '').split(' ')[0]}«${name}»`
    }
    const wrong: string[] = []
    const area = pane.getBoundingClientRect()
    if (Math.abs(area.right - innerWidth) > 1 || Math.abs(area.bottom - innerHeight) > 1)
      wrong.push(`the screen ends at ${Math.round(area.right)}, ${Math.round(area.bottom)} of ${innerWidth}, ${innerHeight}`)
    const isAway = (control: Element): string | null => {
      const box = control.getBoundingClientRect()
      const [x, y] = [box.left + box.width / 2, box.top + box.height / 2]
      if (x < area.left || x > area.right || y < area.top || y > area.bottom) return null
      const hit = document.elementFromPoint(x, y)
      return hit && (control.contains(hit) || hit.contains(control) || hit.closest('label')?.contains(control)) ? null : nameOf(hit)
    }
    const controls = (): Element[] =>
      [...pane.querySelectorAll('a[href], button, input:not([type="file"]), textarea, [role="tab"], [role="switch"]')].filter((one) => {
        const box = one.getBoundingClientRect()
        return box.width > 2 && box.height > 2 && one.checkVisibility({ opacityProperty: true, visibilityProperty: true })
      })
    const look = (when: string): void => {
      const steps = Array.from({ length: 25 }, (_, i) => i / 24)
      const points = [
        ...steps.map((part) => [area.left + 3 + part * (area.width - 6), area.bottom - 3] as const),
        ...steps.map((part) => [area.right - 3, area.top + 3 + part * (area.height - 6)] as const),
      ]
      const strangers = points.map(([x, y]) => document.elementFromPoint(x, y)).filter((one) => !one || !pane.contains(one))
      if (strangers[0] !== undefined) wrong.push(`${when}: the edge is covered by ${nameOf(strangers[0])}`)
      for (const control of controls()) {
        if (isAway(control) === null) continue
        control.scrollIntoView({ block: 'center', inline: 'center' })
        const by = isAway(control)
        if (by) wrong.push(`${when}: ${nameOf(control)} lies under ${by}`)
      }
    }
    look('at rest')
    const inner = [pane, ...pane.querySelectorAll<HTMLElement>('*')].filter(
      (one) => one.scrollHeight > one.clientHeight + 1 && /auto|scroll/.test(getComputedStyle(one).overflowY),
    )
    for (const one of inner) one.scrollTop = one.scrollHeight
    if (inner.length > 0) look('at the end')
    for (const one of inner) one.scrollTop = 0
    return [...new Set(wrong)]
  })

const LARGE_FEN = 98_765_432_198
/** Rows and sums of this list come with amounts as large as a company has them. */
export async function withLargeAmounts(page: Page, entity: Entity): Promise<void> {
  const amounts = columnNames(entity).filter((name) => effectiveKind(fieldOf(entity, name)!) === 'money')
  if (amounts.length === 0) return
  await page.route(`**/api/v1/${entity.name}/list?*`, async (route) => {
    const response = await route.fetch()
    const answer = (await response.json()) as { data?: { list?: Record<string, unknown>[]; totals?: Record<string, number> } }
    for (const row of [...(answer.data?.list ?? []), answer.data?.totals ?? {}])
      for (const name of amounts) if (typeof row[name] === 'number') (row as Record<string, unknown>)[name] = LARGE_FEN
    await route.fulfill({ response, json: answer })
  })
}

/** Cells and heads that are cut and must not be, figures that do not stand below each other, columns that the pinned one covers at the end. */
export async function wrongInTables(page: Page, entity: Entity): Promise<string[]> {
  const names = columnNames(entity)
  const whole = names.filter((name) => isWhole(fieldOf(entity, name)!))
  const figures = names.filter((name) => isNumeric(fieldOf(entity, name)!))
  return page.evaluate(
    ({ whole, figures }) => {
      const wrong: string[] = []
      const cut = (element: Element): boolean =>
        element.scrollWidth > element.clientWidth + 1 && getComputedStyle(element).overflowX !== 'visible'
      const isCut = (cell: Element): boolean => cut(cell) || [...cell.querySelectorAll('*')].some(cut)
      const table = [...document.querySelectorAll<HTMLElement>('.zyt-pane .zyt-table')].find((one) => one.checkVisibility())
      if (!table) return []
      const cells = new Map<string, Element[]>()
      for (const cell of table.querySelectorAll('[data-col]')) {
        const name = cell.getAttribute('data-col')!
        cells.set(name, [...(cells.get(name) ?? []), cell])
      }
      for (const name of whole) {
        const [first] = (cells.get(name) ?? []).filter(isCut)
        if (first) wrong.push(`${name} is cut: ${first.tagName} «${first.textContent}» in ${first.clientWidth} px`)
      }
      for (const name of figures)
        for (const cell of (cells.get(name) ?? []).slice(0, 2)) {
          const { textAlign, fontVariantNumeric } = getComputedStyle(cell)
          if (!/end|right/.test(textAlign) || !fontVariantNumeric.includes('tabular-nums')) wrong.push(`${name} is no column of figures`)
        }
      for (const verbs of [...table.querySelectorAll('td.zyt-actions')].filter(isCut).slice(0, 1))
        wrong.push(`actions are cut: ${verbs.textContent}`)
      const box = table.parentElement!
      const before = box.scrollLeft
      box.scrollLeft = box.scrollWidth
      const pinned = table.querySelector('td.zyt-actions')?.getBoundingClientRect()
      const last = [...table.querySelectorAll('thead th[data-col]:not(.zyt-pin)')].at(-1)?.getBoundingClientRect()
      if (pinned && last && last.right > pinned.left + 1) wrong.push('the last column stays below the pinned one')
      box.scrollLeft = before
      return wrong
    },
    { whole, figures },
  )
}
