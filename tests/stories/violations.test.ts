/** Journeys V-J5 and V-J6 of affairs.md: a file of violations, whose each is; by us, from the deposit, and what is never offered. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { instantAt, type Day } from '#kit/basics/time/day.ts'
import { randomOf } from '#kit/basics/random.ts'
import { actNamed, remove } from '#kit/entity/store.server.ts'
import { affairsServer } from '#modules/affairs/affairs.server.ts'
import { linesOf } from '#modules/affairs/ground/pasted.rules.ts'
import { takeIn } from '#modules/affairs/violations/import.server.ts'
import { provedOf } from '#modules/affairs/violations/holds.server.ts'
import { readViolations } from '#modules/affairs/violations/read.rules.ts'
import { settleDaily } from '#modules/leasing/returns/settle.server.ts'
import { computeSheet } from '#modules/leasing/returns/settlement.server.ts'
import { waitingMessages } from '#tests/messages-out.ts'
import { all, one, person, why } from './affairs.ts'
import { Company } from './company.ts'
import { running, type Running } from './leases.ts'
import { race } from './race.ts'

let company: Company
let lease: Running
let plate: string
beforeAll(async () => {
  company = await Company.open('2026-01-10')
  await person(company, 'boss', '周敏')
  lease = await running(company, { startOn: '2026-01-28', endOn: '2027-01-28' })
  plate = (await one<{ plateNo: string }>(company, 'vehicle', lease.vehicle)).plateNo
})
afterAll(() => company?.close())

const at = (day: string, time = '10:00'): string => instantAt(day as Day, time)
const taken = (text: string, answers: Record<string, 'new' | 'same'> = {}) => {
  const statement = readViolations(linesOf(text), company.clock.now())
  if (!statement.ok) throw new Error(statement.message)
  return takeIn(company.as('sales'), statement.rows, 'import', answers)
}
const HEAD = '车牌号\t违法时间\t违法地点\t违法代码\t罚款\t记分'
const add = (occurredAt: string, more: object = {}) =>
  company.add('violation', { plateNo: plate, occurredAt, code: '1039', behaviour: '违停', fine: 30_000, points: 0, ...more }, 'sales')

describe('V-J5 a file', () => {
  test('each row finds its holder of that second; what is here already is left; taken in again nothing changes', async () => {
    company.at('2026-03-10')
    const free = await company.vehicle()
    const idle = (await one<{ plateNo: string }>(company, 'vehicle', free)).plateNo
    const rows = [
      ...Array.from({ length: 28 }, (_, i) => `${plate}\t2026-02-${String(1 + (i % 28)).padStart(2, '0')} 11:30:00\t延安路\t1344\t200\t0`),
      `${idle}\t2026/3/5 10：30\t延安路\t1039\t150\t0`,
      `沪Z99999\t2026-03-05 10:30:00\t延安路\t1039\t150\t0`,
    ]
    const first = await taken([HEAD, ...rows].join('\n'))
    expect(first).toEqual({ added: 30, known: 0, bad: 0, near: 0, asked: 0, byHolder: { lessee: 28, company: 1, unknown: 1 } })
    const again = await taken([HEAD, ...rows, `${plate}\t2026-03-01 08:00:00\t延安路\t1344\t200\t0`].join('\n'))
    expect(again).toMatchObject({ added: 1, known: 30 })
    const [mine] = await all(company, 'violation', 'lease', lease.lease)
    expect(mine).toMatchObject({ status: 'toHandle', holderKind: 'lessee', lessee: lease.lessee, vehicle: lease.vehicle, near: false })
    expect(String(mine!['why'])).toMatch(/^租约 ZL.*，2026-01-28 [0-9:]+ 起至今$/)
    expect((await all(company, 'vehicleViolation', 'vehicle', lease.vehicle))[0]).toMatchObject({ total: 29, open: 29, openFine: 580_000 })
  })
  test('what the sheet says is handled arrives so, with its limit; of what is open and late the three percent count at once', async () => {
    company.at('2026-03-10')
    const head = '序号\t号牌号码\t违法时间\t违法地点\t违法代码\t罚款\t记分\t处理状态\t缴款期限\t处理时间\t文书编号'
    const rows = [
      `1\t${plate}\t2026-02-01 07:00:00\t外环\t1344\t200\t3\t已处理\t2026-03-01\t2026-02-20\t31010000001`,
      `2\t${plate}\t2026-02-02 07:00:00\t外环\t1344\t200\t0\t未处理\t2026-02-28\t\t31010000002`,
      `3\t${plate}\t2026-02-03 07:00:00\t外环\t1344\t200\t0\t已处理\t\t\t31010000003`,
    ]
    expect(await taken([head, ...rows].join('\n'))).toMatchObject({ added: 3, known: 0, bad: 0 })
    const of = async (no: string) => (await all(company, 'violation', 'recordNo', no))[0]
    expect(await of('31010000001')).toMatchObject({
      status: 'handled',
      dueOn: '2026-03-01',
      decidedOn: '2026-02-20',
      surcharge: 0,
      points: 3,
    })
    expect(await of('31010000002')).toMatchObject({ status: 'toHandle', dueOn: '2026-02-28', decidedOn: null, surcharge: 6000 })
    expect(await of('31010000003')).toMatchObject({ status: 'handled', dueOn: null, decidedOn: null })
    // Next month's sheet counts its rows from one again.
    expect(await taken([head, `1\t${plate}\t2026-03-01 07:00:00\t外环\t1344\t200\t0\t未处理\t\t\t31010000004`].join('\n'))).toMatchObject({
      added: 1,
    })
    const taken2 = `1\t${plate}\t2026-03-02 07:00:00\t外环\t1344\t200\t0\t未处理\t\t\t31010000004`
    expect(await taken([head, taken2].join('\n'))).toMatchObject({ added: 0, bad: 1 })
    for (const v of await all<{ id: number }>(company, 'violation', 'place', '外环'))
      await company.write((tx) => tx.updateTable('violation').set({ status: 'cancelled' }).where('id', '=', v.id).execute())
  })
  test('two of one day that differ are both taken; one that may be the same is asked, and comes in or not as a person says', async () => {
    const other = await company.vehicle()
    const { plateNo } = await one<{ plateNo: string }>(company, 'vehicle', other)
    const head = '号牌号码,违法时间,违法地点,违法行为,罚款,记分'
    const [parked, red] = [`${plateNo},2026-03-02,长安街,违停,200,0`, `${plateNo},2026-03-02,三环路,闯红灯,200,6`]
    expect(await taken([head, parked, red].join('\n'))).toMatchObject({ added: 2, known: 0, asked: 0 })
    const third = `${plateNo},2026-03-02,二环路,违停,200,0`
    expect(await taken([head, parked, third, red].join('\n'))).toMatchObject({ added: 0, known: 2, asked: 1 })
    expect(await taken([head, third].join('\n'), { 2: 'same' })).toMatchObject({ added: 0, known: 1, asked: 0 })
    expect(await taken([head, third].join('\n'), { 2: 'new' })).toMatchObject({ added: 1, asked: 0 })
    expect(await taken([head, parked, third, red].join('\n'))).toMatchObject({ added: 0, known: 3, asked: 0 })
    const stored = await all<{ behaviour: string; points: number }>(company, 'violation', 'vehicle', other)
    expect(stored.map((v) => `${v.behaviour} ${v.points}`).toSorted((a, b) => a.localeCompare(b))).toEqual(['违停 0', '违停 0', '闯红灯 6'])
  })
  test('two imports of one file at once take each row in once (A10)', async () => {
    const text = [
      HEAD,
      ...Array.from({ length: 12 }, (_, i) => `${plate}\t2026-03-02 0${i % 10}:1${i % 10}:${10 + i}\t虹桥\t1344\t200\t0`),
    ].join('\n')
    await Promise.allSettled([taken(text), taken(text)])
    await taken(text)
    const rows = (await all(company, 'violation', 'place', '虹桥')) as { occurredAt: string }[]
    expect(rows).toHaveLength(12)
    expect(new Set(rows.map((r) => r.occurredAt)).size).toBe(12)
  })
  test('near a handover a person confirms; who was handed to another is found again, unless pinned', async () => {
    const seg = (await all<{ fromAt: string }>(company, 'leaseSegment', 'vehicle', lease.vehicle))[0]!
    const id = await add(new Date(Date.parse(seg.fromAt) + 300_000).toISOString(), { code: '1345' })
    expect(await one(company, 'violation', id)).toMatchObject({ near: true, status: 'toHandle' })
    expect(await why(company.act('violation', 'notify', id))).toBe('请先确认责任方')
    await company.act('violation', 'confirmHolder', id)
    await company.act('violation', 'notify', id)
    expect(await one(company, 'violation', id)).toMatchObject({ near: false, pinned: true, status: 'notified', dueOn: '2026-03-25' })
    await company.act('violation', 'rematch', id)
    expect(await one(company, 'violation', id)).toMatchObject({ lease: lease.lease, pinned: true })
  })
  test('found on another vehicle, it leaves nothing behind on the one it was found on before', async () => {
    const [was, is] = [await company.vehicle(), await company.vehicle()]
    const plateOf = async (id: number): Promise<string> => (await one<{ plateNo: string }>(company, 'vehicle', id)).plateNo
    const [plate1, plate2] = [await plateOf(was), await plateOf(is)]
    const on = async (vehicle: number): Promise<unknown[]> => {
      const dues = (await all<{ kind: string; dueOn: string }>(company, 'affairDue', 'vehicle', vehicle)).filter(
        (d) => d.kind === 'violation',
      )
      const sums = await all<{ open: number; openFine: number }>(company, 'vehicleViolation', 'vehicle', vehicle)
      return [dues.map((d) => d.dueOn), sums.map((v) => [v.open, v.openFine])]
    }
    const more = { plateNo: plate1, dueOn: '2026-03-25' as const }
    const [moved, deleted] = [await add(at('2026-03-05'), more), await add(at('2026-03-06', '11:00'), more)]
    expect(await on(was)).toEqual([['2026-03-25', '2026-03-25'], [[2, 60_000]]])
    // Written down later: the plate was another vehicle's until the seventh.
    const change = { oldPlateColor: 'blue', newPlateColor: 'blue' }
    await company.add('plateChange', { vehicle: was, oldPlateNo: '沪X00001', newPlateNo: plate1, changedOn: '2026-03-08', ...change })
    await company.add('plateChange', { vehicle: is, oldPlateNo: plate1, newPlateNo: plate2, changedOn: '2026-03-07', ...change })
    await company.act('violation', 'rematch', moved)
    expect(await one(company, 'violation', moved)).toMatchObject({ vehicle: is })
    expect(await on(was)).toEqual([['2026-03-25'], [[1, 30_000]]])
    expect(await on(is)).toEqual([['2026-03-25'], [[1, 30_000]]])
    await company.write((tx) => remove(tx, company.as('sales'), 'violation', deleted, null))
    expect(await on(was)).toEqual([[], [[0, 0]]])
  })
  test('where the house has a way out, the lessee himself is written to, once; otherwise a colleague is', async () => {
    const toLessee = await add(at('2026-03-02', '15:20'), { place: '沪闵路', fine: 15_000, points: 0 })
    const there = await add(at('2026-03-02', '16:20'), { place: '沪闵路', fine: 15_000, points: 0 })
    const outside = company.as()
    const messages = { outside: true, send: () => Promise.resolve({ receipt: null }) }
    await company.write((tx) =>
      actNamed(tx, { ...outside, ports: { ...outside.ports, messages } }, 'violation', 'notify', toLessee, null, {}),
    )
    await company.act('violation', 'notify', there)
    const sent = await waitingMessages(company.as())
    expect(sent).toHaveLength(1)
    expect(sent[0]!.summary).toContain('违章处理通知')
    expect(sent[0]!.text).toMatch(/2026-03-02 15:20 沪闵路.*罚款 150\.00 元，记 0 分，请在 \d{4}-\d{2}-\d{2} 前处理/)
    const { no } = await one<{ no: string }>(company, 'violation', toLessee)
    const inbox = await company.read((db) => db.selectFrom('inboxMessage').select('title').where('title', 'like', `%${no}%`).execute())
    expect(inbox).toEqual([])
  })
  test('the company bears a fine of the lessee only by the act that says so', async () => {
    const id = await add(at('2026-03-02', '17:40'), { points: 0, fine: 10_000 })
    expect(await why(company.act('violation', 'dispose', id, { way: 'company' }))).toBe(
      '责任方是承租人：由公司承担请用「公司承担承租人罚款」',
    )
  })
  test('the same one by hand is refused', async () => {
    await add(at('2026-03-03'), { code: '1039', recordNo: 'W1' })
    expect(await why(add(at('2026-03-03'), { code: '1039' }))).toBe('该违章已登记')
    expect(await why(add(at('2026-12-03')))).toBe('违法时间不能晚于现在')
  })
})

/** A mission that has been driven, as transport leaves it behind. */
async function trip(
  vehicle: number,
  driver: number,
  times: { planStart: string; planEnd: string; actualStart?: string; actualEnd?: string },
) {
  const id = await company.add('mission', { kind: 'line', planStart: times.planStart, planEnd: times.planEnd })
  await company.write((tx) =>
    tx
      .updateTable('mission')
      .set({ status: times.actualEnd ? 'done' : times.actualStart ? 'running' : 'toDepart', vehicle, driver, ...times })
      .where('id', '=', id)
      .execute(),
  )
  return id
}
const driverNamed = (name: string, mobile: string, idNo: string) => company.add('driver', { name, mobile, idNo, store: company.store })

describe('who drove', () => {
  test('the driver on the road, how sure, and why; what nobody reported waits for a person', async () => {
    company.at('2026-03-10')
    const vehicle = await company.vehicle()
    const no = (await one<{ plateNo: string }>(company, 'vehicle', vehicle)).plateNo
    const zhang = await driverNamed('张强', '13900000001', '110101199003070054')
    const li = await driverNamed('李勇', '13900000002', '110101199003070070')
    const first = await trip(vehicle, zhang, {
      planStart: at('2026-03-06', '08:00'),
      planEnd: at('2026-03-06', '12:00'),
      actualStart: at('2026-03-06', '08:30'),
      actualEnd: at('2026-03-06', '13:00'),
    })
    await trip(vehicle, li, { planStart: at('2026-03-07', '08:00'), planEnd: at('2026-03-07', '12:00') })
    const violationAt = (day: string, time: string) => add(at(day, time), { plateNo: no }).then((id) => one(company, 'violation', id))
    const sure = await violationAt('2026-03-06', '10:00')
    expect(sure).toMatchObject({ holderKind: 'driver', driver: zhang, mission: first, driverName: '张强', sure: 'sure', near: false })
    expect(String(sure['why'])).toMatch(/任务 XL.*08:30:00 发车.*司机 张强$/)
    expect(await violationAt('2026-03-06', '12:55')).toMatchObject({ driver: zhang, sure: 'likely', near: true })
    const weak = await violationAt('2026-03-07', '09:00')
    expect(weak).toMatchObject({ holderKind: 'driver', driver: li, sure: 'weak' })
    expect(await why(company.act('violation', 'notify', weak['id'] as number))).toBe('请先确认责任方')
    expect(await why(company.act('violation', 'dispose', weak['id'] as number, { way: 'self' }))).toBe('归责依据不足，请在责任方中选定')
    const none = await violationAt('2026-03-08', '09:00')
    expect(none).toMatchObject({ holderKind: 'company', driver: null })
    expect(String(none['why'])).toMatch(/没有任务记录；最近一次由 张强 驾驶/)
  })
  test('one form moves it to another, with its reason, and takes the fine off the driver’s pay exactly once', async () => {
    company.at('2026-03-10')
    const vehicle = await company.vehicle()
    const no = (await one<{ plateNo: string }>(company, 'vehicle', vehicle)).plateNo
    const wang = await driverNamed('王磊', '13900000003', '110101199003070097')
    const id = await add(at('2026-03-06', '15:00'), { plateNo: no, fine: 20_000 })
    const input = { bearer: 'driver', toDriver: wang, way: 'agent', serviceFee: 3000, dueOn: '2026-03-31' }
    expect(await why(company.act('violation', 'dispose', id, input))).toBe('请填写改责任方的依据')
    expect(await why(company.act('violation', 'dispose', id, { ...input, reason: '钥匙登记', points: 3 }))).toBe(
      '记分须由实际驾驶人处理，不能代扣分',
    )
    const two = await race([
      () => company.act('violation', 'dispose', id, { ...input, reason: '钥匙登记' }, 'sales'),
      () => company.act('violation', 'dispose', id, { ...input, reason: '钥匙登记' }, 'boss'),
      () => company.act('violation', 'dispose', id, { way: 'company' }, 'boss'),
    ])
    expect(two.done).toBe(1)
    const v = await one<{ deduction: number | null; holderKind: string }>(company, 'violation', id)
    const taken = await all(company, 'deduction', 'driver', wang)
    // Whoever was first decided; never two of them.
    expect(taken).toHaveLength(v.holderKind === 'driver' ? 1 : 0)
    if (v.holderKind !== 'driver') return
    expect(v).toMatchObject({ driver: wang, pinned: true, dueOn: '2026-03-31', billed: 20_000, status: 'handling' })
    expect(taken[0]).toMatchObject({ amount: 23_000, openAmount: 23_000, status: 'open', reason: 'fine' })
    await company.act('violation', 'appeal', id, { reason: '车牌被套' })
    await company.act('violation', 'uphold', id, { reason: '核实' })
    expect(await one(company, 'deduction', v.deduction!)).toMatchObject({ status: 'waived' })
  })
  test('from the violation deposit in one step: bill and payment stand together, or neither does; two at once pay once', async () => {
    company.at('2026-03-10')
    const id = await add(at('2026-03-07', '11:00'), { fine: 20_000 })
    const before = (await all<{ balance: number; kind: string }>(company, 'depositAccount', 'lease', lease.lease)).find(
      (d) => d.kind === 'violation',
    )!
    const pay = { way: 'agent', collect: 'deposit', serviceFee: 5000 }
    const two = await race([
      () => company.act('violation', 'dispose', id, pay, 'sales'),
      () => company.act('violation', 'dispose', id, pay, 'boss'),
    ])
    expect(two.done).toBe(1)
    const v = await one<{ incidental: number; deposit: number }>(company, 'violation', id)
    const { bill } = await one<{ bill: number }>(company, 'incidental', v.incidental)
    expect(v.deposit).toBe(25_000)
    expect(await one(company, 'bill', bill)).toMatchObject({ status: 'settled', amount: 25_000 })
    const after = (await all<{ balance: number; kind: string }>(company, 'depositAccount', 'lease', lease.lease)).find(
      (d) => d.kind === 'violation',
    )!
    expect(after.balance).toBe(before.balance - 25_000)
    const much = await add(at('2026-03-07', '12:00'), { fine: 5_000_000 })
    expect(await why(company.act('violation', 'dispose', much, pay))).toMatch(/^违章押金余额只有/)
    expect(await one(company, 'violation', much)).toMatchObject({ status: 'toHandle', incidental: null })
  })
})

describe('V-J6 by us and from the deposit', () => {
  test('with points it is refused; without, fine and fee are drafted once, whoever presses first', async () => {
    const points = await add(at('2026-03-04'), { points: 6 })
    expect(await why(company.act('violation', 'dispose', points, { way: 'agent' }))).toBe('记分须由实际驾驶人处理，不能代扣分')
    const id = await add(at('2026-03-04', '12:00'))
    const two = await race([
      () => company.act('violation', 'dispose', id, { way: 'agent', serviceFee: 5000 }, 'sales'),
      () => company.act('violation', 'dispose', id, { way: 'agent', serviceFee: 5000 }, 'boss'),
    ])
    expect(two.done).toBe(1)
    expect(two.reasons[0]).toBe('该违章已在处理中')
    // Whose page is older than that is told the same, not only that something has changed.
    const late = company.write((tx) => actNamed(tx, company.as('boss'), 'violation', 'dispose', id, 1, { way: 'self' }, 'server'))
    expect(await why(late)).toBe('该违章已在处理中')
    const v = await one<{ incidental: number; billed: number }>(company, 'violation', id)
    expect(v.billed).toBe(30_000)
    expect(await one(company, 'incidental', v.incidental)).toMatchObject({ amount: 35_000, status: 'draft' })
    // Cancelled after all: what was drafted goes with it.
    await company.act('violation', 'appeal', id, { reason: '当时车辆在维修' })
    await company.act('violation', 'uphold', id, { reason: '监控核实' })
    expect(await one(company, 'incidental', v.incidental)).toMatchObject({ status: 'cancelled' })
    expect(await one(company, 'violation', id)).toMatchObject({ status: 'cancelled', billed: 0 })
  })
  test('transfer waits for thirty days after the contract; handling needs its receipt and a day that can be', async () => {
    const id = await add(at('2026-03-05', '13:00'), { points: 3 })
    expect(await why(company.act('violation', 'transfer', id, { transferOn: '2026-03-10' }))).toBe(
      '租约仍在进行，合同结束 30 天后才可申请转移',
    )
    await company.act('violation', 'dispose', id, { way: 'self' })
    const input = { decidedOn: '2026-03-09', paidBy: 'lessee', driverName: '李四' }
    expect(await why(company.act('violation', 'handle', id, input))).toBe('请上传缴款凭证')
    const receipts = [await company.file('sales')]
    expect(await why(company.act('violation', 'handle', id, { ...input, decidedOn: '2026-03-04', receipts }, 'sales'))).toBe(
      '处理日不能早于违章时间',
    )
    await company.act('violation', 'handle', id, { ...input, receipts }, 'sales')
    expect(await one(company, 'violation', id)).toMatchObject({ status: 'handled', decidedOn: '2026-03-09', driverName: '李四' })
    expect((await all(company, 'creditRecord', 'lessee', lease.lessee)).map((r) => r['kind'])).toContain('violation')
  })
  test('the deposit stays while one is open and goes back less what was billed', async () => {
    company.at('2026-04-27')
    const of = await running(company, { startOn: '2026-04-28', endOn: '2027-04-28' })
    const no = (await one<{ plateNo: string }>(company, 'vehicle', of.vehicle)).plateNo
    company.at('2026-05-28', '09:00')
    const back = await company.add('vehicleReturn', { lease: of.lease, plannedOn: '2026-05-28', reasonKind: 'early' }, 'sales')
    await company.act('vehicleReturn', 'submit', back, {}, 'sales')
    await company.act('vehicleReturn', 'pass', back, {}, 'finance')
    company.at('2026-05-28', '16:00')
    const photos = [await company.file('sales'), await company.file('sales'), await company.file('sales'), await company.file('sales')]
    await company.act(
      'vehicleReturn',
      'inspect',
      back,
      { actualAt: at('2026-05-28', '15:30'), odometer: 12_400, energyPercent: 90, items: [], cleaningFee: 0, photos },
      'sales',
    )
    const { id: s } = (await all<{ id: number }>(company, 'returnSettlement', 'lease', of.lease))[0]!
    await company.act(
      'returnSettlement',
      'fill',
      s,
      { penaltyWaived: 0, violationsChecked: true, payee: '张三', bankAccount: '6222020200112233445' },
      'sales',
    )
    const hash = await company.write(
      async (tx) => (await computeSheet(tx, company.as(), (await one(company, 'returnSettlement', s)) as never)).hash,
    )
    await company.act('returnSettlement', 'submit', s, { hash }, 'sales')
    await company.act('returnSettlement', 'pass', s, {}, 'finance')
    // Found twelve days later; by its time it is his.
    company.at('2026-06-09')
    const v = await company.add(
      'violation',
      { plateNo: no, occurredAt: at('2026-05-20', '08:00'), code: '1039', fine: 30_000, points: 0 },
      'sales',
    )
    expect(await one(company, 'violation', v)).toMatchObject({ lease: of.lease })
    company.at('2026-06-28', '02:10')
    await settleDaily(company.as())
    expect((await all(company, 'depositAccount', 'lease', of.lease)).find((d) => d['kind'] === 'violation')).toMatchObject({
      balance: 200_000,
    })
    expect(await why(company.act('returnSettlement', 'release', s))).toMatch(/^尚有 1 起未处理违章 WZ/)
    // Looked for ten days after the return, with one still open: no proof.
    await company.add('violationQuery', { vehicle: of.vehicle, queriedAt: at('2026-06-08'), found: 1 })
    expect(await company.write((tx) => provedOf(tx, company.as(), [of.lease]))).toEqual(new Set())
    await company.act('violation', 'dispose', v, { way: 'agent', serviceFee: 5000 }, 'sales')
    expect(await company.write((tx) => provedOf(tx, company.as(), [of.lease]))).toEqual(new Set([of.lease]))
    const { incidental } = await one<{ incidental: number }>(company, 'violation', v)
    await company.act('incidental', 'issue', incidental)
    await company.act('returnSettlement', 'release', s)
    expect((await all(company, 'depositAccount', 'lease', of.lease)).find((d) => d['kind'] === 'violation')).toMatchObject({
      deducted: 35_000,
      frozen: 165_000,
    })
    expect(((await all(company, 'refund', 'lease', of.lease)) as { amount: number }[]).map((r) => r.amount)).toContain(165_000)
  })
  test('three percent a day, never more than the fine, by the night', async () => {
    company.at('2026-07-01')
    const id = await add(at('2026-06-30'), { fine: 20_000 })
    await company.act('violation', 'notify', id)
    company.at('2026-07-26', '00:20')
    await affairsServer.jobs![0]!.run(company.as())
    expect(await one(company, 'violation', id)).toMatchObject({ dueOn: '2026-07-16', surcharge: 6000 })
    company.at('2026-09-30', '00:20')
    await affairsServer.jobs![0]!.run(company.as())
    await affairsServer.jobs![0]!.run(company.as())
    expect(await one(company, 'violation', id)).toMatchObject({ surcharge: 20_000 })
  })
  test('of whatever order the same dues come out (A15)', async () => {
    const before = (await all(company, 'affairDue', 'vehicle', lease.vehicle)).map((d) => [d['ref'], d['level'], d['dueOn']])
    const random = randomOf(3)
    for (let i = 0; i < 3; i++) await company.edit('vehicle', lease.vehicle, { remark: `x${Math.floor(random() * 100)}` })
    await affairsServer.jobs![0]!.run(company.as())
    expect((await all(company, 'affairDue', 'vehicle', lease.vehicle)).map((d) => [d['ref'], d['level'], d['dueOn']])).toEqual(before)
  })
})
