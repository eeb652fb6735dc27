/** 油电: oil cards, charging accounts, fuellings and their checks. */
import { defineModule } from '#kit/entity/module.ts'
import { pagesOf } from '#kit/entity/pages.ts'
import { fuelAccountActions, fuelCardActions, fuelEntry, stationPlace } from './cards/account.ts'
import { fuelConsumption } from './fuellings/consumption.ts'
import { fuellingActions } from './fuellings/fuelling.ts'

const menu = 'oilCardMenu'
const at = (name: string): string => `/oilcard/${name}`

export const fuel = defineModule({
  name: 'fuel',
  label: '油电',
  part: 'partFuel',
  menus: [{ code: menu, title: '油电管理', icon: 'thunderbolt', order: 29 }],
  entities: [fuelAccountActions, fuelCardActions, stationPlace, fuellingActions, fuelEntry],
  screens: [
    ...pagesOf('fuelAccount', '主账户', {
      list: {
        code: 'oilCardInfo',
        title: '油卡账户',
        path: at('oilCardInfo'),
        menu,
        icon: 'bank',
        order: 1,
        view: { promoted: ['recharge'] },
        help: '油电主账户：各供应商的额度余额。充值进主卡额度，分配到副卡备付金，圈存进卡内余额，三本账各自连续。',
      },
      detail: 'fuelAccountDetail',
      add: 'fuelAccountAdd',
      edit: 'fuelAccountMod',
    }),
    ...pagesOf('fuelCard', '油卡', {
      list: {
        code: 'oilCardList',
        title: '油卡列表',
        path: at('oilCardList'),
        menu,
        icon: 'credit-card',
        order: 2,
        view: { promoted: ['allocate', 'load', 'freeze'] },
        functions: { oilCardList_lost: '挂失' },
        help: '油卡与充电卡：绑定车辆、限额限油品限城市、备付金与卡内余额。一辆车在一个供应商只绑定一张卡。卡内有余额不能注销。',
      },
      detail: 'fuelCardDetail',
      add: 'fuelCardAdd',
      edit: 'fuelCardMod',
    }),
    ...pagesOf('fuelling', '加油充电', {
      list: {
        code: 'oilCardRecord',
        title: '油卡记录',
        path: at('oilCardRecord'),
        menu,
        icon: 'unordered-list',
        order: 3,
        view: { promoted: ['explain', 'confirmCase'] },
        functions: {
          oilCardRecord_confirm: '属实',
          oilCardRecord_void: '冲正',
          oilCardRecord_driver: '指定司机',
          oilCardRecord_statement: '导入对账单',
        },
        help: '每一次加油与充电，九项核对：数量、油品、间隔与城市、车辆位置、油电耗、限额、里程、金额、用卡。异常分达到标准的列为「异常」，由人核实，系统不自动停卡。',
      },
      detail: 'fuellingDetail',
      add: { code: 'addOilInfo', title: '加油登记' },
    }),
    ...pagesOf('fuelEntry', '油卡流水', {
      list: {
        code: 'oilCardEntryList',
        title: '油卡流水',
        path: at('oilCardEntryList'),
        menu,
        icon: 'account-book',
        order: 4,
        help: '主卡额度、备付金、卡内余额的每一笔变动与变动后余额。只增不改，更正为冲正的一笔。',
      },
      detail: 'fuelEntryDetail',
    }),
    {
      code: 'fuelConsumption',
      title: '油耗统计',
      path: at('fuelConsumption'),
      kind: 'report',
      report: 'fuelConsumption',
      menu,
      icon: 'bar-chart',
      order: 6,
      help: '每辆车、每位司机、每种车型加了多少、花了多少，百公里油电耗与百公里成本。只有两次加满之间都填了里程的路程才计算；点数字看组成它的加油记录。',
    },
    ...pagesOf('stationPlace', '加油充电站', {
      list: {
        code: 'stationPlaceList',
        title: '加油充电站',
        path: at('stationPlaceList'),
        menu,
        icon: 'environment',
        order: 5,
        help: '加油站与电站的位置，用于核对加油时车辆是否在站。导入对账单时自动登记，位置可以填写，也由车辆的停车位置学习。',
      },
      detail: 'stationPlaceDetail',
      add: 'stationPlaceAdd',
      edit: 'stationPlaceMod',
    }),
  ],
  reports: [fuelConsumption],
  parameters: [
    {
      code: 'fuelScore',
      label: '加油异常分',
      group: '车务',
      kind: 'int',
      default: 40,
      min: 10,
      max: 200,
      hint: '九项核对的得分达到它时列为异常',
    },
  ],
})
