/** Upload and download. A file is readable by who uploaded it, and from then on by whoever may read the record it belongs to. */
import { z } from 'zod'
import type { Context } from '../access/context.server.ts'
import { absent, AppError, invalid } from '../basics/errors.ts'
import type { FileLink } from '../entity/field.ts'
import type { Services } from '../entity/services.server.ts'
import { get } from '../entity/store.server.ts'
import { screensOf } from '../entity/query/scope.server.ts'
import { fileAnswer } from '../http/answers.server.ts'
import { download, route, type Route, type UploadedFile } from '../http/route.server.ts'
import { checkFile, kindOf, MAX_FILE_BYTES, pictureSize, safeName, withoutExif } from '../basics/file-check.ts'

/** Unused uploads go after this long. */
const UNCLAIMED_HOURS = 24

async function keep(ctx: Context, files: Services['files'], upload: UploadedFile | undefined, accept?: string): Promise<FileLink> {
  if (!upload) throw invalid({ file: '请选择要上传的文件' })
  const name = safeName(upload.fileName)
  const problem = checkFile(name, upload.data, accept?.split(','), upload.size)
  if (problem) throw invalid({ file: problem })
  const { mime } = kindOf(upload.data)!
  const bytes = mime === 'image/jpeg' ? withoutExif(upload.data) : null
  const expiresAt = new Date(Date.parse(ctx.clock.now()) + UNCLAIMED_HOURS * 3_600_000).toISOString()
  const stored = await files.put(ctx, {
    name,
    mime,
    body: bytes ? once(bytes) : (upload.body?.() ?? once(upload.data)),
    bytes: bytes?.length ?? upload.size,
    purpose: 'upload',
    expiresAt,
  })
  const size = pictureSize(bytes ?? upload.data, mime)
  if (size)
    await ctx.db.write(ctx.user.operatorId, (tx) =>
      tx.updateTable('file').set({ width: size.width, height: size.height }).where('id', '=', stored.id).execute(),
    )
  return { id: stored.id, name, mime, size: stored.size }
}
async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

/** The same answer for "not there" and "not yours": a file's id tells nothing. */
async function checkReadable(ctx: Context, id: string): Promise<void> {
  const row = await ctx.db.read(ctx.user.operatorId, (db) =>
    db.selectFrom('file').select(['createdBy', 'entity', 'entityId']).where('id', '=', id).executeTakeFirst(),
  )
  if (!row) throw absent('文件已被删除，或不在您的数据权限内，请刷新后重新选择')
  if (row.createdBy === ctx.user.id) return
  const { entity, entityId } = row
  const served = entity === null ? undefined : ctx.registry.findEntity(entity)
  if (served && entityId !== null)
    for (const { mayRead } of ctx.registry.modules) if (await mayRead?.(ctx, served.entity.name, entityId)) return
  const granted =
    served && [served.entity.right, ...screensOf(ctx, served.entity).map((s) => s.of ?? s.code)].some((code) => ctx.access.can(code))
  if (!granted || entityId === null) throw absent('文件已被删除，或不在您的数据权限内，请刷新后重新选择')
  await ctx.db
    .read(ctx.user.operatorId, (db) => get(db, ctx, served.entity.name, entityId, 'person'))
    .catch((error: unknown) => {
      throw error instanceof AppError ? absent('文件已被删除，或不在您的数据权限内，请刷新后重新选择') : error
    })
}

export const fileRoutes = ({ files }: Pick<Services, 'files'>): readonly Route[] => [
  route({
    method: 'POST',
    path: '/api/v1/file/upload',
    summary: '上传文件',
    right: 'signedIn',
    input: z.looseObject({ accept: z.string().max(500).optional().describe('字段接受的文件类型，逗号分隔') }),
    output: z.object({ id: z.string(), name: z.string(), mime: z.string(), size: z.int() }),
    upload: { maxBytes: MAX_FILE_BYTES, maxFiles: 1, toDisk: true },
    handler: (ctx, { accept }, extra) => keep(ctx, files, extra.files[0], accept || undefined),
  }),
  route({
    method: 'GET',
    path: '/api/v1/file/get',
    summary: '查看文件',
    right: 'signedIn',
    input: z.strictObject({ id: z.string('缺少文件编号').regex(/^[\w-]{10,64}$/, '文件编号不正确') }),
    output: fileAnswer,
    handler: async (ctx, { id }) => {
      await checkReadable(ctx, id)
      const file = await files.open(ctx, id)
      if (!file) throw absent('文件不存在或已过期')
      return download({ fileName: file.name, mime: file.mime, body: file.body, inline: true })
    },
  }),
]
