import { sizeText } from '../../basics/size.ts'
import type { FileLink } from '../../entity/field.ts'
import { kindNames } from '../../basics/file-check.ts'

export const isImage = (file: Pick<FileLink, 'mime'>): boolean => /^image\/(jpeg|png|webp|gif)$/.test(file.mime)
export const isPdf = (file: Pick<FileLink, 'mime'>): boolean => file.mime === 'application/pdf'

/** What the product stores at all (checked again by content on the server); used when a field names no kinds of its own. */
export const ANY_FILE = ['.jpg', '.jpeg', '.png', '.webp', '.pdf', '.docx', '.xlsx', '.mp4']
export const MAX_BYTES = 20 * 1024 * 1024

/** Null or why this file cannot be uploaded here; the server looks into it again. */
export function refuseFile(file: { name: string; size: number; type: string }, accept: readonly string[]): string | null {
  if (file.size === 0) return `「${file.name}」是空文件`
  if (file.size > MAX_BYTES) return `「${file.name}」为 ${sizeText(file.size)}，单个文件不能超过 ${sizeText(MAX_BYTES)}`
  const name = file.name.toLowerCase()
  const isAccepted = accept.some((kind) =>
    kind.startsWith('.') ? name.endsWith(kind) : kind.endsWith('/*') ? file.type.startsWith(kind.slice(0, -1)) : file.type === kind,
  )
  return isAccepted ? null : `「${file.name}」的类型不支持，可上传：${kindNames(accept)}`
}
