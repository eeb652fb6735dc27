import { describe, expect, it } from 'vitest'
import { checkFile, kindOf, pictureSize, safeName, withoutExif } from './file-check.ts'

const png = (width: number, height: number): Uint8Array => {
  const b = new Uint8Array(40)
  b.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52])
  new DataView(b.buffer).setUint32(16, width)
  new DataView(b.buffer).setUint32(20, height)
  return b
}
const text = (s: string): Uint8Array => new TextEncoder().encode(s)
/** SOI, APP1 with a marker word, SOF0 640×480, SOS, data. */
const jpeg = (): Uint8Array => {
  const app1 = [...text('Exif\0\0GPS-SECRET')]
  const sof = [0xff, 0xc0, 0, 11, 8, 480 >> 8, 480 & 255, 640 >> 8, 640 & 255, 1, 1, 0x11, 0]
  return new Uint8Array([0xff, 0xd8, 0xff, 0xe1, 0, app1.length + 2, ...app1, ...sof, 0xff, 0xda, 0, 2, 1, 2, 3, 0xff, 0xd9])
}

describe('uploaded files', () => {
  it.each([
    ['a page named as a picture', 'a.jpg', text('<!doctype html><script>alert(1)</script>'), '不支持的文件类型'],
    ['a drawing with a script', 'a.svg', text('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'), '不支持的文件类型'],
    ['a program', 'a.pdf', new Uint8Array([0x4d, 0x5a, 0x90, 0]), '不支持的文件类型'],
    ['a plain archive', 'a.xlsx', new Uint8Array([0x50, 0x4b, 3, 4, 0, 0, 0, 0, 0, 0, 0, 0]), '不支持的文件类型'],
    ['a phone picture named as a video', 'a.mp4', text('\0\0\0\x18ftypheic\0\0\0\0'), '不支持的文件类型'],
    ['nothing', 'a.png', new Uint8Array(), '文件是空的'],
    ['a picture with another ending', 'a.pdf', png(10, 10), '与文件名后缀不符'],
    ['a flood of pixels', 'a.png', png(65_535, 65_535), '像素过大'],
    ['a broken picture', 'a.png', png(0, 10), '图片已损坏'],
  ])('refuses %s', (_title, name, bytes, reason) => {
    expect(checkFile(name, bytes)).toContain(reason)
  })
  it('keeps a picture and knows its size', () => {
    expect(checkFile('车头.PNG', png(800, 600))).toBeNull()
    expect(pictureSize(jpeg(), 'image/jpeg')).toEqual({ width: 640, height: 480 })
    expect(kindOf(text('%PDF-1.7'))?.mime).toBe('application/pdf')
  })
  it('keeps only what the place is for', () => {
    expect(checkFile('a.png', png(1, 1), ['application/pdf'])).toBe('这里只能上传：PDF')
  })
  it('names the kinds of the place, also when nobody knows what the file is', () => {
    expect(checkFile('a.png', text('GIF89a'), ['image/png', 'image/jpeg'])).toBe('不支持的文件类型，可上传：PNG 图片、JPG 图片')
    expect(checkFile('a.png', text('GIF89a'), ['.jpg', '.jpeg', '.pdf'])).toBe('不支持的文件类型，可上传：JPG 图片、PDF')
    expect(checkFile('a.png', text('GIF89a'))).toContain('Excel、Word')
  })
  it('takes what a place names by type, by family or by ending', () => {
    for (const accept of [['image/png'], ['image/*'], ['.png']]) expect(checkFile('a.png', png(1, 1), accept)).toBeNull()
    for (const accept of [['image/jpeg'], ['video/*'], ['.jpg']]) expect(checkFile('a.png', png(1, 1), accept)).toContain('这里只能上传')
  })
  it('cuts the place of a photograph out and leaves the picture', () => {
    const clean = withoutExif(jpeg())
    expect(new TextDecoder('latin1').decode(clean)).not.toContain('GPS-SECRET')
    expect(pictureSize(clean, 'image/jpeg')).toEqual({ width: 640, height: 480 })
    expect(Array.from(clean.slice(-5))).toEqual([1, 2, 3, 0xff, 0xd9])
  })
  it.each([
    ['../../etc/passwd', 'passwd'],
    ['C:\\temp\\a.png', 'a.png'],
    ['a\r\nSet-Cookie: x.png', 'aSet-Cookie x.png'],
    ['\u202Egnp.exe', 'gnp.exe'],
    ['', '文件'],
  ])('shows %j as %j', (given, shown) => {
    expect(safeName(given)).toBe(shown)
  })
  it('shortens a long name and keeps its ending', () => {
    const name = safeName(`${'长'.repeat(300)}.pdf`)
    expect(name).toHaveLength(120)
    expect(name.endsWith('.pdf')).toBe(true)
  })
})
