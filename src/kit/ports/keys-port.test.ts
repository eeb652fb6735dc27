/** The conformance of port `keys`: the file as it is, and Vault's transit engine by a double of its protocol; and what each says when it goes wrong. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { describePort, type World } from '#tests/port.ts'
import { asItIs, newKey, readKeyFile, relayKeys, type KeyWraps } from '../database/key-file.server.ts'
import { keysPort } from './keys-port.server.ts'
import { openPorts } from './open.server.ts'
import { TransitDouble } from './vault-transit.double.ts'
import { vaultTransit } from './vault-transit.server.ts'

const TOKEN = 'hvs.CAESIJ-for-tests-only'
let folder = ''
let count = 0
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'keys-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))
const freshPath = (): string => join(folder, `keys-${count++}.json`)
const contents = (path: string): Promise<string> => readFile(path, 'utf8')

const fileWorld = async (): Promise<World<KeyWraps>> => ({ implementation: asItIs, stop: () => {} })
const vaultWorld = async (): Promise<World<KeyWraps>> => {
  const double = new TransitDouble('zyt', TOKEN)
  await double.start()
  return { implementation: vaultTransit({ url: double.url, token: TOKEN, key: 'zyt', mount: 'transit' }), stop: () => double.stop() }
}
describePort(keysPort, { file: fileWorld, vault: vaultWorld }, (world) => {
  it('gives back the key that was wrapped', async () => {
    const key = Buffer.alloc(32, 7)
    const keys = world().implementation
    expect(await keys.unwrap(await keys.wrap(key))).toEqual(key)
  })
  it('reads the file that was written with it, and its next key beside the first', async () => {
    const path = freshPath()
    expect(await newKey(path, world().implementation)).toBe('k1')
    const first = await readKeyFile(path, world().implementation)
    expect(await newKey(path, world().implementation)).toBe('k2')
    const second = await readKeyFile(path, world().implementation)
    expect([second.current, second.index, second.keys.get('k1')]).toEqual(['k2', first.index, first.keys.get('k1')])
    expect(second.keys.get('k2')).toHaveLength(32)
    expect(second.keys.get('k2')).not.toEqual(first.keys.get('k1'))
  })
})

describe('a key service', () => {
  let double: TransitDouble
  let wraps: KeyWraps
  beforeEach(async () => {
    double = new TransitDouble('zyt', TOKEN, 'kms/transit')
    await double.start()
    wraps = vaultTransit({ url: `${double.url}/`, token: TOKEN, key: 'zyt', mount: 'kms/transit' })
  })
  afterEach(() => double.stop())

  it('leaves no key in the file, which opens nothing without it', async () => {
    const path = freshPath()
    await newKey(path, wraps)
    expect(double.asked).toEqual(['POST /v1/kms/transit/encrypt/zyt', 'POST /v1/kms/transit/encrypt/zyt'])
    expect(await contents(path)).not.toMatch(/[0-9a-f]{64}/)
    await expect(readKeyFile(path)).rejects.toThrow('KEYS_VAULT_URL')
    const before = await contents(path)
    await expect(newKey(path)).rejects.toThrow('KEYS_VAULT_URL')
    expect(await contents(path)).toBe(before)
  })

  it('takes over a file that lies open, and gives it back; what is sealed by its keys stays readable', async () => {
    const path = freshPath()
    await newKey(path)
    const keys = await readKeyFile(path)
    // Before it is wrapped it is read all the same.
    expect(await readKeyFile(path, wraps)).toEqual(keys)
    await relayKeys(path, wraps, wraps)
    expect(await contents(path)).not.toMatch(/[0-9a-f]{64}/)
    double.rotate()
    expect(await readKeyFile(path, wraps)).toEqual(keys)
    await relayKeys(path, wraps, wraps)
    expect(await contents(path)).toContain('vault:v2:')
    await relayKeys(path, wraps, asItIs)
    expect(await readKeyFile(path)).toEqual(keys)
  })

  it('that refuses, is away, or is another one, is said so, and changes nothing', async () => {
    const path = freshPath()
    await newKey(path, wraps)
    const before = await contents(path)
    const at = (more: object): KeyWraps => vaultTransit({ url: double.url, token: TOKEN, key: 'zyt', mount: 'kms/transit', ...more })
    await expect(readKeyFile(path, at({ token: 'other' }))).rejects.toMatchObject({
      kind: 'refused',
      message: expect.stringContaining('403'),
    })
    await expect(readKeyFile(path, at({ key: 'other' }))).rejects.toMatchObject({
      kind: 'refused',
      message: expect.stringContaining('400'),
    })
    double.failures.push({ status: 503, body: '{"errors":["Vault is sealed"]}' }, { status: 200, body: '<html>' })
    await expect(readKeyFile(path, wraps)).rejects.toMatchObject({ kind: 'busy', message: expect.stringContaining('503') })
    await expect(newKey(path, wraps)).rejects.toMatchObject({ kind: 'busy', message: expect.stringContaining('Vault') })
    await expect(readKeyFile(path, at({ url: 'http://127.0.0.1:1' }))).rejects.toMatchObject({ kind: 'busy' })
    expect(await contents(path)).toBe(before)
    await writeFile(path, before.replace(/vault:v1:.{8}/, 'vault:v1:AAAAAAAA'))
    await expect(readKeyFile(path, wraps)).rejects.toMatchObject({ kind: 'refused' })
    double.failures.push({ status: 200, body: '{"data":{"plaintext":"c2hvcnQ="}}' })
    await writeFile(path, before)
    await expect(readKeyFile(path, wraps)).rejects.toThrow('长度不对')
  })

  it('is asked by https, or on this machine', () => {
    const parts = { dataDir: () => '', secretKey: () => Buffer.alloc(32), log: () => {} }
    const open = (url: string) =>
      openPorts([keysPort], { KEYS_VAULT_URL: url, KEYS_VAULT_TOKEN: TOKEN, KEYS_VAULT_KEY: 'zyt' }, parts).chosen[0]!.adapted
    for (const url of ['https://vault.example:8200', 'https://10.0.0.5:8200', 'http://127.0.0.1:8100']) expect(open(url)).toBe(true)
    for (const url of [
      'http://vault.example:8200',
      'http://10.0.0.5',
      'https://user:pass@example.com',
      'file:///x',
      'https://vault.example?a=1',
    ])
      expect(() => open(url)).toThrow('KEYS_VAULT_URL')
    expect(() => openPorts([keysPort], { KEYS_VAULT_URL: 'https://vault.example' }, parts)).toThrow('KEYS_VAULT_TOKEN、KEYS_VAULT_KEY')
  })
})
