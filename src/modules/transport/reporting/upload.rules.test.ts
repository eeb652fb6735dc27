/** The four uploads: their words to the letter, and each fault named (transport.md §15, J14). */
import { describe, expect, test } from 'vitest'
import {
  driverSheet,
  kg3,
  m3of4,
  moneyFlow,
  plateColour,
  serialOf,
  stamp,
  vehicleSheet,
  waybill,
  yuan3,
  type DriverFacts,
  type MoneyFacts,
  type VehicleFacts,
  type WaybillFacts,
} from './upload.rules.ts'

const truck: VehicleFacts = {
  plateNo: '沪A12345',
  plateColor: 'yellow',
  grossKg: 14_000,
  loadKg: 8_000,
  boxed: true,
  trailer: false,
  owner: '东海运输',
  useNature: 'cargo',
  vin: 'LSVAA4187E2345678',
  energy: 'diesel',
  registeredOn: '2024-03-01',
  licenceIssuedOn: '2024-03-02',
  licenceIssuer: '上海市公安局交通警察总队',
  roadPermitNo: '310110012345',
}
const van: VehicleFacts = {
  ...truck,
  plateNo: '沪AD12345',
  plateColor: 'green',
  grossKg: 4_495,
  loadKg: 1_500,
  roadPermitNo: null,
  energy: 'electric',
}
const zhao: DriverFacts = {
  name: '赵师傅',
  idNo: '310110198001011234',
  mobile: '13800138000',
  licenceClass: 'B2',
  licenceIssuer: '上海市公安局交通警察总队',
  licenceFrom: '2020-01-01',
  licenceDueOn: '2030-01-01',
  qualificationNo: '3101100198001011234',
}
const company = { name: '租运通物流', code: '91310000MA1FL0000X', permitNo: '310110000001', area: '310110' }
/** J14 with C4: 4.68 t for 1,315.80. */
const trip: WaybillFacts = {
  no: 'YS20260918-0001',
  outerNo: 'A-1',
  base: 'city',
  vehicles: 1,
  serial: serialOf(1, 1, 1, 1),
  company,
  orderedAt: '2026-09-18T00:00:00Z',
  departedAt: '2026-09-18T01:17:00Z',
  receivedAt: '2026-09-18T05:02:03Z',
  fen: 131_580,
  sender: { name: '发货仓', code: '91310000MA1FL0001X', address: '上海市杨浦区 1 号', area: '310110' },
  receiver: { name: '收货店', code: '310110198001015678', address: '苏州市工业园区 2 号', area: '320571' },
  vehicle: truck,
  driver: zhao,
  carrier: { name: '长江运输', code: '91320000MA1FL0002X', permitNo: '320500000001' },
  goods: [{ name: '面粉', category: '1100', grams: 4_680_000, volume: 12_500, pieces: 100 }],
  policyNo: null,
  insurer: null,
  km: 120,
  track: 0.97,
  overlaps: [],
}
const texts = (more: Partial<WaybillFacts>): string[] => waybill({ ...trip, ...more }).problems.map((p) => p.text)

describe('a waybill', () => {
  test('says 4680.000 kg, 1315.800 yuan and serial 0000, and has no fault', () => {
    const { document, problems } = waybill(trip)
    expect(problems).toEqual([])
    expect(document).toMatchObject({
      originalDocumentNumber: 'A-1',
      shippingNoteNumber: 'YS20260918-0001',
      serialNumber: '0000',
      vehicleAmount: 1,
      businessTypeCode: '1003997',
      totalMonetaryAmount: '1315.800',
      consignmentDateTime: '20260918080000',
      despatchActualDateTime: '20260918091700',
      goodsReceiptDateTime: '20260918130203',
      insuranceInformation: { policyNumber: 'none' },
      vehicleInfo: {
        vehicleNumber: '沪A12345',
        vehiclePlateColorCode: '2',
        goodsInfo: [{ goodsItemGrossWeight: '4680.000', cube: '1.2500', totalNumberOfPackages: 100 }],
      },
    })
  })
  test('without an area is held, by name (J14)', () => {
    expect(texts({ receiver: { ...trip.receiver, area: null } })).toEqual(['收货地缺少行政区划代码'])
    expect(texts({ sender: { ...trip.sender, area: '31' } })).toEqual(['发货地缺少行政区划代码'])
  })
  test('heavier than its vehicle may carry, signed before it left, or faster than a truck is held', () => {
    expect(texts({ goods: [{ ...trip.goods[0]!, grams: 8_000_001 }] })).toEqual(['装载 8000.001 kg，超过核定载质量 8000 kg'])
    expect(texts({ goods: [{ ...trip.goods[0]!, grams: 8_000_000 }] })).toEqual([])
    expect(texts({ receivedAt: '2026-09-18T01:00:00Z' })).toContain('签收时间早于发车时间')
    expect(texts({ km: 600 })).toEqual(['行程 600.0 km 用时 3.8 小时，与里程不符'])
  })
  test('whose trip nobody saw, or saw too little of, is held; 80 % is enough', () => {
    expect(texts({ track: null })).toEqual(['车辆没有终端轨迹，不能证明行程'])
    expect(texts({ track: 0.799 })).toEqual(['轨迹只覆盖行程的 79%，应不少于 80%'])
    expect(texts({ track: 0.8 })).toEqual([])
  })
  test('of somebody who drove two at once is held', () => {
    expect(texts({ overlaps: ['RW20260918-0002'] })).toEqual(['同一时间司机或车辆还在任务 RW20260918-0002 中'])
  })
  test('without price, company, driver, vehicle or permit names each of them', () => {
    expect(
      texts({ fen: null, company: { ...company, code: null, permitNo: null }, carrier: { name: '长江运输', code: null, permitNo: null } }),
    ).toEqual([
      '订单尚未定价',
      '本公司缺少统一社会信用代码，请在「参数设置」中填写',
      '本公司缺少网络货运经营许可证号，请在「参数设置」中填写',
      '实际承运人 长江运输 缺少道路运输经营许可证号',
      '实际承运人 长江运输 缺少统一社会信用代码或身份证号',
    ])
    expect(texts({ vehicle: null, driver: null })).toEqual(['任务没有车辆', '任务没有司机'])
  })
  test('of a light vehicle needs no permit of who carries: the area stands for it', () => {
    const { document, problems } = waybill({
      ...trip,
      vehicle: van,
      goods: [{ ...trip.goods[0]!, grams: 900_000 }],
      carrier: { ...trip.carrier, permitNo: null },
    })
    expect(problems).toEqual([])
    expect(document['actualCarrierInfo']).toMatchObject({ actualCarrierBusinessLicense: '310110000000' })
  })
})

describe('the payments', () => {
  const flow: MoneyFacts = {
    no: 'RW20260918-0001',
    company,
    carrier: trip.carrier,
    vehicle: truck,
    waybills: [{ no: trip.no, serial: '0000' }],
    payments: [
      {
        channel: 'transfer',
        payee: '长江运输',
        account: '6222000011112222',
        bank: '工商银行',
        tradeNo: 'T1',
        fen: 41_001,
        paidAt: '2026-09-19T04:00:00Z',
      },
      {
        channel: 'alipay',
        payee: '长江运输',
        account: 'pay@example.com',
        bank: null,
        tradeNo: 'T2',
        fen: 61_500,
        paidAt: '2026-09-20T04:00:00Z',
      },
    ],
    owed: 102_501,
  }
  test('are told with their codes, serials and sums', () => {
    const { document, problems } = moneyFlow(flow)
    expect(problems).toEqual([])
    expect(document['financialList']).toEqual([
      expect.objectContaining({ paymentMeansCode: '32', sequenceCode: 'T1', monetaryAmount: '410.010', dateTime: '20260919120000' }),
      expect.objectContaining({ paymentMeansCode: '41', sequenceCode: 'T2', monetaryAmount: '615.000' }),
    ])
    expect(document['shippingNoteList']).toEqual([{ shippingNoteNumber: trip.no, serialNumber: '0000' }])
  })
  test('that are not what is owed say by how much; cash and a missing serial are held', () => {
    const problemsOf = (more: Partial<MoneyFacts>): string[] => moneyFlow({ ...flow, ...more }).problems.map((p) => p.text)
    expect(problemsOf({ owed: 102_502 })).toEqual(['流水合计 1025.01，应付 1025.02，相差 0.01'])
    expect(problemsOf({ payments: [] })).toEqual(['还没有付款'])
    expect(problemsOf({ payments: [{ ...flow.payments[0]!, channel: 'cash' }, flow.payments[1]!] })).toEqual([
      '第 1 笔付款是现金，不能上报',
    ])
    expect(problemsOf({ payments: [{ ...flow.payments[0]!, tradeNo: null }, flow.payments[1]!] })).toEqual(['第 1 笔付款缺少交易流水号'])
  })
})

describe('vehicle and driver', () => {
  test('are told to the letter', () => {
    expect(vehicleSheet(truck, company.area)).toEqual({
      problems: [],
      document: expect.objectContaining({
        vehicleType: 'H12',
        vehicleEnergyType: 'B',
        registerDate: '20240301',
        vehicleTonnage: '8.00',
        grossMass: '14.00',
      }),
    })
    expect(driverSheet(zhao, truck)).toEqual({
      problems: [],
      document: expect.objectContaining({ validPeriodTo: '20300101', vehicleClass: 'B2' }),
    })
  })
  test('up to 4.5 t the area, and the first six of the id, stand for certificates; above they are asked for', () => {
    expect(vehicleSheet(van, '310110').document).toMatchObject({ roadTransportCertificateNumber: '310110000000', vehicleType: 'H32' })
    const light = { ...zhao, qualificationNo: null }
    expect(driverSheet(light, van).document).toMatchObject({ qualificationCertificate: '310110000000000000' })
    expect(driverSheet(light, truck).problems.map((p) => p.text)).toEqual(['司机 赵师傅 缺少从业资格证号'])
    expect(vehicleSheet({ ...truck, roadPermitNo: null }, '310110').problems.map((p) => p.text)).toEqual(['车辆 沪A12345 缺少道路运输证号'])
  })
  test('a plate says its colour by its length and weight', () => {
    expect(
      [truck, van, { ...van, grossKg: 5_000 }, { ...van, plateNo: '沪A12345' }, { ...truck, plateColor: 'none' }].map(plateColour),
    ).toEqual(['2', '94', '93', '5', null])
  })
})

test('serials count trucks and their legs; figures have their decimals', () => {
  expect([serialOf(1, 1, 1, 1), serialOf(2, 1, 3, 1), serialOf(1, 2, 1, 2), serialOf(12, 3, 12, 3)]).toEqual([
    '0000',
    '0201',
    '0102',
    '1203',
  ])
  expect([yuan3(5), yuan3(-105), yuan3(131_580), kg3(1), kg3(4_680_000), m3of4(19_340)]).toEqual([
    '0.050',
    '-1.050',
    '1315.800',
    '0.001',
    '4680.000',
    '1.9340',
  ])
  expect(stamp('2026-12-31T16:00:00Z')).toBe('20270101000000')
})
