/** One line for a collector of logs: RFC 5424, framed by its length as RFC 6587 and 5425 ask (octet counting). Pure. */

/** Facility 13, log audit. */
const FACILITY = 13
const SEVERITY = { warning: 4, notice: 5, info: 6 } as const

export interface SyslogLine {
  severity: keyof typeof SEVERITY
  at: string
  host: string
  /** What kind of line: audit, login, anchor. */
  kind: string
  /** Structured data; what cannot be a name there never comes here. */
  facts: Readonly<Record<string, string | number | null>>
  text: string
}

const PRINTABLE = /[^\x21-\x7e]/g
const escaped = (value: string): string => value.replaceAll(/["\\\]]/g, (c) => `\\${c}`).replaceAll(/[\r\n\0]/g, ' ')

/** 32473 is the number for examples (RFC 5612): a collector tells lines by the name, `zyt`. */
export function syslogMessage({ severity, at, host, kind, facts, text }: SyslogLine): string {
  const pri = FACILITY * 8 + SEVERITY[severity]
  const data = Object.entries(facts)
    .filter(([, value]) => value !== null && value !== '')
    .map(([name, value]) => ` ${name}="${escaped(String(value))}"`)
    .join('')
  const name = host.replaceAll(PRINTABLE, '').slice(0, 255) || '-'
  return `<${pri}>1 ${new Date(at).toISOString()} ${name} zuyuntong - ${kind} [zyt@32473${data}] \uFEFF${text.replaceAll(/[\r\n\0]/g, ' ').slice(0, 4000)}`
}

export function framed(message: string): Buffer {
  const bytes = Buffer.from(message, 'utf8')
  return Buffer.concat([Buffer.from(`${bytes.length} `), bytes])
}
