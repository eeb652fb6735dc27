/** Screens of orders: projects, models, recurrence, cargo, reviews. */
import type { Screen } from '#kit/entity/module.ts'
import { pagesOf } from '#kit/entity/pages.ts'
import { SEES_FUNCTIONS } from './parties/seen.rules.ts'
import { path, TRANSPORT_MENU } from './screens-basics.ts'

export const orderScreens: Screen[] = [
  ...pagesOf('transportOrder', '订单', {
    list: {
      code: 'projectOrderList',
      title: '项目订单',
      path: path('projectOrderList'),
      menu: TRANSPORT_MENU,
      icon: 'file-text',
      order: 1,
      functions: { ...SEES_FUNCTIONS, projectOrderList_link: '查询链接' },
      help: '客户的运输订单。草稿 → 提交（保存报价、生成配送单）→ 待调度 → 派车、运输、签收、回单后自动推进。地址没有坐标的订单可以接，但不能调度。',
    },
    promoted: ['submit', 'confirm', 'changeAddress'],
    detail: 'projectOrderDetails',
    add: 'projectOrderAdd',
    edit: 'projectOrderEdit',
  }),
  ...pagesOf('project', '项目', {
    list: {
      code: 'projectList',
      title: '项目列表',
      path: path('projectList'),
      menu: TRANSPORT_MENU,
      icon: 'project',
      order: 2,
      help: '客户项目：客户、订单模式、计费规则、线路与服务标准。暂停后不能下单，执行中的订单照常完成。',
    },
    promoted: ['submit', 'pass'],
    detail: 'projectBase',
    add: 'projectAdd',
    edit: 'projectEdit',
  }),
  ...pagesOf('orderModel', '订单模式', {
    list: {
      code: 'orderModelList',
      title: '订单模式',
      path: path('orderModelList'),
      menu: TRANSPORT_MENU,
      icon: 'profile',
      order: 4,
      help: '一类订单要填什么、司机要做哪些步骤、凭什么签收、按哪一天计价。启用的版本不能修改。',
    },
    promoted: ['publish', 'newVersion'],
    detail: 'orderModelDetail',
    add: 'orderModelAdd',
    edit: 'orderModelEdit',
  }),
  ...pagesOf('recurringRule', '周期订单', {
    list: {
      code: 'recurringOrders',
      title: '周期订单',
      path: path('recurringOrders'),
      menu: TRANSPORT_MENU,
      icon: 'calendar',
      order: 3,
      help: '按星期、日期或工作日自动生成订单；遇节假日跳过、提前或顺延。详情中可以预览每个日期。',
    },
    promoted: ['enable', 'pause'],
    detail: 'recurringOrdersDetail',
    add: 'recurringOrdersAdd',
    edit: 'recurringOrdersEdit',
  }),
  ...pagesOf('holiday', '节假日', {
    list: {
      code: 'holidayList',
      title: '节假日',
      path: path('holidayList'),
      menu: TRANSPORT_MENU,
      icon: 'gift',
      order: 10,
      help: '法定节假日与调休上班日，周期订单、节假日附加费按此判断。某年没有登记时，按工作日生成的周期订单停在上一年年底。',
    },
    detail: 'holidayDetail',
    add: 'holidayAdd',
    edit: 'holidayEdit',
  }),
  ...pagesOf('cargoSource', '货源', {
    list: {
      code: 'supplyL',
      title: '货源列表',
      path: path('supplyL'),
      menu: TRANSPORT_MENU,
      icon: 'inbox',
      order: 5,
      help: '发布给承运商的货源：一口价、竞价或按规则。中标后按成交价转为运输订单。',
    },
    promoted: ['publish', 'bid', 'award', 'toOrder'],
    detail: 'supplyDetail',
    add: 'supplyAdd',
    edit: 'supplyModify',
  }),
  ...pagesOf('cargoBid', '报价', { of: 'supplyL', at: '/transport', detail: 'cargoBidDetail' }),
  ...pagesOf('recurringDate', '生成记录', { of: 'recurringOrders', at: '/transport', detail: 'recurringDateDetail' }),
]

export const reviewScreens: Screen[] = [
  ...pagesOf('orderReview', '评价', {
    list: {
      code: 'evaluationList',
      title: '评价列表',
      path: path('evaluationList'),
      menu: TRANSPORT_MENU,
      icon: 'star',
      order: 9,
      help: '客户对订单的评价。低分评价请及时回复；不宜公开的可以隐藏。',
    },
    detail: 'evaluationDetail',
  }),
]
