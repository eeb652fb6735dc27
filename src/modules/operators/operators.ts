/** 运营商: who asks to join, the companies of the installation, how they become merchants of a payment provider. */
import { defineModule } from '#kit/entity/module.ts'
import { franchiseApply, franchiseApplyActions } from './franchise/apply.ts'
import { operatorProfile, operatorProfileActions } from './companies/profile.ts'
import { merchant, merchantActions, providerAccount, providerAccountActions } from './merchants/merchant.ts'
import { promoCode, promoCodeActions, promoReward, promoVisit } from './promotion/promo.ts'
import { promote } from './promotion/promote.ts'
import { screens } from './screens.ts'

export const operators = defineModule({
  name: 'operators',
  label: '运营商',
  menus: [{ code: 'operatorMenu', title: '运营商', icon: 'shake', order: 80 }],
  entities: [franchiseApply, operatorProfile, merchant, providerAccount, promoCode, promoVisit, promoReward],
  actions: [franchiseApplyActions, operatorProfileActions, merchantActions, providerAccountActions, promoCodeActions],
  reports: [promote],
  screens,
})
