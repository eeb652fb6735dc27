/** Which entries of the login log somebody must hear of at once, and in which words. Pure. */
export interface Entry {
  result: string
  username: string
  ip: string
  /** Of this company; null: a name nobody has. */
  userId: number | null
}
export interface Alarm {
  title: string
  lines: string[]
}

interface Sign {
  result: string
  /** So many of one account (or address) make it a sign: a person mistypes, an attacker goes on. */
  least: number
  by: 'username' | 'ip'
  short: (n: number) => string
  line: (of: string, from: string, times: number) => string
}
const SIGNS: readonly Sign[] = [
  {
    result: 'addressRefused',
    least: 1,
    by: 'username',
    short: (n) => `${n} 个管理员账号在不允许的地址登录`,
    line: (of, from, times) => `账号 ${of} 的密码正确，但从不允许的地址 ${from} 登录 ${times} 次，已拒绝；请确认本人，必要时重置密码`,
  },
  {
    result: 'badTotp',
    least: 3,
    by: 'username',
    short: (n) => `${n} 个账号的密码可能已泄露`,
    line: (of, from, times) => `账号 ${of} 的密码正确，动态验证码错误 ${times} 次，来自 ${from}；请确认本人，必要时重置密码`,
  },
  {
    result: 'passkeyCopied',
    least: 1,
    by: 'username',
    short: (n) => `${n} 个账号的通行密钥可能被复制`,
    line: (of, from, times) => `账号 ${of} 的通行密钥使用次数倒退 ${times} 次，已拒绝，来自 ${from}；请联系本人移除后重新添加`,
  },
  {
    result: 'lockedNow',
    least: 1,
    by: 'username',
    short: (n) => `${n} 个账号被锁定`,
    line: (of, from, times) => `账号 ${of} 连续输错被锁定 ${times} 次，来自 ${from}；从别处登录过的本人不受影响，今天不再提醒该账号`,
  },
  {
    result: 'throttled',
    least: 1,
    by: 'ip',
    short: (n) => `${n} 个地址被限制登录`,
    line: (of, from, times) => `地址 ${of} 错误过多被限制，又尝试 ${times} 次，账号 ${from}`,
  },
  {
    result: 'denied',
    least: 20,
    by: 'username',
    short: (n) => `${n} 个账号多次越权访问`,
    line: (of, from, times) => `账号 ${of} 越权访问 ${times} 次，都被拒绝，来自 ${from}`,
  },
  {
    result: 'numbersSlowed',
    least: 1,
    by: 'username',
    short: (n) => `${n} 个账号批量查看号码`,
    line: (of, from, times) =>
      `账号 ${of} 查看或查找完整号码过于频繁，已限制，${times} 次，来自 ${from}；请在系统日志核对看了谁的号码、事由是什么`,
  },
]
export const ALARMING: readonly string[] = SIGNS.map((sign) => sign.result)

export const PAUSED = 'lockedNow'
export interface PausedDay {
  username: string
  day: string
}
/** Whoever is guessed at all day long stands in one alarm a day: pauses of a name that had one that day are left out. */
export function oncePerDay<E extends Entry & { day: string }>(entries: readonly E[], earlier: readonly PausedDay[]): E[] {
  const known = new Set(earlier.map(({ username, day }) => `${day} ${username}`))
  return entries.filter((entry) => entry.result !== PAUSED || !known.has(`${entry.day} ${entry.username}`))
}

const MOST_LINES = 20
const MOST_NAMED = 3
/** A few, and how many more: an attack comes from a thousand addresses. */
const few = (all: readonly string[]): string => {
  const different = [...new Set(all)]
  const named = different.slice(0, MOST_NAMED).join('、')
  return different.length > MOST_NAMED ? `${named} 等 ${different.length} 个` : named
}

/** Null: nothing anybody must hear of. */
export function alarmOf(entries: readonly Entry[]): Alarm | null {
  const shorts: string[] = []
  const lines: string[] = []
  for (const sign of SIGNS) {
    const groups = Map.groupBy(
      entries.filter((entry) => entry.result === sign.result),
      (entry) => entry[sign.by],
    )
    const suspicious = [...groups].filter(([, all]) => all.length >= sign.least)
    if (suspicious.length === 0) continue
    shorts.push(sign.short(suspicious.length))
    for (const [of, all] of suspicious)
      lines.push(sign.line(of, few(all.map((entry) => (sign.by === 'ip' ? entry.username : entry.ip))), all.length))
  }
  if (shorts.length === 0) return null
  const more = lines.length - MOST_LINES
  return {
    title: `入侵告警：${shorts.join('，')}`.slice(0, 80),
    lines: more > 0 ? [...lines.slice(0, MOST_LINES), `另有 ${more} 条，见登录日志`] : lines,
  }
}
