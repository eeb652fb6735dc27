/** How stretches of days look: a word, a colour and a line each, so that none is told by its colour alone. */
import type { CalendarSpan } from './calendar.wire.ts'

interface Look {
  /** One character at the beginning of the bar. */
  sign: string
  name: string
  style: string
  /** Below the bars of who has the vehicle. */
  thin?: true
}
const LOOKS = {
  lease: { sign: '租', name: '在租', style: 'lease' },
  waiting: { sign: '待', name: '待交车', style: 'waiting' },
  over: { sign: '逾', name: '到期未还', style: 'over' },
  ended: { sign: '还', name: '已还车', style: 'ended' },
  hold: { sign: '留', name: '预留', style: 'hold' },
  signing: { sign: '签', name: '签约中的预留', style: 'hold' },
  draft: { sign: '草', name: '未生效的合同', style: 'draft' },
  taken: { sign: '占', name: '已占用（不在您的数据权限内）', style: 'taken' },
  away: { sign: '换', name: '换车后换回', style: 'taken' },
  care: { sign: '修', name: '维保', style: 'care', thin: true },
  stop: { sign: '停', name: '停用', style: 'stop', thin: true },
  mission: { sign: '运', name: '运输任务', style: 'mission', thin: true },
  due: { sign: '◆', name: '年检、整备到期或预约', style: 'due', thin: true },
} as const satisfies Record<string, Look>

export const LEGEND: readonly Look[] = [
  LOOKS.lease,
  LOOKS.waiting,
  LOOKS.over,
  LOOKS.ended,
  LOOKS.hold,
  LOOKS.draft,
  LOOKS.taken,
  LOOKS.care,
  LOOKS.stop,
  LOOKS.mission,
  LOOKS.due,
]

export function lookOf({ kind, state, over }: Pick<CalendarSpan, 'kind' | 'state' | 'over'>): Look {
  if (kind === 'lease')
    return over
      ? LOOKS.over
      : state === 'ended'
        ? LOOKS.ended
        : state === 'toPickUp' || state === 'toHandOver'
          ? LOOKS.waiting
          : LOOKS.lease
  if (kind === 'hold') return state === 'signing' ? LOOKS.signing : LOOKS.hold
  return LOOKS[kind]
}
