/** Recurring orders out of a sheet: with goods, taken in, enabled, and orders made of them (transport.md §2.5, decision 0084). */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addDays } from '#kit/basics/time/day.ts'
import { bench, type Bench } from '#tests/house/people.ts'
import { freightDesk, type World } from './freight.ts'
import { flat } from './tariff.ts'

describe('a sheet of recurring orders', () => {
  let b: Bench
  let world: World
  const desk = freightDesk(() => b.rig.admin.ctx)
  beforeAll(async () => {
    b = await bench()
    world = await desk.world(flat(50_000))
  })
  afterAll(async () => {
    expect(b?.rig.faults).toEqual([])
    await b?.rig.close()
  })
  const post = (path: string, input: object) => b.rig.send({ method: 'POST', path: `/api/v1/recurringRule/${path}` }, input, b.rig.admin)
  const nameOf = (table: 'project' | 'orderModel' | 'consignParty', id: number): Promise<string> =>
    desk.read(async (db) => (await db.selectFrom(table).select('name').where('id', '=', id).executeTakeFirstOrThrow()).name)

  test('brings its goods with it, and orders are made of what it brought', async () => {
    const project = await desk.put('project', {
      code: 'DAILY',
      name: '门店日配',
      customer: world.customer,
      store: world.store,
      models: [world.model],
      from: '2020-01-01',
      to: '2099-12-31',
    })
    await desk.write((tx) => tx.updateTable('project').set({ status: 'active' }).where('id', '=', project).execute())
    const cells: Record<string, string> = {
      name: '门店日配',
      project: await nameOf('project', project),
      model: await nameOf('orderModel', world.model),
      sender: await nameOf('consignParty', world.from),
      receiver: await nameOf('consignParty', world.to),
      'goods.name': '面粉；大米',
      'goods.pieces': '10；20',
      'goods.weight': '100.5；50',
      freq: '每日',
      slots: '08:00',
      holidayPolicy: '照常',
      leadH: '48',
      startOn: addDays(b.rig.admin.ctx.clock.today(), 1),
    }
    const rows = [
      { line: 2, cells },
      { line: 3, cells: { ...cells, name: '只有一种货', 'goods.name': '面粉', 'goods.pieces': '5', 'goods.weight': '12.5' } },
      { line: 4, cells: { ...cells, name: '没有货', 'goods.name': '', 'goods.pieces': '', 'goods.weight': '' } },
    ]
    const check = (await post('import/check', { rows })).data as { valid: number; rows: { line: number; errors: object }[] }
    expect([check.valid, check.rows.filter((r) => Object.keys(r.errors).length > 0).map((r) => r.line)]).toEqual([2, [4]])
    expect((await post('import/commit', { rows, onlyValid: true })).data).toEqual({ imported: 2, skipped: 1 })
    const [rule] = await desk.read((db) => db.selectFrom('recurringRule').select(['id', 'goods']).where('name', '=', '门店日配').execute())
    expect(rule!.goods.map((g) => [g.name, g.pieces, Number(g.weight)])).toEqual([
      ['面粉', 10, 100.5],
      ['大米', 20, 50],
    ])
    await desk.act('recurringRule', 'enable', rule!.id)
    expect(((await post('runNow', { id: rule!.id })).data as { created: number }).created).toBeGreaterThan(0)
    const made = await desk.read((db) =>
      db.selectFrom('transportOrder').select(['pieces', 'weight', 'status']).where('project', '=', project).execute(),
    )
    expect(made.every((o) => o.status === 'open' && o.pieces === 30 && Number(o.weight) === 150.5)).toBe(true)
  })
})
