/**
 * What a file really is, from its first bytes, and why it may not be kept. Pure. A name or a declared type decides
 * nothing: a page named .jpg stays a page and is refused.
 */
import type { Check } from './check.ts'

export interface FileKind {
  mime: string
  label: string
  extensions: readonly string[]
  maxBytes: number
}
const MB = 1024 * 1024

const FILE_KINDS: readonly FileKind[] = [
  { mime: 'image/jpeg', label: 'JPG 图片', extensions: ['jpg', 'jpeg'], maxBytes: 20 * MB },
  { mime: 'image/png', label: 'PNG 图片', extensions: ['png'], maxBytes: 20 * MB },
  { mime: 'image/webp', label: 'WebP 图片', extensions: ['webp'], maxBytes: 20 * MB },
  { mime: 'application/pdf', label: 'PDF', extensions: ['pdf'], maxBytes: 30 * MB },
  { mime: 'video/mp4', label: 'MP4 视频', extensions: ['mp4'], maxBytes: 100 * MB },
  { mime: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', label: 'Excel', extensions: ['xlsx'], maxBytes: 20 * MB },
  {
    mime: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    label: 'Word',
    extensions: ['docx'],
    maxBytes: 20 * MB,
  },
]
/** Kinds as an `accept` of a field names them, in the words of people. */
export const kindNames = (accept: readonly string[]): string =>
  [
    ...new Set(
      accept.map(
        (kind) =>
          FILE_KINDS.find((k) => k.mime === kind || k.extensions.includes(kind.slice(1)))?.label ?? (kind === 'image/*' ? '图片' : kind),
      ),
    ),
  ].join('、')
/** Whether an `accept` of a field means files of this type. */
export const takes = (accept: readonly string[], mime: string): boolean =>
  accept.some((one) =>
    one.endsWith('/*')
      ? mime.startsWith(one.slice(0, -1))
      : one === mime || FILE_KINDS.some((kind) => kind.mime === mime && kind.extensions.some((extension) => one === `.${extension}`)),
  )
const KIND = new Map(FILE_KINDS.map((k) => [k.mime, k]))
export const MAX_FILE_BYTES = Math.max(...FILE_KINDS.map((k) => k.maxBytes))
/** A small file can name a picture of billions of pixels; decoding it would take the reader's memory. */
const MAX_PIXELS = 50_000_000

/** The same container as MP4, but a still picture (HEIC, AVIF), which browsers and print sheets do not all show. */
const NO_VIDEO = /^(hei|hev|mif|msf|avi)/

const latin = (bytes: Uint8Array, from: number, to: number): string => String.fromCharCode(...bytes.subarray(from, to))

/** Null: not a kind we keep (pages, scripts, programs and drawings with scripts among them). */
export function kindOf(bytes: Uint8Array): FileKind | null {
  const starts = (...head: number[]): boolean => head.every((b, i) => bytes[i] === b)
  if (starts(0xff, 0xd8, 0xff)) return KIND.get('image/jpeg')!
  if (starts(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return KIND.get('image/png')!
  if (latin(bytes, 0, 4) === 'RIFF' && latin(bytes, 8, 12) === 'WEBP') return KIND.get('image/webp')!
  if (latin(bytes, 0, 5) === '%PDF-') return KIND.get('application/pdf')!
  if (latin(bytes, 4, 8) === 'ftyp') return NO_VIDEO.test(latin(bytes, 8, 12)) ? null : KIND.get('video/mp4')!
  if (starts(0x50, 0x4b, 0x03, 0x04)) return officeKind(bytes)
  return null
}

/** Office files are zip archives whose first entries name their kind; any other archive is refused. */
function officeKind(bytes: Uint8Array): FileKind | null {
  const names = latin(bytes, 0, Math.min(bytes.length, 4096)) + latin(bytes, Math.max(0, bytes.length - 8192), bytes.length)
  if (!names.includes('[Content_Types].xml')) return null
  if (names.includes('xl/')) return KIND.get('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')!
  if (names.includes('word/')) return KIND.get('application/vnd.openxmlformats-officedocument.wordprocessingml.document')!
  return null
}

export interface Size {
  width: number
  height: number
}
/** Width and height as the header says, or null when it cannot be read. */
export function pictureSize(bytes: Uint8Array, mime: string): Size | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  try {
    if (mime === 'image/png') return latin(bytes, 12, 16) === 'IHDR' ? { width: view.getUint32(16), height: view.getUint32(20) } : null
    if (mime === 'image/jpeg') return jpegSize(view)
    if (mime === 'image/webp') return webpSize(bytes, view)
  } catch {
    return null // cut short
  }
  return null
}

function jpegSize(view: DataView): Size | null {
  for (let at = 2; at + 9 < view.byteLength;) {
    if (view.getUint8(at) !== 0xff) return null
    const marker = view.getUint8(at + 1)
    if (marker === 0xff) at++
    else if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker))
      return { height: view.getUint16(at + 5), width: view.getUint16(at + 7) }
    else at += 2 + view.getUint16(at + 2)
  }
  return null
}

function webpSize(bytes: Uint8Array, view: DataView): Size | null {
  const chunk = latin(bytes, 12, 16)
  if (chunk === 'VP8X')
    return { width: 1 + (view.getUint32(24, true) & 0xffffff), height: 1 + ((view.getUint32(26, true) >>> 8) & 0xffffff) }
  if (chunk === 'VP8 ') return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff }
  if (chunk === 'VP8L') {
    const bits = view.getUint32(21, true)
    return { width: 1 + (bits & 0x3fff), height: 1 + ((bits >>> 14) & 0x3fff) }
  }
  return null
}

/** Null, or why this file is not kept. `accept`: what the field takes that it is for, whose kinds are then the ones to name. */
/** `size`: of the whole file, where `bytes` are only its ends. */
export function checkFile(fileName: string, bytes: Uint8Array, accept?: readonly string[], size = bytes.length): Check {
  if (size === 0) return '文件是空的'
  const kind = kindOf(bytes)
  if (!kind) return `不支持的文件类型，可上传：${kindNames(accept ?? [...KIND.keys()])}`
  if (accept && !takes(accept, kind.mime)) return `这里只能上传：${kindNames(accept)}`
  const extension = /\.([^.]+)$/.exec(fileName)?.[1]?.toLowerCase() ?? ''
  if (!kind.extensions.includes(extension)) return `文件内容是${kind.label}，与文件名后缀不符`
  if (size > kind.maxBytes) return `${kind.label}不能超过 ${Math.round(kind.maxBytes / MB)} MB`
  if (!kind.mime.startsWith('image/')) return null
  const pixels = pictureSize(bytes, kind.mime)
  if (!pixels || pixels.width === 0 || pixels.height === 0) return '图片已损坏，无法读取尺寸'
  if (pixels.width * pixels.height > MAX_PIXELS) return '图片像素过大，请压缩后再上传'
  return null
}

/** Without path, control characters and direction marks; at most 120 characters; the extension stays. */
export function safeName(fileName: string): string {
  const base = fileName.split(/[/\\]/).at(-1) ?? ''
  const clean = base
    .replace(/[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069<>:"|?*]/gu, '')
    .toWellFormed()
    .trim()
  if (clean.length <= 120) return clean || '文件'
  const extension = /\.[^.]{1,8}$/.exec(clean)?.[0] ?? ''
  return clean.slice(0, 120 - extension.length) + extension
}

/**
 * A photograph tells where it was taken and by which device. Application segments APP1 (EXIF, XMP) and comments are cut
 * out of a JPEG; the picture's own bytes stay as they are.
 */
export function withoutExif(bytes: Uint8Array): Uint8Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const parts: Uint8Array[] = [bytes.subarray(0, 2)]
  let at = 2
  while (at + 4 <= bytes.length && view.getUint8(at) === 0xff) {
    const marker = view.getUint8(at + 1)
    if (marker === 0xda) break // picture data from here on
    const end = at + 2 + view.getUint16(at + 2)
    if (end > bytes.length) return bytes
    if (marker !== 0xe1 && marker !== 0xfe) parts.push(bytes.subarray(at, end))
    at = end
  }
  parts.push(bytes.subarray(at))
  const out = new Uint8Array(parts.reduce((n, k) => n + k.length, 0))
  let to = 0
  for (const part of parts) {
    out.set(part, to)
    to += part.length
  }
  return out
}
