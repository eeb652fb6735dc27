import { describe, expect, test } from 'vitest'
import { checkProfile, type CutProfile } from './terminal.rules.ts'

const profile = (more: Partial<CutProfile>): CutProfile => ({
  cutBy: 'control',
  cutCode: 'F0',
  restoreCode: 'F1',
  limitCode: null,
  ...more,
})

describe('how a model cuts, restores and restricts', () => {
  test.each<[Partial<CutProfile>, string | null]>([
    [{}, null],
    [{ limitCode: 'F2' }, null],
    [{ cutBy: 'none', cutCode: null, restoreCode: null }, null],
    [{ restoreCode: null }, '支持断油断电的型号须同时填写断开指令与恢复指令'],
    [{ restoreCode: 'F0' }, '断开指令与恢复指令不能相同'],
    [{ limitCode: 'F1' }, '限制启动指令不能与断开或恢复指令相同'],
    [{ limitCode: '限制' }, '终端控制指令应为命令字十六进制，可带参数，例如 F0 或 F0;1'],
    [{ cutBy: 'text', cutCode: 'DYD#', restoreCode: 'HFYD#', limitCode: 'XZQD#' }, null],
  ])('%j', (more, why) => {
    expect(checkProfile(profile(more))).toBe(why)
  })
})
