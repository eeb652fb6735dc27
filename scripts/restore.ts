/**
 * npm run restore -- archive [--lost-key]: into an empty DATA_DIR or DATABASE_URL. npm run restore -- --drill [archive]: restores into a
 * place of its own, checks, removes it, and writes down that it was done. See docs/operations/backup.md.
 */
import { existsSync, mkdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { refuseKey, readArchive, restore, verifyChains } from '../src/kit/backup/restore.server.ts'
import type { Manifest } from '../src/kit/backup/manifest.ts'
import { writeDurably } from '../src/kit/database/embedded/cluster.server.ts'
import { StartRefused } from '../src/kit/database/errors.ts'
import { openDatabase } from '../src/kit/database/connection/pool.server.ts'
import { byHand, drillArchive, newestArchive } from '../src/composition/backups.server.ts'
import { readConfiguration, secretsOf, type Configuration } from '../src/composition/configuration.server.ts'
import { openPostgres } from '../src/composition/database.server.ts'
import { STRUCTURE } from '../src/composition/structure.server.ts'
import { besideProgram, ended, openFileStore, quiet } from '../src/composition/tools.server.ts'

const words = process.argv.slice(2)
const named = words.find((word) => !word.startsWith('--'))
const lostKey = words.includes('--lost-key')

/** The key comes first: with none, or another one, nothing is begun. */
function keyFor(configuration: Configuration, manifest: Manifest, inArchive: string | null): ReturnType<typeof secretsOf> {
  const path = join(configuration.dataDir, 'secrets.json')
  if (!existsSync(path) && configuration.secretKey === null && !lostKey) {
    if (inArchive === null)
      throw new StartRefused(
        `密钥不在备份中。请把做备份时的 secrets.json 放到 ${path}，或设置环境变量 SECRET_KEY，再恢复；确实已经丢失的，加上 --lost-key（两步验证须重新绑定，加密保存的内容无法读取）。`,
      )
    mkdirSync(configuration.dataDir, { recursive: true, mode: 0o711 })
    writeDurably(path, inArchive)
  }
  const secrets = secretsOf(configuration)
  if (!lostKey) refuseKey(manifest, secrets.secretKey)
  return secrets
}

async function bring(configuration: Configuration): Promise<void> {
  if (!named) throw new StartRefused('请写明备份文件：npm run restore -- 备份文件.tar')
  const began = performance.now()
  const { manifest, secrets: inArchive } = await readArchive(named)
  const secrets = keyFor(configuration, manifest, inArchive)
  const files = openFileStore(configuration, secrets)
  const postgres = await openPostgres(configuration, secrets, quiet)
  const db = openDatabase({ endpoint: postgres.app, max: 2, applicationName: 'zuyuntong-restore' })
  try {
    await restore({ ...STRUCTURE, owner: postgres.owner, appRole: postgres.appRole, archive: named, manifest, files })
    const lines = await verifyChains(postgres.app, manifest)
    const lineCount = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
    const { count: fileCount, lost } = manifest.files
    await byHand(db, 'restore', async () => ({ archive: basename(named), bytes: null, lineCount, fileCount }))
    console.log(`恢复完成：${manifest.at} 的备份，${((performance.now() - began) / 1000).toFixed(1)} 秒`)
    console.log(`${manifest.tables.length} 个数据表 ${lineCount} 行与清单一致，${fileCount} 个文件，操作记录 ${lines} 条通过校验`)
    if (lost.length > 0) console.log(`请注意：做备份时已有 ${lost.length} 个文件缺失：${lost.slice(0, 3).join('、')}`)
    console.log('备份之后的外发（短信、回调、付款指令等）没有记录在其中：启动之前请看 docs/operations/backup.md「恢复之后」。')
  } finally {
    await db.close()
    await postgres.stop()
  }
}

async function rehearse(configuration: Configuration): Promise<void> {
  const archive = named ?? newestArchive(configuration.backup.folder)
  const postgres = await besideProgram(configuration, secretsOf(configuration))
  const db = openDatabase({ endpoint: postgres.app, max: 2, applicationName: 'zuyuntong-drill' })
  try {
    const began = performance.now()
    const { lineCount, fileCount, chained } = await byHand(db, 'drill', () => drillArchive(archive))
    console.log(`恢复演练通过：${archive}，${((performance.now() - began) / 1000).toFixed(1)} 秒`)
    console.log(`${lineCount} 行与清单一致，${fileCount} 个文件，操作记录 ${chained} 条通过校验；演练用的数据库已删除`)
  } finally {
    await db.close()
    await postgres.stop()
  }
}

const configuration = ((): Configuration => {
  try {
    return readConfiguration(process.env)
  } catch (error) {
    return ended(error)
  }
})()
const work = words.includes('--drill') ? rehearse : bring
work(configuration).then(() => process.exit(0), ended)
