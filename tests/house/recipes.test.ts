/** The recipes are code: what they show compiles, and the entity they add becomes a table. */
import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createAll } from '#kit/entity/schema/migration.server.ts'
import type { Entity } from '#kit/entity/entity.ts'
import type { Module } from '#kit/entity/module.ts'

const ROOT = join(import.meta.dirname, '../..')
const OUT = join(ROOT, '.cache/recipes')
const recipes = readdirSync(join(ROOT, 'docs/recipes')).filter((name) => name.endsWith('.md'))

/** ```ts file=name.ts … ```, or tsx */
function blocks(markdown: string): { file: string; code: string }[] {
  return [...markdown.matchAll(/```tsx? file=(\S+)\n([\s\S]*?)```/g)].map(([, file, code]) => ({ file: file!, code: code! }))
}

/** A mistake beside the recipes: found, or the compiler has not looked. */
const PLANTED = 'planted-mistake'

/** What the compiler says about each recipe, all of them in one run: a run reads the whole program, which takes longer than any recipe. */
function compiled(): ReadonlyMap<string, string> {
  rmSync(OUT, { recursive: true, force: true })
  for (const name of recipes) {
    const folder = join(OUT, name.replace('.md', ''))
    mkdirSync(folder, { recursive: true })
    for (const { file, code } of blocks(readFileSync(join(ROOT, 'docs/recipes', name), 'utf8'))) writeFileSync(join(folder, file), code)
  }
  mkdirSync(join(OUT, PLANTED), { recursive: true })
  writeFileSync(join(OUT, PLANTED, 'wrong.ts'), `export const count: number = 'three'\n`)
  const roots = ['src/modules.ts', 'src/kit/ui/assets.d.ts', 'src/**/tables.ts'].map((root) => join(ROOT, root))
  writeFileSync(
    join(OUT, 'tsconfig.json'),
    JSON.stringify({ extends: join(ROOT, 'tsconfig.json'), include: ['**/*.ts', '**/*.tsx', ...roots] }),
  )
  const compiler = join(ROOT, 'node_modules/typescript/bin/tsc')
  const run = spawnSync(process.execPath, [compiler, '--noEmit', '--pretty', 'false', '-p', OUT], { encoding: 'utf8' })
  const said = new Map<string, string>()
  // Of the program itself only what recipes use is read, which is not all that it needs; `check` looks at the whole.
  for (const line of run.stdout.split('\n')) {
    const folder = /(?:^|\/)([\w-]+)\/[\w.-]+\.tsx?\(\d+,\d+\): error/.exec(line.replaceAll('\\', '/'))?.[1]
    if (folder) said.set(`${folder}.md`, `${said.get(`${folder}.md`) ?? ''}${line}\n`)
  }
  return said
}

describe('recipes', () => {
  const said = compiled()
  it.each(recipes)('%s compiles as it stands', (name) => {
    expect(blocks(readFileSync(join(ROOT, 'docs/recipes', name), 'utf8')).length).toBeGreaterThan(0)
    expect(said.get(name) ?? '').toBe('')
  })
  it('are there for what people add: an entity, an action, a page, a public page, a report, a job, a port', () => {
    const things = ['entity', 'action', 'page', 'public-page', 'report', 'job', 'port']
    expect(recipes.toSorted()).toEqual(things.map((thing) => `add-a${/^[aeio]/.test(thing) ? 'n' : ''}-${thing}.md`).toSorted())
    expect(said.get(`${PLANTED}.md`)).toContain('TS2322')
  })

  it('the entity of the recipe becomes a table with its indexes and row-level security', async () => {
    const { parkingSpace } = (await import(join(OUT, 'add-an-entity/yard.ts'))) as { parkingSpace: Entity }
    const sql = createAll([parkingSpace])
    expect(sql).toContain('create table parking_space')
    expect(sql).toContain('monthly_fee bigint')
    expect(sql).toMatch(/row level security/)
  })

  it('what the recipe says is enough for the other tests of this house: words, help, a line for the glossary', async () => {
    const { yard } = (await import(join(OUT, 'add-an-entity/yard.ts'))) as { yard: Module }
    const page = readFileSync(join(ROOT, 'docs/recipes/add-an-entity.md'), 'utf8')
    for (const { name } of yard.entities) expect(page).toMatch(new RegExp(`\\| ${name} \\|`))
    for (const screen of yard.screens)
      expect(screen.help ?? yard.screens.find((s) => s.code === screen.of)?.help, screen.code).toMatch(/[\u4e00-\u9fff]/)
  })
})
