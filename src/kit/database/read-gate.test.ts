import { describe, expect, test, vi } from 'vitest'
import { Gate } from './read-gate.server.ts'

const LONG = 60_000
type Left = () => void
const entered = async (gate: Gate, signal?: AbortSignal): Promise<Left> => (await gate.enter(LONG, signal)) as Left

describe('a gate', () => {
  test('lets so many in at once, and the others in the order they came', async () => {
    const gate = new Gate(2)
    const order: string[] = []
    const [a, b] = [await entered(gate), await entered(gate)]
    const c = entered(gate).then((leave) => (order.push('c'), leave))
    const d = entered(gate).then((leave) => (order.push('d'), leave))
    expect(gate.waiting).toBe(2)
    a()
    const leaveC = await c
    expect([order, gate.waiting]).toEqual([['c'], 1])
    // Giving back twice gives nothing away.
    a()
    expect([order, gate.waiting]).toEqual([['c'], 1])
    b()
    ;(await d)()
    leaveC()
    expect([order, gate.waiting]).toEqual([['c', 'd'], 0])
  })
  test('without a number of places stops nobody', async () => {
    const gate = new Gate(Infinity)
    for (let i = 0; i < 100; i++) await entered(gate)
    expect(gate.waiting).toBe(0)
  })
  test('does not let a long one hold up the short ones', async () => {
    vi.useFakeTimers()
    try {
      const gate = new Gate(1)
      const report = await entered(gate)
      const next = entered(gate)
      expect(gate.waiting).toBe(1)
      await vi.advanceTimersByTimeAsync(60)
      const leave = await next
      // Its place was taken from it; what it gives back now is nobody's.
      report()
      const last = entered(gate)
      expect(gate.waiting).toBe(1)
      leave()
      ;(await last)()
      expect(gate.waiting).toBe(0)
    } finally {
      vi.useRealTimers()
    }
  })
  test('sends away who waited too long, and forgets who left', async () => {
    vi.useFakeTimers()
    try {
      const gate = new Gate(0)
      const late = gate.enter(20)
      const left = new AbortController()
      const gone = gate.enter(LONG, left.signal)
      left.abort(new Error('left'))
      await expect(gone).rejects.toThrow('left')
      await vi.advanceTimersByTimeAsync(25)
      expect(await late).toBe(false)
      expect(gate.waiting).toBe(0)
    } finally {
      vi.useRealTimers()
    }
  })
})
