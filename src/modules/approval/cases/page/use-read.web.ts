/** Whether what is to be agreed to has stood on the screen to its end: a yes by one press is not given to what nobody saw. */
import { useEffect, useState, type RefObject } from 'react'

/** Longer than the second touch of a double tap on the card that led here, shorter than anybody reads. */
const GLANCE_MS = 500
/** What stands under the bar of buttons is not seen. */
const BAR = '0px 0px -72px 0px'

export function useRead(end: RefObject<HTMLElement | null>, task: number | null): boolean {
  const [seen, setSeen] = useState<number | null>(null)
  const read = task !== null && seen === task
  useEffect(() => {
    const mark = end.current
    if (task === null || read || !mark) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const watch = new IntersectionObserver(
      (entries) => {
        clearTimeout(timer)
        if (entries.at(-1)?.isIntersecting) timer = setTimeout(() => setSeen(task), GLANCE_MS)
      },
      { rootMargin: BAR },
    )
    watch.observe(mark)
    return () => {
      watch.disconnect()
      clearTimeout(timer)
    }
  }, [end, task, read])
  return read
}
