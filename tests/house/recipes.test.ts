/** The recipes are code: what they show compiles, and the entity they add becomes a table. */
import { execFileSync } from 'node:child_process'
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

describe('recipes', () => {
  it.each(recipes)('%s compiles as it stands', (name) => {
    const folder = join(OUT, name.replace('.md', ''))
    rmSync(folder, { recursive: true, force: true })
    mkdirSync(folder, { recursive: true })
    const found = blocks(readFileSync(join(ROOT, 'docs/recipes', name), 'utf8'))
    expect(found.length).toBeGreaterThan(0)
    for (const { file, code } of found) writeFileSync(join(folder, file), code)
    // Server code knows the tables that only server parts declare.
    const roots = [
      'src/modules.ts',
      'src/kit/ui/assets.d.ts',
      ...(found.some(({ file }) => file.endsWith('.server.ts')) ? ['src/**/tables.ts'] : []),
    ]
    writeFileSync(
      join(folder, 'tsconfig.json'),
      JSON.stringify({ extends: join(ROOT, 'tsconfig.json'), include: ['*.ts', '*.tsx', ...roots.map((root) => join(ROOT, root))] }),
    )
    const run = () =>
      execFileSync(process.execPath, [join(ROOT, 'node_modules/typescript/bin/tsc'), '--noEmit', '-p', folder], {
        encoding: 'utf8',
        stdio: 'pipe',
      })
    expect(run).not.toThrow()
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
