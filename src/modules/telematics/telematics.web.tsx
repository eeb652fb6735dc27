/** Browser part of telematics. The map is loaded with the first screen that shows one. */
import { lazy } from 'react'
import type { WebModule } from '#kit/ui/screen/slots.web.ts'
import { telematics } from './telematics.ts'

const readingCell = () => import('./cold/channel-cells.web.tsx').then((m) => ({ default: m.ReadingCell }))
const excursionCell = () => import('./cold/channel-cells.web.tsx').then((m) => ({ default: m.ExcursionValueCell }))

export const telematicsWeb: WebModule = {
  module: telematics,
  screens: {
    trainWorker: lazy(() => import('./live/live-map.web.tsx')),
    vehiclePosition: lazy(() => import('./live/position-screen.web.tsx')),
    historicalTrajectory: lazy(() => import('./tracks/trajectory-screen.web.tsx')),
    electronicFence: lazy(() => import('./fences/fence-screen.web.tsx')),
    dataStatistics: lazy(() => import('./tracks/statistics-screen.web.tsx')),
    messageTool: lazy(() => import('./messages/message-tool.web.tsx')),
  },
  toolbars: {
    command: lazy(() => import('./commands/start-tools.web.tsx').then((m) => ({ default: m.CommandTools }))),
    cutOrder: lazy(() => import('./commands/start-tools.web.tsx').then((m) => ({ default: m.CutTools }))),
  },
  forms: { fence: lazy(() => import('./fences/fence-form.web.tsx')) },
  heads: {
    vehicle: lazy(() => import('./live/vehicle-head.web.tsx')),
    fence: lazy(() => import('./fences/fence-head.web.tsx')),
    command: lazy(() => import('./commands/command-head.web.tsx')),
    temperatureChannel: lazy(() => import('./cold/curve-head.web.tsx')),
    cutOrder: lazy(() => import('./commands/cut-head.web.tsx')),
    terminal: lazy(() => import('./terminals/terminal-head.web.tsx')),
    refusedPosition: lazy(() => import('./terminals/refused-head.web.tsx')),
    keptMessage: lazy(() => import('./terminals/refused-head.web.tsx')),
    alarm: lazy(() => import('./tracks/place-heads.web.tsx').then((m) => ({ default: m.AlarmHead }))),
    fenceEvent: lazy(() => import('./tracks/place-heads.web.tsx').then((m) => ({ default: m.EventHead }))),
    vehicleDay: lazy(() => import('./tracks/day-cells.web.tsx').then((m) => ({ default: m.DayHead }))),
  },
  cells: {
    'temperatureChannel.excursion': lazy(() => import('./cold/channel-cells.web.tsx').then((m) => ({ default: m.ExcursionCell }))),
    'temperatureChannel.lastValue': lazy(readingCell),
    'temperaturePolicy.lowest': lazy(readingCell),
    'temperaturePolicy.highest': lazy(readingCell),
    'temperaturePolicy.hysteresis': lazy(readingCell),
    'temperaturePolicy.maxSpread': lazy(readingCell),
    'temperaturePolicy.warnMargin': lazy(readingCell),
    'excursion.peak': lazy(excursionCell),
    'excursion.limit': lazy(excursionCell),
    'excursion.degreeMinutes': lazy(() => import('./cold/channel-cells.web.tsx').then((m) => ({ default: m.AreaCell }))),
    'vehicleDay.trips': lazy(() => import('./tracks/day-cells.web.tsx').then((m) => ({ default: m.TripsCell }))),
    'vehicleDay.alarms': lazy(() => import('./tracks/day-cells.web.tsx').then((m) => ({ default: m.AlarmsCell }))),
    'vehicleDay.severeAlarms': lazy(() => import('./tracks/day-cells.web.tsx').then((m) => ({ default: m.SevereCell }))),
  },
  tabs: {
    vehicle: [
      {
        key: 'position',
        label: '实时位置',
        right: 'trainWorker',
        component: lazy(() => import('./live/vehicle-tabs.web.tsx').then((m) => ({ default: m.PositionTab }))),
      },
      {
        key: 'temperature',
        label: '冷链温度',
        right: 'coldChainTemperatureControl',
        component: lazy(() => import('./live/vehicle-tabs.web.tsx').then((m) => ({ default: m.TemperatureTab }))),
      },
    ],
  },
}
