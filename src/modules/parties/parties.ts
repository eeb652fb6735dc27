/** 往来方: stores, lessees, channels and vehicle sources. */
import { defineModule } from '#kit/entity/module.ts'
import { pagesOf } from '#kit/entity/pages.ts'
import { creditRecord } from './credit.ts'
import { lesseeActions } from './lessee.ts'
import { channelActions, storeActions, vehicleSourceActions } from './store.ts'

export const parties = defineModule({
  name: 'parties',
  label: '往来方',
  menus: [{ code: 'partyMenu', title: '客户与门店', icon: 'contacts', order: 40 }],
  entities: [storeActions, channelActions, vehicleSourceActions, lesseeActions, creditRecord],
  parameters: [
    {
      code: 'paperCreditCode',
      label: '本公司统一社会信用代码',
      group: '公司·单据',
      kind: 'text',
      default: '',
      hint: '印在合同与各种单据上',
    },
    {
      code: 'paperAddress',
      label: '本公司地址',
      group: '公司·单据',
      kind: 'text',
      default: '',
      hint: '印在合同与各种单据上；不填则用门店地址',
    },
    {
      code: 'paperPhone',
      label: '本公司联系电话',
      group: '公司·单据',
      kind: 'text',
      default: '',
      hint: '印在合同与各种单据上；不填则用门店电话',
    },
  ],
  screens: [
    ...pagesOf('lessee', '承租人', {
      list: {
        code: 'memberList',
        title: '承租人列表',
        path: '/member/memberList',
        menu: 'partyMenu',
        part: 'partLeasing',
        icon: 'idcard',
        order: 1,
        help: '个人与企业承租人。证件号不可重复；审核通过后才能签合同。',
      },
      add: 'memberInfoAdd',
    }),
    ...pagesOf('lessee', '承租人', {
      of: 'memberList',
      at: '/member',
      detail: 'memberInfoDetail',
      add: { code: 'personAdd', title: '新增个人承租人' },
      edit: 'memberInfoMod',
    }),
    ...pagesOf('creditRecord', '信用记录', {
      list: {
        code: 'creditHistory',
        title: '信用记录',
        path: '/member/creditHistory',
        menu: 'partyMenu',
        part: 'partLeasing',
        icon: 'safety',
        order: 5,
        help: '承租人的信用历史：内部统计由账单算出，第三方报告与人工登记可以补充。',
      },
      detail: 'creditHistoryDetail',
      add: { code: 'creditHistoryAdd', title: '登记信用记录' },
      edit: 'creditHistoryMod',
    }),
    ...pagesOf('store', '门店', {
      list: {
        code: 'storeList',
        title: '门店列表',
        path: '/store/storeList',
        menu: 'partyMenu',
        icon: 'shop',
        order: 2,
        help: '门店是车辆、合同与人员的归属，数据权限按门店划分。停用的门店不能再被选用，原有记录不变。',
      },
      detail: 'storeDetail',
      add: 'storeAdd',
      edit: 'storeMod',
    }),
    ...pagesOf('channel', '渠道', {
      list: {
        code: 'channelList',
        title: '渠道列表',
        path: '/channel/channelList',
        menu: 'partyMenu',
        part: 'partLeasing',
        icon: 'share-alt',
        order: 3,
        help: '客户从哪里来：渠道与佣金约定。承租人、合同可指定渠道，便于按渠道统计与授权。',
      },
      detail: 'channelDetail',
      add: 'channelAdd',
      edit: 'channelMod',
    }),
    ...pagesOf('vehicleSource', '车源方', {
      list: {
        code: 'vehicleSourceList',
        title: '车源方列表',
        path: '/vehicleSource/vehicleSourceList',
        menu: 'partyMenu',
        part: 'partLeasing',
        icon: 'solution',
        order: 4,
        help: '车辆从哪里来：供车方、挂靠方等。车辆档案引用车源方，应付与分账按车源方结算。',
      },
      detail: 'vehicleSourceDetail',
      add: 'vehicleSourceAdd',
      edit: 'vehicleSourceMod',
    }),
  ],
})
