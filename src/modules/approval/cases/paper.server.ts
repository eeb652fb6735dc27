/** 审批单 on paper: what the sheet says, who decided what and when, and the signatures, drawn by the one renderer. */
import { buffer } from 'node:stream/consumers'
import type { Context, Tx } from '#kit/access/context.server.ts'
import { audit } from '#kit/audit/audit.server.ts'
import { z } from 'zod'
import type { FileLink } from '#kit/entity/field.ts'
import type { FileKeeper } from '#kit/entity/services.server.ts'
import { kindOf } from '#kit/basics/file-check.ts'
import { fileAnswer } from '#kit/http/answers.server.ts'
import { download, route, type Route } from '#kit/http/route.server.ts'
import { heading, type Block, type Paper } from '#kit/pdf/paper.ts'
import { renderPaper } from '#kit/pdf/paper.server.ts'
import { queryId, read, write } from '../input.server.ts'
import { seen } from './open-case.server.ts'
import { printSheet } from './view.server.ts'
import type { PrintSheet } from '../wire.ts'

type Bytes = (file: FileLink) => Promise<Uint8Array | null>

/** Everything that was signed by hand, under what it stands for; a picture of another kind is named, never left out silently. */
async function signatures(sheet: PrintSheet, bytesOf: Bytes): Promise<Block[]> {
  const all = [
    ...sheet.signatures.map(({ label, file }) => ({ caption: label, file })),
    ...sheet.trail.flatMap(({ node, user, signature }) => (signature ? [{ caption: `${node} ${user}`.trim(), file: signature }] : [])),
  ]
  const items: { bytes: Uint8Array; caption: string }[] = []
  const lost: string[] = []
  for (const { caption, file } of all) {
    const bytes = await bytesOf(file)
    const mime = bytes && kindOf(bytes)?.mime
    if (bytes && (mime === 'image/png' || mime === 'image/jpeg')) items.push({ bytes, caption })
    else lost.push(`${caption}（${file.name}）`)
  }
  if (all.length === 0) return []
  return [
    heading('签名'),
    ...(items.length ? [{ kind: 'pictures', items, height: 56 } as const] : []),
    ...(lost.length ? [{ kind: 'text', runs: [`签名文件不能印出：${lost.join('、')}`], soft: true } as const] : []),
  ]
}

const tables = (sheet: PrintSheet): Block[] =>
  sheet.tables.flatMap(({ label, columns, rows, sums }): Block[] => [
    heading(label),
    {
      kind: 'table',
      head: columns.map((name) => ({ label: name })),
      rows,
      ...(sums.some(Boolean) ? { foot: sums.map((cell, i) => cell || (i === 0 ? '合计' : '')) } : {}),
    },
  ])

const trail = (sheet: PrintSheet): Block[] =>
  sheet.trail.length === 0
    ? []
    : [
        heading('审批记录'),
        {
          kind: 'table',
          head: [
            { label: '节点', weight: 1.3 },
            { label: '人员', weight: 1.3 },
            { label: '结果', weight: 1.2 },
            { label: '时间', weight: 1.5 },
            { label: '意见', weight: 2.6 },
          ],
          rows: sheet.trail.map((t) => [t.node, t.user, t.action, t.at, t.opinion ?? '']),
        },
      ]

/** A long answer has a line of its own. */
const WIDE = 18

export async function casePaper(sheet: PrintSheet, company: string, bytesOf: Bytes): Promise<Paper> {
  return {
    title: sheet.heading,
    number: sheet.no,
    company,
    qr: sheet.no,
    footer: `打印时间 ${sheet.printedAt}`,
    blocks: [
      heading('审批内容'),
      {
        kind: 'facts',
        items: [{ label: '状态', value: sheet.status }, ...sheet.rows].map((row) => ({ ...row, wide: row.value.length > WIDE })),
      },
      ...tables(sheet),
      ...trail(sheet),
      ...(await signatures(sheet, bytesOf)),
    ],
  }
}

const companyOf = async (tx: Tx, ctx: Context): Promise<string> =>
  (await tx.selectFrom('operator').select('name').where('id', '=', ctx.user.operatorId).executeTakeFirstOrThrow()).name

/** Calls that read signatures, which lie with the house. */
export const casePaperRoutes = ({ files }: { files: FileKeeper }): readonly Route[] => [
  route({
    method: 'GET',
    path: '/api/v1/workflow/paper',
    summary: '打印审批单',
    right: 'signedIn',
    input: z.strictObject({ id: queryId }),
    output: fileAnswer,
    handler: async (ctx, { id }) => {
      const { sheet, company } = await read(ctx, async (tx) => {
        const { loaded, who } = await seen(tx, ctx, id)
        return { sheet: await printSheet(tx, ctx, loaded, who), company: await companyOf(tx, ctx) }
      })
      const paper = await casePaper(sheet, company, async (file) => {
        const opened = await files.open(ctx, file.id)
        return opened && buffer(opened.body)
      })
      const { bytes } = await renderPaper(paper)
      await write(ctx, (tx) =>
        audit(tx, ctx, { entity: 'approvalCase', entityId: id, action: 'print', title: sheet.no, reason: sheet.heading }),
      )
      return download({ fileName: `审批单 ${sheet.no}.pdf`, mime: 'application/pdf', body: bytes, inline: true })
    },
  }),
]
