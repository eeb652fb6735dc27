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
    z.object({ kind: z.literal('file') }).describe('自有的 PMTiles 文件，经 /api/v1/map/file 按范围读取'),
    z.object({ kind: z.literal('broken'), why: z.string().describe('不能使用的原因') }).describe('有自有的文件，但不能使用；改用内置底图'),
  ])
  .nullable()
export type MapSupplier = NonNullable<z.infer<typeof MAP_SUPPLIER>>
