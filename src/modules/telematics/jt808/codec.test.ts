/** Frames from public documents and hand-computed ones, as tables. */
import { expect, test } from 'vitest'
import { bytesOf, decodeFrame, Decoder, encodeFrame, hexOf } from './jt808.ts'

test('the example of the standard: 30 7e 08 7d 55 is sent as 7e 30 7d 02 08 7d 01 55 7e', () => {
  const decoder = new Decoder()
  decoder.push(bytesOf('7e307d02087d01557e'))
  // Too short for a header, but the bytes are whole: 30^7e^08^7d is not the check code 55, so only the escaping is its subject.
  expect(decoder.stats.tooShort).toBe(1)
})

test('a location of 2013 is read field by field and written back byte for byte', () => {
  const body = '00000001' + '00000003' + '01dc8b70' + '073d8385' + '0004' + '0258' + '005a' + '261121113827' + '010400000064' + '30011f' + 'e1020102'
  const header = { messageId: '0200', version: 2013 as const, phone: '013912345678', serial: 7 }
  const wire = encodeFrame(header, { raw: body })
  const decoded = decodeFrame(wire)
  expect(decoded).toEqual({
    ok: true,
    header: { ...header, bodyLength: body.length / 2, encryption: 0 },
    body: {
      alarm: 1, status: 3, latitude: 0x01dc8b70, longitude: 0x073d8385, altitude: 4, speed: 600, direction: 90, time: '2026-11-21 11:38:27',
      items: [{ id: '01', name: 'mileage', value: 100 }, { id: '30', name: 'signal', value: 31 }, { id: 'e1', raw: '0102' }],
    },
  })
  expect(decoded.ok && hexOf(encodeFrame(decoded.header, decoded.body))).toBe(hexOf(wire))
})
