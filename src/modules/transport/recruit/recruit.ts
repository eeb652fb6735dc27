/** 司机招募 (transport.md §2.2): posts with a page anybody may open, and applications through to hired. */
import { defineActions } from '#kit/action/action.ts'
import { defineEntity } from '#kit/entity/entity.ts'
import { f } from '#kit/entity/field.ts'
import type { RowOf } from '#kit/entity/tables.ts'
import { LICENCES_ASKED, postProblem } from './recruit.rules.ts'

export const recruitPost = defineEntity({
  name: 'recruitPost',
  label: '招募',
  right: 'recruitPostList',
  scope: { store: 'store' },
  title: ['title'],
  search: ['title', 'cities'],
  fields: {
    title: f.text('标题', { required: true, maxLength: 80 }),
    status: f.state('状态', { draft: '草稿', open: '招募中', closed: '已关闭' }, 'draft'),
    cities: f.text('城市', { required: true, maxLength: 100 }),
    vehicleClass: f.dict('车型要求', 'vehicleCategory'),
    headcount: f.int('招募人数', { required: true, default: 1, min: 1, max: 1000, unit: '人' }),
    pay: f.text('薪酬说明', { maxLength: 200 }),
    until: f.day('截止日期', { required: true }),
    store: f.ref('门店', 'store', { required: true, begins: 'mine', filter: { status: 'active' } }),
    detail: f.note('招募说明', { maxLength: 2000, hint: '工作内容、地点和条件；报名页会显示' }),
    token: f.text('报名页标记', { readOnly: true, internal: true, maxLength: 60, unique: true }),
  },
  list: {
    columns: ['title', 'status', 'cities', 'vehicleClass', 'headcount', 'pay', 'until', 'store'],
    filters: ['title', 'status', 'cities', 'vehicleClass', 'until', 'store'],
    sort: '-createdAt',
    quick: { 招募中: { status: 'open' }, 草稿: { status: 'draft' } },
  },
  form: { 招募: ['title', 'cities', 'vehicleClass', 'headcount', 'pay', 'until', 'store', 'detail'] },
  children: [{ entity: 'driverApplication', by: 'post', label: '报名' }],
})
export const recruitPostActions = defineActions(recruitPost, {
  publish: {
    label: '发布',
    from: ['draft', 'closed'],
    to: 'open',
    tone: 'primary',
    refuse: (p, m) => (p.until < m.today ? '截止日期已过，请先修改' : postProblem(p)),
    confirm: '发布后，打开报名页的人都能看到招募内容并报名。确认发布？',
  },
  close: { label: '关闭', from: ['open'], to: 'closed', tone: 'danger', confirm: '关闭后不再接受报名。确认关闭？' },
  renew: { label: '更换报名网址', from: ['open', 'closed'], tone: 'danger', confirm: '更换后旧网址和二维码立即失效。确认更换？' },
})

export const driverApplication = defineEntity({
  name: 'driverApplication',
  label: '司机报名',
  right: 'driverRecruitment',
  scope: { store: 'store' },
  title: ['name'],
  search: ['name', 'mobile'],
  fields: {
    post: f.ref('招募', 'recruitPost', { filter: { status: 'open' } }),
    name: f.text('姓名', { required: true, maxLength: 40 }),
    status: f.state(
      '状态',
      {
        toContact: '待联系',
        contacted: '已联系',
        met: '已约面',
        toReview: '待审核',
        hired: '已通过',
        rejected: '已拒绝',
        withdrawn: '已放弃',
        blacklisted: '黑名单',
      },
      'toContact',
    ),
    mobile: f.text('手机号', { required: true, format: 'mobile', mask: 'mobile' }),
    city: f.text('城市', { maxLength: 40 }),
    vehicleOwned: f.flag('自带车辆'),
    licenceClass: f.choice('准驾车型', LICENCES_ASKED),
    channel: f.ref('渠道', 'channel'),
    promoter: f.ref('推荐人', 'user'),
    promoCode: f.ref('推广码', 'promoCode', { hint: '报名人带着推广链接来时自动填入；录用计入该推广码' }),
    intent: f.note('意向', { maxLength: 500 }),
    source: f.choice('报名来源', { staff: '员工登记', page: '报名页' }, { required: true, default: 'staff', readOnly: true }),
    agreedAt: f.instant('同意使用资料', { readOnly: true, hint: '本人在报名页同意的时间' }),
    driver: f.ref('司机', 'driver', { readOnly: true }),
    hiredOn: f.day('录用日期', { readOnly: true }),
    store: f.ref('门店', 'store', { required: true, begins: 'mine', filter: { status: 'active' } }),
    note: f.note('跟进记录', { maxLength: 1000, quick: true }),
  },
  list: {
    columns: [
      'name',
      'status',
      'mobile',
      'city',
      'post',
      'vehicleOwned',
      'licenceClass',
      'source',
      'channel',
      'promoter',
      'promoCode',
      'hiredOn',
      'driver',
      'store',
      'note',
    ],
    filters: ['name', 'status', 'city', 'post', 'source', 'channel', 'promoter', 'promoCode', 'hiredOn', 'store'],
    sort: '-createdAt',
    quick: { 待联系: { status: 'toContact' }, 待审核: { status: 'toReview' }, 已通过: { status: 'hired' } },
  },
  form: {
    报名: ['post', 'name', 'mobile', 'city', 'vehicleOwned', 'licenceClass', 'channel', 'promoter', 'promoCode', 'store', 'intent', 'note'],
    结果: ['driver', 'hiredOn', 'source', 'agreedAt'],
  },
})

const LIVE = ['toContact', 'contacted', 'met', 'toReview'] as const
export const driverApplicationActions = defineActions(driverApplication, {
  contact: {
    label: '已联系',
    right: 'driverRecruitment_advance',
    from: ['toContact'],
    to: 'contacted',
    bulk: true,
    confirm: '标记后报名转为「已联系」，报名人在报名页可以看到。确认已联系？',
  },
  meet: {
    label: '已约面',
    right: 'driverRecruitment_advance',
    from: ['contacted'],
    to: 'met',
    confirm: '标记后报名转为「已约面」，报名人在报名页可以看到。确认已约面？',
  },
  review: {
    label: '送审',
    right: 'driverRecruitment_advance',
    from: ['met', 'contacted'],
    to: 'toReview',
    confirm: '送审后报名转为「待审核」，由有录用权限的同事决定。资料已收齐，确认送审？',
  },
  hire: {
    label: '录用',
    from: ['toReview'],
    to: 'hired',
    tone: 'primary',
    input: {
      idNo: f.text('身份证号', { required: true, format: 'idNo', mask: 'idNo' }),
      licenceClass: f.choice('准驾车型', LICENCES_ASKED, { required: true }),
      licenceDueOn: f.day('驾驶证有效期至', { required: true }),
      account: f.flag('同时开通登录账号', { default: true, hint: '司机用它打开手机页；用户名为手机号' }),
    },
    done: '已录用。开通了账号的，请在「用户」中重置密码，把初始密码交给本人',
  },
  reject: {
    label: '拒绝',
    from: LIVE,
    to: 'rejected',
    tone: 'danger',
    input: { reason: f.text('原因', { required: true, maxLength: 200 }) },
  },
  withdraw: {
    label: '放弃',
    right: 'driverRecruitment_advance',
    from: LIVE,
    to: 'withdrawn',
    confirm: '登记后报名结束，需要时报名人可以重新报名。报名人确已放弃？',
  },
  blacklist: {
    label: '列入黑名单',
    from: [...LIVE, 'rejected', 'withdrawn'],
    to: 'blacklisted',
    tone: 'danger',
    input: { reason: f.text('原因', { required: true, maxLength: 200 }) },
  },
})

declare module '#kit/entity/tables.ts' {
  interface Tables {
    recruitPost: RowOf<typeof recruitPost>
    driverApplication: RowOf<typeof driverApplication>
  }
  interface ActionsOf {
    recruitPost: typeof recruitPostActions
    driverApplication: typeof driverApplicationActions
  }
}
