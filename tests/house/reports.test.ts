/** Reports stand on a page that exists and is explained. That a cell is the sum of its rows is asked over the demo company (tests/stories/demo.test.ts). */
import { expect, test } from 'vitest'
import { modules } from '../../src/modules.ts'

const reports = modules.flatMap((m) => m.reports ?? [])
const screens = modules.flatMap((m) => m.screens)

test('reports stand on a page that exists and is explained, and their words are Chinese', () => {
  for (const report of reports) {
    const page = screens.find((screen) => screen.code === report.right)
    expect(page?.help, `${report.name}: page ${report.right}`).toMatch(/[\u4e00-\u9fff]/)
    for (const [name, { label }] of Object.entries(report.measures)) expect(label, `${report.name}.${name}`).toMatch(/[\u4e00-\u9fff]/)
  }
  for (const screen of screens.filter(({ kind }) => kind === 'report'))
    expect(
      reports.map(({ name }) => name),
      screen.code,
    ).toContain(screen.report)
})
