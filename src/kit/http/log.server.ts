/** One line of JSON per event on standard error. Standard output belongs to the person who typed the command. */
type Level = 'debug' | 'info' | 'warn' | 'error'
export type Log = (level: Level, message: string, details?: object) => void

const ORDER: readonly string[] = ['debug', 'info', 'warn', 'error', 'silent']

export function makeLog(
  least: string,
  write: (line: string) => void = (line) => void process.stderr.write(line),
  now = () => new Date(),
): Log {
  const from = ORDER.indexOf(least)
  return (level, message, details = {}) => {
    if (ORDER.indexOf(level) < from) return
    write(`${JSON.stringify({ at: now().toISOString(), level, message, ...details })}\n`)
  }
}
