/** Which driver somebody else's paper means: by name, mobile number and the number of the licence, as far as it gives them. */
import { normaliseDigits, normaliseText } from '#kit/basics/text.ts'

export interface Named {
  name: string
  mobile: string
  /** In China the number of the driving licence is that of the identity card. */
  licence: string
}
interface Known {
  id: number
  name: string
  mobile: string
  idNo: string
}
export interface DriverMatch {
  driver: number | null
  /** Of a stranger as he is called. */
  driverName: string | null
  /** Why it is nobody in particular, although somebody may be meant. */
  unclear: string | null
}

export const plainName = (text: string): string => normaliseText(text).replaceAll(/\s/g, '')
export const plainNumber = (text: string): string => normaliseDigits(text).toUpperCase()
/** Others mask numbers: 138****5678 still tells two namesakes apart. */
const same = (said: string, known: string): boolean =>
  said === known || (said.includes('*') && said.length === known.length && Array.from(said).every((c, i) => c === '*' || c === known[i]))

export function whichDriver(of: Named, drivers: readonly Known[]): DriverMatch {
  const [name, mobile, licence] = [plainName(of.name), plainNumber(of.mobile), plainNumber(of.licence)]
  const stranger = (unclear: string | null): DriverMatch => ({ driver: null, driverName: normaliseText(of.name) || null, unclear })
  if (!name && !mobile && !licence) return stranger(null)
  const named = (d: Known): boolean => name !== '' && plainName(d.name) === name
  const numbered = (d: Known): boolean =>
    (mobile !== '' && same(mobile, plainNumber(d.mobile))) || (licence !== '' && same(licence, plainNumber(d.idNo)))
  const all = drivers.filter(
    (d) => (!name || named(d)) && (!mobile || same(mobile, plainNumber(d.mobile))) && (!licence || same(licence, plainNumber(d.idNo))),
  )
  if (all.length === 1) return { driver: all[0]!.id, driverName: all[0]!.name, unclear: null }
  if (all.length > 1)
    return stranger(
      name ? `有 ${all.length} 名司机叫${normaliseText(of.name)}，请补充手机号或驾驶证号` : `有 ${all.length} 名司机符合，请补充姓名`,
    )
  if (drivers.some((d) => !named(d) && numbered(d)))
    return stranger(name ? '手机号或驾驶证号属于另一位司机' : '手机号与驾驶证号属于不同的司机')
  if (drivers.some(named) && (mobile || licence)) return stranger(`有司机叫${normaliseText(of.name)}，但手机号或驾驶证号不同`)
  return stranger(null)
}
