/** 产品成本: what a product costs a month, and what of the rent is left. */
import { defineEntity } from '#kit/entity/entity.ts'
import { f } from '#kit/entity/field.ts'
import type { RowOf } from '#kit/entity/tables.ts'

const DEPRECIATION = `((purchase_price * (10000 - residual_bp) + 5000) / 10000 + depreciation_months / 2) / depreciation_months`
const MONTHLY = `(${DEPRECIATION} + (insurance_per_year + 6) / 12 + upkeep_per_month + other_per_month)`

export const productCost = defineEntity({
  name: 'productCost',
  label: '产品成本',
  right: 'carProductCost',
  // Of a product of his stores; what every store rents out is bought by the company.
  scope: { store: 'product.stores[]' },
  title: ['product', 'effectiveOn'],
  fields: {
    product: f.ref('产品', 'vehicleProduct', { required: true, fixed: true }),
    effectiveOn: f.day('生效日期', { required: true }),
    purchasePrice: f.money('单车购置价', { required: true, min: 1 }),
    residualBp: f.rate('残值率', { required: true, default: 500, min: 0, max: 10_000 }),
    depreciationMonths: f.int('折旧期', { required: true, default: 60, min: 1, max: 240, unit: '个月' }),
    insurancePerYear: f.money('年保险费', { required: true, default: 0, min: 0 }),
    upkeepPerMonth: f.money('月保养维修', { required: true, default: 0, min: 0 }),
    otherPerMonth: f.money('月其他成本', { required: true, default: 0, min: 0, hint: '车位、平台服务、资金成本等' }),
    rent: f.money('对照月租金', { min: 1, hint: '不填时取该产品启用方案中最低的月租金' }),
    depreciation: f.computed('月折旧', 'money', DEPRECIATION),
    monthlyCost: f.computed('月成本', 'money', MONTHLY),
    margin: f.computed('月毛利', 'money', `rent - ${MONTHLY}`),
    marginPercent: f.computed('毛利率（%）', 'int', `case when rent > 0 then (rent - ${MONTHLY}) * 100 / rent end`, {}),
    remark: f.note('说明', { maxLength: 300 }),
  },
  unique: [{ fields: ['product', 'effectiveOn'], message: '该产品在此日期已有成本' }],
  list: {
    columns: [
      'product',
      'effectiveOn',
      'purchasePrice',
      'depreciation',
      'insurancePerYear',
      'upkeepPerMonth',
      'monthlyCost',
      'rent',
      'margin',
      'marginPercent',
    ],
    filters: ['product', 'effectiveOn', 'monthlyCost', 'margin'],
    sort: 'product,-effectiveOn',
    quick: { 亏损: { margin: { to: -1 } } },
  },
  form: {
    成本: [
      'product',
      'effectiveOn',
      'purchasePrice',
      'residualBp',
      'depreciationMonths',
      'insurancePerYear',
      'upkeepPerMonth',
      'otherPerMonth',
      'rent',
      'remark',
    ],
    结果: ['depreciation', 'monthlyCost', 'margin', 'marginPercent'],
  },
})

declare module '#kit/entity/tables.ts' {
  interface Tables {
    productCost: RowOf<typeof productCost>
  }
}
