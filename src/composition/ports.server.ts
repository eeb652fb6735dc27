/** The ports of this product and which implementation of each works here: what is shipped, or what the environment names. */
import { StartRefused } from '#kit/database/errors.ts'
import { filesPort } from '#kit/files/port.server.ts'
import type { Log } from '#kit/http/log.server.ts'
import type { AnyPort } from '#kit/ports/define.server.ts'
import { openPorts, PortRefused, variablesOf, type Environment } from '#kit/ports/open.server.ts'
import type { Ports } from '#kit/ports/ports.ts'
import { keysPort } from '#kit/ports/keys-port.server.ts'
import { vaultPort } from '#kit/ports/vault-port.server.ts'
import { ConfigurationError } from './configuration.server.ts'
import { servedModules } from '../modules.server.ts'

export const portDefinitions: readonly AnyPort[] = [filesPort, vaultPort, keysPort, ...servedModules.flatMap((m) => m.ports ?? [])]

/** What the environment may say about them. */
export const PORT_VARIABLES: readonly string[] = variablesOf(portDefinitions)

interface House {
  dataDir: string
  secretKey: Buffer
}

/** What cannot work stops the start: wrong values at once, what does not let us in after one try. */
export async function startPorts(environment: Environment, house: House, log: Log): Promise<Ports> {
  const opened = openOrRefuse(environment, house, log)
  const reason = await opened.reach()
  if (reason !== null) throw new StartRefused(reason)
  for (const { name, implementation, adapted } of opened.chosen) if (adapted) log('info', 'port', { name, implementation })
  return opened.ports
}

function openOrRefuse(environment: Environment, { dataDir, secretKey }: House, log: Log) {
  try {
    return openPorts(portDefinitions, environment, { dataDir: () => dataDir, secretKey: () => secretKey, log })
  } catch (error) {
    throw error instanceof PortRefused ? new ConfigurationError(error.message) : error
  }
}
