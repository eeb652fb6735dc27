/** What must be seen whole in every table of a list, measured in the browser as it stands there. */
import type { Page } from 'playwright-core'
import type { Entity } from '#kit/entity/entity.ts'
import { columnNames, fieldOf, isNumeric } from '#kit/ui/list/kinds.ts'
import { isWhole } from '#kit/ui/list/widths.ts'

/** Cells that are cut and must not be, figures that do not stand below each other, columns that the pinned one covers at the end. */
export async function wrongInTables(page: Page, entity: Entity): Promise<string[]> {
  const names = columnNames(entity)
  const whole = names.filter((name) => isWhole(fieldOf(entity, name)!))
  const figures = names.filter((name) => isNumeric(fieldOf(entity, name)!))
  return page.evaluate(
    ({ whole, figures }) => {
      const wrong: string[] = []
      const cut = (element: Element): boolean =>
        getComputedStyle(element).overflowX !== 'visible' && element.scrollWidth > element.clientWidth + 1
      const isCut = (cell: Element): boolean => cut(cell) || [...cell.querySelectorAll('*')].some(cut)
      for (const table of document.querySelectorAll('.zyt-pane:not([style*="none"]) .zyt-table')) {
        const cells = (name: string): Element[] => [...table.querySelectorAll(`[data-col="${name}"]`)]
        // Fixed texts of the head may be long in another language; their end is shown by the title.
        for (const name of whole)
          for (const cell of cells(name)
            .filter((one) => one.tagName === 'TD' && isCut(one))
            .slice(0, 1))
            wrong.push(`${name} is cut: «${cell.textContent}» in ${cell.clientWidth} px`)
        for (const name of figures)
          for (const cell of cells(name).slice(0, 2)) {
            const { textAlign, fontVariantNumeric } = getComputedStyle(cell)
            if (!/end|right/.test(textAlign) || !fontVariantNumeric.includes('tabular-nums')) wrong.push(`${name} is no column of figures`)
          }
        for (const verbs of [...table.querySelectorAll('td.zyt-actions')].filter(isCut).slice(0, 1))
          wrong.push(`actions are cut: ${verbs.textContent}`)
        if ([...table.querySelectorAll('td.zyt-actions')].some((verbs) => verbs.querySelectorAll('button').length > 3))
          wrong.push('more than two verbs and 更多')
        const box = table.parentElement!
        const before = box.scrollLeft
        box.scrollLeft = box.scrollWidth
        const pinned = table.querySelector('td.zyt-actions')?.getBoundingClientRect()
        const last = [...table.querySelectorAll('thead th[data-col]:not(.zyt-pin)')].at(-1)?.getBoundingClientRect()
        if (pinned && last && last.right > pinned.left + 1) wrong.push('the last column stays below the pinned one')
        box.scrollLeft = before
      }
      return wrong
    },
    { whole, figures },
  )
}
