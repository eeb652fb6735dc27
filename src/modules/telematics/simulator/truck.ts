/**
 * A vehicle with a terminal in it, stepped by the seconds that passed: drives to places and rests there, waits at lights, drifts while
 * standing, loses its fix in tunnels and its network in valleys, cools its load, speeds now and then. Pure: the instant and the
 * random numbers come from outside.
 */
import {
  ACC,
  ALARM_BITS,
  DOORS_LOCKED,
  FIXED,
  FUEL_CUT,
  POWER_CUT,
  wireTime,
  type Item,
  type Location,
  type Version,
} from '../jt808/jt808.ts'
import { distance, makeRoad, offset, onRoad, within, type Place, type Road, type RoadNet } from './roads.ts'
import { mixed, Random } from '#kit/basics/random.ts'

export interface TruckPlan {
  seed: number
  home: Place
  /** `long`: from city to city; `local`: around home, back every evening. */
  trade: 'long' | 'local'
  /** Reports temperatures as this item; null when it carries dry goods. */
  cold: 'item06' | 'item51' | null
  /** Middle of what the load wants, °C. */
  setpoint?: number
  version: Version
  /** What its clock is wrong by, ms; `reset`: it began at 2000 when it was switched on. */
  clock: number | 'reset'
  /** Where its last report left it: it goes on from there. Without, it is somewhere on its first way. */
  last?: { place: Place; heading: number; metres: number }
}

const bit = (label: string): number => (1 << ALARM_BITS.indexOf(label)) >>> 0
const EMERGENCY = bit('紧急报警')
export const OVERSPEED = bit('超速报警')
const TIRED = bit('疲劳驾驶报警')
const LOW_POWER = bit('终端主电源欠压')
/** Of the hold of a refrigerated lorry, and the word that says its machine runs. */
const HOLD_DOOR = 1 << 13
const MACHINE_RUNS = 1 << 9
/** km/h above which a lorry is too fast. */
const LIMIT = 100

/** −0.1 °C cannot be said: its bits mean «no sensor». */
const tenths = (degrees: number): number => Math.round(degrees * 10) || 0
const sayable = (t: number): number => (tenths(t) === -1 ? 0 : tenths(t))

export class Truck {
  readonly plan: TruckPlan
  fuelCut = false
  powerCut = false
  doorsLocked = false
  /** No mobile network where it is. */
  silent = false
  /** Nobody has it: it stands where it is with its engine off, and goes on from there once somebody does. */
  idle = false
  private readonly random: Random
  private readonly net: RoadNet
  private legs: Road[] = []
  private metre = 0
  private place: Place
  private heading = 0
  private speed = 0
  private restSeconds = 0
  private lightSeconds = 0
  private hurry = 0
  private drivenSeconds = 0
  private tunnel = false
  private odometer: number
  private fuel: number
  private emergencySeconds = 0
  private at: number
  private node: number
  private readonly temperatures: number[]
  private broken = false
  /** %, in the hold. */
  private humidity = 62
  private cooling = false
  private readonly startedAt: number

  constructor(plan: TruckPlan, net: RoadNet, now: number) {
    this.plan = plan
    this.net = net
    this.random = new Random(plan.seed)
    this.place = plan.last?.place ?? plan.home
    this.heading = plan.last?.heading ?? 0
    this.node = net.nearest(this.place)
    this.at = now
    this.startedAt = now
    const driven = this.random.int(20_000, 400_000) * 1000
    this.odometer = plan.last?.metres ?? driven
    this.fuel = this.random.between(60, 280)
    this.temperatures = plan.cold ? [0, 1].map(() => (plan.setpoint ?? 4) + this.random.bell()) : []
    this.restSeconds = this.random.chance(0.8) ? 0 : this.random.between(0, 900)
    if (this.restSeconds === 0) this.depart(plan.last ? 0 : this.random.next())
  }

  get moving(): boolean {
    return this.speed > 0.5
  }
  get ignition(): boolean {
    return this.restSeconds <= 0 && !this.powerCut && !this.idle
  }
  /** Where it is, without the errors of the receiver. */
  get truth(): Place {
    return this.place
  }

  /** Lives the time until `now`, in steps that a road can follow. */
  step(now: number): void {
    let left = Math.min(3600, Math.max(0, (now - this.at) / 1000))
    this.at = now
    for (; left > 0; left -= 5) this.live(Math.min(5, left))
  }

  /** Stands with its engine off until then: nothing of that time is lived. */
  park(now: number): void {
    this.at = now
    this.speed = 0
  }
  /** Whatever it was about, it drives home. */
  recall(): void {
    this.legs = this.home ? [] : [makeRoad(this.place, this.plan.home)]
    this.metre = 0
    this.restSeconds = this.lightSeconds = 0
    this.silent = this.tunnel = false
  }
  get home(): boolean {
    return distance(this.place, this.plan.home) < 50
  }

  private live(seconds: number): void {
    if (this.idle) {
      this.speed = this.drivenSeconds = this.emergencySeconds = 0
      this.silent = this.tunnel = this.cooling = false
      return
    }
    this.emergencySeconds = Math.max(0, this.emergencySeconds - seconds)
    if (this.random.chance(seconds / 400_000)) this.emergencySeconds = 60
    this.cool(seconds)
    if (this.restSeconds > 0) this.rest(seconds)
    else this.drive(seconds)
  }

  private rest(seconds: number): void {
    this.speed = 0
    this.drivenSeconds = Math.max(0, this.drivenSeconds - 20 * seconds)
    this.restSeconds -= seconds
    if (this.restSeconds <= 0) this.depart(0)
  }

  /** A new trip; `share` of its first leg is behind it already, so that a fleet does not begin in its yards. */
  private depart(share: number): void {
    const stops = this.plan.trade === 'long' ? this.longTrip() : this.localTrip()
    this.legs = stops.slice(1).map((to, i) => makeRoad(stops[i]!, to))
    this.metre = share * (this.legs[0]?.length ?? 0)
    if (share > 0) this.stand()
    this.restSeconds = this.legs.length === 0 ? 600 : 0
    if (this.fuel < 40) this.fuel = this.random.between(200, 300)
  }
  private longTrip(): Place[] {
    const path = this.net.wander(this.node, this.random.int(1, 4), this.random)
    this.node = path.at(-1)!
    return [this.place, ...path.slice(1).map((k) => this.net.places[k]!)]
  }
  /** Some drops around home and back; the drops of a yard are the same every day. */
  private localTrip(): Place[] {
    const { home } = this.plan
    const drops = Array.from({ length: this.random.int(2, 5) }, () => {
      const drop = new Random(mixed(Math.round(home.lng * 1e4), Math.round(home.lat * 1e4), this.random.int(0, 39)))
      const angle = drop.between(0, 2 * Math.PI)
      const metres = drop.between(2500, 18_000)
      return offset(home, metres * Math.cos(angle), metres * Math.sin(angle))
    })
    return [this.place, ...drops, home]
  }

  private drive(seconds: number): void {
    const road = this.legs[0]
    if (!road) return void (this.restSeconds = this.random.between(300, 2400))
    const position = onRoad(road, this.metre)
    this.speed = this.nextSpeed(road, seconds)
    const driven = (this.speed / 3.6) * seconds
    this.metre += driven / position.stretch
    this.odometer += driven
    this.fuel = Math.max(5, this.fuel - (driven / 1000) * 0.22)
    this.drivenSeconds += this.speed > 0 ? seconds : 0
    this.stand()
    if (this.metre < road.length) return
    this.metre = 0
    this.legs.shift()
    this.silent = this.tunnel = false
    // A drop takes minutes, the end of a trip longer, and who drove four hours rests.
    if (this.plan.trade === 'local' || this.legs.length === 0)
      this.restSeconds = this.random.between(240, this.legs.length === 0 ? 3600 : 1200)
    else if (this.drivenSeconds > 4 * 3600) this.restSeconds = this.random.between(1200, 3000)
  }

  /** Where the road has it, with what is around there. */
  private stand(): void {
    const [road] = this.legs
    if (!road) return
    const { lng, lat, heading } = onRoad(road, this.metre)
    this.place = { lng, lat }
    this.heading = heading
    this.tunnel = within(road.tunnels, this.metre)
    this.silent = within(road.silences, this.metre)
  }

  private nextSpeed(road: Road, seconds: number): number {
    if (this.fuelCut || this.powerCut) return Math.max(0, this.speed - 4 * seconds)
    const toTown = Math.min(this.metre, road.length - this.metre)
    const town = toTown < 3000 || road.length < 12_000
    if (this.lightSeconds > 0) {
      this.lightSeconds -= seconds
      return Math.max(0, this.speed - 10 * seconds)
    }
    if (town && this.random.chance(seconds / 150)) this.lightSeconds = this.random.between(10, 60)
    this.hurry = Math.max(0, this.hurry - seconds)
    if (this.random.chance(seconds / 5400)) this.hurry = this.random.between(40, 150)
    const wanted = town ? 38 : road.length > 40_000 ? 82 + (this.hurry > 0 ? 26 : 0) : 62
    const target = wanted + 6 * this.random.bell()
    return Math.max(0, this.speed + Math.min(4 * seconds, Math.max(-6 * seconds, (target - this.speed) * 0.4)))
  }

  /** Towards the setpoint while it cools, towards the weather while doors are open or the machine is broken. */
  private cool(seconds: number): void {
    if (this.temperatures.length === 0) return
    if (this.random.chance(seconds / (this.broken ? 5000 : 150_000))) this.broken = !this.broken
    const open = this.unloading
    const goal = open || this.broken ? 22 : (this.plan.setpoint ?? 4)
    const pace = open ? 1 / 6000 : this.broken ? 1 / 7000 : 1 / 500
    for (let i = 0; i < this.temperatures.length; i++)
      this.temperatures[i]! += (goal - this.temperatures[i]!) * Math.min(1, pace * seconds) + 0.03 * Math.sqrt(seconds) * this.random.bell()
    this.humidity += ((open ? 90 : this.cooling ? 58 : 68) - this.humidity) * Math.min(1, seconds / (open ? 600 : 1800))
    this.thermostat()
  }
  private get unloading(): boolean {
    return this.restSeconds > 120 && this.restSeconds < 600
  }
  /** The machine runs until it is colder than wanted, and again when it is warmer; a broken one never, and not while the doors are open. */
  private thermostat(): void {
    const over = this.temperatures[0]! - (this.plan.setpoint ?? 4)
    if (this.broken || this.unloading) this.cooling = false
    else if (over > 0.1) this.cooling = true
    else if (over < -0.1) this.cooling = false
  }

  /** The position a passenger would report now. */
  report(now: number): Location {
    const fixed = !this.tunnel
    // A standing receiver wanders a few metres, and now and then into the next street.
    const error = this.moving ? 3 : this.random.chance(0.01) ? 60 : 5
    const seen = fixed ? offset(this.place, error * this.random.bell(), error * this.random.bell()) : this.place
    const alarm =
      (this.speed > LIMIT ? OVERSPEED : 0) |
      (this.emergencySeconds > 0 ? EMERGENCY : 0) |
      (this.drivenSeconds > 4 * 3600 ? TIRED : 0) |
      (this.powerCut ? LOW_POWER : 0)
    const status =
      (this.ignition ? ACC : 0) |
      (fixed ? FIXED : 0) |
      (this.fuelCut ? FUEL_CUT : 0) |
      (this.powerCut ? POWER_CUT : 0) |
      (this.doorsLocked ? DOORS_LOCKED : 0) |
      (this.plan.cold && this.unloading ? HOLD_DOOR : 0) |
      (1 << 18) |
      (1 << 19)
    return {
      alarm: alarm >>> 0,
      status: status >>> 0,
      latitude: Math.round(seen.lat * 1e6),
      longitude: Math.round(seen.lng * 1e6),
      altitude: Math.max(0, Math.round(20 + 5 * this.random.bell())),
      speed: fixed ? Math.max(0, Math.round(this.speed * 10 + (this.moving ? 5 * this.random.bell() : 0))) : 0,
      direction: this.heading,
      time: wireTime(this.clock(now)),
      items: this.items(fixed),
    }
  }

  private clock(now: number): number {
    return this.plan.clock === 'reset' ? Date.UTC(2000, 0, 1) - 8 * 3_600_000 + (now - this.startedAt) : now + this.plan.clock
  }

  private items(fixed: boolean): Item[] {
    const items: Item[] = [
      { id: '01', name: 'mileage', value: Math.round(this.odometer / 100) },
      { id: '02', name: 'fuel', value: Math.round(this.fuel * 10) },
      { id: '30', name: 'signal', value: this.random.int(12, 31) },
      { id: '31', name: 'satellites', value: fixed ? this.random.int(7, 18) : 0 },
    ]
    if (this.plan.cold === 'item06') items.push({ id: '06', name: 'cabinTemperature', value: Math.round(this.temperatures[0]!) || 0 })
    if (this.plan.cold === 'item51')
      items.push(
        { id: '51', name: 'temperatures', value: [...this.temperatures.map(sayable), null] },
        { id: '58', name: 'humidities', value: [Math.round(this.humidity * 10), null] },
        { id: '25', name: 'vehicleSignals', value: this.cooling ? MACHINE_RUNS : 0 },
      )
    return items
  }
}
