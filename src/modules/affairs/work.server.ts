/** What 车务 puts on the work list: what fell due, what soon will, violations nobody has dealt with. */
import type { WorkSource } from '#kit/entity/registry.server.ts'
import { listWork } from '#kit/report/work.server.ts'
import { AFFAIR_KINDS, type AffairKind } from './ground/ground.ts'

/** A violation has its own source of work. */
const KINDS = Object.keys(AFFAIR_KINDS).filter((kind) => kind !== 'violation') as AffairKind[]
const dues = listWork('affairDue', {
  code: 'affairsDue',
  title: '到期车务',
  act: '去办理',
  order: 28,
  tone: 'bad',
  screen: 'trafficL',
  filter: () => ({ level: ['overdue', 'due'], kind: KINDS }),
  sort: 'forecastOn',
  who: ['vehicle', 'holder'],
  what: ['name', 'level'],
  since: 'forecastOn',
})
const duesSoon = listWork('affairDue', {
  code: 'affairsSoon',
  title: '即将到期车务',
  act: '去办理',
  order: 42,
  tone: 'warn',
  screen: 'trafficL',
  filter: () => ({ level: 'soon', kind: KINDS }),
  sort: 'forecastOn',
  who: ['vehicle', 'holder'],
  what: ['name'],
  since: 'forecastOn',
})

const violations = listWork('violation', {
  code: 'violationsOpen',
  title: '待处理违章',
  act: '去处理',
  order: 29,
  tone: 'warn',
  screen: 'breRegulationsL',
  filter: () => ({ status: ['toClaim', 'toHandle'] }),
  who: ['lessee', 'driverName', 'plateNo'],
  what: ['plateNo', 'behaviour', 'status'],
  since: 'occurredAt',
  amount: 'fine',
})

export const affairsWork: readonly WorkSource[] = [dues, duesSoon, violations]
