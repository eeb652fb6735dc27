/**
 * The source of the running program as one file, for whoever uses it over the network (section 13 of the AGPL). An installed package brings it, made with
 * the program; a checkout is packed when somebody asks for the first time. Packed are the folders and endings of contents.json and nothing
 * else, so that what an installation has beside its program stays there.
 */
import { createReadStream, createWriteStream, existsSync, readFileSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm } from 'node:fs/promises'
import { extname, join, relative, resolve, sep } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { ArchiveWriter } from '#kit/backup/tar.server.ts'

const CONTENTS = JSON.parse(readFileSync(join(import.meta.dirname, 'contents.json'), 'utf8')) as Record<
  'folders' | 'files' | 'endings' | 'bare',
  string[]
>

export interface SourcePlace {
  /** Where whoever runs the program has published its source; null: this server gives it. */
  address: string | null
  /** Of the running program. */
  root: string
  /** Where what was packed lies. */
  folder: string
  /** What the installation was given by path: keys, data, backups. */
  except: readonly string[]
}

/** In an installed package, beside the program. */
const packaged = (root: string): string => join(root, 'source.tar.gz')
/** The parts of the browser and what builds them: an installed package has them built only. */
const isWhole = (root: string): boolean =>
  ['src/main.web.tsx', 'vite.config.ts', 'package-lock.json'].every((path) => existsSync(join(root, path)))

export const hasArchive = ({ root }: SourcePlace): boolean => existsSync(packaged(root)) || isWhole(root)

const isSource = (name: string): boolean =>
  !name.startsWith('.') && (CONTENTS.endings.includes(extname(name).slice(1)) || CONTENTS.bare.includes(name))

/** Of the program, by their paths below its root, in their order. */
export async function sourcesOf({ root, except }: Pick<SourcePlace, 'root' | 'except'>): Promise<string[]> {
  const apart = except.map((path) => resolve(path))
  const isApart = (path: string): boolean => apart.some((one) => path === one || path.startsWith(`${one}${sep}`))
  const below = async (folder: string): Promise<string[]> => {
    const entries = existsSync(folder) ? await readdir(folder, { withFileTypes: true }) : []
    const parts = entries.map(async (entry): Promise<string[]> => {
      const path = join(folder, entry.name)
      if (entry.name.startsWith('.') || entry.name === 'node_modules' || isApart(path)) return []
      if (entry.isDirectory()) return below(path)
      return entry.isFile() && isSource(entry.name) ? [relative(root, path)] : []
    })
    return (await Promise.all(parts)).flat()
  }
  const inside = (await Promise.all(CONTENTS.folders.map((folder) => below(join(root, folder))))).flat()
  return [...CONTENTS.files.filter((file) => existsSync(join(root, file))), ...inside].toSorted()
}

/** Files that are read together: some megabytes at most. */
const PORTION = 200

async function pack(place: SourcePlace, made: Date): Promise<string> {
  await mkdir(place.folder, { recursive: true, mode: 0o700 })
  const target = join(place.folder, 'source.tar.gz')
  const draft = join(place.folder, `source-${process.pid}-${made.getTime()}.tar`)
  try {
    const archive = await ArchiveWriter.create(draft, made)
    const paths = await sourcesOf(place)
    for (let from = 0; from < paths.length; from += PORTION)
      await archive.addAll(
        await Promise.all(
          paths.slice(from, from + PORTION).map(async (path) => ({
            name: `zuyuntong/${path.replaceAll(sep, '/')}`,
            bytes: await readFile(join(place.root, path)),
          })),
        ),
      )
    await archive.finish()
    await pipeline(createReadStream(draft), createGzip(), createWriteStream(`${draft}.gz`, { mode: 0o600 }))
    await rename(`${draft}.gz`, target)
    return target
  } finally {
    await rm(draft, { force: true })
    await rm(`${draft}.gz`, { force: true })
  }
}

/** Its path; packed once in the life of a process, however many ask. */
export function sourceArchive(place: SourcePlace): () => Promise<string> {
  let made: Promise<string> | null = null
  return () => {
    if (existsSync(packaged(place.root))) return Promise.resolve(packaged(place.root))
    made ??= pack(place, new Date()).catch((error: unknown) => {
      made = null
      throw error
    })
    return made
  }
}
