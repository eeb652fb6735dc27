/** Steps out of order and papers that are not there: each guard of leasing says why not, and what waited goes on afterwards. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Company, P1, refusal } from './company.ts'
import { door, type Says } from './door.ts'
import { running } from './leases.ts'

let company: Company
let says: Says
beforeAll(async () => {
  company = await Company.open('2025-01-10')
  says = door(company)
})
afterAll(() => company?.close())

type Table =
  | 'carApplication'
  | 'contract'
  | 'handover'
  | 'incidental'
  | 'leaseExtension'
  | 'lease'
  | 'vehicleSwap'
  | 'vehicleReturn'
  | 'returnSettlement'
  | 'vehicleProduct'
  | 'leasePlan'
  | 'vehicle'
const versionOf = async (table: Table, id: number): Promise<number> =>
  (
    await company.read((db) =>
      db
        .selectFrom(table as 'contract')
        .select('version')
        .where('id', '=', id)
        .executeTakeFirstOrThrow(),
    )
  ).version
const verb = async (table: Table, name: string, id: number, input: object = {}, who = 'sales'): Promise<string> =>
  says(`${table}/${name}`, { id, version: await versionOf(table, id), ...input }, company.as(who))
const TERM = { startOn: '2025-02-01', endOn: '2026-02-01' }
const values = async (more: object = {}): Promise<Record<string, unknown>> => ({
  ...P1,
  kind: 'lease',
  lessee: await company.lessee(),
  store: company.store,
  plan: company.plan,
  vehicles: [await company.vehicle()],
  ...TERM,
  ...more,
})

const PLATE = { group: 'tools', name: '三角牌', required: true, minPhotos: 0 }

describe('the plan of a contract', () => {
  test('is the price of the model that is leased, and its shortest term is said with the day', async () => {
    company.at('2025-01-20')
    const other = await company.add('vehicleModel', { brand: '福田', name: '奥铃冷藏', category: 'reefer', energy: 'diesel' })
    const product = await company.add('vehicleProduct', { name: '冷藏车半年租', model: other })
    const plan = await company.add('leasePlan', { product, name: '季付', ...P1, minTermMonths: 6 })
    const [light, cold] = [await company.vehicle(), await company.vehicle()]
    await company.edit('vehicle', cold, { model: other })
    const [a, b] = await company.read((db) =>
      db.selectFrom('vehicle').select('plateNo').where('id', 'in', [light, cold]).orderBy('id').execute(),
    )
    const why = (of: string, plate: string, is: string): RegExp => new RegExp(`方案「.+」适用 .*${of}.*，${plate} 是 .*${is}.*：请改选方案`)
    expect(await says('contract/add', await values({ plan, vehicles: [light] }))).toMatch(why('奥铃', a!.plateNo, 'T5'))
    expect(await says('contract/add', await values({ vehicles: [light, cold] }))).toMatch(why('T5', b!.plateNo, '奥铃'))
    const right = await values({ plan, vehicles: [cold] })
    expect(await says('contract/add', { ...right, endOn: '2025-07-31' })).toContain('最短租期为 6 个月，到期日请填 2025-08-01 或更晚')
    expect(await says('contract/add', { ...right, endOn: '2025-07-30', dayRule: 'includeEnd' })).toContain('请填 2025-07-31 或更晚')
    const id = await company.add('contract', { ...right, endOn: '2025-07-31', dayRule: 'includeEnd' }, 'sales')
    expect(await verb('contract', 'edit', id, { plan: company.plan })).toMatch(why('T5', b!.plateNo, '奥铃'))
    // Drafts of before, and plans that were changed meanwhile, are judged when they are submitted.
    await company.edit('vehicleProduct', product, { model: company.model })
    expect(await verb('contract', 'submit', id)).toMatch(why('T5', b!.plateNo, '奥铃'))
  })
})

describe('what was submitted', () => {
  test('an application: not more vehicles than asked for, no change and no deletion afterwards', async () => {
    company.at('2025-01-20')
    const asked = { lessee: await company.lessee(), store: company.store, quantity: 1, wantOn: '2025-02-01', months: 12, purpose: '城配' }
    expect(await says('carApplication/add', { ...asked, vehicles: [await company.vehicle(), await company.vehicle()] })).toBe(
      '指定车辆不能多于申请数量',
    )
    const id = await company.add('carApplication', asked, 'sales')
    await company.act('carApplication', 'submit', id, {}, 'sales')
    expect(await verb('carApplication', 'edit', id, { months: 6 })).toBe('提交后不能修改；被驳回后可以修改再提交')
    expect(await verb('carApplication', 'delete', id)).toBe('只有草稿可以删除')
    await company.act('carApplication', 'pass', id, {}, 'finance')
    expect(await says('contract/add', await values({ application: id }))).toBe('所选用车申请不是该承租人的')
    expect(await says('contract/add', await values({ application: id, lessee: asked.lessee }))).toBe('accepted')
  })
  test('a contract: no change, no deletion, no signature from tomorrow or after its end', async () => {
    company.at('2025-01-20')
    const id = await company.contract((await values()) as never)
    expect(await verb('contract', 'edit', id, { remark: '甲' })).toBe('合同提交后不能修改，可以作废后重新签订')
    expect(await verb('contract', 'delete', id)).toBe('只有草稿可以删除，其余请作废')
    const sign = async (signedOn: string): Promise<string> =>
      verb('contract', 'sign', id, { signedOn, signedScans: await company.files(1) })
    expect(await sign('2026-02-02')).toBe('签署日期不能晚于合同到期日')
    expect(await sign('2025-01-21')).toBe('签署日期不能晚于今天')
    expect(await sign('2025-01-20')).toBe('accepted')
  })
  test('incidental fees: nothing of a bill that stands, and none on a lease that is settled', async () => {
    const lease = await running(company, TERM)
    const fee = (): Promise<number> =>
      company.add(
        'incidental',
        { lease: lease.lease, lines: [{ feeItem: 'TOW', amount: 100, note: null }], occurredOn: '2025-02-01', dueOn: '2025-02-01' },
        'sales',
      )
    const [billed, forgotten] = [await fee(), await fee()]
    await company.act('incidental', 'issue', billed, {}, 'sales')
    expect(await verb('incidental', 'edit', billed, { remark: 'x' })).toBe('杂费单已出账，不能修改')
    expect(await verb('incidental', 'delete', billed)).toBe('只有待出账的杂费单可以删除')
    await company.write((tx) => tx.updateTable('lease').set({ status: 'settled' }).where('id', '=', lease.lease).execute())
    expect(await verb('incidental', 'issue', forgotten)).toBe('租约当前为「已结算」，不能再收杂费')
  })
})

describe('the keys are not given', () => {
  const sheet = async () => ({
    actualAt: company.clock.now(),
    odometer: 12_350,
    energyPercent: 90,
    items: [{ group: 'exterior', name: '漆面', normal: true, note: null }],
    photos: await company.files(4),
    receiverName: '张三',
    receiverMobile: '13900139000',
  })
  const pending = async (contract: number): Promise<number> =>
    (await company.read((db) => db.selectFrom('handover').select('id').where('contract', '=', contract).executeTakeFirstOrThrow())).id
  async function paid(more: object = {}): Promise<{ order: number; vehicle: number }> {
    company.at('2025-01-25')
    const vehicle = await company.vehicle()
    const id = await company.contract((await values({ vehicles: [vehicle], ...more })) as never)
    await company.sign(id)
    const bills = await company.bills(id)
    await company.pay(
      bills.map((b) => b.id),
      bills.reduce((sum, b) => sum + b.amount, 0),
    )
    return { order: await pending(id), vehicle }
  }
  test('to somebody whose licence nobody has looked at', async () => {
    const { order } = await paid({ lessee: await company.lessee({ licenceDueOn: null }) })
    expect(await verb('handover', 'confirm', order, await sheet())).toBe('承租人未登记驾驶证有效期，不能交车')
  })
  test('tomorrow, before the signature, with fewer kilometres than the vehicle has, with checks or photos left out', async () => {
    const template = await company.add('inspectionTemplate', {
      name: '轻卡交接',
      items: [
        { group: 'exterior', name: '漆面', required: true, minPhotos: 6 },
        { group: 'tools', name: '三角牌', required: true, minPhotos: 0 },
      ],
    })
    const { order, vehicle } = await paid()
    const confirm = async (more: object): Promise<string> => verb('handover', 'confirm', order, { ...(await sheet()), ...more })
    // Nobody has looked yet: the sheet says so, and an answer that was left out is none.
    const listed = await company.read((db) => db.selectFrom('handover').select('items').where('id', '=', order).executeTakeFirstOrThrow())
    expect(listed.items!.map((item) => item.normal)).toEqual([null, null])
    const silent = [{ group: 'exterior', name: '漆面', note: null }]
    expect(await confirm({ items: silent })).toContain('检查结果第 1 行，正常：待检查，请选择是或否')
    expect(await confirm({ items: listed.items })).toContain('检查结果第 2 行，正常：待检查，请选择是或否')
    const all = [...(await sheet()).items, { group: 'tools', name: '三角牌', normal: true, note: null }]
    expect(await confirm({ actualAt: '2025-01-26T03:00:00.000Z' })).toBe('实际交车时间不能晚于现在')
    expect(await confirm({ actualAt: '2025-01-24T03:00:00.000Z' })).toBe('实际交车时间不能早于合同签署日期 2025-01-25')
    await company.write((tx) => tx.updateTable('vehicle').set({ odometer: 12_351 }).where('id', '=', vehicle).execute())
    expect(await confirm({})).toBe('里程表读数不能小于车辆当前里程 12351 km')
    expect(await confirm({ odometer: 12_351 })).toBe('以下必查项还没有检查：三角牌')
    expect(await confirm({ odometer: 12_351, items: all })).toBe('按验车模板至少上传 6 张照片')
    await company.write((tx) =>
      tx
        .updateTable('vehicle')
        .set({ status: 'repairing' as never })
        .where('id', '=', vehicle)
        .execute(),
    )
    expect(await confirm({ odometer: 12_351, items: all, photos: await company.files(6) })).toBe('车辆未被本合同预占，不能交车')
    await company.write((tx) => tx.updateTable('vehicle').set({ status: 'reserved' }).where('id', '=', vehicle).execute())
    expect(await confirm({ odometer: 12_351, items: all, photos: await company.files(6) })).toBe('accepted')
    await company.act('inspectionTemplate', 'disable', template)
  })
})

describe('while the lease runs', () => {
  test('a reduction that others have overtaken is counted anew', async () => {
    const lease = await running(company, TERM)
    const ask = async (lastOn: string): Promise<number> => {
      const id = await company.add(
        'rentReduction',
        { lease: lease.lease, method: 'freeDays', startOn: '2025-02-10', lastOn, reasonKind: 'fault', reasonNote: '维修' },
        'sales',
      )
      await company.act('rentReduction', 'submit', id, {}, 'sales')
      return id
    }
    const [long, short] = [await ask('2025-02-19'), await ask('2025-02-14')]
    await company.act('rentReduction', 'pass', short, {}, 'finance')
    // Ten of 28 days were 135714; of them five are free already.
    expect((await refusal(company.act('rentReduction', 'pass', long, {}, 'finance'))).message).toBe(
      '减免金额已由 ¥1,357.14 变为 ¥678.57，请驳回后重新提交',
    )
    await company.act('rentReduction', 'reject', long, { reason: '重算' }, 'finance')
    await company.act('rentReduction', 'submit', long, {}, 'sales')
    await company.act('rentReduction', 'pass', long, {}, 'finance')
    expect(await company.balance(lease.lessee)).toBe(135_714)
    const again = await company.add(
      'rentReduction',
      { lease: lease.lease, method: 'freeDays', startOn: '2025-02-10', lastOn: '2025-02-19', reasonKind: 'fault', reasonNote: '维修' },
      'sales',
    )
    expect(await verb('rentReduction' as Table, 'submit', again)).toBe('所选日期内没有可以减免的租金，请改选有租金的日期')
    expect(await company.proveAll()).toEqual([])
  })
  test('a payment is put off on an open bill of this lease only, and only to a later day', async () => {
    const [l, other] = [await running(company, TERM), await running(company, TERM)]
    company.at('2025-02-24')
    await company.run()
    const open = async (contract: number): Promise<{ id: number; no: string }> =>
      (await company.bills(contract)).find((b) => b.status === 'unpaid')!
    const [mine, theirs] = [await open(l.contract), await open(other.contract)]
    const ask = async (bill: number, newDueOn: string): Promise<{ id: number; said: string }> => {
      const id = await company.add('leaseExtension', { lease: l.lease, kind: 'payment', bill, newDueOn, reasonNote: '回款慢' }, 'sales')
      return { id, said: await verb('leaseExtension', 'submit', id) }
    }
    expect((await ask(theirs.id, '2025-03-20')).said).toBe('请选择该租约的账单')
    expect((await ask(mine.id, '2025-03-01')).said).toBe('新应付日必须晚于原应付日 2025-03-01')
    const { id, said } = await ask(mine.id, '2025-03-20')
    expect(said).toBe('accepted')
    await company.pay([mine.id], 380_000)
    expect(await verb('leaseExtension', 'pass', id, {}, 'finance')).toBe(`账单 ${mine.no} 已不是待收状态，不需要延期`)
  })
  test('a lease without a vehicle deposit gets one by its renewal', async () => {
    const lease = await running(company, { ...TERM, deposit: 0 })
    company.at('2026-01-20')
    const id = await company.add('renewal', { lease: lease.lease, months: 6, monthlyRent: 360_000, depositDelta: 100_000 }, 'sales')
    await company.act('renewal', 'submit', id, {}, 'sales')
    await company.act('renewal', 'pass', id, {}, 'finance')
    expect(await verb('renewal' as Table, 'sign', id, { signedOn: '2026-01-21', signedScans: await company.files(1) })).toBe(
      '签署日期不能晚于今天',
    )
    expect(await verb('renewal' as Table, 'sign', id, { signedOn: '2026-01-20', signedScans: await company.files(1) })).toBe('accepted')
    const bill = (await company.bills(lease.contract)).find((b) => b.billType === 'deposit' && b.status === 'unpaid')!
    await company.pay([bill.id], 100_000)
    expect(
      await company.read((db) =>
        db
          .selectFrom('depositAccount')
          .select(['kind', 'required', 'balance'])
          .where('lease', '=', lease.lease)
          .where('kind', '=', 'vehicle')
          .execute(),
      ),
    ).toEqual([{ kind: 'vehicle', required: 100_000, balance: 100_000 }])
    expect(await company.proveAll()).toEqual([])
  })
  test('a swap cannot begin before the vehicle went out, take a reading back, or be undone when it is over', async () => {
    const lease = await running(company, TERM)
    const [temp, next] = [await company.vehicle(), await company.vehicle()]
    await company.write((tx) => tx.updateTable('vehicle').set({ odometer: 500 }).where('id', 'in', [temp, next]).execute())
    const passed = async (more: object): Promise<number> => {
      const id = await company.add(
        'vehicleSwap',
        { lease: lease.lease, plannedOn: company.clock.today(), reasonKind: 'fault', ...more },
        'sales',
      )
      await company.act('vehicleSwap', 'submit', id, {}, 'sales')
      await company.act('vehicleSwap', 'pass', id, {}, 'finance')
      return id
    }
    const id = await passed({ kind: 'temporary', newVehicle: temp })
    company.at('2025-02-03', '12:00')
    const complete = async (of: number, more: object): Promise<string> =>
      verb('vehicleSwap', 'complete', of, {
        effectiveAt: company.clock.now(),
        oldOdometer: 12_400,
        oldEnergyPercent: 50,
        oldItems: [],
        newOdometer: 500,
        newEnergyPercent: 90,
        newItems: [],
        photos: await company.files(1),
        ...more,
      })
    expect(await complete(id, { oldOdometer: 12_349 })).toBe('原车里程表读数不能小于 12350 km')
    expect(await complete(id, { newOdometer: 499 })).toBe('新车里程表读数不能小于 500 km')
    expect(await complete(id, { effectiveAt: '2025-02-03T05:00:00.000Z' })).toBe('实际换车时间不能晚于现在')
    expect(await complete(id, { effectiveAt: '2025-01-31T05:00:00.000Z' })).toBe('时间不能早于本段用车开始的时间')
    // Both vehicles are looked at, as their template asks; a list that was left out is no inspection.
    const template = await company.add('inspectionTemplate', { name: '换车检查', items: [PLATE] })
    const seen = [{ group: 'tools', name: PLATE.name, normal: true, note: null }]
    expect(await complete(id, {})).toBe('以下必查项还没有检查：三角牌')
    expect(await complete(id, { oldItems: seen })).toBe('以下必查项还没有检查：三角牌')
    expect(await complete(id, { oldItems: seen, newItems: null })).toBe('以下必查项还没有检查：三角牌')
    expect(await complete(id, { oldItems: seen, newItems: seen })).toBe('accepted')
    await company.act('inspectionTemplate', 'disable', template)
    const again = await company.add(
      'vehicleSwap',
      { lease: lease.lease, kind: 'permanent', plannedOn: '2025-02-03', reasonKind: 'fault', newVehicle: next },
      'sales',
    )
    expect(await verb('vehicleSwap', 'submit', again)).toMatch(/^租约还有未完成的临时换车单 HC\d{8}-\d{4}，请先办结$/)
    company.at('2025-02-05', '12:00')
    const back = async (more: object): Promise<string> =>
      verb('vehicleSwap', 'bringBack', id, { backAt: company.clock.now(), tempOdometer: 600, mainOdometer: 12_400, ...more })
    expect(await back({ backAt: '2025-02-06T05:00:00.000Z' })).toBe('实际换回时间不能晚于现在')
    expect(await back({ tempOdometer: 499 })).toBe('里程表读数不能小于本段开始时的 500 km')
    expect(await back({ mainOdometer: 12_399 })).toBe('原车里程表读数不能小于 12400 km')
    expect(await back({})).toBe('accepted')
    expect(await back({})).toBe('当前为「已完成」，只有「临时替换中」才能换回原车')
  })
  test('a settlement without a payee is not submitted, and what is still open keeps it from ending', async () => {
    const lease = await running(company, TERM)
    const back = await company.add('vehicleReturn', { lease: lease.lease, plannedOn: '2025-02-01', reasonKind: 'early' }, 'sales')
    await company.act('vehicleReturn', 'submit', back, {}, 'sales')
    await company.act('vehicleReturn', 'pass', back, {}, 'finance')
    company.at('2025-02-10', '16:00')
    const inspection = {
      actualAt: company.clock.now(),
      odometer: 12_350,
      energyPercent: 90,
      items: [] as object[],
      cleaningFee: 0,
      photos: await company.files(4),
      damages: [{ part: '车厢', level: 'heavy', responsibility: 'lessee', amount: 900_000, note: null }],
    }
    const template = await company.add('inspectionTemplate', { name: '退车检查', items: [PLATE] })
    expect(await verb('vehicleReturn', 'inspect', back, inspection)).toBe('以下必查项还没有检查：三角牌')
    inspection.items = [{ group: 'tools', name: PLATE.name, normal: false, note: null }]
    expect(await verb('vehicleReturn', 'inspect', back, inspection)).toBe('异常项请填写说明：三角牌')
    inspection.items = [{ group: 'tools', name: PLATE.name, normal: false, note: '缺失' }]
    await company.act('vehicleReturn', 'inspect', back, inspection, 'sales')
    await company.act('inspectionTemplate', 'disable', template)
    const { id } = await company.read((db) =>
      db.selectFrom('returnSettlement').select('id').where('lease', '=', lease.lease).executeTakeFirstOrThrow(),
    )
    expect(await says('returnSettlement/preview', { id, penaltyWaived: 0.5 })).toBe('金额应为整数（单位：分）')
    expect(await says('returnSettlement/preview', { id, penaltyWaived: -1 })).toBe('减免金额不能为负数')
    const { hash, sheet } = await previewOf(id)
    expect(sheet.result.receivable).toBe(900_000 - (380_000 - 122_143) - 500_000)
    await company.act('returnSettlement', 'fill', id, { penaltyWaived: 0, violationsChecked: true, payee: null }, 'sales')
    await company.act('returnSettlement', 'submit', id, { hash }, 'sales')
    await company.act('returnSettlement', 'pass', id, {}, 'finance')
    expect(await verb('returnSettlement', 'advance', id)).toBe('还有 1421.43 元账单未收')
    const open = (await company.bills(lease.contract)).find((b) => b.remain! > 0)!
    await company.pay([open.id], 142_143)
    await company.act('returnSettlement', 'advance', id, {}, 'finance')
    expect(await verb('returnSettlement', 'advance', id)).toBe('违章押金 2000.00 元尚未释放')
    expect(await company.proveAll()).toEqual([])
  })
})

async function previewOf(id: number) {
  const { computeSheet } = await import('#modules/leasing/returns/settlement.server.ts')
  return company.write(async (tx) =>
    computeSheet(
      tx,
      company.as(),
      (await tx.selectFrom('returnSettlement').selectAll().where('id', '=', id).executeTakeFirstOrThrow()) as never,
    ),
  )
}

describe('a lease is not begun', () => {
  test('with a vehicle that is not in the draft, by somebody without the right, or on a contract that is over', async () => {
    company.at('2025-01-20')
    const draft = await company.add('contract', await values(), 'sales')
    expect(await says('lease/start', { contract: draft, vehicles: [await company.vehicle()] })).toBe(
      '所选车辆不在该合同草稿中，请先修改合同，或另选合同',
    )
    const lease = await running(company, TERM)
    const sales = company.as('sales')
    const limited = {
      ...sales,
      access: Object.assign(Object.create(Object.getPrototypeOf(sales.access) as object), sales.access, {
        can: (code: string) => code !== 'leaseList_start' && sales.access.can(code),
      }),
    }
    expect(await says('lease/start', { contract: lease.contract, vehicles: [await company.vehicle()] }, limited)).toBe(
      '没有在已有合同上增加车辆的权限，请联系管理员开通',
    )
    expect(await says('lease/start', { contract: lease.contract, vehicles: [] })).toBe('请选择车辆')
    const over = await company.contract((await values()) as never)
    await company.act('contract', 'void', over, { reason: 'x' }, 'sales')
    expect(await says('lease/start', { contract: over, vehicles: [await company.vehicle()] })).toMatch(
      /^合同 HT\d{8}-\d{4} 当前为「已作废」，不能新增租约$/,
    )
  })
})

describe('products and plans', () => {
  test('have one name each, are offered with a plan only, and stay while a contract stands on them', async () => {
    const product = await company.add('vehicleProduct', { name: '冷藏车长租', model: company.model })
    expect(await says('vehicleProduct/add', { name: '冷藏车长租', model: company.model })).toBe('该产品名称已存在')
    expect(await verb('vehicleProduct', 'list', product)).toBe('请先添加至少一个租赁方案')
    const plan = await company.add('leasePlan', { product, name: '季付', ...P1 })
    expect(await says('leasePlan/add', { product, name: '季付', ...P1 })).toBe('该产品下已有同名方案')
    expect(await verb('vehicleProduct', 'list', product)).toBe('accepted')
    await company.add('contract', await values({ plan }), 'sales')
    expect(await verb('leasePlan', 'delete', plan)).toMatch(/^方案已用于合同 HT\d{8}-\d{4}，不能删除，可以停用$/)
    const cost = { product, effectiveOn: '2025-01-01', purchasePrice: 10_000_000 }
    expect(await says('productCost/add', cost)).toBe('accepted')
    expect(await says('productCost/add', cost)).toBe('该产品在此日期已有成本')
  })
})
