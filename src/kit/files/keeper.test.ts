import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testDatabase, twoOperators, type TestDatabase } from '#tests/database.ts'
import { systemContext } from '../access/system-context.server.ts'
import { fakeClock } from '../basics/time/clock.ts'
import { buildRegistry } from '../entity/registry.server.ts'
import type { Database } from '../database/connection/pool.server.ts'
import { StoredFiles, type FileQuota } from './keeper.server.ts'
import { FolderStore, type FileStore } from './store.server.ts'

const clock = fakeClock('2026-01-31T00:00:00.000Z')
let database: TestDatabase
let folder = ''
let ids: number[] = []
beforeAll(async () => {
  database = await testDatabase()
  folder = await mkdtemp(join(tmpdir(), 'keeper-'))
  ids = await twoOperators(database.db)
})
afterAll(async () => {
  await database.close()
  await rm(folder, { recursive: true, force: true })
})

const ctx = (operatorId: number) =>
  systemContext({ db: database.db, clock, registry: buildRegistry([], []), operatorId, requestId: 'test' })
async function* body(words: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(words)
}
const file = (words: string, expiresAt: string | null = null) => ({
  name: '合同.pdf',
  mime: 'application/pdf',
  body: body(words),
  purpose: 'upload',
  expiresAt,
})
const onDisk = async (): Promise<string[]> => (await Promise.all((await readdir(folder)).map((part) => readdir(join(folder, part))))).flat()

describe('kept files', () => {
  it('are given back to their own company only', async () => {
    const files = new StoredFiles(new FolderStore(folder))
    const { id } = await files.put(ctx(ids[0]!), file('甲的合同'))
    const opened = await files.open(ctx(ids[0]!), id)
    expect(opened).toMatchObject({ name: '合同.pdf', mime: 'application/pdf' })
    expect(await text(opened!.body)).toBe('甲的合同')
    expect(await files.open(ctx(ids[1]!), id)).toBeNull()
  })

  it('have an end: what one person has not used yet, and what a company keeps; what a record took counts for the company only', async () => {
    const files = new StoredFiles(new FolderStore(folder), { person: 20, files: 3, company: 100 })
    const later = '2026-02-01T00:00:00.000Z'
    const put = (words: string, userId = 7) => {
      const whose = ctx(ids[1]!)
      return files.put({ ...whose, user: { ...whose.user, id: userId } }, { ...file(words, later), bytes: words.length })
    }
    const { id } = await put('0123456789')
    await put('012345678')
    await expect(put('01')).rejects.toMatchObject({ kind: 'refused', message: expect.stringContaining('文件过多') })
    await put('01', 8)
    await database.db.write(ids[1]!, (tx) => tx.updateTable('file').set({ expiresAt: null }).where('id', '=', id).execute())
    await put('01')
    await put('0')
    await expect(put('0')).rejects.toMatchObject({ kind: 'refused' })
    const small = new StoredFiles(new FolderStore(folder), { person: 1000, files: 1000, company: 25 })
    const whose = ctx(ids[1]!)
    await expect(small.put(whose, { ...file('0123', later), bytes: 4 })).rejects.toMatchObject({
      message: expect.stringContaining('公司的文件空间已用满'),
    })
  })

  it('are bounded by the day, whatever becomes of them, for one person and not for others', async () => {
    const files = new StoredFiles(new FolderStore(folder), { day: 10 })
    const days = fakeClock('2026-03-01T02:00:00.000Z')
    const put = (bytes: number, userId: number) => {
      const whose = ctx(ids[1]!)
      return files.put({ ...whose, clock: days, user: { ...whose.user, id: userId } }, { ...file('x'.repeat(bytes)), bytes })
    }
    await put(6, 20)
    await expect(put(5, 20)).rejects.toMatchObject({ kind: 'refused', message: expect.stringContaining('请明天再传') })
    await put(5, 21)
    await put(4, 20)
    days.set('2026-03-01T16:30:00.000Z')
    await put(10, 20)
  })

  it('are bounded the same over two nodes and a restart, and of twenty at once only those that have room', async () => {
    const [one, two] = [database.another(), database.another()]
    const put = (db: Database, quota: Partial<FileQuota>, userId: number, bytes = 1) => {
      const whose = ctx(ids[0]!)
      const files = new StoredFiles(new FolderStore(folder), quota)
      const upload = { ...file('x'.repeat(bytes), '2026-02-01T00:00:00.000Z'), bytes }
      return files.put({ ...whose, db, user: { ...whose.user, id: userId } }, upload)
    }
    const stored = async (quota: Partial<FileQuota>, userId: number, bytes?: number): Promise<number> => {
      const answers = await Promise.allSettled(Array.from({ length: 20 }, (_, i) => put(i % 2 ? one : two, quota, userId, bytes)))
      return answers.filter(({ status }) => status === 'fulfilled').length
    }
    expect(await stored({ day: 10 }, 31, 2)).toBe(5)
    await expect(put(database.another(), { day: 10 }, 31)).rejects.toMatchObject({ message: expect.stringContaining('请明天再传') })
    expect(await stored({ files: 7 }, 32)).toBe(7)
    expect(await stored({ person: 30 }, 33, 10)).toBe(3)
    // What a node has put down since the other one summed is seen by that one.
    const quota = { company: 100_000 }
    const [first, second] = [new StoredFiles(new FolderStore(folder), quota), new StoredFiles(new FolderStore(folder), quota)]
    const send = (files: StoredFiles, db: Database, bytes: number) =>
      files.put({ ...ctx(ids[0]!), db }, { ...file('x', '2026-02-01T00:00:00.000Z'), bytes })
    await send(first, one, 1)
    await second.put({ ...ctx(ids[0]!), db: two }, { ...file('x'.repeat(99_000)), bytes: 99_000 })
    await expect(send(first, one, 2000)).rejects.toMatchObject({ message: expect.stringContaining('公司的文件空间已用满') })
  })

  it('that break off on their way leave neither row nor content, and count for nothing', async () => {
    const files = new StoredFiles(new FolderStore(folder), { day: 10 })
    const whose = { ...ctx(ids[1]!), user: { ...ctx(ids[1]!).user, id: 41 } }
    const before = await onDisk()
    const broken = (async function* () {
      yield Buffer.from('half')
      throw new Error('the line went away')
    })()
    await expect(files.put(whose, { ...file(''), body: broken, bytes: 8 })).rejects.toThrow('the line went away')
    expect(await onDisk()).toEqual(before)
    await files.put(whose, { ...file('x'.repeat(10)), bytes: 10 })
  })

  it('are no pictures for visitors unless they are pictures', async () => {
    const files = new StoredFiles(new FolderStore(folder))
    const { id } = await files.put(ctx(ids[0]!), { ...file('%PDF-1.7'), mime: 'image/png' })
    await expect(files.openPicture(id)).rejects.toMatchObject({ kind: 'absent' })
    const png = await files.put(ctx(ids[0]!), {
      ...file(''),
      body: (async function* () {
        yield Buffer.from('89504e470d0a1a0a0000', 'hex')
      })(),
    })
    expect(await files.openPicture(png.id)).toMatchObject({ mime: 'image/png', inline: true })
  })

  it('leave no content behind when their row cannot be written', async () => {
    const files = new StoredFiles(new FolderStore(folder))
    const before = await onDisk()
    await expect(files.put(ctx(ids[0]!), { ...file('x'), mime: null as never })).rejects.toThrow()
    expect(await onDisk()).toEqual(before)
  })

  it('go an hour after they expired, content and row, in every company, and not before', async () => {
    const files = new StoredFiles(new FolderStore(folder))
    const lasting = await files.put(ctx(ids[0]!), file('留着'))
    const old = await Promise.all(
      [...Array.from({ length: 130 }, () => ids[0]!), ids[1]!].map((operator) =>
        files.put(ctx(operator), file('过期', '2026-01-31T02:00:00.000Z')),
      ),
    )
    clock.set('2026-01-31T02:30:00.000Z')
    expect(await files.open(ctx(ids[0]!), old[0]!.id)).toBeNull()
    expect(await files.sweep(database.db, clock)).toBe(0)
    clock.set('2026-01-31T03:30:00.000Z')
    expect(await files.sweep(database.db, clock)).toBe(131)
    const left = await onDisk()
    expect(left).toContain(lasting.id)
    expect(left.filter((id) => old.some((gone) => gone.id === id))).toEqual([])
    expect(await files.sweep(database.db, clock)).toBe(0)
  })

  it('keep their row while the content cannot be removed, and go the next time', async () => {
    const folderStore = new FolderStore(folder)
    let down = true
    const shaky: FileStore = {
      put: (id, bytes) => folderStore.put(id, bytes),
      open: (id) => folderStore.open(id),
      remove: (id) => (down ? Promise.reject(new Error('store is down')) : folderStore.remove(id)),
    }
    const files = new StoredFiles(shaky)
    await files.put(ctx(ids[0]!), file('下次', '2026-01-31T03:00:00.000Z'))
    clock.set('2026-01-31T05:00:00.000Z')
    await expect(files.sweep(database.db, clock)).rejects.toThrow('store is down')
    down = false
    expect(await files.sweep(database.db, clock)).toBe(1)
  })
})
