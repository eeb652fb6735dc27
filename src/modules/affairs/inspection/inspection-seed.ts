/** The rules a new company starts with. Sources stand beside each row; a company may add its own. */
import { day, type Day } from '#kit/basics/time/day.ts'
import type { InspectionRuleRow, RequiredCertificate } from './inspection.rules.ts'

const LAW = '道路交通安全法实施条例第十六条'
const EASED = '公安部等 2022 年车检改革措施（请按当地车管所核对）'
const ON_LAW = day('2004-05-01')
const ON_EASED = day('2022-10-01')

const row = (
  vehicleClass: InspectionRuleRow['vehicleClass'],
  useNature: InspectionRuleRow['useNature'],
  [ageFrom, ageTo]: readonly [number, number | null],
  everyMonths: number,
  kind: InspectionRuleRow['kind'] = 'line',
  [source, effectiveOn]: readonly [string, Day] = [LAW, ON_LAW],
): InspectionRuleRow & { source: string } => ({
  vehicleClass,
  useNature,
  ageFrom,
  ageTo,
  everyMonths,
  kind,
  source,
  effectiveOn,
})

const eased: readonly [string, Day] = [EASED, ON_EASED]
export const INSPECTION_RULES: readonly (InspectionRuleRow & { source: string })[] = [
  ...(['operating', 'private'] as const).flatMap((use) => [row('goods', use, [0, 120], 12), row('goods', use, [120, null], 6)]),
  row('passengerSmall', 'operating', [0, 60], 12),
  row('passengerSmall', 'operating', [60, null], 6),
  row('passengerMid', 'operating', [0, 60], 12),
  row('passengerMid', 'operating', [60, null], 6),
  ...(['operating', 'private'] as const).flatMap((use) => [row('trailer', use, [0, null], 12), row('special', use, [0, null], 12)]),
  row('passengerSmall', 'private', [0, 48], 24, 'label', eased),
  row('passengerSmall', 'private', [48, 72], 24, 'line', eased),
  row('passengerSmall', 'private', [72, 96], 24, 'label', eased),
  row('passengerSmall', 'private', [96, 120], 24, 'line', eased),
  row('passengerSmall', 'private', [120, null], 12, 'line', eased),
]

export const CERTIFICATE_RULES: readonly (RequiredCertificate & { source: string })[] = [
  { kind: 'drivingLicence', vehicleClass: 'any', useNature: 'any', grossAbove: null, onlyUse: null, source: '道路交通安全法第十一条' },
  { kind: 'registration', vehicleClass: 'any', useNature: 'any', grossAbove: null, onlyUse: null, source: '道路交通安全法第九条' },
  {
    kind: 'roadPermit',
    vehicleClass: 'goods',
    useNature: 'operating',
    grossAbove: 4500,
    onlyUse: null,
    source: '道路运输条例第二十二、二十四条：4500 千克及以下普通货运车辆不需要',
  },
  {
    kind: 'roadPermit',
    vehicleClass: 'trailer',
    useNature: 'operating',
    grossAbove: 4500,
    onlyUse: null,
    source: '道路运输条例第二十四条',
  },
  {
    kind: 'roadPermit',
    vehicleClass: 'any',
    useNature: 'operating',
    grossAbove: null,
    onlyUse: 'hazardous',
    source: '道路运输条例第二十三、二十四条',
  },
]
