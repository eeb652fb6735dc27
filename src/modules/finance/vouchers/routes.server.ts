/** Calls of the accountant about vouchers: what would be made, making it, the batch, its file. */
import { z } from 'zod'
import type { Context } from '#kit/access/context.server.ts'
import { forbidden, refused } from '#kit/basics/errors.ts'
import { xlsxBytes } from '#kit/excel/write.server.ts'
import { storeOf } from '#kit/entity/store.server.ts'
import { fileAnswer } from '#kit/http/answers.server.ts'
import { download, route, type Route } from '#kit/http/route.server.ts'
import { encodeText, unsayable } from '#modules/telematics/telematics.public.ts'
import { controlOf, KINGDEE, kingdeeRows, yonyouText, type FileVoucher } from './file.rules.ts'
import { exportMonth, generate, hash, prepare, staleIn, vouchersOf, type Prepared } from './generate.server.ts'
import { sumsOf } from './voucher.rules.ts'
import { voucher, voucherBatch, VOUCHER_FILES, type VoucherFile } from './voucher.ts'
import { preparedVouchers, type PreparedVouchers } from './voucher.wire.ts'

const batches = storeOf(voucherBatch)
const MONTH = z.string('请填写月份').regex(/^\d{4}-(0[1-9]|1[0-2])$/, '月份格式应为 YYYY-MM')
const ID = z.coerce.number('编号应为数字').int().positive()

const summaryOf = ({ drafts, missing, waiting, changed }: Prepared): PreparedVouchers => {
  const sums = sumsOf(drafts.flatMap((d) => d.lines))
  return { count: drafts.length, debit: sums.debit, credit: sums.credit, waiting, changed: staleIn(changed), missing }
}

/** What GBK has no character for, the program could not read. */
const sayable = (text: string): string => {
  const not = new Set(unsayable(text))
  return not.size ? Array.from(text, (c) => (not.has(c) ? '?' : c)).join('') : text
}
async function bytesOf(system: VoucherFile, no: string, vouchers: readonly FileVoucher[]): Promise<Buffer> {
  if (system === 'yonyou') return Buffer.from(encodeText(sayable(yonyouText(no, vouchers))))
  const parts: Uint8Array[] = []
  for await (const part of xlsxBytes(kingdeeRows(vouchers), { columns: KINGDEE, sheetName: '凭证' })) parts.push(part)
  return Buffer.concat(parts)
}
const MIME = { kingdee: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', yonyou: 'text/plain; charset=gbk' } as const

/** Vouchers of a month are the whole company's: whoever sees some stores only neither makes them nor takes them away. */
function ofAllStores(ctx: Context): void {
  if (ctx.access.scopeOf(voucher.right) !== 'all')
    throw forbidden('凭证按全公司生成与导出，您只能查看部分门店的数据，请由可查看全公司数据的财务人员办理')
}

export const voucherRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/api/v1/voucher/prepare',
    summary: '生成凭证前：张数、金额与缺少的科目',
    right: 'voucherList',
    input: z.strictObject({ month: MONTH }),
    output: preparedVouchers,
    handler: (ctx, { month }) => {
      ofAllStores(ctx)
      return ctx.db.read(ctx.user.operatorId, async (db) => summaryOf(await prepare(db, ctx, month)))
    },
  }),
  route({
    method: 'POST',
    path: '/api/v1/voucher/generate',
    summary: '生成一个月的凭证',
    right: 'voucherList_generate',
    input: z.strictObject({ month: MONTH }),
    output: preparedVouchers,
    handler: (ctx, { month }) => {
      ofAllStores(ctx)
      return ctx.db.write(ctx.user.operatorId, async (tx) => summaryOf(await generate(tx, ctx, month)), { statementTimeoutMs: 120_000 })
    },
  }),
  route({
    method: 'POST',
    path: '/api/v1/voucher/exportMonth',
    summary: '导出一个月未导出的凭证为一个批次',
    right: 'voucherList_batch',
    input: z.strictObject({ month: MONTH, system: z.enum(Object.keys(VOUCHER_FILES) as [VoucherFile], '请选择财务软件') }),
    output: z.object({ id: z.number(), no: z.string(), again: z.boolean() }),
    handler: (ctx, asked, extra) => {
      ofAllStores(ctx)
      const confirmed = extra.header?.('X-Confirmed') === '1'
      return ctx.db.write(ctx.user.operatorId, (tx) => exportMonth(tx, ctx, { ...asked, confirmed }), { statementTimeoutMs: 120_000 })
    },
  }),
  route({
    method: 'POST',
    path: '/api/v1/voucherBatch/file',
    summary: '下载凭证批次的文件',
    right: 'voucherList_batch',
    input: z.strictObject({ id: ID }),
    output: fileAnswer,
    handler: async (ctx, { id }) => {
      ofAllStores(ctx)
      const { batch, vouchers } = await ctx.db.read(ctx.user.operatorId, async (db) => ({
        batch: await batches.get(db, ctx, id, 'person'),
        vouchers: await vouchersOf(db, id),
      }))
      if (hash(controlOf(batch.system, batch.no, vouchers)) !== batch.control) throw refused('批次内容与导出时不一致，请联系管理员核对')
      const body = await bytesOf(batch.system, batch.no, vouchers)
      return download({ fileName: `${batch.no}.${batch.system === 'yonyou' ? 'txt' : 'xlsx'}`, mime: MIME[batch.system], body })
    },
  }),
]
