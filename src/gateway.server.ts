/** The terminals' door, as the configuration wants it. */
import { StartRefused } from '#kit/database/errors.ts'
import { startGateway, type GatewayOptions, type RunningGateway } from '#modules/telematics/gateway/gateway.server.ts'
import type { Configuration } from './configuration.server.ts'

const DEFAULT_PORT = 6808

/** Null when switched off, or when nobody asked for the usual port and somebody else has it. */
export async function startTelematics(parts: Pick<GatewayOptions, 'db' | 'registry' | 'clock' | 'log' | 'files'>, configuration: Pick<Configuration, 'gatewayPort' | 'gatewayAdmit'>): Promise<RunningGateway | null> {
  const { gatewayPort, gatewayAdmit } = configuration
  if (gatewayPort === 0) return null
  try {
    return await startGateway({ ...parts, port: gatewayPort ?? DEFAULT_PORT, admit: gatewayAdmit })
  } catch (error) {
    if (!(error instanceof StartRefused) || gatewayPort !== null) throw error
    parts.log('warn', error.message)
    return null
  }
}
