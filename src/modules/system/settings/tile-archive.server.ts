/**
 * Reads single tiles out of one PMTiles file (version 3): a file on this machine, or an address that answers ranges. Only what a tile
 * needs is read: the header and the first directory once, then a directory and the tile. So a file of the whole country may lie anywhere.
 * Written from its specification (protomaps/PMTiles, spec/v3): the package for it reads in the browser and keeps its own cache there.
 */
import { open } from 'node:fs/promises'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'

const unzip = promisify(gunzip)

/** Some bytes of the archive, wherever it lies. */
export type ReadBytes = (offset: number, length: number) => Promise<Uint8Array>

interface Entry {
  id: number
  offset: number
  length: number
  /** How many tiles in a row are this one; 0: it leads to another directory. */
  run: number
}
interface Header {
  leaves: number
  data: number
  root: { offset: number; length: number }
  packed: boolean
  tilesPacked: boolean
  vector: boolean
  minZoom: number
  maxZoom: number
}
export interface TileArchive {
  readonly maxZoom: number
  readonly minZoom: number
  /** Unpacked; null where the archive has nothing. */
  tile(z: number, x: number, y: number): Promise<Uint8Array | null>
}

const HEADER = 127
const GZIP = 2
const PLAIN = 1
const MVT = 1
/** Directories kept: of the part of the country somebody looks at. */
const KEPT = 64

function headerOf(bytes: Uint8Array): Header {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (new TextDecoder().decode(bytes.subarray(0, 7)) !== 'PMTiles' || view.getUint8(7) !== 3) throw new Error('不是第 3 版的 PMTiles 文件')
  const long = (at: number): number => Number(view.getBigUint64(at, true))
  const [inside, tiles] = [view.getUint8(97), view.getUint8(98)]
  for (const packing of [inside, tiles])
    if (packing !== GZIP && packing !== PLAIN) throw new Error('PMTiles 文件的压缩方式不支持，请使用 gzip')
  if (view.getUint8(99) !== MVT) throw new Error('PMTiles 文件不是矢量瓦片（MVT）')
  return {
    root: { offset: long(8), length: long(16) },
    leaves: long(40),
    data: long(56),
    packed: inside === GZIP,
    tilesPacked: tiles === GZIP,
    vector: true,
    minZoom: view.getUint8(100),
    maxZoom: view.getUint8(101),
  }
}

/** Columns one after the other, each number in groups of seven bits; places that follow each other are written as 0. */
export function entriesOf(bytes: Uint8Array): Entry[] {
  let at = 0
  const next = (): number => {
    let [value, factor] = [0, 1]
    for (;;) {
      const byte = bytes[at++]
      if (byte === undefined) throw new Error('PMTiles 文件的目录不完整')
      value += (byte & 127) * factor
      if (byte < 128) return value
      factor *= 128
    }
  }
  const count = next()
  const column = (): number[] => Array.from({ length: count }, next)
  const ids: number[] = []
  for (const step of column()) ids.push((ids.at(-1) ?? 0) + step)
  const [runs, lengths, places] = [column(), column(), column()]
  const entries: Entry[] = []
  for (let i = 0; i < count; i++) {
    const before = entries.at(-1)
    const offset = places[i] === 0 && before ? before.offset + before.length : places[i]! - 1
    entries.push({ id: ids[i]!, run: runs[i]!, length: lengths[i]!, offset })
  }
  return entries
}

/** Along the Hilbert curve of its level, behind all tiles of the levels above. */
export function tileId(z: number, x: number, y: number): number {
  let id = (4 ** z - 1) / 3
  let [px, py] = [x, y]
  for (let side = 2 ** (z - 1); side >= 1; side /= 2) {
    const right = (px & side) > 0 ? 1 : 0
    const below = (py & side) > 0 ? 1 : 0
    id += side * side * ((3 * right) ^ below)
    if (below === 0) {
      if (right === 1) [px, py] = [side - 1 - (px & (side - 1)), side - 1 - (py & (side - 1))]
      ;[px, py] = [py, px]
    }
    px &= side - 1
    py &= side - 1
  }
  return id
}

/** The last entry that begins at or before it. */
function entryFor(entries: readonly Entry[], id: number): Entry | null {
  let [low, high] = [0, entries.length - 1]
  while (low <= high) {
    const middle = (low + high) >> 1
    if (entries[middle]!.id <= id) low = middle + 1
    else high = middle - 1
  }
  const entry = entries[high]
  return entry && (entry.run === 0 || id < entry.id + entry.run) ? entry : null
}

export async function openArchive(read: ReadBytes): Promise<TileArchive> {
  const header = headerOf(await read(0, HEADER))
  const directories = new Map<number, Promise<Entry[]>>()
  const load = async (offset: number, length: number): Promise<Entry[]> => {
    const bytes = await read(offset, length)
    return entriesOf(header.packed ? await unzip(bytes) : bytes)
  }
  const directory = (offset: number, length: number): Promise<Entry[]> => {
    const known = directories.get(offset)
    if (known) return known
    if (directories.size >= KEPT) directories.delete(directories.keys().next().value!)
    const entries = load(offset, length)
    directories.set(offset, entries)
    entries.catch(() => directories.delete(offset))
    return entries
  }
  return {
    minZoom: header.minZoom,
    maxZoom: header.maxZoom,
    async tile(z, x, y) {
      const id = tileId(z, x, y)
      let { offset, length } = header.root
      for (let depth = 0; depth < 4; depth++) {
        const entry = entryFor(await directory(offset, length), id)
        if (!entry) return null
        if (entry.run > 0) {
          const bytes = await read(header.data + entry.offset, entry.length)
          return header.tilesPacked ? unzip(bytes) : bytes
        }
        ;[offset, length] = [header.leaves + entry.offset, entry.length]
      }
      return null
    },
  }
}

/** A path, or an address that answers ranges. */
export function bytesOf(where: string): ReadBytes {
  if (/^https?:/.test(where))
    return async (offset, length) => {
      const answer = await fetch(where, {
        headers: { range: `bytes=${offset}-${offset + length - 1}` },
        signal: AbortSignal.timeout(20_000),
      })
      // Whoever sends everything does not know ranges, and everything may be a hundred gigabytes.
      if (answer.status !== 206) {
        await answer.body?.cancel()
        throw new Error(`瓦片文件的地址没有按范围应答（${answer.status}）`)
      }
      return new Uint8Array(await answer.arrayBuffer())
    }
  return async (offset, length) => {
    const file = await open(where, 'r')
    try {
      const bytes = new Uint8Array(length)
      const { bytesRead } = await file.read(bytes, 0, length, offset)
      if (bytesRead < length && offset > 0) throw new Error('瓦片文件不完整')
      return bytes.subarray(0, bytesRead)
    } finally {
      await file.close()
    }
  }
}
