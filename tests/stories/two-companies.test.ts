/**
 * A second company on one installation, whose administrator tries what once reached the first: the resource tree, the look of a
 * host, releases, demo accounts. What belongs to everybody belongs to the platform (decision 0023).
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoAccounts, newestRelease } from '#modules/system/settings/site.server.ts'
import { startRig, type Answer, type Person, type Rig } from '#tests/house/rig.ts'

let rig: Rig
/** Its administrator may do everything a company may. */
let theirs: Person
const HOST = 'console.jia.example'
beforeAll(async () => {
  rig = await startRig()
  theirs = rig.stranger
})
afterAll(async () => {
  expect(rig?.faults).toEqual([])
  await rig?.close()
})

const get = (path: string, input: object, who: Person | null, headers = {}): Promise<Answer> =>
  rig.send({ method: 'GET', path: `/api/v1/${path}` }, input, who, headers)
const post = (path: string, input: object, who: Person): Promise<Answer> =>
  rig.send({ method: 'POST', path: `/api/v1/${path}` }, input, who)
interface Node {
  code: string
  name: string
  parentCode: string | null
  idx: number
  authUrls: string[]
}
const treeOf = async (who: Person): Promise<Node[]> => (await get('resource/tree', {}, who)).data as Node[]
const titleOf = async (host: string): Promise<string> => ((await get('site/config', {}, null, { host })).data as { title: string }).title
const site = (host: string, title: string) => ({ host, title, company: title, look: 'leasing', primaryColor: 'blue' })

test('what one company makes of the resource tree stays its own, and opens nothing by a pattern', async () => {
  const home = (await treeOf(theirs)).find((r) => r.code === 'homePage')!
  const { code, parentCode, idx } = home
  const edit = (authUrls: string[]) => post('resource/edit', { code, parentCode, idx, name: '乙的首页', authUrls }, theirs)
  for (const url of ['GET /api/v1/*/list', '* /api/log/list', 'GET /api/log/*'])
    expect((await edit([url])).message + JSON.stringify((await edit([url])).data)).toContain('不能使用通配符')
  expect((await edit(['GET /api/log/list'])).status).toBe(200)
  expect((await treeOf(theirs)).find((r) => r.code === 'homePage')).toMatchObject({ name: '乙的首页', authUrls: ['GET /api/log/list'] })
  expect((await treeOf(rig.admin)).find((r) => r.code === 'homePage')).toMatchObject({ name: home.name, authUrls: [] })
  const added = { code: 'theirPage', type: 'menu_item', name: '乙的页面', parentCode: null, path: '/their', authUrls: [] }
  expect((await post('resource/add', added, theirs)).status).toBe(200)
  expect((await treeOf(rig.admin)).some((r) => r.code === 'theirPage')).toBe(false)
  expect((await post('resource/delete', { code: 'theirPage' }, rig.admin)).status).toBe(404)
  expect((await post('resource/sort', { parentCode: null, codes: ['theirPage'] }, rig.admin)).status).toBe(200)
  expect((await treeOf(theirs)).find((r) => r.code === 'theirPage')).toMatchObject({ idx: 0, parentCode: null })
})

test('the look of a host is its owner’s: others can neither write nor read it', async () => {
  expect((await post('siteConfig/add', site(HOST, '甲运'), rig.admin)).status).toBe(200)
  for (const host of [HOST, HOST.toUpperCase(), 'free.example', '*']) {
    const answer = await post('siteConfig/add', site(host, '乙占'), theirs)
    expect([host, answer.status, JSON.stringify(answer.data)]).toEqual([host, 400, expect.stringContaining('没有分配给本公司')])
  }
  expect(JSON.stringify((await get('siteConfig/list', {}, theirs)).data)).not.toContain('甲运')
  // Not even a row that came by another way shows.
  const { operatorId } = theirs.ctx.user
  const row = (host: string) => ({ operatorId, ...site(host, '乙占') })
  await rig.db.write(operatorId, (tx) =>
    tx
      .insertInto('siteConfig')
      .values([row(HOST), row('*')] as never)
      .execute(),
  )
  expect(await titleOf(HOST)).toBe('甲运')
  expect(await titleOf('free.example')).toBe('租运通')
})

test('a host that a company was given is its own, and no longer the platform’s', async () => {
  const mine = rig.admin.ctx.user.operatorId
  const { operatorId } = theirs.ctx.user
  const give = (as: number, host: string) => rig.db.write(as, (tx) => tx.insertInto('operatorHost').values({ host, operatorId }).execute())
  await expect(give(operatorId, 'own.example')).rejects.toMatchObject({ code: '42501' })
  await give(mine, 'own.example')
  expect((await post('siteConfig/add', site('own.example', '乙运'), theirs)).status).toBe(200)
  expect(await titleOf('own.example')).toBe('乙运')
  expect(JSON.stringify((await post('siteConfig/add', site('own.example', '甲占'), rig.admin)).data)).toContain('已分配给其他公司')
})

test('releases are the platform’s: no company publishes, lists or opens them to itself', async () => {
  const release = { versionNo: '99.0.0', title: '更新', notes: '说明' }
  const refused = async (): Promise<number[]> => [
    (await post('release/add', release, theirs)).status,
    (await get('release/list', {}, theirs)).status,
    (await post('release/publish', { id: 1, version: 1 }, theirs)).status,
  ]
  expect(await refused()).toEqual([403, 403, 403])
  expect((await treeOf(theirs)).filter((r) => r.code.startsWith('versionList'))).toEqual([])
  const [home] = (await treeOf(theirs)).filter((r) => r.code === 'homePage')
  const { code, parentCode, idx, name } = home!
  const opened = ['POST /api/v1/release/add', 'GET /api/v1/release/list', 'POST /api/v1/release/publish']
  expect((await post('resource/edit', { code, parentCode, idx, name, authUrls: opened }, theirs)).status).toBe(200)
  expect(await refused()).toEqual([403, 403, 403])
  const { operatorId } = theirs.ctx.user
  await rig.db.write(operatorId, (tx) =>
    tx
      .insertInto('release')
      .values({ operatorId, ...release, status: 'published', publishedAt: new Date().toISOString() } as never)
      .execute(),
  )
  expect(await newestRelease(rig.db)).toBeNull()
  const { id, version } = (await post('release/add', { ...release, versionNo: '1.0.0' }, rig.admin)).data as { id: number; version: number }
  expect((await post('release/publish', { id, version }, rig.admin)).status).toBe(200)
  expect(await newestRelease(rig.db)).toBe('1.0.0')
})

test('demo accounts are read by the login page alone, and changed by their company alone', async () => {
  const mine = rig.admin.ctx.user.operatorId
  const { operatorId } = theirs.ctx.user
  const row = { operatorId: mine, username: 'demo_a', password: 'p', name: '演示', note: '演示', idx: 0 }
  await rig.db.write(mine, (tx) => tx.insertInto('demoAccount').values(row).execute())
  expect(await demoAccounts(rig.db)).toHaveLength(1)
  expect(await rig.db.read(operatorId, (tx) => tx.selectFrom('demoAccount').selectAll().execute())).toEqual([])
  await rig.db.write(operatorId, (tx) => tx.deleteFrom('demoAccount').execute())
  await expect(rig.db.write(operatorId, (tx) => tx.insertInto('demoAccount').values(row).execute())).rejects.toMatchObject({
    code: '42501',
  })
  expect(await demoAccounts(rig.db)).toHaveLength(1)
})
