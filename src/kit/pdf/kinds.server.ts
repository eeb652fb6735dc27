/** Papers made of one record: named by its definition, described by a module, drawn by the one renderer. */
import type { Context, Tx } from '../access/context.server.ts'
import { invalid } from '../basics/errors.ts'
import type { TableName } from '../entity/tables.ts'
import type { Paper } from './paper.ts'

export interface PaperKind {
  entity: TableName
  code: string
  /** Refuses in a sentence when such a paper cannot be had of this record now. The record was found within what the person may see. */
  make: (tx: Tx, ctx: Context, id: number) => Promise<Paper>
}
/** One paper of many records, in the order asked for; each of them was found within what the person may see. */
export interface ManyPaperKind {
  entity: TableName
  code: string
  make: (tx: Tx, ctx: Context, ids: readonly number[]) => Promise<Paper>
}
declare module '../entity/tables.ts' {
  interface Provided {
    papers: PaperKind
    manyPapers: ManyPaperKind
  }
}

export function paperKind(ctx: Pick<Context, 'registry'>, entity: string, code: string): PaperKind {
  const paper = ctx.registry.provided('papers').find((one) => one.entity === entity && one.code === code)
  if (!paper) throw invalid({ kind: '没有这种单据' })
  return paper
}

export function manyPaperKind(ctx: Pick<Context, 'registry'>, entity: string, code: string): ManyPaperKind {
  const paper = ctx.registry.provided('manyPapers').find((one) => one.entity === entity && one.code === code)
  if (!paper) throw invalid({ kind: '没有这种单据' })
  return paper
}
