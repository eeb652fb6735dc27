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
