/** Bad input at the door of the program: every guard of leasing refuses with the sentence a person reads. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { get } from '#kit/entity/store.server.ts'
import { computeSheet } from '#modules/leasing/returns/settlement.server.ts'
import { Company, P1 } from './company.ts'
import { door, type Says } from './door.ts'
import { running, type Running } from './leases.ts'

let company: Company
let lease: Running
let draft: Record<string, unknown>
let says: Says
beforeAll(async () => {
  company = await Company.open('2025-01-10')
  says = door(company)
  lease = await running(company, { startOn: '2025-02-01', endOn: '2026-02-01' })
  draft = {
    ...P1,
    kind: 'lease',
    lessee: lease.lessee,
    store: company.store,
    plan: company.plan,
    vehicles: [await company.vehicle()],
    startOn: '2025-03-01',
    endOn: '2026-03-01',
  }
})
afterAll(() => company?.close())

describe('a contract is refused for', () => {
  test.each<[string, object, string]>([
    ['a rent with half a fen', { monthlyRent: 380_000.5 }, '月租金：应为以分为单位的整数金额'],
    ['a negative rent', { monthlyRent: -1 }, '月租金：不能小于 0.01 元'],
    ['a rent of zero', { monthlyRent: 0 }, '月租金：不能小于 0.01 元'],
    ['a rent of 10^18', { monthlyRent: 1e18 }, '月租金：应为以分为单位的整数金额'],
    ['a rent as text', { monthlyRent: '3800' }, '月租金：应为以分为单位的整数金额'],
    ['a negative deposit', { deposit: -1 }, '车辆押金：不能小于 0.00 元'],
    ['an end before its start', { startOn: '2025-03-01', endOn: '2025-02-01' }, '到期日必须晚于起租日'],
    ['an end on its start', { startOn: '2025-03-01', endOn: '2025-03-01' }, '到期日必须晚于起租日'],
    ['29 February of a year without one', { startOn: '2025-02-29' }, '起租日：日期格式应为 YYYY-MM-DD，且日期必须存在'],
    ['a day of nowhere', { endOn: '2025-13-40' }, '到期日：日期格式应为 YYYY-MM-DD，且日期必须存在'],
    ['a term of a hundred years', { endOn: '2125-03-01' }, '租期不能超过 20 年'],
    ['a billing day without a day', { anchorMode: 'fixedDay' }, '选择固定账单日时必须填写账单日'],
    ['the 31st as billing day', { anchorMode: 'fixedDay', fixedDay: 31 }, '账单日：不能大于 28'],
    ['a daily rent that is missing', { prorateMode: 'daily' }, '按日租金计算时必须填写日租金'],
    ['a late fee above the ceiling', { lateRateBp: 50 }, '滞纳金日费率不能超过万分之 10（见参数设置）'],
    ['a penalty without months', { earlyPenalty: 'months' }, '请填写提前退车赔几个月租金'],
    ['tiers that are not there', { earlyPenalty: 'tiers' }, '按已租月数收违约金时必须填写分档'],
    [
      'tiers that go down',
      {
        earlyPenalty: 'tiers',
        earlyPenaltyTiers: [
          { servedUnder: 6, months: 2 },
          { servedUnder: 3, months: 3 },
        ],
      },
      '违约金分档的月数必须从小到大',
    ],
    ['a penalty without its share', { earlyPenalty: 'remainingRate' }, '按剩余租金收违约金时必须填写比例'],
    ['more kept of the violation deposit than there is', { violationKeep: 200_001 }, '「违章押金最少留存」不能大于违章押金'],
    ['no vehicle', { vehicles: [] }, '请选择租赁车辆'],
    ['a vehicle that does not exist', { vehicles: [999_999] }, '租赁车辆：所选的已被删除、已停用，或不在您的数据权限内，请重新选择'],
    ['a lessee that does not exist', { lessee: 999_999 }, '承租人：所选的已被删除、已停用，或不在您的数据权限内，请重新选择'],
    ['a state written by hand', { status: 'active' }, '状态：只能通过操作改变，不能直接填写'],
  ])('%s', async (_name, patch, sentence) => {
    expect(await says('contract/add', { ...draft, ...patch })).toBe(sentence)
  })
  test('nothing: the same without the fault is accepted', async () => expect(await says('contract/add', draft)).toBe('accepted'))
  test('29 February of a leap year is a day like any other', async () => {
    expect(await says('contract/add', { ...draft, vehicles: [await company.vehicle()], startOn: '2028-02-29', endOn: '2029-02-28' })).toBe(
      'accepted',
    )
  })
})

describe('what happens to a running lease is refused for', () => {
  const swap = { kind: 'permanent', plannedOn: '2025-02-05', reasonKind: 'other' }
  const cut = { reasonKind: 'other', reasonNote: '测试', method: 'freeDays', startOn: '2025-02-05', lastOn: '2025-02-07' }
  const fee = { occurredOn: '2025-02-05', dueOn: '2025-02-10' }
  test.each<[string, string, () => object, string]>([
    [
      'a swap to the vehicle it has',
      'vehicleSwap/add',
      () => ({ ...swap, newVehicle: lease.vehicle }),
      '新车：所选的已被删除、已停用，或不在您的数据权限内，请重新选择',
    ],
    [
      'a new rent that is missing',
      'vehicleSwap/add',
      () => ({ ...swap, newVehicle: (draft['vehicles'] as number[])[0], rentPolicy: 'difference' }),
      '请填写新月租金',
    ],
    [
      'a way back before the way out',
      'vehicleSwap/add',
      () => ({ ...swap, kind: 'temporary', newVehicle: (draft['vehicles'] as number[])[0], expectedBackOn: '2025-02-01' }),
      '预计换回日不能早于计划换车日',
    ],
    ['a reduction turned round', 'rentReduction/add', () => ({ ...cut, lastOn: '2025-02-01' }), '减租止日不能早于起日'],
    ['a reduction of nothing', 'rentReduction/add', () => ({ ...cut, method: 'amount' }), '请填写减免金额'],
    ['a reduction of more than all', 'rentReduction/add', () => ({ ...cut, method: 'rate', rateBp: 10_001 }), '减免比例：不能大于 100%'],
    [
      'a reduction by half a fen',
      'rentReduction/add',
      () => ({ ...cut, method: 'amount', amountOff: 0.5 }),
      '减免金额：应为以分为单位的整数金额',
    ],
    ['a renewal of no months', 'renewal/add', () => ({ months: 0, monthlyRent: 360_000 }), '续租期限：不能小于 1'],
    ['a renewal at a negative rent', 'renewal/add', () => ({ months: 6, monthlyRent: -360_000 }), '续租月租金：不能小于 0.01 元'],
    ['an extension to no day', 'leaseExtension/add', () => ({ kind: 'return', reasonNote: '测试' }), '请选择新还车日'],
    [
      'a fee of zero',
      'incidental/add',
      () => ({ ...fee, lines: [{ feeItem: 'TOW', amount: 0, note: null }] }),
      '费用第 1 行，金额：不能小于 0.01 元',
    ],
    [
      'a fee of 10^18',
      'incidental/add',
      () => ({ ...fee, lines: [{ feeItem: 'TOW', amount: 1e18, note: null }] }),
      '费用第 1 行，金额：应为以分为单位的整数金额',
    ],
    ['no fee at all', 'incidental/add', () => ({ ...fee, lines: [] }), '请填写费用'],
    ['a return without a day', 'vehicleReturn/add', () => ({ reasonKind: 'early' }), '请选择计划退车日'],
  ])('%s', async (_name, path, input, sentence) => {
    expect(await says(path, { lease: lease.lease, ...input() })).toBe(sentence)
  })
})

describe('no step is skipped and none is done twice', () => {
  test('an inspection before anybody agreed, a settlement of a vehicle that is out', async () => {
    const id = await company.add('vehicleReturn', { lease: lease.lease, plannedOn: '2025-02-11', reasonKind: 'early' }, 'sales')
    const sheet = {
      actualAt: '2025-02-11T07:00:00.000Z',
      odometer: 12_400,
      energyPercent: 90,
      items: [],
      damages: [],
      missing: [],
      cleaningFee: 0,
      photos: await company.files(4),
    }
    expect(await says('vehicleReturn/inspect', { id, version: 1, ...sheet })).toBe('当前为「草稿」，只有「待验车」才能验车确认')
    await company.act('vehicleReturn', 'submit', id, {}, 'sales')
    expect(
      await says('vehicleSwap/add', {
        lease: lease.lease,
        kind: 'permanent',
        plannedOn: '2025-02-05',
        reasonKind: 'other',
        newVehicle: await company.vehicle(),
      }),
    ).toBe('租约：所选的已被删除、已停用，或不在您的数据权限内，请重新选择')
    await company.act('vehicleReturn', 'pass', id, {}, 'finance')
    company.at('2025-02-11', '16:00')
    const { version } = await company.read((db) =>
      db.selectFrom('vehicleReturn').select('version').where('id', '=', id).executeTakeFirstOrThrow(),
    )
    const inspect = (more: object): Promise<string> => says('vehicleReturn/inspect', { id, version, ...sheet, ...more })
    expect(await inspect({ actualAt: '2025-02-12T07:00:00.000Z' })).toBe('实际退车时间不能晚于现在')
    expect(await inspect({ actualAt: '2025-01-31T07:00:00.000Z' })).toBe('实际退车时间不能早于起租日 2025-02-01')
    expect(await inspect({ odometer: -1 })).toBe('里程表读数：不能小于 0')
    expect(await inspect({ energyPercent: 101 })).toBe('电量/油量：不能大于 100')
    expect(await inspect({ cleaningFee: -1 })).toBe('清洁费：不能小于 0.00 元')
    expect(await inspect({ damages: [{ part: '车门', level: 'light', responsibility: 'lessee', amount: 1e18, note: null }] })).toBe(
      '车损第 1 行，定损金额：应为以分为单位的整数金额',
    )
    expect(await inspect({ items: [{ group: 'exterior', name: '车门', normal: false, note: null }] })).toBe('异常项请填写说明：车门')
    expect(await inspect({})).toBe('accepted')
    expect(await inspect({})).toBe('数据已被他人修改，请刷新后重试')
  })
  test('a settlement that is settled', async () => {
    const { id } = await company.read((db) =>
      db.selectFrom('returnSettlement').select('id').where('lease', '=', lease.lease).executeTakeFirstOrThrow(),
    )
    const version = async (): Promise<number> =>
      (await company.read((db) => db.selectFrom('returnSettlement').select('version').where('id', '=', id).executeTakeFirstOrThrow()))
        .version
    const fill = async (more: object): Promise<string> =>
      says('returnSettlement/fill', {
        id,
        version: await version(),
        extras: [],
        penaltyWaived: 0,
        violationsChecked: true,
        payee: '张三',
        bankName: null,
        bankAccount: null,
        remark: null,
        ...more,
      })
    expect(await fill({ penaltyWaived: -1 })).toBe('减免违约金：不能小于 0.00 元')
    expect(await fill({ extras: [{ feeItem: 'OTHER', amount: 0.1, note: null }] })).toBe('其他费用第 1 行，金额：应为以分为单位的整数金额')
    expect(await fill({})).toBe('accepted')
    const { hash } = await company.write(async (tx) =>
      computeSheet(tx, company.as(), (await get(tx, company.as(), 'returnSettlement', id)) as never),
    )
    expect(await says('returnSettlement/submit', { id, version: await version(), hash: 'seen long ago' })).toBe(
      '账单、余额或押金在预览之后有变化，请重新预览后再提交',
    )
    expect(await says('returnSettlement/submit', { id, version: await version(), hash })).toBe('accepted')
    expect(await says('returnSettlement/submit', { id, version: await version(), hash })).toBe(
      '当前为「审批中」，只有「待提交、已驳回」才能提交结算',
    )
    expect(await says('returnSettlement/pass', { id, version: await version() }, company.as('finance'))).toBe('accepted')
    expect(await says('returnSettlement/pass', { id, version: await version() })).toBe('当前为「待退款」，只有「审批中」才能审核通过')
    expect(await fill({})).toBe('当前为「待退款」，只有「待提交、已驳回」才能填写费用')
    expect(await company.proveAll()).toEqual([])
  })
  test('an old copy of a record', async () => {
    const id = await company.add('contract', { ...draft, vehicles: [await company.vehicle()] }, 'sales')
    expect(await says('contract/edit', { id, version: 1, remark: '甲' })).toBe('accepted')
    expect(await says('contract/edit', { id, version: 1, remark: '乙' })).toBe('数据已被他人修改，请刷新后重试')
  })
})
