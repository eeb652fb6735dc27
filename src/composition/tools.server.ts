/** What `npm run backup` and `npm run restore` open: the same configuration, database and files as the program, without starting it. */
import { APP_ROLE } from '#kit/database/embedded/cluster.server.ts'
import { runningPostgres } from '#kit/database/embedded/running.server.ts'
import { StartRefused } from '#kit/database/errors.ts'
import { filesPort } from '#kit/files/port.server.ts'
import type { FileStore } from '#kit/files/store.server.ts'
import { makeLog, type Log } from '#kit/http/log.server.ts'
import type { KeyWraps } from '#kit/database/key-file.server.ts'
import type { AnyPort } from '#kit/ports/define.server.ts'
import { keysPort } from '#kit/ports/keys-port.server.ts'
import { openPorts, PortRefused } from '#kit/ports/open.server.ts'
import type { Ports } from '#kit/ports/ports.ts'
import { ConfigurationError, secretsOf, type Configuration, type Secrets } from './configuration.server.ts'
import { openPostgres, type Postgres } from './database.server.ts'

export const quiet: Log = makeLog('warn')

/** The database of a program at work, or, when it is not, the same one opened for a while. */
export async function besideProgram(configuration: Configuration, secrets: Secrets): Promise<Postgres> {
  const running = configuration.databaseUrl === null ? await runningPostgres(configuration.dataDir) : null
  if (!running) return openPostgres(configuration, secrets, quiet)
  return { owner: running.owner, app: running.app, pooler: null, appRole: APP_ROLE, reader: running.root, stop: async () => {} }
}

function opened(port: AnyPort, configuration: Configuration, secrets: () => Secrets): Ports {
  try {
    const house = { dataDir: () => configuration.dataDir, secretKey: () => secrets().secretKey, log: quiet }
    return openPorts([port], process.env, house).ports
  } catch (error) {
    throw error instanceof PortRefused ? new ConfigurationError(error.message) : error
  }
}
export const openFileStore = (configuration: Configuration, secrets: Secrets): FileStore =>
  opened(filesPort, configuration, () => secrets).files
/** Needs nothing of the installation: a key file is made before there is one. */
export const openKeyWraps = (configuration: Configuration): KeyWraps => opened(keysPort, configuration, () => secretsOf(configuration)).keys

/** Ends a tool as the program ends: one sentence, code 2 for what a wrong value caused, 1 for everything else. */
export function ended(error: unknown): never {
  const known = error instanceof ConfigurationError || error instanceof StartRefused
  process.stderr.write(
    `${known || !(error instanceof Error) ? String((error as Error).message ?? error) : (error.stack ?? error.message)}\n`,
  )
  process.exit(error instanceof ConfigurationError ? 2 : 1)
}
