import pg from 'pg'
import { Product } from './product.ts'
import { makeLeases, runBills } from './billing.ts'
const n = Number(process.argv[2] ?? 20000)
const product = await Product.start()
try {
  await makeLeases(product, n)
  const by = new Map<string, { n: number; ms: number }>()
  const proto = pg.Client.prototype as unknown as { query: (...a: unknown[]) => Promise<unknown> }
  const orig = proto.query
  proto.query = function (this: unknown, ...a: unknown[]) {
    const t = performance.now()
    const r = orig.apply(this, a)
    if (typeof a[0] === 'string' && r && typeof r.then === 'function') { const k = a[0].slice(0, 60).replaceAll('\n', ' '); void r.then(() => { const e = by.get(k) ?? { n: 0, ms: 0 }; e.n++; e.ms += performance.now() - t; by.set(k, e) }, () => {}) }
    return r
  }
  const t = performance.now()
  const c0 = process.cpuUsage()
  const rep = await runBills(product)
  const c1 = process.cpuUsage(c0)
  const took = (performance.now() - t) / 1000
  proto.query = orig
  console.log(rep.issued, 'bills', took.toFixed(2), 's', Math.round(rep.issued / took), '/s; node cpu', ((c1.user + c1.system) / 1e6).toFixed(2), 's')
  for (const [k, e] of [...by].sort((a, b) => b[1].ms - a[1].ms).slice(0, 16)) console.log(e.n, Math.round(e.ms), k)
} finally { await product.close() }
