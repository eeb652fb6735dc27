/** The file with the keys of sealed numbers: read at the start, written by `npm run seal -- new-key`. */
import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { z } from 'zod'
import { writeDurably } from './embedded/cluster.server.ts'
import type { KeyRing } from './sealing.server.ts'

const HEX = z.string().regex(/^[0-9a-f]{64}$/)
const FILE = z.object({ current: z.string().regex(/^\w{1,20}$/), keys: z.record(z.string().regex(/^\w{1,20}$/), HEX), index: HEX })
type KeyFile = z.infer<typeof FILE>

export class KeyFileBroken extends Error {}

function read(path: string): KeyFile {
  try {
    const file = FILE.parse(JSON.parse(readFileSync(path, 'utf8')))
    if (!Object.hasOwn(file.keys, file.current)) throw new Error('no current key')
    return file
  } catch {
    throw new KeyFileBroken(`密钥文件 ${path} 缺失或已损坏，请从单独保存的副本恢复；没有它，已加密的号码无法读取`)
  }
}

export function readKeyFile(path: string): KeyRing {
  const { current, keys, index } = read(path)
  return {
    current,
    keys: new Map(Object.entries(keys).map(([name, hex]) => [name, Buffer.from(hex, 'hex')])),
    index: Buffer.from(index, 'hex'),
  }
}

const random = (): string => randomBytes(32).toString('hex')

/** A first file, or one more key that seals from now on; older ones stay until everything is sealed anew. Returns its name. */
export function newKey(path: string): string {
  const before = existsSync(path) ? read(path) : null
  const name = `k${Object.keys(before?.keys ?? {}).length + 1}`
  const file: KeyFile = { current: name, keys: { ...before?.keys, [name]: random() }, index: before?.index ?? random() }
  writeDurably(path, JSON.stringify(file, null, 2))
  return name
}
