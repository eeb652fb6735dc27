/** Browser part of telematics. The map is loaded with the first screen that shows one. */
import { lazy } from 'react'
import type { WebModule } from '#kit/ui/slots.web.ts'
import { telematics } from './telematics.ts'

export const telematicsWeb: WebModule = {
  module: telematics,
  screens: {
    trainWorker: lazy(() => import('./live-map.web.tsx')),
    vehiclePosition: lazy(() => import('./position-screen.web.tsx')),
    historicalTrajectory: lazy(() => import('./trajectory-screen.web.tsx')),
    electronicFence: lazy(() => import('./fence-screen.web.tsx')),
    dataStatistics: lazy(() => import('./statistics-screen.web.tsx')),
    messageTool: lazy(() => import('./message-tool.web.tsx')),
  },
  forms: { fence: lazy(() => import('./fence-form.web.tsx')) },
  heads: {
    fence: lazy(() => import('./fence-head.web.tsx')),
    command: lazy(() => import('./command-head.web.tsx')),
    temperatureChannel: lazy(() => import('./curve-head.web.tsx')),
    cutOrder: lazy(() => import('./cut-head.web.tsx')),
    refusedPosition: lazy(() => import('./refused-head.web.tsx')),
    alarm: lazy(() => import('./place-heads.web.tsx').then((m) => ({ default: m.AlarmHead }))),
    fenceEvent: lazy(() => import('./place-heads.web.tsx').then((m) => ({ default: m.EventHead }))),
    vehicleDay: lazy(() => import('./day-cells.web.tsx').then((m) => ({ default: m.DayHead }))),
  },
  cells: {
    'temperatureChannel.excursion': lazy(() => import('./channel-cells.web.tsx').then((m) => ({ default: m.ExcursionCell }))),
    'vehicleDay.trips': lazy(() => import('./day-cells.web.tsx').then((m) => ({ default: m.TripsCell }))),
    'vehicleDay.alarms': lazy(() => import('./day-cells.web.tsx').then((m) => ({ default: m.AlarmsCell }))),
    'vehicleDay.severeAlarms': lazy(() => import('./day-cells.web.tsx').then((m) => ({ default: m.SevereCell }))),
  },
  tabs: {
    vehicle: [
      { key: 'position', label: '实时位置', right: 'trainWorker', component: lazy(() => import('./vehicle-tabs.web.tsx').then((m) => ({ default: m.PositionTab }))) },
      { key: 'temperature', label: '冷链温度', right: 'coldChainTemperatureControl', component: lazy(() => import('./vehicle-tabs.web.tsx').then((m) => ({ default: m.TemperatureTab }))) },
    ],
  },
}
