import { describe, expect, it } from 'vitest'
import { sizeText } from '../../basics/size.ts'
import { ANY_FILE, MAX_BYTES, refuseFile } from './file-size.ts'

const file = (name: string, size = 10, type = '') => ({ name, size, type })

describe('files offered for upload', () => {
  it('are refused when empty, too large or of a foreign kind', () => {
    expect(refuseFile(file('a.pdf', 0), ANY_FILE)).toBe('「a.pdf」是空文件')
    expect(refuseFile(file('a.pdf', MAX_BYTES + 1), ANY_FILE)).toContain('不能超过 20 MB')
    expect(refuseFile(file('a.svg'), ANY_FILE)).toContain('类型不支持')
    expect(refuseFile(file('pdf'), ANY_FILE)).toContain('类型不支持')
  })
  it('are told which kinds fit, in words and each once', () => {
    expect(refuseFile(file('码.txt'), ['image/png', 'image/jpeg', 'image/webp'])).toBe(
      '「码.txt」的类型不支持，可上传：PNG 图片、JPG 图片、WebP 图片',
    )
    expect(refuseFile(file('a.svg'), ANY_FILE)).toBe(
      '「a.svg」的类型不支持，可上传：JPG 图片、PNG 图片、WebP 图片、PDF、Word、Excel、MP4 视频',
    )
    expect(refuseFile(file('a.svg'), ['image/*'])).toContain('可上传：图片')
  })
  it('are taken by extension in any case, or by media type', () => {
    expect(refuseFile(file('行驶证.JPG'), ANY_FILE)).toBe(null)
    expect(refuseFile(file('x', 5, 'image/png'), ['image/*'])).toBe(null)
    expect(refuseFile(file('x', 5, 'image/png'), ['image/png'])).toBe(null)
  })
  it('have readable sizes', () => {
    expect([0, 1023, 1536, 20 * 1024 * 1024].map(sizeText)).toEqual(['0 B', '1023 B', '1.5 KB', '20 MB'])
  })
})
