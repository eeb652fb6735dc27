/** Times and words of a flow. Pure; the moment is a parameter. */
const MINUTE = 60_000
const DAY = 86_400_000

/** Of a title: signs no file name may have, and pictures. */
export const TITLE_SIGNS = /[/\\:*"<>|?]|\p{Extended_Pictographic}/u

const local = (at: number): string => new Date(at + 8 * 3_600_000).toISOString()
const clockOf = (at: number): string => local(at).slice(11, 16)
const dayOf = (at: number): string => local(at).slice(0, 10)

const FIRST_MINUTES = 30
const PAUSE_MINUTES = 10

/** When the next reminder may go out: not in the first half hour, then ten minutes apart. */
function urgeFrom(startedAt: string, urgedAt: string | null): number {
  const first = Date.parse(startedAt) + FIRST_MINUTES * MINUTE
  return urgedAt ? Math.max(first, Date.parse(urgedAt) + PAUSE_MINUTES * MINUTE) : first
}
export function urgeRefusal(startedAt: string | null, urgedAt: string | null, now: string): string | null {
  if (!startedAt) return '流程尚未发起'
  const from = urgeFrom(startedAt, urgedAt)
  if (Date.parse(now) >= from) return null
  return urgedAt ? `请于 ${clockOf(from)} 后再催签` : `发起后 30 分钟内不可催签，请于 ${clockOf(from)} 后再试`
}

/** 「1,3,7」 as people type it, with whatever comma they have. */
export const urgeDays = (text: string): number[] =>
  text
    .split(/[,，、\s]+/)
    .filter(Boolean)
    .map(Number)
    .filter((n) => Number.isInteger(n) && n >= 1 && n <= 90)

/** Both official pages of e签宝 at once: not before the old deadline, and at most 90 days behind the earlier of now and it. */
const latestDelay = (expireAt: string, now: string): number => Math.min(Date.parse(now), Date.parse(expireAt)) + 90 * DAY
export function delayRefusal(expireAt: string, wanted: string, now: string): string | null {
  if (Date.parse(wanted) < Date.parse(expireAt)) return '新的截止时间不能早于原截止时间'
  if (Date.parse(wanted) <= Date.parse(now)) return '新的截止时间必须晚于现在'
  const latest = latestDelay(expireAt, now)
  return Date.parse(wanted) > latest ? `最多延至 ${dayOf(latest)}` : null
}

const MAX_DAYS = 90
export function deadlineRefusal(expireAt: string, now: string): string | null {
  if (Date.parse(expireAt) <= Date.parse(now)) return '截止时间必须晚于现在'
  return Date.parse(expireAt) > Date.parse(now) + MAX_DAYS * DAY ? `最多延至 ${dayOf(Date.parse(now) + MAX_DAYS * DAY)}` : null
}

const CLOCK_MINUTES = 5
/** A signature says when it was made: where the clocks of the house disagree, none is. */
export const clockRefusal = (node: number, database: number): string | null =>
  Math.abs(node - database) > CLOCK_MINUTES * MINUTE ? '本机时间与数据库相差超过 5 分钟，已停止签署，请联系管理员校准时间' : null

export const FLOW_NUMBERS = { draft: 0, signing: 1, completed: 2, revoked: 3, expired: 5, declined: 7 } as const
export const RESCISSION_NUMBERS = { none: 0, running: 1, partly: 2, done: 3 } as const
/** What a provider says → our word; a state that is final is never left for it. */
export const statusOfNumber = (n: number): keyof typeof FLOW_NUMBERS | null =>
  (Object.entries(FLOW_NUMBERS).find(([, value]) => value === n)?.[0] as keyof typeof FLOW_NUMBERS | undefined) ?? null

export interface Turn {
  id: number
  seq: number
  status: 'waiting' | 'toSign' | 'signed' | 'declined' | 'void'
}
/** Who has to sign now: everybody at once, or those with the lowest number that is not done. */
export function whoseTurn(parties: readonly Turn[], ordered: boolean): Turn[] {
  const open = parties.filter((party) => party.status === 'waiting' || party.status === 'toSign')
  const first = Math.min(...open.map((party) => party.seq))
  return open.filter((party) => !ordered || party.seq === first)
}
