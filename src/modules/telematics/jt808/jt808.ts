/**
 * JT/T 808 of 2011, 2013 and 2019 with the signalling of JT/T 1078: what the rest of the product uses.
 *
 * A connection: `new Decoder()`, `push(chunk)` → frames; long messages through a `Reassembler`; `readBody(frame, profile)` → body.
 * Answers: `encodeFrame(header, body)`, `encodeMessage` when it may need packets.
 */
export { bytesOf, CodecError, hexOf, isHex, type Span } from './bytes.ts'
export { badFrames, Decoder, type DecoderStats } from './decoder.ts'
export { decodeFrame, encodeBytes, encodeFrame, encodeMessage, isWhole, MAX_BODY, plainPhone, readBody, type Decoded, type Frame, type Header, type HeaderInput, type Message } from './frame.ts'
export { plainText, unsayable } from './gbk.ts'
export { itemKinds, makeProfile, profiles, type ItemKind, type Profile, type ProfileData } from './items.ts'
export { degreesOf, itemOf, type Item, type Location } from './location.ts'
export { decodeAs, decodeBody, encodeBody, isRaw, messageIds, messageName, spansOf, type Bodies, type Body, type MessageId } from './messages.ts'
export { parameterKinds, type ParameterKind, type ParameterValue } from './parameters.ts'
export { LIMITS, Reassembler, type Added, type Limits, type Missing } from './reassemble.ts'
export { CONTROLS, PLATE_COLOURS, REGISTER_RESULTS, RESULTS } from './bodies-terminal.ts'
export { ACC, ALARM_BITS, DOORS_LOCKED, FIXED, FUEL_CUT, POWER_CUT, SOUTH, STATUS_BITS, WEST } from './bits.ts'
export type { Version } from './schema.ts'
export { instantOf, wireTime } from './times.ts'
