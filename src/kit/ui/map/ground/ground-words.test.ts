import { describe, expect, it, vi } from 'vitest'
import { FAILED, FETCHING, GroundWords, type GroundMap } from './ground-words.ts'

type Act = Parameters<GroundMap['on']>[1]
function begin(fixed: string | null = null) {
  const acts = new Map<string, Act>()
  const asked: string[] = []
  const waiting: { act: () => void; ms: number }[] = []
  const words = new GroundWords(fixed, ['base-world', 'base-provinces']).watch(
    { on: (event, act) => acts.set(event, act), again: (source) => void asked.push(source) },
    (act, ms) => void waiting.push({ act, ms }),
  )
  const said: (string | null)[] = []
  const stop = words.follow((text) => void said.push(text))
  return { words, said, asked, waiting, stop, tell: (event: string, data: Parameters<Act>[0] = {}) => acts.get(event)!(data) }
}

describe('what the ground says', () => {
  it('is that it is being fetched, until all of it is there', () => {
    const { said, tell } = begin()
    tell('sourcedata', { sourceId: 'base-world', isSourceLoaded: false })
    tell('sourcedata', { sourceId: 'base-world', isSourceLoaded: true })
    tell('sourcedata', { sourceId: 'fences', isSourceLoaded: true })
    expect(said).toEqual([FETCHING])
    tell('sourcedata', { sourceId: 'base-provinces', isSourceLoaded: true })
    expect(said).toEqual([FETCHING, null])
  })
  it('is that it failed, although the map takes it for loaded, and it is asked for again, later each time', () => {
    const { said, asked, waiting, tell } = begin()
    for (let i = 0; i < 6; i++) {
      tell('error', { sourceId: 'base-world', error: new Error('aborted') })
      tell('error', { sourceId: 'base-world', error: new Error('aborted') })
      tell('idle')
      expect(said.at(-1)).toBe(FAILED)
      waiting.at(-1)!.act()
      expect(said.at(-1)).toBe(FETCHING)
    }
    expect(asked).toEqual(Array.from({ length: 6 }, () => 'base-world'))
    expect(waiting.map((w) => w.ms)).toEqual([1000, 3000, 10_000, 30_000, 30_000, 30_000])
    tell('idle')
    expect(said.at(-1)).toBeNull()
  })
  it('goes beside what is said all the time', () => {
    const { words, tell } = begin('高德地图加载失败')
    expect(words.words).toBe(`高德地图加载失败；${FETCHING}`)
    tell('idle')
    expect(words.words).toBe('高德地图加载失败')
    expect(new GroundWords(null).words).toBeNull()
  })
  it('tells errors of others where they are looked for', () => {
    const log = vi.spyOn(console, 'error').mockReturnValue()
    const { tell, said } = begin()
    tell('error', { sourceId: 'fences', error: 'broken' })
    expect(log.mock.calls).toEqual([['broken']])
    expect(said).toEqual([FETCHING])
    log.mockRestore()
  })
  it('is not told to one who left', () => {
    const { said, stop, tell } = begin()
    stop()
    tell('idle')
    expect(said).toEqual([FETCHING])
  })
})
