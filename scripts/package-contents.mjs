// What lies in the archive of `npm run package`; read by scripts/package.mjs and by tests/house/licences.test.ts.
import { isLicence } from './licences.mjs'

/** What lies in the archive as it lies here. */
export const FOLDERS = ['src', 'database', 'dist/web', 'public', 'docs/operations', 'deploy', 'licences']
export const FILES = [
  'package.json',
  'README.md',
  'LICENSE',
  'NOTICE',
  'SECURITY.md',
  'scripts/backup.ts',
  'scripts/restore.ts',
  'scripts/unlock.ts',
]

/** Of the package of faces only those that are drawn with. */
const FACES = /noto-sans-sc\/(100|200|300|500|600|800|900)/
/** What packages bring for those who develop with them. */
const NOT_RUN = /\.(d\.[cm]?ts|map|md|markdown|flow)$|\/(test|tests|__tests__|docs|examples|benchmarks?|\.github)$|\.a$/

/** Whether the archive holds `inner`, a path of the package that lies at `path`. A licence is held under whatever name it has. */
export const isCarried = (path, inner) =>
  // A package below another one is copied in its own turn, if it is needed.
  !(inner.length > path.length && inner.slice(path.length + 1).includes('node_modules')) &&
  !FACES.test(inner) &&
  (!NOT_RUN.test(inner) || isLicence(inner) || inner.startsWith('node_modules/node/'))
