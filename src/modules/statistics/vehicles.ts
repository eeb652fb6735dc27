/** 车辆收益 (finance.md §3.7): what each vehicle earned and cost, and how much of the time it was used. */
import { f } from '#kit/entity/field.ts'
import { defineReport } from '#kit/report/report.ts'

/** What customers pay for freight takes the function that shows it wherever it stands (decision 0056). */
const FREIGHT = 'freight_seeReceivable'

export const vehicleRevenue = defineReport({
  name: 'vehicleRevenue',
  label: '车辆收益',
  hint: '租金按用车日计（不含税、不含押金），成本按发生日或分摊期，折旧按直线法；点数字看组成它的单据',
  right: 'vehicleRevenue',
  period: 'month',
  by: ['vehicle'],
  chart: 'bar',
  charted: ['income', 'spent', 'margin'],
  mostDays: 1100,
  sources: {
    rents: { sql: true },
    freights: { sql: true },
    costs: { sql: true },
    wear: { sql: true },
    days: { sql: true },
    km: { entity: 'vehicleDay', day: 'day' },
  },
  dimensions: {
    vehicle: { label: '车辆', field: f.ref('车辆', 'vehicle'), of: { km: 'vehicle' } },
    store: { label: '门店', field: f.ref('门店', 'store'), of: { km: 'store' } },
    model: { label: '车型', field: f.ref('车型', 'vehicleModel'), of: { km: 'vehicle.model' } },
  },
  measures: {
    rent: { label: '租赁收入', hint: '按用车日，含税', column: true, unit: 'money', from: 'rents' },
    vat: { label: '其中税额', column: true, unit: 'money', from: 'rents' },
    freight: { label: '运输收入', hint: '应收费用单，含税', column: true, unit: 'money', from: 'freights', seenBy: FREIGHT },
    freightVat: { label: '运输税额', column: true, unit: 'money', from: 'freights', seenBy: FREIGHT },
    // Of whoever may not see freight: what the vehicle earned by being leased.
    rentNet: { label: '不含税租赁收入', plus: ['rent'], minus: ['vat'] },
    income: { label: '不含税收入', plus: ['rent', 'freight'], minus: ['vat', 'freightVat'] },
    cost: { label: '运营成本', hint: '车辆成本中公司承担的部分', column: true, unit: 'money', from: 'costs' },
    depreciation: { label: '折旧', column: true, unit: 'money', from: 'wear' },
    spent: { label: '总成本', hint: '运营成本 + 折旧', plus: ['cost', 'depreciation'] },
    margin: { label: '毛利', hint: '不含税收入 − 总成本', plus: ['rent', 'freight'], minus: ['vat', 'freightVat', 'cost', 'depreciation'] },
    rate: { label: '毛利率', ratio: ['margin', 'income'] },
    leased: { label: '出租天数', column: true, unit: 'number', suffix: '天', from: 'days' },
    stood: { label: '在册天数', column: true, unit: 'number', suffix: '天', from: 'days' },
    blocked: { label: '停用天数', hint: '维修、保养、事故等占用', column: true, unit: 'number', suffix: '天', from: 'days' },
    available: { label: '可用天数', hint: '在册 − 停用', plus: ['stood'], minus: ['blocked'] },
    used: { label: '出租率（在册）', hint: '出租天数 ÷ 在册天数', ratio: ['leased', 'stood'] },
    usedAvailable: { label: '出租率（可用）', hint: '出租天数 ÷ 可用天数', ratio: ['leased', 'available'] },
    distance: { label: '里程', sum: 'distance', unit: 'distance', from: 'km' },
    perKm: { label: '每公里成本', hint: '总成本 ÷ 里程', ratio: ['spent', 'distance'], unit: 'money', times: 1000 },
    tracked: { label: '有轨迹天数', hint: '终端有上报的天数', count: true, suffix: '天', from: 'km' },
  },
})
