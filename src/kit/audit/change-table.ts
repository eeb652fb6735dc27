/** One side of a change that is drawn as a table: its rows, or the parts of one structure, by the names of their fields. */
import { z } from 'zod'

export const CHANGE_TABLE = z.union([z.array(z.record(z.string(), z.unknown())), z.record(z.string(), z.unknown())]).nullable()
export type ChangeTable = z.infer<typeof CHANGE_TABLE>
