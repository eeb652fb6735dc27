/** A page that begins something itself: nobody has to know that a tick comes first. */
import { expect, test } from 'vitest'
import { freeVehicle } from './forms.ts'
import { openScreen, pane, session, useBrowser } from './harness.ts'

useBrowser()

test('a lease is begun at a vehicle that is free, and the stock says how many days each stands there', async () => {
  const { page, api } = await session()
  await freeVehicle(api, '沪B41771')
  await openScreen(page, '/lease/vehicleLease', 'vehicleLease')
  await pane(page).locator('tr', { hasText: '沪B41771' }).getByRole('button', { name: '发起租赁', exact: true }).click()
  await pane(page, 'leaseAdd').getByText('租赁车辆').first().waitFor()
  await openScreen(page, '/vehicle/stockList?plateNo=沪B41771', 'stockList')
  await expect.poll(() => pane(page).locator('td[data-col="idleSince"]').innerText()).toBe('0 天')
})
