import { describe, expect, it } from 'vitest'
import { defineEntity } from '../../../entity/entity.ts'
import { f } from '../../../entity/field.ts'
import { dependents, formSections, narrowed, payload, presetFromQuery, startingValues, writableNames } from './form-plan.ts'

const thing = defineEntity({
  name: 'thing',
  label: '物品',
  right: 'thingList',
  title: ['no'],
  fields: {
    no: f.serial('编号', 'W{0000}'),
    status: f.state('状态', { open: '在用', shut: '停用' }, 'open'),
    name: f.text('名称', { required: true }),
    kind: f.choice('类别', { car: '车', other: '其他' }, { required: true, fixed: true, default: 'car' }),
    why: f.text('说明', { when: (v) => v.kind === 'other' }),
    price: f.money('价格'),
    owner: f.text('主人', { readOnly: true }),
    good: f.flag('完好'),
    fragile: f.text('条件会出错', { when: (v) => (v.missing as { deep: boolean }).deep }),
  },
  list: { columns: ['no'] },
  form: { 基本: ['no', 'status', 'name', 'kind', 'why', 'owner'], 其他: ['price', 'good', 'fragile'] },
})

const shown = (mode: 'add' | 'edit', values: object) => formSections(thing, mode, values as never, () => true).flatMap((s) => s.names)

describe('what a form shows', () => {
  it('leaves out states, numbers given by the system and read-only fields', () => {
    expect(shown('add', { kind: 'car' })).toEqual(['name', 'kind', 'price', 'good', 'fragile'])
  })
  it('shows conditional fields only when their condition holds', () => {
    expect(shown('add', { kind: 'other' })).toContain('why')
  })
  it('shows fixed fields when editing but does not write them', () => {
    expect(shown('edit', { kind: 'car' })).toContain('kind')
    expect(writableNames(thing, 'edit')).not.toContain('kind')
  })
  it('survives a condition that throws on half-filled values', () => {
    expect(shown('add', {})).toContain('fragile')
  })
})

describe('what a form starts from', () => {
  it('is defaults with given values over them when adding', () => {
    expect(startingValues(thing, 'add', { name: '甲' })).toMatchObject({ name: '甲', kind: 'car', good: false, price: null })
  })
  it('takes only readable values of its own fields from a link', () => {
    expect(presetFromQuery(thing, { name: '甲', price: 'abc', kind: '__proto__', status: 'shut', owner: 'x', good: 'true' })).toEqual({
      name: '甲',
      good: true,
    })
  })
})

describe('conditions on a field that cannot be changed', () => {
  const person = {
    ...thing,
    fields: {
      kind: f.choice('类型', { person: '个人', company: '企业' }, { required: true, fixed: true }),
      level: f.int('级别', { readOnly: true }),
      name: f.text('姓名'),
      idNo: f.text('证件号', { when: (v) => v.kind === 'person' && v.level === 1 }),
    },
    form: { 全部: ['kind', 'name', 'idNo'] },
  } as never
  const base = startingValues(person, 'edit', { kind: 'person', level: 1, name: '甲', idNo: '4201****1234' })
  it('hold when editing, so that nothing is emptied that nobody touched', () => {
    expect(payload(person, 'edit', { ...base, name: '乙' }, base)).toEqual({ name: '乙' })
    expect(formSections(person, 'edit', base, () => true).flatMap((s) => s.names)).toEqual(['kind', 'name', 'idNo'])
  })
})

describe('what a form sends', () => {
  const loose = { ...thing, fields: { ...thing.fields, kind: f.choice('类别', { car: '车', other: '其他' }) } }
  it('empties a value whose condition no longer holds, although nobody touched it', () => {
    expect(payload(loose, 'edit', { kind: 'car', why: '旧说明' }, { kind: 'other', why: '旧说明' })).toEqual({ kind: 'car', why: null })
  })
  it('is only what changed when editing', () => {
    expect(payload(thing, 'edit', { name: '乙', price: 5, good: false }, { name: '甲', price: 5, good: false })).toEqual({ name: '乙' })
  })
  it('never holds a fixed field when editing', () => {
    expect(payload(thing, 'edit', { kind: 'other', good: false }, { kind: 'car', good: false })).toEqual({})
  })
  it('omits empty values when adding', () => {
    expect(payload(thing, 'add', { name: '乙', kind: 'car', price: null, good: false }, {})).toEqual({
      name: '乙',
      kind: 'car',
      good: false,
    })
  })
})

describe('a picker that depends on another', () => {
  const fields = {
    lease: f.ref('租约', 'lease'),
    bill: f.ref('账单', 'bill', { filter: { status: 'unpaid' }, within: { lease: 'lease' } }),
  }
  it('offers what belongs to what was chosen, and everything while nothing is', () => {
    expect(narrowed(fields.bill, { lease: 7 })).toMatchObject({ filter: { status: 'unpaid', lease: 7 } })
    expect(narrowed(fields.bill, { lease: null })).toMatchObject({ filter: { status: 'unpaid' } })
    expect(narrowed(fields.lease, { lease: 7 })).toBe(fields.lease)
  })
  it('says what is shared with what was chosen, where neither refers to the other', () => {
    const plan = f.ref('方案', 'leasePlan', { within: { 'product.model': 'vehicles.model' } })
    const own = { vehicles: f.refs('车辆', 'vehicle'), plan }
    expect(narrowed(plan, { vehicles: [3, 4] }, own)).toMatchObject({ filter: { 'product.model': 'vehicle.model:3,4' } })
    expect(narrowed(plan, { vehicles: [] }, own)).toMatchObject({ filter: {} })
  })
  it('is emptied when that one is changed', () => {
    expect(dependents(fields, 'lease')).toEqual(['bill'])
    expect(dependents(fields, 'bill')).toEqual([])
  })
})
