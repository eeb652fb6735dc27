/** A statement on paper: what the other side reads, prints and stamps. */
import type { Context, Db } from '#kit/access/context.server.ts'
import { formatFen } from '#kit/basics/fen.ts'
import type { Rec } from '#kit/entity/tables.ts'
import type { Paper } from '#kit/pdf/paper.ts'
import { STATEMENT_STATES, type statement } from './statement.ts'

export const linesFor = (db: Db, ctx: Context, id: number) =>
  db
    .selectFrom('statementLine')
    .select(['seq', 'day', 'docType', 'docNo', 'text', 'charge', 'credit', 'payment'])
    .where('operatorId', '=', ctx.user.operatorId)
    .where('statement', '=', id)
    .where('earlier', '=', false)
    .where('deletedAt', 'is', null)
    .orderBy('seq')
    .execute()
export const companyName = async (db: Db, ctx: Context): Promise<string> =>
  (await db.selectFrom('operator').select('name').where('id', '=', ctx.user.operatorId).executeTakeFirst())?.name ?? ''

const shown = (amount: number): string => (amount === 0 ? '' : formatFen(amount))

export async function paperOf(db: Db, ctx: Context, s: Rec<typeof statement>): Promise<Paper> {
  const lines = await linesFor(db, ctx, s.id)
  return {
    title: '结算对账单',
    number: s.no,
    company: await companyName(db, ctx),
    blocks: [
      {
        kind: 'facts',
        columns: 2,
        items: [
          { label: '往来方', value: s.party },
          { label: '期间', value: `${s.fromOn} 至 ${s.toOn}` },
          { label: '状态', value: STATEMENT_STATES[s.status] },
          { label: '确认', value: s.confirmedAt ? `${s.confirmedName ?? ''}` : '' },
        ],
      },
      {
        kind: 'table',
        head: [
          { label: '序号', weight: 0.6 },
          { label: '日期', weight: 1.2 },
          { label: '单据号', weight: 1.9 },
          { label: '摘要', weight: 2.8 },
          { label: '应计', weight: 1.3, align: 'right' },
          { label: '冲减', weight: 1.2, align: 'right' },
          { label: '收付', weight: 1.3, align: 'right' },
        ],
        rows: [
          ['', s.fromOn, '', '期初余额', formatFen(s.opening), '', ''],
          ...lines.map((l) => [String(l.seq), l.day, l.docNo, l.text, shown(l.charge), shown(l.credit), shown(l.payment)]),
        ],
        foot: ['', '', '', '本期合计', formatFen(s.charges), formatFen(s.credits), formatFen(s.payments)],
      },
      { kind: 'amount', label: '期末余额', fen: s.closing },
      {
        kind: 'zones',
        parties: [
          { role: '发起方', label: '发起方（盖章）', lines: ['日期：'] },
          { role: '对方', label: '对方（盖章确认）', lines: ['日期：'] },
        ],
      },
    ],
  }
}
