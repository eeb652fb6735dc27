/**
 * Journeys J6 to J9 of the domain by hand in the browser, with their exact amounts on the screen: the violation deposit released,
 * a renewal, days without rent, and who shares the rent. What they begin with was lived through by the program on its days.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { addDays, addMonths, instantAt, type Day } from '#kit/basics/time/day.ts'
import { computeSheet } from '#modules/leasing/returns/settlement.server.ts'
import type { Company } from '../stories/company.ts'
import { running, type Running } from '../stories/leases.ts'
import { signIn, type SignedIn } from './api.ts'
import { act, actAndAgree, attach, box, choose, day, moving, rows, save, stands, sums, tab, today, type } from './forms.ts'
import { goOn, pane, session, shot, toastShown, useBrowser, world } from './harness.ts'
import { paidMonths, pastOf } from './past.ts'
import { decider, passBy } from './second.ts'
import { makeUser, type Person } from './world.ts'

useBrowser()

let past: Company
let api: SignedIn
/** The second pair of eyes: sees refunds, decides and pays them. */
let treasurer: Person
let chief: Person
beforeAll(async () => {
  const { port, admin, dept } = world()
  api = await signIn(port, admin.username, admin.password)
  past = await pastOf(api)
  chief = await decider(api)
  treasurer = await makeUser(port, api, {
    dept,
    codes: ['billMenu', 'refundList', 'refundList_approve', 'refundList_pay'],
    entries: [{ resourceCode: 'refundList', rules: [{ rule: 'store', mode: 'all' }] }],
  })
})
afterAll(() => past?.close())

/** Back on its day, looked over, settled and judged as J5 has it; the refund of the vehicle deposit is paid. */
async function settledEarly(l: Running): Promise<number> {
  past.at('2025-05-28', '09:00')
  const back = await past.add('vehicleReturn', { lease: l.lease, plannedOn: '2025-05-28', reasonKind: 'early' }, 'sales')
  await past.act('vehicleReturn', 'submit', back, {}, 'sales')
  await past.act('vehicleReturn', 'pass', back, {}, 'finance')
  past.at('2025-05-28', '16:00')
  await past.act(
    'vehicleReturn',
    'inspect',
    back,
    {
      actualAt: instantAt('2025-05-28' as Day, '15:30'),
      odometer: 26_408,
      energyPercent: 90,
      items: [],
      cleaningFee: 0,
      photos: await past.files(4),
      damages: [{ part: '右后门', level: 'medium', responsibility: 'lessee', amount: 85_000, note: null }],
    },
    'sales',
  )
  const settlement = await past.read((db) =>
    db.selectFrom('returnSettlement').selectAll().where('lease', '=', l.lease).executeTakeFirstOrThrow(),
  )
  await past.act('returnSettlement', 'fill', settlement.id, { penaltyWaived: 0, violationsChecked: true, payee: '张三' }, 'sales')
  const { hash } = await past.write((tx) => computeSheet(tx, past.as(), settlement as never))
  await past.act('returnSettlement', 'submit', settlement.id, { hash }, 'sales')
  await past.act('returnSettlement', 'pass', settlement.id, {}, 'finance')
  for (const refund of await rows(api, 'refund', { lease: l.lease })) {
    await past.act('refund', 'approve', refund.id, {}, 'cashier')
    await past.act('refund', 'pay', refund.id, { paidOn: '2025-05-28', payTradeNo: `P${refund.id}` }, 'sales')
  }
  return settlement.id
}
async function towed(l: Running): Promise<void> {
  past.at('2025-05-20')
  const tow = await past.add(
    'incidental',
    { lease: l.lease, lines: [{ feeItem: 'TOW', amount: 30_000, note: null }], occurredOn: '2025-05-20', dueOn: '2025-06-20' },
    'sales',
  )
  await past.act('incidental', 'issue', tow, {}, 'sales')
}
/** The newest record of a lease, on its detail. */
async function openNewest(page: Page, entity: string, path: string, lease: number): Promise<number> {
  const [newest] = await rows(api, entity, { lease, sort: '-id' })
  await goOn(page, `${path}?id=${newest!.id}`, path.split('/').at(-1)!)
  return newest!.id
}

describe('J6: the violation deposit after its thirty days', () => {
  test('a fine of 300 with 50 for the service is deducted, 1650.00 goes back, and 7000.00 are accounted for', async () => {
    const l = await running(past, { startOn: '2025-01-15', endOn: '2026-01-15', earlyPenalty: 'months', earlyPenaltyMonths: 1 })
    await paidMonths(past, l, '2025-05-16')
    await towed(l)
    const settlement = await settledEarly(l)
    const { page } = await session()

    // The fine that came in the meantime.
    await goOn(page, `/lease/incidentalAdd?lease=${l.lease}`, 'incidentalAdd')
    const form = pane(page, 'incidentalAdd')
    for (const [n, [fee, amount]] of [
      ['违章代缴', '300'],
      ['违章处理服务费', '50'],
    ].entries()) {
      await box(form, 'lines').getByRole('button', { name: '增加一行' }).click()
      const line = box(form, 'lines').getByRole('group', { name: `费用第 ${n + 1} 行` })
      await line.getByRole('combobox').click()
      await page.locator('.ant-select-dropdown:visible .ant-select-item-option', { hasText: fee! }).first().click()
      await line.getByLabel('金额', { exact: true }).fill(amount!)
    }
    await day(form, 'occurredOn', '2025-05-02')
    await day(form, 'dueOn', today())
    await save(page)
    await toastShown(page, '新增成功')
    await openNewest(page, 'incidental', '/lease/incidentalDetails', l.lease)
    await actAndAgree(page, '出账')
    await stands(page, '已出账')

    // Not before its day it would be; long after it, the deposit pays what is open and the rest goes back.
    await goOn(page, `/lease/settleInfoDetail?id=${settlement}`, 'settleInfoDetail')
    await stands(page, '待退款')
    await actAndAgree(page, '释放违章押金')
    await expect
      .poll(async () => (await rows(api, 'refund', { lease: l.lease, status: 'submitted' })).map((r) => r['amount']))
      .toEqual([165_000])
    const [back] = await rows(api, 'refund', { lease: l.lease, status: 'submitted' })
    await sums(pane(page), { 应收合计: '5,350.00', 应退款: '1,856.45' })
    await shot(page, 'J6-released')

    // Whoever released cannot agree to it himself.
    await goOn(page, `/bill/refundDetail?id=${back!.id}`, 'refundDetail')
    expect(await pane(page).getByRole('button', { name: '审批通过', exact: true }).getAttribute('aria-disabled')).toBe('true')
    const second = (await session(treasurer)).page
    await goOn(second, `/bill/refundDetail?id=${back!.id}`, 'refundDetail')
    await actAndAgree(second, '审批通过')
    await stands(second, '待付款')
    await act(second, '登记付款')
    const paying = second.getByRole('dialog').filter({ hasText: '付款流水号' })
    await day(paying, 'paidOn', today())
    await type(paying, 'payTradeNo', `TK${Date.now()}`)
    await paying.getByRole('button', moving('登记付款')).click()
    await stands(second, '已付款')

    await goOn(page, `/lease/settleInfoDetail?id=${settlement}`, 'settleInfoDetail')
    await actAndAgree(page, '核对完成')
    await stands(page, '已完成')
    await goOn(page, `/lease/leaseDetails?id=${l.lease}`, 'leaseDetails')
    await stands(page, '已结算')
    const deposits = await tab(page, '押金')
    for (const amount of ['3,143.55', '1,856.45', '350.00', '1,650.00']) await deposits.getByText(amount, { exact: true }).first().waitFor()
    await shot(page, 'J6-deposits')
    const all = await rows(api, 'depositAccount', { lease: l.lease })
    const total = (name: string): number => all.reduce((n, d) => n + Number(d[name]), 0)
    expect([total('received'), total('deducted'), total('refunded'), total('balance')]).toEqual([700_000, 314_355 + 35_000, 350_645, 0])
    await goOn(page, `/contract/contracDetails?id=${l.contract}`, 'contracDetails')
    // Its last day is over by now, so it is not called ended early.
    await stands(page, '已完成')
  })
})

describe('J7: renewed for six months, and once more', () => {
  test('six months of 3600.00 follow without a gap, the deposits stay; after the return a renewal is refused', async () => {
    // Five days before the end, whatever day it is.
    const endOn = addDays(today() as Day, 5)
    const startOn = addMonths(endOn, -12)
    const l = await running(past, { startOn, endOn })
    const { page } = await session()

    await goOn(page, `/vehicle/renewalOfLeaseAdd?lease=${l.lease}`, 'renewalOfLeaseAdd')
    const form = pane(page, 'renewalOfLeaseAdd')
    await type(form, 'months', '0')
    await type(form, 'monthlyRent', '3600')
    await save(page)
    await box(form, 'months').getByRole('alert').waitFor()
    await type(form, 'months', '6')
    await save(page)
    await toastShown(page, '新增成功')
    await openNewest(page, 'renewal', '/vehicle/renewalOfLeaseInfo', l.lease)
    // What it comes to, month by month, before anybody decides.
    const preview = pane(page).locator('section, .zyt-section').filter({ hasText: '续租账期预览' }).first()
    await preview.getByText('21,600.00').waitFor()
    await preview.getByText(`${endOn} 起`).waitFor()
    await shot(page, 'J7-preview')
    await actAndAgree(page, '提交审批')
    await stands(page, '审批中')
    await actAndAgree(page, '审核通过')
    await stands(page, '待签补充协议')
    await act(page, '登记签署')
    const signing = page.getByRole('dialog').filter({ hasText: '签署日期' })
    await day(signing, 'signedOn', today())
    await signing.getByRole('button', moving('登记签署')).click()
    await box(signing, 'signedScans').getByRole('alert').waitFor()
    expect(await box(signing, 'signedOn').locator('input').first().inputValue()).toBe(today())
    await attach(signing, 'signedScans', '补充协议.png')
    await signing.getByRole('button', moving('登记签署')).click()
    await stands(page, '已生效')
    await shot(page, 'J7-signed')

    await goOn(page, `/lease/leaseDetails?id=${l.lease}`, 'leaseDetails')
    const terms = await tab(page, '租期与租金')
    for (const text of ['首签', '续租', startOn, '3,600.00']) await terms.getByText(text, { exact: true }).first().waitFor()
    await shot(page, 'J7-terms')
    const six = (await rows(api, 'planPeriod', { lease: l.lease, status: 'planned' })).filter((p) => String(p['startOn']) >= endOn)
    expect(six.map((p) => p['amount'])).toEqual(Array.from({ length: 6 }, () => 360_000))
    expect((await rows(api, 'leaseTerm', { lease: l.lease })).map((t) => [t['source'], t['startOn'], t['endOn']])).toEqual([
      ['first', startOn, endOn],
      ['renewal', endOn, addMonths(startOn, 18)],
    ])
    const deposits = await tab(page, '押金')
    for (const text of ['5,000.00', '2,000.00']) await deposits.getByText(text, { exact: true }).first().waitFor()

    // A second one may be asked for, until the vehicle is back.
    const second = await past.add('renewal', { lease: l.lease, months: 3, monthlyRent: 360_000 }, 'sales')
    await goOn(page, `/vehicle/renewalOfLeaseInfo?id=${second}`, 'renewalOfLeaseInfo')
    const submit = pane(page).getByRole('button', { name: '提交审批', exact: true })
    expect(await submit.getAttribute('aria-disabled')).not.toBe('true')
    past.at(today())
    const back = await past.add('vehicleReturn', { lease: l.lease, plannedOn: today(), reasonKind: 'expired' }, 'sales')
    await past.act('vehicleReturn', 'submit', back, {}, 'sales')
    await page.reload()
    await expect.poll(() => submit.getAttribute('aria-disabled')).toBe('true')
    await submit.hover()
    await page.getByText('租约当前为「退车申请中」，只有在租的租约才能续租').first().waitFor()
    await shot(page, 'J7-refused')
  })
})

describe('J8: ten days off the road, ten days without rent', () => {
  test.each([
    ['on a bill nobody paid the bill falls to 2533.33', false],
    ['on a paid bill 1266.67 go to the balance', true],
  ] as const)('%s', async (_name, paid) => {
    const l = await running(past, { startOn: '2025-04-15', endOn: '2026-04-15' })
    await paidMonths(past, l, '2025-05-16')
    past.at('2025-06-15')
    await past.act('lease', 'issueNow', l.lease)
    const bill = (await rows(api, 'bill', { lease: l.lease, status: 'unpaid' }))[0]!
    expect([bill['startOn'], bill['amount']]).toEqual(['2025-06-15', 380_000])
    if (paid) await past.pay([bill.id], 380_000)
    const { page } = await session()

    await goOn(page, `/lease/reduceRentAdd?lease=${l.lease}`, 'reduceRentAdd')
    const form = pane(page, 'reduceRentAdd')
    await day(form, 'startOn', '2025-06-29')
    await day(form, 'lastOn', '2025-06-20')
    await choose(page, form, 'reasonKind', '车辆故障停运')
    await type(form, 'reasonNote', '发动机故障停运')
    await save(page)
    // Turned round it is refused in words, and nothing typed is lost.
    await pane(page).getByText('减租止日不能早于起日').first().waitFor()
    expect(await box(form, 'reasonNote').locator('textarea').first().inputValue()).toBe('发动机故障停运')
    await day(form, 'startOn', '2025-06-20')
    await day(form, 'lastOn', '2025-06-29')
    await save(page)
    await toastShown(page, '新增成功')
    await openNewest(page, 'rentReduction', '/lease/reduceRentDetails', l.lease)
    await pane(page).getByText('免租 10 天：2025-06-20 ~ 2025-06-29').first().waitFor()
    await pane(page).getByText('1,266.67').first().waitFor()
    await shot(page, `J8-${paid ? 'paid' : 'unpaid'}`)
    await actAndAgree(page, '提交审批')
    await stands(page, '审批中')
    await passBy(chief, page)
    await stands(page, '已生效')

    await goOn(page, `/bill/billInfoDetail?id=${bill.id}`, 'billInfoDetail')
    await stands(page, paid ? '已结清' : '待支付')
    await sums(pane(page), { 应收: '2,533.33', 已收: paid ? '2,533.33' : '0.00', 未收: paid ? '0.00' : '2,533.33' })
    const items = await tab(page, '明细与算式')
    await items.getByText('-1,266.67').first().waitFor()
    await items.getByText('免租 10 天：2025-06-20 ~ 2025-06-29').first().waitFor()
    await goOn(page, `/member/memberInfoDetail?id=${l.lessee}`, 'memberInfoDetail')
    await tab(page, '账款与信用')
    await sums(pane(page), { 预存余额: paid ? '1,266.67' : '0.00' })
    // The same days are free only once.
    await goOn(page, `/lease/reduceRentAdd?lease=${l.lease}&startOn=2025-06-20&lastOn=2025-06-29`, 'reduceRentAdd')
    await type(pane(page), 'reasonNote', '再减一次')
    await save(page)
    await toastShown(page, '新增成功')
    await openNewest(page, 'rentReduction', '/lease/reduceRentDetails', l.lease)
    await pane(page).getByText('所选日期内没有可以减免的租金，请改选有租金的日期').first().waitFor()
  })
})

describe('J9: the rent shared by four, and given back by four', () => {
  test('3800.00 in 5 / 70 / 20 / 5 %; after 2206.45 went back every part is the part of 1593.55', async () => {
    const source = await past.add('vehicleSource', {
      name: `沪东车队${Date.now()}`,
      kind: 'company',
      creditCode: '91310000MA1FL0AA0R',
      contact: '周强',
      mobile: '13900139000',
      shareRate: 2000,
    })
    const channel = await past.add('channel', { name: `城配联盟${Date.now()}` })
    past.at('2025-01-15')
    const lessee = await past.lessee({ channel })
    const vehicle = await past.vehicle()
    await past.edit('vehicle', vehicle, { ownership: 'affiliated', vehicleSource: source })
    const contract = await past.contract({
      lessee,
      vehicles: [vehicle],
      startOn: '2025-01-15',
      endOn: '2026-01-15',
      earlyPenalty: 'months',
      earlyPenaltyMonths: 1,
    })
    await past.sign(contract)
    const { no } = (await rows(api, 'contract', { lessee }))[0]!

    // The rule, by hand; parts that do not make a whole are refused.
    const { page } = await session()
    await goOn(page, '/bill/splitRuleAdd', 'splitRuleAdd')
    const form = pane(page, 'splitRuleAdd')
    await type(form, 'name', `J9 ${String(no)}`)
    await choose(page, form, 'reach', '合同')
    await choose(page, form, 'contract', String(no))
    await day(form, 'effectiveOn', '2025-01-01')
    for (const [n, [party, rate]] of [
      ['平台', '5'],
      ['门店', '70'],
      ['车源方', '20'],
      ['渠道', '4'],
    ].entries()) {
      await box(form, 'receivers').getByRole('button', { name: '增加一行' }).click()
      const line = box(form, 'receivers').getByRole('group', { name: `分账方第 ${n + 1} 行` })
      await line.getByRole('combobox', { name: '分账方', exact: true }).click()
      await page.locator('.ant-select-dropdown:visible .ant-select-item-option', { hasText: party! }).first().click()
      await line.getByLabel('比例', { exact: true }).fill(rate!)
      if (party === '门店') await line.getByLabel('尾差方', { exact: true }).click()
    }
    await save(page)
    await form
      .getByText(/分账比例合计应为 100%，现为 99%/)
      .first()
      .waitFor()
    await box(form, 'receivers').getByRole('group', { name: '分账方第 4 行' }).getByLabel('比例', { exact: true }).fill('5')
    await shot(page, 'J9-rule')
    await save(page)
    await toastShown(page, '新增成功')

    const first = await past.bills(contract)
    await past.pay(
      first.map((b) => b.id),
      1_080_000,
    )
    await past.handOver(contract)
    const [of] = await rows(api, 'lease', { contract })
    const l: Running = { contract, lease: of!.id, lessee, vehicle }
    await paidMonths(past, l, '2025-05-16')
    await towed(l)
    const [bill] = await rows(api, 'bill', { lease: l.lease, startOn: '2025-05-15~2025-05-15' })
    await goOn(page, `/bill/rentSplitting?bill=${bill!.id}`, 'rentSplitting')
    for (const amount of ['190.00', '2,660.00', '760.00', '3,800.00']) await pane(page).getByText(amount, { exact: true }).first().waitFor()
    await shot(page, 'J9-shared')

    await settledEarly(l)
    await page.reload()
    for (const amount of ['-110.33', '-1,544.50', '-441.29', '1,593.55'])
      await pane(page).getByText(amount, { exact: true }).first().waitFor()
    await shot(page, 'J9-given-back')
    const records = await rows(api, 'splitRecord', { bill: bill!.id, sort: 'id' })
    expect(
      Object.fromEntries(
        ['platform', 'store', 'source', 'channel'].map((party) => [
          party,
          records.filter((r) => r['party'] === party).map((r) => r['amount']),
        ]),
      ),
    ).toEqual({
      platform: [19_000, -11_033],
      store: [266_000, -154_450],
      source: [76_000, -44_129],
      channel: [19_000, -11_033],
    })
  })
})
