import { describe, expect, test } from 'vitest'
import { wireOf } from './orders.rules.ts'

const of = (kind: string, version: 2011 | 2013 | 2019, payload: Record<string, unknown> = {}) => wireOf({ kind, payload }, version, null, null)!

describe('what the editions say differently', () => {
  test.each([
    ['lockDoor', 2011, { flags: 1 }], ['lockDoor', 2013, { flags: 1 }], ['unlockDoor', 2013, { flags: 0 }],
    ['lockDoor', 2019, { controls: [{ id: '0001', value: 0 }] }], ['unlockDoor', 2019, { controls: [{ id: '0001', value: 1 }] }],
  ] as const)('%s in the edition of %i', (kind, version, body) => {
    expect(of(kind, version)).toEqual({ messageId: '8500', body, answer: '0500' })
  })
  test.each([[2013, true, 1], [2013, false, 0], [2019, true, 2], [2019, false, 3]] as const)('how urgent a text is, edition of %i, urgent %s', (version, urgent, bits) => {
    expect((of('text', version, { text: '请靠边停车', urgent, speak: false }).body as { flags: number }).flags).toBe(4 | bits)
  })
})
