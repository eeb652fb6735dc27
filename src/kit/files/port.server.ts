/** Port `files`: where the content of files lies. A folder of this machine, or a store that speaks the S3 protocol. */
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { z } from 'zod'
import { adaptor, definePort } from '../ports/define.server.ts'
import { FolderStore, newFileId, S3Store, type FileStore, type S3Options } from './store.server.ts'

declare module '#kit/ports/ports.ts' {
  interface Ports {
    files: FileStore
  }
}

const isUrl = (text: string): boolean => URL.canParse(text) && ['http:', 'https:'].includes(new URL(text).protocol)

const variables = z.object({
  S3_ENDPOINT: z.string().refine(isUrl).describe('应为 http(s):// 开头的地址'),
  S3_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/)
    .describe('不是有效的存储桶名称'),
  S3_REGION: z
    .string()
    .regex(/^[\w-]{1,50}$/)
    .default('auto')
    .describe('不是有效的区域名称'),
  S3_ACCESS_KEY: z.string().min(1).describe('不能为空'),
  S3_SECRET_KEY: z.string().min(1).describe('不能为空'),
})

const optionsOf = (v: z.output<typeof variables>): S3Options => ({
  endpoint: v.S3_ENDPOINT,
  bucket: v.S3_BUCKET,
  region: v.S3_REGION,
  accessKey: v.S3_ACCESS_KEY,
  secretKey: v.S3_SECRET_KEY,
})

/** A store that does not let us in stops the start, not the first upload of the day. */
async function reach(options: S3Options): Promise<string | null> {
  let reason = ''
  const store = new S3Store(options, (_message, details) => (reason = String((details as { reason?: unknown }).reason)))
  const id = newFileId()
  try {
    await store.put(id, Readable.from([Buffer.from('ok')]))
    await store.remove(id)
    return null
  } catch {
    return `无法写入环境变量 S3_ENDPOINT、S3_BUCKET 指定的对象存储：${/^\d+$/.test(reason) ? `返回 ${reason}，请检查 S3_BUCKET、S3_REGION、S3_ACCESS_KEY、S3_SECRET_KEY` : reason}`
  }
}

export const filesPort = definePort({
  name: 'files',
  label: '文件存储',
  builtIn: { name: 'folder', label: '本机目录', open: ({ dataDir }) => new FolderStore(join(dataDir(), 'files')) },
  adaptors: {
    s3: adaptor({
      label: '对象存储',
      variables,
      open: (v, { log }): FileStore => new S3Store(optionsOf(v), (message, details) => log('error', message, details)),
      reach: (v) => reach(optionsOf(v)),
    }),
  },
  // The content goes before its row does, within the transaction that removes it: after a crash the row is still there to be swept again.
  insideTransactions: true,
})
