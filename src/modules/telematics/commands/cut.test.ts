import { describe, expect, it } from 'vitest'
import { cutObstacle, profileFault, zoneFault, type CutKind, type CutSight } from './cut.rules.ts'

const NOW = '2026-11-20T08:00:00.000Z'
const secondsAgo = (s: number): string => new Date(Date.parse(NOW) - s * 1000).toISOString()
/** A vehicle that stands, seen half a minute ago by a terminal that can do both. */
const standing: CutSight = {
  terminal: 1,
  online: true,
  supported: true,
  limitable: true,
  fixAt: secondsAgo(30),
  speed: 0,
  located: true,
  place: { lng: 121_473_701, lat: 31_230_416 },
  before: { at: secondsAgo(60), speed: 0, lng: 121_473_701, lat: 31_230_416 },
  clockFault: null,
  zone: null,
  fixSeconds: 60,
  speedLimit: 20,
}
const asked = (kind: CutKind, more: Partial<CutSight>): string | null => cutObstacle(kind, { ...standing, ...more }, NOW)
const OFFLINE = '终端不在线；断开与限制不能离线排队，请待其上线后执行'
const BEFORE = standing.before!
const ONCE = '只有一次有效定位，不能确认车辆的位置与速度；请先「立即定位」'
const APART = '最近两次定位相距过远，不能确认车辆的位置；请先「立即定位」'
const WRONG_CLOCK = '终端时钟异常（快 20 分钟），不能确认定位与车速是当前的；请先为终端校时'
const NOWHERE = '没有有效定位，无法判断车辆的位置与速度'

describe('cutting fuel or electricity', () => {
  it.each<[CutKind, string, Partial<CutSight>, string | null]>([
    ['cut', 'it stands and was just seen', {}, null],
    ['limit', 'it stands and was just seen', {}, null],
    ['restore', 'it stands and was just seen', {}, null],
    ['cut', 'the model knows no such command', { supported: false }, '设备型号未配置断油断电指令'],
    ['limit', 'the model knows no such command', { supported: false, limitable: false }, '设备型号未配置断油断电指令'],
    ['restore', 'the model knows no such command', { supported: false }, '设备型号未配置断油断电指令'],
    ['limit', 'the model cannot restrict a start', { limitable: false }, '设备型号未配置限制启动指令'],
    ['cut', 'the model cannot restrict a start', { limitable: false }, null],
    ['restore', 'the model cannot restrict a start', { limitable: false }, null],
    ['cut', 'nobody answers', { online: false }, OFFLINE],
    ['limit', 'nobody answers', { online: false }, OFFLINE],
    ['restore', 'nobody answers: it waits', { online: false }, null],
    ['cut', 'the receiver is lost', { located: false }, NOWHERE],
    ['cut', 'it was never seen', { fixAt: null }, NOWHERE],
    ['cut', 'nobody knows its speed', { speed: null }, NOWHERE],
    ['limit', 'nobody knows its speed', { speed: null }, NOWHERE],
    ['restore', 'nobody knows anything', { located: false, fixAt: null, speed: null }, null],
    ['cut', 'it was seen as long ago as is allowed', { fixAt: secondsAgo(60) }, null],
    ['cut', 'that is a fraction more', { fixAt: secondsAgo(60.4) }, null],
    ['cut', 'it was seen half a second earlier', { fixAt: secondsAgo(60.5) }, '最近定位在 61 秒前，超过 60 秒的时效；请先「立即定位」'],
    ['cut', 'it was seen a second earlier', { fixAt: secondsAgo(61) }, '最近定位在 61 秒前，超过 60 秒的时效；请先「立即定位」'],
    ['limit', 'it was seen a second earlier', { fixAt: secondsAgo(61) }, '最近定位在 61 秒前，超过 60 秒的时效；请先「立即定位」'],
    ['restore', 'it was seen yesterday', { fixAt: secondsAgo(86_400) }, null],
    ['cut', 'it is on a bridge', { zone: '长江大桥' }, '车辆位于禁止断油断电区域「长江大桥」内，驶离后再操作'],
    ['limit', 'it is on a bridge', { zone: '长江大桥' }, '车辆位于禁止断油断电区域「长江大桥」内，驶离后再操作'],
    ['restore', 'it is on a bridge', { zone: '长江大桥' }, null],
    ['cut', 'its clock is wrong', { clockFault: '快 20 分钟' }, WRONG_CLOCK],
    ['limit', 'its clock is wrong', { clockFault: '快 20 分钟' }, WRONG_CLOCK],
    ['restore', 'its clock is wrong', { clockFault: '快 20 分钟' }, null],
    ['cut', 'it rolls as fast as the house allows', { speed: 20, speedLimit: 80 }, null],
    [
      'cut',
      'it drives faster than the house allows, whatever the parameter says',
      { speed: 21, speedLimit: 80 },
      '车辆正在行驶（21 km/h），车速不高于 20 km/h 才能断开；可「改为限制启动」',
    ],
    ['cut', 'it is as fast as the company allows', { speed: 5, speedLimit: 5 }, null],
    [
      'cut',
      'it is faster than the company allows, and no start can be restricted',
      { speed: 6, speedLimit: 5, limitable: false },
      '车辆正在行驶（6 km/h），车速不高于 5 km/h 才能断开',
    ],
    ['cut', 'it was never seen before', { before: null }, ONCE],
    ['limit', 'it was never seen before', { before: null }, ONCE],
    ['restore', 'it was never seen before', { before: null }, null],
    [
      'cut',
      'it drove eight seconds ago and one fix says that it stands',
      { fixAt: secondsAgo(0), before: { ...BEFORE, at: secondsAgo(8), speed: 80 } },
      '车辆在 8 秒前的车速为 80 km/h，连续两次定位都不高于 20 km/h 才能断开；请先「立即定位」；可「改为限制启动」',
    ],
    ['limit', 'it drove eight seconds ago', { before: { ...BEFORE, at: secondsAgo(8), speed: 80 } }, null],
    ['cut', 'its last two places cannot both be', { before: { ...BEFORE, lng: 116_400_000, lat: 39_900_000 } }, APART],
    ['limit', 'its last two places cannot both be', { before: { ...BEFORE, lng: 116_400_000, lat: 39_900_000 } }, APART],
    ['limit', 'it drives: only its next start is restricted', { speed: 90 }, null],
    ['restore', 'it drives', { speed: 90 }, null],
  ])('%s: %s', (kind, _, more, says) => expect(asked(kind, more)).toBe(says))

  it('is asked of the model and the place alone before a terminal is online', () => {
    expect(profileFault('cut', { supported: true, limitable: false })).toBeNull()
    expect(profileFault('limit', { supported: true, limitable: true })).toBeNull()
    expect(zoneFault('cut', { zone: null })).toBeNull()
    expect(zoneFault('restore', { zone: '隧道' })).toBeNull()
  })
})
