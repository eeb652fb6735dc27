/** A reminder leaves the boxes with what it asks for, in the same transaction, and comes back when that comes back; there is never a second one. */
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Entity } from '#kit/entity/entity.ts'
import { addDays } from '#kit/basics/time/day.ts'
import { rebuildAll } from '#modules/affairs/dues.server.ts'
import { nightlyDues } from '#modules/affairs/ground.server.ts'
import { remindBooks } from '#modules/finance/reminders.server.ts'
import { drawing, node, Office } from './approval-office.ts'
import { Company } from './company.ts'

let company: Company
beforeAll(async () => {
  company = await Company.open('2026-05-04')
})
afterAll(() => company?.close())

const about = (what: string): Promise<{ receiver: number; readAt: string | null }[]> =>
  company.read((db) => db.selectFrom('inboxMessage').select(['receiver', 'readAt']).where('about', '=', what).execute())
const each = async (what: string): Promise<number[]> => {
  const counts = new Map<number, number>()
  for (const { receiver } of await about(what)) counts.set(receiver, (counts.get(receiver) ?? 0) + 1)
  return [...new Set(counts.values())]
}

describe('a payable that is due', () => {
  const payable = async (): Promise<number> => {
    const id = await company.add(
      'payableBill',
      {
        partyKind: 'shop',
        payee: '捷修汽修',
        fee: 'repair',
        store: company.store,
        dueOn: addDays(company.clock.today(), 2),
        items: [{ description: '钣金', amount: 85_000 }],
      },
      'sales',
    )
    await company.act('payableBill', 'confirm', id, {}, 'finance')
    return id
  }
  let trade = 0
  async function pay(id: number, amount: number): Promise<number> {
    await company.act(
      'payableBill',
      'pay',
      id,
      { amount, channel: 'transfer', paidOn: company.clock.today(), tradeNo: `P${++trade}` },
      'cashier',
    )
    const { id: out } = await company.read((db) =>
      db.selectFrom('payout').select('id').orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow(),
    )
    await company.act('payout', 'approve', out, {}, 'finance')
    return out
  }
  test('asks until it is paid whole; read or not, it is gone then, and asks again when the payment was taken back', async () => {
    const id = await payable()
    const key = `payableBill:${id}`
    await remindBooks(company.as())
    expect(await each(key)).toEqual([1])
    await company.write((tx) => tx.updateTable('inboxMessage').set({ readAt: company.clock.now() }).where('about', '=', key).execute())
    await pay(id, 50_000)
    expect(await each(key)).toEqual([1])
    const rest = await pay(id, 35_000)
    expect(await about(key)).toEqual([])
    await remindBooks(company.as())
    expect(await about(key)).toEqual([])
    await company.act('payout', 'reverse', rest, { answer: '退票' }, 'finance')
    await remindBooks(company.as())
    expect((await about(key)).map((m) => m.readAt)).toEqual((await about(key)).map(() => null))
    expect(await each(key)).toEqual([1])
  })
  test(
    'whatever is paid, taken back and run in whatever order: one reminder each, exactly while something is owed',
    { timeout: 60_000 },
    async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.constantFrom('pay', 'back', 'night', 'night twice'), { minLength: 3, maxLength: 8 }),
          async (steps) => {
            const id = await payable()
            const paid: number[] = []
            for (const step of steps) {
              if (step === 'pay' && paid.length === 0) paid.push(await pay(id, 85_000))
              else if (step === 'back' && paid.length > 0)
                await company.act('payout', 'reverse', paid.pop()!, { answer: '退票' }, 'finance')
              else if (step === 'night') await remindBooks(company.as())
              else if (step === 'night twice') await Promise.all([remindBooks(company.as()), remindBooks(company.as())])
              if (paid.length > 0) expect(await about(`payableBill:${id}`)).toEqual([])
            }
            await remindBooks(company.as())
            expect(await each(`payableBill:${id}`)).toEqual(paid.length ? [] : [1])
          },
        ),
        { numRuns: 8 },
      )
    },
  )
})

describe('an affair of a vehicle', () => {
  test('that is done on another day leaves the boxes with its row', async () => {
    const vehicle = await company.vehicle()
    await company.edit('vehicle', vehicle, { inspectionDueOn: addDays(company.clock.today(), 5) })
    await nightlyDues(company.as())
    const due = await company.read((db) => db.selectFrom('affairDue').select(['ref', 'kind']).where('vehicle', '=', vehicle).execute())
    const messages = await company.read((db) =>
      db
        .selectFrom('inboxMessage')
        .select('about')
        .where(
          'about',
          'in',
          due.map((d) => `affairDue:${d.ref}`),
        )
        .execute(),
    )
    expect(messages.length).toBeGreaterThan(0)
    await company.edit('vehicle', vehicle, { inspectionDueOn: '2099-01-01' })
    await rebuildAll(company.as())
    const remaining = await company.read((db) => db.selectFrom('affairDue').select('ref').where('vehicle', '=', vehicle).execute())
    const over = messages.filter(({ about: what }) => !remaining.some((d) => `affairDue:${d.ref}` === what))
    expect(over.length).toBeGreaterThan(0)
    for (const { about: what } of over) expect(await about(what!)).toEqual([])
    expect(remaining.length).toBeLessThan(due.length)
  })
  test('that is due on another day is told anew, also within the same step', async () => {
    const vehicle = await company.vehicle()
    const remindedAfterNight = async (): Promise<string[]> => {
      await nightlyDues(company.as())
      const of = await company.read((db) =>
        db.selectFrom('affairDue').select('ref').where('vehicle', '=', vehicle).where('kind', '=', 'inspection').executeTakeFirstOrThrow(),
      )
      const rows = await company.read((db) =>
        db.selectFrom('inboxMessage').select('content').where('about', '=', `affairDue:${of.ref}`).execute(),
      )
      return [...new Set(rows.map((m) => m.content ?? ''))]
    }
    const [first, second] = [addDays(company.clock.today(), 25), addDays(company.clock.today(), 23)]
    await company.edit('vehicle', vehicle, { inspectionDueOn: first })
    expect(await remindedAfterNight()).toEqual([`预计到期 ${first}`])
    await company.edit('vehicle', vehicle, { inspectionDueOn: second })
    expect(await remindedAfterNight()).toEqual([`预计到期 ${second}`])
  })
})

describe('an approval', () => {
  test('that one of two has answered asks the other no more; the next is asked', async () => {
    const office = new Office(company)
    await office.hire(['manager', '周建国'], ['deputy', '何欣怡'], ['boss', '沈建华'])
    const form = await office.makeForm('事由', { fields: [{ name: 'why', label: '事由', kind: 'text' }] } as never)
    const process = await company.add('approvalProcess', { key: 'either', name: '或签', form })
    await office.publish(
      process,
      drawing([node('x', '经理', office.people('manager', 'deputy'), { mode: 'first' }), node('y', '总监', office.people('boss'))]),
    )
    const { id } = await office.start('sales', 'either', {})
    const asked = async (): Promise<string[]> =>
      (
        await company.read((db) =>
          db
            .selectFrom('inboxMessage')
            .innerJoin('user', 'user.id', 'inboxMessage.receiver')
            .select('user.username')
            .where('about', 'like', `approvalTask:${id}:%`)
            .orderBy('user.username')
            .execute(),
        )
      ).map((m) => m.username)
    expect(await asked()).toEqual(['deputy', 'manager'])
    await office.task('manager', 'handOver', await office.one('manager'), { users: [office.id('boss')] })
    expect(await asked()).toEqual(['boss', 'deputy'])
    await office.task('deputy', 'approve', await office.one('deputy'))
    expect(await asked()).toEqual(['boss'])
    await office.task('boss', 'approve', await office.one('boss'))
    expect(await asked()).toEqual([])
  })
})

test('what is over is found by its index, however many messages there are', async () => {
  const plan = await company.write(async (tx) => {
    await sql`set local enable_seqscan = off`.execute(tx)
    const { rows } = await sql<Record<string, string>>`
      explain delete from inbox_message where operator_id = ${company.operatorId} and about in ('payableBill:1', 'loan:2') and deleted_at is null`.execute(
      tx,
    )
    return rows.map((r) => Object.values(r)[0]).join('\n')
  })
  expect(plan).toContain('inbox_message_about_idx')
})

test('every end names an entity that there is and states of it', () => {
  const ends = company.registry.provided('reminderEnds')
  expect(ends.map((e) => e.entity).toSorted()).toEqual(
    [
      'accountPeriod',
      'fuelAccount',
      'holiday',
      'invoice',
      'loan',
      'payableBill',
      'signFlow',
      'signParty',
      'statement',
      'violation',
    ].toSorted(),
  )
  for (const end of ends) {
    const entity = company.registry.entity(end.entity).entity as Entity
    // What has no states (a holiday) ends it by its kind.
    const field = entity.state ?? 'kind'
    const states = Object.keys((entity.fields[field] as { options: Record<string, string> }).options)
    const over = states.filter((state) => end.over({ [field]: state, colour: 'red', month: '2026-05', warnBelow: 100 }))
    expect(over.length, end.entity).toBeGreaterThan(0)
    expect(over.length, end.entity).toBeLessThan(states.length)
  }
})
