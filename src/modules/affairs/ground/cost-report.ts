/** 车辆成本统计: what vehicles cost, of the one ledger; the vehicle's page and 车辆收益 read the same rows (affairs.md §2.1, A16). */
import { f } from '#kit/entity/field.ts'
import { defineReport } from '#kit/report/report.ts'
import { vehicleCost } from './ground.ts'

export const vehicleCosts = defineReport({
  name: 'vehicleCosts',
  label: '车辆成本统计',
  hint: '成本按发生日，保费等跨期的按天分摊到统计期内；折旧见「车辆收益」',
  right: 'vehicleCosts',
  period: 'months12',
  by: ['kind'],
  chart: 'bar',
  charted: ['borne'],
  // The whole life of a vehicle, on its page.
  mostDays: 20_000,
  sources: { costs: { sql: true } },
  dimensions: {
    kind: vehicleCost.fields.kind,
    vehicle: f.ref('车辆', 'vehicle'),
    model: f.ref('车型', 'vehicleModel'),
    bearer: vehicleCost.fields.bearer,
    store: f.ref('门店', 'store'),
  },
  measures: {
    borne: { label: '公司承担', column: true, unit: 'money', from: 'costs' },
    others: { label: '他人承担', hint: '承租人、司机、保险公司', column: true, unit: 'money', from: 'costs' },
    whole: { label: '合计', plus: ['borne', 'others'] },
  },
})
