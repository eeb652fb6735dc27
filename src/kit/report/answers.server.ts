/** What the three calls of every report answer (wire.ts), as schemas. */
import { z } from 'zod'
import { COMPARES, STEPS, type Compare, type Step } from './period.rules.ts'
import type { ReportAnswer, ReportRows } from './wire.ts'

const values = z.record(z.string(), z.number().nullable())
const period = z.object({ from: z.iso.date(), to: z.iso.date() }).nullable()

export const reportAnswer = z.object({
  period: period.describe('起止日，含两端'),
  before: period.describe('比较的起止日'),
  by: z.array(z.string()),
  step: z.enum(Object.keys(STEPS) as Step[]),
  compare: z.enum(Object.keys(COMPARES) as Compare[]),
  lines: z.array(
    z.object({
      keys: z.array(z.string().nullable()).describe('每项分组一个值，null 表示无'),
      labels: z.array(z.string()),
      values: values.describe('数字名到值，金额为分'),
      before: values.optional(),
    }),
  ),
  total: z.object({ values, before: values.optional() }).describe('全部分组的合计，含未列出的'),
  more: z.boolean().describe('还有更多分组'),
}) as unknown as z.ZodType<ReportAnswer>

export const reportRowsAnswer: z.ZodType<ReportRows> = z.object({
  list: z.array(
    z.object({
      id: z.int(),
      entity: z.string(),
      title: z.string(),
      day: z.string().nullable(),
      note: z.string().nullable(),
      amount: z.number(),
    }),
  ),
  total: z.int(),
  sum: z.number(),
  pageNo: z.int(),
  pageSize: z.int(),
  to: z.string().optional().describe('能看到同样记录的列表地址'),
})
