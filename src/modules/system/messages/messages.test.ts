/** A message, from the publisher to people without any right to the screens it was written on. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { FileLink } from '#kit/entity/field.ts'
import { bench, type Bench } from '#tests/house/people.ts'

type Someone = Awaited<ReturnType<Bench['person']>>
interface Mine {
  unread: number
  list: { id: number; title: string; content: string; link: string | null; attachments: FileLink[] | null }[]
}

let b: Bench
let receiver: Someone
let other: Someone
let readers: number
beforeAll(async () => {
  b = await bench()
  readers = await b.role('客服', ['homePage'])
  receiver = await b.person('receiver', { roles: [readers] })
  other = await b.person('other', { roles: [await b.role('司机', ['homePage'])] })
})
afterAll(async () => {
  expect(b?.rig.faults).toEqual([])
  await b?.rig.close()
})

async function attach(): Promise<FileLink> {
  const body = [
    '--x',
    'Content-Disposition: form-data; name="file"; filename="停电安排.pdf"',
    'Content-Type: application/pdf',
    '',
    '%PDF-1.7\n%%EOF',
    '--x--',
    '',
  ].join('\r\n')
  const answer = await b.rig.send({ method: 'POST', path: '/api/v1/file/upload' }, body, b.rig.admin, {
    'content-type': 'multipart/form-data; boundary=x',
  })
  return answer.data as FileLink
}
const mine = async (who: Someone): Promise<Mine> => (await b.get('message/list', {}, who)).data as Mine
const open = async (file: FileLink, who: Someone): Promise<number> => (await b.get('file/get', { id: file.id }, who)).status

describe('a published message', () => {
  it('comes with its attachments and its link to those it was sent to, and to nobody else', async () => {
    const file = await attach()
    const { id, version } = await b.must('systemMessage/add', {
      title: '停电安排',
      content: '周六 8:00 至 12:00 停电。',
      category: 'notice',
      toAll: false,
      roles: [readers],
      attachments: [{ id: file.id }],
      link: '/vehicle/vehicleList',
    })
    expect(await open(file, receiver)).toBe(404)
    const published = await b.must('systemMessage/publish', { id, version })
    expect(published.receiverCount).toBe(1)

    const { list, unread } = await mine(receiver)
    expect(unread).toBe(1)
    expect(list[0]).toMatchObject({
      title: '停电安排',
      content: '周六 8:00 至 12:00 停电。',
      link: '/vehicle/vehicleList',
      attachments: [{ id: file.id, name: '停电安排.pdf' }],
    })
    expect(await open(file, receiver)).toBe(200)
    expect((await mine(other)).list).toEqual([])
    expect(await open(file, other)).toBe(404)

    await b.must('message/read', { ids: [list[0]!.id] }, receiver)
    expect((await mine(receiver)).unread).toBe(0)
    const read = await b.must('systemMessage/withdraw', {
      id,
      version: ((await b.get('systemMessage/detail', { id })).data as { version: number }).version,
    })
    expect(read.status).toBe('withdrawn')
    expect((await mine(receiver)).list).toEqual([])
    expect(await open(file, receiver)).toBe(404)
  })
  it('says in 消息明细 who got it and when he read it, never what it says: a code passed on for somebody outside is its receiver’s', async () => {
    const { id, version } = await b.must('systemMessage/add', {
      title: '转告',
      content: '验证码 482913',
      category: 'task',
      toAll: false,
      roles: [readers],
    })
    await b.must('systemMessage/publish', { id, version })
    expect((await mine(receiver)).list.find((m) => m.title === '转告')?.content).toBe('验证码 482913')
    const { list } = (await b.get('inboxMessage/list', { pageSize: '50' })).data as { list: { title: string; content?: string }[] }
    const row = list.find((m) => m.title === '转告')!
    expect(row).toBeDefined()
    expect(row.content).toBeUndefined()
    expect(JSON.stringify(list)).not.toContain('482913')
  })
  it('opens no box of another by 消息明细, whoever was given the page: titles name outsiders; a publisher reads who read his own', async () => {
    const codes = ['inboxMessage', 'inboxMessage_export', 'systemMessage', 'systemMessage_add', 'systemMessage_publish']
    const desk = await b.person('desk', { roles: [await b.role('消息台', codes)] })
    const send = async (title: string, who?: Someone) => {
      const { id, version } = await b.must(
        'systemMessage/add',
        { title, content: '…', category: 'task', toAll: false, roles: [readers] },
        who,
      )
      await b.must('systemMessage/publish', { id, version }, who)
      return id as number
    }
    await send('请转告张三：验证码')
    const own = await send('台里的通知', desk)
    type Page = { list: { id: number; title: string }[]; total: number }
    const seen = async (query: object, who?: Someone) => (await b.get('inboxMessage/list', { pageSize: '100', ...query }, who)).data as Page
    const theirs = (await seen({})).list.find((m) => m.title === '请转告张三：验证码')!
    expect(theirs).toBeDefined()
    // Sent by him, and received by himself.
    const toDesk = (await seen({}, desk)).list
    expect(new Set(toDesk.map((m) => m.title))).toEqual(new Set(['台里的通知']))
    expect((await seen({ systemMessage: String(own) }, desk)).total).toBe(1)
    for (const call of ['detail', 'timeline'])
      expect([call, (await b.get(`inboxMessage/${call}`, { id: theirs.id }, desk)).status]).toEqual([call, 404])
    expect(JSON.stringify((await b.get('inboxMessage/options', { keyword: '转告' }, desk)).data)).not.toContain('张三')
    expect((await b.post('inboxMessage/export', { query: {}, columns: ['title'] }, desk)).status).toBe(200)
    const exported = await b.rig.db.read(b.rig.admin.ctx.user.operatorId, (db) =>
      db.selectFrom('auditLog').select('title').where('entity', '=', 'inboxMessage').where('action', '=', 'export').execute(),
    )
    expect(exported).toEqual([{ title: '消息明细 1 条' }])
    // Not even an administrator reads what a colleague published to others.
    expect((await seen({})).list.map((m) => m.title)).not.toContain('台里的通知')
  })
  it('calls nobody to what they sent themselves: it stands in their list as their own', async () => {
    const { id, version } = await b.must('systemMessage/add', { title: '全员会议', content: '周五 15:00', category: 'notice', toAll: true })
    await b.must('systemMessage/publish', { id, version })
    const isOwn = async (who?: Someone) =>
      (((await b.get('message/list', {}, who)).data as Mine).list.find((m) => m.title === '全员会议') as { own?: boolean } | undefined)?.own
    expect([await isOwn(), await isOwn(receiver)]).toEqual([true, false])
  })
  it.each(['//evil.example/a', 'https://evil.example', 'javascript:alert(1)', '/\\evil.example', 'vehicle/vehicleList'])(
    'leads to no place outside the console: %s',
    async (link) => {
      const answer = await b.post('systemMessage/add', { title: '停电安排', content: '停电', category: 'notice', toAll: true, link })
      expect([answer.code, answer.text]).toEqual([400, expect.stringContaining('跳转页面应以 / 开头')])
    },
  )
})
