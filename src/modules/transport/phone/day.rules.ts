/** The day as the driver has lived it: what the server knows, with what still waits in the phone on top. */
import { judgeCheck } from '../missions/departure/trip-check.rules.ts'
import type { DriverDay, DriverMission } from './wire.ts'

interface Done {
  kind: string
  mission: number
  stop?: number | undefined
  at: string
  data: {
    checks?: readonly { item: string; ok: boolean; note?: string | undefined }[] | undefined
    consignment?: number | undefined
    odometerFrom?: number | undefined
    odometerTo?: number | undefined
    lines?: readonly { refused: number; short: number }[] | undefined
  }
}
const MISSION: Readonly<Record<string, string>> = { accept: 'toLoad', refuse: 'refused', load: 'toDepart', depart: 'running' }
const STOP: Readonly<Record<string, string>> = { arrive: 'arrived', startWork: 'working', leave: 'done' }

function lived(m: DriverMission, e: Done): DriverMission {
  const next = { ...m, status: MISSION[e.kind] ?? m.status }
  if (e.stop !== undefined && STOP[e.kind])
    next.stops = next.stops.map((s) =>
      s.id === e.stop ? { ...s, status: STOP[e.kind]!, arriveAt: e.kind === 'arrive' ? (s.arriveAt ?? e.at) : s.arriveAt } : s,
    )
  if (e.kind === 'odometer') {
    next.odometerFrom = e.data.odometerFrom ?? m.odometerFrom
    next.odometerTo = e.data.odometerTo ?? m.odometerTo
  }
  if (e.kind === 'check') next.checked = judgeCheck(m.checks, e.data.checks ?? []).result
  if (e.kind === 'sign' || e.kind === 'scan')
    next.consignments = next.consignments.map((c) =>
      c.id === e.data.consignment
        ? { ...c, status: e.kind === 'scan' ? 'carrying' : (e.data.lines ?? []).length ? 'partSigned' : 'signed' }
        : c,
    )
  return next
}

export const livedDay = (day: DriverDay, waiting: readonly Done[]): DriverDay => ({
  ...day,
  missions: day.missions.map((m) => waiting.filter((e) => e.mission === m.id).reduce(lived, m)),
})

/** What he would do next on this mission. */
export function nextStep(m: DriverMission): 'accept' | 'check' | 'load' | 'depart' | 'stop' | 'done' {
  if (m.status === 'offered') return 'accept'
  // A check that failed is done again, when what was wrong is right.
  if (['toLoad', 'toDepart'].includes(m.status) && m.checks.length > 0 && (m.checked === null || m.checked === 'failed')) return 'check'
  if (m.status === 'toLoad') return m.noLoading ? 'depart' : 'load'
  if (m.status === 'toDepart') return 'depart'
  return ['running', 'arrived', 'partSigned', 'suspended'].includes(m.status) ? 'stop' : 'done'
}
export const stopOpen = (s: { status: string }): boolean => ['pending', 'enRoute', 'arrived', 'working'].includes(s.status)
export const toSign = (c: { status: string }): boolean => ['carrying', 'arrived', 'toPick', 'loadedPlan'].includes(c.status)
