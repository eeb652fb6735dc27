/** HashiCorp Vault's transit engine (API v1): wraps and unwraps a key that it never stores. Its words: plaintext and ciphertext, the first in base64. */
import { z } from 'zod'
import { AppError } from '../basics/errors.ts'
import { asItIs, type KeyWraps } from '../database/key-file.server.ts'
import { callHttp } from './http.server.ts'

interface TransitOptions {
  url: string
  token: string
  /** Of the engine. */
  key: string
  mount: string
}

const WHOM = '密钥服务'
const ENCRYPTED = z.object({ data: z.object({ ciphertext: z.string().regex(/^vault:v\d+:/) }) })
const DECRYPTED = z.object({ data: z.object({ plaintext: z.base64() }) })

export function vaultTransit({ url, token, key, mount }: TransitOptions): KeyWraps {
  const ask = async <T>(verb: 'encrypt' | 'decrypt', content: object, answer: z.ZodType<T>): Promise<T> => {
    const text = await callHttp({
      whom: WHOM,
      method: 'POST',
      url: `${url.replace(/\/+$/, '')}/v1/${mount}/${verb}/${encodeURIComponent(key)}`,
      headers: { 'X-Vault-Token': token, 'X-Vault-Request': 'true', 'content-type': 'application/json' },
      body: JSON.stringify(content),
    })
    const parsed = answer.safeParse(jsonOf(text))
    if (!parsed.success) throw new AppError('busy', `${WHOM}的应答不是 Vault 的格式，请核对 KEYS_VAULT_URL`)
    return parsed.data
  }
  return {
    wrap: async (plain) => (await ask('encrypt', { plaintext: plain.toString('base64') }, ENCRYPTED)).data.ciphertext,
    // What was made before the service was there is read all the same: `npm run seal -- wrap` wraps it.
    unwrap: async (laid) =>
      laid.startsWith('vault:')
        ? Buffer.from((await ask('decrypt', { ciphertext: laid }, DECRYPTED)).data.plaintext, 'base64')
        : asItIs.unwrap(laid),
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
