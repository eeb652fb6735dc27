import { describe, expect, it } from 'vitest'
import { whichDriver } from './find-driver.rules.ts'

const SUN = { id: 1, name: '孙磊', mobile: '13900000001', idNo: '11010119900307005X' }
const OTHER_SUN = { id: 2, name: '孙磊', mobile: '13900000002', idNo: '110101199003070062' }
const WU = { id: 3, name: '吴 强', mobile: '13900000003', idNo: '110101199003070089' }
const ALL = [SUN, OTHER_SUN, WU]
const who = (name: string, mobile = '', licence = '') => whichDriver({ name, mobile, licence }, ALL)

describe('the driver whom a paper of others means', () => {
  it.each([
    ['a name only one has', who('吴强'), 3],
    ['a name two have, with the number of one', who('孙磊', '139 0000 0002'), 2],
    ['a masked number tells namesakes apart', who('孙磊', '139****0001'), 1],
    ['a licence alone, its letter small', who('', '', '11010119900307005x'), 1],
    ['a mobile number alone', who('', '13900000003'), 3],
    ['all of it', who('孙磊', '13900000002', '110101199003070062'), 2],
  ])('%s', (_title, answer, driver) => expect(answer).toMatchObject({ driver, unclear: null }))

  it.each([
    ['a name two have', who('孙磊'), '有 2 名司机叫孙磊，请补充手机号或驾驶证号'],
    ['a masked number that fits both', who('孙磊', '1390000000*'), '有 2 名司机叫孙磊，请补充手机号或驾驶证号'],
    ['the number of another', who('吴强', '13900000001'), '手机号或驾驶证号属于另一位司机'],
    ['a known name with a number nobody has', who('吴强', '13811112222'), '有司机叫吴强，但手机号或驾驶证号不同'],
    ['numbers of two drivers', who('', '13900000001', '110101199003070062'), '手机号与驾驶证号属于不同的司机'],
  ])('%s is nobody in particular, and the reason is said', (_title, answer, unclear) =>
    expect(answer).toMatchObject({ driver: null, unclear }),
  )
  it('a stranger keeps his name; nobody named is nobody', () => {
    expect(who('外请张师傅', '13811112222')).toEqual({ driver: null, driverName: '外请张师傅', unclear: null })
    expect(who('')).toEqual({ driver: null, driverName: null, unclear: null })
  })
})
