/** The gateway as tests of terminals begin: on a company, a port of its own, its pictures in a folder that goes with it. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { StoredFiles } from '#kit/files/keeper.server.ts'
import { FolderStore } from '#kit/files/store.server.ts'
import { startGateway, type RunningGateway } from '#modules/telematics/gateway/gateway.server.ts'
import type { GatewayOptions } from '#modules/telematics/gateway/running.server.ts'
import type { Fix } from '#modules/telematics/gateway/positions/fix.rules.ts'
import type { Company } from './stories/company.ts'

export async function openGateway(c: Company, options: Partial<GatewayOptions> = {}): Promise<RunningGateway> {
  const folder = mkdtempSync(join(tmpdir(), 'gateway-'))
  const gateway = await startGateway({
    db: c.db,
    registry: c.registry,
    clock: c.clock,
    log: () => {},
    files: new StoredFiles(new FolderStore(folder)),
    port: 0,
    admit: 'known',
    ...options,
  })
  const stop = gateway.stop.bind(gateway)
  gateway.stop = async () => {
    await stop()
    rmSync(folder, { recursive: true, force: true })
  }
  return gateway
}

export interface Fitted {
  terminal: number
  vehicle: number
  /** Where the vehicle is. */
  state: number
  plate: string
}
/** A terminal that has been in a vehicle for some days. */
export async function fitted(c: Company, profile: number, phone: number): Promise<Fitted> {
  const terminal = await c.add('terminal', { terminalNo: String(phone), profile, store: c.store })
  const vehicle = await c.vehicle()
  await c.act('terminal', 'bind', terminal, { vehicle, at: new Date(Date.parse(c.clock.now()) - 5 * 86_400_000).toISOString() })
  const row = await c.read((db) =>
    db
      .selectFrom('vehiclePosition')
      .innerJoin('vehicle', 'vehicle.id', 'vehiclePosition.vehicle')
      .select(['vehiclePosition.id', 'vehicle.plateNo'])
      .where('vehiclePosition.vehicle', '=', vehicle)
      .executeTakeFirstOrThrow(),
  )
  return { terminal, vehicle, state: row.id, plate: row.plateNo }
}

/** A report as the gateway reads it: one a second, in the order of their numbers. `receivedAt` in milliseconds. */
export const fixOf = (terminal: number, serial: number, receivedAt: number, more: Partial<Fix> = {}): Fix => ({
  terminal,
  at: receivedAt + serial * 1000,
  receivedAt,
  serial,
  lng: 121_473_701,
  lat: 31_230_416,
  altitude: 4,
  speed: 300,
  direction: 90,
  flags: 0,
  alarm: 0,
  status: 3,
  odometer: 100,
  fuel: null,
  signal: 20,
  satellites: 12,
  sentTime: null,
  items: null,
  ...more,
})
