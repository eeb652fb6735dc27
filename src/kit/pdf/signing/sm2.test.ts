import { createPrivateKey, generateKeyPairSync } from 'node:crypto'
import { expect, test } from 'vitest'
import { sm2Numbers, sm2Sign } from './sm2.server.ts'

test('the example of GB/T 32918.5', () => {
  const d = 0x3945208f7b2144b13f36e38ac6d39f95889393692860b51a42fb81ef4df7c5b8n
  const k = 0x59276e27d506861a16680f3ad9c02dccef3cc1fa3cdbe4ce6d54b80deac1bc21n
  expect(sm2Numbers(d, Buffer.from('message digest'), () => k)).toEqual({
    r: 0xf5a03b0648d2c4630eeac513e1bb81a15944da3827d5b74143ac7eaceee720b3n,
    s: 0xb1b6aa29df212fd8763182bc0d421ca1bb9038fd1f7f42d4840b69c485bbc1aan,
  })
})

test('a key signs as it was made and as it is read back', () => {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'SM2' })
  const readBack = createPrivateKey({ key: privateKey.export({ format: 'der', type: 'pkcs8' }), format: 'der', type: 'pkcs8' })
  for (const key of [privateKey, readBack]) {
    const signature = sm2Sign(key, Buffer.from('digests'))
    expect([signature[0], signature[1]]).toEqual([0x30, signature.length - 2])
  }
})
