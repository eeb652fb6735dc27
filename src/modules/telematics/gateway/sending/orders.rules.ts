/** A command as the messages that carry it, and what its answers mean. Pure. */
import { asText } from '#kit/basics/text.ts'
import type { ParameterSetting } from '../../commands/command.rules.ts'
import type { Fence } from '../../fences/fence.shape.rules.ts'
import type { Shape } from '../../fences/fence.rules.ts'
import { areaMessage, removeMessage } from './areas.rules.ts'
import { FUEL_CUT, parameterKinds, POWER_CUT, DOORS_LOCKED, type Body, type Version } from '../../jt808/jt808.ts'

export interface Order {
  kind: string
  payload: Record<string, unknown>
}
export interface CutCodes {
  cutBy: 'none' | 'control' | 'text' | 'parameter' | 'raw'
  cutCode: string | null
  restoreCode: string | null
  limitCode: string | null
  cutBits: 'oil' | 'circuit' | 'either' | 'both'
}
export interface Wire {
  messageId: string
  body: Body
  /** The answer that says more than 0x0001, when there is one. */
  answer?: string
}

/** A typed value: a whole number where the parameter is one, otherwise text; what the standard does not know goes as hex. */
function parameterOf({ id, value }: ParameterSetting): { id: string; value?: number | string; raw?: string } {
  const short = id.replace(/^0{4}/, '')
  const kind = parameterKinds.get(short)?.kind
  if (kind === 'text') return { id: short, value }
  if (kind === 'hex') return { id: short, raw: value }
  if (kind) return { id: short, value: Number(value) }
  return /^(?:[0-9a-f]{2})+$/i.test(value) ? { id: short, raw: value } : { id: short, raw: Buffer.from(value, 'latin1').toString('hex') }
}

function cutWire(code: string, by: CutCodes['cutBy'], version: Version): Wire | null {
  if (by === 'control') {
    const [command = '', ...rest] = code.split(';')
    return { messageId: '8105', body: { command: Number.parseInt(command, 16), ...(rest.length ? { parameters: rest.join(';') } : {}) } }
  }
  if (by === 'text') return { messageId: '8300', body: { flags: 1, ...(version === 2019 ? { type: 2 } : {}), text: code } }
  if (by === 'parameter') {
    const at = code.indexOf('=')
    return {
      messageId: '8103',
      body: { items: [parameterOf({ id: code.slice(0, at).toLowerCase().padStart(8, '0'), value: code.slice(at + 1) })] },
    }
  }
  if (by === 'raw') return { messageId: code.slice(0, 4).toLowerCase(), body: { raw: code.slice(5).toLowerCase() } }
  return null
}

/** One bit until 2013; two since 2019: 01 service, 10 urgent, 11 notice. */
const urgency = (urgent: boolean, version: Version): number => (version === 2019 ? (urgent ? 2 : 3) : urgent ? 1 : 0)
const text = (value: unknown): string => asText(value)

/** Null: this terminal has no way to do it. */
export function wireOf(order: Order, version: Version, cut: CutCodes | null, fence: Fence | null): Wire | null {
  const p = order.payload
  switch (order.kind) {
    case 'locate':
      return { messageId: '8201', body: {}, answer: '0201' }
    case 'track':
      return { messageId: '8202', body: { interval: Number(p['seconds']), validity: Number(p['validSeconds']) } }
    case 'interval':
      return { messageId: '8103', body: { items: [{ id: '0029', value: Number(p['seconds']) }] } }
    case 'text':
      return {
        messageId: '8300',
        body: {
          flags: urgency(Boolean(p['urgent']), version) | 4 | (p['speak'] ? 8 : 0),
          ...(version === 2019 ? { type: 1 } : {}),
          text: text(p['text']),
        },
      }
    case 'readParameters': {
      const ids = (p['ids'] as string[] | undefined) ?? []
      return ids.length
        ? { messageId: '8106', body: { ids: ids.map((id) => id.replace(/^0{4}/, '')) }, answer: '0104' }
        : { messageId: '8104', body: {}, answer: '0104' }
    }
    case 'setParameters':
    case 'calibrate':
      return { messageId: '8103', body: { items: (p['settings'] as ParameterSetting[]).map(parameterOf) } }
    case 'upgrade':
      // URL;dialling name;user;password;address;TCP;UDP;maker;hardware;firmware;minutes — what has no value stays empty.
      return {
        messageId: '8105',
        body: {
          command: 1,
          parameters: [text(p['url']), '', '', '', '', '', '', '', '', text(p['firmware']), String(Number(p['minutes']))].join(';'),
        },
      }
    case 'restart':
      return { messageId: '8105', body: { command: 4 } }
    case 'factoryReset':
      return { messageId: '8105', body: { command: 5 } }
    case 'photo':
      return {
        messageId: '8801',
        body: {
          channel: Number(p['channel']),
          command: 1,
          interval: 0,
          save: 0,
          resolution: 2,
          quality: 5,
          brightness: 128,
          contrast: 64,
          saturation: 64,
          chroma: 128,
        },
      }
    case 'properties':
      return { messageId: '8107', body: {}, answer: '0107' }
    case 'lockDoor':
    case 'unlockDoor': {
      // The editions contradict each other: 1 locks until 2013, and opens since 2019.
      const lock = order.kind === 'lockDoor'
      return {
        messageId: '8500',
        body: version === 2019 ? { controls: [{ id: '0001', value: lock ? 0 : 1 }] } : { flags: lock ? 1 : 0 },
        answer: '0500',
      }
    }
    case 'confirmAlarm':
      return { messageId: '8203', body: { serial: 0, types: (2 ** Number(p['bit'])) >>> 0 } }
    case 'raw':
      return { messageId: '8900', body: { type: Number(p['type'] ?? 0xf0), data: text(p['data']) } }
    case 'fenceSync':
      return fence ? areaMessage(fence, version) : null
    case 'fenceRemove':
      return removeMessage(Number(p['fence']), text(p['shape']) as Shape)
    case 'cut':
      return cut?.cutCode ? cutWire(cut.cutCode, cut.cutBy, version) : null
    case 'limit':
      return cut?.limitCode ? cutWire(cut.limitCode, cut.cutBy, version) : null
    case 'restore':
      return cut?.restoreCode ? cutWire(cut.restoreCode, cut.cutBy, version) : null
  }
  return null
}

/** Does this status word show that it happened? Null for kinds that no status bit confirms. */
export function takenEffect(kind: string, status: number, bits: CutCodes['cutBits']): boolean | null {
  if (kind === 'lockDoor') return (status & DOORS_LOCKED) !== 0
  if (kind === 'unlockDoor') return (status & DOORS_LOCKED) === 0
  if (kind !== 'cut' && kind !== 'limit' && kind !== 'restore') return null
  const oil = (status & FUEL_CUT) !== 0
  const circuit = (status & POWER_CUT) !== 0
  if (kind !== 'restore') return bits === 'oil' ? oil : bits === 'circuit' ? circuit : bits === 'both' ? oil && circuit : oil || circuit
  return bits === 'oil' ? !oil : bits === 'circuit' ? !circuit : !oil && !circuit
}

export const EFFECT_WORDS: Record<string, string> = {
  cut: '状态位显示油路或电路已断开',
  limit: '熄火后状态位显示油路或电路已断开',
  restore: '状态位显示油路与电路正常',
  lockDoor: '状态位显示车门已加锁',
  unlockDoor: '状态位显示车门已解锁',
}

/** Kinds that are asked for again after the terminal has said yes. */
export const isReadBack = (kind: string): boolean => kind === 'setParameters' || kind === 'calibrate'
/** In tenths of a kilometre: a vehicle that drives has gone on until it is asked. */
const ODOMETER = { id: '0080', most: 10 }

/** The passwords for dialling: an answer to «all parameters» brings them in plain text. */
const SECRET = new Set(['0012', '0016', '0025'])
/** What a terminal answers, as it may be kept and shown: of a password only whether there is one. */
export const withoutSecrets = <T extends { id: string; value?: unknown }>(items: readonly T[]): T[] =>
  items.map((item) => (SECRET.has(item.id) ? { ...item, value: item.value ? '已设置（不显示）' : '' } : item))

/** What was set and what the terminal says now, for the difference shown to people. */
export function differenceOf(
  settings: readonly ParameterSetting[],
  items: readonly { id: string; value?: unknown; raw?: unknown }[],
): { id: string; label: string; wanted: string; found: string | null; same: boolean }[] {
  return settings.map((setting) => {
    const short = setting.id.replace(/^0{4}/, '')
    const item = items.find((one) => one.id === short)
    const actual = item ? String(item.value ?? item.raw) : null
    const kind = parameterKinds.get(short)
    const number = kind && kind.kind !== 'text' && kind.kind !== 'hex'
    const drivenOn =
      short === ODOMETER.id &&
      actual !== null &&
      Number(actual) >= Number(setting.value) &&
      Number(actual) - Number(setting.value) <= ODOMETER.most
    return {
      id: short,
      label: kind?.label ?? '',
      wanted: setting.value,
      found: actual,
      same:
        drivenOn ||
        (actual !== null && (number ? Number(actual) === Number(setting.value) : actual.toLowerCase() === setting.value.toLowerCase())),
    }
  })
}

/** Retransmission of the standard: T(N+1) = T(N) × (N+1), here 5, 10, 30 seconds. */
export const waitMs = (attempt: number, first = 5000): number => {
  let wait = first
  for (let n = 1; n < attempt; n++) wait *= n + 1
  return wait
}
export const MOST_ATTEMPTS = 3
