/** What a terminal does when the platform speaks to it: the answer to each order, and what it changes. Pure. */
import { CONTROLS, parameterKinds, type Body, type Location, type ParameterValue } from '../jt808/jt808.ts'

/** What an order can change. */
export interface Cabin {
  fuelCut: boolean
  /** It drives on and does not start again. */
  startRefused: boolean
  powerCut: boolean
  doorsLocked: boolean
  intervalSeconds: number
  parameters: Map<string, ParameterValue>
  texts: string[]
}
export interface Obeyed {
  /** Messages to send, in order. */
  answers: { messageId: string; body: Body }[]
  /** Afterwards the terminal restarts. */
  restart?: boolean
  /** Report at once: a switch changed. */
  report?: boolean
  /** Send a picture. */
  picture?: { channel: number; id: number }
  /** Report every so many seconds for so long. */
  follow?: { interval: number; seconds: number }
}

export const FACTORY: readonly ParameterValue[] = [
  { id: '0001', value: 60 },
  { id: '0013', value: '127.0.0.1' },
  { id: '0018', value: 6808 },
  { id: '0020', value: 0 },
  { id: '0027', value: 300 },
  { id: '0028', value: 5 },
  { id: '0029', value: 10 },
  { id: '0030', value: 30 },
  { id: '0055', value: 100 },
  { id: '0056', value: 10 },
  { id: '0057', value: 14_400 },
  { id: '0080', value: 0 },
  { id: '0084', value: 2 },
]

/** Cut-off orders of several makers (fleet.md §3.8): the simulated devices understand them all. */
const CUT: readonly number[] = [0xf0, 0x64, 0x72]
const RESTORE: readonly number[] = [0xf1, 0x65]
const LIMIT = 0xf2
type Fields = Record<string, unknown>

/** What was never set and is a text is empty; other unknown ones are left out, as devices do. */
function known(id: string, cabin: Cabin): ParameterValue[] {
  const parameter = cabin.parameters.get(id)
  return parameter ? [parameter] : parameterKinds.get(id)?.kind === 'text' ? [{ id, value: '' }] : []
}

export function obey(messageId: string, serial: number, body: Body, cabin: Cabin, locate: () => Location): Obeyed {
  const given = body as Fields
  const done = (result: number, more: Partial<Obeyed> = {}): Obeyed => ({
    ...more,
    answers: [{ messageId: '0001', body: { serial, messageId, result } }, ...(more.answers ?? [])],
  })
  switch (messageId) {
    case '8103':
      for (const item of given['items'] as ParameterValue[]) cabin.parameters.set(item.id, item)
      cabin.intervalSeconds = Number(cabin.parameters.get('0029')?.value) || cabin.intervalSeconds
      return done(0)
    case '8104':
    case '8106': {
      const wanted = messageId === '8104' ? [...cabin.parameters.keys()] : (given['ids'] as string[])
      return { answers: [{ messageId: '0104', body: { serial, items: wanted.flatMap((id): ParameterValue[] => known(id, cabin)) } }] }
    }
    case '8105': {
      const command = Number(given['command'])
      if (CUT.includes(command) || RESTORE.includes(command)) {
        cabin.fuelCut = CUT.includes(command)
        cabin.startRefused = false
        return done(0, { report: true })
      }
      if (command === LIMIT) {
        cabin.startRefused = true
        return done(0, { report: true })
      }
      if (command === 1) return done(0, { answers: [{ messageId: '0108', body: { type: 0, result: 0 } }] })
      return command in CONTROLS ? done(0, { restart: command === 4 || command === 5 }) : done(3)
    }
    case '8107':
      return {
        answers: [
          {
            messageId: '0107',
            body: {
              type: 4,
              maker: 'ZYT',
              model: 'SIM-1',
              terminalId: 'SIM0001',
              iccid: '89860012345678901234',
              hardware: 'HW1.0',
              firmware: 'FW2.3.1',
              gnss: 3,
              network: 32,
            },
          },
        ],
      }
    case '8201':
      return { answers: [{ messageId: '0201', body: { serial, location: locate() } }] }
    case '8202':
      return done(0, { follow: { interval: Number(given['interval']), seconds: Number(given['validity'] ?? 0) } })
    case '8300':
      cabin.texts.push(String(given['text']))
      return done(0)
    case '8500': {
      const controls = given['controls'] as { value?: number }[] | undefined
      cabin.doorsLocked = controls ? controls.some((control) => control.value === 0) : (Number(given['flags']) & 1) === 1
      return { answers: [{ messageId: '0500', body: { serial, location: locate() } }], report: true }
    }
    case '8801': {
      const id = (serial << 8) >>> 0
      return {
        answers: [{ messageId: '0805', body: { serial, result: 0, ids: [id] } }],
        picture: { channel: Number(given['channel']), id },
      }
    }
    case '8203':
    case '8204':
    case '8301':
    case '8302':
    case '8303':
    case '8304':
    case '8400':
    case '8401':
    case '8600':
    case '8601':
    case '8602':
    case '8603':
    case '8604':
    case '8605':
    case '8606':
    case '8607':
    case '8800':
    case '8900':
      return done(0)
    case '8001':
    case '8003':
    case '8004':
    case '8100':
      return { answers: [] }
    default:
      return done(3)
  }
}
