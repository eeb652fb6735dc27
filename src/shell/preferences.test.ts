/** What a person keeps on the server: drafts for a month, views for whom they were saved, defaults of the company. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fakeClock, systemClock } from '#kit/basics/time/clock.ts'
import { bench, type Bench } from '#tests/house/people.ts'
import { pruneDrafts } from './preferences.server.ts'

type Someone = Awaited<ReturnType<Bench['person']>>
let b: Bench
let clerk: Someone
let colleague: Someone
let stranger: Someone
beforeAll(async () => {
  b = await bench()
  const roles = [await b.role('文员', ['vehicleMenu', 'vehicleList'])]
  const elsewhere = (await b.must('dept/add', { name: '外勤部', code: 'field', idx: 2 })).id as number
  clerk = await b.person('viewClerk', { roles })
  colleague = await b.person('viewColleague', { roles })
  stranger = await b.person('viewStranger', { roles, dept: elsewhere })
})
afterAll(async () => {
  expect(b?.rig.faults).toEqual([])
  await b?.rig.close()
})

const ahead = (days: number) => fakeClock(new Date(Date.parse(systemClock.now()) + days * 86_400_000).toISOString())

it('a draft stays for thirty days and not a day longer, whosever it is', async () => {
  for (const who of [clerk, colleague]) await b.must('draft/save', { key: 'add:vehicle', content: { plateNo: '沪D1' } }, who)
  await pruneDrafts(b.rig.db, ahead(29))
  expect((await b.get('draft', { key: 'add:vehicle' }, clerk)).data).toMatchObject({ content: { plateNo: '沪D1' } })
  await pruneDrafts(b.rig.db, ahead(31))
  for (const who of [clerk, colleague]) expect((await b.get('draft/list', {}, who)).data).toEqual([])
})

describe('a saved view', () => {
  const names = async (who: Someone): Promise<string[]> =>
    ((await b.get('savedView/list', { screen: 'vehicleList' }, who)).data as { name: string }[]).map((v) => v.name)
  const view = (name: string, more: object) => ({
    screen: 'vehicleList',
    name,
    scope: 'private',
    isDefault: false,
    state: { params: { plateNo: '沪D' }, columns: null },
    ...more,
  })

  it('is seen by its owner, by the department, or by all, as it was saved', async () => {
    await b.must('savedView/add', view('我的', {}), clerk)
    await b.must('savedView/add', view('部门的', { scope: 'dept' }), clerk)
    await b.must('savedView/add', view('公司的', { scope: 'all' }))
    expect(await names(clerk)).toEqual(['我的', '公司的', '部门的'])
    expect(await names(colleague)).toEqual(['公司的', '部门的'])
    expect(await names(stranger)).toEqual(['公司的'])
    expect(await b.post('savedView/add', view('越权', { scope: 'all' }), clerk)).toMatchObject({
      code: 403,
      text: expect.stringContaining('只有管理员可以把视图分享给全公司'),
    })
  })
  it('opens by itself for one person only: a second default takes the place of the first', async () => {
    await b.must('savedView/add', view('甲', { isDefault: true, scope: 'dept' }), colleague)
    await b.must('savedView/add', view('乙', { isDefault: true }), colleague)
    const defaults = async (who: Someone) =>
      ((await b.get('savedView/list', { screen: 'vehicleList' }, who)).data as { name: string; isDefault: boolean }[])
        .filter((v) => v.isDefault)
        .map((v) => v.name)
    expect(await defaults(colleague)).toEqual(['乙'])
    expect(await defaults(clerk)).toEqual([])
  })
  it('is changed by whoever saved it', async () => {
    const [shared] = ((await b.get('savedView/list', { screen: 'vehicleList' }, colleague)).data as { id: number; name: string }[]).filter(
      (v) => v.name === '部门的',
    )
    expect(await b.post('savedView/delete', { id: shared!.id }, colleague)).toMatchObject({
      code: 403,
      text: expect.stringContaining('只能修改自己保存的视图'),
    })
    expect(await b.post('savedView/delete', { id: shared!.id }, stranger)).toMatchObject({ code: 403 })
    await b.must('savedView/delete', { id: shared!.id }, clerk)
    expect(await names(colleague)).not.toContain('部门的')
  })
})

it('columns of the company are published by an administrator; one’s own lie above them until they are given up', async () => {
  const key = 'list:vehicleList'
  const settings = async (who: Someone) =>
    (await b.get('setting', {}, who)).data as { mine: Record<string, unknown>; team: Record<string, unknown> }
  const team = { columns: [{ name: 'energy', hidden: true }], density: 'compact' }
  expect(await b.post('setting', { key, value: team, scope: 'team' }, clerk)).toMatchObject({
    code: 403,
    text: expect.stringContaining('只有管理员可以发布公司默认设置'),
  })
  await b.must('setting', { key, value: team, scope: 'team' })
  await b.must('setting', { key, value: { density: 'large' } }, clerk)
  expect(await settings(clerk)).toMatchObject({ mine: { [key]: { density: 'large' } }, team: { [key]: team } })
  expect((await settings(stranger)).team[key]).toEqual(team)
  await b.must('setting', { key, value: null }, clerk)
  expect((await settings(clerk)).mine[key]).toBeUndefined()
})
