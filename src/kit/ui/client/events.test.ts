import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { eventReader, type ServerEvent } from './events.ts'

const read = (...chunks: string[]): ServerEvent[] => {
  const reader = eventReader()
  return chunks.flatMap((chunk) => reader(chunk))
}

describe('an event stream is read', () => {
  it('event by event, with its name and its data', () => {
    expect(read('event: task\ndata: {"id":1}\n\nevent: message\ndata: {}\n\n')).toEqual([
      { name: 'task', data: '{"id":1}' },
      { name: 'message', data: '{}' },
    ])
  })
  it('with comments and unknown fields passed over', () => {
    expect(read(': ok\n\n', 'id: 7\nretry: 100\nnonsense\nevent: a\n: still here\ndata: 1\n\n')).toEqual([{ name: 'a', data: '1' }])
  })
  it('with several lines of data joined, and only one space after the colon taken away', () => {
    expect(read('data: a\ndata:  b\ndata:c\ndata\n\n')).toEqual([{ name: 'message', data: 'a\n b\nc\n' }])
  })
  it('with colons in the data kept', () => {
    expect(read('data: {"at":"10:30:00"}\n\n')).toEqual([{ name: 'message', data: '{"at":"10:30:00"}' }])
  })
  it('without what was not finished, or has a name and no data', () => {
    expect(read('event: a\n\ndata: 1\n\nevent: b\ndata: 2\n')).toEqual([{ name: 'message', data: '1' }])
  })
  it('the same wherever the network cuts it and however its lines end', () => {
    const events: ServerEvent[] = [
      { name: 'positions', data: '{"a":[1,2]}\n{"b":"京A·1"}' },
      { name: 'retry', data: '{}' },
    ]
    fc.assert(
      fc.property(fc.constantFrom('\n', '\r\n', '\r'), fc.array(fc.nat(200), { maxLength: 8 }), (end, at) => {
        const text =
          [
            ': ok',
            '',
            ...events.flatMap((e) => [`event: ${e.name}`, ...e.data.split('\n').map((line) => `data: ${line}`), '']),
            ': more',
          ].join(end) + end
        const cuts = [0, ...at.map((n) => Math.min(n, text.length)).toSorted((a, b) => a - b), text.length]
        const chunks = cuts.slice(1).map((to, i) => text.slice(cuts[i], to))
        expect(read(...chunks)).toEqual(events)
      }),
    )
  })
})
