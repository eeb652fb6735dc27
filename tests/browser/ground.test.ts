/** The ground of the map when its download breaks: said, asked for again, and painted then. */
import { expect, test } from 'vitest'
import { openScreen, pane, session, useBrowser } from './harness.ts'

useBrowser()

test('outlines that did not come the first time are asked for again, and the page says so meanwhile', async () => {
  const s = await session()
  const { page } = s
  s.expectProblem(/Failed to load resource: net::ERR_/)
  let broken = 0
  // The second download waits until the words were seen: how long they stand is no matter of this test.
  const seen = Promise.withResolvers<void>()
  await page.route('**/assets/world-*.json', async (route) => {
    if (broken++ === 0) return route.abort('connectionfailed')
    await seen.promise
    return route.continue()
  })
  await openScreen(page, '/telematics/electronicFence')
  const map = pane(page).locator('.zyt-map[data-state="ready"]')
  await map.waitFor()
  await map.getByText('底图没有加载出来，正在重新加载').waitFor()
  seen.resolve()
  await map.getByRole('status').waitFor({ state: 'detached' })
  // Both of its sources ask again.
  expect(broken).toBeGreaterThanOrEqual(2)
  // In the middle lies China, not the sea.
  const { x, y, width, height } = (await map.boundingBox())!
  const png = await page.screenshot({ clip: { x: x + width / 2 - 40, y: y + height / 2 - 40, width: 80, height: 80 } })
  const land = await page.evaluate(async (text) => {
    const image = await createImageBitmap(new Blob([Uint8Array.from(atob(text), (c) => c.charCodeAt(0))]))
    const c = new OffscreenCanvas(image.width, image.height).getContext('2d')!
    c.drawImage(image, 0, 0)
    const { data } = c.getImageData(0, 0, image.width, image.height)
    let n = 0
    for (let i = 0; i < data.length; i += 4) if (data[i] === 0xfa && data[i + 1] === 0xf8 && data[i + 2] === 0xf4) n++
    return n / (image.width * image.height)
  }, png.toString('base64'))
  expect(land).toBeGreaterThan(0.5)
})
