/** From a new customer to a paid second month, every step by hand in the browser; on a desk, and on a phone in the dark. */
import { describe, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { act, actAndAgree, box, choose, day, freeVehicle, inYear, moving, picture, rows, save, today, type } from './forms.ts'
import { DESKTOP, goOn, pane, PHONE, type Session, session, settled, shot, toastShown, useBrowser, world } from './harness.ts'
import { runJob } from './stock.ts'
import { checked, makeUser, type Person } from './world.ts'

useBrowser()

async function newLessee(page: Page, name: string, idNo: string): Promise<void> {
  await goOn(page, '/member/memberInfoAdd', 'memberInfoAdd')
  const form = pane(page, 'memberInfoAdd')
  await type(form, 'name', name)
  await type(form, 'mobile', '13912345678')
  await type(form, 'idNo', idNo)
  await type(form, 'licenceNo', '310012345678')
  await choose(page, form, 'licenceClass', 'C1')
  await day(form, 'licenceDueOn', inYear())
  await choose(page, form, 'store', '虹桥店')
}

/** Registers what a bill page offers, by transfer; answers the payment's number as the page names it. */
async function register(page: Page, ids: number[], amount: string, tag: string): Promise<void> {
  await goOn(page, `/bill/billPay?ids=${ids.join(',')}`, 'billPay')
  const form = pane(page, 'billPay')
  await expect.poll(() => box(form, 'amount').locator('input').inputValue()).toBe(amount)
  await choose(page, form, 'channel', '微信')
  await form
    .getByRole('group', { name: '收款码' })
    .getByRole('button', { name: /门店收款码/ })
    .click()
  await form.getByRole('group', { name: '收款码' }).getByText('已选择').waitFor()
  await type(form, 'tradeNo', `WX${tag}`)
  await box(form, 'vouchers').locator('input[type=file]').setInputFiles(picture('凭证.png'))
  await box(form, 'vouchers').getByText('凭证.png').first().waitFor()
  await shot(page, `${tag}-pay`)
  await form.getByRole('button', moving('登记收款')).click()
  await toastShown(page, '已登记，等待另一位同事确认到账')
  await pane(page, 'paymentDetail').waitFor()
  await settled(page)
}
const paymentOf = (page: Page): number => Number(new URL(page.url()).searchParams.get('id'))

/** The one who registered cannot press it, and is told why; the second clerk can. */
async function confirmBySecond(first: Page, second: Page, tag: string): Promise<void> {
  const button = pane(first, 'paymentDetail').getByRole('button', { name: '确认到账', exact: true })
  expect(await button.getAttribute('aria-disabled')).toBe('true')
  await goOn(second, `/bill/paymentDetail?id=${paymentOf(first)}`, 'paymentDetail')
  await actAndAgree(second, '确认到账')
  await pane(second, 'paymentDetail').locator('.zyt-detail-head', { hasText: '已确认' }).waitFor()
  await shot(second, `${tag}-confirmed`)
}

let qrMade = false
async function qrCode(page: Page): Promise<void> {
  if (qrMade) return
  await goOn(page, '/addPayQrCode', 'addPayQrCode')
  const form = pane(page, 'addPayQrCode')
  await type(form, 'name', '门店收款码')
  await choose(page, form, 'channel', '微信')
  await type(form, 'accountName', '云桥租赁')
  await box(form, 'image').locator('input[type=file]').setInputFiles(picture('码.png'))
  await box(form, 'image').getByText('码.png').first().waitFor()
  await save(page)
  await toastShown(page, '新增成功')
  qrMade = true
}

const CASES = [
  ['at 1440 px', 'desk', { viewport: DESKTOP }, 1],
  ['at 375 px in the dark', 'phone', { viewport: PHONE, stored: { 'zyt:theme': 'dark' } }, 2],
] as const

describe('the thin path', () => {
  test.each(CASES)('%s', { timeout: 600_000 }, async (_name, tag, options, n) => {
    const s: Session = await session(world().admin, options)
    const { page, api } = s
    const plate = `沪C3${String(1000 + n)}`
    await freeVehicle(api, plate)
    const secondClerk: Person = await makeUser(world().port, api, {
      dept: world().dept,
      codes: ['billMenu', 'paymentDetails', 'paymentDetails_confirm', 'billInfoList'],
      entries: [
        { resourceCode: 'paymentDetails', rules: [{ rule: 'store', mode: 'all' }] },
        { resourceCode: 'billInfoList', rules: [{ rule: 'store', mode: 'all' }] },
      ],
    })
    const second = await session(secondClerk, options)

    // The customer. A certificate that is there already is refused at its field, and what was typed stays.
    const idNo = checked('idNo', `3101011985030${n}123?`)
    const taken = checked('idNo', '31010119880203100?')
    await newLessee(page, `周小川${n}`, taken)
    s.expectProblem(/answer: 4\d\d POST \/api\/v1\/lessee\/add/)
    await save(page)
    await box(pane(page), 'idNo')
      .getByText(/已存在/)
      .waitFor()
    await shot(page, `${tag}-1501`)
    expect(await box(pane(page), 'name').locator('input').inputValue()).toBe(`周小川${n}`)
    await type(pane(page), 'idNo', '310101198503011234')
    await save(page)
    await box(pane(page), 'idNo')
      .getByText(/校验码|不正确|有误/)
      .waitFor()
    await type(pane(page), 'idNo', idNo)
    await act(page, '保存并审核通过')
    await toastShown(page, '已保存并审核通过')
    await pane(page, 'memberInfoDetail').locator('.zyt-detail-head', { hasText: '正常' }).waitFor()
    const [lessee] = await rows(api, 'lessee', { name: `周小川${n}` })
    await shot(page, `${tag}-lessee`)

    // What is leased, and how.
    await goOn(page, '/product/carProduct', 'carProduct')
    await pane(page).getByRole('button', { name: '新增车型产品' }).first().click()
    await pane(page, 'carProductAdd').waitFor()
    await type(pane(page), 'name', `冷藏长租${n}`)
    await choose(page, pane(page), 'model', '奥铃冷藏')
    await save(page)
    await toastShown(page, '新增成功')
    const [product] = await rows(api, 'vehicleProduct', { name: `冷藏长租${n}` })
    await goOn(page, `/product/leasePlanAdd?product=${product!.id}`, 'leasePlanAdd')
    const plan = pane(page, 'leasePlanAdd')
    await type(plan, 'name', `押一付一${n}`)
    await type(plan, 'monthlyRent', '3800')
    await type(plan, 'deposit', '5000')
    await type(plan, 'violationDeposit', '2000')
    // So that the run of this very day asks for the second month.
    await type(plan, 'issueAheadDays', '40')
    await shot(page, `${tag}-plan`)
    await save(page)
    await toastShown(page, '新增成功')

    // The contract, with what it will cost before it is saved.
    await goOn(page, `/member/memberInfoDetail?id=${lessee!.id}`, 'memberInfoDetail')
    await act(page, '签合同')
    const form = pane(page, 'contracAdd')
    await box(form, 'lessee').getByText(`周小川${n}`).waitFor()
    await box(form, 'store').getByText('虹桥店').waitFor()
    // It stands for two seconds only, and choosing may take longer.
    await Promise.all([toastShown(page, '已带出方案条款，可以修改'), choose(page, form, 'plan', `押一付一${n}`)])
    await choose(page, form, 'vehicles', plate)
    // A year from today, until somebody says otherwise.
    const dayIn = (name: string) => box(form, name).locator('input').first().inputValue()
    expect(await dayIn('startOn')).toBe(today())
    await expect.poll(() => dayIn('endOn')).toBe(inYear())
    await form.getByText('45,600.00').first().waitFor()
    await shot(page, `${tag}-preview`)
    await act(page, '保存并提交')
    await toastShown(page, '已保存并提交')
    const [draft] = await rows(api, 'contract', { lessee: lessee!.id })
    await pane(page, 'contracDetails').locator('.zyt-detail-head', { hasText: '待签署' }).waitFor()
    await act(page, '登记签署')
    const signing = page.getByRole('dialog').filter({ hasText: '签署日期' })
    await day(signing, 'signedOn', today())
    await box(signing, 'signedScans').locator('input[type=file]').setInputFiles(picture('合同.png'))
    await box(signing, 'signedScans').getByText('合同.png').first().waitFor()
    await signing.getByRole('button', { name: /登记签署|确定/ }).click()
    await pane(page).locator('.zyt-detail-head', { hasText: '待交车' }).waitFor()
    await shot(page, `${tag}-contract`)

    // Deposits and the first rent: registered by one, confirmed by another.
    await qrCode(page)
    const first = await rows(api, 'bill', { contract: draft!.id })
    expect(first.map((b) => Number(b['amount'])).toSorted((a, b) => a - b)).toEqual([200_000, 380_000, 500_000])
    await register(
      page,
      first.map((b) => b.id),
      '10800.00',
      `${tag}-1`,
    )
    await confirmBySecond(page, second.page, `${tag}-1`)
    expect((await rows(api, 'bill', { contract: draft!.id })).map((b) => b['status'])).toEqual(['settled', 'settled', 'settled'])

    // The keys.
    const [order] = await rows(api, 'handover', { contract: draft!.id })
    await goOn(page, `/lease/handoverDetail?id=${order!.id}`, 'handoverDetail')
    await act(page, '确认交车')
    const keys = page.getByRole('dialog').filter({ hasText: '确认交车' })
    await type(keys, 'odometer', '12350')
    await type(keys, 'energyPercent', '90')
    await type(keys, 'receiverName', `周小川${n}`)
    await type(keys, 'receiverMobile', '13912345678')
    await box(keys, 'photos').locator('input[type=file]').setInputFiles(['前.png', '后.png', '左.png', '右.png'].map(picture))
    await box(keys, 'photos').getByText('右.png').first().waitFor()
    await shot(page, `${tag}-handover`)
    await keys.getByRole('button', { name: '确认交车', exact: true }).click()
    await pane(page).locator('.zyt-detail-head', { hasText: '已交车' }).waitFor()

    // The run of the day asks for the second month, and it is paid.
    await runJob(api, world().dataDir, 'issueBills')
    const next = (await rows(api, 'bill', { contract: draft!.id })).filter((b) => b['status'] === 'unpaid')
    expect(next.map((b) => [b['billType'], b['amount']])).toEqual([['rent', 380_000]])
    await register(page, [next[0]!.id], '3800.00', `${tag}-2`)
    await confirmBySecond(page, second.page, `${tag}-2`)
    expect((await rows(api, 'bill', { contract: draft!.id })).map((b) => b['status'])).toEqual(['settled', 'settled', 'settled', 'settled'])
    await goOn(page, `/contract/contracDetails?id=${draft!.id}`, 'contracDetails')
    await pane(page).locator('.zyt-detail-head', { hasText: '履约中' }).waitFor()
    await shot(page, `${tag}-active`)
  })
})
