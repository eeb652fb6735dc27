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
  located: boolean
  /** 0.1 °C by sensor; null: the sensor had no value. */
  temperatures: readonly (number | null)[] | null
  /** 0.1 % by sensor. */
  humidities?: readonly (number | null)[] | null
  /** Words whose bits installers wire; null: not in this report. */
  vehicleSignals?: number | null
  io?: number | null
}
