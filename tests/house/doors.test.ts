/** Mistakes at the doors between rooms, planted: each is refused by the compiler, in one run over all of them. */
import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ROOT } from './source.ts'

const OUT = join(ROOT, '.cache/doors')

interface Planted {
  mistake: string
  /** As it must be, and as it must not be: the first compiles, so that the second is refused for its one difference. */
  right: string
  wrong: string
  says: RegExp
}

const HEAD = `import type { Context, Tx } from '#kit/access/context.server.ts'
import { fen } from '#kit/basics/fen.ts'
import { defineActions, type ActionSpec } from '#kit/action/action.ts'
import { defineEntity } from '#kit/entity/entity.ts'
import { f } from '#kit/entity/field.ts'
import { act, storeOf } from '#kit/entity/store.server.ts'
import { bill } from '#modules/billing/bills/bill.ts'
import { lease } from '#modules/leasing/lease.ts'
declare const tx: Tx
declare const ctx: Context
declare const amount: number
export const used: unknown[] = [fen, defineActions, defineEntity, f, act, storeOf, bill, lease, tx, ctx, amount, {} as ActionSpec]
`

const planted: readonly Planted[] = [
  {
    mistake: 'an action name',
    right: `await act(tx, ctx, 'lease', 'askSettle', 1, null, {})`,
    wrong: `await act(tx, ctx, 'lease', 'askSetle', 1, null, {})`,
    says: /"askSetle"/,
  },
  {
    mistake: 'the entity of an action',
    right: `await act(tx, ctx, 'vehicle', 'reserve', 1, null, {})`,
    wrong: `await act(tx, ctx, 'vehicel', 'reserve', 1, null, {})`,
    says: /"vehicel"/,
  },
  {
    mistake: 'an input of an action',
    right: `await act(tx, ctx, 'bill', 'cancel', 1, null, { reason: '重复' })`,
    wrong: `await act(tx, ctx, 'bill', 'cancel', 1, null, { reasn: '重复' })`,
    says: /reasn/,
  },
  {
    mistake: 'an input where none is taken',
    right: `await storeOf(lease).act(tx, ctx, 'goOn', 1)`,
    wrong: `await storeOf(lease).act(tx, ctx, 'goOn', 1, { reason: '继续' })`,
    says: /not assignable to type 'never'/,
  },
  {
    mistake: 'an input that is left out',
    right: `await storeOf(bill).act(tx, ctx, 'cancel', 1, { reason: '重复' })`,
    wrong: `await storeOf(bill).act(tx, ctx, 'cancel', 1)`,
    says: /Expected 5-7 arguments/,
  },
  {
    mistake: 'a number where fen are meant',
    right: `await storeOf(bill).act(tx, ctx, 'adjust', 1, { delta: fen(amount) })`,
    wrong: `await storeOf(bill).act(tx, ctx, 'adjust', 1, { delta: amount })`,
    says: /not assignable to type 'Fen'/,
  },
]

/** Compiler messages by file, in the one run. */
function compiled(): ReadonlyMap<string, string> {
  rmSync(OUT, { recursive: true, force: true })
  mkdirSync(OUT, { recursive: true })
  for (const [i, { right, wrong }] of planted.entries()) {
    writeFileSync(join(OUT, `right${i}.ts`), `${HEAD}${right}\n`)
    writeFileSync(join(OUT, `wrong${i}.ts`), `${HEAD}${wrong}\n`)
  }
  const config = { extends: join(ROOT, 'tsconfig.json'), include: ['*.ts', join(ROOT, 'src/modules.ts')] }
  writeFileSync(join(OUT, 'tsconfig.json'), JSON.stringify(config))
  const compiler = join(ROOT, 'node_modules/typescript/bin/tsc')
  const run = spawnSync(process.execPath, [compiler, '--noEmit', '--pretty', 'false', '-p', OUT], { encoding: 'utf8' })
  const byFile = new Map<string, string>()
  let file = ''
  for (const line of run.stdout.split('\n')) {
    file = /([^/\\]+\.tsx?)\(\d+,\d+\): error/.exec(line)?.[1] ?? file
    byFile.set(file, `${byFile.get(file) ?? ''}${line}\n`)
  }
  return byFile
}

describe('the compiler refuses a mistake in', () => {
  const found = compiled()
  test.each(planted.map((p, i) => [p.mistake, i] as const))('%s', (_, i) => {
    expect(found.get(`right${i}.ts`) ?? '').toBe('')
    expect(found.get(`wrong${i}.ts`) ?? '').toMatch(planted[i]!.says)
  })
})
