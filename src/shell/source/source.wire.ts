/** 源代码与许可: what its page reads. */
import { z } from 'zod'

export const SOURCE = z.object({
  version: z.string(),
  /** Where it is published; null: see `archive`. */
  address: z.string().nullable().describe('公布源代码的网址'),
  archive: z.boolean().describe('可从本服务器下载'),
  texts: z.array(z.string()).describe('许可证与声明的文件名'),
  packages: z.array(z.object({ name: z.string(), version: z.string(), licence: z.string() })).describe('随程序分发的软件包'),
})
export type Source = z.infer<typeof SOURCE>

export const SOURCE_TEXT = z.object({ text: z.string() })
export type SourceText = z.infer<typeof SOURCE_TEXT>
