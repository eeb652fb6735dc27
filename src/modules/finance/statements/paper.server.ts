/** A statement on paper: what the other side reads, prints and stamps. */
import type { Context, Db } from '#kit/access/context.server.ts'
import { dayOf, timeOf } from '#kit/basics/time/day.ts'
import { dayWords } from '#kit/basics/time/day-words.ts'
import { formatFen } from '#kit/basics/fen.ts'
import { maskPhone } from '#kit/basics/identifiers/mask.ts'
import { liveRows } from '#kit/entity/query/live-rows.server.ts'
import type { Rec } from '#kit/entity/tables.ts'
import { heading, text, type Fact, type Paper } from '#kit/pdf/paper.ts'
import { lesseeFacts, lessorOf } from '#modules/parties/parties.public.ts'
import { STATEMENT_PARTIES, STATEMENT_STATES, type statement } from './statement.ts'

export const linesFor = (db: Db, id: number) =>
  liveRows(db, 'statementLine')
    .select(['seq', 'day', 'docType', 'docNo', 'text', 'charge', 'credit', 'payment'])
    .where('statement', '=', id)
    .where('earlier', '=', false)
    .orderBy('seq')
    .execute()
export const companyName = async (db: Db, ctx: Context): Promise<string> =>
  (await db.selectFrom('operator').select('name').where('id', '=', ctx.user.operatorId).executeTakeFirst())?.name ?? ''

const shown = (amount: number): string => (amount === 0 ? '' : formatFen(amount))

type Statement = Rec<typeof statement>

/** Who confirms: a customer in full as far as the reader may see him, another party by its name and who answers for it. */
async function otherSide(db: Db, ctx: Context, s: Statement): Promise<Fact[]> {
  const of = s.lessee === null ? [{ label: STATEMENT_PARTIES[s.partyKind], value: s.party }] : (await lesseeFacts(db, ctx, s.lessee)).facts
  if (!s.contactName) return of
  return [
    ...of,
    { label: '对账联系人', value: s.contactName },
    { label: '联系人手机', value: s.contactMobile ? maskPhone(s.contactMobile) : '' },
  ]
}

const confirmation = (s: Statement): string =>
  s.confirmedAt ? `${s.confirmedName ?? ''} 于 ${dayOf(s.confirmedAt)} ${timeOf(s.confirmedAt).slice(0, 5)} 确认` : '尚未确认'

export async function paperOf(db: Db, ctx: Context, s: Statement): Promise<Paper> {
  const lines = await linesFor(db, s.id)
  const own = await lessorOf(db, ctx, s.store)
  return {
    title: '结算对账单',
    number: s.no,
    company: own.name,
    qr: s.no,
    blocks: [
      heading('发起方'),
      { kind: 'facts', items: own.facts },
      heading('对方'),
      { kind: 'facts', items: await otherSide(db, ctx, s) },
      heading('对账'),
      {
        kind: 'facts',
        items: [
          { label: '期间', value: `${dayWords(s.fromOn)} 至 ${dayWords(s.toOn)}`, wide: true },
          { label: '状态', value: STATEMENT_STATES[s.status] },
          { label: '确认', value: confirmation(s) },
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
      text('期末余额 = 期初余额 + 本期应计 − 本期冲减 − 本期收付。请核对后盖章确认；有不符之处，请逐笔注明并告知发起方。'),
      {
        kind: 'zones',
        parties: [
          { role: '发起方', label: '发起方（盖章）', lines: [own.name, '日期：'] },
          { role: '对方', label: '对方（盖章确认）', lines: [s.party, '日期：'] },
        ],
      },
    ],
  }
}
