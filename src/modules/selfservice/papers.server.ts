/** What a customer downloads and uploads on his own page: his signed papers, his receipts, a code to pay by, pictures as proof. */
import type { Context, Tx } from '#kit/access/context.server.ts'
import { absent, invalid, refused } from '#kit/basics/errors.ts'
import { checkFile, kindOf, safeName, withoutExif } from '#kit/basics/file-check.ts'
import type { FileKeeper } from '#kit/entity/services.server.ts'
import { allRows } from '#kit/entity/query/live-rows.server.ts'
import { download, type Download, type UploadedFile } from '#kit/http/route.server.ts'
import { paperKind } from '#kit/pdf/kinds.server.ts'
import { renderPaper } from '#kit/pdf/paper.server.ts'
import { audit } from '#kit/audit/audit.server.ts'
import { receiptsOf } from '#modules/billing/billing.public.ts'
import { paperBytes, signedPapers } from '#modules/esign/esign.public.ts'
import { leasesOfLessee } from '#modules/leasing/leasing.public.ts'
import type { Guest } from './guest.server.ts'
import { payCodesOf } from './page.server.ts'

const PICTURES = ['image/jpeg', 'image/png', 'image/webp']
export const MOST_BYTES = 10 * 1024 * 1024
/** Pictures that no claim and no wish has taken yet. */
const MOST_LOOSE = 20
const LOOSE_HOURS = 24
const NO_PAPER = '文件不存在或已失效，请刷新页面'

const purposeOf = (lessee: number): string => `lessee:${lessee}`
async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

export async function keepPicture({ ctx, lessee }: Guest, files: FileKeeper, upload: UploadedFile | undefined): Promise<{ id: string }> {
  if (!upload) throw invalid({ file: '请选择照片' })
  const problem = checkFile(safeName(upload.fileName), upload.data, PICTURES, upload.size)
  if (problem) throw invalid({ file: problem })
  const { mime } = kindOf(upload.data)!
  const loose = await ctx.db.read(ctx.user.operatorId, (db) =>
    allRows(db, 'file').select('id').where('purpose', '=', purposeOf(lessee.id)).where('entity', 'is', null).limit(MOST_LOOSE).execute(),
  )
  if (loose.length >= MOST_LOOSE) throw refused('上传的照片过多，请先提交已上传的照片，明天会自动清理')
  const bytes = mime === 'image/jpeg' ? (withoutExif(upload.data) ?? upload.data) : upload.data
  const expiresAt = new Date(Date.parse(ctx.clock.now()) + LOOSE_HOURS * 3_600_000).toISOString()
  const name = safeName(upload.fileName)
  const { id } = await files.put(ctx, { name, mime, body: once(bytes), bytes: bytes.length, purpose: purposeOf(lessee.id), expiresAt })
  return { id }
}

/** His own picture, and not used yet: the number of another one's picture is nobody's. */
export async function ownPicture(tx: Tx, lessee: number, id: string): Promise<{ id: string }> {
  const row = await allRows(tx, 'file')
    .select('id')
    .where('id', '=', id)
    .where('purpose', '=', purposeOf(lessee))
    .where('entity', 'is', null)
    .executeTakeFirst()
  if (!row) throw invalid({ file: '照片不存在或已过期，请重新上传' })
  return row
}

async function openFile(ctx: Context, files: FileKeeper, id: string): Promise<Download> {
  const file = await files.open(ctx, id)
  if (!file) throw absent(NO_PAPER)
  return download({ fileName: file.name, mime: file.mime, body: file.body, inline: true })
}

/** Signed electronically (`flow`), or the scan of what was signed on paper. */
export async function signedFile({ ctx, lessee }: Guest, files: FileKeeper, kind: 'flow' | 'scan', id: string): Promise<Download> {
  if (kind === 'scan') {
    const leases = await ctx.db.read(ctx.user.operatorId, (db) => leasesOfLessee(db, lessee.id))
    if (!leases.some((l) => l.signedScans?.some((scan) => scan.id === id))) throw absent(NO_PAPER)
    return openFile(ctx, files, id)
  }
  const papers = await ctx.db.read(ctx.user.operatorId, (db) => signedPapers(db, lessee.id))
  const paper = papers.find((p) => String(p.id) === id)
  if (!paper) throw absent(NO_PAPER)
  return download({ fileName: `${paper.title}.pdf`, mime: 'application/pdf', body: await paperBytes(ctx, files, paper) })
}

/** As the desk prints it, with a line in the history of the receipt. */
export async function receiptFile({ ctx, lessee }: Guest, id: number): Promise<Download> {
  const paper = await ctx.db.write(ctx.user.operatorId, async (tx) => {
    const receipt = (await receiptsOf(tx, lessee.id)).find((p) => p.id === id && p.status === 'confirmed')
    if (!receipt) throw absent(NO_PAPER)
    const made = await paperKind(ctx, 'payment', 'receipt').make(tx, ctx, id)
    await audit(tx, ctx, { entity: 'payment', entityId: id, action: 'print', title: receipt.no, reason: '客户自助页下载收据' })
    return made
  })
  const { bytes } = await renderPaper(paper)
  return download({ fileName: `收款收据 ${paper.number ?? id}.pdf`, mime: 'application/pdf', body: bytes })
}

/** Of another store than those he pays to: not shown, and not given by its number either. */
export async function codePicture({ ctx, lessee }: Guest, files: FileKeeper, id: number): Promise<Download> {
  const codes = await ctx.db.read(ctx.user.operatorId, (db) => payCodesOf(db, ctx, lessee))
  const image = codes.find((code) => code.id === id)?.image?.[0]
  if (!image) throw absent('收款码不存在或已停用，请刷新页面')
  return openFile(ctx, files, image.id)
}
