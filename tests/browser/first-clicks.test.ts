/** Pages that begin something themselves: nobody has to know that a tick comes first, or where else the button stands. */
import { expect, test } from 'vitest'
import { freeVehicle } from './forms.ts'
import { openScreen, pane, session, useBrowser } from './harness.ts'

useBrowser()

test('a lease is begun above the vehicles that are free, and the stock says how many days each stands there', async () => {
  const { page, api } = await session()
  await freeVehicle(api, '沪B41771')
  await openScreen(page, '/lease/vehicleLease', 'vehicleLease')
  await pane(page).getByRole('button', { name: '发起租赁', exact: true }).click()
  await pane(page, 'leaseAdd').getByText('租赁车辆').first().waitFor()
  await openScreen(page, '/vehicle/stockList?plateNo=沪B41771', 'stockList')
  await expect.poll(() => pane(page).locator('td[data-col="idleSince"]').innerText()).toMatch(/^\d{4}-\d\d-\d\d\s+0 天$/)
})

test('commands and cut-offs lead from their lists to the map, where the vehicle is chosen', async () => {
  const { page } = await session()
  for (const [path, code, button] of [
    ['/telematics/remoteCommand', 'remoteCommand', '选择车辆下发指令'],
    ['/telematics/oilAndElectricityControl', 'oilAndElectricityControl', '选择车辆申请'],
  ] as const) {
    await openScreen(page, path, code)
    await pane(page, code).getByRole('button', { name: button }).click()
    await pane(page, 'trainWorker').waitFor()
  }
})
