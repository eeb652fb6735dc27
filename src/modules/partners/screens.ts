/** Screens of partners: programs that order, links to an order, pages to order on. */
import type { Screen } from '#kit/entity/module.ts'
import { pagesOf } from '#kit/entity/pages.ts'

const MENU = 'transportMenu'
const path = (code: string): string => `/transport/${code}`

export const partnerScreens: readonly Screen[] = [
  ...pagesOf('apiClient', '接口客户', {
    list: {
      code: 'thirdPartyOrder',
      title: '第三方下单',
      path: path('thirdPartyOrder'),
      menu: MENU,
      icon: 'key',
      order: 6,
      functions: { thirdPartyOrder_issueKey: '签发密钥' },
      help: '客户系统通过接口下单：密钥、权限、地址白名单、回调与字段对照。沙箱客户的订单自己走完全程，不计费。接口说明见 /api-docs。',
    },
    detail: 'apiClientDetail',
    add: 'apiClientAdd',
    edit: 'apiClientModify',
  }),
  ...pagesOf('apiKey', '密钥', { of: 'thirdPartyOrder', at: '/transport', detail: 'apiKeyDetail' }),
  ...pagesOf('apiCall', '调用', { of: 'thirdPartyOrder', at: '/transport', detail: 'apiCallDetail' }),
  ...pagesOf('webhookDelivery', '回调', { of: 'thirdPartyOrder', at: '/transport', detail: 'webhookDeliveryDetail' }),
  ...pagesOf('sandboxOrder', '沙箱订单', { of: 'thirdPartyOrder', at: '/transport', detail: 'sandboxOrderDetail' }),
  ...pagesOf('orderLink', '查询链接', { of: 'projectOrderList', at: '/transport', detail: 'orderLinkDetail' }),
  ...pagesOf('orderPage', '公开下单页', {
    list: {
      code: 'orderPageList',
      title: '公开下单页',
      path: path('orderPageList'),
      menu: MENU,
      icon: 'share-alt',
      order: 7,
      help: '给客户的人员一个网址，用手机验证码即可下单，不需要账号。订单进入运输订单，状态为待确认。',
    },
    detail: 'orderPageDetail',
    add: 'orderPageAdd',
    edit: 'orderPageEdit',
  }),
]
