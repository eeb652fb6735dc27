/** What happens at night: old positions go or become thinner, silence is told once. */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addDays } from '#kit/basics/time/day.ts'
import { add } from '#kit/entity/store.server.ts'
import { Company } from '#tests/stories/company.ts'
import { dropOld, night, prepareDays, tellExcursions, tellQuietProbes, tellSilent } from './jobs.server.ts'

let c: Company
let terminal: number
let other: number
beforeAll(async () => {
  c = await Company.open('2026-11-20')
  await c.add('parameterValue', { code: 'positionKeepDays', value: 31 })
  await c.add('parameterValue', { code: 'positionThinDays', value: 7 })
  await c.add('parameterValue', { code: 'positionThinSeconds', value: 60 })
  terminal = await c.add('terminal', { terminalNo: '13400000001', store: c.store })
  other = await c.base.db.write(
    null,
    async (tx) =>
      (await tx.insertInto('operator').values({ name: '另一家公司', shortName: null }).returning('id').executeTakeFirstOrThrow()).id,
  )
  for (const day of ['2026-10-18', '2026-10-19', '2026-11-13', '2026-11-19'])
    await c.db.write(c.operatorId, (tx) => sql`select position_prepare(${day}::date, ${day}::date + 1)`.execute(tx))
})
afterAll(() => c.close())

/** One report every ten seconds for five minutes from 08:00 of the day; the fourth says an alarm. */
const reports = (day: string, operatorId = c.operatorId, of = terminal): Promise<unknown> =>
  c.db.write(operatorId, (tx) =>
    sql`insert into position (operator_id, terminal, at, received_at, serial, lng, lat, altitude, speed, direction, flags, alarm, status)
    select ${operatorId}, ${of}, ${`${day}T08:00:00+08:00`}::timestamptz + n * interval '10 seconds', now(), n, 1, 1, 0, 0, 0, 0, case when n = 3 then 1 else 0 end, 3 from generate_series(0, 29) n on conflict do nothing`.execute(
      tx,
    ),
  )
const serials = async (day: string, operatorId = c.operatorId): Promise<number[]> =>
  (
    await c.db.read(operatorId, (db) =>
      db
        .selectFrom('position')
        .select('serial')
        .where('at', '>=', `${day}T00:00:00+08:00`)
        .where('at', '<', `${addDays(day as never, 1)}T00:00:00+08:00`)
        .orderBy('at')
        .execute(),
    )
  ).map((row) => row.serial)
const partitions = async (): Promise<string[]> => {
  const { rows } = await c.read((db) =>
    sql<{
      name: string
    }>`select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = 'position'::regclass`.execute(
      db,
    ),
  )
  return rows.map((row) => row.name)
}

describe('positions', () => {
  test('older than one keeps go: a day of one company as a whole, of a shared day only its own rows', async () => {
    await reports('2026-10-18')
    await reports('2026-10-19')
    await reports('2026-10-19', other, 999_999)
    await dropOld(c.as())
    expect(await serials('2026-10-18')).toEqual([])
    expect(await serials('2026-10-19')).toEqual([])
    expect(await serials('2026-10-19', other)).toHaveLength(30)
    const left = await partitions()
    expect(left).not.toContain('position_20261018')
    expect(left).toContain('position_20261019')
  })
  test('of a week ago become thinner: the first of each minute stays, and what says an alarm', async () => {
    await reports('2026-11-13')
    await reports('2026-11-19')
    await dropOld(c.as())
    expect(await serials('2026-11-13')).toEqual([0, 3, 6, 12, 18, 24])
    expect(await serials('2026-11-19')).toHaveLength(30)
    await dropOld(c.as())
    expect(await serials('2026-11-13')).toEqual([0, 3, 6, 12, 18, 24])
  })
  test('and messages nobody acted on go after a month', async () => {
    const addMessage = (day: string) =>
      c.add('keptMessage', {
        terminal,
        receivedAt: `${day}T08:00:00+08:00`,
        messageId: '0900',
        name: '数据上行透传',
        serial: 1,
        bytes: 1,
        frame: '00',
      })
    const [, young] = [await addMessage('2026-10-19'), await addMessage('2026-10-25')]
    await dropOld(c.as())
    const left = await c.read((db) => db.selectFrom('keptMessage').select('id').where('terminal', '=', terminal).execute())
    expect(left.map(({ id }) => id)).toEqual([young])
  })
  test('of the week to come have their days, also those that came before', async () => {
    await c.db.write(c.operatorId, (tx) =>
      sql`insert into position (operator_id, terminal, at, received_at, serial, lng, lat, altitude, speed, direction, flags, alarm, status) values (${c.operatorId}, ${terminal}, '2026-11-26T08:00:00+08:00', now(), 77, 1, 1, 0, 0, 0, 0, 0, 3)`.execute(
        tx,
      ),
    )
    await prepareDays(c.as())
    const made = await partitions()
    for (const day of ['20261119', '20261120', '20261126']) expect(made).toContain(`position_${day}`)
    expect(await serials('2026-11-26')).toEqual([77])
  })
})

describe('a server that was off at night', () => {
  const off = ['2026-11-14', '2026-11-15', '2026-11-16'] as const
  const done = () =>
    c.read((db) =>
      db
        .selectFrom('telematicsVersion')
        .select(['nightOn', 'thinnedTo', 'thinnedSeconds'])
        .where('operatorId', '=', c.operatorId)
        .executeTakeFirst(),
    )
  beforeAll(async () => {
    for (const day of [...off, '2026-11-20'])
      await c.db.write(c.operatorId, (tx) => sql`select position_prepare(${day}::date, ${day}::date + 1)`.execute(tx))
    for (const day of off) await reports(day)
  })

  test('does the work of the night once, at whatever hour it comes back', async () => {
    c.at('2026-11-21', '02:20')
    await night(c.as())
    // Before three in the morning the night that counts is the one before.
    expect((await done())!.nightOn).toBe('2026-11-20')
    c.at('2026-11-21', '10:20')
    await reports('2026-11-14')
    await night(c.as())
    expect(await done()).toEqual({ nightOn: '2026-11-21', thinnedTo: '2026-11-14', thinnedSeconds: 60 })
    expect(await serials('2026-11-14')).toEqual([0, 3, 6, 12, 18, 24])
    await reports('2026-11-14')
    c.at('2026-11-21', '11:20')
    await night(c.as())
    expect(await serials('2026-11-14')).toHaveLength(30)
  })
  test('makes thin every day that became old meanwhile, drops what is too old, and has its days ahead', async () => {
    await reports('2026-10-21')
    c.at('2026-11-24', '09:20')
    await night(c.as())
    expect([await serials('2026-11-15'), await serials('2026-11-16')]).toEqual([
      [0, 3, 6, 12, 18, 24],
      [0, 3, 6, 12, 18, 24],
    ])
    expect(await serials('2026-10-21')).toEqual([])
    const made = await partitions()
    for (const day of ['20261121', '20261122', '20261123', '20261124', '20261130']) expect(made).toContain(`position_${day}`)
    expect(await done()).toEqual({ nightOn: '2026-11-24', thinnedTo: '2026-11-17', thinnedSeconds: 60 })
  })
  test('begins anew with the oldest day when the interval becomes longer, and not when it becomes shorter', async () => {
    await c.parameter('positionThinSeconds', 120)
    c.at('2026-11-25', '09:20')
    await night(c.as())
    expect(await serials('2026-11-15')).toEqual([0, 3, 12, 24])
    await reports('2026-11-15')
    await c.parameter('positionThinSeconds', 30)
    c.at('2026-11-26', '09:20')
    await night(c.as())
    expect(await serials('2026-11-15')).toHaveLength(30)
    expect(await done()).toEqual({ nightOn: '2026-11-26', thinnedTo: '2026-11-19', thinnedSeconds: 30 })
  })
})

test('silence is told once, ends when the terminal is heard, and may begin again', async () => {
  const vehicle = await c.vehicle()
  const profile = await c.add('deviceProfile', { name: '终端' })
  const silent = await c.add('terminal', { terminalNo: '13400000002', profile, store: c.store })
  await c.act('terminal', 'bind', silent, { vehicle, at: '2026-11-01T00:00:00Z' })
  const heard = (at: string): Promise<unknown> =>
    c.write((tx) => tx.updateTable('terminal').set({ lastSeenAt: at, online: false }).where('id', '=', silent).execute())
  const alarms = () =>
    c.read((db) =>
      db.selectFrom('alarm').select(['kind', 'startAt', 'endAt', 'vehicle']).where('terminal', '=', silent).orderBy('id').execute(),
    )
  const hoursAgo = (hours: number): string => new Date(Date.parse(c.clock.now()) - hours * 3_600_000).toISOString()
  await heard(hoursAgo(71))
  await tellSilent(c.as())
  expect(await alarms()).toEqual([])
  const since = hoursAgo(73)
  await heard(since)
  await tellSilent(c.as())
  await tellSilent(c.as())
  expect(await alarms()).toEqual([{ kind: 'offline', startAt: since, endAt: null, vehicle }])
  const back = hoursAgo(0)
  await heard(back)
  await tellSilent(c.as())
  expect(await alarms()).toEqual([{ kind: 'offline', startAt: since, endAt: back, vehicle }])
  c.clock.advanceMinutes(73 * 60)
  await tellSilent(c.as())
  expect(await alarms()).toHaveLength(2)
})

test('a probe that says nothing while the vehicle runs is seen before it speaks again', async () => {
  const policy = await c.add('temperaturePolicy', { name: '冷藏药品', lowest: 2, highest: 8, noDataSeconds: 300 })
  const [running, parked] = [await c.vehicle(), await c.vehicle()]
  for (const vehicle of [running, parked]) {
    const of = await c.add('terminal', {
      terminalNo: `1340001${String(vehicle).padStart(4, '0')}`,
      profile: await c.add('deviceProfile', { name: `终端 ${vehicle}` }),
      store: c.store,
    })
    await c.act('terminal', 'bind', of, { vehicle, at: '2026-11-01T00:00:00Z' })
    await c.add('temperatureChannel', { vehicle, sensorNo: 1, policy })
    await c.write((tx) =>
      tx
        .updateTable('vehiclePosition')
        .set({ accOn: vehicle === running })
        .where('vehicle', '=', vehicle)
        .execute(),
    )
    await c.write((tx) => tx.updateTable('temperatureChannel').set({ lastAt: c.clock.now() }).where('vehicle', '=', vehicle).execute())
  }
  const states = () =>
    c.read((db) =>
      db
        .selectFrom('temperatureChannel')
        .select(['vehicle', 'excursion'])
        .where('vehicle', 'in', [running, parked])
        .orderBy('vehicle')
        .execute(),
    )
  c.clock.advanceMinutes(5)
  await tellQuietProbes(c.as())
  expect((await states()).map((s) => s.excursion)).toEqual(['none', 'none'])
  c.clock.advanceMinutes(1)
  await tellQuietProbes(c.as())
  expect(await states()).toEqual([
    { vehicle: running, excursion: 'noData' },
    { vehicle: parked, excursion: 'none' },
  ])
})

test('an excursion that stays open reaches the people its policy names, one step after the other, each once', async () => {
  const [first, second] = [c.people.get('sales')!, c.people.get('finance')!]
  const policy = await c.add('temperaturePolicy', {
    name: '逐级通知',
    lowest: 2,
    highest: 8,
    firstUsers: [first],
    secondUsers: [first, second],
    secondMinutes: 10,
    thirdMinutes: 30,
  })
  const vehicle = await c.vehicle()
  const channel = await c.add('temperatureChannel', { vehicle, sensorNo: 3, policy })
  const begin = (kind: 'high' | 'low' | 'spread') =>
    c.write(
      async (tx) =>
        (
          await add(tx, c.as(), 'excursion', {
            channel,
            vehicle,
            store: c.store,
            policy,
            kind,
            startAt: c.clock.now(),
            confirmedAt: c.clock.now(),
          })
        ).id,
    )
  const said = async (id: number): Promise<string[]> =>
    (
      await c.read((db) =>
        db
          .selectFrom('inboxMessage')
          .select(['receiver', 'title'])
          .where('link', '=', `/telematics/excursionDetail?id=${id}`)
          .orderBy('id')
          .execute(),
      )
    ).map((m) => `${m.receiver === first ? 1 : 2} ${m.title.replace(/^\S+ /, '')}`)
  const id = await begin('high')
  await tellExcursions(c.as())
  await tellExcursions(c.as())
  expect(await said(id)).toEqual(['1 3 号探头温度超高'])
  c.clock.advanceMinutes(9)
  await tellExcursions(c.as())
  expect(await said(id)).toHaveLength(1)
  c.clock.advanceMinutes(1)
  await tellExcursions(c.as())
  await tellExcursions(c.as())
  expect((await said(id)).toSorted()).toEqual([
    '1 3 号探头温度超高',
    '1 3 号探头温度超高，10 分钟未恢复',
    '2 3 号探头温度超高，10 分钟未恢复',
  ])
  // Back in range, or in somebody's hands: nobody else is called.
  const [over, handled] = [await begin('spread'), await begin('low')]
  await tellExcursions(c.as())
  await c.write((tx) => tx.updateTable('excursion').set({ endAt: c.clock.now() }).where('id', '=', over).execute())
  await c.act('excursion', 'handle', handled, { handling: '已联系司机' })
  c.clock.advanceMinutes(60)
  await tellExcursions(c.as())
  expect([await said(over), await said(handled)]).toEqual([['1 3 号探头温差过大'], ['1 3 号探头温度超低']])
})

test('a policy that names a role reaches those of the vehicle’s store and those of no store; the driver hears it once', async () => {
  const elsewhere = await c.add('store', { code: 'FAR', name: '另一门店', city: '苏州市' })
  const role = await c.add('role', { name: '冷链调度', code: 'coldDispatch' })
  const { dept } = await c.read((db) =>
    db.selectFrom('user').select('dept').where('id', '=', c.people.get('sales')!).executeTakeFirstOrThrow(),
  )
  const [ofStore, all, away, off] = await Promise.all(
    [[c.store], [], [elsewhere], [c.store]].map((stores, i) =>
      c.add('user', {
        username: `cold_${i}`,
        name: `冷链 ${i}`,
        mobile: '13800138000',
        customerType: 'staff',
        dept,
        roles: [role],
        stores,
      }),
    ),
  )
  await c.write((tx) => tx.updateTable('user').set({ status: 'disabled' }).where('id', '=', off!).execute())
  const policy = await c.add('temperaturePolicy', {
    name: '按角色通知',
    lowest: 2,
    highest: 8,
    firstRoles: [role],
    tellDriver: true,
    secondMinutes: 10,
    thirdMinutes: 30,
    thirdUsers: [away],
  })
  const vehicle = await c.vehicle()
  const of = await c.add('terminal', {
    terminalNo: '13400029999',
    profile: await c.add('deviceProfile', { name: '会说话的终端' }),
    store: c.store,
  })
  await c.act('terminal', 'bind', of, { vehicle, at: '2026-11-01T00:00:00Z' })
  await c.write((tx) => tx.updateTable('terminal').set({ online: true }).where('id', '=', of).execute())
  const channel = await c.add('temperatureChannel', { vehicle, sensorNo: 2, policy })
  const { id } = await c.write((tx) =>
    add(tx, c.as(), 'excursion', {
      channel,
      vehicle,
      store: c.store,
      policy,
      kind: 'high',
      startAt: c.clock.now(),
      confirmedAt: c.clock.now(),
    }),
  )
  const receivers = async () =>
    (
      await c.read((db) =>
        db.selectFrom('inboxMessage').select('receiver').where('link', '=', `/telematics/excursionDetail?id=${id}`).orderBy('id').execute(),
      )
    ).map((m) => m.receiver)
  await tellExcursions(c.as())
  await tellExcursions(c.as())
  expect((await receivers()).toSorted((a, b) => a - b)).toEqual([ofStore!, all!].toSorted((a, b) => a - b))
  const spoken = await c.read((db) =>
    db.selectFrom('command').select(['kind', 'queueable', 'payload']).where('terminal', '=', of).execute(),
  )
  expect(spoken).toEqual([
    { kind: 'text', queueable: false, payload: { text: '注意：2号温度探头温度超高，请检查货厢', speak: true, urgent: true } },
  ])
  c.clock.advanceMinutes(30)
  await tellExcursions(c.as())
  expect((await receivers()).at(-1)).toBe(away)
})
