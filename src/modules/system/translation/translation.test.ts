import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { files, placeOf, textOf } from '#tests/house/source.ts'
import { startRig, type Rig } from '#tests/house/rig.ts'
import { readerOf } from '#shell/language/reader.ts'
import { columnNames, fieldOf, fixedOptions } from '#kit/ui/list/kinds.ts'
import { titleOf } from '#kit/ui/list/widths.ts'
import type { Entity } from '#kit/entity/entity.ts'
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
        .join('\n')
        // A text of several lines is one with a space at each break.
        .replaceAll(/\s*\n\s*/g, ' ') + library
    const gone = Object.keys(ENGLISH).filter((text) => !text.includes('{}') && !product.includes(text))
    expect(gone).toEqual([])
  })
})

const CHINESE = /[\u4e00-\u9fff]/
/** Insurers go by their Chinese names, as banks and stores do. */
const NAMES = new Set(['insurer'])
function listTexts(): { text: string; of: string }[] {
  const out: { text: string; of: string }[] = []
  const add = (of: string, ...texts: (string | undefined)[]): void => {
    for (const text of texts) if (text && CHINESE.test(text)) out.push({ text, of })
  }
  for (const module of modules) {
    for (const screen of module.screens) add(screen.code, screen.title)
    for (const [group, { label, items }] of Object.entries(module.dictionaries ?? {}))
      add(`dictionary ${group}`, label, ...(NAMES.has(group) ? [] : Object.values(items)))
    for (const set of module.actions)
      add(set.entity.name, ...Object.values(set.all as Record<string, { label: string }>).map(({ label }) => label))
    for (const entity of module.entities as readonly Entity[]) {
      add(entity.name, entity.label, `新增${entity.label}`, `${entity.label}列表`, ...Object.keys(entity.list.quick ?? {}))
      for (const name of columnNames(entity)) {
        const field = fieldOf(entity, name)!
        add(`${entity.name}.${name}`, field.label, titleOf(field), ...Object.values(fixedOptions(field) ?? {}))
        if (field.kind === 'flag') add(`${entity.name}.${name}`, field.open)
        if ((field.kind === 'int' || field.kind === 'decimal') && field.unit) add(`${entity.name}.${name}`, `12 ${field.unit}`)
      }
    }
  }
  return out
}

type Texts = readonly (string | undefined)[]
interface Named {
  label?: string
  hint?: string
  options?: Readonly<Record<string, string>>
  of?: Readonly<Record<string, Named>>
}
const textsOfField = ({ label, hint, options, of }: Named): Texts => [
  label,
  hint,
  ...Object.values(options ?? {}),
  ...Object.values(of ?? {}).flatMap(textsOfField),
]
/** Everything else that definitions put on the screen: forms, details, dialogs, parameters and reports. */
function otherTexts(): Texts {
  return modules.flatMap((m) => [
    ...(m.parameters ?? []).flatMap((p) => textsOfField(p as Named)),
    ...(m.reports ?? []).flatMap((r) => [r.label, r.hint, ...Object.values(r.measures).flatMap((one) => textsOfField(one as Named))]),
    ...(m.entities as readonly Entity[]).flatMap((e) => [
      ...Object.keys(e.form),
      ...(e.children ?? []).map((child) => child.label),
      ...Object.values(e.fields as Record<string, Named>).flatMap(textsOfField),
    ]),
    ...m.actions.flatMap((set) =>
      Object.values(set.all as Record<string, { label: string; confirm?: string; input?: Record<string, Named> }>).flatMap((spec) => [
        spec.label,
        spec.confirm,
        ...Object.values(spec.input ?? {}).flatMap(textsOfField),
      ]),
    ),
  ])
}
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
  test('and everything a list shows by its definition: heads, states, choices, dictionaries, units, quick tabs, actions', () => {
    const read = readerOf(ENGLISH)
    const unread = listTexts().filter(({ text }) => CHINESE.test(read(text) ?? text))
    expect(listTexts().length).toBeGreaterThan(4000)
    expect(unread.map(({ text, of }) => `${of}: ${text}`)).toEqual([])
  })
  test('and everything forms, details, dialogs, parameters and reports show by their definitions', () => {
    const read = readerOf(ENGLISH)
    const shown = [...new Set(otherTexts().filter((text): text is string => text !== undefined && CHINESE.test(text)))]
    expect(shown.length).toBeGreaterThan(4000)
    // Words that are filled into papers stand in the hint as they are typed there.
    expect(shown.filter((text) => read(text) === null)).toEqual([])
  })
  test.each([
    ['逾期 87 天', '87 days overdue'],
    ['超期 3 天', '3 days late'],
    ['10,710 小时 2 分', '10,710 h 2 min'],
    ['118.0 ℃·分钟', '118.0 ℃·min'],
    ['全部合计，不含已作废', 'All rows, without Void'],
    ['账户：微信商户', 'Account: WeChat merchant'],
    ['浙AD32402 已交车，请在交管 12123 上传租赁合同', '浙AD32402 was handed over: upload the lease contract at 12123'],
    ['应付账单 YF20261120-0001 还有 3 天到期，未付 1,200.00', 'Payable YF20261120-0001 is due in 3 days, 1,200.00 open'],
    ['维保单 WB20260114-0001 在修', 'In repair, upkeep order WB20260114-0001'],
    ['违章押金到期退还（JS20260221-0001）', 'Offence deposit returned (JS20260221-0001)'],
  ])('and what is put together: %s', (text, wanted) => expect(readerOf(ENGLISH)(text)).toBe(wanted))
  test('and every hint behind a «?»', () => {
    const read = readerOf(ENGLISH)
    const fields = rig.registry.modules.flatMap(({ module }) => [
      ...module.entities.flatMap((entity) => Object.values(entity.fields)),
      ...module.actions
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
