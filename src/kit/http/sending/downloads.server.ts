/** Files as answers. The name is a person's text: it is quoted so that it cannot end the header (RFC 6266). */
import type { FastifyReply } from 'fastify'
import { Readable } from 'node:stream'
import type { Download } from '../route.server.ts'
import { sendRanged } from './ranges.server.ts'

/** Shown in place only when nothing in it can run. */
const INLINE = new Set(['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'application/pdf', 'video/mp4'])

function dispositionOf(fileName: string, inline: boolean): string {
  const name =
    fileName
      .replace(/[\p{Cc}/\\]/gu, '_')
      .slice(0, 200)
      .toWellFormed() || 'download'
  const ascii = name.replace(/[^\x20-\x7e]|["%]/g, '_')
  const utf8 = encodeURIComponent(name).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)
  return `${inline ? 'inline' : 'attachment'}; filename="${ascii}"; filename*=UTF-8''${utf8}`
}

export function sendDownload(reply: FastifyReply, file: Download): FastifyReply {
  const inline = Boolean(file.inline) && INLINE.has(file.mime)
  const mime = /^[\w.+-]+\/[\w.+-]+$/.test(file.mime) ? file.mime : 'application/octet-stream'
  reply.header('content-type', mime).header('content-disposition', dispositionOf(file.fileName, inline))
  if (file.ranged) return sendRanged(reply, file.ranged)
  const body = file.body instanceof Readable ? file.body : Buffer.from(file.body.buffer, file.body.byteOffset, file.body.byteLength)
  return reply.send(body)
}
