/** 公开下单页 (transport.md §8): an address under which the people of one project order without an account, each by a code to his phone. */
import { defineActions } from '#kit/action/action.ts'
import { defineEntity } from '#kit/entity/entity.ts'
import { f } from '#kit/entity/field.ts'
import type { RowOf } from '#kit/entity/tables.ts'

const orderPage = defineEntity({
  name: 'orderPage',
  label: '公开下单页',
  right: 'orderPageList',
  scope: { store: 'store' },
  title: ['name'],
  search: ['name'],
  fields: {
    name: f.text('名称', { required: true, maxLength: 60, unique: '该名称已存在' }),
    status: f.state('状态', { active: '开放', closed: '关闭' }, 'active'),
    project: f.ref('项目', 'project', { required: true, filter: { status: 'active' } }),
    model: f.ref('订单模式', 'orderModel', { required: true, filter: { status: 'active' } }),
    token: f.text('地址标记', { readOnly: true, maxLength: 60, unique: true }),
    showPrice: f.flag('显示价格', { default: true }),
    notice: f.note('页面说明', { maxLength: 300 }),
    store: f.ref('门店', 'store', { readOnly: true }),
    remark: f.note('备注', { maxLength: 300, quick: true }),
  },
  list: {
    columns: ['name', 'status', 'project', 'model', 'showPrice', 'store', 'remark'],
    filters: ['name', 'status', 'project', 'store'],
    sort: '-createdAt',
    quick: { 开放: { status: 'active' } },
  },
  form: { 下单页: ['name', 'project', 'model', 'showPrice', 'notice'], 其他: ['token', 'store', 'remark'] },
  children: [{ entity: 'transportOrder', by: 'orderPage', label: '运输订单' }],
})
export const orderPageActions = defineActions(orderPage, {
  close: { label: '关闭', from: ['active'], to: 'closed', tone: 'danger', confirm: '关闭后该页不能再下单。确认关闭？' },
  open: { label: '开放', from: ['closed'], to: 'active', confirm: '开放后打开网址的客户可以重新下单。确认开放？' },
  renew: { label: '更换地址', from: ['active', 'closed'], tone: 'danger', confirm: '更换后旧地址立即失效。确认更换？' },
})

declare module '#kit/entity/tables.ts' {
  interface Tables {
    orderPage: RowOf<typeof orderPage>
  }
  interface ActionsOf {
    orderPage: typeof orderPageActions
  }
}
