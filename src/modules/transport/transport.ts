/** 运输: from an order to a signed delivery. A folder per subject; what it costs is the module freight, who orders from outside is partners, the planner is dispatch. */
import { defineModule } from '#kit/entity/module.ts'
import { cargoClaimActions, exceptionCaseActions } from './missions/exception.ts'
import { missionActions } from './missions/mission.ts'
import { tripCheck } from './missions/departure/trip-check.ts'
import { missionHold, missionStop, stopEvent } from './missions/stop.ts'
import { cargoBid, cargoSourceActions } from './orders/cargo.ts'
import { consignmentActions, deliveryNoteActions } from './orders/consignment.ts'
import { transportOrderActions } from './orders/order.ts'
import { orderModelActions, projectActions } from './orders/project.ts'
import { recurringDate, recurringRuleActions } from './orders/recurring.ts'
import { carrierActions, providerActions } from './parties/carrier.ts'
import { consignPartyActions } from './parties/consign-party.ts'
import { driverActions } from './parties/driver.ts'
import { podActions } from './missions/delivery/pod.ts'
import { orderPushActions, pushRecipient } from './push/push.ts'
import { driverApplicationActions, recruitPostActions } from './recruit/recruit.ts'
import { dangerNoteActions, freightUploadActions } from './reporting/upload.ts'
import { orderReviewActions } from './reviews/review.ts'
import { goodsRouteActions, lineDriverActions, roadRouteActions } from './routes/route.ts'
import { drivingStrategy, fuelPrice, holiday } from './routes/settings.ts'
import { carpoolStatics, orderStatistics } from './statistics/reports.ts'
import { menus, screens } from './screens.ts'
import { dictionaries, parameters } from './terms.ts'

export const transport = defineModule({
  name: 'transport',
  label: '运输',
  part: 'partTransport',
  menus,
  entities: [
    consignPartyActions,
    carrierActions,
    providerActions,
    driverActions,
    recruitPostActions,
    driverApplicationActions,
    roadRouteActions,
    goodsRouteActions,
    lineDriverActions,
    drivingStrategy,
    holiday,
    fuelPrice,
    projectActions,
    orderModelActions,
    recurringRuleActions,
    recurringDate,
    cargoSourceActions,
    cargoBid,
    transportOrderActions,
    consignmentActions,
    deliveryNoteActions,
    missionActions,
    missionStop,
    stopEvent,
    tripCheck,
    missionHold,
    exceptionCaseActions,
    cargoClaimActions,
    orderPushActions,
    pushRecipient,
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
