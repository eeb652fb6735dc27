/** What the engines look at: a stored report in plain units. */
export interface Point {
  /** Milliseconds, of the event. */
  at: number
  lng: number
  lat: number
  /** km/h */
  speed: number
  status: number
  alarm: number
  /** Metres; null when the terminal counts nothing. */
  odometer: number | null
  /** It said a place; whether the vehicle can have been there is judged by the fold. */
  located: boolean
  /** 0.1 °C by sensor; null: the sensor had no value. */
  temperatures: readonly (number | null)[] | null
  /** 0.1 % by sensor. */
  humidities?: readonly (number | null)[] | null
  /** Words whose bits installers wire; null: not in this report. */
  vehicleSignals?: number | null
  io?: number | null
  /** The stored row, and whether it says that its place is not believed. */
  row?: Report & { jump: boolean }
}
/** The key of a stored report, beside its time. */
export interface Report {
  terminal: number
  serial: number
}

/**
 * What reports of one instant say together: a terminal that is asked for help says so beside its ordinary report. The place is that of
 * the first that has one, an alarm of any of them counts, and what the first leaves out the others say.
 */
export function together(points: readonly Point[]): Point {
  const first = points.find((p) => p.located) ?? points[0]!
  const others = points.filter((p) => p !== first)
  const firstKnown = <T>(of: (p: Point) => T): T => others.reduce((value, p) => value ?? of(p), of(first))
  const bySensor = (of: (p: Point) => readonly (number | null)[] | null | undefined): (number | null)[] | null => {
    const lists = [first, ...others].map((p) => of(p) ?? [])
    const sensors = Math.max(...lists.map((list) => list.length))
    return sensors === 0
      ? null
      : Array.from({ length: sensors }, (_, i) => lists.reduce<number | null>((value, list) => value ?? list[i] ?? null, null))
  }
  return {
    ...first,
    alarm: points.reduce((word, p) => (word | p.alarm) >>> 0, 0),
    odometer: firstKnown((p) => p.odometer),
    temperatures: bySensor((p) => p.temperatures),
    humidities: bySensor((p) => p.humidities),
    vehicleSignals: firstKnown((p) => p.vehicleSignals ?? null),
    io: firstKnown((p) => p.io ?? null),
  }
}
