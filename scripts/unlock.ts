/** npm run unlock -- NAME: lifts the pauses of a person, from wherever wrong passwords came, while the program runs or not. With --reset: a new password
 * and no second factor, for whom nobody else may reset. See docs/operations/security.md. */
import { systemClock as clock } from '../src/kit/basics/time/clock.ts'
import { openDatabase } from '../src/kit/database/connection/pool.server.ts'
import { ConfigurationError, readConfiguration, secretsOf } from '../src/composition/configuration.server.ts'
import { besideProgram, ended } from '../src/composition/tools.server.ts'
import { resetPerson, unlockPerson } from '../src/modules/system/people/unlock.server.ts'

async function main(): Promise<void> {
  const [username, option, ...more] = process.argv.slice(2)
  if (!username || more.length > 0 || (option !== undefined && option !== '--reset'))
    throw new ConfigurationError('用法：npm run unlock -- 用户名 [--reset]')
  const configuration = readConfiguration(process.env)
  const postgres = await besideProgram(configuration, secretsOf(configuration))
  const db = openDatabase({ endpoint: postgres.app, max: 2, applicationName: 'zuyuntong-unlock' })
  try {
    console.log(await (option ? resetPerson : unlockPerson)(db, clock, username))
  } finally {
    await db.close()
    await postgres.stop()
  }
}

main().then(() => process.exit(0), ended)
