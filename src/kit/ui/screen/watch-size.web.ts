/**
 * Tells of a new size in the next frame, of several the last one. What changes the page while a browser still tells of sizes makes it report
 * an error of its own, with no stack and nobody's name (`ResizeObserver loop completed with undelivered notifications`).
 */
export function watchSize(element: Element, act: (entry: ResizeObserverEntry) => void): () => void {
  let frame = 0
  const watch = new ResizeObserver(([entry]) => {
    cancelAnimationFrame(frame)
    if (entry) frame = requestAnimationFrame(() => act(entry))
  })
  watch.observe(element)
  return () => {
    watch.disconnect()
    cancelAnimationFrame(frame)
  }
}
