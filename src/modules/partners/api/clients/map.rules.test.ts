import { describe, expect, it } from 'vitest'
import { mapped } from './map.rules.ts'

const name = (theirs: string, ours: string, fixed: string | null = null) => ({ theirs, ours, fixed })
describe('the names of a partner', () => {
  it('are put into ours, wrappers and all', () =>
    expect(
      mapped({ 单号: 'A-1', consignee: { name: '一店', tel: '021' }, keep: 1 }, [
        name('单号', 'outerNo'),
        name('consignee.name', 'receiver.name'),
        name('consignee.tel', 'receiver.mobile'),
        name('-', 'vehicleClass', '4.2m'),
      ]),
    ).toEqual({ outerNo: 'A-1', receiver: { name: '一店', mobile: '021' }, vehicleClass: '4.2m', keep: 1 }))
  it('leave alone what they do not name, and never reach what objects are made of', () => {
    const sent = JSON.parse('{"a":1,"b":{"__proto__":{"x":1}}}') as object
    expect(mapped(sent, [])).toBe(sent)
    mapped(sent, [name('a', '__proto__.polluted'), name('a', 'constructor.prototype.polluted')])
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
  })
  it('may exchange two fields', () => expect(mapped({ a: 1, b: 2 }, [name('a', 'b'), name('b', 'a')])).toEqual({ a: 2, b: 1 }))
})
