/** 高德策略, 节假日, 油价 (transport.md §2.4): what the map, the calendar and the pump say. Data only. */
import { defineEntity } from '#kit/entity/entity.ts'
import { f } from '#kit/entity/field.ts'
import type { RowOf } from '#kit/entity/tables.ts'

/** 驾车 v5 codes of the map service. */
const CAR = {
  '32': '高德推荐',
  '33': '躲避拥堵',
  '34': '高速优先',
  '35': '不走高速',
  '36': '少收费',
  '37': '大路优先',
  '38': '速度最快',
  '39': '躲避拥堵+高速优先',
  '40': '躲避拥堵+不走高速',
  '41': '躲避拥堵+少收费',
  '42': '少收费+不走高速',
  '43': '躲避拥堵+少收费+不走高速',
  '44': '躲避拥堵+大路优先',
  '45': '躲避拥堵+速度最快',
}
const TRUCK = { '1': '躲避拥堵', '2': '不走高速', '3': '避免收费', '4': '躲避拥堵+不走高速' }

export const drivingStrategy = defineEntity({
  name: 'drivingStrategy',
  label: '驾驶策略',
  right: 'gaodeStrategy',
  title: ['name'],
  fields: {
    name: f.text('名称', { required: true, maxLength: 60, unique: '该名称已存在' }),
    orderModel: f.ref('订单模式', 'orderModel'),
    vehicleClass: f.dict('车型', 'vehicleCategory'),
    carCode: f.choice('驾车策略', CAR, { required: true, default: '32' }),
    truckCode: f.choice('货车策略', TRUCK, { required: true, default: '1' }),
    provider: f.choice('路径来源', { estimate: '估算', graph: '路网', amap: '高德' }, { required: true, default: 'estimate' }),
    remark: f.note('备注', { maxLength: 300, quick: true }),
  },
  unique: [{ fields: ['orderModel', 'vehicleClass'], message: '该订单模式和车型已有策略' }],
  list: {
    columns: ['name', 'orderModel', 'vehicleClass', 'carCode', 'truckCode', 'provider', 'remark'],
    filters: ['orderModel', 'vehicleClass', 'provider'],
    sort: 'name',
  },
  form: { 策略: ['name', 'orderModel', 'vehicleClass', 'carCode', 'truckCode', 'provider', 'remark'] },
})

export const holiday = defineEntity({
  name: 'holiday',
  label: '节假日',
  right: 'holidayList',
  title: ['day'],
  search: ['name'],
  fields: {
    day: f.day('日期', { required: true, unique: '该日期已登记' }),
    kind: f.choice('性质', { off: '休', work: '班', statutory: '法定' }, { required: true, default: 'off' }),
    name: f.text('名称', { required: true, maxLength: 40 }),
    year: f.computed('年份', 'int', 'extract(year from day)::bigint'),
  },
  list: { columns: ['day', 'kind', 'name', 'year'], filters: ['day', 'kind', 'year'], sort: '-day' },
  form: { 节假日: ['day', 'kind', 'name'] },
})

/** 油价 of a province on a day: what the fuel surcharge of a rule reads. */
export const fuelPrice = defineEntity({
  name: 'fuelPrice',
  label: '油价',
  right: 'fuelPriceList',
  title: ['province', 'effectiveOn'],
  fields: {
    province: f.text('省份', { required: true, maxLength: 20, default: '全国' }),
    effectiveOn: f.day('生效日期', { required: true }),
    price: f.money('每升价格', { required: true, min: 1 }),
  },
  unique: [{ fields: ['province', 'effectiveOn'], message: '该省份当日油价已登记' }],
  list: { columns: ['province', 'effectiveOn', 'price'], filters: ['province', 'effectiveOn'], sort: '-effectiveOn' },
  form: { 油价: ['province', 'effectiveOn', 'price'] },
})

declare module '#kit/entity/tables.ts' {
  interface Tables {
    drivingStrategy: RowOf<typeof drivingStrategy>
    holiday: RowOf<typeof holiday>
    fuelPrice: RowOf<typeof fuelPrice>
  }
}
