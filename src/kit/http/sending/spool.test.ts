import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, expect, it, vi } from 'vitest'
import { spooled } from './spool.server.ts'

// A folder of its own: other tests upload too.
const own = mkdtempSync(join(tmpdir(), 'spool-'))
vi.stubEnv('TMPDIR', own)
afterAll(() => {
  vi.unstubAllEnvs()
  rmSync(own, { recursive: true, force: true })
})

const MB = 1024 * 1024
const lying = (): string[] => readdirSync(tmpdir()).filter((name) => name.startsWith('zyt-upload-'))
/** `size` bytes, each piece another one, made as they are asked for. */
const film = (size: number) =>
  Readable.from(
    (function* () {
      for (let at = 0; at < size; at += MB) yield Buffer.alloc(Math.min(MB, size - at), 1 + ((at / MB) % 250))
    })(),
  )
const part = (file: Readable & { truncated?: boolean }) => ({ filename: '行车.mp4', mimetype: 'video/mp4', file })
const tooLarge = () => new Error('too large')

it('a large upload lies on the disk: of it only first and last bytes are held, and it can be read from there once more', async () => {
  const before = lying()
  const one = await spooled(part(film(64 * MB)), tooLarge)
  expect([one.size, one.data.length < 128 * 1024]).toEqual([64 * MB, true])
  expect([one.data[0], one.data.at(-1)]).toEqual([1, 64])
  const hash = createHash('sha256')
  for await (const piece of one.body!()) hash.update(piece as Buffer)
  expect(hash.digest('hex')).toBe(one.sha256)
  expect(lying()).toHaveLength(before.length + 1)
  await one.dispose()
  expect(lying()).toHaveLength(before.length)
})

it('a small one is held whole', async () => {
  const one = await spooled(part(film(3 * MB)), tooLarge)
  expect(one.data.equals(await buffer(film(3 * MB)))).toBe(true)
  await one.dispose()
})

it('what is too large, or breaks off, leaves nothing behind', async () => {
  const before = lying()
  await expect(spooled(part(Object.assign(film(MB), { truncated: true })), tooLarge)).rejects.toThrow('too large')
  const broken = new Readable({
    read() {
      this.destroy(new Error('gone'))
    },
  })
  await expect(spooled(part(broken), tooLarge)).rejects.toThrow('gone')
  expect(lying()).toHaveLength(before.length)
})
