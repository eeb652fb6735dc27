/** Mistakes at the doors between rooms, planted: each is refused by the compiler, in one run over all of them. What no type can tell is in names.test.ts. */
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
import type { ServedModule } from '#kit/entity/registry.server.ts'
import { moveOnly, serve } from '#kit/entity/serve.server.ts'
import { figure, figuresBy } from '#kit/report/report.server.ts'
import type { WebModule } from '#kit/ui/screen/slots.web.ts'
import type {} from '#modules/approval/acts.server.ts'
import { bill } from '#modules/billing/bills/bill.ts'
import { lease } from '#modules/leasing/lease.ts'
declare const tx: Tx
declare const ctx: Context
declare const amount: number
export type { ServedModule, WebModule }
export const used: unknown[] = [figure, figuresBy, serve, moveOnly, fen, defineActions, defineEntity, f, act, storeOf, bill, lease, tx, ctx, amount, {} as ActionSpec]
`

const bookWith = (
  more: string,
): string => `export const book = defineEntity({ name: 'book', label: '书', right: 'bookList', title: ['kind'],
  fields: { kind: f.choice('类型', { paper: '纸质' }), status: f.state('状态', { shelved: '在架' }, 'shelved') },
  list: { columns: ['kind'], ${more} }, form: { 书: ['kind'] } })\n`
const LENT = `${bookWith('')}const acts = defineActions(book, { lend: { label: '借出', from: ['shelved'] } })\n`

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
  {
    mistake: 'an action in the key of a slot',
    right: `export const web: Partial<WebModule> = { dialogs: { 'bankLine.accept': () => null } }`,
    wrong: `export const web: Partial<WebModule> = { dialogs: { 'bankLine.acept': () => null } }`,
    says: /bankLine\.acept/,
  },
  {
    mistake: 'a field in the key of a slot',
    right: `export const web: Partial<WebModule> = { cells: { 'bill.amount': () => null } }`,
    wrong: `export const web: Partial<WebModule> = { cells: { 'bill.amuont': () => null } }`,
    says: /bill\.amuont/,
  },
  {
    mistake: 'the field that figures are grouped by',
    right: `await figuresBy(tx, ctx, lease, 'status')`,
    wrong: `await figuresBy(tx, ctx, lease, 'statsu')`,
    says: /"statsu"/,
  },
  {
    mistake: 'the filter of a figure',
    right: `await figure(tx, ctx, 'vehicle', { status: 'available' })`,
    wrong: `await figure(tx, ctx, 'vehicle', { status: 'avialable' })`,
    says: /"avialable"/,
  },
  {
    mistake: 'a word in a quick filter of a list',
    right: bookWith(`quick: { 纸质: { kind: 'paper' } }`),
    wrong: bookWith(`quick: { 纸质: { kind: 'papre' } }`),
    says: /"papre"/,
  },
  {
    mistake: 'the field of a quick filter',
    right: bookWith(`quick: { 纸质: { kind: null } }`),
    wrong: bookWith(`quick: { 纸质: { knid: null } }`),
    says: /'knid' does not exist/,
  },
  {
    mistake: 'the state an action begins in',
    right: `${bookWith('')}export const acts = defineActions(book, { lend: { label: '借出', from: ['shelved'] } })`,
    wrong: `${bookWith('')}export const acts = defineActions(book, { lend: { label: '借出', from: ['shelvde'] } })`,
    says: /"shelvde"/,
  },
  {
    mistake: 'the entity a field refers to',
    right: `export const field = f.ref('租约', 'lease')`,
    wrong: `export const field = f.ref('租约', 'laese')`,
    says: /"laese"/,
  },
  {
    mistake: 'an effect that is left out',
    right: `${LENT}export const served = serve(acts, { effects: { lend: moveOnly } })`,
    wrong: `${LENT}export const served = serve(acts, { effects: {} })`,
    says: /Property 'lend' is missing/,
  },
  {
    mistake: 'what a module lays out for another',
    right: `export const provides: ServedModule['provides'] = { approvalActs: [] }`,
    wrong: `export const provides: ServedModule['provides'] = { aprovalActs: [] }`,
    says: /aprovalActs/,
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
  const errorsByFile = compiled()
  test.each(planted.map((p, i) => [p.mistake, i] as const))('%s', (_, i) => {
    expect(errorsByFile.get(`right${i}.ts`) ?? '').toBe('')
    expect(errorsByFile.get(`wrong${i}.ts`) ?? '').toMatch(planted[i]!.says)
  })
})
