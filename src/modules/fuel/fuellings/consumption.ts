/** 油耗统计 (affairs.md §3.8, issue of oil and charging): what was paid, and what 100 km took and cost, by vehicle, driver and model. */
import { f } from '#kit/entity/field.ts'
import { defineReport } from '#kit/report/report.ts'
import { fuelling } from './fuelling.ts'

const kind = fuelling.fields.kind
const LIVE = { status: ['ok', 'suspect', 'explained', 'confirmed'] }

export const fuelConsumption = defineReport({
  name: 'fuelConsumption',
  label: '油耗统计',
  hint: '百公里数字只看两次加满之间、都填了里程的路程，记在后一次加满的那天；途中各次都由同一位司机加的才算到司机名下',
  right: 'fuelConsumption',
  period: 'months6',
  by: ['vehicle'],
  chart: 'bar',
  charted: ['costPer100'],
  sources: {
    fills: { entity: 'fuelling', day: 'at', where: LIVE },
    legs: { sql: true },
  },
  dimensions: {
    vehicle: { label: '车辆', field: f.ref('车辆', 'vehicle'), of: { fills: 'vehicle' } },
    driver: { label: '司机', field: f.ref('司机', 'driver'), of: { fills: 'driver' } },
    model: { label: '车型', field: f.ref('车型', 'vehicleModel'), of: { fills: 'vehicle.model' } },
    kind: { label: '类型', field: kind, of: { fills: 'kind' } },
    store: { label: '门店', field: f.ref('门店', 'store'), of: { fills: 'store' } },
  },
  measures: {
    amount: { label: '加油充电金额', sum: 'amount', from: 'fills' },
    count: { label: '次数', count: true, suffix: '次', from: 'fills' },
    litres: { label: '加油量', sum: 'quantity', unit: 'number', suffix: 'L', decimals: 2, where: { ...LIVE, kind: 'fuel' }, from: 'fills' },
    kwh: {
      label: '充电量',
      sum: 'quantity',
      unit: 'number',
      suffix: 'kWh',
      decimals: 2,
      where: { ...LIVE, kind: 'charge' },
      from: 'fills',
    },
    km: { label: '核算里程', hint: '两次加满之间', column: true, unit: 'number', suffix: 'km', decimals: 1, from: 'legs' },
    spent: { label: '核算金额', hint: '两次加满之间', column: true, unit: 'money', from: 'legs' },
    hundreds: { label: '核算百公里', column: true, unit: 'number', decimals: 3, from: 'legs' },
    costPer100: { label: '百公里成本', ratio: ['spent', 'hundreds'], unit: 'money' },
    litresUsed: { label: '核算油量', column: true, unit: 'number', suffix: 'L', decimals: 2, from: 'legs' },
    fuelHundreds: { label: '核算百公里（油）', column: true, unit: 'number', decimals: 3, from: 'legs' },
    litresPer100: { label: '百公里油耗', ratio: ['litresUsed', 'fuelHundreds'], unit: 'number', suffix: 'L', decimals: 2 },
    kwhUsed: { label: '核算电量', column: true, unit: 'number', suffix: 'kWh', decimals: 2, from: 'legs' },
    chargeHundreds: { label: '核算百公里（电）', column: true, unit: 'number', decimals: 3, from: 'legs' },
    kwhPer100: { label: '百公里电耗', ratio: ['kwhUsed', 'chargeHundreds'], unit: 'number', suffix: 'kWh', decimals: 2 },
  },
})
