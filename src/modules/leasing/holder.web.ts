/** Who has a vehicle now, for lists and for its own page: the rows of one list are asked about together. */
import { useQuery } from '@tanstack/react-query'
import type { ListAnswer, Row } from '#kit/entity/wire.ts'
import { api } from '#kit/ui/client/api.web.ts'
import { useCan } from '#kit/ui/state/session.web.ts'

/** A lease that keeps its vehicle from everybody else, from the contract until it is back. */
const HOLDING = 'toPickUp,toHandOver,active,swapping,returning,toInspect'
/** Rows of a page are drawn within a frame of each other. */
const GATHER_MS = 20
const MOST = 200

interface Asker {
  vehicle: number
  tell: (lease: Row | null) => void
  fail: (error: unknown) => void
}
let waiting: Asker[] = []

async function askAll(): Promise<void> {
  const asked = waiting.splice(0, MOST)
  if (waiting.length) void askAll()
  const vehicles = [...new Set(asked.map((one) => one.vehicle))].join(',')
  try {
    const { list } = await api.get<ListAnswer>(
      '/api/v1/lease/list',
      { vehicle: vehicles, status: HOLDING, pageSize: MOST, sort: 'id' },
      { silent: true },
    )
    for (const one of asked) one.tell(list.findLast((lease) => lease['vehicle'] === one.vehicle) ?? null)
  } catch (error) {
    for (const one of asked) one.fail(error)
  }
}

const leaseOf = (vehicle: number): Promise<Row | null> =>
  new Promise((tell, fail) => {
    waiting.push({ vehicle, tell, fail })
    if (waiting.length === 1) setTimeout(() => void askAll(), GATHER_MS)
  })

/** Only for whoever may see leases, and of those only the ones he may see. */
export function useHolder(vehicle: number, held: boolean): { lease: Row | null; pending: boolean } {
  const can = useCan()
  const enabled = held && can('leaseList')
  const query = useQuery({ queryKey: ['entity', 'lease', 'holder', vehicle], enabled, queryFn: () => leaseOf(vehicle) })
  return { lease: query.data ?? null, pending: enabled && query.isPending }
}
/** States of a vehicle in which a lease may have it. */
export const isHeld = (status: unknown): boolean => status === 'leased' || status === 'reserved' || status === 'repairing'
