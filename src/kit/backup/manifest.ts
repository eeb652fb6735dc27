/** What an archive says about itself, and what a restored database is compared with. */
import { z } from 'zod'

export const MANIFEST = 'manifest.json'
export const SECRETS = 'secrets.json'
export const FORMAT = 1

const name = z.string().regex(/^[a-z_][a-z0-9_]*$/)

/** Rows, a sum over all of them in which their order does not matter, and the sums of their amounts and quantities, which people can read. */
const figures = z.object({
  rows: z.int().nonnegative(),
  hash: z.string(),
  sums: z.record(name, z.string()),
})
export type Figures = z.infer<typeof figures>

const table = z.object({ name, columns: z.array(name), parts: z.int().nonnegative(), ...figures.shape })
export type TableManifest = z.infer<typeof table>

/** Made while the program runs (a day of positions each), so no migration makes them. */
const partition = z.object({
  parent: name,
  name,
  bound: z.string().regex(/^FOR VALUES FROM \('[^']*'\) TO \('[^']*'\)$/),
  indexes: z.array(
    z.string().regex(/^CREATE INDEX [a-z0-9_]+ ON public\.[a-z0-9_]+ USING (brin|btree) \([a-z0-9_, ]+\)( WITH \([a-z0-9_='", ]+\))?$/),
  ),
})

export const manifestSchema = z.object({
  format: z.literal(FORMAT),
  product: z.string(),
  version: z.string(),
  at: z.iso.datetime(),
  server: z.string(),
  migrations: z.array(z.object({ name: z.string(), sha256: z.string() })).min(1),
  tables: z.array(table),
  partitions: z.array(partition),
  sequences: z.array(z.object({ name, last: z.string().regex(/^\d+$/) })),
  /** The end of each lane of the audit chain. */
  chains: z.array(z.object({ operatorId: z.int(), lane: z.int(), seq: z.int(), hash: z.string() })),
  /** `gone`: removed or expired while the backup ran; `lost`: known to the database and not in the store. */
  files: z.object({ count: z.int(), bytes: z.int(), gone: z.array(z.string()), lost: z.array(z.string()) }),
  /** Tells whether a key is the one that sealed what lies here; does not lead to it. */
  keyMark: z.string(),
  withSecrets: z.boolean(),
})
export type Manifest = z.infer<typeof manifestSchema>
