import type { Check } from './check.ts'
import { normaliseText } from './text.ts'

export function normaliseCodeName(text: string): string {
  return normaliseText(text)
}

/** Codes and login names: ASCII digits, letters, underscore (the customer's contract, section 5). */
export function checkCode(text: string): Check {
  const code = normaliseCodeName(text)
  if (code === '') return '请输入编码'
  return /^[0-9A-Za-z_]+$/.test(code) ? null : '只能包含数字、字母和下划线'
}
