/** How leases come into being: by an application, from the list of free vehicles, on a contract that runs; and who had a vehicle when. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Company, P1, refusal } from './company.ts'
import { running } from './leases.ts'

let c: Company
beforeAll(async () => {
  c = await Company.open('2025-01-10')
})
afterAll(() => c?.close())

async function call<T>(method: 'GET' | 'POST', path: string, input: object, who?: string): Promise<T> {
  const found = c.registry.modules.flatMap((m) => m.routes ?? []).find((r) => r.method === method && r.path === path)!
  const parsed = await found.input.parseAsync(input)
  return (await found.handler(c.as(who), parsed, { files: [], signal: new AbortController().signal })) as T
}
const status = async (table: 'carApplication' | 'contract' | 'lease', id: number): Promise<string> =>
  (
    await c.read((db) =>
      db
        .selectFrom(table as 'lease')
        .select('status')
        .where('id', '=', id)
        .executeTakeFirstOrThrow(),
    )
  ).status

describe('an application', () => {
  test('is drafted, rejected, submitted again, passed, and becomes a contract; it can become only one', async () => {
    const lessee = await c.lessee()
    const id = await c.add(
      'carApplication',
      { lessee, store: c.store, quantity: 1, wantOn: '2025-01-20', months: 12, purpose: '城配' },
      'sales',
    )
    await c.act('carApplication', 'submit', id, {}, 'sales')
    expect((await refusal(c.act('carApplication', 'submit', id, {}, 'sales'))).message).toBe(
      '当前为「审批中」，只有「草稿、审批驳回」才能提交审批',
    )
    await c.act('carApplication', 'reject', id, { reason: '请写明用途' }, 'finance')
    await c.edit('carApplication', id, { purpose: '社区团购配送' })
    await c.act('carApplication', 'submit', id, {}, 'sales')
    await c.act('carApplication', 'pass', id, {}, 'finance')
    const contract = {
      store: c.store,
      plan: c.plan,
      ...P1,
      lessee,
      application: id,
      vehicles: [await c.vehicle()],
      startOn: '2025-01-20',
      endOn: '2026-01-20',
    }
    const made = await c.add('contract', contract, 'sales')
    expect(await status('carApplication', id)).toBe('contracted')
    expect((await refusal(c.add('contract', { ...contract, vehicles: [await c.vehicle()] }, 'sales'))).message).toMatch(
      /当前为「已签合同」/,
    )
    const log = await c.read((db) =>
      db.selectFrom('carApplication').select(['contract', 'decidedBy']).where('id', '=', id).executeTakeFirstOrThrow(),
    )
    expect(log).toEqual({ contract: made, decidedBy: c.people.get('finance') })
  })
})

describe('新增租约', () => {
  test('submits the draft that has the vehicle, and refuses a vehicle that is not in it', async () => {
    const vehicle = await c.vehicle()
    const draft = await c.add(
      'contract',
      { store: c.store, plan: c.plan, ...P1, lessee: await c.lessee(), vehicles: [vehicle], startOn: '2025-01-20', endOn: '2026-01-20' },
      'sales',
    )
    expect((await refusal(call('POST', '/api/v1/lease/start', { contract: draft, vehicles: [await c.vehicle()] }))).message).toBe(
      '所选车辆不在该合同草稿中，请先修改合同，或另选合同',
    )
    const { leases } = await call<{ leases: number[] }>('POST', '/api/v1/lease/start', { contract: draft, vehicles: [vehicle] })
    expect(leases).toHaveLength(1)
    expect(await status('contract', draft)).toBe('toSign')
  })
  test('adds a vehicle to a contract that runs: own deposits, own plan to the same end, own handover', async () => {
    const l = await running(c, { startOn: '2025-02-01', endOn: '2026-02-01' })
    c.at('2025-04-01')
    const second = await c.vehicle()
    const { leases } = await call<{ leases: number[] }>('POST', '/api/v1/lease/start', {
      contract: l.contract,
      vehicles: [second],
      startOn: '2025-04-15',
    })
    const of = await c.read((db) =>
      db.selectFrom('lease').select(['vehicle', 'status', 'startOn', 'endOn']).where('id', '=', leases[0]!).executeTakeFirstOrThrow(),
    )
    expect(of).toEqual({ vehicle: second, status: 'toHandOver', startOn: '2025-04-15', endOn: '2026-02-01' })
    const bills = await c.read((db) =>
      db.selectFrom('bill').select(['billType', 'amount']).where('lease', '=', leases[0]!).orderBy('id').execute(),
    )
    expect(bills).toEqual([
      { billType: 'deposit', amount: 500_000 },
      { billType: 'deposit', amount: 200_000 },
      { billType: 'rent', amount: 380_000 },
    ])
    await c.pay(
      (await c.read((db) => db.selectFrom('bill').select('id').where('lease', '=', leases[0]!).execute())).map((b) => b.id),
      1_080_000,
    )
    c.at('2025-04-15')
    await c.handOver(l.contract)
    expect(await status('lease', leases[0]!)).toBe('active')
    expect((await refusal(call('POST', '/api/v1/lease/start', { contract: l.contract, vehicles: [second] }))).message).toBe(
      '该车辆已在合同中',
    )
    expect(
      (await refusal(call('POST', '/api/v1/lease/start', { contract: l.contract, vehicles: [await c.vehicle()], startOn: '2026-03-01' })))
        .message,
    ).toBe('起租日必须早于合同到期日 2026-02-01')
    expect(await c.proveAll()).toEqual([])
  })
})

describe('before the keys are given', () => {
  test('another vehicle takes the place of the promised one: reservation, handover, bills and contract follow, no fen moves', async () => {
    c.at('2025-02-10')
    const lessee = await c.lessee()
    const [old, next] = [await c.vehicle(), await c.vehicle()]
    const contract = await c.contract({ lessee, vehicles: [old], startOn: '2025-02-10', endOn: '2026-02-10' })
    const of = await c.read((db) => db.selectFrom('lease').select('id').where('contract', '=', contract).executeTakeFirstOrThrow())
    const vehicleOf = async (id: number): Promise<string> =>
      (await c.read((db) => db.selectFrom('vehicle').select('status').where('id', '=', id).executeTakeFirstOrThrow())).status
    await c.sign(contract)
    const bills = await c.bills(contract)
    await c.pay(
      bills.map((b) => b.id),
      1_080_000,
    )
    expect((await refusal(c.act('lease', 'changeVehicle', of.id, { newVehicle: old, reason: '客户要求' }, 'sales'))).data).toEqual({
      newVehicle: '新车与原车相同',
    })
    await c.act('lease', 'changeVehicle', of.id, { newVehicle: next, reason: '原车临时故障' }, 'sales')
    expect([await vehicleOf(old), await vehicleOf(next)]).toEqual(['available', 'reserved'])
    expect((await c.bills(contract)).map((b) => [b.vehicle, b.amount, b.paid, b.status])).toEqual(
      bills.map((b) => [next, b.amount, b.amount, 'settled']),
    )
    // Revenue is counted by the vehicle of the item: the old one is left with nothing.
    const items = await c.read((db) =>
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
    expect(await c.balance(lessee)).toBe(0)
    expect(
      (
        await refusal(
          c.act(
            'lease',
            'changeVehicle',
            of.id,
            { newVehicle: (await running(c, { startOn: '2025-02-10', endOn: '2026-02-10' })).vehicle, reason: '客户要求' },
            'sales',
          ),
        )
      ).message,
    ).toMatch(/当前为「在租」，只能选择待租车辆/)
    await c.handOver(contract)
    expect(await c.read((db) => db.selectFrom('leaseSegment').select('vehicle').where('contract', '=', contract).execute())).toEqual([
      { vehicle: next },
    ])
    expect((await refusal(c.act('lease', 'changeVehicle', of.id, { newVehicle: old, reason: '客户要求' }, 'sales'))).message).toMatch(
      /当前为「在租」/,
    )
    expect(await c.proveAll()).toEqual([])
  })
})

describe('who had the vehicle', () => {
  test('is answered to the minute, also by a former plate', async () => {
    const l = await running(c, { startOn: '2025-05-01', endOn: '2026-05-01' })
    const { plateNo } = await c.read((db) =>
      db.selectFrom('vehicle').select('plateNo').where('id', '=', l.vehicle).executeTakeFirstOrThrow(),
    )
    const at = (when: string, plate = plateNo) =>
      call<{ segment: { lessee: number; lease: number } | null }>('GET', '/api/v1/leaseSegment/at', { plateNo: plate, at: when })
    expect((await at('2025-05-01T02:00:00.000Z')).segment).toMatchObject({ lessee: l.lessee, lease: l.lease, plateNo })
    expect((await at('2025-05-01T01:59:00.000Z')).segment).toBeNull()
    await c.act('vehicle', 'changePlate', l.vehicle, {
      newPlateNo: '沪AF99999',
      newPlateColor: 'green',
      changedOn: '2025-05-02',
      reason: '换牌',
    })
    expect((await at('2025-05-01T02:30:00.000Z', plateNo.toLowerCase())).segment).toMatchObject({ lease: l.lease })
    expect((await refusal(at('2025-05-01T02:30:00.000Z', '沪A00000'))).message).toBe('没有车牌号为 沪A00000 的车辆')
  })
})
