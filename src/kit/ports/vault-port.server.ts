/**
 * Port `vault`: what the database keeps of secrets is sealed or marked here (kit/access/secrets.server.ts). Out of the box with the secret
 * of the installation; whoever has a key service puts it in here.
 */
import { mark, seal, unseal, type Vault } from '../access/secrets.server.ts'
import { definePort } from './define.server.ts'

declare module './ports.ts' {
  interface Ports {
    vault: Vault
  }
}

export const vaultPort = definePort({
  name: 'vault',
  label: '密钥保管',
  // Arithmetic, no call of another computer.
  insideTransactions: true,
  builtIn: {
    name: 'installation',
    label: '本机密钥',
    open: ({ secretKey }): Vault => ({
      seal: (secret, bound) => seal(secretKey(), Buffer.from(secret), bound),
      unseal: (sealed, bound) => unseal(secretKey(), sealed, bound).toString(),
      mark: (text, bound) => mark(secretKey(), text, bound),
    }),
  },
  adaptors: {},
})
