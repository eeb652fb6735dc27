/** A definition with every filterable kind, for the tests of this folder. */
import { defineEntity, type Entity } from '../../entity/entity.ts'
import { f } from '../../entity/field.ts'

export const sample = defineEntity({
  name: 'sample',
  label: '样本',
  right: 'sampleList',
  title: ['plate'],
  fields: {
    no: f.serial('编号', 'YB{yyyyMMdd}{0000}'),
    plate: f.text('车牌号', { required: true }),
    status: f.state('状态', { stock: '在库', leased: '租赁中', repair: '维修' }, 'stock'),
    kind: f.choice('类别', { van: '厢式', flat: '平板' }),
    colour: f.dict('颜色', 'colour', { quick: true }),
    store: f.ref('门店', 'store', { quick: true }),
    boughtOn: f.day('购入日'),
    idleSince: f.day('空闲起始日', { age: '闲置天数' }),
    seenAt: f.instant('最近上线'),
    price: f.money('购置价'),
    seats: f.int('座位', { unit: '座' }),
    load: f.decimal('载重', 2, { unit: '吨' }),
    share: f.rate('分成'),
    own: f.flag('自有'),
    phone: f.text('联系电话', { mask: 'mobile' }),
    photos: f.files('照片'),
    detail: f.lines('明细', { a: f.text('甲') }),
    extra: f.json('附加'),
    age: f.computed('车龄', 'int', '1'),
  },
  list: {
    columns: ['plate', 'status', 'kind', 'store', 'boughtOn', 'price'],
    filters: ['plate', 'status', 'store', 'boughtOn', 'price'],
    sort: '-boughtOn',
    quick: { 在库: { status: 'stock' } },
  },
  form: { 基本: ['plate'] },
}) as unknown as Entity
