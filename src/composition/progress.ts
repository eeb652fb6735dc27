/** A start on a terminal, told to the person who waits for it: steps in their language instead of lines of JSON. */
import type { Log } from '#kit/http/log.server.ts'

const PARTS: Readonly<Record<string, string>> = {
  people: '人员与门店',
  fleet: '车辆',
  telematics: '车联网',
  business: '租赁业务',
  money: '收付款',
  talk: '评价与反馈',
  approval: '审批',
  transport: '运输',
  affairs: '车务与油卡',
  finance: '财务',
  esign: '电子合同',
}

/** The line that is written over, told by its length, so that a shorter one leaves nothing behind. */
const over = (text: string, before: number): string => `\r${text}${' '.repeat(Math.max(0, before - text.length))}`

/**
 * `write` goes to the terminal; what is no step of a start goes to `other` (warnings and errors as they are, the rest is left out).
 * Counted steps share one line, others have one each.
 */
export function startSteps(write: (text: string) => void, other: Log): Log {
  let open = 0
  const close = (): void => {
    if (open > 0) write('\n')
    open = 0
  }
  return (level, message, details) => {
    const { n, of, part, seconds } = (details ?? {}) as { n?: number; of?: number; part?: string; seconds?: number }
    if (message === 'migration applied' && n !== undefined && of !== undefined) {
      const text = `  准备数据库 ${n}/${of}`
      write(over(text, open))
      open = text.length
      if (n === of) close()
      return
    }
    close()
    if (message === 'demo company' && part) write(`  演示公司：${PARTS[part] ?? part}（${seconds ?? 0} 秒）\n`)
    else if (level === 'warn' || level === 'error') other(level, message, details)
  }
}
