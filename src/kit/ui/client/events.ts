/** Reads the text of an event stream (WHATWG HTML, «Server-sent events»), however the network cuts it. Pure. */
export interface ServerEvent {
  name: string
  data: string
}

/** Gives the events that a chunk completes. What the end of the stream cuts off is no event. */
export function eventReader(): (chunk: string) => ServerEvent[] {
  let rest = ''
  let name = ''
  let data: string[] = []
  return (chunk) => {
    // A CR at the very end may be the first half of a CRLF: it waits.
    const lines = (rest + chunk).split(/\r\n|\n|\r(?!$)/)
    rest = lines.pop() ?? ''
    const events: ServerEvent[] = []
    for (const line of lines) {
      if (line === '') {
        if (data.length) events.push({ name: name || 'message', data: data.join('\n') })
        name = ''
        data = []
        continue
      }
      const [, field, value = ''] = /^([^:]*)(?:: ?(.*))?$/.exec(line) ?? []
      if (field === 'event') name = value
      else if (field === 'data') data.push(value)
      // No field (a comment), `id` and `retry` are not ours to heed.
    }
    return events
  }
}
