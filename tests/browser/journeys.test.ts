/**
 * Journeys J1, J3, J4 and J5 of the domain by hand in the browser, with their exact amounts on the screen. What a journey begins with
 * was lived through on its days of 2025 and 2026 by the program; what it is about is clicked today, with those days typed in.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Company } from '../stories/company.ts'
import { running } from '../stories/leases.ts'
import { signIn, type SignedIn } from './api.ts'
import { act, actAndAgree, attach, box, choose, confirmReceipt, day, more, register, rows, save, stands, sums, tab, type } from './forms.ts'
import { DESKTOP, goOn, pane, PHONE, session, settled, shot, toastShown, useBrowser, world } from './harness.ts'
import { paidMonths, pastOf } from './past.ts'
import { decider, passBy } from './second.ts'
import { makeUser, type Person } from './world.ts'

useBrowser()

let past: Company
let api: SignedIn
let clerk: Person
let chief: Person
beforeAll(async () => {
  const { port, admin, dept } = world()
  api = await signIn(port, admin.username, admin.password)
  past = await pastOf(api)
  chief = await decider(api)
  clerk = await makeUser(port, api, {
    dept,
    codes: ['billMenu', 'paymentDetails', 'paymentDetails_confirm', 'billInfoList'],
    entries: [
      { resourceCode: 'paymentDetails', rules: [{ rule: 'store', mode: 'all' }] },
      { resourceCode: 'billInfoList', rules: [{ rule: 'store', mode: 'all' }] },
    ],
  })
})
afterAll(() => past?.close())

const plateOf = async (vehicle: number): Promise<string> =>
  (await api.get<{ plateNo: string }>('/api/v1/vehicle/detail', { id: vehicle })).plateNo
const nameOf = async (lessee: number): Promise<string> => (await api.get<{ name: string }>('/api/v1/lessee/detail', { id: lessee })).name

describe('J1: from 新增租约 over 新增合同 to the keys, nothing lost on the way', () => {
  test.each([
    ['at 1440 px', 'J1-desk', { viewport: DESKTOP }],
    ['at 375 px in the dark', 'J1-phone', { viewport: PHONE, stored: { 'zyt:theme': 'dark' } }],
  ] as const)('%s', async (_name, tag, options) => {
    const lessee = await past.lessee({ name: tag === 'J1-desk' ? '秦岭松' : '祁连山' })
    const vehicle = await past.vehicle()
    const [plate, name] = [await plateOf(vehicle), await nameOf(lessee)]
    const { page } = await session(world().admin, options)

    await goOn(page, '/lease/leaseAdd', 'leaseAdd')
    await choose(page, pane(page), 'vehicles', plate)
    await day(pane(page), 'startOn', '2025-01-25')
    await act(page, '没有合同？去新增合同')
    const form = pane(page, 'contracAdd')
    await form.waitFor()
    await box(form, 'vehicles').getByText(plate).waitFor()
    await choose(page, form, 'lessee', name)
    await choose(page, form, 'store', '虹桥店')
    // It stands for two seconds only, and choosing may take longer.
    await Promise.all([toastShown(page, '已带出方案条款，可以修改'), choose(page, form, 'plan', '押一付一')])
    // The terms of the plan are one line until somebody wants others.
    await form.getByText('其余条款按方案').waitFor()
    await form.getByRole('button', { name: '展开修改' }).click()
    await type(form, 'monthlyRent', '3800.005')
    await box(form, 'monthlyRent').locator('input').first().press('Tab')
    await box(form, 'monthlyRent')
      .getByText(/最多\s*(?:2|两)\s*位小数/)
      .waitFor()
    await type(form, 'monthlyRent', '3800')
    await day(form, 'startOn', '2025-01-25')
    await day(form, 'endOn', '2026-01-25')
    await form.getByText('45,600.00').first().waitFor()
    await shot(page, `${tag}-contract`)

    // The window is loaded anew in the middle of the form: what was typed is there, and so is the way back.
    await page.reload()
    await form.waitFor()
    await box(form, 'lessee').getByText(name).waitFor()
    await box(form, 'vehicles').getByText(plate).waitFor()
    await expect.poll(() => box(form, 'endOn').locator('input').first().inputValue()).toBe('2026-01-25')
    await form.getByText('45,600.00').first().waitFor()
    await save(page)
    await pane(page, 'leaseAdd').waitFor()
    const [draft] = await rows(api, 'contract', { lessee })
    const no = String(draft!['no'])
    for (const loaded of [false, true]) {
      if (loaded) await page.reload()
      await pane(page, 'leaseAdd').getByText(`将提交草稿合同 ${no}`).waitFor()
      await box(pane(page), 'vehicles').getByText(plate).waitFor()
      await expect.poll(() => box(pane(page), 'startOn').locator('input').first().inputValue()).toBe('2025-01-25')
    }
    await shot(page, `${tag}-back`)
    await act(page, '生成租约')
    await toastShown(page, '已生成 1 张租约')
    await pane(page, 'leaseDetails').waitFor()
    const [lease] = await rows(api, 'lease', { contract: draft!.id })

    await goOn(page, `/contract/contracDetails?id=${draft!.id}`, 'contracDetails')
    await act(page, '登记签署')
    const signing = page.getByRole('dialog').filter({ hasText: '签署日期' })
    await day(signing, 'signedOn', '2025-01-20')
    await attach(signing, 'signedScans', '合同.png')
    await signing.getByRole('button', { name: '登记签署', exact: true }).click()
    await stands(page, '待交车')

    const bills = await rows(api, 'bill', { contract: draft!.id })
    const payment = await register(
      page,
      bills.map((b) => b.id),
      { offered: '10,800.00', tag },
    )
    await confirmReceipt((await session(clerk, options)).page, payment)

    // Handed over on the 31st: the plan moves with it and never drifts.
    const [order] = await rows(api, 'handover', { contract: draft!.id })
    await goOn(page, `/lease/handoverDetail?id=${order!.id}`, 'handoverDetail')
    await act(page, '确认交车')
    const keys = page.getByRole('dialog').filter({ hasText: '确认交车' })
    await day(keys, 'actualAt', '2025-01-31 10:00')
    await type(keys, 'odometer', '12350')
    await type(keys, 'energyPercent', '90')
    await type(keys, 'receiverName', name)
    await type(keys, 'receiverMobile', '13912345678')
    await attach(keys, 'photos', '前.png', '后.png', '左.png', '右.png')
    await shot(page, `${tag}-keys`)
    await keys.getByRole('button', { name: '确认交车', exact: true }).click()
    await stands(page, '已交车')

    await goOn(page, `/lease/leaseDetails?id=${lease!.id}`, 'leaseDetails')
    await stands(page, '在租')
    const plan = await tab(page, '收款计划')
    for (const text of ['2025-02-28', '2025-03-31', '2025-04-30', '3,800.00']) await plan.getByText(text).first().waitFor()
    await shot(page, `${tag}-plan`)
    await goOn(page, `/contract/contracDetails?id=${draft!.id}`, 'contracDetails')
    await stands(page, '履约中')
    await sums(pane(page), { 租金总额: '45,600.00', 已收: '10,800.00', 未收: '0.00' })
    await shot(page, `${tag}-active`)
    const periods = (await rows(api, 'planPeriod', { lease: lease!.id })).filter((p) => p['status'] !== 'cancelled')
    expect(periods.toSorted((a, b) => Number(a['seq']) - Number(b['seq'])).map((p) => [p['startOn'], p['endOn'], p['amount']])).toEqual(
      [
        '2025-01-31',
        '2025-02-28',
        '2025-03-31',
        '2025-04-30',
        '2025-05-31',
        '2025-06-30',
        '2025-07-31',
        '2025-08-31',
        '2025-09-30',
        '2025-10-31',
        '2025-11-30',
        '2025-12-31',
      ].map((from, i, all) => [from, all[i + 1] ?? '2026-01-31', 380_000]),
    )
  })
})

describe('J3: paid in parts, late, then too much', () => {
  test('2000 of 3800 ten days late; the rest with the next month in one receipt of 6000: 25.00 of late fee, 375.00 to the balance', async () => {
    const l = await running(past, { startOn: '2026-01-10', endOn: '2027-01-10' })
    past.at('2026-02-03')
    await past.act('lease', 'issueNow', l.lease)
    const { page } = await session()
    const second = await session(clerk)

    const b1 = (await rows(api, 'bill', { lease: l.lease, status: 'unpaid' }))[0]!
    expect([b1['dueOn'], b1['amount']]).toEqual(['2026-02-10', 380_000])
    await confirmReceipt(
      second.page,
      await register(page, [b1.id], { offered: '3,800.00', amount: '2000', paidAt: '2026-02-20 10:00', tag: 'J3-part' }),
    )
    await goOn(page, `/bill/billInfoDetail?id=${b1.id}`, 'billInfoDetail')
    await stands(page, '部分支付')
    await sums(pane(page), { 应收: '3,800.00', 已收: '2,000.00', 未收: '1,800.00' })
    await shot(page, 'J3-partly')

    // The next month is billed at the press of a button.
    await goOn(page, `/lease/leaseDetails?id=${l.lease}`, 'leaseDetails')
    await actAndAgree(page, '提前出下一期账单')
    await expect
      .poll(async () => (await rows(api, 'bill', { lease: l.lease, status: 'unpaid' })).map((b) => [b['dueOn'], b['amount']]))
      .toEqual([['2026-03-10', 380_000]])
    const b2 = (await rows(api, 'bill', { lease: l.lease, status: 'unpaid' }))[0]!

    const receipt = await register(page, [b1.id, b2.id], {
      offered: '5,600.00',
      amount: '6000',
      paidAt: '2026-03-05 10:00',
      tag: 'J3-both',
    })
    await shot(page, 'J3-preview')
    await confirmReceipt(second.page, receipt)
    await goOn(page, `/bill/paymentDetail?id=${receipt}`, 'paymentDetail')
    const details = await tab(page, '核销明细')
    for (const amount of ['1,800.00', '3,800.00', '25.00']) await details.getByText(amount, { exact: true }).first().waitFor()
    expect((await rows(api, 'allocation', { payment: receipt })).map((a) => a['amount']).toSorted((x, y) => Number(x) - Number(y))).toEqual(
      [2500, 180_000, 380_000],
    )
    await shot(page, 'J3-allocations')
    await goOn(page, `/member/memberInfoDetail?id=${l.lessee}`, 'memberInfoDetail')
    await pane(page).getByText('375.00').first().waitFor()
    await goOn(page, `/bill/billInfoDetail?id=${b1.id}`, 'billInfoDetail')
    await stands(page, '已结清')
    // However long after: 25.00 stay 25.00.
    await sums(pane(page), { 滞纳金: '25.00', 其中已计收: '25.00', 未收: '0.00' })
    expect(await api.get<{ fee: number; posted: number }>('/api/v1/bill/late', { id: b1.id })).toMatchObject({ fee: 2500, posted: 2500 })
  })
})

describe('J4: another vehicle in the middle of a paid month', () => {
  test('rejected, changed, submitted again; swapped on 04-25 at 11:00 for 266.67 more, and the old vehicle answers for 10:30', async () => {
    const l = await running(past, { startOn: '2025-04-15', endOn: '2026-04-15' })
    const [old, next] = [await plateOf(l.vehicle), await plateOf(await past.vehicle())]
    const { page } = await session()

    await goOn(page, `/lease/changeCarAdd?lease=${l.lease}`, 'changeCarAdd')
    const form = pane(page, 'changeCarAdd')
    await choose(page, form, 'newVehicle', next)
    await day(form, 'plannedOn', '2025-04-25')
    await choose(page, form, 'reasonKind', '客户换型')
    await choose(page, form, 'rentPolicy', '按剩余天数补差')
    await type(form, 'newRent', '4200')
    await save(page)
    await toastShown(page, '新增成功')
    const [order] = await rows(api, 'vehicleSwap', { lease: l.lease })
    await goOn(page, `/lease/changeCarDetails?id=${order!.id}`, 'changeCarDetails')
    await actAndAgree(page, '提交审批')
    await stands(page, '审批中')

    await goOn(page, '/lease/swopCarAuditList', 'swopCarAuditList')
    await pane(page).getByText(String(order!['no'])).first().waitFor()
    await goOn(page, `/lease/changeCarDetails?id=${order!.id}`, 'changeCarDetails')
    await more(page, '驳回')
    const why = page.getByRole('dialog').filter({ hasText: '驳回原因' })
    await type(why, 'reason', '请补充说明')
    await why.getByRole('button', { name: '驳回', exact: true }).click()
    await stands(page, '审批驳回')
    await shot(page, 'J4-rejected')
    await goOn(page, `/lease/changeCarMod?id=${order!.id}`, 'changeCarMod')
    await expect.poll(() => box(pane(page), 'newRent').locator('input').inputValue()).toBe('4200.00')
    await type(pane(page), 'reasonNote', '客户换大车')
    await save(page)
    await toastShown(page, /保存成功|修改成功/)
    await goOn(page, `/lease/changeCarDetails?id=${order!.id}`, 'changeCarDetails')
    await actAndAgree(page, '提交审批')
    await stands(page, '审批中')
    await passBy(chief, page)
    await stands(page, '待换车')

    await act(page, '办理换车')
    const exchange = page.getByRole('dialog').filter({ hasText: '办理换车' })
    await day(exchange, 'effectiveAt', '2025-04-25 11:00')
    await type(exchange, 'oldOdometer', '13000')
    await type(exchange, 'oldEnergyPercent', '50')
    await type(exchange, 'newOdometer', '10')
    await type(exchange, 'newEnergyPercent', '90')
    await attach(exchange, 'photos', '旧车.png', '新车.png')
    await shot(page, 'J4-exchange')
    await exchange.getByRole('button', { name: '办理换车', exact: true }).click()
    await stands(page, '已完成')
    await pane(page).getByText('266.67').first().waitFor()
    await shot(page, 'J4-done')

    const [bill] = await rows(api, 'bill', { lease: l.lease, billType: 'swap' })
    await goOn(page, `/bill/billInfoDetail?id=${bill!.id}`, 'billInfoDetail')
    await sums(pane(page), { 应收: '266.67', 未收: '266.67' })
    const items = await tab(page, '明细与算式')
    await items.getByText('-2,533.33').first().waitFor()
    await items.getByText('2,800.00', { exact: true }).first().waitFor()
    await shot(page, 'J4-items')
    await goOn(page, `/lease/leaseDetails?id=${l.lease}`, 'leaseDetails')
    await (await tab(page, '收款计划')).getByText('4,200.00').first().waitFor()

    // Who had which vehicle, to the minute.
    await goOn(page, '/lease/leaseRoredList', 'leaseRoredList')
    await act(page, '查某时刻谁在用车')
    const ask = page.getByRole('dialog').filter({ hasText: '查某时刻谁在用车' })
    const holder = async (plate: string, at: string): Promise<string> => {
      await type(ask, 'plateNo', plate)
      await day(ask, 'at', at)
      const answered = page.waitForResponse((r) => r.url().includes('/leaseSegment/at'))
      await ask.getByRole('button', { name: /查\s*询/ }).click()
      await answered
      return (await ask.locator('.ant-alert').first().textContent()) ?? ''
    }
    const name = await nameOf(l.lessee)
    expect(await holder(old, '2025-04-25 10:30')).toContain(`承租人：${name}`)
    await shot(page, 'J4-holder')
    expect(await holder(old, '2025-04-25 11:00')).toContain('该时刻没有承租人在用这辆车')
    expect(await holder(next, '2025-04-25 11:00')).toContain(`承租人：${name}`)
    expect(await holder(next, '2025-04-25 10:59')).toContain('该时刻没有承租人在用这辆车')
  })
})

describe('J5: back early, settled against the deposit', () => {
  test('5350.00 due less 2206.45 of rent: 3143.55 from the deposit, 1856.45 refunded, 2000.00 kept until 06-27', async () => {
    const l = await running(past, { startOn: '2025-01-15', endOn: '2026-01-15', earlyPenalty: 'months', earlyPenaltyMonths: 1 })
    await paidMonths(past, l, '2025-06-01')
    past.at('2025-05-20')
    const tow = await past.add(
      'incidental',
      { lease: l.lease, lines: [{ feeItem: 'TOW', amount: 30_000, note: null }], occurredOn: '2025-05-20', dueOn: '2025-06-20' },
      'sales',
    )
    await past.act('incidental', 'issue', tow, {}, 'sales')
    const { page } = await session()

    await goOn(page, `/lease/backCarAdd?lease=${l.lease}`, 'backCarAdd')
    await choose(page, pane(page), 'reasonKind', '提前退车')
    await day(pane(page), 'plannedOn', '2025-05-28')
    await save(page)
    await toastShown(page, '新增成功')
    const [order] = await rows(api, 'vehicleReturn', { lease: l.lease })
    await goOn(page, `/lease/backCarDetails?id=${order!.id}`, 'backCarDetails')
    await actAndAgree(page, '提交审批')
    await stands(page, '审批中')
    await actAndAgree(page, '审核通过')
    await stands(page, '待验车')

    await act(page, '验车确认')
    const sheet = page.getByRole('dialog').filter({ hasText: '验车确认' })
    await sheet.getByText('里程 12350 km').waitFor()
    await day(sheet, 'actualAt', '2025-05-28 15:30')
    await type(sheet, 'odometer', '26408')
    await type(sheet, 'energyPercent', '90')
    await type(sheet, 'cleaningFee', '0')
    await box(sheet, 'damages').getByRole('button', { name: '增加一行' }).click()
    await sheet.getByLabel('部位', { exact: true }).fill('右后门')
    await sheet.getByLabel('定损金额', { exact: true }).fill('850')
    await attach(sheet, 'photos', '一.png', '二.png', '三.png', '四.png')
    await shot(page, 'J5-inspection')
    await sheet.getByRole('button', { name: '验车确认', exact: true }).click()
    await stands(page, '已验车')

    await act(page, '退车结算')
    await pane(page, 'backCarSettle').waitFor()
    const settlement = pane(page, 'backCarSettle')
    const expected = {
      应收合计: '5,350.00',
      退还租金: '2,206.45',
      车辆押金抵扣: '3,143.55',
      还应收: '0.00',
      应退款: '1,856.45',
      违章押金保留: '2,000.00',
    }
    await sums(settlement, expected)
    for (const line of ['3800.00 − 已用 2025-05-15 ~ 2025-05-27 1593.55', '（行驶 14058 − 额度 13258）= 超出 800 公里 × 0.50'])
      await settlement.getByText(line).filter({ visible: true }).first().waitFor()
    await box(settlement, 'violationsChecked').getByRole('switch').click()
    await shot(page, 'J5-preview')
    await act(page, '提交结算')
    await page.locator('dialog.zyt-confirm').getByRole('button', { name: '提交', exact: true }).click()
    await pane(page, 'settleInfoDetail').waitFor()
    await settled(page)
    await stands(page, '审批中')
    await passBy(chief, page)
    await stands(page, '待退款')
    await sums(pane(page), expected)
    await pane(page).getByText('违章押金保留至 2025-06-27').first().waitFor()
    await shot(page, 'J5-settled')

    const refunds = await rows(api, 'refund', { lease: l.lease })
    expect(refunds.map((r) => [r['amount'], r['status']])).toEqual([[185_645, 'submitted']])
    expect(
      (await rows(api, 'depositAccount', { lease: l.lease })).map((d) => [d['kind'], d['balance'], d['deducted'], d['holdUntil']]),
    ).toEqual(
      expect.arrayContaining([
        ['vehicle', 0, 314_355, null],
        ['violation', 200_000, 0, '2025-06-27'],
      ]),
    )
    expect(
      (await rows(api, 'bill', { lease: l.lease, startOn: '2025-05-15~2025-05-15' })).map((b) => [b['amount'], b['paid'], b['status']]),
    ).toEqual([[159_355, 159_355, 'settled']])
  })
})
