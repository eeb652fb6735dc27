/** Journeys V-J1 to V-J4 and V-J7 of affairs.md: upkeep, an overrun, renewals, a claim to the fen, inspections. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { instantAt, type Day } from '#kit/basics/time/day.ts'
import { affairsServer } from '#modules/affairs/affairs.server.ts'
import { affairsWork } from '#modules/affairs/work.server.ts'
import { inspectionCalendar } from '#modules/affairs/inspection/calendar.server.ts'
import { all, insured, later, line, one, person, policyValues, shopOf, why, yuan } from './affairs.ts'
import { Company } from './company.ts'
import { race } from './race.ts'
import { running } from './leases.ts'

let company: Company
beforeAll(async () => {
  company = await Company.open('2026-01-10')
  await person(company, 'boss', '周敏')
})
afterAll(() => company?.close())

const at = (day: string, time = '10:00'): string => instantAt(day as Day, time)
const night = () => affairsServer.jobs![0]!.run(company.as())
const reading = (vehicle: number, day: string, km: number) => company.add('odometerReading', { vehicle, at: at(day), km })
const photo = async () => [await company.file('sales')]

describe('V-J1 upkeep', () => {
  test('seen in the work list, quoted above the list with a reason, done and reset from completion', async () => {
    const vehicle = await company.vehicle()
    company.at('2026-01-31')
    const plan = await company.add('upkeepPlan', {
      name: '新能源轻卡',
      vehicles: [vehicle],
      items: [
        {
          item: 'oil',
          everyKm: 10_000,
          everyDays: 180,
          everyHours: null,
          leadKm: 500,
          leadDays: 15,
          leadHours: 20,
          firstKm: null,
          firstDays: null,
        },
      ],
    })
    await company.act('upkeepPlan', 'activate', plan)
    await company.add('upkeepState', { vehicle, item: 'oil', lastOn: '2026-01-31', lastKm: 12_350 })
    await reading(vehicle, '2026-01-31', 12_350)
    company.at('2026-04-20')
    await reading(vehicle, '2026-04-20', 19_278)
    company.at('2026-05-20')
    await reading(vehicle, '2026-05-20', 21_900)
    await night()
    const [due] = await all(company, 'affairDue', 'vehicle', vehicle)
    expect(due).toMatchObject({ kind: 'upkeep', level: 'soon', dueOn: '2026-07-30', forecastOn: '2026-05-26' })
    expect([Number(due!['dueKm']), Number(due!['kmLeft'])]).toEqual([22_350, 450])

    const shop = await shopOf(company, '上海快修')
    await company.add('shopPrice', { shop, item: 'oil', price: yuan(66), fromOn: '2026-01-01' })
    await company.add('shopPrice', { shop, item: 'oilFilter', price: yuan(45), fromOn: '2026-01-01' })
    const order = await company.add(
      'upkeepOrder',
      { vehicle, kind: 'upkeep', shop, payer: 'company', lines: [line('oil', '机油', 4, 68, 0.8, 120), line('oilFilter', '滤芯', 1, 45)] },
      'sales',
    )
    expect((await one(company, 'upkeepOrder', order))['quote']).toBe(41_300)
    expect(await why(company.add('upkeepOrder', { vehicle, kind: 'upkeep', payer: 'company' }))).toMatch(/^该车有未完成的维保单 WB/)
    expect(await why(company.act('upkeepOrder', 'submit', order, {}, 'sales'))).toBe('报价高于门店价目 8.00 元（机油），请填写理由')
    await company.act('upkeepOrder', 'submit', order, { overReason: '原厂机油' }, 'sales')
    expect(await why(company.act('upkeepOrder', 'pass', order, {}, 'sales'))).toBe('提交人不能审批自己的维保单')
    await company.act('upkeepOrder', 'pass', order, {}, 'boss')
    company.at('2026-05-26', '09:00')
    expect(await why(company.act('upkeepOrder', 'enter', order, { at: at('2026-05-26', '08:30'), km: 20_000 }))).toBe(
      '进厂里程与 2026-05-20 的 21,900 km 矛盾，请核对',
    )
    await company.act('upkeepOrder', 'enter', order, { at: at('2026-05-26', '08:30'), km: 22_270 })
    expect(await one(company, 'vehicle', vehicle)).toMatchObject({ status: 'repairing', odometer: 22_270 })
    expect((await all(company, 'vehicleBlock', 'vehicle', vehicle)).map((b) => [b['kind'], b['status']])).toEqual([['repair', 'active']])
    company.at('2026-05-26', '17:00')
    const lines = (await one(company, 'upkeepOrder', order))['lines']
    await company.act('upkeepOrder', 'finish', order, { at: at('2026-05-26', '16:30'), km: 22_280, lines })
    expect(await one(company, 'upkeepOrder', order)).toMatchObject({ status: 'toAccept', actual: 41_300, downtimeHours: 8 })
    await company.act('upkeepOrder', 'accept', order)
    expect(await one(company, 'vehicle', vehicle)).toMatchObject({ status: 'preparing', odometer: 22_280 })
    expect((await all(company, 'vehicleBlock', 'vehicle', vehicle)).map((b) => b['status'])).toEqual(['lifted'])
    expect(await all(company, 'upkeepState', 'vehicle', vehicle)).toMatchObject([
      { item: 'oil', lastOn: '2026-05-26' },
      { item: 'oilFilter', lastOn: '2026-05-26' },
    ])
    expect(await all(company, 'affairDue', 'vehicle', vehicle)).toEqual([])
    await company.act('upkeepOrder', 'settle', order, { dueOn: '2026-06-10' })
    const { payable } = (await one(company, 'upkeepOrder', order)) as { payable: number }
    expect(await one(company, 'payableBill', payable)).toMatchObject({
      partyKind: 'shop',
      payee: '上海快修',
      fee: 'repair',
      amount: 41_300,
      status: 'toConfirm',
    })
    expect(await all(company, 'vehicleCost', 'vehicle', vehicle)).toMatchObject([{ kind: 'upkeep', amount: 41_300, bearer: 'company' }])
    // Due again 10,000 km or 180 days after what was done.
    company.at('2026-11-10')
    await night()
    expect(await all(company, 'affairDue', 'vehicle', vehicle)).toMatchObject([{ dueOn: '2026-11-22', level: 'soon' }])
    expect(Number((await all(company, 'affairDue', 'vehicle', vehicle))[0]!['dueKm'])).toBe(32_280)
  })
})

describe('V-J2 an overrun', () => {
  test('goes back to approval; the leased vehicle stays leased; the reduction is proposed', async () => {
    company.at('2026-05-01')
    const lease = await running(company, { startOn: '2026-05-02', endOn: '2027-05-02' })
    company.at('2026-06-01')
    const shop = await shopOf(company, '浦东大修', { settleCycle: 'month', settleDay: 10, rebateBp: 300 })
    const order = await company.add(
      'upkeepOrder',
      { vehicle: lease.vehicle, kind: 'repair', shop, payer: 'company', lines: [line('engine', '水泵', 1, 2860)] },
      'sales',
    )
    expect((await one(company, 'upkeepOrder', order))['lease']).toBe(lease.lease)
    await company.act('upkeepOrder', 'submit', order, {}, 'sales')
    await company.act('upkeepOrder', 'pass', order, {}, 'boss')
    const km = Number((await one(company, 'vehicle', lease.vehicle))['odometer']) + 100
    await company.act('upkeepOrder', 'enter', order, { at: at('2026-06-01', '09:00'), km, beforePhotos: await photo() })
    expect(await one(company, 'vehicle', lease.vehicle)).toMatchObject({ status: 'leased' })
    company.at('2026-06-04', '18:00')
    await company.act(
      'upkeepOrder',
      'finish',
      order,
      { at: at('2026-06-04', '10:00'), km, lines: [line('engine', '水泵', 1, 3180)] },
      'sales',
    )
    expect(await one(company, 'upkeepOrder', order)).toMatchObject({
      status: 'quoted',
      quote: 318_000,
      rejectReason: '实际 3,180.00 超过批准 2,860.00 的 110%，需重新审批',
    })
    expect(await why(company.act('upkeepOrder', 'cancel', order, { reason: '不修了' }))).toBe('车辆已进厂，不能取消，请完工后验收')
    await company.act('upkeepOrder', 'pass', order, {}, 'boss')
    expect(await why(company.act('upkeepOrder', 'accept', order))).toBe('请上传维修后照片')
    await company.act('upkeepOrder', 'addPhotos', order, { afterPhotos: await photo() })
    await company.act('upkeepOrder', 'accept', order)
    expect(await one(company, 'upkeepOrder', order)).toMatchObject({ status: 'done', downtimeHours: 73 })
    expect(await why(company.act('upkeepOrder', 'settle', order, { dueOn: '2026-06-30' }))).toBe('该门店月结，请在对账单结算')
    const messages = await company.read((db) => db.selectFrom('inboxMessage').select('title').where('title', 'like', '%停运%').execute())
    expect(messages[0]!.title).toMatch(/车辆维修停运 3 天，可申请减租或临时换车$/)
    // A draft says the days and why; what they are worth is reckoned from the plan when a person submits it.
    const [draft] = await all(company, 'rentReduction', 'lease', lease.lease)
    expect(draft).toMatchObject({ status: 'draft', method: 'freeDays', startOn: '2026-06-01', lastOn: '2026-06-03', reasonKind: 'fault' })
    await company.act('rentReduction', 'submit', draft!['id'] as number, {}, 'sales')
    // 3,800.00 a month from the 2nd: one day of 31, two of 30.
    expect((await one(company, 'rentReduction', draft!['id'] as number))['amount']).toBe(12_258 + 25_333)
  })
})

describe('V-J3 renewals', () => {
  test('ten vehicles at −10 %: no gap, the vehicle follows, the premium spread', async () => {
    company.at('2026-03-01')
    const vehicles: number[] = []
    for (let i = 0; i < 10; i++) vehicles.push(await company.vehicle())
    for (const vehicle of vehicles) {
      const first = await insured(company, vehicle, 'compulsory', '2025-03-10', 185_000)
      await company.act('insurancePolicy', 'renew', first, { floatBp: -1000 })
    }
    const drafts = (await all(company, 'insurancePolicy', 'status', 'draft')) as {
      id: number
      premium: number
      startAt: string
      policyNo: string
    }[]
    expect(drafts.map((p) => p.premium)).toEqual(Array.from({ length: 10 }, () => 166_500))
    expect(drafts.reduce((sum, p) => sum + p.premium, 0)).toBe(1_665_000)
    expect(await why(company.act('insurancePolicy', 'issue', drafts[0]!.id))).toBe('请先填写保险公司出具的保单号')
    for (const [i, p] of drafts.entries()) {
      await company.edit('insurancePolicy', p.id, { policyNo: `R${i}` })
      await company.act('insurancePolicy', 'issue', p.id)
    }
    expect(await one(company, 'vehicle', vehicles[0]!)).toMatchObject({ compulsoryInsuranceDueOn: '2027-03-09' })
    expect(await why(company.edit('vehicle', vehicles[0]!, { compulsoryInsuranceDueOn: '2028-01-01' }))).toBe(
      '由保单 R0 带出，请在那里修改',
    )
    expect(await all(company, 'vehicleCost', 'vehicle', vehicles[0]!)).toMatchObject([
      { kind: 'insurance', amount: 185_000, startOn: '2025-03-10', endOn: '2026-03-10' },
      { kind: 'insurance', amount: 166_500, startOn: '2026-03-10', endOn: '2027-03-10' },
    ])
    // No two of one kind at one time; the next day is no overlap.
    expect(await why(company.add('insurancePolicy', policyValues(vehicles[0]!, 'compulsory', '2027-03-07', 1)))).toBe(
      '与保单 R0 保障期重叠 3 天',
    )
    expect(await why(company.act('insurancePolicy', 'surrender', drafts[0]!.id, { on: '2026-03-01', case: 'other', reason: '卖车' }))).toBe(
      '交强险只有注销、停驶、被盗可以退保',
    )
  })
  test('one policy once, however its number was written', async () => {
    company.at('2026-03-01')
    const [a, b] = [await company.vehicle(), await company.vehicle()]
    const id = await company.add('insurancePolicy', policyValues(a, 'compulsory', '2026-03-10', 185_000, { policyNo: 'pdza 2026 0001' }))
    expect(await one(company, 'insurancePolicy', id)).toMatchObject({ policyNo: 'PDZA20260001' })
    const again = policyValues(b, 'compulsory', '2026-03-10', 185_000, { policyNo: 'PDZA２０２６0001' })
    expect(await why(company.add('insurancePolicy', again))).toBe('该保单号已登记')
  })
  test('surrendered on 2026-09-01: 3,227.40 back by days, the insurer’s own figure wins', async () => {
    company.at('2026-09-01')
    const vehicle = await company.vehicle()
    const p = await insured(company, vehicle, 'commercial', '2026-03-10', 620_000)
    await company.act('insurancePolicy', 'surrender', p, { on: '2026-09-01', case: 'other', reason: '车辆停用', refund: 300_000 })
    expect(await one(company, 'insurancePolicy', p)).toMatchObject({ status: 'surrendered', refund: 300_000 })
    expect((await one(company, 'insurancePolicy', p))['remark']).toMatch(/^按未使用天数应退 3,227.40，以保险公司 3,000.00 为准/)
    const costs = await all<{ amount: number }>(company, 'vehicleCost', 'vehicle', vehicle)
    expect(costs.map((x) => x.amount)).toEqual([620_000, -300_000])
    expect(await one(company, 'vehicle', vehicle)).toMatchObject({ commercialInsuranceDueOn: '2026-08-31' })
  })
})

describe('V-J4 a claim', () => {
  test('main fault 70 %: every fen of 12,600.00 finds who bears it', async () => {
    company.at('2026-06-10')
    const lease = await running(company, { startOn: '2026-06-10', endOn: '2027-06-10' })
    await insured(company, lease.vehicle, 'compulsory', '2026-01-01', 185_000)
    await insured(company, lease.vehicle, 'commercial', '2026-01-01', 620_000)
    company.at('2026-07-01')
    const values = {
      vehicle: lease.vehicle,
      reportedAt: at('2026-06-20', '15:00'),
      reportNo: 'BA1',
      kind: 'third',
      liability: 'main',
      lesseeShare: 0,
      driverShare: 0,
      companyLoss: 0,
    }
    expect(
      await why(company.add('insuranceClaim', { ...values, occurredAt: at('2025-12-31'), reportedAt: at('2025-12-31', '12:00') })),
    ).toMatch(/^出险时间不在保单 .* 保障期内（2026-01-01 至 2026-12-31）$/)
    const claim = await company.add(
      'insuranceClaim',
      {
        ...values,
        occurredAt: at('2026-06-20', '14:00'),
        thirdParties: [{ name: '王五', plateNo: '沪C12345', insurer: '平安', loss: 350_000 }],
        deductible: 50_000,
      },
      'sales',
    )
    expect(await one(company, 'insuranceClaim', claim)).toMatchObject({ lease: lease.lease, lessee: lease.lessee, late: false })
    await company.act('insuranceClaim', 'next', claim)
    expect(await why(company.act('insuranceClaim', 'next', claim))).toBe('缺少资料：事故认定书')
    await company.edit('insuranceClaim', claim, {
      papers: ['report', 'assessment', 'invoice', 'bank'].map((paper) => ({ paper, files: null })),
      assessed: [
        { part: '前保险杠', amount: 260_000 },
        { part: '左前大灯', amount: 1_000_000 },
      ],
    })
    await company.act('insuranceClaim', 'next', claim)
    // Reckoned twice, it is said once.
    await company.act('insuranceClaim', 'propose', claim)
    await company.act('insuranceClaim', 'propose', claim)
    expect(await one(company, 'insuranceClaim', claim)).toMatchObject({ loss: 1_260_000, lesseeShare: 50_000, companyLoss: 0 })
    expect((await one(company, 'insuranceClaim', claim))['remark']).toBe(
      '按责任计算：对方交强 2,000.00，对方商业 3,180.00，本车商业 6,920.00，免赔 500.00，未投保部分 0.00',
    )
    await company.act('insuranceClaim', 'next', claim)
    const order = (await one(company, 'insuranceClaim', claim))['upkeepOrder'] as number
    expect(await one(company, 'upkeepOrder', order)).toMatchObject({ kind: 'accident', vehicle: lease.vehicle, status: 'draft' })
    await company.act('insuranceClaim', 'next', claim)
    expect(await why(company.act('insuranceClaim', 'next', claim))).toBe('请先登记到账的赔款')
    const account = await company.read((db) => db.selectFrom('companyAccount').select('id').orderBy('id').executeTakeFirstOrThrow())
    const receive = (payer: string, amount: number) =>
      company.act(
        'insuranceClaim',
        'receive',
        claim,
        {
          payer,
          payerName: payer === 'own' ? '人保财险' : '平安产险',
          amount,
          account: account.id,
          receivedOn: '2026-06-30',
          tradeNo: `T${payer}`,
        },
        'sales',
      )
    const receipts = () => all<{ id: number; status: string; amount: number; payer: string }>(company, 'otherReceipt', 'kind', 'claim')
    await receive('own', 692_000)
    await receive('theirCompulsory', 200_000)
    expect(await why(receive('theirCommercial', 400_000))).toBe('赔款合计 12,920.00 超过定损 12,600.00')
    await receive('theirCommercial', 318_000)
    expect((await receipts()).map((r) => [r.status, r.amount])).toEqual([
      ['toConfirm', 692_000],
      ['toConfirm', 200_000],
      ['toConfirm', 318_000],
    ])
    expect(await why(company.act('insuranceClaim', 'next', claim))).toMatch(/^赔款尚未到账：收款单 SQ.* 等待财务复核$/)
    expect(await why(company.act('insuranceClaim', 'withdraw', claim, { reason: '不报了' }))).toMatch(/^收款单 SQ.* 等待财务复核/)
    // One is wrong and sent back: it counts no more. Entered anew and confirmed, with the others, all has arrived.
    const [, , wrong] = await receipts()
    await company.act('otherReceipt', 'reject', wrong!.id, { answer: '未到账' }, 'finance')
    expect(await one(company, 'insuranceClaim', claim)).toMatchObject({ paidOut: 892_000 })
    await receive('theirCommercial', 318_000)
    for (const r of (await receipts()).filter((x) => x.status === 'toConfirm'))
      await company.act('otherReceipt', 'confirm', r.id, {}, 'finance')
    expect(await one(company, 'insuranceClaim', claim)).toMatchObject({ paidOut: 1_210_000 })
    expect(((await one(company, 'insuranceClaim', claim))['payouts'] as { received: boolean }[]).every((p) => p.received)).toBe(true)
    await company.act('insuranceClaim', 'next', claim)
    expect(await why(company.act('insuranceClaim', 'close', claim))).toMatch(/^维修单 WB.* 尚未结算$/)
    await company.act('upkeepOrder', 'cancel', order, { reason: '自行修复' })
    expect(await why(company.act('insuranceClaim', 'close', claim))).toBe('承租人分担未出账')
    // Two clerks at once: one charge.
    const two = await race([
      () => company.act('insuranceClaim', 'charge', claim, {}, 'sales'),
      () => company.act('insuranceClaim', 'charge', claim, {}, 'finance'),
    ])
    expect(two.done).toBe(1)
    const { incidental } = (await one(company, 'insuranceClaim', claim)) as { incidental: number }
    expect(await one(company, 'incidental', incidental)).toMatchObject({ status: 'draft', amount: 50_000, lease: lease.lease })
    await company.act('incidental', 'issue', incidental)
    expect(await why(company.edit('insuranceClaim', claim, { lesseeShare: 0 }))).toMatch(/^承租人承担已生成杂费单 .*，请先取消它再改$/)
    await company.edit('insuranceClaim', claim, { companyLoss: 100 })
    expect(await why(company.act('insuranceClaim', 'close', claim))).toBe('损失 12,600.00 与分担合计 12,601.00 不符')
    await company.edit('insuranceClaim', claim, { companyLoss: 0 })
    // Closed by one while the money is taken back by another: whoever is first, the loss stays borne.
    const last = (await receipts()).find((r) => r.status === 'confirmed')!
    const end = await race([
      () => company.act('insuranceClaim', 'close', claim, {}, 'sales'),
      () => company.act('otherReceipt', 'reverse', last.id, { answer: '银行退票' }, 'finance'),
    ])
    expect(end.done).toBe(1)
    const now = await one(company, 'insuranceClaim', claim)
    if (now['status'] !== 'closed') {
      expect(now).toMatchObject({ status: 'paid', paidOut: 1_210_000 - last.amount })
      expect(await why(company.act('insuranceClaim', 'close', claim))).toMatch(/^损失 12,600.00 与分担合计 .* 不符$/)
      await receive(last.payer === '人保财险' ? 'own' : 'theirCompulsory', last.amount)
      const again = (await receipts()).find((r) => r.status === 'toConfirm')!
      await company.act('otherReceipt', 'confirm', again.id, {}, 'finance')
      await company.act('insuranceClaim', 'close', claim)
    }
    const booked = (await receipts()).find((r) => r.status === 'confirmed')!
    expect(await why(company.act('otherReceipt', 'reverse', booked.id, { answer: '银行退票' }, 'finance'))).toMatch(
      /^出险 CX.* 已办结，它的赔款不能再变动$/,
    )
    expect(await one(company, 'insuranceClaim', claim)).toMatchObject({ status: 'closed', closedOn: '2026-07-01' })
    expect((await all(company, 'creditRecord', 'lessee', lease.lessee)).map((r) => r['kind'])).toContain('damage')
  })
  test('what the driver bears stands as long as his deduction does, and for the same amount', async () => {
    company.at('2026-07-02')
    const vehicle = await company.vehicle()
    const driver = await company.add('driver', { name: '钱进', mobile: '13900000019', idNo: '110101199003070054', store: company.store })
    const claim = await company.add('insuranceClaim', {
      vehicle,
      occurredAt: at('2026-07-01', '14:00'),
      reportedAt: at('2026-07-01', '15:00'),
      reportNo: 'BA2',
      kind: 'own',
      liability: 'full',
      driver,
      assessed: [{ part: '后视镜', amount: 30_000 }],
      lesseeShare: 0,
      driverShare: 30_000,
      companyLoss: 0,
    })
    await company.write((tx) => tx.updateTable('insuranceClaim').set({ status: 'paid' }).where('id', '=', claim).execute())
    const own = async () => ((await one(company, 'insuranceClaim', claim)) as { deduction: number }).deduction
    expect(await why(company.act('insuranceClaim', 'close', claim))).toBe('司机分担未生成扣款')
    await company.act('insuranceClaim', 'chargeDriver', claim)
    expect(await why(company.edit('insuranceClaim', claim, { driverShare: 0, companyLoss: 30_000 }))).toMatch(/^司机承担已生成扣款 300.00/)
    // Lowered by whoever keeps the deductions, or waived: the claim does not close on money that nobody pays.
    await company.edit('deduction', await own(), { amount: 20_000 })
    expect(await why(company.act('insuranceClaim', 'close', claim))).toBe('司机扣款 200.00 与司机承担 300.00 不符')
    await company.act('deduction', 'waive', await own(), { reason: '公司承担' })
    expect(await why(company.act('insuranceClaim', 'close', claim))).toBe('司机分担未生成扣款')
    await company.act('insuranceClaim', 'chargeDriver', claim)
    expect((await all(company, 'deduction', 'driver', driver)).map((d) => [d['status'], d['amount']])).toEqual([
      ['waived', 20_000],
      ['open', 30_000],
    ])
    await company.act('deduction', 'waive', await own(), { reason: '公司承担' })
    await company.edit('insuranceClaim', claim, { driverShare: 0, companyLoss: 30_000 })
    await company.act('insuranceClaim', 'close', claim)
  })
})

describe('V-J7 inspections', () => {
  const goods = (registeredOn: string, inspectionDueOn: string) =>
    company.vehicle().then(async (id) => {
      await company.edit('vehicle', id, { registeredOn, inspectionDueOn })
      return id
    })
  test('passed early goes on from the old due; one that failed leaves an order; an overdue one is not handed over', async () => {
    company.at('2026-04-20')
    const [a, b, late] = [
      await goods('2020-06-15', '2026-06-30'),
      await goods('2020-06-15', '2026-06-30'),
      await goods('2020-06-15', '2026-06-30'),
    ]
    await night()
    const paper = async (vehicle: number) =>
      (await all(company, 'inspection', 'vehicle', vehicle))[0] as { id: number; windowFrom: string; dueOn: string }
    expect(await paper(a)).toMatchObject({ dueOn: '2026-06-30', windowFrom: '2026-04-01', status: 'toDo', way: 'line' })
    await night()
    expect(await all(company, 'inspection', 'vehicle', a)).toHaveLength(1)
    const { id } = await paper(a)
    expect(await why(company.act('inspection', 'pass', id, { doneOn: '2026-04-20' }))).toBe('合格须上传标志或报告')
    await company.act('inspection', 'pass', id, { doneOn: '2026-04-20', files: await photo(), fee: 30_000, km: 5000 })
    expect(await one(company, 'inspection', id)).toMatchObject({ status: 'passed', nextDueOn: '2027-06-30' })
    expect(await one(company, 'vehicle', a)).toMatchObject({ inspectionDueOn: '2027-06-30', odometer: 5000 })
    const failing = (await paper(b)).id
    await company.act('inspection', 'book', failing, { bookedOn: '2026-04-21', station: '浦东检测站' })
    await company.act('inspection', 'start', failing)
    await company.act('inspection', 'fail', failing, { doneOn: '2026-04-20', failedItems: '制动' })
    expect(await all(company, 'upkeepOrder', 'vehicle', b)).toMatchObject([{ kind: 'repair', status: 'draft' }])
    company.at('2026-07-01')
    await night()
    await night()
    expect((await all(company, 'vehicleBlock', 'vehicle', late)).map((x) => [x['kind'], x['reason']])).toEqual([
      ['inspection', '年检已于 2026-06-30 到期'],
    ])
    expect(await why(company.act('vehicle', 'reserve', late))).toMatch(/年检已于 2026-06-30 到期/)
    expect((await all(company, 'affairDue', 'vehicle', late)).map((d) => [d['kind'], d['level']])).toEqual([['inspection', 'overdue']])
    // Passed late, the next due is the same; the block goes by itself.
    company.at('2026-07-20')
    await company.act('inspection', 'pass', (await paper(late)).id, { doneOn: '2026-07-20', files: await photo() })
    expect(await one(company, 'vehicle', late)).toMatchObject({ inspectionDueOn: '2027-06-30' })
    expect((await all(company, 'vehicleBlock', 'vehicle', late)).map((x) => x['status'])).toEqual(['lifted'])
    expect(later('2026-06-30', 1)).toBe('2026-07-01')
  })
  test('one figure, one truth: calendar, work list, home page, vehicles and reminders count the same', async () => {
    company.at('2026-07-05')
    const [gone, today, soon] = [
      await goods('2019-06-15', '2026-06-30'),
      await goods('2020-06-15', '2026-07-05'),
      await goods('2020-06-15', '2026-07-31'),
    ]
    await night()
    await company.act('inspection', 'book', ((await all(company, 'inspection', 'vehicle', soon))[0] as { id: number }).id, {
      bookedOn: '2026-07-15',
      station: '浦东检测站',
    })
    const ctx = company.as('boss')
    const calendar = (month: string) => company.read((db) => inspectionCalendar(db, ctx, `${month}-01` as Day))
    const july = await calendar('2026-07')
    const dues = (await all<{ level: string; vehicle: number }>(company, 'affairDue', 'kind', 'inspection')).map((d) => [
      d.vehicle,
      d.level,
    ])
    for (const [vehicle, level] of [
      [gone, 'overdue'],
      [today, 'due'],
      [soon, 'soon'],
    ] as const)
      expect(dues).toContainEqual([vehicle, level])
    const counted = (level: string) => dues.filter(([, l]) => l === level).length
    expect(july.levels).toEqual({ overdue: counted('overdue'), due: counted('due'), soon: counted('soon'), snoozed: counted('snoozed') })
    const vehicles = await company.read((db) =>
      db.selectFrom('vehicle').select(['id', 'inspectionDueOn']).where('status', '!=', 'disposed').where('deletedAt', 'is', null).execute(),
    )
    expect(july.levels.overdue).toBe(vehicles.filter((v) => v.inspectionDueOn !== null && v.inspectionDueOn < '2026-07-05').length)
    const everything = await company.read((db) =>
      db.selectFrom('affairDue').select(['kind', 'level']).where('deletedAt', 'is', null).execute(),
    )
    for (const [code, levels] of [
      ['affairsDue', ['overdue', 'due']],
      ['affairsSoon', ['soon']],
    ] as const) {
      const source = affairsWork.find((work) => work.code === code)!
      const { total } = await company.read((db) => source.load(db, ctx, 5))
      const standing = everything.filter((d) => d.kind !== 'violation' && (levels as readonly string[]).includes(d.level))
      expect(total).toBe(standing.length)
    }
    // The month counts each vehicle once; an appointment stands on its own day besides.
    expect(july.total).toBe(july.passed + july.booked + july.failed + july.open)
    expect(july.days.find((d) => d.day === '2026-07-15')?.items).toMatchObject([{ vehicle: soon, stand: 'booked', dueOn: '2026-07-31' }])
    expect(july.days.find((d) => d.day === '2026-07-31')?.items).toContainEqual(expect.objectContaining({ vehicle: soon, stand: 'booked' }))
    const june = await calendar('2026-06')
    expect(june.days.find((d) => d.day === '2026-06-30')?.items).toContainEqual(expect.objectContaining({ vehicle: gone, stand: 'open' }))
    expect(june.total).toBe(june.months.find((m) => m.month === '2026-06')!.total)
    const messages = await company.read((db) => db.selectFrom('inboxMessage').select('title').where('title', 'like', '%年检%').execute())
    for (const vehicle of [gone, today, soon]) {
      const { plateNo } = await one<{ plateNo: string }>(company, 'vehicle', vehicle)
      expect(messages.filter((m) => m.title.startsWith(plateNo)).length).toBeGreaterThan(0)
    }
    // Sold: neither the work list nor the calendar waits for it any more.
    const open = (of: typeof july): number[] => of.days.flatMap((d) => d.items.map((i) => i.vehicle))
    expect(open(june)).toContain(gone)
    await company.act('vehicle', 'suspend', gone, { reason: '准备出售' })
    await company.act('vehicle', 'dispose', gone, { way: 'sold', on: '2026-07-05' })
    await night()
    expect(open(await calendar('2026-06'))).not.toContain(gone)
    expect((await all(company, 'affairDue', 'vehicle', gone)).filter((d) => d['kind'] === 'inspection')).toEqual([])
    expect((await all(company, 'inspection', 'vehicle', gone)).map((r) => r['status'])).toEqual(['void'])
  })
})
