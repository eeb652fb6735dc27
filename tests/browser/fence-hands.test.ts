/** What hands do to a fence besides drawing it. */
import { expect, test } from 'vitest'
import { openScreen, pane, session, useBrowser } from './harness.ts'

useBrowser()

test('a corner is taken away with the right button', async () => {
  const { page } = await session()
  await openScreen(page, '/telematics/fenceAdd')
  const map = pane(page).locator('.zyt-map[data-state="ready"]')
  await map.waitFor()
  await pane(page).locator('.ant-form-item', { hasText: '形状' }).first().getByRole('combobox').click()
  await page.locator('.ant-select-dropdown:visible .ant-select-item-option', { hasText: '多边形' }).first().click()
  const corners = async (): Promise<number> =>
    (await pane(page).locator('textarea').first().inputValue()).split('\n').filter(Boolean).length
  for (const [i, [x, y]] of (
    [
      [350, 200],
      [450, 200],
      [450, 300],
      [350, 320],
    ] as const
  ).entries()) {
    await map.click({ position: { x, y } })
    await expect.poll(corners).toBe(i + 1)
  }
  await map.click({ position: { x: 450, y: 300 }, button: 'right' })
  await expect.poll(corners).toBe(3)
})
