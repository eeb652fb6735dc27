/** From a template and the data of a record to the file that will be signed: filled, flat, every field of a signature in its place. */
import { buffer } from 'node:stream/consumers'
import { PDFDocument, rgb } from 'pdf-lib'
import type { Context } from '#kit/access/context.server.ts'
import { invalid, refused } from '#kit/basics/errors.ts'
import { embedFont, refuseBoxes } from '#kit/pdf/faces.server.ts'
import { flatCopyBeside, inspectBeside } from '#kit/pdf/beside.server.ts'
import { breakLines } from '#kit/pdf/lines.rules.ts'
import { heading, paperOfText, text, type Block, type Zone } from '#kit/pdf/paper.ts'
import { renderPaper } from '#kit/pdf/paper.server.ts'
import { placeFields } from '#kit/pdf/signing/fields.server.ts'
import type { Instance } from '../instance.server.ts'
import type { SubjectPaper } from '../subjects.server.ts'
import type { Component } from '../templates/template.ts'
import { aroundBody, filledText, hasBody } from '../templates/text.rules.ts'

export const NOTE = '本机证书，非第三方电子认证'

export interface Content {
  kind: 'text' | 'pdf'
  text: string | null
  fileId: string | null
  components: readonly Component[]
  /** What is printed of the record it is about: stands in it whatever else does. */
  body?: SubjectPaper | null
}
export interface Prepared {
  bytes: Uint8Array
  pages: number
  zones: (Zone & { fieldName: string })[]
}

export interface Wanted {
  content: Content
  title: string
  number: string
  company: string
  qr: string
  /** Path of the dictionary or key of a manual component → words. */
  values: Readonly<Record<string, string>>
  /** Roles in the order they sign; a field belongs to the n-th. */
  roles: readonly string[]
}

export interface Missing {
  label: string
  /** Under which what is typed for it is given. */
  at: string
}
/** What is named and has nothing: components that have to be filled, words of a text. */
export function missingIn(content: Content, values: Readonly<Record<string, string>>): Missing[] {
  const own =
    content.kind === 'text'
      ? filledText(aroundBody(content.text ?? '').join('\n'), values).missing
      : content.components
          .filter((c) => c.type !== 6 && c.required && !valueOf(c, values))
          .map((c) => ({ label: c.label, at: c.path ?? c.key }))
  const inBody = content.body?.missing.filter((one) => !own.some(({ at }) => at === one.at)) ?? []
  return [...own, ...inBody]
}
export const missingOf = (...of: Parameters<typeof missingIn>): string[] => missingIn(...of).map((one) => one.label)
const valueOf = (c: Component, values: Readonly<Record<string, string>>): string => (values[c.path ?? c.key] ?? '').trim()

async function uploaded(ctx: Context, { files }: Instance, fileId: string): Promise<Buffer> {
  const file = await files.open(ctx, fileId)
  if (!file) throw invalid({ file: '文件不存在或已过期，请重新上传' })
  const bytes = await buffer(file.body)
  await inspectBeside(bytes)
  return bytes
}

export async function prepare(ctx: Context, instance: Instance, wanted: Wanted): Promise<Prepared> {
  const missing = missingOf(wanted.content, wanted.values)
  if (missing.length) throw refused(missing.map((label) => `控件“${label}”没有内容`).join('；'), { missing })
  const { doc, zones } = wanted.content.kind === 'text' ? await written(wanted) : await drawn(ctx, instance, wanted)
  const named = zones.map((zone) => {
    const party = wanted.roles.indexOf(zone.role)
    return { ...zone, party }
  })
  const unknown = named.find((zone) => zone.party < 0)
  if (unknown) throw refused(`签署区“${unknown.role}”没有对应的签署方`)
  for (const role of wanted.roles) if (!zones.some((zone) => zone.role === role)) throw refused(`没有为“${role}”放置签署区`)
  const counts = new Map<number, number>()
  const fields = named.map(({ party, ...zone }) => {
    const n = (counts.get(party) ?? 0) + 1
    counts.set(party, n)
    return { ...zone, fieldName: `S${party + 1}_${n}` }
  })
  placeFields(
    doc,
    fields.map((field) => ({ ...field, name: field.fieldName })),
  )
  return { bytes: await doc.save({ useObjectStreams: false }), pages: doc.getPageCount(), zones: fields }
}

const ANNEX = '附件：租赁要素与约定条款'
const annex = (number: string): Block => text(`本附件与合同（编号 ${number}）一并签署，是合同的组成部分。`)

/** Where the template says, else as an annex before the first place to sign: no template signs a lease without what was agreed. */
function blocksOf({ content, values, number }: Wanted): { title: string; blocks: Block[] } {
  const [before, behind] = aroundBody(content.text ?? '').map((part) => paperOfText(filledText(part, values).text))
  if (behind) return { title: before!.title, blocks: [...before!.blocks, ...(content.body?.blocks ?? []), ...behind.blocks] }
  const blocks = [...before!.blocks]
  const places = blocks.findIndex((block) => block.kind === 'zones')
  if (content.body) blocks.splice(places < 0 ? blocks.length : places, 0, heading(ANNEX), annex(number), ...content.body.blocks)
  return { title: before!.title, blocks }
}

async function written(wanted: Wanted): Promise<{ doc: PDFDocument; zones: Zone[] }> {
  const { content, title, number, company, qr } = wanted
  if (hasBody(content.text ?? '') && !content.body) throw refused('该业务没有可引用的合同正文，请换用其他模板')
  const paper = blocksOf(wanted)
  const made = await renderPaper({ ...paper, title: paper.title || title, number, company, qr, footer: NOTE })
  return { doc: await PDFDocument.load(made.bytes, { updateMetadata: false }), zones: made.zones }
}

/** Behind the pages of a file: what was agreed about the record, which a fixed page has no room for. */
async function annexed(doc: PDFDocument, { content, number, company }: Wanted): Promise<void> {
  if (!content.body) return
  const blocks = [annex(number), ...content.body.blocks]
  const made = await renderPaper({ title: ANNEX, number, company, footer: NOTE, blocks })
  const pages = await PDFDocument.load(made.bytes, { updateMetadata: false })
  for (const page of await doc.copyPages(pages, pages.getPageIndices())) doc.addPage(page)
}

/** Components onto the pages of a file somebody uploaded. */
async function drawn(ctx: Context, instance: Instance, wanted: Wanted): Promise<{ doc: PDFDocument; zones: Zone[] }> {
  const { content, values, title } = wanted
  const doc = await flatCopyBeside(await uploaded(ctx, instance, content.fileId ?? ''))
  doc.setTitle(title)
  const filled = content.components.filter((c) => c.type !== 6 && valueOf(c, values))
  await refuseBoxes(filled.map((c) => valueOf(c, values)))
  const font = filled.length ? await embedFont(doc) : null
  for (const c of content.components) outside(doc, c)
  for (const c of filled) {
    const page = doc.getPage(c.page - 1)
    const size = c.font ?? 10.5
    const lines = breakLines(valueOf(c, values), c.w, (text) => font!.width(text, size))
    const height = page.getHeight()
    for (const [i, line] of lines.entries()) {
      const wide = font!.width(line, size)
      const x = c.align === 'right' ? c.x + c.w - wide : c.align === 'center' ? c.x + (c.w - wide) / 2 : c.x
      page.drawText(line, { x, y: height - c.y - size * 0.9 - i * size * 1.4, size, font: font!.embedded, color: rgb(0.1, 0.11, 0.13) })
    }
  }
  const zones = content.components
    .filter((c) => c.type === 6)
    .map((c): Zone => ({ role: c.role ?? '', page: c.page, x: c.x, y: c.y, w: c.w, h: c.h }))
  await annexed(doc, wanted)
  return { doc, zones }
}

function outside(doc: PDFDocument, c: Component): void {
  const page = c.page >= 1 && c.page <= doc.getPageCount() ? doc.getPage(c.page - 1) : null
  if (!page) throw refused(`控件“${c.label}”所在的第 ${c.page} 页不存在`)
  const { width, height } = page.getSize()
  if (c.x < 0 || c.y < 0 || c.w <= 0 || c.h <= 0 || c.x + c.w > width || c.y + c.h > height) throw refused(`控件“${c.label}”超出页面`)
}
