import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Screen } from '#kit/entity/module.ts'
import { PUBLIC_PATHS } from '#shell/site/site.ts'
import { modules } from '../../src/modules.ts'
import { webModules } from '../../src/modules.web.ts'
import { textOf } from './source.ts'

/** Screens the customer's contract names, with the part of the product they belong to. */
const table = readFileSync(join(import.meta.dirname, 'screens.tsv'), 'utf8')
  .trim()
  .split('\n')
  .map((line) => line.split('\t') as [string, string])
const screens = new Map(modules.flatMap((m) => m.screens).map((s) => [s.code, s]))
const reports = new Set(modules.flatMap((m) => m.reports ?? []).map((r) => r.name))
const components = new Set(webModules.flatMap((w) => Object.keys(w.screens ?? {})))

/** Pages before signing in stand in the composition root; what a visitor is told instead of one, at its guard. */
const isPublic = (code: string): boolean =>
  (PUBLIC_PATHS as readonly string[]).includes(`/${code}`) &&
  (textOf('src/main.web.tsx').includes(`path="/${code}"`) || textOf('src/shell/guard.web.tsx').includes(`=== '/${code}') return <Not`))

const showsSomething = (screen: Screen): boolean =>
  screen.kind === 'page'
    ? components.has(screen.code)
    : screen.kind === 'report'
      ? reports.has(screen.report ?? '')
      : screen.entity !== undefined

describe('screens the customer named', () => {
  test.each([...new Set(table.map(([, part]) => part))])('of %s exist and have something to show', (part) => {
    const missing = table.filter(([code, of]) => {
      const screen = screens.get(code)
      return of === part && !isPublic(code) && !(screen && showsSomething(screen))
    })
    expect(missing).toEqual([])
  })
})
