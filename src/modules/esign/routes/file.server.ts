/** Calls about files: uploads, revisions, downloads. */
import { z } from 'zod'
import type { Context } from '#kit/access/context.server.ts'
import { forbidden, invalid } from '#kit/basics/errors.ts'
import { storeOf } from '#kit/entity/store.server.ts'
import { fileAnswer } from '#kit/http/answers.server.ts'
import { download, route, type Route } from '#kit/http/route.server.ts'
import { evidencePackage } from '../ceremony/evidence.server.ts'
import { inspectBeside } from '#kit/pdf/beside.server.ts'
import { signFlow } from '../flows/flow.ts'
import { bytesOf, record } from '../flows/record.server.ts'
import type { Instance } from '../instance.server.ts'
import { LIST, base, id } from './shapes.server.ts'
import { revisionsAnswer, uploadAnswer, uploadsAnswer } from '../ceremony/answers.server.ts'

const flows = storeOf(signFlow)
const ADD = 'electronicContracts_add'
async function flowSeen(ctx: Context, flowId: number) {
  return ctx.db.read(ctx.user.operatorId, (tx) => flows.get(tx, ctx, flowId, 'person'))
}

export function fileRoutes(instance: Instance): readonly Route[] {
  const once = async function* (bytes: Uint8Array): AsyncGenerator<Uint8Array> {
    yield bytes
  }
  return [
    route({
      method: 'POST',
      path: `${base}/file/upload`,
      summary: '上传待签 PDF',
      output: uploadAnswer,
      right: [ADD, 'templateList_add', 'templateList_edit'],
      input: z.looseObject({}),
      upload: { maxBytes: 21 * 1024 * 1024, maxFiles: 1 },
      handler: async (ctx, _input, { files }) => {
        const file = files[0]
        if (!file) throw invalid({ file: '请选择要上传的文件' })
        const { pages } = await inspectBeside(file.data)
        const expiresAt = new Date(Date.parse(ctx.clock.now()) + 24 * 3_600_000).toISOString()
        const name = file.fileName.slice(-100)
        const stored = await instance.files.put(ctx, {
          name,
          mime: 'application/pdf',
          body: once(file.data),
          bytes: file.data.length,
          purpose: 'upload',
          expiresAt,
        })
        return { fileId: stored.id, name, pages, sha256: stored.sha256, size: stored.size }
      },
    }),
    route({
      method: 'GET',
      path: `${base}/file/uploadList`,
      summary: '上传文件的状态',
      output: uploadsAnswer,
      right: ADD,
      input: z.strictObject({ ids: z.string().max(2000) }),
      handler: (ctx, { ids }) =>
        ctx.db.read(ctx.user.operatorId, async (tx) => {
          const wanted = ids.split(',').filter(Boolean).slice(0, 50)
          const rows = wanted.length
            ? await tx
                .selectFrom('file')
                .select(['id', 'name', 'size', 'sha256'])
                .where('id', 'in', wanted)
                .where('createdBy', '=', ctx.user.id)
                .execute()
            : []
          return wanted.map((one) => ({ fileId: one, status: rows.some((row) => row.id === one) ? 'ready' : 'absent' }))
        }),
    }),
    route({
      method: 'GET',
      path: `${base}/file/list`,
      summary: '流程的文件版本',
      output: revisionsAnswer,
      right: LIST,
      input: z.strictObject({ flowId: id }),
      handler: async (ctx, { flowId }) => {
        const flow = await flowSeen(ctx, flowId)
        return ctx.db.read(ctx.user.operatorId, (tx) =>
          tx
            .selectFrom('signFile')
            .select(['seq', 'cause', 'sha256', 'sm3', 'bytes', 'createdAt'])
            .where('flow', '=', flow.id)
            .orderBy('seq')
            .execute(),
        )
      },
    }),
    route({
      method: 'GET',
      path: `${base}/sign/evidence`,
      summary: '证据包：各版本、证据链、证书、吊销列表与国密摘要',
      output: fileAnswer,
      right: 'contractInfoList_download',
      input: z.strictObject({ flowId: id }),
      handler: async (ctx, { flowId }) => {
        const { fileName, body } = await evidencePackage(ctx, instance, flowId)
        return download({ fileName, mime: 'application/zip', body })
      },
    }),
    route({
      method: 'GET',
      path: `${base}/file/download`,
      summary: '查看或下载合同文件',
      output: fileAnswer,
      right: LIST,
      input: z.strictObject({ flowId: id, inline: z.coerce.number().int().optional() }),
      handler: async (ctx, { flowId, inline }) => {
        const flow = await flowSeen(ctx, flowId)
        const body = await bytesOf(ctx, instance, flow.fileId, flow.currentSha)
        if (!inline) {
          if (!ctx.access.can('contractInfoList_download')) throw forbidden()
          await ctx.db.write(ctx.user.operatorId, async (tx) => {
            const locked = await flows.lock(tx, ctx, flowId)
            if (locked.status !== 'signing')
              await record(tx, ctx, locked, { kind: 'downloaded', by: `user:${ctx.user.id}`, docSha: flow.currentSha })
          })
        }
        return download({ fileName: `${flow.title}.pdf`, mime: 'application/pdf', body, inline: !!inline })
      },
    }),
  ]
}
