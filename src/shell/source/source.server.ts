/** 源代码与许可: whoever uses the program over the network is offered its source (section 13 of the AGPL), the licence, and those of what travels with it. */
import { createReadStream, existsSync, readdirSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { absent } from '#kit/basics/errors.ts'
import { fileAnswer } from '#kit/http/answers.server.ts'
import { download, route, type Route } from '#kit/http/route.server.ts'
import { hasArchive, sourceArchive, type SourcePlace } from './source-archive.server.ts'
import { SOURCE, SOURCE_TEXT, type Source } from './source.wire.ts'

interface Component {
  name: string
  group?: string
  version?: string
  licenses?: { license?: { id?: string; name?: string }; expression?: string }[]
}

function packagesOf(root: string): Source['packages'] {
  const path = join(root, 'sbom.cdx.json')
  const { components = [] } = existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as { components?: Component[] }) : {}
  return components.map(({ name, group, version = '', licenses = [] }) => ({
    name: group ? `${group}/${name}` : name,
    version,
    // Two parts of PostgreSQL have one without a name; its words stand in the notice.
    licence: licenses.map(({ license, expression }) => expression ?? license?.id ?? license?.name ?? '').join(', ') || 'NOTICE',
  }))
}

function textsOf(root: string): string[] {
  const folder = join(root, 'licences')
  const own = existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => name.endsWith('.txt'))
        .toSorted()
    : []
  return [...['LICENSE', 'NOTICE'].filter((name) => existsSync(join(root, name))), ...own.map((name) => `licences/${name}`)]
}

export function sourceRoutes(place: SourcePlace): readonly Route[] {
  const { root, address } = place
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
  const texts = textsOf(root)
  const archive = sourceArchive(place)
  const isGiven = address === null && hasArchive(place)
  let packages: Source['packages'] | null = null
  return [
    route({
      method: 'GET',
      path: '/api/public/source/about',
      summary: '源代码与许可：从哪里取得源代码，用了哪些软件包',
      right: 'public',
      input: z.strictObject({}),
      output: SOURCE,
      handler: async () => ({ version, address, archive: isGiven, texts, packages: (packages ??= packagesOf(root)) }),
    }),
    route({
      method: 'GET',
      path: '/api/public/source/text',
      summary: '源代码与许可：一份许可证或声明的全文',
      right: 'public',
      input: z.strictObject({ name: z.string('请选择许可证').max(100) }),
      output: SOURCE_TEXT,
      handler: async (_visitor, { name }) => {
        // Only what is listed: a name leads nowhere else.
        if (!texts.includes(name)) throw absent('没有这份许可证，请刷新后重新选择')
        return { text: await readFile(join(root, name), 'utf8') }
      },
    }),
    route({
      method: 'GET',
      path: '/api/public/source/archive',
      summary: '下载正在运行的程序的源代码',
      right: 'public',
      costly: true,
      input: z.strictObject({}),
      output: fileAnswer,
      handler: async () => {
        if (!isGiven)
          throw absent(address === null ? '本服务器上没有完整的源代码，请向运行本系统的单位索取' : `源代码公布在 ${address}，请从那里取得`)
        return download({
          fileName: `zuyuntong-${version}-source.tar.gz`,
          mime: 'application/gzip',
          body: createReadStream(await archive()),
        })
      },
    }),
  ]
}
