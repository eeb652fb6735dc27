/**
 * npm run seal -- new-key: a first key for the numbers of people, or the next one; the next start seals everything with it.
 * npm run seal -- wrap, unwrap: has the key service (KEYS_VAULT_URL …) wrap the keys of the file, anew where they are, or lays them there as they are.
 * npm run seal -- open: lays the numbers open again, with the program stopped. FIELD_KEYS says where the key file is. See docs/operations/security.md.
 */
import { AppError } from '../src/kit/basics/errors.ts'
import { StartRefused } from '../src/kit/database/errors.ts'
import { readConfiguration, secretsOf, ConfigurationError } from '../src/composition/configuration.server.ts'
import { besideProgram, ended, openKeyWraps } from '../src/composition/tools.server.ts'
import { openNumbers } from '../src/composition/sealing.server.ts'
import { asItIs, KeyFileBroken, newKey, relayKeys } from '../src/kit/database/key-file.server.ts'

async function main(): Promise<void> {
  const [what] = process.argv.slice(2)
  const path = process.env['FIELD_KEYS']
  if (!path) throw new ConfigurationError('请用环境变量 FIELD_KEYS 指定密钥文件，例如 FIELD_KEYS=/etc/zyt/field-keys.json')
  const configuration = readConfiguration(process.env)
  const wraps = openKeyWraps(configuration)
  if (what === 'new-key') {
    const name = await newKey(path, wraps)
    console.log(`已在 ${path} 中加入密钥 ${name}，下次启动时用它加密全部号码。请把该文件单独备份：没有它，号码无法读取。`)
    return
  }
  if (what === 'wrap' || what === 'unwrap') {
    if (wraps === asItIs) throw new ConfigurationError('请设置密钥服务的环境变量 KEYS_VAULT_URL、KEYS_VAULT_TOKEN、KEYS_VAULT_KEY')
    await relayKeys(path, wraps, what === 'wrap' ? wraps : asItIs)
    console.log(
      what === 'wrap'
        ? `${path} 中的密钥已由密钥服务加密；没有密钥服务，该文件无法使用。请更新单独备份的副本，并销毁旧副本。`
        : `${path} 中的密钥已还原为原样，不再需要密钥服务。请妥善保管该文件。`,
    )
    return
  }
  if (what !== 'open') throw new ConfigurationError('用法：npm run seal -- new-key、wrap、unwrap 或 open')
  const postgres = await besideProgram(configuration, secretsOf(configuration))
  try {
    console.log(`已解密 ${await openNumbers(postgres.owner, path, wraps)} 行；请去掉环境变量 FIELD_KEYS 后再启动。`)
  } finally {
    await postgres.stop()
  }
}

main().then(
  () => process.exit(0),
  (error: unknown) => ended(error instanceof KeyFileBroken || error instanceof AppError ? new StartRefused(error.message, error) : error),
)
