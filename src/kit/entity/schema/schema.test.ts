import { CamelCasePlugin, DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { defineEntity, type Entity } from '../entity.ts'
import { f } from '../field.ts'
import { testLibrary } from '../fixture/definitions.ts'
import { isPlainName, snake } from '../names.ts'
import { isContained } from './indexes.server.ts'
import { diffSchema } from './schema-sql.server.ts'
import { schemaModel, type SchemaModel } from './schema.server.ts'

const kysely = new Kysely<any>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
  plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
})
const thing = (fields: Record<string, unknown>, more: object = {}): Entity =>
  defineEntity({
    name: 'thing',
    label: '东西',
    right: 'x',
    title: ['name'],
    fields: { name: f.text('名称', { required: true }), ...fields },
    list: { columns: ['name'] },
    form: {},
    ...more,
  } as never) as unknown as Entity
const model = (...entities: Entity[]): SchemaModel => schemaModel(entities)

describe('names', () => {
  test('agree with the plugin that translates queries', () => {
    const names = fc.stringMatching(/^[a-z][A-Za-z0-9]{0,20}$/).filter(isPlainName)
    fc.assert(
      fc.property(names, (name) => {
        expect(kysely.selectFrom(name).selectAll().compile().sql).toBe(`select * from "${snake(name)}"`)
      }),
    )
  })
  test('that the kit needs itself are refused', () => {
    for (const name of ['id', 'pinyin', 'keyword', 'view', 'aBC', 'a_b', '名'])
      expect(() => model(thing({ [name]: f.text('x') })), name).toThrow()
  })
})

describe('migrations', () => {
  test('from equal to equal there is nothing to do', () => {
    const all = schemaModel(testLibrary.entities)
    expect(diffSchema(all, JSON.parse(JSON.stringify(all)) as SchemaModel)).toEqual([])
  })
  test('every tenant table is closed by a forced policy', () => {
    const sql = diffSchema({}, schemaModel(testLibrary.entities)).join('\n')
    for (const table of ['test_book', 'test_note', 'test_reader', 'test_shelf']) {
      expect(sql).toContain(`alter table ${table} force row level security`)
      expect(sql).toContain(`create policy tenant on ${table}`)
    }
    expect(diffSchema({}, model(thing({}, { tenant: 'global' }))).join('\n')).not.toContain('policy')
  })
  test('a new field becomes a column, with its default for rows that exist', () => {
    expect(diffSchema(model(thing({})), model(thing({ size: f.int('尺寸') })))[0]).toBe('alter table thing add column size bigint')
    expect(diffSchema(model(thing({})), model(thing({ on: f.flag('启用') })))[0]).toBe(
      'alter table thing add column "on" boolean default false not null',
    )
    expect(diffSchema(model(thing({})), model(thing({ day: f.day('日', { required: true }) })))).toEqual([
      expect.stringMatching(/^-- rows that exist already need a value[^]*add column day date$/),
      'alter table thing alter column day set not null',
      "comment on column thing.day is '日'",
    ])
  })
  test('a new choice replaces the check, a new label only the comment', () => {
    const before = model(thing({ kind: f.choice('类', { a: '甲' }) }))
    expect(diffSchema(before, model(thing({ kind: f.choice('类', { a: '甲', b: '乙' }) })))).toEqual([
      'alter table thing drop constraint thing_kind_values',
      "alter table thing add constraint thing_kind_values check (kind in ('a', 'b'))",
    ])
    expect(diffSchema(before, model(thing({ kind: f.choice('类别', { a: '甲' }) })))).toEqual(["comment on column thing.kind is '类别'"])
  })
  test('sums that are kept come and go with their table and trigger, and are added up anew when what they are kept by changes', () => {
    const plain = model(thing({ size: f.int('尺寸') }))
    const by = (...names: string[]): SchemaModel =>
      model(thing({ size: f.int('尺寸') }, { list: { columns: ['name'], totals: ['size'], totalsBy: names } }))
    const text = (before: SchemaModel, after: SchemaModel): string => diffSchema(before, after).join('\n')
    expect(text(plain, by('name'))).toMatch(
      /create table thing_totals[^]*insert into thing_totals[^]*create policy tenant on thing_totals[^]*create trigger thing_totals_kept_delete/,
    )
    expect(text(by('name'), by('name'))).toBe('')
    expect(text(by('name'), by('name', 'size'))).toMatch(/drop table thing_totals[^]*create table thing_totals[^]*insert into thing_totals/)
    expect(text(by('name'), plain)).toMatch(/drop trigger[^]*drop function[^]*drop table thing_totals$/)
    expect(() => model(thing({}, { tenant: 'global', list: { columns: ['name'], totalsBy: ['name'] } }))).toThrow('per company')
    expect(() => model(thing({ w: f.decimal('重', 2) }, { list: { columns: ['name'], totals: ['w'], totalsBy: ['name'] } }))).toThrow(
      'whole numbers',
    )
  })
  test('an index that another contains is not made', () => {
    const on = (keys: string, where = 'where deleted_at is null'): string => `on thing (operator_id, ${keys}) ${where}`
    expect(isContained(on('day'), on('day desc, id desc'))).toBe(true)
    expect(isContained(on('a, day'), on('a, day desc, id desc'))).toBe(true)
    expect(isContained(on('a, b'), on('a, b'))).toBe(true)
    expect(isContained(on('day'), on('day desc nulls last, id desc'))).toBe(false)
    expect(isContained(on('a, b'), on('a desc, b'))).toBe(false)
    expect(isContained(on('b'), on('a, b'))).toBe(false)
    expect(isContained(on('a, b'), on('a'))).toBe(false)
    expect(isContained(on('a'), on('a, b', 'where b'))).toBe(false)
    expect(isContained(on('a'), `unique ${on('a, b')}`)).toBe(false)
    const { indexes } = schemaModel([
      thing({ day: f.day('日', { required: true }) }, { list: { columns: ['name'], filters: ['day'], sort: '-day' }, indexes: [['day']] }),
    ])['thing']!
    expect(Object.keys(indexes).filter((name) => !name.endsWith('_search'))).toEqual(['thing_order'])
  })
  test('a field that is only looked at under another record has no index', () => {
    const rows = (unindexed: string[]): string[] =>
      Object.keys(
        schemaModel([
          thing(
            { of: f.ref('属于', 'thing' as never), day: f.day('日'), kind: f.choice('种类', { a: '甲' }) },
            { list: { columns: ['name'], filters: ['of', 'day', 'kind'] }, unindexed },
          ),
        ])['thing']!.indexes,
      )
    expect(rows([])).toEqual(expect.arrayContaining(['thing_of_idx', 'thing_day_idx', 'thing_kind_idx']))
    expect(rows(['day', 'kind'])).toContain('thing_of_idx')
    expect(rows(['day', 'kind']).join()).not.toMatch(/day|kind/)
  })
  test('nothing is dropped without permission', () => {
    const before = model(thing({ old: f.text('旧', { required: true }) }))
    expect(diffSchema(before, model(thing({}))).join()).not.toContain('drop column')
    expect(diffSchema(before, model(thing({})))[0]).toContain('drop not null')
    expect(diffSchema(before, model(thing({})), { allowDrop: true })).toEqual(['alter table thing drop column old'])
    expect(diffSchema(before, {})).toEqual([])
  })
})
