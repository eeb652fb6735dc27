/**
 * Port `keys`: how the keys of sealed numbers lie in their file (FIELD_KEYS). Out of the box as they are, kept apart from database and backups
 * by whoever runs the installation; or wrapped by a key service, so that the file alone opens nothing. Asked at the start and by `npm run seal`.
 */
import { z } from 'zod'
import { addressProblem } from '../basics/identifiers/house-address.ts'
import { asItIs, type KeyWraps } from '../database/key-file.server.ts'
import { adaptor, definePort } from './define.server.ts'
import { vaultTransit } from './vault-transit.server.ts'

declare module './ports.ts' {
  interface Ports {
    keys: KeyWraps
  }
}

/** Keys are not sent in the open; an agent on this machine may be asked so. The service may lie in the house: who runs the installation named it. */
function isKeyService(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, hostname, search, hash } = new URL(text)
  const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
  return (
    (protocol === 'https:' || (protocol === 'http:' && isLocal)) && !search && !hash && addressProblem(text, 'secret', [hostname]) === null
  )
}
const word = (max: number) => z.string().regex(new RegExp(`^[\\x21-\\x7e]{1,${max}}$`))

export const keysPort = definePort({
  name: 'keys',
  label: '号码密钥',
  builtIn: { name: 'file', label: '密钥文件', open: (): KeyWraps => asItIs },
  adaptors: {
    vault: adaptor({
      label: '密钥服务（Vault transit）',
      variables: z.object({
        KEYS_VAULT_URL: z
          .string()
          .max(500)
          .refine(isKeyService)
          .describe('应为 https:// 开头的地址（本机的代理程序可用 http://127.0.0.1）'),
        KEYS_VAULT_TOKEN: word(500).describe('应为 Vault 的令牌'),
        KEYS_VAULT_KEY: z
          .string()
          .regex(/^[\w.-]{1,100}$/)
          .describe('应为 transit 中密钥的名称，由字母、数字、_、.、- 组成'),
        KEYS_VAULT_MOUNT: z
          .string()
          .regex(/^[\w.-]+(?:\/[\w.-]+)*$/)
          .default('transit')
          .describe('应为 transit 引擎的挂载路径，例如 transit'),
      }),
      open: (v): KeyWraps =>
        vaultTransit({ url: v.KEYS_VAULT_URL, token: v.KEYS_VAULT_TOKEN, key: v.KEYS_VAULT_KEY, mount: v.KEYS_VAULT_MOUNT }),
    }),
  },
})
