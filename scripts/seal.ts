/**
 * npm run seal -- new-key: a first key for the numbers of people, or the next one; the next start seals everything with it.
 * npm run seal -- open: lays them open again, with the program stopped. FIELD_KEYS says where the key file is. See docs/operations/security.md.
 */
import { readConfiguration, secretsOf, ConfigurationError } from '../src/composition/configuration.server.ts'
import { besideProgram, ended } from '../src/composition/tools.server.ts'
import { openNumbers } from '../src/composition/sealing.server.ts'
import { newKey } from '../src/kit/database/key-file.server.ts'

async function main(): Promise<void> {
  const [what] = process.argv.slice(2)
  const path = process.env['FIELD_KEYS']
  if (!path) throw new ConfigurationError('请用环境变量 FIELD_KEYS 指定密钥文件，例如 FIELD_KEYS=/etc/zyt/field-keys.json')
  if (what === 'new-key') {
    const name = newKey(path)
    console.log(`已在 ${path} 中加入密钥 ${name}，下次启动时用它加密全部号码。请把该文件单独备份：没有它，号码无法读取。`)
    return
  }
  if (what !== 'open') throw new ConfigurationError('用法：npm run seal -- new-key，或 npm run seal -- open')
  const configuration = readConfiguration(process.env)
  const postgres = await besideProgram(configuration, secretsOf(configuration))
  try {
    console.log(`已解密 ${await openNumbers(postgres.owner, path)} 行；请去掉环境变量 FIELD_KEYS 后再启动。`)
  } finally {
    await postgres.stop()
  }
}

main().then(() => process.exit(0), ended)
