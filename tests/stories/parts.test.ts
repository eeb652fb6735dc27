/** A company does without a module, and somebody before a closed door: who opens it, and a word to them. */
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { bench, type Bench } from '#tests/house/people.ts'
import type { Person } from '#tests/house/rig.ts'

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
    expect(await me(clerk)).toMatchObject({ partsOff: ['partLeasing'], menuLayout: 'tree' })
    expect(await entitiesNamed('欧阳搜索')).toEqual([])
    expect(((await b.get('lessee/list', { keyword: '欧阳搜索' })).data as { total: number }).total).toBe(1)
    await b.must('parameter/save', { values: { partLeasing: true, menuLayout: 'work' } })
    expect(await entitiesNamed('欧阳搜索')).toEqual(['lessee'])
  })
  test('is neither asked for the home nor shown on it: cards, work and first steps', async () => {
    await b.must('lessee/add', {
      kind: 'person',
      name: '待审核的人',
      mobile: '13912345679',
      idNo: '110101199001010031',
      store: b.stores[0],
    })
    const codes = async (path: string, query: object): Promise<string[]> =>
      ((await b.get(path, query)).data as { code: string }[]).map(({ code }) => code)
    const seen = async () => ({ cards: await codes('home', { page: 'homePage' }), work: await codes('home/work', {}) })
    const steps = async (): Promise<string[]> =>
      ((await b.get('demo/state')).data as { steps: { code: string }[] }).steps.map(({ code }) => code)
    const leasing = b.rig.registry.modules.filter(({ module }) => module.part === 'partLeasing').flatMap((m) => m.home ?? [])
    expect(leasing.length).toBeGreaterThan(3)
    const asked = leasing.map((card) => vi.spyOn(card, 'load'))
    const before = await seen()
    expect(before.cards).toEqual(expect.arrayContaining(leasing.filter(({ page }) => page === 'homePage').map(({ code }) => code)))
    expect(before.work).toContain('lesseeToReview')
    expect(await steps()).toContain('contract')
    await b.must('parameter/save', { values: { partLeasing: false } })
    expect((await me()).partsOff).toEqual(['partLeasing'])
    for (const card of asked) card.mockClear()
    const after = await seen()
    expect(after.cards).toEqual(before.cards.filter((code) => !leasing.some((card) => card.code === code)))
    expect(after.cards).toContain('vehicleByStatus')
    expect(after.work).not.toContain('lesseeToReview')
    expect(asked.flatMap((card) => card.mock.calls)).toEqual([])
    expect(await steps()).toEqual(['store', 'template', 'role', 'user', 'vehicle'])
    await b.must('parameter/save', { values: { partLeasing: true } })
    expect((await seen()).cards).toEqual(before.cards)
    for (const card of asked) card.mockRestore()
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
  test('is a person of the same company whose role still counts, at most three, and named to no stranger', async () => {
    const role = await b.role('授权员', ['role', 'role_grant'])
    const granter = await b.person('granter', { roles: [role] })
    const names = async (who: Person = granter): Promise<string[]> => (await b.get('keepers', { of: 'rights' }, who)).data as string[]
    expect(await names()).toContain('granter')
    for (const name of ['g1', 'g2', 'g3']) await b.person(name, { roles: [role] })
    expect((await names()).length).toBe(3)
    const theirs = await names(b.rig.stranger)
    expect(theirs.length).toBeGreaterThan(0)
    expect(theirs).not.toContain('granter')
    expect((await b.rig.send({ method: 'GET', path: '/api/v1/keepers' }, { of: 'rights' }, null)).status).toBe(401)
    const carrier = await b.person('carrier', { customerType: 'carrier', roles: [role] })
    expect(await names(carrier)).toEqual([])
    const { version } = (await b.get('role/detail', { id: role })).data as { version: number }
    await b.must('role/disable', { id: role, version })
    const bystander = await b.person('bystander', { roles: [await b.role('看车3', ['vehicleList'])] })
    expect(await names(bystander)).not.toContain('granter')
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
    expect(inbox.list[0]).toMatchObject({ title: `您的反馈 ${no} 已回复`, content: '已开通' })
    expect((await b.post('feedback/send', { title: ' ', content: 'x' }, lost)).message).toContain('请填写标题')
  })
  test('is heard ten times an hour from one person, who is then told when again; another is not held up', async () => {
    const eager = await b.person('eager', { roles: [await b.role('看车4', ['vehicleList'])] })
    const send = (n: number, who: Person = eager) => b.post('feedback/send', { title: `第 ${n} 次`, content: '打不开' }, who)
    const codes = []
    for (let n = 1; n <= 10; n++) codes.push((await send(n)).code)
    expect(codes).toEqual(Array.from({ length: 10 }, () => 200))
    const eleventh = await send(11)
    expect([eleventh.code, eleventh.message]).toEqual([422, expect.stringMatching(/一小时内已反馈 10 次，请于 \d\d:\d\d 后再试/)])
    expect((await send(1, b.rig.nobody)).code).toBe(200)
    // An hour later there is room again.
    await b.rig.db.write(b.rig.admin.ctx.user.operatorId, (tx) =>
      tx
        .updateTable('problemFeedback')
        .set({ createdAt: new Date(Date.now() - 3_601_000).toISOString() })
        .where('createdBy', '=', eager.id)
        .execute(),
    )
    expect((await send(12)).code).toBe(200)
  })
})
