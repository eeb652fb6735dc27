/** The menus and screens of transport under the customer's names (screens.tsv); a file per menu. */
import type { Module, Screen } from '#kit/entity/module.ts'
import { M, P, T } from './screens-basics.ts'
import { missionScreens } from './screens-missions.ts'
import { orderScreens, reviewScreens } from './screens-orders.ts'
import { partyScreens, routeScreens } from './screens-parties.ts'

export const menus: NonNullable<Module['menus']> = [
  { code: T, title: '运输管理', icon: 'truck', order: 50 },
  { code: M, title: '调度执行', icon: 'carry-out', order: 51 },
  { code: P, title: '运力管理', icon: 'team', order: 52 },
]
export const screens: Screen[] = [...orderScreens, ...missionScreens, ...partyScreens, ...routeScreens, ...reviewScreens]
