/** The message tool: pasted frames, field by field. Reads nothing and changes nothing. */
import { z } from 'zod'
import { route, type Route } from '#kit/http/route.server.ts'
import { explain, MOST_FRAMES } from './explain.ts'
import { decodeAnswer } from '../telematics.wire.ts'
import { profiles, type Version } from '../jt808/jt808.ts'

const VERSIONS = { '2011': 2011, '2013': 2013 } as const satisfies Record<string, Version>

export const decodeRoutes: readonly Route[] = [
  route({
    method: 'POST',
    path: '/api/v1/terminal/decode',
    summary: '解析部标 808 与 GT06 报文',
    right: 'messageTool',
    safe: true,
    input: z.strictObject({
      text: z.string({ error: '请粘贴报文' }).trim().min(1, '请粘贴报文').max(200_000, '报文过长，最多 20 万个字符'),
      version: z.enum(['2011', '2013'], { error: '版本应为 2011 或 2013' }).default('2013'),
      profile: z
        .string()
        .refine((code) => Object.hasOwn(profiles, code), '没有这种附加信息定义，请重新选择设备型号')
        .default('standard'),
    }),
    output: decodeAnswer,
    handler: async (_, { text, version, profile }) => {
      const messages = explain(text, { version: VERSIONS[version], profile })
      return { messages, limited: messages.length >= MOST_FRAMES }
    },
  }),
]
