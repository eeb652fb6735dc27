/** Prices of the demo company's freight: the worked examples of the law by name, so that a visitor can follow every figure. */
import { EMPTY, type Charge, type RateComponents } from '#modules/freight/rating/engine/schema.rules.ts'

const charge = (label: string, unit: Charge['unit'], bands: Charge['bands'], more: Partial<Charge> = {}): Charge => ({
  label,
  unit,
  included: 0,
  step: 0,
  rounding: 'up',
  per: 1000,
  mode: 3,
  monthly: false,
  bands,
  ...more,
})
const WAITING = { clock: 'later', late: 'forfeit', unitMin: 15, capStop: 10_000, capDay: null, capOrder: null, overnight: null } as const

interface DemoRule {
  name: string
  type: '1' | '2' | '3'
  direction: 'receivable' | 'payable'
  components: RateComponents
}
export const RULES = {
  /** C4: per ton with deficit bands, fuel and insurance. */
  tons: {
    name: '按吨计费（就低，含燃油附加）',
    type: '2',
    direction: 'receivable',
    components: {
      ...EMPTY,
      charges: [
        charge('重量费', 't', [
          { to: 1000, e4: 2_600_000 },
          { to: 5000, e4: 2_300_000 },
          { to: 10_000, e4: 2_050_000 },
          { to: null, e4: 1_880_000 },
        ]),
      ],
      waiting: { ...WAITING, freeLoad: 60, freeUnload: 60, fen: 1800 },
      surcharges: [
        {
          label: '燃油附加',
          amount: { kind: 'bp', bp: 40, of: ['tier'] },
          when: { kind: 'fuel', province: '全国', baseFen: 700, stepFen: 10, floorZero: true },
        },
      ],
      insureBp: 30,
      partial: 'signedReturn',
      returnBp: 5000,
    },
  },
  /** C3: first weight and every further kg. */
  parcel: {
    name: '首重续重（城配）',
    type: '2',
    direction: 'receivable',
    components: {
      ...EMPTY,
      base: { fen: 6000 },
      charges: [charge('续重费', 'kg', [{ to: null, e4: 6200 }], { included: 50_000, step: 1000, mode: 1 })],
      stops: { included: 1, fen: 2000 },
      minFen: 8000,
    },
  },
  /** C1: by distance. */
  distance: {
    name: '里程阶梯（夜间加收）',
    type: '1',
    direction: 'receivable',
    components: {
      ...EMPTY,
      base: { fen: 8000 },
      charges: [
        charge(
          '里程费',
          'km',
          [
            { to: 30_000, e4: 40_000 },
            { to: 100_000, e4: 32_000 },
            { to: null, e4: 26_000 },
          ],
          { included: 5000, mode: 1 },
        ),
      ],
      surcharges: [
        {
          label: '夜间附加',
          amount: { kind: 'bp', bp: 2000, of: ['base', 'tier'] },
          when: { kind: 'night', from: 1320, to: 360, prorated: false },
        },
      ],
    },
  },
  carrierKm: {
    name: '承运商里程运价',
    type: '1',
    direction: 'payable',
    components: {
      ...EMPTY,
      base: { fen: 22_000 },
      charges: [charge('里程费', 'km', [{ to: null, e4: 35_000 }], { included: 10_000, mode: 1 })],
      waiting: { ...WAITING, freeLoad: 90, freeUnload: 90, fen: 1500 },
    },
  },
  /** C12: a trip, its kilometres, its stops. */
  driverTrip: {
    name: '司机计薪：趟次 + 里程 + 点位',
    type: '3',
    direction: 'payable',
    components: {
      ...EMPTY,
      base: { fen: 12_000 },
      charges: [charge('里程提成', 'km', [{ to: null, e4: 4500 }], { mode: 1 })],
      stops: { included: 0, fen: 200 },
    },
  },
} as const satisfies Record<string, DemoRule>

/** Shippers, invented; how they settle. */
export const SHIPPERS = [
  { name: '沪江百货有限公司', settle: 'monthly', days: 15, rule: 'tons', goods: '日用百货', category: '1700', kg: [600, 2400], piece: 12 },
  {
    name: '青禾生鲜贸易有限公司',
    settle: 'weekly',
    days: 7,
    rule: 'parcel',
    goods: '冷冻食品',
    category: '1602',
    kg: [180, 700],
    piece: 8,
  },
  {
    name: '东启汽配有限公司',
    settle: 'single',
    days: 0,
    rule: 'distance',
    goods: '汽车配件',
    category: '1200',
    kg: [300, 1100],
    piece: 20,
  },
] as const

/** Where goods go, around the demo company's stores: name, district, longitude, latitude. */
export const RECEIVERS: readonly (readonly [string, string, number, number])[] = [
  ['徐汇门店', '上海市徐汇区漕溪路 118 号', 121.437, 31.188],
  ['静安门店', '上海市静安区江宁路 466 号', 121.446, 31.243],
  ['宝山仓', '上海市宝山区沪太路 2999 号', 121.402, 31.352],
  ['嘉定分拨', '上海市嘉定区曹安公路 4671 号', 121.196, 31.29],
  ['松江门店', '上海市松江区人民北路 88 号', 121.231, 31.03],
  ['金桥门店', '上海市浦东新区金桥路 1388 号', 121.598, 31.262],
  ['临港仓', '上海市浦东新区临港大道 1200 号', 121.93, 30.9],
  ['昆山仓', '江苏省苏州市昆山市前进路 368 号', 120.98, 31.385],
  ['苏州门店', '江苏省苏州市姑苏区干将路 200 号', 120.62, 31.31],
  ['嘉兴仓', '浙江省嘉兴市南湖区中环南路 900 号', 120.76, 30.73],
]
