/** A fence as the message that a terminal watches it by (0x8600, 0x8602, 0x8604, 0x8606), and the one that takes it away. Pure. */
import type { Check } from '#kit/basics/identifiers/checks.ts'
import type { Shape } from '../../fences/fence.rules.ts'
import type { Fence } from '../../fences/fence.shape.rules.ts'
import type { Version } from '../../jt808/jt808.ts'

interface AreaMessage {
  messageId: string
  body: Record<string, unknown>
}
/** A byte holds the width of a stretch of road, from edge to edge. */
const MOST_WIDTH = 255
const TIMED = 1 << 0,
  LIMITED = 1 << 1,
  TELL_ENTER = 1 << 3,
  TELL_LEAVE = 1 << 5,
  SOUTH = 1 << 6,
  WEST = 1 << 7

const micro = (degrees: number): number => Math.round(Math.abs(degrees) * 1e6)

type Scheduled = Pick<Fence, 'windows' | 'startOn' | 'endOn'>
/** Why a terminal cannot watch it as it is meant: it would alarm where the platform does not. */
export function unsendable(fence: Pick<Fence, 'shape' | 'width'> & Scheduled): Check {
  if (fence.shape === 'district') return '行政区围栏边界点过多，只能由平台判定，不能下发到终端'
  if (fence.shape === 'corridor' && 2 * fence.width > MOST_WIDTH)
    return `终端的路线宽度最多 ${MOST_WIDTH} m，走廊半宽超过 ${Math.floor(MOST_WIDTH / 2)} m 的围栏只能由平台判定`
  const [first, ...more] = fence.windows
  if (!first) return (fence.startOn === null) === (fence.endOn === null) ? null : '终端需要同时有生效日期与失效日期，请补全后再下发'
  if (more.length > 0 || first.days !== 'every') return '终端只支持每天同一个生效时段，多个时段或按星期生效的围栏只能由平台判定'
  return fence.startOn || fence.endOn ? '终端不能同时按日期与时段生效，该围栏只能由平台判定' : null
}

/** From day to day, or every day from hour to hour: then the date is zeros. */
function timesOf({ windows: [daily], startOn, endOn }: Scheduled): { startAt: string; endAt: string } | null {
  if (daily) return { startAt: `2000-00-00 ${daily.from}:00`, endAt: `2000-00-00 ${daily.to}:00` }
  return startOn && endOn ? { startAt: `${startOn} 00:00:00`, endAt: `${endOn} 23:59:59` } : null
}

function attributesOf(fence: Fence): number {
  const [first] = fence.points
  let bits = 0
  if (timesOf(fence)) bits |= TIMED
  if (fence.speedLimit) bits |= LIMITED
  if (fence.onEnter) bits |= TELL_ENTER
  if (fence.onLeave) bits |= TELL_LEAVE
  if (first && first.lat < 0) bits |= SOUTH
  if (first && first.lng < 0) bits |= WEST
  return bits
}

/** Of a stretch of road: where it begins and how fast one may be. Bit 0 there is a driving time, which fences do not have. */
function turnsOf(fence: Fence, limits: object): object[] {
  return fence.points.map((p, i) => ({
    id: i + 1,
    segmentId: i + 1,
    latitude: micro(p.lat),
    longitude: micro(p.lng),
    width: Math.min(MOST_WIDTH, 2 * fence.width),
    attributes: (fence.speedLimit ? LIMITED : 0) | (p.lat < 0 ? 4 : 0) | (p.lng < 0 ? 8 : 0),
    ...limits,
  }))
}

export function areaMessage(fence: Fence, version: Version): AreaMessage | null {
  if (unsendable(fence)) return null
  const attributes = attributesOf(fence)
  const limits = fence.speedLimit
    ? {
        maxSpeed: fence.speedLimit,
        overspeedSeconds: Math.min(fence.overspeedSeconds, 255),
        ...(version === 2019 ? { nightMaxSpeed: fence.nightSpeedLimit ?? fence.speedLimit } : {}),
      }
    : {}
  const name = version === 2019 ? { name: fence.name.slice(0, 20) } : {}
  const head = { id: fence.id, attributes, ...timesOf(fence) }
  const [a, b] = fence.points
  const counted = version === 2011 ? { packetCount: 1 } : {}
  if (fence.shape === 'circle' && a)
    return {
      messageId: '8600',
      body: {
        setting: 1,
        ...counted,
        areas: [{ ...head, latitude: micro(a.lat), longitude: micro(a.lng), radius: fence.radius, ...limits, ...name }],
      },
    }
  if (fence.shape === 'rectangle' && a && b) {
    const area = {
      ...head,
      topLatitude: micro(Math.max(a.lat, b.lat)),
      leftLongitude: micro(Math.min(a.lng, b.lng)),
      bottomLatitude: micro(Math.min(a.lat, b.lat)),
      rightLongitude: micro(Math.max(a.lng, b.lng)),
      ...limits,
      ...name,
    }
    return { messageId: '8602', body: { setting: 1, ...counted, areas: [area] } }
  }
  if (fence.shape === 'polygon')
    return {
      messageId: '8604',
      body: { ...head, ...limits, points: fence.points.map((p) => ({ latitude: micro(p.lat), longitude: micro(p.lng) })), ...name },
    }
  if (fence.shape === 'corridor')
    return { messageId: '8606', body: { ...head, attributes: attributes & ~LIMITED, turns: turnsOf(fence, limits), ...name } }
  return null
}

const REMOVED_BY: Partial<Record<Shape, string>> = { circle: '8601', rectangle: '8603', polygon: '8605', corridor: '8607' }
export function removeMessage(id: number, shape: Shape): AreaMessage | null {
  const messageId = REMOVED_BY[shape]
  return messageId ? { messageId, body: { ids: [id] } } : null
}
