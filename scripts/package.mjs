// `npm run package`: one archive that runs on a bare Linux of this machine's kind without any network: Node, PostgreSQL, the built
// console, the faces of papers, the packages the server needs. See docs/operations/package.md.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, cpSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { layLicences, lockFile } from './licences.mjs'
import { FILES, FOLDERS, isCarried } from './package-contents.mjs'
import { SBOM, sbomOf } from './sbom.mjs'
import { isServerFile, serverPackages } from './server-packages.mjs'
import { build, install, ROOT, say } from './setup.mjs'

const { name, version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
await install()
await build()

/** Two archives of one name are the same program. */
const sources = createHash('sha256')
for (const folder of ['src', 'database', 'deploy', 'scripts'])
  for (const entry of readdirSync(join(ROOT, folder), { recursive: true }).toSorted()) {
    const path = join(ROOT, folder, entry)
    if (statSync(path).isFile()) sources.update(entry).update(readFileSync(path))
  }
const built = sources.update(readFileSync(join(ROOT, 'package-lock.json'))).digest('hex')
const label = `${name}-${version}-${built.slice(0, 8)}-${process.platform}-${process.arch}`
const stage = join(ROOT, 'dist/package', label)
rmSync(join(ROOT, 'dist/package'), { recursive: true, force: true })
mkdirSync(stage, { recursive: true })

const copy = (path, filter) =>
  cpSync(join(ROOT, path), join(stage, path), {
    recursive: true,
    verbatimSymlinks: true,
    filter: (from) => filter(relative(ROOT, from), from),
  })

for (const folder of FOLDERS) copy(folder, (path) => isServerFile(path) || !path.startsWith('src'))
for (const file of FILES) copy(file, () => true)
// Made anew, so that no archive says of itself what another lock file said.
writeFileSync(join(stage, SBOM), sbomOf(lockFile()))
layLicences(join(stage, 'licences/packages'))
const packages = serverPackages(['src', 'database'])
for (const path of packages) copy(path, (inner) => isCarried(path, inner))
for (const script of ['install.sh', 'rollback.sh', 'zuyuntong']) chmodSync(join(stage, 'deploy', script), 0o755)
cpSync(join(ROOT, 'deploy/install.sh'), join(stage, 'install.sh'))

// Whoever uses the program over a network is offered its source (section 13 of the AGPL); what is built here no longer holds it.
const { folders, files } = JSON.parse(readFileSync(join(ROOT, 'src/shell/source/contents.json'), 'utf8'))
const source = spawnSync(
  'tar',
  ['-C', ROOT, '--owner=0', '--group=0', '--numeric-owner', '--exclude=.*', '-czf', join(stage, 'source.tar.gz'), ...folders, ...files],
  {
    stdio: 'inherit',
  },
)
if (source.status !== 0) {
  say('打包失败：源代码没有打包成功')
  process.exit(1)
}

writeFileSync(join(stage, 'RELEASE'), `${label}\n`)

const archive = join(ROOT, 'dist', `${label}.tar.gz`)
const tar = spawnSync('tar', ['-C', join(ROOT, 'dist/package'), '--owner=0', '--group=0', '--numeric-owner', '-czf', archive, label], {
  stdio: 'inherit',
})
if (tar.status !== 0) {
  say('打包失败：tar 没有成功结束')
  process.exit(1)
}
writeFileSync(`${archive}.sha256`, `${createHash('sha256').update(readFileSync(archive)).digest('hex')}  ${label}.tar.gz\n`)
rmSync(join(ROOT, 'dist/package'), { recursive: true, force: true })
say(`${archive}（${(statSync(archive).size / 1024 / 1024).toFixed(0)} MB，${packages.length} 个依赖包）`)
