/** 运营商: who asks to join, the companies of the installation, how they become merchants of a payment provider. */
import { defineModule } from '#kit/entity/module.ts'
import { franchiseApplyActions } from './franchise/apply.ts'
import { operatorProfileActions } from './companies/profile.ts'
import { merchantActions, providerAccountActions } from './merchants/merchant.ts'
import { promoCodeActions, promoReward, promoVisit } from './promotion/promo.ts'
import { promote } from './promotion/promote.ts'
import { screens } from './screens.ts'

export const operators = defineModule({
  name: 'operators',
  label: '运营商',
  part: 'partOperators',
  menus: [{ code: 'operatorMenu', title: '运营商', icon: 'shake', order: 80 }],
  entities: [
    franchiseApplyActions,
    operatorProfileActions,
    merchantActions,
    providerAccountActions,
    promoCodeActions,
    promoVisit,
    promoReward,
  ],
  reports: [promote],
  screens,
})
