import { describe, expect, test } from 'vitest'
import { codeOf, files, imports, placeOf, sources, textOf, type Import } from './source.ts'

/** kit ← shell ← modules ← demo company ← main: a higher number may import a lower one. Only the composition root makes the demo. */
function level(file: string): number {
  if (file.startsWith('src/kit/')) return 0
  if (file.startsWith('src/shell/')) return 1
  if (file.startsWith('src/modules/')) return 2
  if (file.startsWith('database/')) return 3
  return file.startsWith('src/') ? 4 : 5
}
const moduleOf = (file: string): string | null => /^src\/modules\/([^/]+)\//.exec(file)?.[1] ?? null
const inside = imports.filter((i): i is Import & { file: string } => i.file !== null)
const running = inside.filter((i) => !i.typeOnly)
const product = running.filter((i) => placeOf(i.from) !== 'test' && i.from.startsWith('src/'))
const tell = (i: Import): string => `${i.from} → ${i.spec}`
/** Servers and definitions made for tests stand beside what they serve. */
const isHelpOfTests = (file: string): boolean =>
  file.startsWith('tests/') || file.includes('/fixture/') || /\btesting\.server\.ts$/.test(file)

describe('imports', () => {
  test('are found: this check reads what is there', () => {
    expect(sources.length).toBeGreaterThan(300)
    expect(inside.length).toBeGreaterThan(1000)
    expect(inside.some((i) => i.from === 'src/main.server.ts' && i.file === 'src/modules.ts')).toBe(true)
    expect(running.some((i) => i.late && i.file === 'src/composition/console.web.tsx')).toBe(true)
  })
  test('name files that exist', () => {
    const known = new Set(files)
    expect(inside.filter((i) => !known.has(i.file)).map(tell)).toEqual([])
  })
  test('go one way: kit ← shell ← modules ← demo ← main ← tests', () => {
    const upward = inside.filter((i) => placeOf(i.from) !== 'test' && !isHelpOfTests(i.from) && level(i.file) > level(i.from))
    expect(upward.map(tell)).toEqual([])
  })
  test('of the product never lead to tests, their helpers or the demo company', () => {
    const wrong = product.filter(
      (i) =>
        !isHelpOfTests(i.from) &&
        level(i.from) < 3 &&
        (isHelpOfTests(i.file) || placeOf(i.file) === 'test' || i.file.startsWith('database/')),
    )
    expect(wrong.map(tell)).toEqual([])
  })
  test('between modules go through x.public.ts on the server, and no definition imports another module', () => {
    const across = inside.filter(
      (i) => placeOf(i.from) !== 'test' && moduleOf(i.from) && moduleOf(i.file) && moduleOf(i.from) !== moduleOf(i.file),
    )
    // Rules are arithmetic without a home of their own: what one module computes another may compute too. Types are erased.
    const allowed = (i: Import & { file: string }): boolean =>
      placeOf(i.from) === 'server'
        ? i.file.endsWith('.public.ts') || placeOf(i.file) === 'rules' || i.typeOnly
        : placeOf(i.file) === 'rules'
    expect(across.filter((i) => !allowed(i)).map(tell)).toEqual([])
  })
  test('make no circles, late ones included, and of types only where two things cannot be said apart', () => {
    const ofProduct = inside.filter((i) => placeOf(i.from) !== 'test' && i.from.startsWith('src/') && i.file.startsWith('src/'))
    expect(circlesOf(ofProduct.filter((i) => !i.typeOnly))).toEqual([])
    expect(circlesOf(ofProduct).map((c) => c.filter((file) => !SAID_TOGETHER.some((group) => group.test(file))))).toEqual(
      SAID_TOGETHER.map(() => []),
    )
    expect(circlesOf([edge('a', 'b'), edge('b', 'c'), edge('c', 'a'), edge('c', 'd')])).toEqual([['a', 'b', 'c']])
  })
})

test('modules make no circles: what a lower one needs of a higher one is laid out or watched', () => {
  const across = inside.flatMap((i) => {
    const [from, file] = [moduleOf(i.from), moduleOf(i.file)]
    return placeOf(i.from) === 'test' || isHelpOfTests(i.from) || !from || !file || from === file ? [] : [edge(from, file)]
  })
  expect(new Set(across.map((e) => `${e.from} ${e.file}`)).size).toBeGreaterThan(50)
  expect(circlesOf(across)).toEqual([])
})

/** Folders of a module from the ground up: each may import what stands on a lower line, and nothing on its own or above. */
const FLOORS: Readonly<Record<string, readonly (readonly string[])[]>> = {
  transport: [
    ['parties'],
    ['routes', 'recruit', 'reviews'],
    ['orders'],
    ['missions', 'statistics'],
    ['push', 'watch', 'reporting'],
    ['phone'],
    ['carriers'],
  ],
  freight: [['rating'], ['settlement'], ['statistics']],
  partners: [['api'], ['public']],
  fuel: [['statements'], ['cards'], ['fuellings'], ['intake']],
}
/** Arrows that do not lead down, and folders without a floor. */
function notDownward(of: readonly { from: string; file: string }[]): string[] {
  const floorOf = (file: string): { module: string; folder: string; floor: number } | null => {
    const [, module = '', folder = ''] = /^src\/modules\/(\w+)\/(\w+)\//.exec(file) ?? []
    const floors = FLOORS[module]
    return floors ? { module, folder, floor: floors.findIndex((line) => line.includes(folder)) } : null
  }
  return of.flatMap(({ from, file }) => {
    const [a, b] = [floorOf(from), floorOf(file)]
    if (!a || !b || a.module !== b.module || a.folder === b.folder) return []
    return a.floor < 0 || b.floor < 0 || b.floor >= a.floor ? [`${from} → ${file}`] : []
  })
}
test(`folders of ${Object.keys(FLOORS).join(', ')} import downwards alone`, () => {
  expect(notDownward(inside.filter((i) => placeOf(i.from) !== 'test'))).toEqual([])
  const planted = [
    edge('src/modules/transport/orders/x.ts', 'src/modules/transport/missions/y.ts'),
    edge('src/modules/transport/missions/y.ts', 'src/modules/transport/orders/x.ts'),
    edge('src/modules/transport/missions/y.ts', 'src/modules/transport/attic/z.ts'),
    edge('src/modules/freight/rating/x.ts', 'src/modules/freight/settlement/y.ts'),
  ]
  expect(notDownward(planted)).toEqual([planted[0]!, planted[2]!, planted[3]!].map(({ from, file }) => `${from} → ${file}`))
  // Every folder there is has its floor.
  const folders = new Set(
    files.flatMap((file) => {
      const [folder, module = ''] = /^src\/modules\/(\w+)\/\w+\//.exec(file) ?? []
      return folder && FLOORS[module] ? [folder] : []
    }),
  )
  const known = Object.entries(FLOORS).flatMap(([module, lines]) => lines.flat().map((folder) => `src/modules/${module}/${folder}/`))
  expect([...folders].toSorted()).toEqual(known.toSorted())
})

/** Types that name each other: a field refers to a table of the list made of entities made of fields; the registry knows the reports, which ask by its conditions and scopes; a codec of bytes describes the bytes it reads. */
const SAID_TOGETHER: readonly RegExp[] = [
  /^src\/kit\/entity\/(?:field|entity|tables)\.ts$/,
  /^src\/kit\/(?:entity\/(?:registry|query\/(?:conditions|live-rows|scope|totals))|report\/(?:report|statement))\.server\.ts$/,
  /^src\/modules\/telematics\/jt808\/(?:bytes|gbk|items|schema|times)\.ts$/,
]
const edge = (from: string, file: string): { from: string; file: string } => ({ from, file })

/** Groups of files each of which leads to each other one (Tarjan, Depth-first search and linear graph algorithms, 1972), sorted. */
function circlesOf(edges: readonly { from: string; file: string }[]): string[][] {
  const next = Map.groupBy(edges, (e) => e.from)
  const circles: string[][] = []
  const index = new Map<string, number>()
  const low = new Map<string, number>()
  const open: string[] = []
  const visit = (file: string): void => {
    index.set(file, index.size)
    low.set(file, index.get(file)!)
    open.push(file)
    for (const { file: other } of next.get(file) ?? []) {
      if (!index.has(other)) visit(other)
      if (open.includes(other)) low.set(file, Math.min(low.get(file)!, low.get(other)!))
    }
    if (low.get(file) !== index.get(file)) return
    const group = open.splice(open.indexOf(file))
    if (group.length > 1) circles.push(group.toSorted())
  }
  for (const file of next.keys()) if (!index.has(file)) visit(file)
  return circles.toSorted((a, b) => a[0]!.localeCompare(b[0]!))
}

describe('the suffix says where a file runs', () => {
  test('what runs anywhere needs neither Node nor a browser', () => {
    const pure = running.filter((i) => placeOf(i.from) === 'pure' && i.from.startsWith('src/') && level(i.from) < 3)
    expect(pure.filter((i) => ['server', 'web', 'test'].includes(placeOf(i.file))).map(tell)).toEqual([])
    const packages = imports.filter(
      (i) => i.file === null && !i.typeOnly && ['pure', 'rules'].includes(placeOf(i.from)) && i.from.startsWith('src/'),
    )
    // `react-router` for its matching of paths, which is plain code.
    expect(packages.filter((i) => !/^(?:zod|pinyin-pro|nzh\/cn|react-router)$/.test(i.spec)).map(tell)).toEqual([])
  })
  test('rules import only what is pure, and no package', () => {
    const wrong = imports.filter(
      (i) => placeOf(i.from) === 'rules' && !i.typeOnly && (i.file === null || !['pure', 'rules'].includes(placeOf(i.file))),
    )
    expect(wrong.map(tell)).toEqual([])
  })
  test('rules have examples beside them: a test of their module without a database reads them', () => {
    // Words alone decide nothing.
    const deciding = sources.filter((file) => placeOf(file) === 'rules' && /=>|\bfunction\b/.test(codeOf(file)))
    const read = imports.filter((i) => placeOf(i.from) === 'test' && !/testDatabase|\.open\(/.test(textOf(i.from)))
    const untold = deciding.filter(
      (file) => !read.some((i) => i.file === file && (moduleOf(i.from) ?? 'kit') === (moduleOf(file) ?? 'kit')),
    )
    expect(deciding.length).toBeGreaterThan(90)
    expect(untold).toEqual([])
  })
  test('the browser gets no server code and nothing of Node', () => {
    const web = imports.filter((i) => placeOf(i.from) === 'web' && !i.typeOnly)
    expect(
      web.filter((i) => (i.file ? placeOf(i.file) === 'server' : /^(?:node:|pg$|kysely|fastify|pg-boss)/.test(i.spec))).map(tell),
    ).toEqual([])
  })
  test('the server gets nothing of the browser', () => {
    const server = imports.filter((i) => placeOf(i.from) === 'server' && !i.typeOnly)
    expect(
      server.filter((i) => (i.file ? placeOf(i.file) === 'web' : /^(?:react|antd|@ant-design|@tanstack|echarts)/.test(i.spec))).map(tell),
    ).toEqual([])
  })
  test('a link of the console asks whether its page may be opened', () => {
    // By `Link` of the kit; pages without an account lead among themselves.
    const bare = sources.filter(
      (file) => /^import \{[^}]*\bLink\b[^}]*\} from 'react-router'/m.test(textOf(file)) && !file.includes('/public/'),
    )
    expect(bare).toEqual(['src/kit/ui/screen/link.web.tsx'])
  })
  test('components stand in files of the browser', () => {
    expect(sources.filter((file) => file.endsWith('.tsx') && !file.endsWith('.web.tsx') && placeOf(file) !== 'test')).toEqual([])
  })
})
