/** Which id of an additional item means what, by device profile: plain data, so that it can come from a table. */
import { CodecError } from './bytes.ts'
import { safetyKinds } from './items-safety.ts'
import { plainKinds, type ItemKind, type Profile } from './items.ts'

/** Every kind there is. A device profile says which id means which. */
export const itemKinds: readonly ItemKind[] = [...plainKinds, ...safetyKinds]
const byName = new Map(itemKinds.map((k) => [k.name, k]))
export const itemKind = (name: string): ItemKind | undefined => byName.get(name)

/** What a profile is made of: plain data, so that it can come from a table. Ids in hexadecimal. */
export interface ProfileData {
  code: string
  label: string
  items: Readonly<Record<string, string>>
  idBytes?: 1 | 2
  lengthBytes?: 1 | 2 | 4
}

const STANDARD: Readonly<Record<string, string>> = {
  '01': 'mileage',
  '02': 'fuel',
  '03': 'recorderSpeed',
  '04': 'alarmToConfirm',
  '05': 'tyrePressures',
  '06': 'cabinTemperature',
  '11': 'overspeed',
  '12': 'area',
  '13': 'driveTime',
  '14': 'videoAlarms',
  '15': 'videoLost',
  '16': 'videoCovered',
  '17': 'storageFailed',
  '18': 'abnormalDriving',
  '25': 'vehicleSignals',
  '2a': 'io',
  '2b': 'analog',
  '30': 'signal',
  '31': 'satellites',
  '64': 'drivingAssistance',
  '65': 'driverState',
  '66': 'tyres',
  '67': 'blindSpot',
}

/** A profile with some ids meant otherwise. `''` takes one away. Throws on a kind that is not in the catalogue. */
export function withItems(profile: Profile, items: Readonly<Record<string, string>>): Profile {
  const kinds = new Map(profile.kinds)
  for (const [id, name] of Object.entries(items)) {
    const number = /^[0-9a-f]{1,4}$/i.test(id) ? Number.parseInt(id, 16) : NaN
    if (Number.isNaN(number) || number >= 2 ** (8 * profile.idBytes))
      throw new CodecError(`附加信息 ID“${id}”应为 ${2 * profile.idBytes} 位以内的十六进制数`)
    const kind = byName.get(name)
    if (name !== '' && !kind) throw new CodecError(`没有名为“${name}”的附加信息类型`)
    if (kind) kinds.set(number, kind)
    else kinds.delete(number)
  }
  return { ...profile, kinds }
}

/** The standard's items, with the profile's own in their place. */
export const makeProfile = ({ code, label, items, idBytes = 1, lengthBytes = 1 }: ProfileData): Profile =>
  withItems({ code, label, idBytes, lengthBytes, kinds: new Map() }, { ...STANDARD, ...items })

/** Profiles that come with the product; a table may add to them. */
export const profiles: Readonly<Record<string, Profile>> = {
  standard: makeProfile({ code: 'standard', label: '标准', items: {} }),
  gps51: makeProfile({
    code: 'gps51',
    label: '冷链终端（51 温度、58 湿度）',
    items: { '51': 'temperatures', '58': 'humidities', '61': 'voltage' },
  }),
  gps51signed: makeProfile({
    code: 'gps51signed',
    label: '冷链终端（51 温度，最高位为负号）',
    items: { '51': 'temperaturesSigned', '58': 'humidities', '61': 'voltage' },
  }),
  battery06: makeProfile({ code: 'battery06', label: '06 为电池电量的终端', items: { '06': 'batteryLevel' } }),
}
