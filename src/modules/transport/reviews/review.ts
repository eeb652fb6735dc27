/** 订单评价 (spec §7: comment/queryListWithPage, comment/export). Orders of the transport module will write here. */
import { defineActions } from '#kit/action/action.ts'
import { defineEntity } from '#kit/entity/entity.ts'
import { f } from '#kit/entity/field.ts'
import type { RowOf } from '#kit/entity/tables.ts'

export const orderReview = defineEntity({
  name: 'orderReview',
  label: '订单评价',
  right: 'evaluationList',
  scope: { store: 'store' },
  title: ['orderNo'],
  // Not by the reviewer: a masked name would make a question (decision 0121) of every word typed into the search box.
  search: ['orderNo', 'content'],
  fields: {
    orderNo: f.text('订单号', { required: true, maxLength: 40 }),
    status: f.state('状态', { open: '待回复', replied: '已回复', hidden: '已隐藏' }, 'open'),
    reviewer: f.text('评价人', { required: true, maxLength: 40, mask: 'name' }),
    mobile: f.text('联系电话', { format: 'mobile', mask: 'mobile' }),
    driverName: f.text('司机', { maxLength: 40 }),
    plateNo: f.text('车牌号', { format: 'plate' }),
    score: f.int('评分', { required: true, min: 1, max: 5, unit: '分' }),
    content: f.note('评价内容', { maxLength: 1000 }),
    images: f.files('图片', { maxCount: 9 }),
    reviewedAt: f.instant('评价时间', { required: true }),
    store: f.ref('门店', 'store'),
    reply: f.note('回复', { readOnly: true }),
  },
  list: {
    columns: ['orderNo', 'status', 'score', 'reviewer', 'driverName', 'plateNo', 'content', 'reviewedAt', 'reply'],
    filters: ['orderNo', 'status', 'score', 'driverName', 'plateNo', 'reviewedAt'],
    sort: '-reviewedAt',
  },
  form: { 评价: ['orderNo', 'score', 'reviewer', 'mobile', 'driverName', 'plateNo', 'content', 'images', 'reviewedAt', 'store'] },
})
export const orderReviewActions = defineActions(orderReview, {
  reply: {
    label: '回复',
    from: ['open', 'replied'],
    to: 'replied',
    tone: 'primary',
    input: { reply: f.note('回复内容', { required: true, maxLength: 500 }) },
  },
  hide: { label: '隐藏', from: ['open', 'replied'], to: 'hidden', tone: 'danger', confirm: '隐藏后不对外展示。确认隐藏？' },
  show: { label: '恢复展示', from: ['hidden'], to: 'open', confirm: '恢复后这条评价重新对外展示。确认恢复展示？' },
})

declare module '#kit/entity/tables.ts' {
  interface Tables {
    orderReview: RowOf<typeof orderReview>
  }
  interface ActionsOf {
    orderReview: typeof orderReviewActions
  }
}
