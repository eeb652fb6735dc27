/** The source is offered to whoever uses the program: what is in it, what never is, and what is said where it is elsewhere. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import type { Readable } from 'node:stream'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contextFor } from '#kit/entity/fixture/served.server.ts'
import type { Database } from '#kit/database/connection/pool.server.ts'
import type { Download, Extra, Route } from '#kit/http/route.server.ts'
import { sourcesOf, type SourcePlace } from './source-archive.server.ts'
import { sourceRoutes } from './source.server.ts'
import { SOURCE, type Source, type SourceText } from './source.wire.ts'

const ROOT = join(import.meta.dirname, '../../..')
let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'source-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const visitor = contextFor(null as unknown as Database)
const place = (more: Partial<SourcePlace> = {}): SourcePlace => ({
  address: null,
  root: ROOT,
  folder: join(folder, 'made'),
  except: [],
  ...more,
})
async function ask<T>(from: SourcePlace, name: string, input: object = {}): Promise<T> {
  const { handler } = sourceRoutes(from).find(({ path }) => path === `/api/public/source/${name}`) as Route
  return (await handler(visitor, input, {} as Extra)) as T
}
/** A program of a few files, with what an installation has beside them. */
async function program(name: string, more: Record<string, string> = {}): Promise<string> {
  const root = join(folder, name)
  const files = {
    'package.json': '{ "version": "9.9.9" }',
    'package-lock.json': '{}',
    'vite.config.ts': 'export default {}',
    'src/main.web.tsx': 'export {}',
    'src/deep/x.rules.ts': 'export const x = 1',
    'deploy/zuyuntong': '#!/bin/sh',
    LICENSE: 'GNU AFFERO',
    'data/secrets.json': 'secret',
    'deploy/.env': 'secret',
    'deploy/tls.pem': 'secret',
    'deploy/keys.json': 'secret',
    'node_modules/x/index.js': 'x',
    ...more,
  }
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true })
    await writeFile(join(root, path), text)
  }
  return root
}

describe('the source', () => {
  it('of this checkout is whole: what is needed to build, test and read it', async () => {
    const paths = await sourcesOf(place())
    expect(paths).toEqual(
      expect.arrayContaining([
        'LICENSE',
        'index.html',
        'package-lock.json',
        'src/main.server.ts',
        'src/main.web.tsx',
        'database/schema.json',
        'scripts/start.mjs',
        'deploy/Dockerfile',
        'deploy/zuyuntong',
        'tests/house/closed.test.ts',
        'licences/zlib.txt',
      ]),
    )
    expect(paths.filter((path) => /(^|\/)node_modules\/|^(dist|data)\//.test(path))).toEqual([])
    // The container takes names of a hundred bytes.
    expect(paths.filter((path) => Buffer.byteLength(`zuyuntong/${path}`) > 100)).toEqual([])
  })

  it('holds nothing that an installation has beside its program, and is given as one file', async () => {
    const root = await program('installed')
    const installed = place({ root, except: [join(root, 'deploy/keys.json')] })
    expect(await ask<Source>(installed, 'about')).toMatchObject({ version: '9.9.9', address: null, archive: true })
    const given = await ask<Download>(installed, 'archive')
    expect([given.fileName, given.mime]).toEqual(['zuyuntong-9.9.9-source.tar.gz', 'application/gzip'])
    const tar = gunzipSync(await buffer(given.body as Readable)).toString('latin1')
    expect(tar).toContain('zuyuntong/src/deep/x.rules.ts')
    expect(tar).toContain('zuyuntong/deploy/zuyuntong')
    for (const none of ['secret', 'node_modules', '.env', 'tls.pem', 'keys.json']) expect(tar).not.toContain(none)
  })

  it('of an installed package is the one that was packed with it', async () => {
    const root = await program('package', { 'source.tar.gz': 'packed with it' })
    await rm(join(root, 'vite.config.ts'))
    expect(await ask<Source>(place({ root }), 'about')).toMatchObject({ archive: true })
    const given = await ask<Download>(place({ root }), 'archive')
    expect((await buffer(given.body as Readable)).toString()).toBe('packed with it')
  })

  it('that is published elsewhere, or is not there, is said so', async () => {
    const elsewhere = place({ address: 'https://git.example.com/zyt' })
    expect(await ask<Source>(elsewhere, 'about')).toMatchObject({ address: 'https://git.example.com/zyt', archive: false })
    await expect(ask(elsewhere, 'archive')).rejects.toMatchObject({ message: expect.stringContaining('https://git.example.com/zyt') })
    const root = await program('part')
    await rm(join(root, 'vite.config.ts'))
    expect(await ask<Source>(place({ root }), 'about')).toMatchObject({ address: null, archive: false })
    await expect(ask(place({ root }), 'archive')).rejects.toMatchObject({ message: expect.stringContaining('索取') })
  })
})

describe('what is told beside it', () => {
  it('are the licence, the notice, and every package with its licence', async () => {
    const about = SOURCE.parse(await ask(place(), 'about'))
    expect(about.texts).toEqual(expect.arrayContaining(['LICENSE', 'NOTICE', 'licences/openssl-1.1.1.txt']))
    expect(about.packages.length).toBeGreaterThan(100)
    expect(about.packages).toContainEqual(expect.objectContaining({ name: '@dnd-kit/core', licence: 'MIT' }))
    expect(about.packages.filter(({ licence }) => licence === '')).toEqual([])
    expect((await ask<SourceText>(place(), 'text', { name: 'LICENSE' })).text).toContain('GNU AFFERO GENERAL PUBLIC LICENSE')
  })

  it('are listed texts alone', async () => {
    for (const name of ['package.json', '../NOTICE', 'licences/../package.json', '/etc/passwd'])
      await expect(ask(place(), 'text', { name })).rejects.toMatchObject({ kind: 'absent' })
  })
})
