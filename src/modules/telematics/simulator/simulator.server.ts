/** Many simulated terminals in this process, with the weather they live in: storms that drop many links at once. */
import { areasWithPoints, type FoundPlace } from '#shell/gazetteer/gazetteer.server.ts'
import type { Version } from '../jt808/jt808.ts'
import { mixed, Random } from '#kit/basics/random.ts'
import { RoadNet, type Place } from './roads.ts'
import { newTally, type Tally } from './tally.ts'
import { SimulatedTerminal, type TerminalPlan } from './terminal.server.ts'

export interface SimulatorOptions {
  host: string
  port: number
  everySeconds: number
  /** All report at the same moments: a fleet of a demonstration costs little. */
  inStep?: boolean
  plans: readonly TerminalPlan[]
  seed: number
  /** Terminals connect within this time. */
  rampSeconds?: number
  /** A storm every so many seconds drops a third of the links; 0: fair weather. */
  stormSeconds?: number
  now: () => number
  onAuthCode?: (phone: string, code: string) => void
}
export interface Simulator {
  readonly tally: Tally
  readonly terminals: readonly SimulatedTerminal[]
  stop(): void
}

let net: RoadNet | undefined
const isCity = ({ level, code }: FoundPlace): boolean => level === 'city' || /^(?:11|12|31|50)$/.test(code)
/** Deserts, the far south and islands are left to others: no road of ours crosses the sea. */
const isReachable = ({ lng, lat, code }: FoundPlace): boolean =>
  lng !== null && lat !== null && lng > 98 && lat > 21 && !/^(?:46|71|81|82)/.test(code)

/** The cities of China as places to drive between. */
export const chinaRoads = (): RoadNet =>
  (net ??= new RoadNet(
    areasWithPoints()
      .filter((area) => isCity(area) && isReachable(area))
      .map((area) => ({ lng: area.lng!, lat: area.lat! })),
  ))

export function startSimulator(options: SimulatorOptions): Simulator {
  const { host, port, everySeconds, plans, seed, now } = options
  const tally = newTally(plans.length)
  const world = {
    host,
    port,
    everySeconds,
    inStep: options.inStep ?? false,
    net: chinaRoads(),
    tally,
    now,
    ...(options.onAuthCode ? { onAuthCode: options.onAuthCode } : {}),
  }
  const random = new Random(mixed(seed, 77))
  const ramp = (options.rampSeconds ?? Math.min(10, plans.length / 200)) * 1000
  const terminals = plans.map((plan) => new SimulatedTerminal(plan, world))
  for (const terminal of terminals) terminal.start(random.between(0, ramp))
  const storm = options.stormSeconds
    ? setInterval(() => {
        for (const terminal of terminals) if (random.chance(0.33)) terminal.cutOff(random.between(0, 2000))
      }, options.stormSeconds * 1000)
    : null
  return {
    tally,
    terminals,
    stop() {
      if (storm) clearInterval(storm)
      for (const terminal of terminals) terminal.stop()
    },
  }
}

const SETPOINTS = [-18, -18, 4, 4, 2] as const
const PREFIXES = ['沪A', '沪B', '浙A', '苏E', '苏A', '皖A', '粤B', '鲁B', '川A', '鄂A']

/** What belongs to a terminal besides its names: edition, trade, load, clock. The same seed gives the same. */
export function habits(seed: number): Pick<TerminalPlan, 'seed' | 'version' | 'trade' | 'cold' | 'setpoint' | 'clock'> {
  const random = new Random(seed)
  const version = random.pick<Version>([2011, 2013, 2013, 2019])
  const cold = random.chance(0.2)
  const odd = random.next()
  return {
    seed,
    version,
    trade: random.chance(0.5) ? 'long' : 'local',
    cold: cold ? (version === 2019 ? 'item06' : 'item51') : null,
    ...(cold ? { setpoint: random.pick(SETPOINTS) } : {}),
    clock: odd < 0.01 ? 'reset' : odd < 0.02 ? 2 * 86_400_000 : odd < 0.05 ? Math.round(random.between(-240, 240)) * 1000 : 0,
  }
}

/** `count` terminals that nobody knows; numbers begin with 1990, which no operator gives out. */
export function strangers(count: number, seed: number): TerminalPlan[] {
  const { places } = chinaRoads()
  return Array.from({ length: count }, (_, i) => {
    const own = mixed(seed, i)
    const random = new Random(own ^ 0x77)
    const home: Place = random.pick(places)
    return {
      ...habits(own),
      home,
      phone: `1990${String(i).padStart(7, '0')}`,
      plate: `${random.pick(PREFIXES)}${String(10_000 + (i % 90_000))}`,
      terminalId: `S${String(i % 1_000_000).padStart(6, '0')}`,
    }
  })
}
