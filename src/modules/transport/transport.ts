/** 运输: from an order to a signed, priced, settled delivery. A folder per subject; the planner is the module dispatch. */
import { defineModule } from '#kit/entity/module.ts'
import { apiCall, apiClient, apiClientActions, apiKey, apiKeyActions, webhookDelivery, webhookDeliveryActions } from './api/client.ts'
import { sandboxOrder, sandboxOrderActions } from './api/sandbox.ts'
import { orderLink, orderLinkActions } from './public/link.ts'
import { orderPage, orderPageActions } from './public/page.ts'
import { cargoClaim, cargoClaimActions, exceptionCase, exceptionCaseActions } from './missions/exception.ts'
import { mission, missionActions } from './missions/mission.ts'
import { tripCheck } from './missions/trip-check.ts'
import { missionHold, missionStop, stopEvent } from './missions/stop.ts'
import { cargoBid, cargoSource, cargoSourceActions } from './orders/cargo.ts'
import { consignment, consignmentActions, deliveryNote, deliveryNoteActions } from './orders/consignment.ts'
import { transportOrder, transportOrderActions } from './orders/order.ts'
import { orderModel, orderModelActions, project, projectActions } from './orders/project.ts'
import { recurringDate, recurringRule, recurringRuleActions } from './orders/recurring.ts'
import { carrier, carrierActions, provider, providerActions } from './parties/carrier.ts'
import { consignParty, consignPartyActions } from './parties/consign-party.ts'
import { driver, driverActions } from './parties/driver.ts'
import { pod, podActions } from './phone/pod.ts'
import { orderPush, orderPushActions, pushRecipient } from './push/push.ts'
import { quote, rateRule, rateRuleActions, rateVersion, rateVersionActions } from './rating/rule.ts'
import { driverApplication, driverApplicationActions, recruitPost, recruitPostActions } from './recruit/recruit.ts'
import { dangerNote, dangerNoteActions, freightUpload, freightUploadActions } from './reporting/upload.ts'
import { orderReview, orderReviewActions } from './reviews/review.ts'
import { goodsRoute, goodsRouteActions, lineDriver, lineDriverActions, roadRoute, roadRouteActions } from './routes/route.ts'
import { drivingStrategy, fuelPrice, holiday } from './routes/settings.ts'
import { chargeSheet, chargeSheetActions, codEntry, deduction, deductionActions, deductionUse } from './settlement/sheet.ts'
import { carpoolStatics, driverRevenue, freightDetail, orderStatistics } from './statistics/reports.ts'
import { menus, screens } from './screens.ts'
import { dictionaries, parameters } from './terms.ts'

export const transport = defineModule({
  name: 'transport',
  label: '运输',
  menus,
  entities: [
    consignParty,
    carrier,
    provider,
    driver,
    recruitPost,
    driverApplication,
    roadRoute,
    goodsRoute,
    lineDriver,
    drivingStrategy,
    holiday,
    fuelPrice,
    project,
    orderModel,
    recurringRule,
    recurringDate,
    cargoSource,
    cargoBid,
    transportOrder,
    consignment,
    deliveryNote,
    mission,
    missionStop,
    stopEvent,
    tripCheck,
    missionHold,
    exceptionCase,
    cargoClaim,
    orderPush,
    pushRecipient,
    pod,
    rateRule,
    rateVersion,
    quote,
    chargeSheet,
    deduction,
    deductionUse,
    codEntry,
    apiClient,
    apiKey,
    apiCall,
    webhookDelivery,
    sandboxOrder,
    orderLink,
    orderPage,
    orderReview,
    freightUpload,
    dangerNote,
  ],
  actions: [
    consignPartyActions,
    carrierActions,
    providerActions,
    driverActions,
    recruitPostActions,
    driverApplicationActions,
    roadRouteActions,
    goodsRouteActions,
    lineDriverActions,
    projectActions,
    orderModelActions,
    recurringRuleActions,
    cargoSourceActions,
    transportOrderActions,
    consignmentActions,
    deliveryNoteActions,
    missionActions,
    exceptionCaseActions,
    cargoClaimActions,
    orderPushActions,
    podActions,
    rateRuleActions,
    rateVersionActions,
    chargeSheetActions,
    deductionActions,
    apiClientActions,
    apiKeyActions,
    webhookDeliveryActions,
    sandboxOrderActions,
    orderLinkActions,
    orderPageActions,
    orderReviewActions,
    freightUploadActions,
    dangerNoteActions,
  ],
  reports: [orderStatistics, carpoolStatics, freightDetail, driverRevenue],
  screens,
  dictionaries,
  parameters,
})
