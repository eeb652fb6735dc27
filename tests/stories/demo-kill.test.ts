/** A start that is killed −9 while the demo company is filled in: people sign in before, nothing they did is lost, and the next start goes on. */
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Client } from '#tests/bench/client.ts'
import { Product } from '#tests/bench/product.ts'
import { idNo } from './company.ts'

/** A whole company takes a minute and more: in every run it is enough that it goes on. */
const WHOLE = Boolean(process.env['DEEP'])

let product: Product
beforeAll(async () => {
  product = await Product.start({ env: { DEMO: '1' } })
}, 300_000)
afterAll(() => product?.close())

const count = async (query: string): Promise<number> =>
  Number((await product.sql<{ n: string }>(`select count(*) as n from ${query}`))[0]!.n)
const steps = () => count('demo_step')
/** Until so many steps are written down. */
async function reached(n: number): Promise<void> {
  while ((await steps()) < n) await pause(20)
}
interface State {
  demo: boolean
  making: { percent: number; secondsLeft: number | null; failed: boolean } | null
}

test('one signs in at once, is told how far it is, works, is killed and finds everything again', async () => {
  await reached(80)
  const admin = await Client.signIn(product)
  const state = await admin.call<State>('GET', '/api/v1/demo/state')
  expect(state).toMatchObject({ demo: true, making: { failed: false, percent: expect.any(Number) } })
  const { list } = await admin.call<{ list: { id: number }[] }>('GET', '/api/v1/store/list?pageSize=1')
  const mine = await admin.call<{ id: number }>('POST', '/api/v1/lessee/add', {
    kind: 'person',
    name: '先来的客户',
    mobile: '13800000001',
    idNo: idNo(1),
    store: list[0]!.id,
    creditLevel: 'B',
  })
  const before = await steps()
  await product.kill()
  await product.start()
  await reached(before + 40)
  // Nor does a database that throws everybody out: the same process goes on with it.
  await product.sql(`select pg_terminate_backend(pid) from pg_stat_activity where usename = 'zyt_app'`)
  await reached((await steps()) + 40)
  const again = await Client.signIn(product)
  expect(await again.call<object>('GET', `/api/v1/lessee/detail?id=${mine.id}`)).toMatchObject({ name: '先来的客户' })
  expect(await count(`(select from vehicle group by plate_no having count(*) > 1) twice`)).toBe(0)
  expect(await count(`(select from "user" group by username having count(*) > 1) twice`)).toBe(0)
}, 600_000)

test.runIf(WHOLE)(
  'and killed once more it becomes complete, without its diary',
  async () => {
    await reached(4000)
    await product.kill()
    await product.start()
    await product.filled()
    expect(await steps()).toBe(0)
    const admin = await Client.signIn(product)
    expect(await admin.call<State>('GET', '/api/v1/demo/state')).toMatchObject({ demo: true, making: null })
    expect(await count(`vehicle where deleted_at is null`)).toBeGreaterThanOrEqual(62)
  },
  1_800_000,
)
