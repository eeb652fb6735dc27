import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { describePort } from '#tests/port.ts'
import { filesPort } from './port.server.ts'
import { S3Double } from './s3.double.ts'
import { FolderStore, newFileId, S3Store, type FileStore, type S3Options } from './store.server.ts'

async function* pieces(bytes: Buffer, size = 10_000): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}
async function* broken(): AsyncGenerator<Uint8Array> {
  yield Buffer.from('half')
  throw new Error('client went away')
}
const content = async (store: FileStore, id: string): Promise<Buffer | null> => {
  const body = await store.open(id)
  return body && buffer(body)
}
const spooled = async (id: string): Promise<string[]> => (await readdir(tmpdir())).filter((name) => name.includes(id))

let folder = ''
let double: S3Double
let options: S3Options
const logged: object[] = []
const s3 = (change: Partial<S3Options> = {}): S3Store => new S3Store({ ...options, ...change }, (_, details) => logged.push(details))

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'store-'))
  double = new S3Double('KEY', 'very-secret')
  options = await double.start()
  logged.length = 0
})
afterEach(async () => {
  await double.stop()
  await rm(folder, { recursive: true, force: true })
})

const world = (implementation: FileStore) => async () => ({ implementation, stop: () => {} })
describePort(filesPort, { folder: () => world(new FolderStore(folder))(), s3: () => world(s3())() }, (currentWorld) => {
  const make = (): FileStore => currentWorld().implementation
  it('gives back exactly what was put, tells size and hash, and forgets what was removed', async () => {
    const store = make()
    const bytes = randomBytes(1_234_567)
    const id = newFileId()
    expect(await store.put(id, pieces(bytes))).toEqual({ size: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') })
    expect((await content(store, id))?.equals(bytes)).toBe(true)
    await store.remove(id)
    await store.remove(id)
    expect(await content(store, id)).toBeNull()
    expect(await spooled(id)).toEqual([])
  })

  it('keeps an empty file as an empty file', async () => {
    const store = make()
    const id = newFileId()
    expect((await store.put(id, pieces(Buffer.alloc(0)))).size).toBe(0)
    expect((await content(store, id))?.length).toBe(0)
  })

  it('leaves nothing behind when the upload breaks off', async () => {
    const store = make()
    const id = newFileId()
    await expect(store.put(id, broken())).rejects.toThrow('client went away')
    expect(await content(store, id)).toBeNull()
    expect(await spooled(id)).toEqual([])
    expect(double.objects.size).toBe(0)
    expect(await readdir(join(folder, id.slice(0, 2))).catch(() => [])).toEqual([])
  })

  it.each(['../../etc/passwd', '/etc/passwd', '..\\windows', 'a'.repeat(31), 'A'.repeat(32), '%2e%2e%2f', '', `${'a'.repeat(32)}\0`])(
    'takes no path for an id: %j',
    async (id) => {
      const store = make()
      await expect(store.put(id, pieces(Buffer.from('x')))).rejects.toMatchObject({ kind: 'absent' })
      await expect(store.open(id)).rejects.toMatchObject({ kind: 'absent' })
      await expect(store.remove(id)).rejects.toMatchObject({ kind: 'absent' })
      expect(double.seen).toEqual([])
    },
  )
})

describe('the folder', () => {
  it('lets only its own account read', async () => {
    const id = newFileId()
    await new FolderStore(folder).put(id, pieces(Buffer.from('身份证')))
    const path = join(folder, id.slice(0, 2), id)
    expect((await stat(path)).mode & 0o777).toBe(0o600)
    expect(await readFile(path, 'utf8')).toBe('身份证')
  })
})

describe('the S3 store', () => {
  it('speaks to the bucket in the path, or in the host when the endpoint says so', async () => {
    await s3().put('a'.repeat(32), pieces(Buffer.from('x')))
    expect(double.seen).toEqual([`PUT /fleet/${'a'.repeat(32)}`])
    // 127.0.0.1 is the host that needs no name server; its first part stands for the bucket.
    await s3({ bucket: '127' }).put('b'.repeat(32), pieces(Buffer.from('x')))
    expect(double.seen[1]).toBe(`PUT /${'b'.repeat(32)}`)
  })

  it('tries again after a fault of the store or the line', async () => {
    const id = newFileId()
    double.faults = ['500', 'drop']
    await s3().put(id, pieces(Buffer.from('甲')))
    expect((await content(s3(), id))?.toString()).toBe('甲')
    expect(double.seen.filter((line) => line.startsWith('PUT'))).toHaveLength(3)
  })

  it('gives up with a sentence, logs why, and tells neither key nor address', async () => {
    double.faults = ['drop', '500', 'drop']
    const failure = await s3()
      .put(newFileId(), pieces(Buffer.from('甲')))
      .catch((error: unknown) => error)
    expect(failure).toMatchObject({ kind: 'busy', message: '文件存储暂时不可用，请稍后再试' })
    expect(logged).toHaveLength(1)
    expect(JSON.stringify([failure, logged])).not.toMatch(/very-secret|127\.0\.0\.1/)
  })

  it.each([{ secretKey: 'wrong' }, { accessKey: 'OTHER' }])('does not take a refused signature for a stored file: %j', async (change) => {
    await expect(s3(change).put(newFileId(), pieces(Buffer.from('甲')))).rejects.toMatchObject({ kind: 'busy' })
    await expect(s3(change).open(newFileId())).rejects.toMatchObject({ kind: 'busy' })
    await expect(s3(change).remove(newFileId())).rejects.toMatchObject({ kind: 'busy' })
    expect(double.objects.size).toBe(0)
  })

  it('does not follow a redirect with its signature', async () => {
    double.faults = ['redirect', 'redirect', 'redirect']
    await expect(s3().open(newFileId())).rejects.toMatchObject({ kind: 'busy' })
  })

  it('fails the reader when the content breaks off in the middle', async () => {
    const id = newFileId()
    await s3().put(id, pieces(randomBytes(500_000)))
    double.faults = ['truncate']
    await expect(content(s3(), id)).rejects.toThrow()
  })
})
