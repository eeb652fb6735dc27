/** 货物明细: the same lines on a source of cargo, an order and a consignment. Weight in kg with 3 decimals, volume in m³ with 4. */
import { f } from '#kit/entity/field.ts'

const goodsFields = {
  name: f.text('货物', { required: true, maxLength: 80 }),
  category: f.dict('类别', 'goodsCategory', { required: true, default: '1700' }),
  pack: f.text('包装', { maxLength: 20 }),
  pieces: f.int('件数', { required: true, default: 1, min: 0, max: 1_000_000 }),
  weight: f.decimal('重量', 3, { required: true, min: 0, max: 1_000_000, unit: 'kg' }),
  volume: f.decimal('体积', 4, { required: true, default: 0, min: 0, max: 10_000, unit: 'm³' }),
  declared: f.money('声明价值', { min: 0 }),
  batch: f.text('批号', { maxLength: 40 }),
  expiry: f.day('有效期至'),
  unNo: f.text('危险货物编号', { maxLength: 8 }),
}

export const goodsLines = () => f.lines('货物明细', goodsFields, { required: true })
