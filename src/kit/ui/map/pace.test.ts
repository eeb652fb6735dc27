import { describe, expect, it } from 'vitest'
import { keepPace } from './pace.web.ts'

function rig(ms: number) {
  const acts = new Map<string, () => void>()
  const ratios: number[] = []
  let [time, moving, resting] = [0, false, null as (() => void) | null]
  const map = {
    on: (event: string, act: () => void) => acts.set(event, act),
    isMoving: () => moving,
    // As the real one: a new size is a movement of its own when the map stands.
    setPixelRatio: (ratio: number) => {
      ratios.push(ratio)
      if (!moving) for (const event of ['movestart', 'moveend']) acts.get(event)!()
    },
  }
  keepPace(map, {
    now: () => time,
    full: () => 2,
    later: (act) => {
      resting = act
      return () => (resting = null)
    },
  })
  return {
    ratios,
    drag(frames: number) {
      moving = true
      acts.get('movestart')!()
      for (let i = 0; i < frames; i++) {
        time += ms
        acts.get('render')!()
      }
      moving = false
      acts.get('moveend')!()
    },
    rest: () => resting?.(),
    pass: (ms: number) => void (time += ms),
  }
}

describe('the pace of the map', () => {
  it('is left alone where frames come quickly', () => {
    const r = rig(16)
    r.drag(60)
    r.rest()
    expect(r.ratios).toEqual([])
  })
  it('halves the pixels of a slow machine while it moves, and gives them back when it stands', () => {
    const r = rig(90)
    r.drag(20)
    expect(r.ratios).toEqual([1])
    r.rest()
    expect(r.ratios).toEqual([1, 2])
  })
  it('does not change its mind between two drags that follow each other', () => {
    const r = rig(90)
    r.drag(20)
    r.drag(20)
    expect(r.ratios).toEqual([1])
    r.rest()
    r.drag(1)
    expect(r.ratios).toEqual([1, 2, 1])
  })
  it('measures again after half a minute', () => {
    const r = rig(90)
    r.drag(20)
    r.rest()
    r.pass(40_000)
    r.drag(1)
    expect(r.ratios).toEqual([1, 2])
  })
  it('takes a pause for no slowness', () => {
    const r = rig(900)
    r.drag(20)
    expect(r.ratios).toEqual([])
  })
})
