/** 车型库: brand, series, model, energy, load, volume; used by vehicles, products and scheduling. */
import { defineActions, facts } from '#kit/action/action.ts'
import { defineEntity } from '#kit/entity/entity.ts'
import { f } from '#kit/entity/field.ts'
import type { RowOf } from '#kit/entity/tables.ts'
import { ENERGIES } from './vehicle.ts'

export const vehicleModel = defineEntity({
  name: 'vehicleModel',
  label: '车型',
  right: 'vehicleTypeBaseList',
  title: ['brand', 'name'],
  search: ['brand', 'series', 'name'],
  fields: {
    brand: f.text('品牌', { required: true, maxLength: 40 }),
    series: f.text('车系', { maxLength: 60 }),
    name: f.text('车型名称', { required: true, maxLength: 80 }),
    status: f.state('状态', { active: '启用', disabled: '停用' }, 'active'),
    category: f.dict('车辆类别', 'vehicleCategory', { required: true }),
    energy: f.choice('能源类型', ENERGIES, { required: true }),
    truckSize: f.choice('货车大小', { micro: '微型', light: '轻型', medium: '中型', heavy: '重型' }, { hint: '地图货车导航使用' }),
    seats: f.int('座位数', { min: 1, max: 60 }),
    axles: f.int('轴数', { min: 2, max: 12 }),
    loadKg: f.int('核定载质量', { unit: 'kg', min: 0, max: 100_000 }),
    grossKg: f.int('总质量', { unit: 'kg', min: 0, max: 100_000 }),
    curbKg: f.int('整备质量', { unit: 'kg', min: 0, max: 100_000 }),
    volume: f.decimal('货厢容积', 2, { unit: 'm³', min: 0, max: 1000 }),
    lengthMm: f.int('长', { unit: 'mm', min: 0, max: 30_000 }),
    widthMm: f.int('宽', { unit: 'mm', min: 0, max: 5_000 }),
    heightMm: f.int('高', { unit: 'mm', min: 0, max: 6_000 }),
    batteryKwh: f.decimal('电池容量', 2, {
      unit: 'kWh',
      min: 0,
      max: 2000,
      when: (v) => v['energy'] === 'electric' || v['energy'] === 'hybrid',
    }),
    tankL: f.int('油箱容积', { unit: 'L', min: 0, max: 2000, when: (v) => v['energy'] === 'diesel' || v['energy'] === 'petrol' }),
    normPer100: f.decimal('百公里标准油电耗', 2, { min: 0, max: 1000, hint: 'L 或 kWh；加油充电的油电耗与它比较' }),
    rangeKm: f.int('续航里程', { unit: 'km', min: 0, max: 3000 }),
    emission: f.dict('排放标准', 'emissionStandard'),
    guidePrice: f.money('指导价', { min: 0 }),
    photos: f.files('车型图片', { maxCount: 8 }),
    remark: f.note('备注', { maxLength: 500 }),
  },
  check: (v) =>
    v.grossKg !== null && v.loadKg !== null && v.loadKg > v.grossKg ? { at: 'loadKg', reason: '核定载质量不能大于总质量' } : null,
  unique: [{ fields: ['brand', 'series', 'name'], message: '该车型已存在' }],
  list: {
    columns: ['brand', 'series', 'name', 'status', 'category', 'energy', 'loadKg', 'volume', 'rangeKm', 'guidePrice'],
    filters: ['brand', 'name', 'category', 'energy', 'status'],
    sort: 'brand,name',
  },
  form: {
    基本信息: ['brand', 'series', 'name', 'category', 'energy', 'emission', 'truckSize', 'guidePrice'],
    载重与尺寸: ['seats', 'axles', 'loadKg', 'grossKg', 'curbKg', 'volume', 'lengthMm', 'widthMm', 'heightMm'],
    动力: ['batteryKwh', 'tankL', 'normPer100', 'rangeKm'],
    图片与备注: ['photos', 'remark'],
  },
  children: [{ entity: 'vehicle', by: 'model', label: '该车型的车辆' }],
})

export const vehicleModelActions = defineActions(vehicleModel, facts<{ vehicleCount: number }>(), {
  disable: {
    label: '停用',
    from: ['active'],
    to: 'disabled',
    tone: 'danger',
    bulk: true,
    confirm: '停用后不能再用于新车辆，已有车辆不受影响。确认停用？',
  },
  enable: { label: '启用', from: ['disabled'], to: 'active', bulk: true, confirm: '启用后新的车辆可以再选择该车型。确认启用？' },
})

declare module '#kit/entity/tables.ts' {
  interface Tables {
    vehicleModel: RowOf<typeof vehicleModel>
  }
  interface ActionsOf {
    vehicleModel: typeof vehicleModelActions
  }
}
