/** 注册核对车牌: does a registration name the vehicle that the terminal is bound to? Asked only where the company wants it (decision 0018). */
import type { Context, Tx } from '#kit/access/context.server.ts'
import { plainText, type Bodies } from '../../jt808/jt808.ts'

/** Registration results of the standard. */
export const REGISTERED = 0
const VEHICLE_TAKEN = 1
const UNKNOWN_VEHICLE = 2
export const ALREADY_REGISTERED = 3
export const UNKNOWN_TERMINAL = 4
/** Colour of a vehicle without plate: what follows is its frame number. */
const NO_PLATE = 0

export interface Plate {
  result: typeof VEHICLE_TAKEN | typeof UNKNOWN_VEHICLE | typeof ALREADY_REGISTERED
  why: string
}

/** Null: nothing speaks against it. A terminal that says no plate says nothing wrong. */
export async function plateFault(tx: Tx, ctx: Context, terminal: number, body: Bodies['0100']): Promise<Plate | null> {
  const said = plainText(body.plate)
    .replaceAll(/[\s·\0]/g, '')
    .toUpperCase()
  if (!said) return null
  const { operatorId } = ctx.user
  const named = await tx
    .selectFrom('vehicle')
    .select(['id', 'plateNo'])
    .where('operatorId', '=', operatorId)
    .where(body.plateColour === NO_PLATE ? 'vin' : 'plateNo', '=', said)
    .where('deletedAt', 'is', null)
    .executeTakeFirst()
  if (!named) return { result: UNKNOWN_VEHICLE, why: `注册的车辆「${said.slice(0, 30)}」不在车辆档案中` }
  const own = await tx
    .selectFrom('terminal')
    .leftJoin('vehicle', 'vehicle.id', 'terminal.vehicle')
    .select(['terminal.vehicle', 'vehicle.plateNo'])
    .where('terminal.id', '=', terminal)
    .executeTakeFirst()
  if (own?.vehicle === named.id) return null
  const other = await tx
    .selectFrom('terminal')
    .select('terminalNo')
    .where('operatorId', '=', operatorId)
    .where('vehicle', '=', named.id)
    .where('id', '!=', terminal)
    .where('deletedAt', 'is', null)
    .executeTakeFirst()
  if (other) return { result: VEHICLE_TAKEN, why: `注册的车辆 ${named.plateNo} 已绑定终端 ${other.terminalNo}` }
  return own?.vehicle ? { result: ALREADY_REGISTERED, why: `注册的车辆是 ${named.plateNo}，绑定的是 ${own.plateNo ?? ''}` } : null
}
