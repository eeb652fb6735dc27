/** 查询链接 (transport.md §2.1): one order, shown to whoever holds the link, until it ends or is taken back. */
import { defineActions } from '#kit/action/action.ts'
import { defineEntity } from '#kit/entity/entity.ts'
import { f } from '#kit/entity/field.ts'
import type { RowOf } from '#kit/entity/tables.ts'

export const orderLink = defineEntity({
  name: 'orderLink',
  label: '查询链接',
  right: 'projectOrderList',
  scope: { store: 'order.store' },
  title: ['order'],
  writes: 'none',
  fields: {
    order: f.ref('运输订单', 'transportOrder', { required: true, onDelete: 'cascade' }),
    status: f.state('状态', { active: '有效', revoked: '已撤销' }, 'active'),
    tokenHash: f.text('令牌摘要', { internal: true, secret: true, required: true, maxLength: 64 }),
    until: f.instant('有效期至', { required: true }),
    sentTo: f.text('发送至', { format: 'mobile', mask: 'mobile' }),
    views: f.int('查看次数', { required: true, default: 0, min: 0 }),
    lastAt: f.instant('最近查看'),
  },
  list: { columns: ['order', 'status', 'until', 'sentTo', 'views', 'lastAt'], filters: ['order', 'status', 'until'], sort: '-until' },
  form: { 链接: ['order', 'until', 'sentTo', 'views', 'lastAt'] },
  indexes: [['tokenHash']],
})
export const orderLinkActions = defineActions(orderLink, {
  revoke: {
    label: '撤销',
    right: 'projectOrderList_link',
    from: ['active'],
    to: 'revoked',
    tone: 'danger',
    bulk: true,
    confirm: '撤销后打开链接的人看不到订单。确认撤销？',
  },
})

declare module '#kit/entity/tables.ts' {
  interface Tables {
    orderLink: RowOf<typeof orderLink>
  }
  interface ActionsOf {
    orderLink: typeof orderLinkActions
  }
}
