/** What zod found wrong, said in Chinese per field. A message given in the schema itself wins over these. */
import type { z } from 'zod'
import type { FieldErrors } from '../basics/errors.ts'

type Raw = z.core.$ZodRawIssue

const TYPE_NAMES: Record<string, string> = {
  string: '文字',
  number: '数字',
  int: '整数',
  boolean: '是或否',
  array: '列表',
  object: '对象',
  record: '对象',
  date: '日期',
}
const unitOf = (origin: string): string => (origin === 'string' ? '个字符' : origin === 'array' ? '项' : '')

function sizeSentence(issue: Raw & { code: 'too_big' | 'too_small' }): string {
  const big = issue.code === 'too_big'
  const limit = String(big ? issue.maximum : issue.minimum)
  const unit = unitOf(issue.origin)
  if (unit && !big && limit === '1') return '不能为空'
  if (unit) return big ? `最多 ${limit} ${unit}` : `至少 ${limit} ${unit}`
  const strict = issue.inclusive === false
  return big ? `必须${strict ? '小于' : '不大于'} ${limit}` : `必须${strict ? '大于' : '不小于'} ${limit}`
}

/** Passed to `safeParse` as `error`, so the input of the issue is known. */
export function sentenceOf(issue: Raw): string {
  switch (issue.code) {
    case 'invalid_type': {
      if (issue.input === undefined || issue.input === null || issue.input === '') return '不能为空'
      return `类型不正确，应为${TYPE_NAMES[String(issue.expected)] ?? '其他类型'}`
    }
    case 'too_big':
    case 'too_small':
      return sizeSentence(issue as Raw & { code: 'too_big' | 'too_small' })
    case 'invalid_value':
      return '不在可选范围内'
    case 'unrecognized_keys':
      return `不支持的参数：${((issue.keys as string[] | undefined) ?? []).slice(0, 5).join('、')}`
    case 'not_multiple_of':
      return `必须是 ${String(issue.divisor)} 的倍数`
    default:
      return '格式不正确'
  }
}

/** Field path → sentence; the first problem of a field is the one shown. */
export function fieldErrors(issues: readonly z.core.$ZodIssue[]): FieldErrors {
  const errors: FieldErrors = {}
  for (const issue of issues.slice(0, 50)) {
    const field = issue.path.map(String).join('.')
    errors[field] ??= issue.message
  }
  return errors
}

/** What is only said of something; whatever else a schema says («收款金额必须大于 0») names its subject itself. */
const SAID_OF_A_FIELD = /^(不能|类型不正确|最多|至少|必须|应|不在可选范围内|没有选项|(日期|时间)?格式)/

/** The sentence of the whole answer: names the field where it does not, because a caller outside the console sees only this. */
export function summaryOf(errors: FieldErrors): string {
  const [field, message] = Object.entries(errors)[0] ?? ['', '提交的内容有误，请检查后重试']
  return field && SAID_OF_A_FIELD.test(message) ? `「${field}」${message}` : message
}
