/** 往来方: stores, lessees, channels and vehicle sources. */
import { defineModule } from '#kit/entity/module.ts'
import { creditRecord } from './credit.ts'
import { lessee, lesseeActions } from './lessee.ts'
import { channel, channelActions, store, storeActions, vehicleSource, vehicleSourceActions } from './store.ts'

export const parties = defineModule({
  name: 'parties',
  label: '往来方',
  menus: [{ code: 'partyMenu', title: '客户与门店', icon: 'contacts', order: 40 }],
  entities: [store, channel, vehicleSource, lessee, creditRecord],
  actions: [storeActions, channelActions, vehicleSourceActions, lesseeActions],
  screens: [
    { code: 'memberList', title: '承租人列表', path: '/member/memberList', kind: 'list', entity: 'lessee', menu: 'partyMenu', icon: 'idcard', order: 1, help: '个人与企业承租人。证件号不可重复；审核通过后才能签合同。' },
    { code: 'memberInfoAdd', title: '新增承租人', path: '/member/memberInfoAdd', kind: 'form', entity: 'lessee', of: 'memberList', right: 'memberList_add' },
    { code: 'personAdd', title: '新增个人承租人', path: '/member/personAdd', kind: 'form', entity: 'lessee', of: 'memberList', right: 'memberList_add' },
    { code: 'memberInfoDetail', title: '承租人详情', path: '/member/memberInfoDetail', kind: 'detail', entity: 'lessee', of: 'memberList' },
    { code: 'memberInfoMod', title: '修改承租人', path: '/member/memberInfoMod', kind: 'form', entity: 'lessee', of: 'memberList', right: 'memberList_edit' },
    { code: 'creditHistory', title: '信用记录', path: '/member/creditHistory', kind: 'list', entity: 'creditRecord', menu: 'partyMenu', icon: 'safety', order: 5, help: '承租人的信用历史：内部统计由账单算出，第三方报告与人工登记可以补充。' },
    { code: 'creditHistoryDetail', title: '信用记录详情', path: '/member/creditHistoryDetail', kind: 'detail', entity: 'creditRecord', of: 'creditHistory' },
    { code: 'creditHistoryAdd', title: '登记信用记录', path: '/member/creditHistoryAdd', kind: 'form', entity: 'creditRecord', of: 'creditHistory', right: 'creditHistory_add' },
    { code: 'creditHistoryMod', title: '修改信用记录', path: '/member/creditHistoryMod', kind: 'form', entity: 'creditRecord', of: 'creditHistory', right: 'creditHistory_edit' },
    { code: 'storeList', title: '门店列表', path: '/store/storeList', kind: 'list', entity: 'store', menu: 'partyMenu', icon: 'shop', order: 2, help: '门店是车辆、合同与人员的归属，数据权限按门店划分。停用的门店不能再被选用，原有记录不变。' },
    { code: 'storeDetail', title: '门店详情', path: '/store/storeDetail', kind: 'detail', entity: 'store', of: 'storeList' },
    { code: 'storeAdd', title: '新增门店', path: '/store/storeAdd', kind: 'form', entity: 'store', of: 'storeList', right: 'storeList_add' },
    { code: 'storeMod', title: '修改门店', path: '/store/storeMod', kind: 'form', entity: 'store', of: 'storeList', right: 'storeList_edit' },
    { code: 'channelList', title: '渠道列表', path: '/channel/channelList', kind: 'list', entity: 'channel', menu: 'partyMenu', icon: 'share-alt', order: 3, help: '客户从哪里来：渠道与佣金约定。承租人、合同可指定渠道，便于按渠道统计与授权。' },
    { code: 'channelDetail', title: '渠道详情', path: '/channel/channelDetail', kind: 'detail', entity: 'channel', of: 'channelList' },
    { code: 'channelAdd', title: '新增渠道', path: '/channel/channelAdd', kind: 'form', entity: 'channel', of: 'channelList', right: 'channelList_add' },
    { code: 'channelMod', title: '修改渠道', path: '/channel/channelMod', kind: 'form', entity: 'channel', of: 'channelList', right: 'channelList_edit' },
    { code: 'vehicleSourceList', title: '车源方列表', path: '/vehicleSource/vehicleSourceList', kind: 'list', entity: 'vehicleSource', menu: 'partyMenu', icon: 'solution', order: 4, help: '车辆从哪里来：供车方、挂靠方等。车辆档案引用车源方，应付与分账按车源方结算。' },
    { code: 'vehicleSourceDetail', title: '车源方详情', path: '/vehicleSource/vehicleSourceDetail', kind: 'detail', entity: 'vehicleSource', of: 'vehicleSourceList' },
    { code: 'vehicleSourceAdd', title: '新增车源方', path: '/vehicleSource/vehicleSourceAdd', kind: 'form', entity: 'vehicleSource', of: 'vehicleSourceList', right: 'vehicleSourceList_add' },
    { code: 'vehicleSourceMod', title: '修改车源方', path: '/vehicleSource/vehicleSourceMod', kind: 'form', entity: 'vehicleSource', of: 'vehicleSourceList', right: 'vehicleSourceList_edit' },
  ],
})
