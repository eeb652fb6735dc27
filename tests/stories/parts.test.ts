/** A company does without a module, and somebody before a closed door: who opens it, and a word to them. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bench, type Bench } from '#tests/house/people.ts'

let b: Bench
beforeAll(async () => {
  b = await bench()
})
afterAll(async () => {
  expect(b?.rig.faults).toEqual([])
  await b?.rig.close()
})
interface Me {
  partsOff: string[]
  menuLayout: string
}
const me = async (who = b.rig.admin): Promise<Me> => (await b.get('session/me', {}, who)).data as Me
const entitiesNamed = async (keyword: string): Promise<string[]> =>
  ((await b.get('search', { keyword })).data as { entity: string }[]).map(({ entity }) => entity)

describe('a module that is switched off', () => {
  test('is told to everybody at once, is left out of the search, and loses nothing', async () => {
    await b.must('lessee/add', { kind: 'person', name: '欧阳搜索', mobile: '13912345678', idNo: '110101199001010015', store: b.stores[0] })
    const clerk = await b.person('clerk', { roles: [await b.role('店员', ['memberList'])] })
    expect(await me(clerk)).toMatchObject({ partsOff: [], menuLayout: 'work' })
    expect(await entitiesNamed('欧阳搜索')).toEqual(['lessee'])
    await b.must('parameter/save', { values: { partLeasing: false, menuLayout: 'tree' } })
    // A node hears of a change after its commit, in milliseconds.
    await expect.poll(() => me(clerk)).toMatchObject({ partsOff: ['partLeasing'], menuLayout: 'tree' })
    await expect.poll(() => entitiesNamed('欧阳搜索')).toEqual([])
    expect(((await b.get('lessee/list', { keyword: '欧阳搜索' })).data as { total: number }).total).toBe(1)
    await b.must('parameter/save', { values: { partLeasing: true, menuLayout: 'work' } })
    await expect.poll(() => entitiesNamed('欧阳搜索')).toEqual(['lessee'])
  })
  test('is switched by whoever may set parameters, and nobody else', async () => {
    const outsider = await b.person('outsider', { roles: [await b.role('看车', ['vehicleList'])] })
    expect((await b.post('parameter/save', { values: { partFuel: false } }, outsider)).status).toBe(403)
    expect((await me()).partsOff).toEqual([])
  })
})

describe('who can help', () => {
  test('is named to everybody who is signed in: administrators, and who holds the right', async () => {
    const keeper = await b.person('keeper', { roles: [await b.role('参数员', ['parameterSett', 'parameterSett_edit'])] })
    const names = (of: string) => b.get('keepers', { of }, keeper).then((answer) => answer.data as string[])
    expect(await names('parts')).toContain('keeper')
    expect(await names('rights')).not.toContain('keeper')
    expect((await names('rights')).length).toBeGreaterThan(0)
    expect((await b.get('keepers', { of: 'passwords' }, keeper)).status).toBe(400)
  })
})

describe('a problem', () => {
  test('is told without the right to the list of problems, answered there, and the answer reaches who told it', async () => {
    const lost = await b.person('lost', { roles: [await b.role('看车2', ['vehicleList'])] })
    expect((await b.get('problemFeedback/list', {}, lost)).status).toBe(403)
    const sent = await b.post('feedback/send', { title: '打不开合同', content: '需要录合同', page: '/contract/contracAdd' }, lost)
    expect(sent.code, sent.message).toBe(200)
    const { no } = sent.data as { no: string }
    expect(no).toMatch(/^FK\d{8}-\d{4}$/)
    const { list } = (await b.get('problemFeedback/list', { no })).data as {
      list: { id: number; version: number; page: string; createdBy: number }[]
    }
    expect(list).toMatchObject([{ page: '/contract/contracAdd', createdBy: lost.id }])
    await b.must('problemFeedback/reply', { id: list[0]!.id, version: list[0]!.version, answer: '已开通' })
    const inbox = (await b.get('message/list', {}, lost)).data as { list: { title: string; content: string }[] }
    expect(inbox.list[0]).toMatchObject({ title: `你的反馈 ${no} 已回复`, content: '已开通' })
    expect((await b.post('feedback/send', { title: ' ', content: 'x' }, lost)).message).toContain('请填写标题')
  })
})
