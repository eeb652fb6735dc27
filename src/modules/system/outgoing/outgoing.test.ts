/** 外发记录 as the administrator sees it, over the edge. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startOutbox } from '#kit/jobs/outbox.server.ts'
import { systemClock } from '#kit/basics/time/clock.ts'
import { bench, type Bench } from '#tests/house/people.ts'
import { sendOutside } from './message-call.server.ts'

type Row = { id: number; version: number; status: string; summary: string; lastError: string | null; attempts: number }
let b: Bench
beforeAll(async () => {
  b = await bench()
})
afterAll(() => b?.rig.close())

const ctx = () => b.rig.admin.ctx
async function drain(): Promise<void> {
  const { db, registry } = ctx()
  const outbox = startOutbox({ db, registry, clock: systemClock, log: () => {}, pollMs: 1_000_000 })
  await outbox.drain()
  await outbox.stop()
}
const rows = async (who = b.rig.admin): Promise<Row[]> => ((await b.get('outgoingCall/list', {}, who)).data as { list: Row[] }).list
/** Nobody is named who could pass it on, so what is shipped refuses it. */
const stuck = (): Promise<unknown> =>
  ctx().db.write(ctx().user.operatorId, (tx) =>
    sendOutside(tx, ctx(), { to: { name: '张三', mobile: '13912345678' }, title: '验证码', text: '验证码 4711', standIns: [] }),
  )

describe('外发记录', () => {
  it('a test message reaches oneself, and its row says so without the number', async () => {
    expect((await b.post('outgoingCall/test', {})).message).toContain('没有手机号')
    const sender = await b.person('sender', { roles: [await b.role('发', ['outgoingCallList', 'outgoingCallList_test'])] })
    expect((await b.must('outgoingCall/test', {}, sender)).outside).toBe(false)
    await drain()
    const [row] = await rows()
    expect(row).toMatchObject({ status: 'done', lastError: null })
    expect(((await b.get('message/list', {}, sender)).data as { list: { title: string }[] }).list[0]!.title).toMatch(/^请转告.+：测试消息$/)
  })

  it('what failed says why, is sent again or given up by a person with a reason in the log, and tells nobody what was sent', async () => {
    await stuck()
    await drain()
    const [row] = await rows()
    expect(row).toMatchObject({
      status: 'failed',
      summary: '张三 139****5678：验证码',
      lastError: expect.stringContaining('没有可以转告的在职同事'),
    })
    const detail = await b.get('outgoingCall/detail', { id: String(row!.id) })
    const file = await b.post('outgoingCall/export', { columns: ['label', 'payload'] })
    expect(file.code).toBe(400)
    expect((await b.get('outgoingCall/list', { payload: '!~' })).code).toBe(400)
    expect(detail.text + JSON.stringify(row)).not.toMatch(/4711|13912345678/)
    await b.must('outgoingCall/sendAgain', { id: row!.id, version: row!.version })
    await drain()
    const [again] = await rows()
    expect(again).toMatchObject({ status: 'failed' })
    expect((await b.post('outgoingCall/giveUp', { id: again!.id, version: again!.version })).code).toBe(400)
    await b.must('outgoingCall/giveUp', { id: again!.id, version: again!.version, reason: '已电话告知' })
    expect((await rows())[0]).toMatchObject({ status: 'givenUp' })
    const log = (await b.get('/api/log/list', { entity: 'outgoingCall' })).text
    expect(log).toContain('已电话告知')
    expect(log).not.toMatch(/4711|13912345678/)
  })

  it('is nobody else’s business: not of another company, not of somebody without the right', async () => {
    const reader = await b.person('reader', {
      roles: [
        await b.role(
          '看',
          ['outgoingCallList'],
          [await b.template('全部', [{ resourceCode: '*', rules: [{ rule: 'store', mode: 'all' }] }])],
        ),
      ],
    })
    const other = await b.person('other', { roles: [await b.role('无', ['homePage'])] })
    const [row] = await rows(reader)
    expect(row).toBeDefined()
    expect((await b.post('outgoingCall/sendAgain', { id: row!.id, version: row!.version }, reader)).code).toBe(403)
    expect((await b.post('outgoingCall/test', {}, reader)).code).toBe(403)
    expect((await b.get('outgoingCall/list', {}, other)).code).toBe(403)
    expect(await rows(b.rig.stranger)).toEqual([])
  })
})
