/** 客户自助: the page a lessee opens without an account, by a link or by a code to his telephone. */
import { defineModule } from '#kit/entity/module.ts'
import { pagesOf } from '#kit/entity/pages.ts'
import { lesseeLinkActions } from './link.ts'
import { lesseeWishActions } from './wish.ts'

export const selfservice = defineModule({
  name: 'selfservice',
  label: '客户自助',
  part: 'partLeasing',
  entities: [lesseeLinkActions, lesseeWishActions],
  parameters: [
    {
      code: 'ownPage',
      label: '客户自助页',
      group: '客户自助页',
      kind: 'flag',
      default: true,
      hint: '承租人凭链接或手机验证码查看合同与账单、告知付款、申请续租与还车；停用后已发出的链接都打不开',
    },
    {
      code: 'ownPageDays',
      label: '自助链接有效期',
      group: '客户自助页',
      kind: 'int',
      default: 30,
      min: 1,
      max: 365,
      unit: '天',
      hint: '员工发出的链接过期后，客户可用手机验证码打开，或请员工重新发送',
    },
  ],
  screens: [
    ...pagesOf('lesseeWish', '自助申请', {
      list: {
        code: 'lesseeWishList',
        title: '自助申请',
        path: '/member/lesseeWishList',
        menu: 'partyMenu',
        icon: 'inbox',
        order: 6,
        help: '客户在自助页上提出的续租、还车与违章处理。申请不会自动改变租约与违章：办理后在这里登记结果，答复显示在客户的自助页上。',
      },
      detail: 'lesseeWishDetail',
      promoted: ['finish', 'decline'],
    }),
    ...pagesOf('lesseeLink', '自助链接', {
      list: {
        code: 'lesseeLinkList',
        title: '自助链接',
        path: '/member/lesseeLinkList',
        menu: 'partyMenu',
        icon: 'share-alt',
        order: 7,
        functions: { lesseeLinkList_make: '生成与撤销自助链接' },
        help: '发给客户的自助页链接：谁打开过、何时失效。链接只在生成时显示一次；发错了人就撤销。',
      },
      detail: 'lesseeLinkDetail',
    }),
  ],
})
