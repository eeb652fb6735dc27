/** The calendar of the next year: what is shipped of it, and who is told that its arrangement is missing. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Context } from '#kit/access/context.server.ts'
import { fakeClock } from '#kit/basics/time/clock.ts'
import { startRig, type Rig } from '#tests/house/rig.ts'
import { holidayYearJob, seedHolidays } from './holiday-year.server.ts'

let rig: Rig
beforeAll(async () => {
  rig = await startRig()
})
afterAll(async () => {
  expect(rig?.faults).toEqual([])
  await rig?.close()
})

/** The morning of this day. */
const on = (day: string): Context => ({ ...rig.admin.ctx, clock: fakeClock(`${day}T00:20:00Z`) })
const post = async (path: string, body: object): Promise<{ id: number }> => {
  const answer = await rig.send({ method: 'POST', path: `/api/v1/holiday/${path}` }, body, rig.admin)
  expect(answer.status, answer.text).toBe(200)
  return answer.data as { id: number }
}
const reminders = async (): Promise<string[]> => {
  const { data } = await rig.send({ method: 'GET', path: '/api/v1/message/list' }, { pageSize: 50 }, rig.admin)
  return (data as { list: { title: string }[] }).list.map((m) => m.title).filter((title) => title.includes('放假调休'))
}

test('the statutory days of 2027 are there, and are laid once', async () => {
  const { ctx } = rig.admin
  const days = (): Promise<{ day: string }[]> =>
    ctx.db.read(ctx.user.operatorId, (db) =>
      db
        .selectFrom('holiday')
        .select('day')
        .where('operatorId', '=', ctx.user.operatorId)
        .where('deletedAt', 'is', null)
        .orderBy('day')
        .execute(),
    )
  const before = await days()
  expect(before.filter((d) => d.day.startsWith('2027')).map((d) => d.day)).toEqual([
    '2027-01-01',
    '2027-02-05',
    '2027-02-06',
    '2027-02-07',
    '2027-02-08',
    '2027-04-05',
    '2027-05-01',
    '2027-05-02',
    '2027-06-09',
    '2027-09-15',
    '2027-10-01',
    '2027-10-02',
    '2027-10-03',
  ])
  await ctx.db.write(ctx.user.operatorId, (tx) => seedHolidays(tx, ctx))
  expect(await days()).toEqual(before)
})

test('administrators are told once from November on, and no longer when the arrangement is entered', async () => {
  await holidayYearJob.run(on('2026-10-31'))
  expect(await reminders()).toEqual([])
  await holidayYearJob.run(on('2026-11-01'))
  await holidayYearJob.run(on('2026-12-30'))
  expect(await reminders()).toEqual(['2027 年的放假调休安排还没有录入'])
  // A statutory day says nothing of the weekends that are worked.
  await post('add', { day: '2027-02-09', kind: 'statutory', name: '春节' })
  expect(await reminders()).toHaveLength(1)
  await post('add', { day: '2027-02-14', kind: 'work', name: '春节调休' })
  expect(await reminders()).toEqual([])
  await holidayYearJob.run(on('2026-12-31'))
  expect(await reminders()).toEqual([])
})
