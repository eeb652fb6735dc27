/** The conformance of port `vault`. */
import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { describePort, type World } from '#tests/port.ts'
import { isCode, newCode, type Vault } from '../access/secrets.server.ts'
import { vaultPort } from './vault-port.server.ts'

const key = Buffer.alloc(32, 9)
const vaultWorld = async (): Promise<World<Vault>> => ({
  implementation: vaultPort.builtIn.open({ secretKey: () => key, dataDir: () => '', log: () => {} }),
  stop: () => {},
})
describePort(vaultPort, { installation: vaultWorld }, (world) => {
  it('gives back what was sealed, to the same owner only, and seals the same twice differently', () => {
    const { seal, unseal } = world().implementation
    const [a, b] = [seal('secret', 'a'), seal('secret', 'a')]
    expect([unseal(a, 'a'), unseal(b, 'a'), a === b, a.includes('secret')]).toEqual(['secret', 'secret', false, false])
    expect(() => unseal(a, 'b')).toThrow()
  })
  it('marks the same text the same, for one use only, and nobody without the key can', () => {
    const { mark } = world().implementation
    expect(mark('203.0.113.8', 'a')).toBe(mark('203.0.113.8', 'a'))
    const plain = createHash('sha256').update('mark:a:203.0.113.8').digest('base64url')
    expect(new Set([mark('203.0.113.8', 'a'), mark('203.0.113.8', 'b'), mark('203.0.113.9', 'a'), plain]).size).toBe(4)
  })
  it('knows a code by its mark and by nothing else', () => {
    const vault = world().implementation
    const code = newCode()
    expect(code).toMatch(/^\d{6}$/)
    const stored = vault.mark(code, 'page:1')
    const other = String((Number(code) + 1) % 1_000_000).padStart(6, '0')
    expect([isCode(vault, stored, code, 'page:1'), isCode(vault, stored, other, 'page:1'), isCode(vault, stored, code, 'page:2')]).toEqual([
      true,
      false,
      false,
    ])
    // What an earlier release left, or nothing.
    expect([isCode(vault, '', code, 'page:1'), isCode(vault, createHash('sha256').update(code).digest('hex'), code, 'page:1')]).toEqual([
      false,
      false,
    ])
  })
})
