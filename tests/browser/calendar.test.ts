/** 车辆排期 by hand: days kept for a caller, moved and refused, vehicles that are free between two days, and the cards of what stands there. */
import type { Locator, Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { signIn, type SignedIn } from './api.ts'
import { box, day, freeVehicle, rows, save, today, type, type Row } from './forms.ts'
import { DESKTOP, goOn, pane, session, settled, shot, toastShown, useBrowser, world } from './harness.ts'

useBrowser()

const PLATES = ['沪AP9101', '沪AP9102'] as const
let api: SignedIn
let vehicles: number[]
beforeAll(async () => {
  const { port, admin } = world()
  api = await signIn(port, admin.username, admin.password)
  vehicles = []
  for (const plate of PLATES) vehicles.push(await freeVehicle(api, plate))
})

const holdsOf = (vehicle: number): Promise<Row[]> => rows(api, 'vehicleHold', { vehicle, status: 'held' })
const daysOf = (hold: Row | undefined): unknown[] => [hold?.['startOn'], hold?.['endOn']]

/** The two vehicles on days from today on. */
async function calendar(page: Page): Promise<Locator> {
  await goOn(page, `/lease/vehicleCalendar?plate=${encodeURIComponent('沪AP910')}&days=14&from=${today()}`, 'vehicleCalendar')
  const grid = pane(page).getByRole('grid', { name: '车辆排期' })
  for (const plate of PLATES) await grid.getByText(plate).waitFor()
  await settled(page)
  return grid
}
const rowOf = (grid: Locator, plate: string): Locator => grid.locator('.zyt-sched-row', { hasText: plate })
const barOf = (grid: Locator, plate: string): Locator => rowOf(grid, plate).locator('.zyt-sched-hold')

/** The middle of a day of a vehicle, in the window; days are counted from today. */
async function dayAt(grid: Locator, plate: string, n: number): Promise<{ x: number; y: number }> {
  const [line, label] = await Promise.all([rowOf(grid, plate).boundingBox(), rowOf(grid, plate).locator('.zyt-sched-label').boundingBox()])
  const left = label!.x + label!.width
  // The row is as wide as all days, the window as it is: two weeks are shown whole.
  const width = (line!.x + line!.width - left) / 14
  return { x: left + (n + 0.5) * width, y: line!.y + line!.height / 2 }
}
async function drag(page: Page, from: { x: number; y: number }, to: { x: number; y: number }): Promise<void> {
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2, { steps: 4 })
  await page.mouse.move(to.x, to.y, { steps: 4 })
  await page.mouse.up()
}

describe('the calendar by hand', () => {
  test('empty days that are drawn over are kept for a caller, with the vehicle, its store and the days filled in', async () => {
    const { page } = await session(world().admin, { viewport: DESKTOP })
    const grid = await calendar(page)
    await drag(page, await dayAt(grid, PLATES[0], 2), await dayAt(grid, PLATES[0], 4))
    const form = pane(page, 'vehicleHoldAdd')
    await form.waitFor()
    await box(form, 'vehicle').getByText(PLATES[0]).first().waitFor()
    await expect.poll(() => box(form, 'startOn').locator('input').first().inputValue()).toBe(today(2))
    const until = await box(form, 'endOn').locator('input').first().inputValue()
    expect(until > today(3)).toBe(true)
    await type(form, 'caller', '王女士')
    await type(form, 'mobile', '13900139000')
    await save(page)
    await expect.poll(async () => daysOf((await holdsOf(vehicles[0]!))[0])).toEqual([today(2), until])
    const again = await calendar(page)
    await barOf(again, PLATES[0]).waitFor()
    await shot(page, 'calendar-hold')
  })

  test('a hold is drawn to other days and to another vehicle; where the days are taken it stays, and it is said who has them', async () => {
    const { page, expectProblem } = await session(world().admin, { viewport: DESKTOP })
    // The days of another are refused.
    expectProblem(/^answer: 422 POST \/api\/v1\/vehicleHold\/reschedule/)
    const made = await api.post<Row>('/api/v1/vehicleHold/add', {
      caller: '李先生',
      mobile: '13900139001',
      store: world().stores.west,
      vehicle: vehicles[1],
      startOn: today(6),
      endOn: today(8),
    })
    const grid = await calendar(page)
    const bar = barOf(grid, PLATES[1])
    await bar.waitFor()
    const grip = async (): Promise<{ x: number; y: number }> => {
      const at = (await bar.boundingBox())!
      return { x: at.x + at.width / 2, y: at.y + at.height / 2 }
    }
    const width = (await dayAt(grid, PLATES[1], 1)).x - (await dayAt(grid, PLATES[1], 0)).x
    const held = await grip()
    await drag(page, held, { x: held.x + 2 * width, y: held.y })
    await toastShown(page, '李先生的预留已改为')
    const moved = async (): Promise<Row> => api.get<Row>('/api/v1/vehicleHold/detail', { id: made.id })
    await expect.poll(async () => daysOf(await moved())).toEqual([today(8), today(10)])
    await expect.poll(async () => (await grip()).x).toBeGreaterThan(held.x + width)

    // Onto the days of the lady who called first.
    const from = await grip()
    const taken = await dayAt(grid, PLATES[0], 3)
    await drag(page, from, { x: taken.x, y: taken.y })
    await toastShown(page, /王女士/)
    expect(daysOf(await moved())).toEqual([today(8), today(10)])
    expect((await moved())['vehicle']).toBe(vehicles[1])

    // Her vehicle, on free days.
    const again = await grip()
    const above = await dayAt(grid, PLATES[0], 0)
    await drag(page, again, { x: again.x, y: above.y })
    await expect.poll(async () => (await moved())['vehicle']).toBe(vehicles[0])
    expect(daysOf(await moved())).toEqual([today(8), today(10)])
  })

  test('vehicles of a model that are free between two days, and why the others are not; from there they are kept', async () => {
    const { page } = await session(world().admin, { viewport: DESKTOP })
    await calendar(page)
    await pane(page).getByRole('button', { name: '找空闲车', exact: true }).click()
    const dialog = page.getByRole('dialog').filter({ hasText: '找空闲车' })
    await box(dialog, 'model').getByRole('combobox').click()
    const { brand, series, name } = await api.get<Record<string, string>>('/api/v1/vehicleModel/detail', { id: world().model })
    const option = page.locator('.ant-select-dropdown:visible .ant-select-item-option').filter({ hasText: name ?? series ?? brand! })
    await option.first().click()
    await day(dialog, 'from', today(2))
    await day(dialog, 'to', today(3))
    const lineOf = (plate: string): Locator => dialog.locator('.zyt-sched-found li', { hasText: plate })
    await lineOf(PLATES[1]).getByRole('button', { name: '预留', exact: true }).waitFor()
    await lineOf(PLATES[0]).getByText('王女士').waitFor()
    expect(await lineOf(PLATES[0]).getByRole('button').count()).toBe(0)
    await shot(page, 'calendar-free')
    await lineOf(PLATES[1]).getByRole('button', { name: '预留', exact: true }).click()
    const form = pane(page, 'vehicleHoldAdd')
    await box(form, 'vehicle').getByText(PLATES[1]).first().waitFor()
    await expect.poll(() => box(form, 'endOn').locator('input').first().inputValue()).toBe(today(3))
  })

  test('the plate opens the card of the vehicle, a bar its own, from which the hold is given up', async () => {
    const { page } = await session(world().admin, { viewport: DESKTOP })
    const grid = await calendar(page)
    await rowOf(grid, PLATES[0]).getByRole('link', { name: PLATES[0] }).hover()
    const card = page.getByRole('dialog', { name: '卡片' })
    await card.getByText('没有租约').waitFor()
    await shot(page, 'calendar-card')
    await page.mouse.move(2, 2)
    await card.waitFor({ state: 'detached' })
    await barOf(grid, PLATES[0]).first().hover()
    const own = page.locator('.zyt-sched-card')
    await own.getByText('王女士', { exact: false }).first().waitFor()
    await own.getByRole('button', { name: '取消预留', exact: true }).click()
    const asked = page.getByRole('dialog').filter({ hasText: '取消预留' })
    await type(asked, 'reason', '客户改乘火车')
    await asked.getByRole('button', { name: '取消预留', exact: true }).click()
    await expect.poll(async () => (await holdsOf(vehicles[0]!)).map((hold) => hold['caller'])).toEqual(['李先生'])
  })
})
