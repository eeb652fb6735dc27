/**
 * `npm run -s jt808 -- decode` reads one frame in hexadecimal a line and writes one line of JSON for each; `-- encode` goes the other way.
 * A line that cannot be read is answered by `{ok: false, error}` in its place, so answers and lines stay side by side; the exit
 * code is 0 then too. 2: called wrongly. `--version 2011` says what headers without version bit mean, `--profile gps51` what
 * additional items mean.
 */
import { parseArgs } from 'node:util'
import { answerLine, isProfile, type LineOptions } from '#modules/telematics/jt808/lines.ts'
import type { Version } from '#modules/telematics/jt808/jt808.ts'

const USAGE = '用法：npm run -s jt808 -- decode|encode [--version 2011|2013] [--profile standard]，从标准输入逐行读取'
/** A long message of 65,535 packets is no line; what is longer is refused without being kept. */
const MAX_LINE = 8 * 1024 * 1024

function called(): LineOptions & { way: 'decode' | 'encode' } {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { version: { type: 'string', default: '2013' }, profile: { type: 'string', default: 'standard' } },
    })
    const [way, ...more] = positionals
    if ((way === 'decode' || way === 'encode') && more.length === 0 && /^20(?:11|13|19)$/.test(values.version) && isProfile(values.profile))
      return { way, version: Number(values.version) as Version, profile: values.profile }
  } catch {
    // Unknown options end in the same sentence.
  }
  process.stderr.write(`${USAGE}\n`)
  process.exit(2)
}

const { way, ...options } = called()
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1))

async function write(text: string): Promise<void> {
  if (text && !process.stdout.write(text)) await new Promise((resolve) => process.stdout.once('drain', resolve))
}

let rest = ''
let skipping = false
process.stdin.setEncoding('utf8')
for await (const chunk of process.stdin) {
  const lines = (rest + String(chunk)).split('\n')
  rest = lines.pop()!
  let answers = ''
  for (const line of lines) {
    if (!skipping) answers += `${answerLine(way, line, options)}\n`
    skipping = false
  }
  if (rest.length > MAX_LINE) {
    if (!skipping) answers += `${JSON.stringify({ ok: false, error: '此行过长' })}\n`
    skipping = true
    rest = ''
  }
  await write(answers)
}
if (rest && !skipping) await write(`${answerLine(way, rest, options)}\n`)
