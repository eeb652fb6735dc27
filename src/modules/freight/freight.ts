/** 运费: what carriage costs and brings in, from the rule to the sheet that is settled. Stands on transport, which knows nothing of it. */
import { defineModule } from '#kit/entity/module.ts'
import { quote, rateRuleActions, rateVersionActions } from './rating/rule.ts'
import { moneyScreens } from './screens.ts'
import { chargeSheetActions, codEntry, deductionActions, deductionUse } from './settlement/sheet.ts'
import { driverRevenue, freightDetail } from './statistics/reports.ts'

export const freight = defineModule({
  name: 'freight',
  label: '运费',
  part: 'partTransport',
  menus: [{ code: 'freightMenu', title: '运费结算', icon: 'account-book', order: 53 }],
  entities: [rateRuleActions, rateVersionActions, quote, chargeSheetActions, deductionActions, deductionUse, codEntry],
  reports: [freightDetail, driverRevenue],
  screens: moneyScreens,
})
