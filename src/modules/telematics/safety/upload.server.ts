/**
 * The files of one alarm over one link: which there are (0x1210), one after another (0x1211, packets, 0x1212), what is missing (0x9212), and
 * each that is whole as a file of the company with the alarm. Whoever knows the number of the alarm may bring them, and nothing else.
 */
import { mkdtemp, open, rm, type FileHandle } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Context } from '#kit/access/context.server.ts'
import { kindOf, safeName } from '#kit/basics/file-check.ts'
import type { FileLink } from '#kit/entity/field.ts'
import { allRows } from '#kit/entity/query/live-rows.server.ts'
import type { FileKeeper } from '#kit/entity/services.server.ts'
import { storeOf } from '#kit/entity/store.server.ts'
import { alarm } from '../alarms/alarm.ts'
import { plainPhone, type Bodies } from '../jt808/jt808.ts'
import type { FilePacket } from './file-stream.ts'
import { missingOf, withRange, type Range } from './safety.rules.ts'
import { operatorOf } from './safety.server.ts'

const alarms = storeOf(alarm)
const MOST_FILE = 100 * 1024 * 1024
/** As the answer can name. */
const MOST_MISSING = 100

interface Incoming {
  name: string
  size: number
  have: Range[]
  handle: FileHandle
}
export interface UploadOptions {
  context: (operatorId: number) => Context
  files: FileKeeper
}

/** Null: no such number, not of this terminal, or no longer. */
export async function admitUpload(options: UploadOptions, phone: string, body: Bodies['1210']): Promise<Upload | null> {
  const operatorId = operatorOf(body.number)
  if (operatorId === null) return null
  const ctx = options.context(operatorId)
  const upload = await ctx.db.read(operatorId, (tx) =>
    allRows(tx, 'alarmUpload')
      .innerJoin('terminal', 'terminal.id', 'alarmUpload.terminal')
      .select(['alarmUpload.alarm', 'terminal.terminalNo'])
      .where('alarmUpload.number', '=', body.number)
      .where('alarmUpload.openUntil', '>', ctx.clock.now())
      .executeTakeFirst(),
  )
  if (!upload || plainPhone(upload.terminalNo) !== plainPhone(phone)) return null
  return new Upload(ctx, options.files, { alarm: upload.alarm, number: body.number, names: new Set(body.files.map((file) => file.name)) })
}

export class Upload {
  private readonly ctx: Context
  private readonly files: FileKeeper
  private readonly of: { alarm: number; number: string; names: ReadonlySet<string> }
  private folder: string | null = null
  private current: Incoming | null = null
  private readonly done = new Set<string>()

  constructor(ctx: Context, files: FileKeeper, of: { alarm: number; number: string; names: ReadonlySet<string> }) {
    this.ctx = ctx
    this.files = files
    this.of = of
  }

  /** False: none of those that were announced, or too large. */
  async begin({ name, size }: Bodies['1211']): Promise<boolean> {
    if (!this.of.names.has(name) || size > MOST_FILE) return false
    if (this.current?.name === name && this.current.size === size) return true
    await this.leave()
    this.folder ??= await mkdtemp(join(tmpdir(), 'alarm-'))
    this.current = { name, size, have: [], handle: await open(join(this.folder, 'file'), 'w+') }
    return true
  }

  async take({ name, offset, data }: FilePacket): Promise<void> {
    const now = this.current
    if (!now || now.name !== name || data.length === 0 || offset + data.length > now.size) return
    await now.handle.write(data, 0, data.length, offset)
    now.have = withRange(now.have, { from: offset, to: offset + data.length })
  }

  async finish({ name, type, size }: Bodies['1212']): Promise<Bodies['9212']> {
    const now = this.current
    if (!now || now.name !== name)
      return { name, type, result: this.done.has(name) ? 0 : 1, missing: this.done.has(name) ? [] : [{ offset: 0, length: size }] }
    const missing = missingOf(now.have, now.size)
    if (missing.length > 0) return { name, type, result: 1, missing: missing.slice(0, MOST_MISSING) }
    await this.keep(now)
    await this.leave()
    this.done.add(name)
    if (this.done.size === this.of.names.size) await this.close()
    return { name, type, result: 0, missing: [] }
  }

  private async keep({ name, size, handle }: Incoming): Promise<void> {
    const head = new Uint8Array(Math.min(size, 4096))
    await handle.read(head, 0, head.length, 0)
    const mime = kindOf(head)?.mime ?? 'application/octet-stream'
    const shown = safeName(name)
    const { id } = await this.files.put(this.ctx, {
      name: shown,
      mime,
      body: handle.createReadStream({ start: 0, autoClose: false }),
      purpose: 'alarm',
      expiresAt: null,
    })
    const link: FileLink = { id, name: shown, mime, size }
    await this.ctx.db.write(this.ctx.user.operatorId, async (tx) => {
      const before = await alarms.lock(tx, this.ctx, this.of.alarm)
      const attachments = before.attachments ?? []
      // Brought again after the answer was lost.
      if (
        attachments.some((one) => one.name === shown && one.size === size) ||
        attachments.length >= (alarm.fields.attachments.maxCount ?? 0)
      )
        return
      await alarms.edit(tx, this.ctx, before.id, { attachments: [...attachments, link] })
    })
  }

  private close(): Promise<unknown> {
    const { operatorId } = this.ctx.user
    return this.ctx.db.write(operatorId, (tx) =>
      tx
        .updateTable('alarmUpload')
        .set({ doneAt: this.ctx.clock.now() })
        .where('operatorId', '=', operatorId)
        .where('number', '=', this.of.number)
        .execute(),
    )
  }

  private async leave(): Promise<void> {
    const now = this.current
    this.current = null
    await now?.handle.close()
  }
  /** The link has gone: what is not whole is asked for again. */
  async end(): Promise<void> {
    await this.leave()
    if (this.folder) await rm(this.folder, { recursive: true, force: true })
    this.folder = null
  }
}
