import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cleanText, readValue, sameValue } from './value.ts'
import { checkInput, checkValues, type Checked } from './values.ts'
import { testBook, testReader } from '../fixture/definitions.ts'
import { defineEntity, type Entity } from '../entity.ts'
import { f } from '../field.ts'
import { idNo } from '../fixture/served.server.ts'

const book = testBook as unknown as Entity
const good = { name: '三体', shelf: 1 }
const check = (more: Record<string, unknown>): Checked => checkValues(book, { ...good, ...more }, { mode: 'add' })

describe('one value', () => {
  test.each<[string, unknown, unknown]>([
    ['name', '  三\u200b体\t二\n', '三体 二'],
    ['remark', ' 一\r\n二 ', '一\n二'],
    ['price', 0, 0],
    ['weight', 1.25, 1.25],
    ['boughtOn', '2024-02-29', '2024-02-29'],
    ['fans', [3, 3, 4], [3, 4]],
    ['fans', [], null],
    ['rare', null, false],
    ['genre', undefined, 'novel'],
    ['origin', { address: ' 上海 ', lng: 121.4, lat: 31.2 }, { address: '上海', lng: 121.4, lat: 31.2 }],
    ['chapters', [{ title: '一', from: 1 }], [{ title: '一', from: 1, contact: null }]],
  ])('%s %j becomes %j', (name, raw, value) => {
    const checked = check({ [name]: raw })
    expect(checked.errors).toBeNull()
    expect(checked.values![name]).toEqual(value)
  })
  test.each<[string, unknown]>([
    ['name', ''],
    ['name', 5],
    ['name', ['x']],
    ['name', 'x'.repeat(81)],
    ['remark', 'x'.repeat(5001)],
    ['price', 1.5],
    ['price', '100'],
    ['price', -1],
    ['price', 2 ** 53],
    ['price', NaN],
    ['pages', 0],
    ['pages', 1.2],
    ['weight', 1.234],
    ['weight', 1e18],
    ['discount', 0.5],
    ['boughtOn', '2026-02-29'],
    ['boughtOn', '2026-2-1'],
    ['boughtOn', '0001-01-01'],
    ['genre', 'poem'],
    ['genre', 'toString'],
    ['shelf', '1'],
    ['shelf', 0],
    ['shelf', 1.5],
    ['fans', 'x'],
    ['fans', [1, '2']],
    ['rare', 'true'],
    ['scans', [{ id: '../../etc/passwd' }]],
    ['scans', Array(4).fill({ id: 'abcdefgh' })],
    ['origin', '上海'],
    ['origin', { address: '', lng: 1 }],
    ['origin', { address: 'x', lng: 200, lat: 0 }],
    ['origin', { address: 'x', evil: 1 }],
    ['chapters', 'x'],
    ['chapters.0', [1]],
    ['chapters', Array(501).fill({ title: 'x' })],
    ['status', 'lent'],
    ['no', 'X1'],
    ['doublePrice', 1],
    ['reader', 1],
    ['nonsense', 1],
    ['id', 1],
    ['operatorId', 2],
    ['version', 9],
    ['deletedAt', 'x'],
    ['hasOwnProperty', 1],
    ['constructor', 1],
  ])('%s %j is refused at that field', (name, raw) => {
    const checked = check({ [name.split('.')[0]!]: raw })
    expect(checked.values).toBeNull()
    expect(Object.keys(checked.errors!)).toContain(name)
    expect(checked.errors![name]).toMatch(/\p{Script=Han}/u)
  })
  test('an error inside lines names line and column', () => {
    expect(check({ chapters: [{ title: '一' }, { title: '', contact: '123' }] }).errors).toEqual({
      'chapters.1.title': '章节第 2 行，请填写标题',
      'chapters.1.contact': expect.stringContaining('章节第 2 行，联系人电话'),
    })
  })
  test('keys of a prototype do not get through', () => {
    expect(checkValues(book, JSON.parse('{"name":"x","shelf":1,"__proto__":{"price":1}}'), { mode: 'add' }).values).toBeNull()
  })
})

describe('content of a shape of its own', () => {
  const notes = defineEntity({
    name: 'testNotes',
    label: '记事',
    right: 'testNotes',
    title: ['name'],
    fields: { name: f.text('名称', { required: true }), tags: f.json('标签', { required: true, default: [], readOnly: false }) },
    list: { columns: ['name'] },
    form: { 记事: ['name'] },
  }) as unknown as Entity
  test('an empty list is a value, also of a required field', () => {
    expect(checkValues(notes, { name: '一' }, { mode: 'add' }).values).toEqual({ name: '一', tags: [] })
    expect(checkValues(notes, { name: '一', tags: [] }, { mode: 'add' }).values).toEqual({ name: '一', tags: [] })
    expect(checkValues(notes, { tags: [] }, { mode: 'edit', before: { name: '一', tags: ['甲'] } }).values).toEqual({ tags: [] })
    expect(checkValues(notes, { tags: null }, { mode: 'edit', before: { name: '一', tags: ['甲'] } }).errors).toEqual({
      tags: '请填写标签',
    })
  })
})

describe('a record', () => {
  test('reports every problem at once', () =>
    expect(Object.keys(checkValues(book, { price: -1 }, { mode: 'add' }).errors!).sort()).toEqual(['name', 'price', 'shelf']))
  test('needs a conditional field only when its condition holds, and empties it otherwise', () => {
    expect(check({ rare: true }).errors).toEqual({ insurer: '请填写保险公司' })
    expect(check({ insurer: '人保' }).values).toMatchObject({ insurer: null })
    expect(check({ rare: true, insurer: '人保' }).values).toMatchObject({ insurer: '人保' })
  })
  test('keeps no value that an edit makes meaningless, and asks for what the edit makes necessary, although neither was sent', () => {
    const insured = { ...good, rare: true, insurer: '人保' }
    const edited = (patch: Record<string, unknown>, before: Record<string, unknown>, server = false) =>
      checkValues(book, patch, { mode: 'edit', before, server })
    expect(edited({ rare: false }, insured).values).toEqual({ rare: false, insurer: null })
    expect(edited({ pages: 60 }, insured).values).toEqual({ pages: 60 })
    expect(edited({ rare: true }, { ...good, rare: false, insurer: null }).errors).toEqual({ insurer: '请填写保险公司' })
    // What the program writes it answers for; what no edit touched stays as it was.
    expect(edited({ rare: false }, insured, true).values).toEqual({ rare: false })
    expect(edited({ pages: 60 }, { ...good, rare: false, insurer: '人保' }).values).toEqual({ pages: 60 })
  })
  test('obeys the rule across fields, in an edit together with what was there', () => {
    expect(check({ price: 2_000_000, pages: 5 }).errors).toEqual({ '': '不足 10 页的书不能超过 1 万元' })
    const before = { ...good, price: 2_000_000, pages: 50, rare: false }
    expect(checkValues(book, { pages: 5 }, { mode: 'edit', before }).errors).toHaveProperty([''])
    expect(checkValues(book, { pages: 60 }, { mode: 'edit', before }).values).toEqual({ pages: 60 })
  })
  test('normalises formats', () => {
    const checked = checkValues(
      testReader as unknown as Entity,
      { name: '张', idNo: ` ${idNo(1).toLowerCase()} `, mobile: '１３８ 0013 8000' },
      { mode: 'add' },
    )
    expect(checked.values).toMatchObject({ idNo: idNo(1), mobile: '13800138000' })
  })
  test('that came out goes in again unchanged', () => {
    const value = fc.record({
      name: fc.string({ minLength: 1, maxLength: 40 }),
      price: fc.nat(),
      pages: fc.integer({ min: 10, max: 999 }),
      weight: fc.integer({ min: 0, max: 99_999 }).map((n) => n / 100),
      remark: fc.string(),
    })
    fc.assert(
      fc.property(value, (more) => {
        const first = check(more)
        if (!first.ok) return
        const { no: _no, status: _status, reader: _reader, lentAt: _lentAt, extra: _extra, ...sendable } = first.values
        expect(checkValues(book, sendable, { mode: 'add' }).values).toEqual(first.values)
      }),
      { numRuns: process.env['DEEP'] ? 20_000 : 500 },
    )
  })
  test('whatever is sent, there is an answer and never an exception', () => {
    const anything = fc.dictionary(fc.constantFrom(...Object.keys(testBook.fields), 'x', 'id'), fc.anything(), { maxKeys: 12 })
    fc.assert(
      fc.property(anything, (raw) => {
        expect(checkValues(book, raw, { mode: 'add' }).ok).toBeTypeOf('boolean')
      }),
      { numRuns: process.env['DEEP'] ? 50_000 : 2000 },
    )
    for (const raw of [null, undefined, 1, 'x', [], [1]]) expect(checkInput(testBook.fields, raw).ok).toBe(false)
  })
})

test('the order of keys is no difference: the database has its own', () => {
  expect(sameValue([{ a: 1, b: { c: 2, d: 3 } }], [{ b: { d: 3, c: 2 }, a: 1 }])).toBe(true)
  expect(sameValue([{ a: 1 }, { a: 2 }], [{ a: 2 }, { a: 1 }])).toBe(false)
})

test('a text of which nothing is to be cleaned is known at once, and is no other than the one that is cleaned', () => {
  const unit = fc.constantFrom(
    ...Array.from('aZ09京，。！～　 \t\n\r'),
    '\u00a0',
    '\u200b',
    '\u2028',
    '\u2060',
    '\ufeff',
    '\u007f',
    '\u0007',
    '\ud83d',
    '\ude00',
    '\u3001',
    '\u3164',
  )
  fc.assert(
    fc.property(fc.array(unit, { maxLength: 6 }), fc.boolean(), (units, manyLines) => {
      const text = units.join('')
      const plain = Array.from(text.toWellFormed())
        .filter((c) => !'\u0007\u007f\u200b\u2028\u2060\ufeff'.includes(c))
        .join('')
        .replace(/\r\n?/g, '\n')
      expect(cleanText(text, manyLines)).toBe((manyLines ? plain : plain.replace(/[\n\t]+/g, ' ')).trim())
    }),
  )
})

test.each<[string, string | null]>([
  ['2026-02-28T09:30:00.000Z', '2026-02-28T09:30:00.000Z'],
  ['2026-02-28T09:30:00.123456Z', '2026-02-28T09:30:00.123Z'],
  ['2026-02-28T09:30:00+08:00', '2026-02-28T01:30:00.000Z'],
  ['2026-02-29T09:30:00.000Z', null],
  ['2026-02-28T24:00:00.000Z', '2026-03-01T00:00:00.000Z'],
  ['2026-02-28T09:60:00.000Z', null],
  ['1899-12-31T23:59:59.999Z', null],
  ['2200-01-01T00:00:00.000Z', null],
])('the moment %s is %s, whichever way it is read', (text, at) => {
  const read = readValue(f.instant('时间'), text)
  expect(read.ok ? read.value : null).toBe(at)
})

describe('what is for the program alone', () => {
  const client = defineEntity({
    name: 'testReader',
    label: '接入方',
    right: 'testReaderList',
    title: ['name'],
    fields: {
      name: f.text('名称', { required: true }),
      seq: f.int('序号', { internal: true, required: true }),
      hook: f.text('回调密文', { secret: true }),
    },
    list: { columns: ['name'] },
    form: { 接入方: ['name'] },
  }) as unknown as Entity
  const before = { name: '甲', seq: 3, hook: 'sealed' }
  test("no person writes it, neither new nor by an edit; its lack is nobody's fault", () => {
    expect(checkValues(client, { name: '乙' }, { mode: 'add' }).ok).toBe(true)
    for (const mode of ['add', 'edit'] as const)
      expect(checkValues(client, { name: '乙', seq: 9, hook: 'x' }, { mode, before }).errors).toEqual({
        seq: '序号：由系统填写，不能修改',
        hook: '回调密文：由系统填写，不能修改',
      })
  })
  test('a form may send back what it was shown, and a secret is shown to nobody: the right guess is no other answer', () => {
    expect(checkValues(client, { name: '乙', seq: 3 }, { mode: 'edit', before }).ok).toBe(true)
    expect(checkValues(client, { hook: 'sealed' }, { mode: 'edit', before }).errors).toEqual({ hook: '回调密文：由系统填写，不能修改' })
  })
  test('server code writes it, and so does the screen of an action that asks for it', () => {
    expect(checkValues(client, { name: '乙', seq: 9, hook: 'x' }, { mode: 'add', server: true }).ok).toBe(true)
    expect(checkInput({ hash: f.text('核对码', { required: true, internal: true }) }, { hash: 'x' }).ok).toBe(true)
  })
})
