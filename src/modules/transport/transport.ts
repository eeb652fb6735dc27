/** 运输: from an order to a signed delivery. A folder per subject; what it costs is the module freight, who orders from outside is partners, the planner is dispatch. */
import { defineModule } from '#kit/entity/module.ts'
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
import { pod, podActions } from './missions/pod.ts'
import { orderPush, orderPushActions, pushRecipient } from './push/push.ts'
import { driverApplication, driverApplicationActions, recruitPost, recruitPostActions } from './recruit/recruit.ts'
import { dangerNote, dangerNoteActions, freightUpload, freightUploadActions } from './reporting/upload.ts'
import { orderReview, orderReviewActions } from './reviews/review.ts'
import { goodsRoute, goodsRouteActions, lineDriver, lineDriverActions, roadRoute, roadRouteActions } from './routes/route.ts'
import { drivingStrategy, fuelPrice, holiday } from './routes/settings.ts'
import { carpoolStatics, orderStatistics } from './statistics/reports.ts'
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
    orderReviewActions,
    freightUploadActions,
    dangerNoteActions,
  ],
  reports: [orderStatistics, carpoolStatics],
  screens,
  dictionaries,
  parameters,
})
