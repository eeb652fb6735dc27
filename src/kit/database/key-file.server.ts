/**
 * The file with the keys of sealed numbers: read at the start, written by `npm run seal -- new-key`. Each key lies in it as it is, or wrapped
 * by a key service (port `keys`), without which the file is of no use to whoever has it.
 */
import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { z } from 'zod'
import { writeDurably } from './embedded/cluster.server.ts'
import type { KeyRing } from './sealing.server.ts'

const PLAIN = /^[0-9a-f]{64}$/
const LAID = z.string().regex(/^(?:[0-9a-f]{64}|vault:v\d+:[\w+/=-]{1,500})$/)
const NAME = z.string().regex(/^\w{1,20}$/)
const FILE = z.object({ current: NAME, keys: z.record(NAME, LAID), index: LAID })
type KeyFile = z.infer<typeof FILE>

export class KeyFileBroken extends Error {}

/** How a key lies in the file. */
export interface KeyWraps {
  wrap(key: Buffer): Promise<string>
  /** Also of one that lies there as it is. */
  unwrap(laid: string): Promise<Buffer>
}
/** As it is. */
export const asItIs: KeyWraps = {
  wrap: async (key) => key.toString('hex'),
  async unwrap(laid) {
    if (PLAIN.test(laid)) return Buffer.from(laid, 'hex')
    throw new KeyFileBroken('密钥文件中的密钥由密钥服务加密，请设置环境变量 KEYS_VAULT_URL、KEYS_VAULT_TOKEN、KEYS_VAULT_KEY')
  },
}

function read(path: string): KeyFile {
  try {
    const file = FILE.parse(JSON.parse(readFileSync(path, 'utf8')))
    if (!Object.hasOwn(file.keys, file.current)) throw new Error('no current key')
    return file
  } catch {
    throw new KeyFileBroken(`密钥文件 ${path} 缺失或已损坏，请从单独保存的副本恢复；没有它，已加密的号码无法读取`)
  }
}

const KEY_BYTES = 32
async function unwrapped(wraps: KeyWraps, laid: string): Promise<Buffer> {
  const key = await wraps.unwrap(laid)
  if (key.byteLength !== KEY_BYTES) throw new KeyFileBroken('密钥服务还原的密钥长度不对，请核对 KEYS_VAULT_KEY 与密钥文件是否成对')
  return key
}

export async function readKeyFile(path: string, wraps: KeyWraps = asItIs): Promise<KeyRing> {
  const { current, keys, index } = read(path)
  const ring = new Map<string, Buffer>()
  for (const [name, laid] of Object.entries(keys)) ring.set(name, await unwrapped(wraps, laid))
  return { current, keys: ring, index: await unwrapped(wraps, index) }
}

const write = (path: string, file: KeyFile): void => writeDurably(path, JSON.stringify(file, null, 2))

/** A first file, or one more key that seals from now on; older ones stay until everything is sealed anew. Returns its name. */
export async function newKey(path: string, wraps: KeyWraps = asItIs): Promise<string> {
  const random = (): Promise<string> => wraps.wrap(randomBytes(KEY_BYTES))
  const before = existsSync(path) ? read(path) : null
  // Of another service, or without one: found out before a key is lost in it.
  if (before) await unwrapped(wraps, before.index)
  const name = `k${Object.keys(before?.keys ?? {}).length + 1}`
  write(path, { current: name, keys: { ...before?.keys, [name]: await random() }, index: before?.index ?? (await random()) })
  return name
}

/** Lays every key as `to` does; what it seals stays as it is. */
export async function relayKeys(path: string, from: KeyWraps, to: KeyWraps): Promise<void> {
  const { current, keys, index } = read(path)
  const relaid = async (laid: string): Promise<string> => to.wrap(await unwrapped(from, laid))
  const all: Record<string, string> = {}
  for (const [name, laid] of Object.entries(keys)) all[name] = await relaid(laid)
  write(path, { current, keys: all, index: await relaid(index) })
}
