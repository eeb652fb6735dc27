/** How leases come into being: by an application, from the list of free vehicles, on a contract that runs; and who had a vehicle when. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Company, P1, refusal } from './company.ts'
import { running } from './leases.ts'

let company: Company
beforeAll(async () => {
  company = await Company.open('2025-01-10')
})
afterAll(() => company?.close())

async function call<T>(method: 'GET' | 'POST', path: string, input: object, who?: string): Promise<T> {
  const route = company.registry.modules.flatMap((m) => m.routes ?? []).find((r) => r.method === method && r.path === path)!
  const parsed = await route.input.parseAsync(input)
  return (await route.handler(company.as(who), parsed, { files: [], signal: new AbortController().signal })) as T
}
const status = async (table: 'carApplication' | 'contract' | 'lease', id: number): Promise<string> =>
  (
    await company.read((db) =>
      db
        .selectFrom(table as 'lease')
        .select('status')
        .where('id', '=', id)
        .executeTakeFirstOrThrow(),
    )
  ).status

describe('an application', () => {
  test('is drafted, rejected, submitted again, passed, and becomes a contract; it can become only one', async () => {
    const lessee = await company.lessee()
    const id = await company.add(
      'carApplication',
      { lessee, store: company.store, quantity: 1, wantOn: '2025-01-20', months: 12, purpose: '城配' },
      'sales',
    )
    await company.act('carApplication', 'submit', id, {}, 'sales')
    expect((await refusal(company.act('carApplication', 'submit', id, {}, 'sales'))).message).toBe(
      '当前为「审批中」，只有「草稿、审批驳回」才能提交审批',
    )
    await company.act('carApplication', 'reject', id, { reason: '请写明用途' }, 'finance')
    await company.edit('carApplication', id, { purpose: '社区团购配送' })
    await company.act('carApplication', 'submit', id, {}, 'sales')
    await company.act('carApplication', 'pass', id, {}, 'finance')
    const contract = {
      store: company.store,
      plan: company.plan,
      ...P1,
      lessee,
      application: id,
      vehicles: [await company.vehicle()],
      startOn: '2025-01-20',
      endOn: '2026-01-20',
    }
    const made = await company.add('contract', contract, 'sales')
    expect(await status('carApplication', id)).toBe('contracted')
    expect((await refusal(company.add('contract', { ...contract, vehicles: [await company.vehicle()] }, 'sales'))).message).toMatch(
      /当前为「已签合同」/,
    )
    const log = await company.read((db) =>
      db.selectFrom('carApplication').select(['contract', 'decidedBy']).where('id', '=', id).executeTakeFirstOrThrow(),
    )
    expect(log).toEqual({ contract: made, decidedBy: company.people.get('finance') })
  })
})

describe('新增租约', () => {
  test('submits the draft that has the vehicle, and refuses a vehicle that is not in it', async () => {
    const vehicle = await company.vehicle()
    const draft = await company.add(
      'contract',
      {
        store: company.store,
        plan: company.plan,
        ...P1,
        lessee: await company.lessee(),
        vehicles: [vehicle],
        startOn: '2025-01-20',
        endOn: '2026-01-20',
      },
      'sales',
    )
    expect((await refusal(call('POST', '/api/v1/lease/start', { contract: draft, vehicles: [await company.vehicle()] }))).message).toBe(
      '所选车辆不在该合同草稿中，请先修改合同，或另选合同',
    )
    const { leases } = await call<{ leases: number[] }>('POST', '/api/v1/lease/start', { contract: draft, vehicles: [vehicle] })
    expect(leases).toHaveLength(1)
    expect(await status('contract', draft)).toBe('toSign')
  })
  test('adds a vehicle to a contract that runs: own deposits, own plan to the same end, own handover', async () => {
    const lease = await running(company, { startOn: '2025-02-01', endOn: '2026-02-01' })
    company.at('2025-04-01')
    const second = await company.vehicle()
    const { leases } = await call<{ leases: number[] }>('POST', '/api/v1/lease/start', {
      contract: lease.contract,
      vehicles: [second],
      startOn: '2025-04-15',
    })
    const of = await company.read((db) =>
      db.selectFrom('lease').select(['vehicle', 'status', 'startOn', 'endOn']).where('id', '=', leases[0]!).executeTakeFirstOrThrow(),
    )
    expect(of).toEqual({ vehicle: second, status: 'toHandOver', startOn: '2025-04-15', endOn: '2026-02-01' })
    const bills = await company.read((db) =>
      db.selectFrom('bill').select(['billType', 'amount']).where('lease', '=', leases[0]!).orderBy('id').execute(),
    )
    expect(bills).toEqual([
      { billType: 'deposit', amount: 500_000 },
      { billType: 'deposit', amount: 200_000 },
      { billType: 'rent', amount: 380_000 },
    ])
    await company.pay(
      (await company.read((db) => db.selectFrom('bill').select('id').where('lease', '=', leases[0]!).execute())).map((b) => b.id),
      1_080_000,
    )
    company.at('2025-04-15')
    await company.handOver(lease.contract)
    expect(await status('lease', leases[0]!)).toBe('active')
    expect((await refusal(call('POST', '/api/v1/lease/start', { contract: lease.contract, vehicles: [second] }))).message).toBe(
      '该车辆已在这份合同中，不能重复添加',
    )
    expect(
      (
        await refusal(
          call('POST', '/api/v1/lease/start', { contract: lease.contract, vehicles: [await company.vehicle()], startOn: '2026-03-01' }),
        )
      ).message,
    ).toBe('起租日必须早于合同到期日 2026-02-01')
    expect(await company.proveAll()).toEqual([])
  })
})

describe('before the keys are given', () => {
  test('another vehicle takes the place of the promised one: reservation, handover, bills and contract follow, no fen moves', async () => {
    company.at('2025-02-10')
    const lessee = await company.lessee()
    const [old, next] = [await company.vehicle(), await company.vehicle()]
    const contract = await company.contract({ lessee, vehicles: [old], startOn: '2025-02-10', endOn: '2026-02-10' })
    const of = await company.read((db) => db.selectFrom('lease').select('id').where('contract', '=', contract).executeTakeFirstOrThrow())
    const vehicleOf = async (id: number): Promise<string> =>
      (await company.read((db) => db.selectFrom('vehicle').select('status').where('id', '=', id).executeTakeFirstOrThrow())).status
    await company.sign(contract)
    const bills = await company.bills(contract)
    await company.pay(
      bills.map((b) => b.id),
      1_080_000,
    )
    expect((await refusal(company.act('lease', 'changeVehicle', of.id, { newVehicle: old, reason: '客户要求' }, 'sales'))).data).toEqual({
      newVehicle: '新车就是现在的车，请选择另一辆',
    })
    await company.act('lease', 'changeVehicle', of.id, { newVehicle: next, reason: '原车临时故障' }, 'sales')
    expect([await vehicleOf(old), await vehicleOf(next)]).toEqual(['available', 'reserved'])
    expect((await company.bills(contract)).map((b) => [b.vehicle, b.amount, b.paid, b.status])).toEqual(
      bills.map((b) => [next, b.amount, b.amount, 'settled']),
    )
    // Revenue is counted by the vehicle of the item: the old one is left with nothing.
    const items = await company.read((db) =>
      db
        .selectFrom('billItem')
        .innerJoin('bill', 'bill.id', 'billItem.bill')
        .select(['billItem.vehicle', 'billItem.amount'])
        .where('bill.contract', '=', contract)
        .where('billItem.feeItem', '=', 'RENT')
        .orderBy('billItem.id')
        .execute(),
    )
    expect(items).toEqual([
      { vehicle: old, amount: 380_000 },
      { vehicle: old, amount: -380_000 },
      { vehicle: next, amount: 380_000 },
    ])
    expect(await company.balance(lessee)).toBe(0)
    expect(
      (
        await refusal(
          company.act(
            'lease',
            'changeVehicle',
            of.id,
            { newVehicle: (await running(company, { startOn: '2025-02-10', endOn: '2026-02-10' })).vehicle, reason: '客户要求' },
            'sales',
          ),
        )
      ).message,
    ).toMatch(/当前为「在租」，只能选择待租车辆/)
    await company.handOver(contract)
    expect(await company.read((db) => db.selectFrom('leaseSegment').select('vehicle').where('contract', '=', contract).execute())).toEqual([
      { vehicle: next },
    ])
    expect((await refusal(company.act('lease', 'changeVehicle', of.id, { newVehicle: old, reason: '客户要求' }, 'sales'))).message).toMatch(
      /当前为「在租」/,
    )
    expect(await company.proveAll()).toEqual([])
  })
})

describe('who had the vehicle', () => {
  test('is answered to the minute, also by a former plate', async () => {
    const lease = await running(company, { startOn: '2025-05-01', endOn: '2026-05-01' })
    const { plateNo } = await company.read((db) =>
      db.selectFrom('vehicle').select('plateNo').where('id', '=', lease.vehicle).executeTakeFirstOrThrow(),
    )
    const at = (when: string, plate = plateNo) =>
      call<{ segment: { lessee: number; lease: number } | null }>('GET', '/api/v1/leaseSegment/at', { plateNo: plate, at: when })
    expect((await at('2025-05-01T02:00:00.000Z')).segment).toMatchObject({ lessee: lease.lessee, lease: lease.lease, plateNo })
    expect((await at('2025-05-01T01:59:00.000Z')).segment).toBeNull()
    await company.act('vehicle', 'changePlate', lease.vehicle, {
      newPlateNo: '沪AF99999',
      newPlateColor: 'green',
      changedOn: '2025-05-02',
      reason: '换牌',
    })
    expect((await at('2025-05-01T02:30:00.000Z', plateNo.toLowerCase())).segment).toMatchObject({ lease: lease.lease })
    expect((await refusal(at('2025-05-01T02:30:00.000Z', '沪A00000'))).message).toBe('没有车牌号为 沪A00000 的车辆')
  })
})
