/** A fence as the message that a terminal watches it by (0x8600, 0x8602, 0x8604, 0x8606). Pure. */
import type { Fence } from '../fence.shape.rules.ts'
import type { Version } from '../jt808/jt808.ts'

const micro = (degrees: number): number => Math.round(Math.abs(degrees) * 1e6)

function attributesOf(fence: Fence): number {
  const [first] = fence.points
  let bits = 0
  if (fence.speedLimit) bits |= 1 << 1
  if (fence.onEnter) bits |= 1 << 3
  if (fence.onLeave) bits |= 1 << 5
  if (first && first.lat < 0) bits |= 1 << 6
  if (first && first.lng < 0) bits |= 1 << 7
  return bits
}

export function areaMessage(fence: Fence, version: Version): { messageId: string; body: Record<string, unknown> } | null {
  const attributes = attributesOf(fence)
  const limits = fence.speedLimit ? { maxSpeed: fence.speedLimit, overspeedSeconds: Math.min(fence.overspeedSeconds, 255), ...(version === 2019 ? { nightMaxSpeed: fence.nightSpeedLimit ?? fence.speedLimit } : {}) } : {}
  const name = version === 2019 ? { name: fence.name.slice(0, 20) } : {}
  const head = { id: fence.id, attributes }
  const [a, b] = fence.points
  const counted = version === 2011 ? { packetCount: 1 } : {}
  if (fence.shape === 'circle' && a) return { messageId: '8600', body: { setting: 1, ...counted, areas: [{ ...head, latitude: micro(a.lat), longitude: micro(a.lng), radius: fence.radius, ...limits, ...name }] } }
  if (fence.shape === 'rectangle' && a && b) {
    const area = { ...head, topLatitude: micro(Math.max(a.lat, b.lat)), leftLongitude: micro(Math.min(a.lng, b.lng)), bottomLatitude: micro(Math.min(a.lat, b.lat)), rightLongitude: micro(Math.max(a.lng, b.lng)), ...limits, ...name }
    return { messageId: '8602', body: { setting: 1, ...counted, areas: [area] } }
  }
  if (fence.shape === 'polygon') {
    const { nightMaxSpeed, ...rest } = limits as { nightMaxSpeed?: number }
    return { messageId: '8604', body: { ...head, ...rest, points: fence.points.map((p) => ({ latitude: micro(p.lat), longitude: micro(p.lng) })), ...(nightMaxSpeed === undefined ? {} : { nightMaxSpeed }), ...name } }
  }
  if (fence.shape === 'corridor') {
    const turns = fence.points.map((p, i) => ({ id: i + 1, segmentId: Math.max(1, i), latitude: micro(p.lat), longitude: micro(p.lng), width: Math.min(255, fence.width), attributes: (p.lat < 0 ? 4 : 0) | (p.lng < 0 ? 8 : 0) }))
    return { messageId: '8606', body: { ...head, attributes: attributes & ~2, turns, ...name } }
  }
  return null
}
