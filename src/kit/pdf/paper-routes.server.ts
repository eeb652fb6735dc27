/** Printing, of every entity: a record as it stands, and the papers its definition names. */
import { buffer } from 'node:stream/consumers'
import type { Context } from '../access/context.server.ts'
import { audit, auditAll } from '../audit/audit.server.ts'
import { absent } from '../basics/errors.ts'
import { kindOf } from '../basics/file-check.ts'
import { callOf, viewRights, withoutOwn } from '../entity/api/api.server.ts'
import * as inputs from '../entity/api/inputs.ts'
import type { Entity } from '../entity/entity.ts'
import type { FileLink } from '../entity/field.ts'
import { find, recordsOf } from '../entity/query/query.server.ts'
import type { Registry } from '../entity/registry.server.ts'
import type { ServedEntity } from '../entity/serve.server.ts'
import type { FileKeeper } from '../entity/services.server.ts'
import { fileAnswer } from '../http/answers.server.ts'
import { download, route, type Route } from '../http/route.server.ts'
import { manyPaperKind, paperKind } from './kinds.server.ts'
import type { Block, Paper } from './paper.ts'
import { renderPaper } from './paper.server.ts'
import { recordPaper } from './record-paper.server.ts'

interface Part {
  registry: Registry
  files: FileKeeper
  served: ServedEntity
  entity: Entity
}

/** What was signed by hand on the screen, out of its file; a file that is gone, or is no picture, leaves the place to be signed. */
async function withInk(ctx: Context, files: FileKeeper, paper: Paper): Promise<Paper> {
  const bytesOf = async (file: FileLink): Promise<Uint8Array | null> => {
    const opened = await files.open(ctx, file.id)
    const bytes = opened && (await buffer(opened.body))
    const mime = bytes && kindOf(bytes)?.mime
    return mime === 'image/png' || mime === 'image/jpeg' ? bytes : null
  }
  const blocks = paper.blocks.map(async (block): Promise<Block> => {
    if (block.kind !== 'zones') return block
    const parties = block.parties.map(async ({ ink, ...party }) => {
      const bytes = ink instanceof Uint8Array ? ink : ink ? await bytesOf(ink) : null
      return bytes ? { ...party, ink: bytes } : party
    })
    return { ...block, parties: await Promise.all(parties) }
  })
  return { ...paper, blocks: await Promise.all(blocks) }
}

/** Numbers of people stand in full on a paper for whoever may look at them in full; each paper made is a line of the record's history. */
function paperRoute(part: Part, papers: Readonly<Record<string, string>>): Route {
  const { entity, files } = part
  return route({
    method: 'GET',
    path: callOf(entity, 'paper'),
    summary: `打印${entity.label}`,
    right: viewRights(part),
    input: inputs.PAPER_INPUT,
    output: fileAnswer,
    handler: async (ctx, { id, kind }) => {
      const paper = await ctx.db.write(ctx.user.operatorId, async (tx) => {
        await find(tx, ctx, entity, id)
        const made = await paperKind(ctx, entity.name, kind).make(tx, ctx, id)
        await audit(tx, ctx, {
          entity: entity.name,
          entityId: id,
          action: 'print',
          title: made.number ?? null,
          reason: papers[kind] ?? null,
        })
        return made
      })
      const { bytes } = await renderPaper(await withInk(ctx, files, paper))
      return download({
        fileName: `${papers[kind] ?? paper.title} ${paper.number ?? id}.pdf`,
        mime: 'application/pdf',
        body: bytes,
        inline: true,
      })
    },
  })
}

/** Any record as it stands, with its story on demand. */
function recordPaperRoute(part: Part): Route {
  const { entity, served } = part
  return route({
    method: 'GET',
    path: callOf(entity, 'print'),
    summary: `打印${entity.label}内容`,
    right: viewRights(part),
    input: inputs.PRINT_INPUT,
    output: fileAnswer,
    handler: async (ctx, { id, trail }) => {
      const paper = await ctx.db.write(ctx.user.operatorId, async (tx) => {
        const made = await recordPaper(tx, ctx, served, id, trail === '1')
        await audit(tx, ctx, { entity: entity.name, entityId: id, action: 'print', title: made.number ?? null, reason: '记录内容' })
        return made
      })
      const { bytes } = await renderPaper(paper)
      return download({ fileName: `${entity.label} ${paper.number ?? id}.pdf`, mime: 'application/pdf', body: bytes, inline: true })
    },
  })
}

/** A fleet's paper: one sheet, and a line in the history of each record on it. */
function manyPaperRoute(part: Part, { kind, label }: { kind: string; label: string }): Route {
  const { entity } = part
  return route({
    method: 'GET',
    path: callOf(entity, 'papers'),
    summary: `打印${label}`,
    right: viewRights(part),
    input: inputs.PAPERS_INPUT,
    output: fileAnswer,
    handler: async (ctx, { ids }) => {
      const paper = await ctx.db.write(ctx.user.operatorId, async (tx) => {
        const records = await recordsOf(tx, ctx, entity, ids)
        if (records.length !== ids.length) throw absent('所选记录已被删除，或不在您的数据权限内，请刷新后重新选择')
        const made = await manyPaperKind(ctx, entity.name, kind).make(tx, ctx, ids)
        const line = { entity: entity.name, action: 'print', title: made.number ?? null, reason: label }
        await auditAll(
          tx,
          ctx,
          records.map(({ id }) => ({ ...line, entityId: id })),
        )
        return made
      })
      const { bytes } = await renderPaper(paper)
      return download({ fileName: `${label} ${paper.number ?? ''}.pdf`, mime: 'application/pdf', body: bytes, inline: true })
    },
  })
}

export const paperRoutes = (registry: Registry, files: FileKeeper): Route[] =>
  withoutOwn(
    registry,
    registry.entities().flatMap((served) => {
      const entity = served.entity as Entity
      const part: Part = { registry, served, entity, files }
      return [
        recordPaperRoute(part),
        ...(entity.papers ? [paperRoute(part, entity.papers)] : []),
        ...(entity.paperOfMany ? [manyPaperRoute(part, entity.paperOfMany)] : []),
      ]
    }),
  )
