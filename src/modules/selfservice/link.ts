/** 自助链接: one customer, shown to whoever holds the link, until it ends or is taken back. */
import { defineActions } from '#kit/action/action.ts'
import { defineEntity } from '#kit/entity/entity.ts'
import { f } from '#kit/entity/field.ts'
import type { RowOf } from '#kit/entity/tables.ts'

export const lesseeLink = defineEntity({
  name: 'lesseeLink',
  label: '自助链接',
  right: 'lesseeLinkList',
  scope: { store: 'lessee.store', owner: 'lessee.owner', channel: 'lessee.channel' },
  title: ['lessee'],
  writes: 'none',
  searchThrough: ['lessee'],
  fields: {
    lessee: f.ref('承租人', 'lessee', { required: true, onDelete: 'cascade' }),
    status: f.state('状态', { active: '有效', revoked: '已撤销' }, 'active'),
    way: f.choice('开通方式', { link: '员工发送', code: '手机验证码' }, { required: true, default: 'link' }),
    tokenHash: f.text('令牌摘要', { internal: true, secret: true, required: true, maxLength: 64 }),
    until: f.instant('有效期至', { required: true }),
    sentTo: f.text('发送至', { format: 'mobile', mask: 'mobile' }),
    views: f.int('打开次数', { required: true, default: 0, min: 0 }),
    lastAt: f.instant('最近打开'),
    lastIp: f.text('最近打开的网络地址', { maxLength: 60 }),
  },
  list: {
    columns: ['lessee', 'status', 'way', 'until', 'sentTo', 'views', 'lastAt', 'lastIp'],
    filters: ['lessee', 'status', 'way', 'until'],
    sort: '-until',
    quick: { 有效: { status: 'active' }, 已撤销: { status: 'revoked' } },
  },
  form: { 链接: ['lessee', 'way', 'until', 'sentTo', 'views', 'lastAt', 'lastIp'] },
  indexes: [['tokenHash']],
})
export const lesseeLinkActions = defineActions(lesseeLink, {
  revoke: {
    label: '撤销',
    right: 'lesseeLinkList_make',
    from: ['active'],
    to: 'revoked',
    tone: 'danger',
    bulk: true,
    confirm: '撤销后持有该链接的人不能再打开客户自助页。确认撤销？',
  },
  /** Run by the page itself: every opening stands in the log with address and time. */
  open: { label: '打开自助页', from: ['active'], internal: true },
})

declare module '#kit/entity/tables.ts' {
  interface Tables {
    lesseeLink: RowOf<typeof lesseeLink>
  }
  interface ActionsOf {
    lesseeLink: typeof lesseeLinkActions
  }
}
