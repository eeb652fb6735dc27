/**
 * JT/T 808 of 2011, 2013 and 2019 with the signalling of JT/T 1078: what the rest of the product uses.
 *
 * A connection: `new Decoder()`, `push(chunk)` → frames; long messages through a `Reassembler`; `readBody(frame, profile)` → body.
 * Answers: `encodeFrame(header, body)`, `encodeMessage` when it may need packets.
 */
export { bytesOf, CodecError, hexOf } from './bytes.ts'
export { badFrames, Decoder, type DecoderStats } from './decoder.ts'
export {
  decodeFrame,
  encodeFrame,
  encodeMessage,
  isWhole,
  plainPhone,
  readBody,
  type Frame,
  type Header,
  type HeaderInput,
  type Message,
} from './frame.ts'
export { plainText } from './gbk.ts'
export type { Profile } from './items.ts'
export { itemKinds, makeProfile, profiles, withItems } from './profiles.ts'
export { safetyWords, type AlarmMark, type SafetyAlarm } from './items-safety.ts'
export { degreesOf, itemOf, type Item, type Location } from './location.ts'
export { decodeBody, encodeBody, isRaw, messageIds, messageName, spansOf, type Bodies, type Body } from './messages.ts'
export { parameterKinds, type ParameterValue } from './parameters.ts'
export { Reassembler } from './reassemble.ts'
export { CONTROLS } from './bodies-terminal.ts'
export { ACC, ALARM_BITS, DOORS_LOCKED, FIXED, FUEL_CUT, POWER_CUT, SOUTH, WEST } from './bits.ts'
export type { Version } from './schema.ts'
export { instantOf, wireTime } from './times.ts'
