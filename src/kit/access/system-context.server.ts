/** The context of work nobody asked for: scheduled jobs, seeds, installation. One per operator, seeing all of it. */
import type { Clock } from '../basics/time/clock.ts'
import type { Database } from '../database/connection/pool.server.ts'
import type { Context, HandedAlong } from './context.server.ts'

export interface SystemWork {
  db: Database
  clock: Clock
  registry: HandedAlong['registry']
  operatorId: number
  /** What is being done; stands in logs and on audit lines. */
  requestId: string
}

export const systemContext = ({ db, clock, registry, operatorId, requestId }: SystemWork): Context => ({
  user: {
    id: 0,
    username: 'system',
    name: '系统',
    operatorId,
    deptId: null,
    storeIds: [],
    isAdmin: true,
    isFirst: false,
    customerType: '',
    carrier: false,
  },
  access: { can: () => true, scopeOf: () => 'all', scopeText: () => '全部数据' },
  db,
  clock,
  registry,
  ports: registry.ports,
  requestId,
  ip: '127.0.0.1',
  userAgent: 'system',
  source: 'job',
})
