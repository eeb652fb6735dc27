import { useEffect, useState } from 'react'

/** The clock of the player: seconds of the track a second of the wall. */
export function usePlayer(first: number, last: number, step: (t: number, seconds: number) => number) {
  const [t, setT] = useState(first)
  const [playing, setPlaying] = useState(false)
  const [speed, setSpeed] = useState(60)
  useEffect(() => {
    if (!playing) return
    let before = performance.now()
    let frame = requestAnimationFrame(function turn(now) {
      const seconds = ((now - before) / 1000) * speed
      before = now
      setT((current) => {
        const next = step(current, seconds)
        if (next >= last) setPlaying(false)
        return next
      })
      frame = requestAnimationFrame(turn)
    })
    return () => cancelAnimationFrame(frame)
  }, [playing, speed, step, last])
  return {
    t,
    setT,
    playing,
    setPlaying: (on: boolean) => {
      if (on && t >= last) setT(first)
      setPlaying(on)
    },
    speed,
    setSpeed,
  }
}
