import { describe, expect, it } from 'vitest'
import { defineEntity } from '../../../entity/entity.ts'
import { f } from '../../../entity/field.ts'
import { checkForm, checkInputs } from './form-check.ts'
import { noErrors } from './server-errors.ts'

const lease = defineEntity({
  name: 'lease',
  label: '租约',
  right: 'leaseList',
  title: ['name'],
  fields: {
    name: f.text('名称', { required: true }),
    phone: f.text('手机号', { format: 'mobile', mask: 'mobile', required: true }),
    startOn: f.day('起租日', { required: true }),
    endOn: f.day('到期日', { required: true }),
    rent: f.money('月租金', { required: true, min: 1 }),
    kind: f.choice('类型', { a: '甲', b: '乙' }),
    reason: f.text('乙类原因', { required: true, when: (v) => v.kind === 'b' }),
    items: f.lines('明细', { fee: f.money('费用', { required: true }) }),
  },
  check: (v) => (v.endOn && v.startOn && v.endOn > v.startOn ? null : '到期日必须晚于起租日'),
  list: { columns: ['name'] },
  form: { 全部: ['name', 'phone', 'startOn', 'endOn', 'rent', 'kind', 'reason', 'items'] },
})
const good = { name: '甲', phone: '13800138000', startOn: '2026-01-01', endOn: '2026-02-01', rent: 100, kind: null, items: [] }

describe('a new form', () => {
  it('is fine when the server would take it', () => {
    expect(checkForm(lease, 'add', good, {})).toEqual(noErrors)
  })
  it('says in the words of what was typed why a number cannot be stored', () => {
    expect(checkForm(lease, 'add', { ...good, rent: '12.345' }, {}).fields).toEqual({ rent: '金额最多两位小数' })
    expect(checkForm(lease, 'add', { ...good, items: [{ fee: 1 }, { fee: '两百' }] }, {}).fields).toEqual({
      'items.1.fee': '金额格式不正确，请输入数字，例如 3,800.00',
    })
  })
  it('keeps a typed day that does not exist, and says so', () => {
    expect(checkForm(lease, 'add', { ...good, endOn: '2026-02-29' }, {})).toEqual({
      fields: { endOn: '日期 2026-02-29 不存在' },
      general: [],
    })
  })
  it('runs the rule across fields', () => {
    expect(checkForm(lease, 'add', { ...good, endOn: '2025-01-01' }, {}).general).toEqual(['到期日必须晚于起租日'])
  })
  it('says at its field what such a rule names one for, and waits while a number cannot be read', () => {
    const late = (v: { startOn: string; endOn: string }) => (v.endOn > v.startOn ? null : { at: 'endOn', reason: '到期日必须晚于起租日' })
    const at = { ...lease, check: late as never }
    const turned = { ...good, endOn: '2025-01-01' }
    expect(checkForm(at, 'add', turned, {})).toEqual({ fields: { endOn: '到期日必须晚于起租日' }, general: [] })
    expect(checkForm(at, 'edit', { ...good, startOn: '2026-03-01' }, good)).toEqual({
      fields: { endOn: '到期日必须晚于起租日' },
      general: [],
    })
    expect(checkForm(at, 'add', { ...turned, rent: '12.345' }, {}).fields).toEqual({ rent: '金额最多两位小数' })
  })
  it('asks for what is missing, also what a condition brings up', () => {
    expect(checkForm(lease, 'add', { ...good, name: ' ', kind: 'b' }, {}).fields).toEqual({ name: '请填写名称', reason: '请填写乙类原因' })
  })
})

describe('lines with masked cells', () => {
  const company = {
    ...lease,
    fields: {
      name: f.text('名称'),
      people: f.lines('联系人', { who: f.text('姓名'), phone: f.text('手机号', { format: 'mobile', mask: 'mobile' }) }),
    },
    check: undefined,
    form: { 全部: ['name', 'people'] },
  }
  const base = {
    name: '甲',
    people: [
      { who: '张三', phone: '138****8000' },
      { who: '李四', phone: '139****9000' },
    ],
  }
  it('may be changed beside an untouched mask', () => {
    const people = [
      { who: '张三丰', phone: '138****8000' },
      { who: '李四', phone: '139****9000' },
    ]
    expect(checkForm(company as never, 'edit', { ...base, people }, base)).toEqual(noErrors)
  })
  it('are judged where the cell was typed or no longer stands in its row', () => {
    expect(Object.keys(checkForm(company as never, 'edit', { ...base, people: [{ who: '张三', phone: '138' }] }, base).fields)).toEqual([
      'people.0.phone',
    ])
    expect(Object.keys(checkForm(company as never, 'edit', { ...base, people: [base.people[1]] }, base).fields)).toEqual(['people.0.phone'])
  })
})

describe('an edit form', () => {
  const base = { ...good, phone: '138****8000', reason: null }
  it('does not stumble over a masked value nobody touched', () => {
    expect(checkForm(lease, 'edit', { ...base, name: '乙' }, base)).toEqual(noErrors)
  })
  it('does judge a masked value that was typed anew', () => {
    expect(Object.keys(checkForm(lease, 'edit', { ...base, phone: '1380' }, base).fields)).toEqual(['phone'])
  })
  it('asks for a field that a changed condition made necessary', () => {
    expect(checkForm(lease, 'edit', { ...base, kind: 'b' }, base).fields).toEqual({ reason: '请填写乙类原因' })
  })
  it('runs the rule across fields over changed and unchanged values', () => {
    expect(checkForm(lease, 'edit', { ...base, endOn: '2025-12-31' }, base).general).toEqual(['到期日必须晚于起租日'])
  })
})

describe('the inputs of an action', () => {
  const fields = { price: f.money('金额', { required: true }), note: f.text('说明') }
  it('are checked one by one, then together', () => {
    expect(checkInputs(fields, { price: null, note: null }).fields).toEqual({ price: '请填写金额' })
    expect(checkInputs(fields, { price: 'x' }).fields).toHaveProperty('price')
    expect(checkInputs(fields, { price: 5 }, () => '金额超过余额').general).toEqual(['金额超过余额'])
    expect(checkInputs(fields, { price: 5 }, () => null)).toEqual(noErrors)
  })
})
