import { describe, expect, it } from 'vitest'
import {
  checkForm,
  checkFormSchema,
  formFacts,
  formSchema,
  formTerms,
  sumOf,
  visibleFields,
  withoutHidden,
  type FormField,
  type FormSchema,
} from './form.ts'

const field = (kind: FormField['kind'], more: Partial<FormField> = {}): FormField => ({ name: 'x', label: '项', kind, ...more })
const why = (f: FormField, v: unknown): string | undefined => checkForm({ fields: [f] }, { [f.name]: v }).errors[f.name]

describe('what may stand in a field', () => {
  it.each<[string, FormField, unknown, string | undefined]>([
    ['text within its length', field('text', { min: 2, max: 4 }), '四个字啊', undefined],
    ['text too short', field('text', { min: 2 }), '一', '项：至少 2 个字'],
    ['text too long', field('text', { max: 4 }), '五个字长啊', '项：最多 4 个字'],
    ['text without limit of its own', field('text'), 'a'.repeat(201), '项：最多 200 个字'],
    ['a note may be longer', field('note'), 'a'.repeat(2000), undefined],
    ['a number that is text', field('number'), '12', '项：请输入数字'],
    ['a number typed below the limit, kept as text', field('money', { min: 10_000 }), '50.29', '项：不能小于 100.00'],
    ['a number typed with too many digits', field('money'), '12.345', '项：金额最多两位小数'],
    ['words typed for a number', field('money', { min: 1 }), '五十', '项：请输入数字'],
    ['a whole number', field('number'), 1.5, '项：请输入整数'],
    ['a number with its digits', field('number', { scale: 2 }), 0.29, undefined],
    ['a number with more digits', field('number', { scale: 2 }), 1.234, '项：最多 2 位小数'],
    ['not a number at all', field('number'), Number.NaN, '项：请输入数字'],
    ['below the limit', field('number', { min: 10 }), 9, '项：不能小于 10'],
    ['money on its limit', field('money', { max: 100_000 }), 100_000, undefined],
    ['money above it, said in yuan', field('money', { max: 100_000 }), 100_001, '项：不能大于 1000.00'],
    ['money in parts of a fen', field('money'), 12.5, '项：金额最多两位小数'],
    ['a day', field('date'), '2026-02-28', undefined],
    ['a day that does not exist', field('date'), '2026-02-30', '项：请选择日期'],
    ['a span', field('range'), { from: '2026-03-01', to: '2026-03-01' }, undefined],
    ['a span the wrong way round', field('range'), { from: '2026-03-02', to: '2026-03-01' }, '项：结束日期不能早于开始日期'],
    ['a day at the end of time', field('date'), '9999-12-31', '项：日期应在 1900 年至 2199 年之间'],
    ['a span from the beginning of time', field('range'), { from: '0001-01-01', to: '2026-03-02' }, '项：日期应在 1900 年至 2199 年之间'],
    ['half a span', field('range'), { from: '2026-03-02' }, '项：请选择起止日期'],
    ['an option', field('choice', { options: [{ value: 'a', label: '甲' }] }), 'a', undefined],
    ['no option', field('choice', { options: [{ value: 'a', label: '甲' }] }), 'b', '项：请选择列出的选项'],
    [
      'too many options',
      field('choices', {
        max: 1,
        options: [
          { value: 'a', label: '甲' },
          { value: 'b', label: '乙' },
        ],
      }),
      ['a', 'b'],
      '项：最多 1 项',
    ],
    ['a switch', field('flag'), false, undefined],
    ['a person', field('person'), 12, undefined],
    ['no id', field('person'), '12', '项：请重新选择'],
    ['several people', field('person', { multiple: true }), [1, 2], undefined],
    ['a file that is none', field('attachment'), ['x'], '项：请上传文件'],
    [
      'one signature',
      field('signature'),
      [
        { id: '1', name: 'a' },
        { id: '2', name: 'b' },
      ],
      '项：最多 1 个文件',
    ],
  ])('%s', (_title, f, v, wanted) => expect(why(f, v)).toBe(wanted))
  it('nothing, where something is required; in a draft nothing is', () => {
    for (const v of [undefined, null, '', []])
      expect(checkForm({ fields: [field('text', { required: true })] }, { x: v }).errors).toEqual({ x: '请填写项' })
    expect(checkForm({ fields: [field('text', { required: true })] }, {}, { strict: false }).ok).toBe(true)
    expect(checkForm({ fields: [field('number', { required: true })] }, { x: 0 }).ok).toBe(true)
  })
  it('nothing the form does not know', () =>
    expect(checkForm({ fields: [field('text')] }, { y: 1, constructor: 2 }).errors).toEqual({
      y: '申请表上没有这一项，请刷新页面后重新填写',
      constructor: '申请表上没有这一项，请刷新页面后重新填写',
    }))
})

describe('fields that show by a condition', () => {
  const form: FormSchema = {
    fields: [
      { name: 'out', label: '外带', kind: 'flag' },
      {
        name: 'when',
        label: '外带日期',
        kind: 'range',
        required: true,
        visible: { kind: 'compare', field: 'form.out', op: 'eq', value: true },
      },
      {
        name: 'why',
        label: '长期外带原因',
        kind: 'text',
        required: true,
        visible: { kind: 'compare', field: 'form.when.days', op: 'gt', value: 3 },
      },
    ],
  }
  it('are required only while they show, and what does not show is not kept', () => {
    expect(checkForm(form, { out: true }).errors).toEqual({ when: '请填写外带日期' })
    expect(checkForm(form, { out: false, when: { from: '2026-03-01', to: '2026-03-09' }, why: '旧' })).toEqual({
      ok: true,
      errors: {},
      values: { out: false },
    })
  })
  it('a hidden field decides nothing about others', () => {
    const values = { out: false, when: { from: '2026-03-01', to: '2026-03-09' } }
    expect(visibleFields(form, values).map((f) => f.name)).toEqual(['out'])
    expect(visibleFields(form, { ...values, out: true }).map((f) => f.name)).toEqual(['out', 'when', 'why'])
  })
  it('may look at the starter', () => {
    const own: FormSchema = {
      fields: [{ name: 'a', label: '甲', kind: 'text', visible: { kind: 'compare', field: 'starter.stores', op: 'contains', value: 4 } }],
    }
    expect(visibleFields(own, {}, { 'starter.stores': [4] })).toHaveLength(1)
    expect(visibleFields(own, {}, {})).toHaveLength(0)
  })
})

describe('a detail table', () => {
  const form: FormSchema = {
    fields: [
      {
        name: 'lines',
        label: '明细',
        kind: 'table',
        min: 1,
        max: 3,
        columns: [
          { name: 'item', label: '项目', kind: 'text', required: true },
          { name: 'amount', label: '金额', kind: 'money', sum: true, min: 1 },
          { name: 'km', label: '里程', kind: 'number' },
        ],
      },
    ],
  }
  it('sums its columns in whole fen, and gives conditions the sums and the number of rows', () => {
    const values = {
      lines: [
        { item: '油费', amount: 10, km: 3 },
        { item: '路桥', amount: 20 },
      ],
    }
    expect(formFacts(form, values)).toEqual({ 'form.lines.count': 2, 'form.lines.amount': 30, 'form.lines.km': 3 })
    expect(Object.keys(formTerms(form))).toEqual(['form.lines.count', 'form.lines.amount', 'form.lines.km'])
    expect([sumOf(values.lines, 'item'), sumOf('nonsense', 'amount'), sumOf([null], 'amount')]).toEqual([0, 0, 0])
    // Digits behind the point as people add them: 0.1 + 0.2 is 0.3, in a condition too.
    expect(sumOf([{ km: 0.1 }, { km: 0.2 }], 'km')).toBe(0.3)
    // As floating yuan the sum would not be exact.
    expect(
      sumOf(
        Array.from({ length: 10 }, () => ({ amount: 10 })),
        'amount',
      ),
    ).toBe(100)
  })
  it('says which row and column is wrong, keeps only its columns, and has its limits', () => {
    expect(checkForm(form, { lines: [{ item: '油费', amount: 0 }, { amount: 5 }] }).errors).toEqual({
      'lines.0.amount': '第 1 行金额：不能小于 0.01',
      'lines.1.item': '第 2 行：请填写项目',
    })
    expect(checkForm(form, { lines: [{ item: '油费', other: 1 }] }).values).toEqual({ lines: [{ item: '油费' }] })
    expect(checkForm(form, { lines: Array.from({ length: 4 }, () => ({ item: '油费' })) }).errors).toEqual({ lines: '明细：最多 3 行' })
    expect(checkForm(form, { lines: 'x' }).errors).toEqual({ lines: '明细：明细格式不正确' })
  })
})

describe('a column that is the product of two others', () => {
  const table = (times: [string, string], more: Partial<FormField> = {}): FormSchema => ({
    fields: [
      {
        name: 'lines',
        label: '明细',
        kind: 'table',
        columns: [
          { name: 'price', label: '单价', kind: 'money' },
          { name: 'count1', label: '数量', kind: 'number', scale: 3 },
          { name: 'days', label: '天数', kind: 'number' },
          { name: 'amount', label: '金额', kind: 'money', sum: true, times, ...more },
        ],
      },
    ],
  })
  it.each<[number, number, number]>([
    [33_333, 3, 99_999],
    [1, 0.5, 1],
    [1, 0.499, 0],
    [100, 1.005, 101],
    [999_999_999_99, 1.001, 100_099_999_999],
    [-1, 0.5, -1],
  ])('%i fen × %f is %i fen, half up', (price, count, amount) => {
    const form = table(['price', 'count1'])
    const { values } = checkForm(form, { lines: [{ price, count1: count, amount: 7 }] })
    expect((values['lines'] as Record<string, unknown>[])[0]).toEqual({ price, count1: count, amount })
    expect(formFacts(form, { lines: [{ price, count1: count, amount: 7 }] })['form.lines.amount']).toBe(amount)
  })
  it('is empty while one of them is, and asks nobody for itself', () => {
    const form = table(['price', 'count1'], { required: true })
    expect(checkForm(form, { lines: [{ price: 5, amount: 9 }] })).toEqual({ ok: true, errors: {}, values: { lines: [{ price: 5 }] } })
  })
  it('of numbers keeps its digits', () => {
    const form = table(['count1', 'days'], { kind: 'number', scale: 2 })
    expect(formFacts(form, { lines: [{ count1: 0.105, days: 3 }] })['form.lines.amount']).toBe(0.32)
  })
  it('names columns that are there and fit', () => {
    expect(checkFormSchema(table(['price', 'count1']))).toEqual([])
    const why = '「金额」的算式用到的列已删除或类型不符：请选择一个金额列与一个数字列'
    for (const times of [
      ['price', 'gone'],
      ['count1', 'days'],
      ['price', 'amount'],
    ] as [string, string][])
      expect(checkFormSchema(table(times)).map((p) => p.message)).toEqual([why])
  })
})

it('a span counts both of its days', () => {
  const form: FormSchema = { fields: [field('range')] }
  const days = (from: string, to: string): unknown => formFacts(form, { x: { from, to } })['form.x.days']
  expect([days('2026-03-01', '2026-03-01'), days('2026-02-27', '2026-03-02'), days('2028-02-28', '2028-03-01')]).toEqual([1, 4, 3])
  expect(formFacts(form, { x: { from: '2026-02-30', to: '2026-03-02' } })).toEqual({})
})

describe('a form that cannot be published says where', () => {
  it.each<[string, FormField[], string, string]>([
    ['a choice without options', [field('choice')], 'x', '「项」没有选项'],
    [
      'options twice',
      [
        field('choice', {
          options: [
            { value: 'a', label: '甲' },
            { value: 'a', label: '乙' },
          ],
        }),
      ],
      'x',
      '「项」的选项值重复',
    ],
    ['limits the wrong way round', [field('number', { min: 5, max: 1 })], 'x', '「项」的下限大于上限'],
    ['money limited in parts of a fen', [field('money', { min: 0.5 })], 'x', '「项」的金额限制应为整数分'],
    ['a table without columns', [field('table')], 'x', '「项」没有列'],
    ['a code twice', [field('text'), field('number')], 'x', '字段编码「x」重复'],
    [
      'a column called like the number of rows',
      [field('table', { columns: [{ name: 'count', label: '数', kind: 'number' }] })],
      'x.count',
      '列编码「count」重复或被占用',
    ],
    ['a name rubbed out', [field('text', { label: ' ' })], 'x', '有一个单行文本字段没有名称'],
    ['an option without a name', [field('choice', { options: [{ value: 'a', label: '' }] })], 'x', '「项」有选项没有名称'],
    ['a hint that says nothing', [field('hint')], 'x', '说明文字是空的'],
  ])('%s', (_title, fields, at, message) => expect(checkFormSchema({ fields })).toContainEqual({ field: at, message }))
  it('a condition may only look upwards', () => {
    const visible = { kind: 'compare', field: 'form.b', op: 'notEmpty' } as const
    const [problem] = checkFormSchema({
      fields: [
        { name: 'a', label: '甲', kind: 'text', visible },
        { name: 'b', label: '乙', kind: 'text' },
      ],
    })
    expect(problem).toMatchObject({ field: 'a', message: expect.stringContaining('不存在或排在它后面') })
    expect(
      checkFormSchema({
        fields: [
          { name: 'b', label: '乙', kind: 'text' },
          { name: 'a', label: '甲', kind: 'text', visible },
        ],
      }),
    ).toEqual([])
  })
  it('codes are codes, and there is an end to fields', () => {
    expect(formSchema.safeParse({ fields: [{ name: '费用', label: '费用', kind: 'text' }] }).success).toBe(false)
    expect(
      formSchema.safeParse({ fields: Array.from({ length: 201 }, (_, i) => ({ name: `f${i}`, label: 'x', kind: 'text' })) }).success,
    ).toBe(false)
  })
})

it('what a node hides leaves nothing behind', () => {
  const form: FormSchema = {
    fields: [
      { name: 'a', label: '甲', kind: 'text' },
      { name: 'b', label: '乙', kind: 'money' },
    ],
  }
  expect(withoutHidden(form, { a: 'x', b: 5 }, { b: 'hidden' })).toEqual({ form: { fields: [form.fields[0]] }, values: { a: 'x' } })
})
