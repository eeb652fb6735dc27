/**
 * SM2 signatures (GB/T 32918.2, parameters of part 5) with SM3. Node reads a key of this curve as plain ECDSA, which nobody's SM2 check
 * takes; OpenSSL's curve does the multiplication, the rest is arithmetic of a few lines. The identity is the default of the standard.
 */
import { createECDH, createHash, randomBytes, type KeyObject } from 'node:crypto'

const N = 0xfffffffeffffffffffffffffffffffff7203df6b21c6052b53bbf40939d54123n
/** a, b and the base point, as they go into the digest. */
const CURVE = [
  'fffffffeffffffffffffffffffffffffffffffff00000000fffffffffffffffc',
  '28e9fa9e9d9f5e344d5a9e4bcf6509a7f39789f515ab8f92ddbcbd414d940e93',
  '32c4ae2c1f1981195f9904466a39c9948fe30bbff2660be1715a4589334c74c7',
  'bc3736a2f4f6779c59bdcee36b692153d0a9877cc62a474002df32e52139f0a0',
].join('')
const ID = '1234567812345678'

const big = (bytes: Uint8Array): bigint => BigInt(`0x${Buffer.from(bytes).toString('hex')}`)
const bytes32 = (n: bigint): Buffer => Buffer.from(n.toString(16).padStart(64, '0'), 'hex')
const sm3 = (...parts: readonly Uint8Array[]): Buffer => {
  const hash = createHash('sm3')
  for (const part of parts) hash.update(part)
  return hash.digest()
}
/** By Fermat: the order is prime. */
function inverse(n: bigint): bigint {
  let [result, base, power] = [1n, n % N, N - 2n]
  for (; power > 0n; power >>= 1n) {
    if (power & 1n) result = (result * base) % N
    base = (base * base) % N
  }
  return result
}
function times(k: bigint): { x: Buffer; y: Buffer } {
  const curve = createECDH('SM2')
  curve.setPrivateKey(bytes32(k))
  const point = curve.getPublicKey()
  return { x: point.subarray(1, 33), y: point.subarray(33) }
}
function drawn(): bigint {
  for (;;) {
    const k = big(randomBytes(32))
    if (k > 0n && k < N) return k
  }
}

/** `next` is the secret number of each try; only the vector of the standard gives its own. */
export function sm2Numbers(d: bigint, message: Uint8Array, next: () => bigint = drawn): { r: bigint; s: bigint } {
  const own = times(d)
  const z = sm3(Buffer.from([0, ID.length * 8]), Buffer.from(ID), Buffer.from(CURVE, 'hex'), own.x, own.y)
  const e = big(sm3(z, message))
  for (;;) {
    const k = next()
    const r = (e + big(times(k).x)) % N
    if (r === 0n || r + k === N) continue
    const s = (inverse(1n + d) * ((((k - r * d) % N) + N) % N)) % N
    if (s !== 0n) return { r, s }
  }
}

const integer = (n: bigint): Buffer => {
  const hex = n.toString(16)
  const plain = Buffer.from(hex.padStart(hex.length + (hex.length % 2), '0'), 'hex')
  const body = plain[0]! >= 0x80 ? Buffer.concat([Buffer.from([0]), plain]) : plain
  return Buffer.concat([Buffer.from([2, body.length]), body])
}
const SECRET_FOLLOWS = Buffer.from('0201010420', 'hex')
/** DER, as OpenSSL wants it: `openssl dgst -sm3 -verify … -sigopt distid:1234567812345678`. */
export function sm2Sign(key: KeyObject, message: Uint8Array): Buffer {
  // As PKCS#8: a key that was read back is of no kind OpenSSL would write as SEC 1. Within: INTEGER 1, OCTET STRING of 32 bytes.
  const pkcs8 = key.export({ format: 'der', type: 'pkcs8' })
  const at = pkcs8.indexOf(SECRET_FOLLOWS)
  if (at < 0) throw new Error('this is no SM2 key')
  const { r, s } = sm2Numbers(big(pkcs8.subarray(at + SECRET_FOLLOWS.length, at + SECRET_FOLLOWS.length + 32)), message)
  pkcs8.fill(0)
  const both = Buffer.concat([integer(r), integer(s)])
  return Buffer.concat([Buffer.from([0x30, both.length]), both])
}
