/** Numbers of people at rest: the keys are read and everything lies under them before anybody is served. */
import { withClient, type Endpoint } from '#kit/database/connection/connection.server.ts'
import { AppError } from '#kit/basics/errors.ts'
import { StartRefused } from '#kit/database/errors.ts'
import { KeyFileBroken, readKeyFile, type KeyWraps } from '#kit/database/key-file.server.ts'
import { useKeys } from '#kit/database/sealing.server.ts'
import { sealRows } from '#kit/entity/seal-rows.server.ts'
import type { Entity } from '#kit/entity/entity.ts'
import type { Log } from '#kit/http/log.server.ts'
import { modules } from '../modules.ts'

const entities = modules.flatMap((module) => module.entities ?? []) as unknown as Entity[]

export async function sealNumbers(owner: Endpoint, keyFile: string | null, wraps: KeyWraps, log: Log): Promise<void> {
  const lies = await withClient(
    owner,
    async (client) => (await client.query<{ key: string }>('select key from sealed_with')).rows[0]?.key ?? null,
  )
  if (keyFile === null) {
    if (lies !== null) throw new StartRefused(`数据库中的号码已用密钥「${lies}」加密，请用环境变量 FIELD_KEYS 指定密钥文件后再启动`)
    return
  }
  try {
    useKeys(await readKeyFile(keyFile, wraps))
  } catch (error) {
    if (error instanceof KeyFileBroken || error instanceof AppError) throw new StartRefused(error.message, error)
    throw error
  }
  await sealRows(owner, entities, 'seal', (table, rows) => log('info', 'numbers sealed', { table, rows }))
}

/** Lays them open again, for whoever stops sealing. */
export async function openNumbers(owner: Endpoint, keyFile: string, wraps: KeyWraps): Promise<number> {
  useKeys(await readKeyFile(keyFile, wraps))
  return sealRows(owner, entities, 'open')
}
