/** What the map of who is on the road is told. */
import { z } from 'zod'

const seen = z.object({
  lng: z.number(),
  lat: z.number(),
  at: z.string(),
  speed: z.number().nullable(),
  /** 终端: of the vehicle; 手机: of the driver's phone, only while his page is open. */
  by: z.enum(['terminal', 'phone']),
})
export const ON_ROAD = z.object({
  now: z.string(),
  list: z.array(
    z.object({
      key: z.string(),
      driver: z.number().nullable(),
      name: z.string(),
      work: z.string(),
      plate: z.string().nullable(),
      carrier: z.string().nullable(),
      position: seen.nullable(),
      mission: z
        .object({
          id: z.number(),
          no: z.string(),
          status: z.string(),
          weight: z.number(),
          done: z.number(),
          total: z.number(),
          planStart: z.string(),
          next: z
            .object({
              name: z.string(),
              lng: z.number().nullable(),
              lat: z.number().nullable(),
              eta: z.string().nullable(),
              windowTo: z.string().nullable(),
              arriveAt: z.string().nullable(),
              late: z.boolean(),
            })
            .nullable(),
        })
        .nullable(),
    }),
  ),
})
export type OnRoad = z.infer<typeof ON_ROAD>
export type RoadRow = OnRoad['list'][number]
