/**
 * 统计分析: the menu of what vehicles, drivers, orders and parties earned and cost. A report of one module's rows stands in that module;
 * here stand those that put several modules side by side, and what is warned of out of them.
 */
import { defineModule, type Screen } from '#kit/entity/module.ts'
import { pagesOf } from '#kit/entity/pages.ts'
import { operationStatistics } from './daily.ts'
import { vehicleRevenue } from './vehicles.ts'
import { revenueWarningActions } from './warning.ts'

const menu = 'statisticsMenu'
const page = (code: string, title: string, icon: string, order: number, help: string, report = code): Screen => ({
  code,
  title,
  path: `/statistics/${code}`,
  kind: 'report',
  report,
  menu,
  icon,
  order,
  keep: true,
  help,
})

const ofTransport = (screen: Screen): Screen => ({ ...screen, part: 'partTransport' })

export const statistics = defineModule({
  name: 'statistics',
  label: '统计分析',
  menus: [{ code: menu, title: '统计分析', icon: 'bar-chart', order: 60 }],
  entities: [revenueWarningActions],
  reports: [operationStatistics, vehicleRevenue],
  screens: [
    page(
      'staticsListL',
      '运营统计',
      'dashboard',
      1,
      '每天签约、交车、退车、收款、退款、付款与运输订单，以及任意期间的合计。',
      'operationStatistics',
    ),
    page(
      'vehicleRevenue',
      '车辆收益',
      'car',
      2,
      '每辆车的收入、成本、折旧、毛利与出租率。租金按用车日计，不含税、不含押金；在册与可用两种出租率分别列出。点任何数字看组成它的单据。',
    ),
    ofTransport(page('driverRevenue', '司机收益', 'idcard', 3, '每位司机的应得、扣款、实得、里程与准点率。')),
    ...pagesOf('revenueWarning', '运营预警', {
      list: {
        code: 'operationalWarning',
        title: '运营预警',
        path: '/statistics/operationalWarning',
        menu,
        icon: 'warning',
        order: 4,
        view: { promoted: ['handle', 'ignore'] },
        help: '每天凌晨检查前一天：没有收入、收入骤降、有里程无收入、有收入无里程、连续负毛利。停用中的车辆不提示；忽略后 7 天内不再提示同类预警。',
      },
      detail: 'revenueWarningDetail',
    }),
    ofTransport(page('orderStatistics', '订单统计', 'profile', 5, '按客户、线路、项目与状态统计运输订单、件数、重量与准点率。')),
    ofTransport(page('carpoolStatics', '拼车统计', 'share-alt', 6, '趟次、拼车比例与满载率。满载率按每一段的载重与里程计算。')),
    ofTransport(page('freightDetail', '运费明细', 'wallet', 7, '每个订单、每辆车的应收运费、应付运费与毛利。')),
    page('payableStatistics', '应付统计', 'wallet', 8, '按往来方、费用与月份统计应付、已付与未付，以及今天未付的账龄。'),
  ],
  parameters: [
    {
      code: 'statistics.rentVat',
      label: '租金税率',
      group: '统计分析',
      kind: 'rate',
      default: 1300,
      min: 0,
      max: 2000,
      hint: '车辆收益按此从含税租金中算出不含税收入',
    },
    {
      code: 'statistics.depreciationMonths',
      label: '折旧月数',
      group: '统计分析',
      kind: 'int',
      default: 60,
      min: 12,
      max: 240,
      unit: '个月',
      hint: '自购入次月起按直线法计提',
    },
    {
      code: 'statistics.residual',
      label: '残值率',
      group: '统计分析',
      kind: 'rate',
      default: 500,
      min: 0,
      max: 5000,
      hint: '购置价中不计提折旧的部分',
    },
  ],
})
