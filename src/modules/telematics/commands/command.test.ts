import { describe, expect, test } from 'vitest'
import { checkParameters, checkPassThrough, measured } from './command.rules.ts'

describe('what people type into commands', () => {
  test.each([
    ['0029=30\n0055=100', null],
    ['  0x0029 = 30 ', null],
    ['0083=沪A12345', null],
    ['f030=AT+RELAY', null],
    ['f031=00ff', null],
    ['0032=0800', null],
    ['', '请至少填写一个参数'],
    ['0029', '参数第 1 行应为「编号=值」，例如 0029=30'],
    ['0029=30\n0029=40', '参数 0029 出现了两次'],
    ['0029=', '参数 0029（缺省汇报间隔）应为 0 至 4294967295 的整数'],
    ['0029=三十', '参数 0029（缺省汇报间隔）应为 0 至 4294967295 的整数'],
    ['0029=30.5', '参数 0029（缺省汇报间隔）应为 0 至 4294967295 的整数'],
    ['0084=300', '参数 0084（车牌颜色）应为 0 至 255 的整数'],
    ['0032=早八点', '参数 0032（违规行驶时段）应为十六进制，例如 00ff'],
    ['f030=断油', '参数 f030 的含义未知，值应为十六进制或英文字符'],
    ['0013=1.2.3.4', '参数 0013 是服务器地址或拨号参数，改错后终端将失联，不能在此修改'],
  ])('parameters %j', (text, why) => {
    expect(checkParameters(text, true)).toBe(why)
  })
  test.each([
    ['0001,0029', null],
    ['', null],
    ['0029，0055', null],
    ['zz', '参数编号 zz 应为十六进制，例如 0029'],
  ])('numbers of parameters %j', (text, why) => {
    expect(checkParameters(text, false)).toBe(why)
  })
  test.each([
    ['F0', '0a1b', null],
    ['f0', '0a 1b', null],
    ['F', '00', '透传类型应为两位十六进制，例如 F0'],
    ['F0', 'xyz', '内容应为十六进制，每字节两位，例如 0a1b2c'],
    ['F0', '0a1', '内容应为十六进制，每字节两位，例如 0a1b2c'],
  ])('what is passed through %s %s', (type, data, why) => {
    expect(checkPassThrough(type, data)).toBe(why)
  })
})
test.each([
  ['0029', '30', '30 秒'],
  ['0080', '249230', '24,923 km'],
  ['005b', '55', '5.5 km/h'],
  ['0055', '100', '100 km/h'],
  ['0030', '30', '30 °'],
  ['0083', '沪A12345', '沪A12345'],
  ['0084', '2', '2'],
  ['f030', '17', '17'],
  ['0029', '', ''],
])('parameter %s of %s reads %s', (id, value, words) => expect(measured(id, value)).toBe(words))
