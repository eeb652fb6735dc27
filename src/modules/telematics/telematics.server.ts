/** Server part of telematics, put together. The gateway itself is started by main.server.ts (gateway.server.ts). */
import type { ServedModule } from '#kit/entity/registry.server.ts'
import { servedAlarm, servedChannel, servedExcursion, servedPolicy, servedRiskReport } from './alarms/alarm.server.ts'
import { servedDriverCard } from './cards/card.server.ts'
import { servedCommand } from './commands/command.server.ts'
import { cutActs, servedCutOrder } from './commands/cut.server.ts'
import { servedKeptMessage } from './messages/kept-messages.server.ts'
import { decodeRoutes } from './messages/decode.routes.server.ts'
import { servedFence, servedFenceBinding } from './fences/fence.server.ts'
import { servedVehiclePosition } from './commands/issue.server.ts'
import { servedRefused } from './terminals/refused.server.ts'
import { telematicsCards, telematicsWork } from './reads/cards.server.ts'
import { readRoutes } from './reads/routes.server.ts'
import { telematicsJobs } from './jobs.server.ts'
import { positionRoutes } from './tracks/positions.server.ts'
import './tables.ts'
import { telematics } from './telematics.ts'
import { servedDeviceItem } from './terminals/device-item.server.ts'
import { servedBinding, servedEquipment, servedProfile, servedTerminal } from './terminals/terminal.server.ts'
import { telematicsCardParts } from './vehicle-card.server.ts'

export const telematicsServer: ServedModule = {
  module: telematics,
  home: telematicsCards,
  work: telematicsWork,
  entities: [
    servedProfile,
    servedDeviceItem,
    servedTerminal,
    servedBinding,
    servedEquipment,
    servedVehiclePosition,
    servedFence,
    servedFenceBinding,
    servedCommand,
    servedCutOrder,
    servedAlarm,
    servedRiskReport,
    servedPolicy,
    servedChannel,
    servedExcursion,
    servedRefused,
    servedDriverCard,
    servedKeptMessage,
  ],
  routes: [...readRoutes, ...decodeRoutes, ...positionRoutes],
  jobs: telematicsJobs,
  provides: { approvalActs: cutActs, cards: telematicsCardParts },
}
