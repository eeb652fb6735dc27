/** What the driver's page hears of its day. */
import { z } from 'zod'

const stop = z.object({
  id: z.number(),
  seq: z.number(),
  kind: z.string(),
  status: z.string(),
  consignments: z.array(z.number()),
  planArrive: z.string().nullable(),
  windowFrom: z.string().nullable(),
  windowTo: z.string().nullable(),
  arriveAt: z.string().nullable(),
  name: z.string(),
  contact: z.string().nullable(),
  mobile: z.string().nullable(),
  address: z.string(),
  lng: z.number().nullable(),
  lat: z.number().nullable(),
})
const consignment = z.object({
  id: z.number(),
  no: z.string(),
  status: z.string(),
  pieces: z.number(),
  weight: z.number(),
  loadedPieces: z.number().nullable(),
  cod: z.number(),
  goods: z.array(z.object({ name: z.string(), pieces: z.number() })),
})
const mission = z.object({
  id: z.number(),
  no: z.string(),
  status: z.string(),
  planStart: z.string(),
  planEnd: z.string(),
  departBy: z.string().nullable(),
  acceptBy: z.string().nullable(),
  weight: z.number(),
  pieces: z.number(),
  routeText: z.string().nullable(),
  noLoading: z.boolean(),
  odometerFrom: z.number().nullable(),
  odometerTo: z.number().nullable(),
  remark: z.string().nullable(),
  plateNo: z.string().nullable(),
  /** What is to be looked at before leaving, and what the last look came to. */
  checks: z.array(z.object({ item: z.string(), must: z.boolean() })),
  checked: z.enum(['passed', 'noted', 'failed']).nullable(),
  stops: z.array(stop),
  consignments: z.array(consignment),
})
const offer = z.object({
  id: z.number(),
  no: z.string(),
  routeText: z.string().nullable(),
  planStart: z.string(),
  weight: z.number(),
  reward: z.number(),
  nextAt: z.string().nullable(),
})
export const DRIVER_DAY = z.object({ driver: z.string(), now: z.string(), offers: z.array(offer), missions: z.array(mission) })
export type DriverDay = z.output<typeof DRIVER_DAY>
export type DriverMission = DriverDay['missions'][number]
export type DriverStop = DriverMission['stops'][number]
