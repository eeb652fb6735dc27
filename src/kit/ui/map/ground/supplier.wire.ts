/** What lies below the map of this host, said once for server and browser. */
import { z } from 'zod'

export const MAP_SUPPLIER = z
  .discriminatedUnion('kind', [
    z.object({ kind: z.literal('amap'), key: z.string(), code: z.string().nullable() }),
    z.object({
      kind: z.literal('tiles'),
      tiles: z.array(z.string()).describe('自下而上的各层瓦片地址'),
      crs: z.enum(['wgs84', 'gcj02']),
      credit: z.string().nullable(),
    }),
    z.object({ kind: z.literal('file'), minZoom: z.number(), maxZoom: z.number() }),
  ])
  .nullable()
export type MapSupplier = NonNullable<z.infer<typeof MAP_SUPPLIER>>
