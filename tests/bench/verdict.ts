/** What is stored against what was acknowledged. Pure counting, and the product's own proofs besides. */
import { openDatabase } from '#kit/database/connection/pool.server.ts'
import { verifyChain } from '#kit/audit/chain.server.ts'
import { faults } from '#modules/billing/bills/prove.server.ts'
import type { Product } from './product.ts'
import type { Sent } from './writers.ts'

export interface Verdict {
  acked: number
  /** Told by the product that an unanswered attempt had taken effect. */
  applied: number
  refused: string[]
  /** Still nobody knows. */
  unresolved: number
  /** Acknowledged, not stored. */
  lost: string[]
  /** Stored more than once. */
  doubled: string[]
  /** Stored although it was refused. */
  stray: string[]
  /** Numbers of documents given twice. */
  serials: string[]
  ledger: string[]
  chain: string | null
  auditLines: number
}

interface Counted {
  key: string
  n: number
}

/** How often each key is stored. */
async function storedCounts(product: Product, book: readonly Sent[]): Promise<Map<string, number>> {
  const counts = async (text: string): Promise<Counted[]> => product.sql<Counted>(text)
  const rows = [
    ...(await counts(`select reason as key, count(*)::int as n from audit_log where action = 'comment' group by 1`)),
    ...(await counts(`select remark as key, count(*)::int as n from dept where remark is not null group by 1`)),
    ...(await counts(`select remark as key, count(*)::int as n from payment where remark is not null group by 1`)),
  ]
  const stored = new Map(rows.map((row) => [row.key, row.n]))
  const confirmed = await product.sql<{ id: string; n: number }>(
    `select p.id::text as id, (select count(*)::int from allocation a where a.payment = p.id) as n from payment p where p.status = 'confirmed'`,
  )
  const byPayment = new Map(confirmed.map((row) => [Number(row.id), row.n]))
  for (const sent of book) if (sent.kind === 'confirm') stored.set(sent.key, byPayment.get(sent.payment!) ?? 0)
  return stored
}

export async function verdictOf(product: Product, book: readonly Sent[]): Promise<Verdict> {
  const stored = await storedCounts(product, book)
  const count = (sent: Sent): number => stored.get(sent.key) ?? 0
  const is = (...outcomes: Sent['outcome'][]): Sent[] => book.filter((sent) => outcomes.includes(sent.outcome))
  const name = (sent: Sent): string => `${sent.kind} ${sent.key}`
  const twice = await product.sql<{ no: string }>(`select no from payment group by no having count(*) > 1`)
  const beyond = await product.sql<{ no: string }>(
    `select max(p.no) as no from payment p, counter c where c.key like 'payment:%' having max(right(p.no, 4)::int) > max(c.value)`,
  )
  const operator = Number((await product.sql<{ id: string }>('select id::text from operator order by id limit 1'))[0]!.id)
  const db = openDatabase({ endpoint: () => product.endpoint('app'), max: 2 })
  try {
    const chain = await verifyChain(db, operator)
    const ledger = await db.read(operator, async (tx) => {
      const ids = async (table: 'bill' | 'payment' | 'lessee'): Promise<number[]> =>
        (await tx.selectFrom(table).select('id').execute()).map((row) => row.id)
      return faults(tx, { bills: await ids('bill'), payments: await ids('payment'), lessees: await ids('lessee') })
    })
    return {
      acked: is('acked').length,
      applied: is('applied').length,
      refused: is('refused').map((sent) => `${name(sent)}: ${sent.said}`),
      unresolved: is('open').length,
      lost: is('acked', 'applied')
        .filter((sent) => count(sent) === 0)
        .map(name),
      doubled: book.filter((sent) => count(sent) > 1).map(name),
      stray: is('refused')
        .filter((sent) => count(sent) > 0)
        .map(name),
      serials: [...twice, ...beyond].map((row) => row.no),
      ledger,
      chain: chain.problem,
      auditLines: chain.lines,
    }
  } finally {
    await db.close()
  }
}

export interface Spread {
  p50: number
  p95: number
  max: number
}
export function spreadOf(values: readonly number[]): Spread {
  const sorted = values.toSorted((a, b) => a - b)
  const at = (share: number): number => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
  return { p50: at(0.5), p95: at(0.95), max: sorted.at(-1) ?? 0 }
}
