import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { vinCheckDigit } from '../../basics/identifiers/vin.ts'
import { f, type Field } from '../field.ts'
import { manyIn, manyText, VALUES_LIMIT } from './value-list.ts'

/** Whole ones, with the digit that proves them. */
const FRAMES = ['LSVAA418_E2184847', 'LFV2A21K_A3123455'].map((vin) => vin.replace('_', vinCheckDigit(vin.replace('_', '0'))))
const plate = f.text('车牌号', { format: 'plate' })
const vin = f.text('车架号', { format: 'vin' })
const device = f.text('设备号', { format: 'deviceNo' })
const no = f.serial('编号', 'HT{yyyyMMdd}-{0000}')
const name = f.text('名称')
const mobile = f.text('手机号', { format: 'mobile', mask: 'mobile' })

describe('several values in one filter', () => {
  it.each<[string, Field, string, string[]]>([
    ['a column of a sheet', plate, '沪A12345\r\n沪B23456\r\n', ['沪A12345', '沪B23456']],
    ['a row of a sheet', plate, '沪A12345\t沪B23456', ['沪A12345', '沪B23456']],
    [
      'commas and other marks of either width',
      plate,
      '沪A12345,沪B23456，沪C34567、沪D45678；沪E56789',
      ['沪A12345', '沪B23456', '沪C34567', '沪D45678', '沪E56789'],
    ],
    ['blanks between plates', plate, '沪A12345 沪B23456　沪C1', ['沪A12345', '沪B23456', '沪C1']],
    ['blanks and dots within plates', plate, '沪A·12345\n沪 B 23456', ['沪A12345', '沪B23456']],
    ['a plate read out in blocks', plate, '沪A 12345', ['沪A12345']],
    ['a part of a plate', plate, '沪A 12', ['沪A12']],
    ['the same twice, in either case', plate, '沪a12345\n沪A12345', ['沪A12345']],
    ['numbers of frames', vin, `${FRAMES[0]} ${FRAMES[1]}`, FRAMES],
    ['numbers of papers', no, 'ht20261122-0001 HT20261122-0002', ['HT20261122-0001', 'HT20261122-0002']],
    ['a device number read out in blocks', device, '860123 045678 901', ['860123045678901']],
    ['names, each with its comma and blank', name, '甲（上海）公司\nA, B & C\n\n', ['甲（上海）公司', 'A, B & C']],
    ['one name', name, 'A, B & C', ['A, B & C']],
    ['hidden values', mobile, '13800138000\n13900139000', []],
    ['a note', f.note('备注'), 'a\nb', []],
    ['marks for emptiness', plate, '~,!~\n沪A12345', ['沪A12345']],
    ['nothing', plate, ' \n\t', []],
  ])('%s', (_title, field, text, values) => expect(manyIn(field, text)).toEqual(values))

  it('writes what it reads', () => {
    fc.assert(
      fc.property(fc.constantFrom<Field>(plate, vin, no, name, device), fc.array(fc.string(), { maxLength: 5 }), (field, lines) => {
        const values = manyIn(field, lines.join('\n'))
        expect(manyIn(field, manyText(values))).toEqual(values)
      }),
    )
  })
  it('fits the longest query: as many frame numbers as one filter takes', () => {
    expect(encodeURIComponent(manyText(Array.from({ length: VALUES_LIMIT }, () => 'LSVAA4187E2184847'))).length).toBeLessThan(7000)
  })
})
