import { expect, it } from 'vitest'
import { motionOf } from './motion.rules.ts'

it.each([
  ['from 3 km/h it drives, ignition or not', 0, 30, true, 'driving'],
  ['slower with the ignition on it idles', 1, 29, true, 'idling'],
  ['other bits are no ignition', 2, 0, true, 'parked'],
  ['with it among others it idles', 3, 0, true, 'idling'],
  ['standing', 0, 0, true, 'parked'],
  ['without a fix nobody knows, however fast', 1, 800, false, 'unlocated'],
] as const)('%s', (_, status, speed, located, motion) => expect(motionOf(status, speed, located)).toBe(motion))
