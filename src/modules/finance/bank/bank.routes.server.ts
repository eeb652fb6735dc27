/** Reading a statement (pasted or as a file) before anything is taken, taking it, and what each line may be. */
import { z } from 'zod'
import type { Context } from '#kit/access/context.server.ts'
import { invalid, refused } from '#kit/basics/errors.ts'
import { fileGrid } from '#kit/excel/file-grid.server.ts'
import { gridOf } from '#kit/excel/text-table.ts'
import { storeOf } from '#kit/entity/store.server.ts'
import { route, type Route, type UploadedFile } from '#kit/http/route.server.ts'
import { companyAccount } from '../accounts/account.ts'
import { adoptCertain, suggestions } from './bank.server.ts'
import { COLUMNS } from './profiles.rules.ts'
import { isReal } from './known.rules.ts'
import { readStatement, type ColumnMap } from './read.rules.ts'
import { holdLines, readGrid, takeIn, type Answers, type Read, type ReadRow } from './take.server.ts'

const accounts = storeOf(companyAccount)
const TEXT = z.string().min(1, '请粘贴银行流水').max(600_000, '内容过长，请分批粘贴')
const ACCOUNT = z.coerce.number().int().min(1).optional()
const MAP = z.record(z.string().max(80), z.enum(Object.keys(COLUMNS) as [keyof typeof COLUMNS])).optional()
/** Line → whether what may be one there is already is the same or another movement. */
const ANSWERS = z.record(z.string().regex(/^\d{1,7}$/), z.enum(['new', 'same'])).optional()
/** Beside a file everything is text. */
const asJson = <S extends z.ZodType>(of: S, most: number, message: string) =>
  z
    .string()
    .max(most)
    .optional()
    .transform((text, on): z.output<S> | undefined => {
      if (!text) return undefined
      try {
        return of.parse(JSON.parse(text))
      } catch {
        on.addIssue({ code: 'custom', message })
        return z.NEVER
      }
    })
const MAP_TEXT = asJson(MAP, 8000, '列对应的格式不正确')
const ANSWERS_TEXT = asJson(ANSWERS, 600_000, '逐行确认的格式不正确')

/** What a line may be instead of another movement, to be shown beside it; `unless`: what counts if nobody says otherwise. */
const DOUBT = z.object({
  sentence: z.string(),
  unless: z.literal('same').nullable(),
  line: z.number().nullable(),
  stored: z
    .object({
      tradeNo: z.string(),
      bookedOn: z.string(),
      time: z.string().nullable(),
      direction: z.enum(['in', 'out']),
      amount: z.number(),
      balance: z.number().nullable(),
      payerName: z.string(),
      memo: z.string(),
      accountName: z.string().nullable(),
    })
    .nullable(),
})
const ROW = z.object({
  line: z.number(),
  tradeNo: z.string(),
  bookedOn: z.string().nullable(),
  time: z.string().nullable(),
  direction: z.enum(['in', 'out']),
  amount: z.number().nullable(),
  balance: z.number().nullable(),
  payerName: z.string(),
  payerAccount: z.string(),
  memo: z.string(),
  kind: z.string(),
  problem: z.string().nullable(),
  doubt: DOUBT.nullable(),
  said: z.enum(['new', 'same']).nullable(),
})
const READ_ANSWER = z.object({
  bank: z.string().nullable(),
  profile: z.string().nullable(),
  headings: z.array(z.object({ heading: z.string(), column: z.string().nullable() })),
  rows: z.array(ROW),
  broken: z.string().nullable(),
  opening: z.number().nullable(),
  closing: z.number().nullable(),
  known: z.number(),
})
export type ReadAnswer = z.infer<typeof READ_ANSWER>
const TAKEN = z.object({ added: z.number(), skipped: z.number() })

/** The map a person gave, else the one kept with the account. */
async function mapFor(ctx: Context, account: number | undefined, given: ColumnMap | undefined): Promise<ColumnMap | undefined> {
  if (given || !account) return given
  const { importMap } = await ctx.db.write(ctx.user.operatorId, (tx) => accounts.get(tx, ctx, account, 'person'))
  return importMap ?? undefined
}

async function gridOfFile(ctx: Context, file: UploadedFile | undefined, account?: number, map?: ColumnMap): Promise<string[][]> {
  if (!file) throw invalid('请选择银行流水文件')
  const by = await mapFor(ctx, account, map)
  return fileGrid(file, (lines) => readStatement(lines, by).ok)
}

/** The line of the books for whoever may see it. */
function shownDoubt(doubt: ReadRow['doubt']): ReadAnswer['rows'][number]['doubt'] {
  if (!doubt) return null
  const { sentence, unless, line, stored } = doubt
  if (!stored?.seen) return { sentence, unless, line, stored: null }
  const { bookedOn, time, direction, amount, balance, payerName, memo, accountName } = stored
  const tradeNo = isReal(stored.tradeNo) ? stored.tradeNo : ''
  return { sentence, unless, line, stored: { tradeNo, bookedOn, time, direction, amount, balance, payerName, memo, accountName } }
}
function shownRow(row: ReadRow): ReadAnswer['rows'][number] {
  const { line, tradeNo, bookedOn, time, direction, amount, balance, payerName, payerAccount, memo, kind, problem, said } = row
  const doubt = shownDoubt(row.doubt)
  return { line, tradeNo, bookedOn, time, direction, amount, balance, payerName, payerAccount, memo, kind, problem, said, doubt }
}

function answerOf(read: Read): ReadAnswer {
  const { reading, headings, rows, broken, opening, closing, known } = read
  const columns = new Map(Object.entries(reading.at).map(([column, i]) => [i, column]))
  return {
    bank: reading.bank,
    profile: reading.profile,
    headings: headings.map((heading, i) => ({ heading, column: columns.get(i) ?? null })),
    rows: rows.map(shownRow),
    broken,
    opening,
    closing,
    known,
  }
}
const reading = async (ctx: Context, grid: string[][], account?: number, map?: ColumnMap): Promise<ReadAnswer> => {
  const by = await mapFor(ctx, account, map)
  return answerOf(await ctx.db.read(ctx.user.operatorId, (db) => readGrid(db, ctx, grid, account ?? null, by)))
}
const taking = async (ctx: Context, grid: string[][], account?: number, map?: ColumnMap, answers?: Answers) => {
  const by = await mapFor(ctx, account, map)
  return ctx.db.write(ctx.user.operatorId, async (tx) => {
    await holdLines(tx, ctx)
    const done = await takeIn(tx, ctx, await readGrid(tx, ctx, grid, account ?? null, by, answers), account ?? null)
    if (done.added === 0) throw refused('没有可以导入的流水')
    if (account && map) await accounts.edit(tx, ctx, account, { importMap: { ...map } })
    return done
  })
}
const FILE = { maxBytes: 20 * 1024 * 1024, maxFiles: 1 }

export const bankRoutes: readonly Route[] = [
  route({
    method: 'POST',
    path: '/api/v1/bankLine/read',
    summary: '读取粘贴的银行流水，不写入',
    right: 'bankLineList_add',
    safe: true,
    input: z.strictObject({ text: TEXT, account: ACCOUNT, map: MAP }),
    output: READ_ANSWER,
    handler: (ctx, { text, account, map }) => reading(ctx, gridOf(text), account, map),
  }),
  route({
    method: 'POST',
    path: '/api/v1/bankLine/paste',
    summary: '导入粘贴的银行流水',
    right: 'bankLineList_add',
    input: z.strictObject({ text: TEXT, account: ACCOUNT, map: MAP, answers: ANSWERS }),
    output: TAKEN,
    handler: (ctx, { text, account, map, answers }) => taking(ctx, gridOf(text), account, map, answers),
  }),
  route({
    method: 'POST',
    path: '/api/v1/bankLine/readFile',
    summary: '读取银行流水文件，不写入',
    right: 'bankLineList_add',
    safe: true,
    upload: FILE,
    input: z.strictObject({ account: ACCOUNT, map: MAP_TEXT }),
    output: READ_ANSWER,
    handler: async (ctx, { account, map }, { files }) => reading(ctx, await gridOfFile(ctx, files[0], account, map), account, map),
  }),
  route({
    method: 'POST',
    path: '/api/v1/bankLine/takeFile',
    summary: '导入银行流水文件',
    right: 'bankLineList_add',
    upload: FILE,
    input: z.strictObject({ account: ACCOUNT, map: MAP_TEXT, answers: ANSWERS_TEXT }),
    output: TAKEN,
    handler: async (ctx, { account, map, answers }, { files }) =>
      taking(ctx, await gridOfFile(ctx, files[0], account, map), account, map, answers),
  }),
  route({
    method: 'GET',
    path: '/api/v1/bankLine/suggest',
    summary: '流水可能对应的单据与账单',
    right: 'bankLineList_accept',
    input: z.strictObject({ id: z.coerce.number().int().min(1) }),
    output: z.object({
      documents: z.array(
        z.object({
          target: z.string(),
          id: z.number(),
          no: z.string(),
          day: z.string(),
          party: z.string(),
          score: z.number(),
          reasons: z.array(z.string()),
        }),
      ),
      list: z.array(
        z.object({
          lessee: z.number(),
          name: z.string(),
          score: z.number(),
          sum: z.number(),
          reasons: z.array(z.string()),
          bills: z.array(z.object({ id: z.number(), no: z.string(), remain: z.number(), dueOn: z.string() })),
        }),
      ),
    }),
    handler: (ctx, { id }) => ctx.db.read(ctx.user.operatorId, (db) => suggestions(db, ctx, id)),
  }),
  route({
    method: 'POST',
    path: '/api/v1/bankLine/adopt',
    summary: '采用全部相符 100 的匹配',
    right: 'bankLineList_recognise',
    input: z.strictObject({ account: ACCOUNT }),
    output: z.object({ adopted: z.number(), left: z.number() }),
    handler: (ctx, { account }) => ctx.db.write(ctx.user.operatorId, (tx) => adoptCertain(tx, ctx, account ?? null)),
  }),
]
