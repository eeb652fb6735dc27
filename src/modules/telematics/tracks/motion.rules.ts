/** Whether a vehicle drives, idles or stands, from what its terminal says. Pure. */
/** 0.1 km/h */
export const MOVING = 30

export type Motion = 'driving' | 'idling' | 'parked' | 'unlocated'
export const motionOf = (status: number, speed: number, located: boolean): Motion =>
  !located ? 'unlocated' : speed >= MOVING ? 'driving' : status & 1 ? 'idling' : 'parked'
