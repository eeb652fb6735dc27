/** The second pair of eyes: what gives money away is passed by another person than the one who submitted it. */
import type { Page } from 'playwright-core'
import type { SignedIn } from './api.ts'
import { actAndAgree, stands } from './forms.ts'
import { openScreen, session, world } from './harness.ts'
import { makeUser, type Person } from './world.ts'

/** What a person decides here, by the right of the record. */
const DECIDES = ['changeCarList', 'reduceRentList', 'settleInfoList'] as const

export const decider = (api: SignedIn): Promise<Person> =>
  makeUser(world().port, api, {
    dept: world().dept,
    codes: ['leaseMenu', ...DECIDES.flatMap((right) => [right, `${right}_pass`])],
    entries: DECIDES.map((resourceCode) => ({ resourceCode, rules: [{ rule: 'store', mode: 'all' }] })),
  })

/** At a desk of his own; the page of the one who asked shows it after a reload. */
export async function passBy(who: Person, page: Page): Promise<void> {
  const address = new URL(page.url())
  const other = await session(who)
  await openScreen(other.page, `${address.pathname}${address.search}`)
  await stands(other.page, '审批中')
  await actAndAgree(other.page, '审核通过')
  await other.page.locator('.zyt-detail-head', { hasText: '审批中' }).waitFor({ state: 'hidden' })
  await page.reload()
}
