/** The terminals' door, as the configuration wants it. */
import { StartRefused } from '#kit/database/errors.ts'
import { startGateway, type GatewayOptions, type RunningGateway } from '#modules/telematics/gateway/gateway.server.ts'
import type { Configuration } from './configuration.server.ts'

const DEFAULT_PORT = 6808

/** Null when switched off, or when nobody asked for the usual port, somebody else has it, and this process has other work. */
export async function startTelematics(
  parts: Pick<GatewayOptions, 'db' | 'registry' | 'clock' | 'log' | 'files'>,
  configuration: Pick<Configuration, 'gatewayPort' | 'gatewayAdmit' | 'gatewayPerAddress' | 'gatewayAddress' | 'roles'>,
): Promise<RunningGateway | null> {
  const { gatewayPort, gatewayAdmit, gatewayPerAddress, gatewayAddress, roles } = configuration
  const alone = roles.size === 1
  if (gatewayPort === 0) {
    if (alone) throw new StartRefused('本进程只运行网关（ROLES=gateway），环境变量 GATEWAY_PORT 不能为 0 或 off')
    return null
  }
  try {
    return await startGateway({
      ...parts,
      port: gatewayPort ?? DEFAULT_PORT,
      admit: gatewayAdmit,
      perAddress: gatewayPerAddress,
      address: gatewayAddress,
    })
  } catch (error) {
    if (!(error instanceof StartRefused) || gatewayPort !== null || alone) throw error
    parts.log('warn', error.message)
    return null
  }
}

/** Counters of the gateway, for /metrics. */
export const gatewayMeasures = (gateway: RunningGateway | null): Record<string, number> =>
  Object.fromEntries(
    Object.entries(gateway?.stats() ?? {}).map(([name, value]) => [
      `gateway_${name.replace(/[A-Z]/g, (c) => `_${c.toLowerCase()}`)}`,
      value as number,
    ]),
  )
