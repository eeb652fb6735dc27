/**
 * A small closed vocabulary for message bodies. One description reads, writes, checks, labels and (in the tests) generates a body, so
 * the five cannot drift apart. Values are plain JSON. Reading is exact: what a description cannot give back byte for byte it
 * refuses, and the body stays `{raw}`.
 */
import { bytesOf, CodecError, hexOf, isHex, type Reader, type Span, type Writer } from './bytes.ts'
import { decodeText, encodeText } from './gbk.ts'
import { timeDigits, timeOf } from './times.ts'

/** 2011 and 2013 share the header; their bodies differ in places. */
export type Version = 2011 | 2013 | 2019

/** What the fields before this one said, for fields that are there only sometimes. */
export type Before = Readonly<Record<string, unknown>>

export interface Codec<T> {
  read(r: Reader, version: Version): T
  write(w: Writer, value: T, version: Version): void
  /** What a generator of tests and the message tool need to know. */
  kind: Kind
}
export type Kind =
  | {
      is: 'int'
      max: number
      signed?: boolean
      values?: Record<number, string>
      bits?: readonly (string | null)[]
      unit?: string
      words?: (value: unknown) => string
    }
  | { is: 'code'; digits: number }
  | { is: 'digits'; bytes: number }
  | { is: 'time' }
  | { is: 'text'; bytes: number; fixed?: boolean }
  | { is: 'hex'; bytes: number | null }
  | { is: 'list'; of: Codec<any>; max: number }
  | { is: 'struct'; fields: Shape }
  | { is: 'sized'; of: Codec<any> }
  | { is: 'other'; sample: (random: () => number) => unknown }

/** A labelled part of a struct. */
export interface Field<T, Optional extends boolean = boolean> {
  label: string
  codec: Codec<T>
  optional: Optional
  /** Left out of the wire unless it holds. */
  when?: (before: Before, version: Version) => boolean
  /** Left out of the wire when nothing follows. */
  ifAny?: boolean
  /** Of `ifAny`: fewer bytes than this are not it. */
  least?: number
}
export type Shape = Record<string, Field<any>>
type Required<S extends Shape> = {
  [K in keyof S as S[K] extends Field<any, false> ? K : never]: S[K] extends Field<infer T, any> ? T : never
}
type Optional<S extends Shape> = {
  [K in keyof S as S[K] extends Field<any, false> ? never : K]?: S[K] extends Field<infer T, any> ? T : never
}
export type Value<S extends Shape> = { [K in keyof (Required<S> & Optional<S>)]: (Required<S> & Optional<S>)[K] }
export type Infer<C> = C extends Codec<infer T> ? T : never

const field = <T>(label: string, codec: Codec<T>): Field<T, false> => ({ label, codec, optional: false })
export const of = field
/** There only when what came before says so. */
export const when = <T>(test: (before: Before, version: Version) => boolean, part: Field<T, false>): Field<T, true> => ({
  ...part,
  optional: true,
  when: test,
})
/** There only in these versions. */
export const since = <T>(version: Version, part: Field<T, false>): Field<T, true> => when((_, v) => v >= version, part)
/** There when bytes are left: older editions and lazy terminals end before it. */
export const ifAny = <T>(part: Field<T, false>): Field<T, true> => ({ ...part, optional: true, ifAny: true })

type Meaning = { values?: Record<number, string>; bits?: readonly (string | null)[]; unit?: string }
function int(bytes: 1 | 2 | 4, meaning: Meaning): Codec<number> {
  const max = 2 ** (8 * bytes) - 1
  return {
    kind: { is: 'int', max, ...meaning },
    read: bytes === 1 ? (r) => r.u8() : bytes === 2 ? (r) => r.u16() : (r) => r.u32(),
    write(w, value) {
      if (!Number.isInteger(value) || value < 0 || value > max) throw new CodecError(`应为 0 至 ${max} 的整数`)
      if (bytes === 1) w.u8(value)
      else if (bytes === 2) w.u16(value)
      else w.u32(value)
    },
  }
}
export const u8 = (label: string, meaning: Meaning = {}): Field<number, false> => field(label, int(1, meaning))
export const u16 = (label: string, meaning: Meaning = {}): Field<number, false> => field(label, int(2, meaning))
export const u32 = (label: string, meaning: Meaning = {}): Field<number, false> => field(label, int(4, meaning))

/** A number people know in hexadecimal (message id, parameter id): at least four digits. */
function codeNumber(bytes: 2 | 4): Codec<string> {
  return {
    kind: { is: 'code', digits: 2 * bytes },
    read: (r) => (bytes === 2 ? r.u16() : r.u32()).toString(16).padStart(4, '0'),
    write(w, value) {
      if (typeof value !== 'string' || !/^[0-9a-f]+$/i.test(value) || value.length > 2 * bytes)
        throw new CodecError(`应为至多 ${2 * bytes} 位的十六进制数`)
      if (bytes === 2) w.u16(Number.parseInt(value, 16))
      else w.u32(Number.parseInt(value, 16))
    },
  }
}
export const id16 = (label: string): Field<string, false> => field(label, codeNumber(2))
export const id32 = (label: string): Field<string, false> => field(label, codeNumber(4))

const time6: Codec<string> = {
  kind: { is: 'time' },
  read: (r) => timeOf(r.part(6), 0),
  write: (w, value) => w.hex(timeDigits(textual(value))),
}
export const time = (label: string): Field<string, false> => field(label, time6)

/** BCD as its digits, which may be a–f on a bad day. */
export const digits = (label: string, bytes: number): Field<string, false> =>
  field(label, {
    kind: { is: 'digits', bytes },
    read: (r) => r.hex(bytes),
    write(w, value) {
      const padded = textual(value).padStart(2 * bytes, '0')
      if (padded.length !== 2 * bytes || !isHex(padded)) throw new CodecError(`应为至多 ${2 * bytes} 位数字`)
      w.hex(padded)
    },
  })

function textual(value: unknown): string {
  if (typeof value !== 'string') throw new CodecError('应为文字')
  return value
}

type Size = number | Record<Version, number>
const sizeIn = (size: Size, version: Version): number => (typeof size === 'number' ? size : size[version])

/** Filled up with zeros; zeros at the end are not part of the text. */
export const text = (label: string, size: Size): Field<string, false> =>
  field(label, {
    kind: { is: 'text', bytes: typeof size === 'number' ? size : Math.min(...Object.values(size)), fixed: true },
    read(r, version) {
      const bytes = r.part(sizeIn(size, version))
      let end = bytes.length
      while (end > 0 && bytes[end - 1] === 0) end--
      return decodeText(bytes, 0, end)
    },
    write(w, value, version) {
      const n = sizeIn(size, version)
      const bytes = encodeText(textual(value))
      if (bytes.length > n) throw new CodecError(`不能超过 ${n} 个字节（一个汉字两个字节）`)
      w.put(bytes)
      for (let i = bytes.length; i < n; i++) w.u8(0)
    },
  })

/** The rest of the body. */
export const restText = (label: string): Field<string, false> =>
  field(label, {
    kind: { is: 'text', bytes: 60 },
    read: (r) => decodeText(r.part(r.left)),
    write: (w, value) => w.put(encodeText(textual(value))),
  })

type Count = 'u8' | 'u16' | 'u32'
const MAX: Record<Count, number> = { u8: 255, u16: 65_535, u32: 2 ** 32 - 1 }
const readCount = (r: Reader, count: Count): number => (count === 'u8' ? r.u8() : count === 'u16' ? r.u16() : r.u32())
function writeCount(w: Writer, count: Count, n: number): void {
  if (n > MAX[count]) throw new CodecError(`超过 ${MAX[count]}`)
  if (count === 'u8') w.u8(n)
  else if (count === 'u16') w.u16(n)
  else w.u32(n)
}

/** A length, then that many bytes of text. */
export const sizedText = (label: string, count: Count = 'u8'): Field<string, false> =>
  field(label, {
    kind: { is: 'text', bytes: 60 },
    read: (r) => decodeText(r.part(readCount(r, count))),
    write(w, value) {
      const bytes = encodeText(textual(value))
      writeCount(w, count, bytes.length)
      w.put(bytes)
    },
  })

function hexBytes(value: unknown): Uint8Array {
  return bytesOf(textual(value))
}
export const hex = (label: string, bytes: number): Field<string, false> =>
  field(label, {
    kind: { is: 'hex', bytes },
    read: (r) => r.hex(bytes),
    write(w, value) {
      if (textual(value).length !== 2 * bytes) throw new CodecError(`应为 ${bytes} 个字节`)
      w.put(hexBytes(value))
    },
  })
export const restHex = (label: string): Field<string, false> =>
  field(label, { kind: { is: 'hex', bytes: null }, read: (r) => hexOf(r.part(r.left)), write: (w, value) => w.put(hexBytes(value)) })
export const sizedHex = (label: string, count: Count = 'u8'): Field<string, false> =>
  field(label, {
    kind: { is: 'hex', bytes: null },
    read: (r) => hexOf(r.part(readCount(r, count))),
    write(w, value) {
      const bytes = hexBytes(value)
      writeCount(w, count, bytes.length)
      w.put(bytes)
    },
  })

/** A count, then that many; `rest`: as many as there are. The count of a wire is never trusted with memory: reading stops where the bytes stop. */
export const list = <T>(label: string, count: Count | 'rest' | ((version: Version) => Count), of_: Codec<T>): Field<T[], false> =>
  field(label, {
    kind: { is: 'list', of: of_, max: count === 'rest' ? 60 : 255 },
    read(r, version) {
      const values: T[] = []
      const n = count === 'rest' ? Infinity : readCount(r, typeof count === 'function' ? count(version) : count)
      while (values.length < n && (count !== 'rest' || r.left > 0)) {
        if (r.left === 0) throw new CodecError('列表不完整')
        traced(
          r,
          `第 ${values.length + 1} 项`,
          of_.kind,
          () => values.push(of_.read(r, version)),
          () => values.at(-1),
        )
      }
      return values
    },
    write(w, value, version) {
      if (!Array.isArray(value)) throw new CodecError('应为列表')
      if (count !== 'rest') writeCount(w, typeof count === 'function' ? count(version) : count, value.length)
      value.forEach((item, i) => named(`第 ${i + 1} 项`, () => of_.write(w, item, version)))
    },
  })

/** A length, then a part that must fill it exactly. */
export const sized = <T>(count: Count, of_: Codec<T>): Codec<T> => ({
  kind: { is: 'sized', of: of_ },
  read(r, version) {
    const inner = r.inner(readCount(r, count))
    const value = of_.read(inner, version)
    if (inner.left > 0) throw new CodecError('长度不符')
    return value
  },
  write(w, value, version) {
    const at = w.at
    writeCount(w, count, 0)
    const from = w.at
    of_.write(w, value, version)
    const n = w.at - from
    if (n > MAX[count] || count === 'u32') throw new CodecError(`超过 ${MAX[count]} 个字节`)
    if (count === 'u8') w.u8At(at, n)
    else w.u16At(at, n)
  },
})

export function struct<S extends Shape>(fields: S): Codec<Value<S>> {
  const entries = Object.entries(fields)
  return {
    kind: { is: 'struct', fields },
    read(r, version) {
      const values: Record<string, unknown> = {}
      for (const [name, part] of entries) {
        if (part.when && !part.when(values, version)) continue
        if (part.ifAny && r.left < (part.least ?? 1)) continue
        traced(
          r,
          part.label,
          part.codec.kind,
          () => (values[name] = part.codec.read(r, version)),
          () => values[name],
        )
      }
      return values as Value<S>
    },
    write(w, value, version) {
      if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new CodecError('应为对象')
      const given = value as Record<string, unknown>
      for (const [name, part] of entries) {
        if (part.when && !part.when(given, version)) continue
        if (part.ifAny && given[name] === undefined) continue
        named(`${part.label}（${name}）`, () => {
          if (given[name] === undefined) throw new CodecError('没有填写')
          part.codec.write(w, given[name], version)
        })
      }
    },
  }
}

/** Says where it went wrong: 第 2 项 / 半径（radius）：应为 …  */
function named(where: string, work: () => void): void {
  try {
    work()
  } catch (error) {
    if (!(error instanceof CodecError)) throw error
    const [head, ...rest] = error.message.split('：')
    throw new CodecError(rest.length > 0 ? `${where} / ${head}：${rest.join('：')}` : `${where}：${error.message}`)
  }
}

/** Writes down what `work` read, when somebody wants to see it. */
export function traced(r: Reader, label: string, kind: Kind, work: () => void, value: () => unknown): void {
  if (!r.trace) return work()
  const span: Span = { label, from: r.at, to: r.at, depth: r.depth, value: null, kind }
  r.trace.push(span)
  r.depth++
  work()
  r.depth--
  span.to = r.at
  span.value = value()
}

/** A different layout in each edition. */
export const byVersion = <T>(layouts: (version: Version) => Codec<T>): Codec<T> => ({
  kind: layouts(2013).kind,
  read: (r, version) => layouts(version).read(r, version),
  write: (w, value, version) => layouts(version).write(w, value, version),
})

/** What is read when it fills the rest exactly; otherwise nothing was read. */
function filling<T>(r: Reader, read: () => T, accepts: (value: T) => boolean = () => true): T | undefined {
  const { at, depth } = r
  const spans = r.trace?.length ?? 0
  try {
    const value = read()
    if (r.left === 0 && accepts(value)) return value
  } catch (error) {
    // Not that layout; the plain one says what is wrong with it.
    if (!(error instanceof CodecError)) throw error
  }
  Object.assign(r, { at, depth })
  r.trace?.splice(spans)
  return undefined
}

/** Devices of one edition that disagree on a layout: the usual one, and another that is taken where only it fills the body. `layout: 2` says that it was. */
export const either = <T extends object>(usual: Codec<T>, other: Codec<T>): Codec<T & { layout?: number }> => ({
  kind: usual.kind,
  read(r, version) {
    const value = filling(r, () => usual.read(r, version)) ?? filling(r, () => ({ ...other.read(r, version), layout: 2 }))
    return value ?? usual.read(r, version)
  },
  write: (w, value, version) => (value.layout === 2 ? other : usual).write(w, value, version),
})

/**
 * The edition of 2011 had a second count («in this packet») after the first; some of its terminals send it, some do not. `packetCount` says
 * that it was there.
 */
export function counted<T extends { packetCount?: number }>(
  plain: Codec<T>,
  twice: Codec<T & { packetCount: number }>,
  accepts: (value: T & { packetCount: number }) => boolean = () => true,
): Codec<T> {
  return {
    kind: plain.kind,
    read: (r, version) => (version === 2011 && filling(r, () => twice.read(r, version), accepts)) || plain.read(r, version),
    write: (w, value, version) => (value.packetCount === undefined ? plain : (twice as Codec<T>)).write(w, value, version),
  }
}
