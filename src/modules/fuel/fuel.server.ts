/** Server part of oil cards and charging. */
import type { ScheduledJob, ServedModule } from '#kit/entity/registry.server.ts'
import { serveReport } from '#kit/report/statement.server.ts'
import type { ActSpec } from '#modules/approval/approval.public.ts'
import { expireCards, suspectWork, servedAccount, servedCard } from './cards/cards.server.ts'
import { fuelConsumption } from './fuellings/consumption.ts'
import { legRows } from './fuellings/legs.server.ts'
import { fuel } from './fuel.ts'
import { fuellingWatcher, servedFuelling } from './fuellings/fuelling.server.ts'
import { fuelRoutes } from './intake/import.server.ts'
import { lowEnd, tellLowAccounts } from './cards/low.server.ts'

const nightly: ScheduledJob = { name: 'fuelCards', cron: '25 0 * * *', run: expireCards }
/** After the statements of the night and before people begin. */
const morning: ScheduledJob = { name: 'fuelLow', cron: '10 7 * * *', run: tellLowAccounts }
const acts: readonly ActSpec[] = [
  { code: 'fuelAccount.recharge', label: '油电账户充值', scene: 24, entity: 'fuelAccount', action: 'recharge', money: true },
  { code: 'fuelAccount.adjust', label: '油电账户调整', scene: 29, entity: 'fuelAccount', action: 'adjust', money: true },
]

export const fuelServer: ServedModule = {
  module: fuel,
  entities: [servedAccount, servedCard, servedFuelling],
  routes: fuelRoutes,
  watcher: fuellingWatcher,
  jobs: [nightly, morning],
  reports: [serveReport(fuelConsumption, { legs: legRows })],
  work: [suspectWork],
  provides: { approvalActs: acts, reminderEnds: [lowEnd] },
}
