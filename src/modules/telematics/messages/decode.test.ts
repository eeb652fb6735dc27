/** What the message tool says about pasted text. */
import { describe, expect, test } from 'vitest'
import fc from 'fast-check'
import { explain, type Explained } from './explain.ts'
import { encodeMessage, hexOf } from '../jt808/jt808.ts'

const options = { version: 2013 as const, profile: 'standard' }
const one = (text: string): Explained => {
  const explained = explain(text, options)
  expect(explained).toHaveLength(1)
  return explained[0]!
}
const LOCATION =
  '7E 02 00 00 26 12 34 56 78 90 12 00 7D 02 00 00 00 01 00 00 00 02 00 BA 7F 0E 07 E4 F1 1C 00 28 00 3C 00 00 18 10 15 10 10 10 01 04 00 00 00 64 02 02 00 7D 01 13 7E'
const said = (message: Explained, label: string) => {
  const line = message.lines.find((l) => l.label === label)
  return line && [line.from, line.hex, line.value, line.meaning]
}

describe('报文解析', () => {
  test('says every field with its place, its bytes, its value with unit and its meaning', () => {
    const message = one(LOCATION)
    expect(message).toMatchObject({ ok: true, error: null, title: '0200 位置信息汇报 · 2013 版 · 123456789012' })
    expect(said(message, '消息体属性')).toEqual([2, '0026', '0026', '消息体 38 字节，不加密，不分包'])
    expect(said(message, '报警标志')).toEqual([12, '00000001', '1', '紧急报警'])
    expect(said(message, '状态')).toEqual([16, '00000002', '2', '已定位'])
    expect(said(message, '纬度')).toEqual([20, '00ba7f0e', '12.222222 °', ''])
    expect(said(message, '速度')).toEqual([30, '003c', '6.0 km/h', ''])
    expect(said(message, '附加信息 01 里程')).toEqual([40, '010400000064', '10.0 km', ''])
    expect(said(message, '校验码')).toEqual([50, '13', '13', '正确'])
  })
  test('covers every byte of what it understood', () => {
    const { lines } = one(LOCATION)
    let at = 0
    for (const line of lines) {
      expect(line.from).toBe(at)
      at += line.hex.length / 2
    }
    expect(at).toBe(51)
  })
  test('takes frames that stand together, share a 7e or lost theirs, and lines without spaces', () => {
    const hex = LOCATION.replaceAll(' ', '')
    expect(explain(`${hex}${hex.slice(2)}\n\n0x${hex.slice(2, -2)}`, options).map((message) => message.ok)).toEqual([true, true, true])
  })
  test('says what is wrong and reads the rest all the same', () => {
    const message = one(LOCATION.replace('13 7E', '14 7E'))
    expect(message).toMatchObject({ ok: false, error: '校验码错误，应为 13' })
    expect(said(message, '校验码')![3]).toBe('错误')
    expect(one('7e 00 7e').error).toContain('过短')
    expect(one('zz').error).toContain('十六进制')
    expect(explain(' \n ', options)).toEqual([])
  })
  test('puts packets together once all of them are there', () => {
    const wires = encodeMessage(
      { messageId: '8103', version: 2019, phone: '13912345678', serial: 9 },
      { items: Array.from({ length: 8 }, () => ({ id: '0083', value: '沪A12345' })) },
      undefined,
      60,
    )
    const explained = explain(
      wires
        .toReversed()
        .map((wire) => hexOf(wire))
        .join('\n'),
      options,
    )
    expect(explained).toHaveLength(wires.length + 1)
    expect(explained.at(-1)!.title).toBe('8103 设置终端参数 · 2019 版 · 13912345678（2 个分包合并）')
    expect(explained.at(-1)!.lines.filter((line) => line.meaning === '机动车号牌' && line.value === '沪A12345')).toHaveLength(8)
  })
  test('reads GT06 too', () => {
    const [login, place] = explain(
      '78780D01086471700328358100093F040D0A\n787822220F0C1D023305C9027AC8180C46586000140001CC00287D001F71000001000820860D0A',
      options,
    )
    expect(said(login!, '终端号（IMEI）')).toEqual([null, '', '864717003283581', ''])
    expect([place!.title, said(place!, '时间（北京时间）')![2], said(place!, '纬度')![2]]).toEqual([
      'GT06 22 定位',
      '2015-12-29 10:51:05',
      '23.111693 °',
    ])
    expect(one('787805010001aaaa0d0a').error).toBe('GT06 校验错误')
  })
  test('any text is answered', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.uint8Array({ maxLength: 90 }).map((bytes) => `7e${hexOf(bytes)}7e`),
          fc.uint8Array({ maxLength: 60 }).map((bytes) => `7878${hexOf(bytes)}`),
        ),
        (text) => {
          for (const message of explain(text, options)) expect(message.ok || message.error).toBeTruthy()
        },
      ),
      { numRuns: 2000 },
    )
  })
})
