/**
 * Port `vault`: secrets that have to be read again (a partner's key signs, it is not only compared) are sealed before they are stored.
 * Out of the box with the secret of the installation; whoever has a key service puts it in here.
 */
import { createHmac } from 'node:crypto'
import { seal, unseal } from '#kit/access/totp.server.ts'
import { definePort } from '#kit/ports/define.server.ts'

export interface Vault {
  /** `bound`: whose it is; sealed for one it cannot be read as another's. */
  seal: (secret: string, bound: string) => string
  unseal: (sealed: string, bound: string) => string
  /** A keyed hash: the same text gives the same mark, and whoever has only the marks cannot try texts (there are few addresses) until one fits. */
  mark: (text: string, bound: string) => string
}

declare module '#kit/ports/ports.ts' {
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
      mark: (text, bound) => createHmac('sha256', secretKey()).update(`mark:${bound}:${text}`).digest('base64url'),
    }),
  },
  adaptors: {},
})
