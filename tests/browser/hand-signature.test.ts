/** Whoever takes a vehicle, and whoever gives it back, signs with a finger on the phone of our person; it stands on the paper of both. */
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Company } from '../stories/company.ts'
import { passed, running } from '../stories/leases.ts'
import { signIn, type SignedIn } from './api.ts'
import { act, attach, box, day, rows, stands, type, type Row } from './forms.ts'
import { goOn, PHONE, session, shot, useBrowser, world } from './harness.ts'
import { pastOf } from './past.ts'

useBrowser()

let past: Company
let api: SignedIn
beforeAll(async () => {
  const { port, admin } = world()
  api = await signIn(port, admin.username, admin.password)
  past = await pastOf(api)
})
afterAll(() => past?.close())

async function signBy(page: Page, where: Locator, field: string): Promise<void> {
  // Its name is that of the field.
  await box(where, field)
    .locator('button', { hasText: /^点击手写/ })
    .click()
  const pad = page.getByRole('dialog').filter({ has: page.locator('.zyt-signature-pad') })
  const use = pad.getByRole('button', { name: '使用此签名', exact: true })
  expect(await use.getAttribute('aria-disabled')).toBe('true')
  const paper = (await pad.locator('.zyt-signature-pad').boundingBox())!
  // Wide as the phone, and high enough for a finger.
  expect([paper.width > 280, paper.height >= 200, paper.x >= 0, paper.x + paper.width <= PHONE.width]).toEqual([true, true, true, true])
  await page.mouse.move(paper.x + 40, paper.y + 60)
  await page.mouse.down()
  for (const [x, y] of [
    [120, 160],
    [180, 70],
    [240, 170],
  ] as const)
    await page.mouse.move(paper.x + x, paper.y + y, { steps: 5 })
  await page.mouse.up()
  await shot(page, `sign-${field}`)
  await use.click()
  await box(where, field).locator('.zyt-thumb img').waitFor()
}
const pictures = async (entity: string, id: number, kind: string): Promise<number> => {
  const answer = await fetch(`http://localhost:${world().port}/api/v1/${entity}/paper?id=${id}&kind=${kind}`, {
    headers: { Authorization: `bearer ${api.token}` },
  })
  expect(answer.headers.get('content-type')).toContain('application/pdf')
  return Buffer.from(await answer.arrayBuffer())
    .toString('latin1')
    .split('/Subtype /Image').length
}
const filesOf = async (entity: string, id: number, field: string) =>
  ((await api.get<Row>(`/api/v1/${entity}/detail`, { id }))[field] as { mime: string }[] | null)?.map(({ mime }) => mime)

test('at 375 px the one who takes the vehicle signs, later the one who gives it back', async () => {
  past.at('2025-01-10')
  const [lessee, vehicle] = [await past.lessee(), await past.vehicle()]
  const contract = await past.contract({ lessee, vehicles: [vehicle], startOn: '2025-01-10', endOn: '2026-01-10' })
  await past.sign(contract)
  const bills = (await past.bills(contract)).filter((b) => b.status === 'unpaid')
  await past.pay(
    bills.map((b) => b.id),
    bills.reduce((sum, b) => sum + b.amount, 0),
  )
  const [order] = await rows(api, 'handover', { contract })
  const unsigned = await pictures('handover', order!.id, 'handover')
  const { page } = await session(world().admin, { viewport: PHONE })
  await goOn(page, `/lease/handoverDetail?id=${order!.id}`, 'handoverDetail')
  await act(page, '确认交车')
  const keys = page.getByRole('dialog').filter({ hasText: '提车人签名' })
  await day(keys, 'actualAt', '2025-01-10 10:00')
  await type(keys, 'odometer', '12350')
  await type(keys, 'energyPercent', '90')
  await type(keys, 'receiverName', '周小川')
  await type(keys, 'receiverMobile', '13912345678')
  await attach(keys, 'photos', '前.png', '后.png', '左.png', '右.png')
  await signBy(page, keys, 'receiverSign')
  await keys.getByRole('button', { name: '确认交车', exact: true }).click()
  await stands(page, '已交车')
  expect(await filesOf('handover', order!.id, 'receiverSign')).toEqual(['image/png'])
  expect(await pictures('handover', order!.id, 'handover')).toBe(unsigned + 1)

  const [lease] = await rows(api, 'lease', { contract })
  past.at('2025-02-10', '09:00')
  const back = await passed(past, 'vehicleReturn', { lease: lease!.id, plannedOn: '2025-02-10', reasonKind: 'early' })
  const blank = await pictures('vehicleReturn', back, 'inspection')
  await goOn(page, `/lease/backCarDetails?id=${back}`, 'backCarDetails')
  await act(page, '验车确认')
  const sheet = page.getByRole('dialog').filter({ hasText: '退车人签名' })
  await day(sheet, 'actualAt', '2025-02-10 15:30')
  await type(sheet, 'odometer', '12450')
  await type(sheet, 'energyPercent', '90')
  await type(sheet, 'cleaningFee', '0')
  await attach(sheet, 'photos', '一.png', '二.png', '三.png', '四.png')
  await signBy(page, sheet, 'returnerSign')
  await sheet.getByRole('button', { name: '验车确认', exact: true }).click()
  await stands(page, '已验车')
  expect(await filesOf('vehicleReturn', back, 'returnerSign')).toEqual(['image/png'])
  expect(await pictures('vehicleReturn', back, 'inspection')).toBe(blank + 1)
})

test('at 375 px whoever swaps a vehicle signs for both', async () => {
  const of = await running(past, { startOn: '2025-01-10', endOn: '2026-01-10' })
  past.at('2025-01-20', '09:00')
  const kinds = { kind: 'permanent', rentPolicy: 'none', reasonKind: 'fault' }
  const swap = await passed(past, 'vehicleSwap', { lease: of.lease, newVehicle: await past.vehicle(), plannedOn: '2025-01-20', ...kinds })
  const blank = await pictures('vehicleSwap', swap, 'swap')
  const { page } = await session(world().admin, { viewport: PHONE })
  await goOn(page, `/lease/changeCarDetails?id=${swap}`, 'changeCarDetails')
  await act(page, '办理换车')
  const sheet = page.getByRole('dialog').filter({ hasText: '换车人签名' })
  await day(sheet, 'effectiveAt', '2025-01-20 10:00')
  await type(sheet, 'oldOdometer', '12350')
  await type(sheet, 'oldEnergyPercent', '60')
  await type(sheet, 'newOdometer', '20')
  await type(sheet, 'newEnergyPercent', '98')
  await attach(sheet, 'photos', '旧车.png', '新车.png')
  await signBy(page, sheet, 'lesseeSign')
  await sheet.getByRole('button', { name: '办理换车', exact: true }).click()
  await stands(page, '已完成')
  expect(await filesOf('vehicleSwap', swap, 'lesseeSign')).toEqual(['image/png'])
  expect(await pictures('vehicleSwap', swap, 'swap')).toBe(blank + 1)
})
