/** Settlement of a lease with five years behind it: what the clerk waits for when he opens the page. */
import { Client } from './client.ts'
import { line, load, ms, times, type Line } from './measure.ts'
import { Product } from './product.ts'

const YEARS = 5

/** The draft settlement of the demo company, its lease grown to five years of paid monthly bills. */
async function grown(product: Product): Promise<{ settlement: number; bills: number }> {
  const [row] = await product.sql<{ settlement: number; lease: number }>(
    `select s.id as settlement, s.lease from return_settlement s where s.status = 'draft' and s.deleted_at is null order by s.id desc limit 1`,
  )
  if (!row) throw new Error('the demo company has no settlement that waits')
  const months = YEARS * 12
  await product.sql(
    'update lease_term set start_on = start_on - make_interval(months => $2), anchor_on = (anchor_on - make_interval(months => $2))::date where lease = $1 and seq = 1 and deleted_at is null',
    [row.lease, months],
  )
  await product.sql(
    `with t as (select start_on as first from lease_term where lease = $1 and seq = 1 and deleted_at is null), b as (
       insert into bill (operator_id, no, status, direction, bill_type, lessee, contract, lease, vehicle, store, start_on, end_on, issue_on, issued_on, due_on, amount, paid, written_off, settled_on, late_grace_days, late_rate_bp)
       select l.operator_id, 'BENCH-' || k, 'settled', 'receivable', 'rent', l.lessee, l.contract, l.id, l.vehicle, l.store, (t.first + make_interval(months => k))::date, (t.first + make_interval(months => k + 1))::date,
         (t.first + make_interval(months => k))::date, (t.first + make_interval(months => k))::date, (t.first + make_interval(months => k))::date, 380000, 380000, 0, (t.first + make_interval(months => k))::date, 3, 5
       from lease l, t, generate_series(0, $2 - 1) k where l.id = $1 returning id, operator_id, lessee, vehicle, store, start_on, end_on, no)
     insert into bill_item (operator_id, bill, store, lessee, vehicle, fee_item, description, amount, start_on, end_on, formula, idem_key)
     select operator_id, id, store, lessee, vehicle, 'RENT', '租金', 380000, start_on, end_on, '3800.00 × 1 个月', no from b`,
    [row.lease, months],
  )
  await product.sql('analyze bill; analyze bill_item; analyze lease_term')
  const [{ n }] = (await product.sql<{ n: string }>('select count(*) as n from bill where lease = $1', [row.lease])) as [{ n: string }]
  return { settlement: Number(row.settlement), bills: Number(n) }
}

export async function benchLeasing(duration: number): Promise<Line[]> {
  const product = await Product.start({ env: { DEMO: '1' } })
  await product.filled()
  try {
    const { settlement, bills } = await grown(product)
    const client = await Client.signIn(product)
    await client.call('POST', '/api/v1/returnSettlement/preview', { id: settlement })
    const floor = await load(1, Math.min(duration, 3), async () => (await client.get('/api/v1/session/me')).status === 200)
    const preview = await load(
      1,
      Math.min(duration, 5),
      async () => (await client.post('/api/v1/returnSettlement/preview', { id: settlement })).status === 200,
    )
    client.close()
    return [
      line(
        `settlement preview, ${YEARS} years (${bills} bills)${preview.failed ? `, ${preview.failed} failed` : ''}`,
        `p50 ${ms(preview.p50)}, p95 ${ms(preview.p95)}`,
        {
          floor: `session/me ${ms(floor.p50)}`,
          ratio: times(preview.p50 / Math.max(floor.p50, 0.01)),
          budget: '≤ 100 ms',
          met: preview.failed === 0 && preview.p95 <= 100,
        },
      ),
    ]
  } finally {
    await product.close()
  }
}
