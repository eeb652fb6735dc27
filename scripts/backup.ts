/** npm run backup [-- --with-secrets]: one archive of everything, while the program runs or not. See docs/operations/backup.md. */
import { join } from 'node:path'
import { systemClock as clock } from '../src/kit/basics/time/clock.ts'
import { sizeText } from '../src/kit/basics/size.ts'
import { openDatabase } from '../src/kit/database/connection/pool.server.ts'
import { byHand, makeBackup } from '../src/composition/backups.server.ts'
import { readConfiguration, secretsOf } from '../src/composition/configuration.server.ts'
import { besideProgram, ended, openFileStore, quiet } from '../src/composition/tools.server.ts'

const withSecrets = process.argv.includes('--with-secrets')

async function main(): Promise<void> {
  const began = performance.now()
  const configuration = readConfiguration(process.env)
  const secrets = secretsOf(configuration)
  const files = openFileStore(configuration, secrets)
  const postgres = await besideProgram(configuration, secrets)
  const db = openDatabase({ endpoint: postgres.app, max: 2, applicationName: 'zuyuntong-backup' })
  try {
    const parts = { db, postgres, files, clock, log: quiet, secretKey: secrets.secretKey, settings: configuration.backup }
    const secretsFile = withSecrets ? join(configuration.dataDir, 'secrets.json') : null
    const made = await byHand(db, 'backup', () => makeBackup(parts, secretsFile))
    const { manifest, path, bytes, lineCount, fileCount, warning } = made
    console.log(`备份完成：${path}（${sizeText(bytes ?? 0)}，${((performance.now() - began) / 1000).toFixed(1)} 秒）`)
    console.log(`${manifest.tables.length} 个数据表 ${lineCount} 行，${fileCount} 个文件 ${sizeText(manifest.files.bytes)}`)
    if (warning) console.log(`请注意：${warning}`)
    console.log(
      withSecrets
        ? '密钥已放入备份：得到这个文件的人能读取其中的全部内容，请妥善保管。'
        : `密钥不在备份中，请把 ${join(configuration.dataDir, 'secrets.json')}（或 SECRET_KEY）另存一处：没有它，两步验证与加密保存的内容无法恢复。`,
    )
  } finally {
    await db.close()
    await postgres.stop()
  }
}

main().then(() => process.exit(0), ended)
