/** Pictures and sound that terminals send (0x0801): to the command that asked for them, or as a record of their own. */
import type { Context } from '#kit/access/context.server.ts'
import type { FileLink } from '#kit/entity/field.ts'
import type { FileKeeper } from '#kit/entity/services.server.ts'
import { act } from '#kit/entity/store.server.ts'
import { commands } from '../../commands/command.server.ts'
import { command } from '../../commands/command.ts'
import type { Bodies } from '../../jt808/jt808.ts'

/** A command may bring several pictures, one message each. */
const BELONGS_MS = 10 * 60_000
const MOST = command.fields.photos.maxCount ?? 20
const FORMATS: Record<number, readonly [mime: string, ending: string, what: string]> = {
  0: ['image/jpeg', 'jpg', '照片'],
  1: ['image/tiff', 'tif', '照片'],
  2: ['audio/mpeg', 'mp3', '录音'],
  3: ['audio/wav', 'wav', '录音'],
  4: ['video/x-ms-wmv', 'wmv', '录像'],
}
const EVENTS: Record<number, string> = {
  1: '定时',
  2: '抢劫报警',
  3: '碰撞侧翻报警',
  4: '车门打开',
  5: '车门关闭',
  6: '车门由开变关',
  7: '定距',
}

export async function keepPicture(
  ctx: Context,
  files: FileKeeper,
  terminal: number,
  body: Bodies['0801'],
  asked: number | null,
): Promise<void> {
  const { operatorId } = ctx.user
  const data = Buffer.from(body.data, 'hex')
  const [mime, ending, what] = FORMATS[body.format] ?? ['application/octet-stream', 'bin', '文件']
  const name = `终端${what}-${body.id}.${ending}`
  const { id } = await files.put(ctx, { name, mime, body: once(data), purpose: 'photo', expiresAt: null })
  const link: FileLink = { id, name, mime, size: data.length }
  await ctx.db.write(operatorId, async (tx) => {
    const since = new Date(Date.parse(ctx.clock.now()) - BELONGS_MS).toISOString()
    const row =
      asked ??
      (
        await tx
          .selectFrom('command')
          .select('id')
          .where('terminal', '=', terminal)
          .where('kind', '=', 'photo')
          .where('sentAt', '>', since)
          .where('deletedAt', 'is', null)
          .orderBy('id', 'desc')
          .executeTakeFirst()
      )?.id
    const before = row === undefined ? null : await commands.lock(tx, ctx, row)
    const photos = before?.photos ?? []
    if (before && photos.length < MOST) return void (await commands.edit(tx, ctx, before.id, { photos: [...photos, link] }))
    const owner = await tx.selectFrom('terminal').select(['vehicle', 'store']).where('id', '=', terminal).executeTakeFirstOrThrow()
    const why = EVENTS[body.event]
    const own = await commands.add(tx, ctx, {
      terminal,
      ...owner,
      kind: 'photo',
      summary: `终端主动上传${what}：通道 ${body.channel}${why ? `，${why}` : ''}`,
      payload: { channel: body.channel },
      queueable: false,
      expiresAt: ctx.clock.now(),
      attempts: 0,
      photos: [link],
    })
    await act(tx, ctx, 'command', 'receive', own.id, null, {})
  })
}

async function* once(data: Uint8Array): AsyncGenerator<Uint8Array> {
  yield data
}
