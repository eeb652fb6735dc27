/** The menus and screens of transport under the customer's names (screens.tsv); a file per menu. */
import type { Module, Screen } from '#kit/entity/module.ts'
import { DISPATCH_MENU, CARRIER_MENU, TRANSPORT_MENU } from './screens-basics.ts'
import { missionScreens } from './screens-missions.ts'
import { orderScreens, reviewScreens } from './screens-orders.ts'
import { partyScreens, routeScreens } from './screens-parties.ts'

export const menus: NonNullable<Module['menus']> = [
  { code: TRANSPORT_MENU, title: '运输管理', icon: 'truck', order: 50 },
  { code: DISPATCH_MENU, title: '调度执行', icon: 'carry-out', order: 51 },
  { code: CARRIER_MENU, title: '运力管理', icon: 'team', order: 52 },
]
export const screens: Screen[] = [...orderScreens, ...missionScreens, ...partyScreens, ...routeScreens, ...reviewScreens]
