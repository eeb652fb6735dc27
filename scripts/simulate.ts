/**
 * `npm run simulate -- --terminals 1000 --every 10s`: terminals that drive along roads and report over TCP to a gateway of this product
 * or of somebody else. Options: `--host 127.0.0.1 --port 6808 --seed 1 --for 5m --ramp 10s --storm 5m --version 2019 --phone 19900000000`.
 * The gateway must know the terminals, or admit unknown ones (GATEWAY_ADMIT=open). Ends with 1 when nothing was acknowledged.
 */
import { parseArgs } from 'node:util'
import { startSimulator, strangers } from '#modules/telematics/simulator/simulator.server.ts'
import { tell } from '#modules/telematics/simulator/tally.ts'
import type { Version } from '#modules/telematics/jt808/jt808.ts'

const USAGE =
  '用法：npm run simulate -- --terminals 1000 --every 10s [--host 127.0.0.1] [--port 6808] [--seed 1] [--for 5m] [--ramp 10s] [--storm 5m] [--version 2011|2013|2019] [--phone 19900000000]'

function wrong(why: string): never {
  process.stderr.write(`${why}\n${USAGE}\n`)
  process.exit(2)
}
const UNITS: Record<string, number> = { ms: 0.001, s: 1, m: 60, h: 3600 }
function seconds(text: string): number {
  const [, number, unit] = /^(\d+(?:\.\d+)?)(ms|s|m|h)?$/.exec(text) ?? []
  return number === undefined ? wrong(`“${text}”不是时长，如 10s、5m`) : Number(number) * UNITS[unit ?? 's']!
}
function whole(name: string, text: string, max: number): number {
  const n = Number(text)
  return Number.isInteger(n) && n >= 0 && n <= max ? n : wrong(`--${name} 应为 0 至 ${max} 的整数`)
}

function options() {
  try {
    return parseArgs({
      options: {
        help: { type: 'boolean', short: 'h', default: false },
        terminals: { type: 'string', default: '100' },
        every: { type: 'string', default: '10s' },
        host: { type: 'string', default: '127.0.0.1' },
        port: { type: 'string', default: '6808' },
        seed: { type: 'string', default: '1' },
        for: { type: 'string' },
        ramp: { type: 'string' },
        storm: { type: 'string' },
        version: { type: 'string' },
        phone: { type: 'string', default: '19900000000' },
      },
    }).values
  } catch (error) {
    return wrong(error instanceof Error ? error.message : String(error))
  }
}

const given = options()
if (given.help) {
  process.stdout.write(`${USAGE}\n`)
  process.exit(0)
}
const everySeconds = seconds(given.every)
if (everySeconds <= 0) wrong('--every 应大于 0')
if (given.version !== undefined && !/^20(?:11|13|19)$/.test(given.version)) wrong('--version 应为 2011、2013 或 2019')
const first = BigInt(/^\d{5,12}$/.test(given.phone) ? given.phone : wrong('--phone 应为 5 至 12 位数字'))
const seed = whole('seed', given.seed, 2 ** 31)
const plans = strangers(whole('terminals', given.terminals, 100_000), seed).map((plan, i) => ({
  ...plan,
  phone: String(first + BigInt(i)),
  ...(given.version ? { version: Number(given.version) as Version } : {}),
}))

const simulator = startSimulator({
  host: given.host,
  port: whole('port', given.port, 65_535),
  everySeconds,
  plans,
  seed,
  now: Date.now,
  ...(given.ramp ? { rampSeconds: seconds(given.ramp) } : {}),
  ...(given.storm ? { stormSeconds: seconds(given.storm) } : {}),
})
process.stdout.write(`${plans.length} 台终端，每 ${everySeconds} 秒上报，种子 ${seed} → ${given.host}:${given.port}\n`)
const report = setInterval(() => process.stdout.write(`${tell(simulator.tally)}\n`), 5000)

let ending = false
/** Gives the last acknowledgements a moment, then says how it went. */
function end(): void {
  if (ending) return process.exit(1)
  ending = true
  clearInterval(report)
  setTimeout(() => {
    process.stdout.write(`${tell(simulator.tally)}\n`)
    if (simulator.tally.acknowledged === 0 && simulator.tally.refusedRegistrations > 0)
      process.stderr.write('终端未被接纳：请以 GATEWAY_ADMIT=open 启动平台，或先在 GPS设备 中登记这些终端号\n')
    simulator.stop()
    process.exit(simulator.tally.acknowledged > 0 ? 0 : 1)
  }, 2000)
}
process.on('SIGINT', end)
process.on('SIGTERM', end)
if (given.for) setTimeout(end, seconds(given.for) * 1000)
