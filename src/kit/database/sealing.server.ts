/**
 * Numbers of people at rest (decision 0082). What a definition masks (telephone, identity, account) is written into its column sealed,
 * and opened where rows come back from PostgreSQL; nobody in between handles keys. The keys lie in a file that is neither in the
 * database nor in its backups.
 *
 *     $zyt1$<key>$<nonce, tag and ciphertext>$<hash of the last four>
 *
 * AES-256-GCM. The nonce is made of the text itself by a second key (a keyed hash of the whole), so one text has one form under one
 * key: equality, uniqueness and their indexes work on what is stored, and tell what any blind index tells: that two are the same. The
 * last four, which a mask shows anyway, have a keyed hash of their own at the end.
 *
 * The ring is one for the process, like the parsers of the driver that open with it: set once at the start.
 */
import { createCipheriv, createDecipheriv, createHmac } from 'node:crypto'
import type { Mask } from '../entity/field.ts'

export interface KeyRing {
  /** Name of the key that seals. */
  current: string
  keys: ReadonlyMap<string, Buffer>
  /** For hashes; stays when the others change. */
  index: Buffer
}

let ring: KeyRing | null = null
export const useKeys = (keys: KeyRing | null): void => void (ring = keys)
export const isSealing = (): boolean => ring !== null
/** Of the key that seals now; empty: none. */
export const keyName = (): string => ring?.current ?? ''

const MARK = '$zyt1$'
const SEALED = /\$zyt1\$(\w{1,20})\$([\w-]{38,400})\$([\w-]{8})/g
const WHOLE = /^\$zyt1\$(\w{1,20})\$([\w-]{38,400})\$([\w-]{8})$/

const hashOf = (key: Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest()

/** What the last four letters of a sealed value are found by. */
export const tailHash = (text: string): string | null =>
  ring === null
    ? null
    : hashOf(ring.index, `tail:${text.slice(-4)}`)
        .subarray(0, 6)
        .toString('base64url')

/** Kinds of masks that are sealed; names and addresses of post are no numbers. */
export const isSealed = (field: { mask?: Mask | undefined; kind: string }): boolean =>
  field.mask !== undefined && field.mask !== 'name' && field.mask !== 'email' && (field.kind === 'text' || field.kind === 'note')

export const seal = (text: string): string => (ring === null ? text : sealedWith(ring, ring.current, text))

function sealedWith({ keys, index }: KeyRing, name: string, text: string): string {
  // With a quote or a backslash it would not come out of JSON that PostgreSQL wrote as a text; no number of anybody has one.
  if (text === '' || /["\\]/.test(text) || WHOLE.test(text)) return text
  const key = keys.get(name)!
  const nonce = hashOf(index, `whole:${text}`).subarray(0, 12)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(name))
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  const packed = Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url')
  return `${MARK}${name}$${packed}$${tailHash(text)!}`
}

/** Long enough for a telephone, an account, an identity; the spaces and strokes people write in between count for nothing. */
const LOOKS = /\d(?:[ -]?\d){10}/
const INSIDE = /\$zyt1\$\w{1,20}\$[\w-]{38,400}\$[\w-]{8}|(?<![\w$.]|\w-)\+?\d(?:[ -]?\d){10,23}[Xx]?(?!\w)/g

/**
 * Of a text nobody declared (a draft, a message on its way, an answer kept for a repeated request): whatever reads like the number of a
 * person is sealed where it stands. A serial number that is taken for one does no harm: it opens again like the others.
 */
export const numbersSealed = (text: string): string =>
  ring === null || !LOOKS.test(text) ? text : text.replaceAll(INSIDE, (part) => (part.startsWith(MARK) ? part : seal(part)))

const TOKEN = /"(?:[^"\\]|\\.)*"/g
/** The same of JSON, in its texts; what is a number there (an id, fen) stays one. */
export const numbersSealedJson = (json: string): string =>
  ring === null || !LOOKS.test(json)
    ? json
    : json.replaceAll(TOKEN, (token) => (LOOKS.test(token) ? JSON.stringify(numbersSealed(JSON.parse(token) as string)) : token))

class KeyMissing extends Error {}

function open(name: string, packed: string): string {
  const key = ring?.keys.get(name)
  if (!key) throw new KeyMissing(`密钥文件中没有密钥「${name}」，无法读取已加密的号码`)
  const all = Buffer.from(packed, 'base64url')
  const decipher = createDecipheriv('aes-256-gcm', key, all.subarray(0, 12)).setAAD(Buffer.from(name))
  decipher.setAuthTag(all.subarray(12, 28))
  return Buffer.concat([decipher.update(all.subarray(28)), decipher.final()]).toString('utf8')
}

/** Everything sealed in a text that came from the database, alone or among others; cheap where there is nothing. */
export const opened = (text: string): string =>
  text.includes(MARK) ? text.replaceAll(SEALED, (_all, name: string, packed: string) => open(name, packed)) : text
/** The same inside JSON: what comes out stands inside quotes. */
export const openedJson = (text: string): string =>
  text.includes(MARK)
    ? text.replaceAll(SEALED, (_all, name: string, packed: string) => JSON.stringify(open(name, packed)).slice(1, -1))
    : text

/** Of a value as it lies in the database: sealed with the key of today, with an older one, or not at all. */
export function stateOf(stored: string): 'current' | 'older' | 'plain' {
  const name = WHOLE.exec(stored)?.[1]
  return name === undefined ? 'plain' : name === ring?.current ? 'current' : 'older'
}

/** For whoever asks by hand whether a column is some number: every form it may have while keys are being changed. */
export function formsOf(text: string): string[] {
  if (ring === null || text === '') return [text]
  const known = ring
  const others = [...known.keys.keys()].filter((name) => name !== known.current)
  return [seal(text), ...others.map((name) => sealedWith(known, name, text)), text]
}
