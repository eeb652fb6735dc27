/** 自助申请: what a customer asked for on his own page. It changes nothing by itself; a clerk does it, or says why not. */
import { defineActions } from '#kit/action/action.ts'
import { defineEntity } from '#kit/entity/entity.ts'
import { f } from '#kit/entity/field.ts'
import type { RowOf } from '#kit/entity/tables.ts'

const WISH_KINDS = { renew: '续租', return: '还车', violation: '违章已处理' } as const
export type WishKind = keyof typeof WISH_KINDS

const is = (kind: WishKind) => (v: Record<string, unknown>) => v['kind'] === kind

export const lesseeWish = defineEntity({
  name: 'lesseeWish',
  label: '自助申请',
  right: 'lesseeWishList',
  scope: { store: 'store' },
  title: ['no'],
  search: ['no'],
  searchThrough: ['lessee', 'vehicle'],
  writes: 'none',
  fields: {
    no: f.serial('申请编号', 'ZZ{yyyyMMdd}-{0000}', { width: 150 }),
    status: f.state('状态', { open: '待处理', done: '已办理', declined: '不办理', withdrawn: '客户已撤回' }, 'open'),
    kind: f.choice('申请事项', WISH_KINDS, { required: true }),
    lessee: f.ref('承租人', 'lessee', { required: true }),
    lease: f.ref('租约', 'lease'),
    vehicle: f.ref('车辆', 'vehicle'),
    violation: f.ref('违章', 'violation', { when: is('violation') }),
    store: f.ref('门店', 'store', { required: true }),
    untilOn: f.day('希望续租至', { when: is('renew') }),
    returnStore: f.ref('还车门店', 'store', { when: is('return') }),
    returnAt: f.instant('还车时间', { when: is('return') }),
    photos: f.files('凭证照片', { maxCount: 1, when: is('violation') }),
    remark: f.note('客户备注', { maxLength: 200 }),
    answer: f.text('答复', { maxLength: 200 }),
    handledBy: f.ref('办理人', 'user'),
    handledAt: f.instant('办理时间'),
  },
  list: {
    columns: ['no', 'status', 'kind', 'lessee', 'vehicle', 'lease', 'untilOn', 'returnAt', 'returnStore', 'remark', 'store', 'answer'],
    filters: ['no', 'status', 'kind', 'lessee', 'vehicle', 'lease', 'returnAt', 'store'],
    sort: '-id',
    quick: { 待处理: { status: 'open' }, 已办理: { status: 'done' }, 不办理: { status: 'declined' } },
  },
  form: {
    申请: ['no', 'kind', 'lessee', 'lease', 'vehicle', 'violation', 'store', 'untilOn', 'returnStore', 'returnAt', 'photos', 'remark'],
    办理: ['answer', 'handledBy', 'handledAt'],
  },
  indexes: [['lessee', 'status']],
})

export const lesseeWishActions = defineActions(lesseeWish, {
  finish: {
    label: '已办理',
    from: ['open'],
    to: 'done',
    tone: 'primary',
    input: { answer: f.text('答复客户', { maxLength: 200, hint: '显示在客户自助页上，可不填' }) },
  },
  decline: {
    label: '不办理',
    from: ['open'],
    to: 'declined',
    tone: 'danger',
    input: { answer: f.text('答复客户', { required: true, maxLength: 200, hint: '显示在客户自助页上，请写明原因' }) },
  },
  withdraw: { label: '客户撤回', from: ['open'], to: 'withdrawn', internal: true },
})

declare module '#kit/entity/tables.ts' {
  interface Tables {
    lesseeWish: RowOf<typeof lesseeWish>
  }
  interface ActionsOf {
    lesseeWish: typeof lesseeWishActions
  }
}
