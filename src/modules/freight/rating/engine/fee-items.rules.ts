/** Which fee item of a bill a line of a price becomes (transport.md §4.2). */
const ITEMS: readonly [RegExp, string][] = [
  [/^(?:base|tier\d*)$/, 'FREIGHT'],
  [/^stops$/, 'FR_STOP'],
  [/^wait$/, 'FR_WAIT'],
  [/^handle$/, 'FR_HANDLE'],
  [/^sur\d+$/, 'FR_SUR'],
  [/^min$/, 'FR_MIN'],
  [/^max$/, 'FR_CAP'],
  [/^toll$/, 'FR_TOLL'],
  [/^insure$/, 'FR_INSURE'],
  [/^empty$/, 'FR_EMPTY'],
  [/^return$/, 'FR_RETURN'],
  [/^change$/, 'FR_CHANGE'],
  [/^discount$/, 'FR_DISC'],
  [/^claim$/, 'FR_CLAIM'],
]
export const feeItemOf = (code: string): string => ITEMS.find(([pattern]) => pattern.test(code))?.[1] ?? 'FREIGHT'
