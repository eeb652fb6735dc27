import { expect, test } from 'vitest'
import { NO_CODE, sameViolation } from './known.rules.ts'

const second = '2026-04-25T02:30:00.000Z'
const dayOnly = '2026-04-24T16:00:00.000Z'
const notice = (more: object) => ({ occurredAt: second, code: '1344', place: '长安街', behaviour: '违停', recordNo: null, ...more })

test.each([
  ['the same', {}, {}, 'same'],
  ['the place in other words, to the second', {}, { place: '长安街东口' }, 'same'],
  ['another place on a day without a time', { occurredAt: dayOnly }, { occurredAt: dayOnly, place: '三环路' }, 'doubt'],
  ['blanks and commas are no other place', { occurredAt: dayOnly }, { occurredAt: dayOnly, place: ' 长安，街' }, 'same'],
  ['another act, without a code', { code: NO_CODE }, { code: NO_CODE, behaviour: '闯红灯' }, 'other'],
  ['the act in other words, with a code', {}, { behaviour: '违反规定停放' }, 'same'],
  ['one document', { recordNo: 'W1' }, { recordNo: 'W1', place: '三环路' }, 'same'],
  ['two documents', { recordNo: 'W1' }, { recordNo: 'W2' }, 'other'],
])('%s', (_title, a, b, verdict) => expect(sameViolation(notice(a), notice(b))).toBe(verdict))
