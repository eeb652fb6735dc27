import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { files, placeOf, textOf } from '#tests/house/source.ts'
import { startRig, type Rig } from '#tests/house/rig.ts'
import { readerOf } from '#shell/language/reader.ts'
import { modules } from '../../../modules.ts'
import { ENGLISH } from './english.ts'
import { textsOf } from './translation.server.ts'

const HERE = 'src/modules/system/translation/english'
const holes = (text: string): number => text.split('{}').length - 1

describe('the delivered English', () => {
  test('keeps every varying part, and says something', () => {
    expect(Object.entries(ENGLISH).filter(([from, to]) => holes(from) !== holes(to) || to.trim() === '')).toEqual([])
  })
  // Words of the component library are read on every page.
  const library = ['antd/lib/locale/zh_CN.js', '@rc-component/pagination/lib/locale/zh_CN.js']
    .map((file) => readFileSync(`node_modules/${file}`, 'utf8'))
    .join('\n')
  test('reads only texts that stand in the product', () => {
    const product =
      files
        .filter((file) => /^src\/.+\.tsx?$/.test(file) && placeOf(file) !== 'test' && !file.startsWith(HERE))
        .map(textOf)
        // Titles of pages are put together from the name of what they show.
        .concat(modules.flatMap((m) => m.screens.map((s) => s.title)))
        .join('\n') + library
    const gone = Object.keys(ENGLISH).filter((text) => !text.includes('{}') && !product.includes(text))
    expect(gone).toEqual([])
  })
})

describe('translations of a company', () => {
  let rig: Rig
  beforeAll(async () => {
    rig = await startRig()
  })
  afterAll(async () => {
    expect(rig?.faults).toEqual([])
    await rig?.close()
  })
  test('the delivered English reads what the definitions show: menus, screens, fields, values, actions', () => {
    const read = readerOf(ENGLISH)
    const labels = textsOf(rig.registry).filter((text) => text.length <= 10 && !/[，。；]/.test(text))
    const unread = labels.filter((text) => read(text) === null)
    expect(labels.length).toBeGreaterThan(1500)
    expect(unread.length / labels.length, unread.join('、')).toBeLessThan(0.05)
  })
  test('and every hint behind a «?»', () => {
    const read = readerOf(ENGLISH)
    const fields = rig.registry.modules.flatMap(({ module }) => [
      ...module.entities.flatMap((entity) => Object.values(entity.fields)),
      ...(module.actions ?? [])
        .flatMap((set) => Object.values(set.all as Record<string, { input?: Readonly<Record<string, { hint?: string }>> }>))
        .flatMap((spec) => Object.values(spec.input ?? {})),
    ])
    const hints = fields.map((field) => (field as { hint?: string }).hint ?? '').filter((text) => /[\u4e00-\u9fff]/.test(text))
    expect(hints.length).toBeGreaterThan(100)
    expect(hints.filter((text) => read(text) === null)).toEqual([])
    expect(read(`说明：${hints[0]!}`)).toMatch(/^Help: [A-Z]/)
  })
  test('and the help of every screen', () => {
    const read = readerOf(ENGLISH)
    const help = rig.registry.screens().flatMap((screen) => screen.help ?? [])
    const unread = help.filter((text) => read(text) === null)
    expect(help.length).toBeGreaterThan(90)
    // A screen of a new module may wait for its translator.
    expect(unread.length / help.length, unread.join('\n')).toBeLessThan(0.05)
  })
  const get = async <T>(path: string, query: object, who = rig.admin): Promise<T> =>
    (await rig.send({ method: 'GET', path }, query, who)).data as T
  const post = (path: string, body: object, who = rig.admin) => rig.send({ method: 'POST', path }, body, who)
  const words = (language: string, who = rig.admin) => get<Record<string, string>>('/api/v1/language/words', { language }, who)

  test('go before what is delivered, end with their row, and are nobody else’s', async () => {
    expect((await words('en'))['车辆列表']).toBe('Vehicle list')
    const added = await post('/api/v1/translation/add', { language: 'en', source: '车辆列表', target: 'Fleet' })
    expect(added.status).toBe(200)
    const { id, version } = added.data as { id: number; version: number }
    expect((await words('en'))['车辆列表']).toBe('Fleet')
    expect((await words('en', rig.stranger))['车辆列表']).toBe('Vehicle list')
    expect(await post('/api/v1/translation/add', { language: 'en', source: '车辆列表', target: 'Cars' })).toMatchObject({ status: 400 })
    expect((await post('/api/v1/translation/delete', { id, version })).status).toBe(200)
    expect((await words('en'))['车辆列表']).toBe('Vehicle list')
  })
  test('say what varies as often as the Chinese does', async () => {
    expect((await post('/api/v1/translation/add', { language: 'ja', source: '共 {} 条', target: '合計' })).message).toContain('{} 的个数')
  })
  test('a language can be chosen as soon as one text of it is there', async () => {
    const codes = async (): Promise<string[]> => (await get<{ code: string }[]>('/api/v1/language/list', {})).map((l) => l.code)
    expect(await codes()).toEqual(['en'])
    expect((await post('/api/v1/translation/add', { language: 'vi', source: '车辆', target: 'Xe' })).status).toBe(200)
    expect(await codes()).toEqual(['en', 'vi'])
    expect(await words('vi')).toEqual({ 车辆: 'Xe' })
  })
  test('what is missing is collected once, found by pinyin, and shown in Chinese until it is translated', async () => {
    const first = (await post('/api/v1/translation/collect', { language: 'ru' })).data as { added: number }
    expect(first.added).toBeGreaterThan(1000)
    expect((await post('/api/v1/translation/collect', { language: 'ru' })).data).toEqual({ added: 0 })
    expect(await get('/api/v1/translation/list', { language: 'ru', keyword: 'dlysz' })).toMatchObject({
      list: expect.arrayContaining([expect.objectContaining({ source: '道路运输证号', target: null })]),
    })
    expect(await words('ru')).toEqual({})
    expect((await post('/api/v1/translation/collect', { language: 'ru' }, rig.nobody)).status).toBe(403)
    expect((await post('/api/v1/translation/collect', { language: 'xx' })).message).toContain('没有这种语言')
  })
})
