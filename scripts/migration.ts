/** npm run migration -- <name> [--allow-drop]: writes the next migration from the definitions. Read it before committing. */
import { modules } from '../src/modules.ts'
import { pendingChanges, writeMigration } from '../src/kit/entity/schema/migration.server.ts'

const words = process.argv.slice(2)
const allowDrop = words.includes('--allow-drop')
const name = words.find((word) => !word.startsWith('--'))
const entities = modules.flatMap((module) => module.entities)

if (!name) {
  const pending = pendingChanges(entities, { allowDrop })
  console.log(
    pending.length
      ? `${pending.join(';\n')};\n\n共 ${pending.length} 条。写入迁移文件：npm run migration -- 名称`
      : '定义与迁移一致，无需迁移。',
  )
} else {
  try {
    const written = writeMigration(entities, name, { allowDrop })
    console.log(written ? `已写入 ${written.file}（${written.statements} 条语句），请阅读后提交。` : '定义与迁移一致，无需迁移。')
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  }
}
