/** What level 3 of 等保 2.0 asks (GB/T 22239-2019, 8.1.4), item by item, against what is. Pure. */
import { dayOf, timeOf } from '#kit/basics/time/day.ts'
import { dutyNames, LEVEL3, type Duty, type SecurityPolicy } from './profile.rules.ts'
import type { SecurityCheck } from './security.wire.ts'

export interface SecurityFacts {
  now: string
  policy: SecurityPolicy
  people: { all: number; proven: number; admins: number; adminsProven: number; stale: number }
  /** Of the last day, by result. */
  events: Readonly<Record<string, number>>
  lookups: number
  reveals: number
  anchored: string | null
  shipped: string | null
  first: string | null
  /** Who could review what waits. */
  reviewers: number
  vacant: readonly Duty[]
  /** Without a second factor. */
  unproven: readonly Duty[]
  /** Numbers of people lie sealed in the database. */
  sealed: boolean
  demo: boolean
  /** Where people sign in elsewhere; null: they do not. */
  oidc: { passwordOff: boolean; provesSecond: boolean } | null
}

/** To the parameter itself: the page has many. */
const parameter = (code: string): { label: string; path: string } => ({ label: '参数设置', path: `/system/parameterSett?code=${code}` })
const USERS = { label: '用户管理', path: '/system/user' }
const LOG = { label: '系统日志', path: '/system/systemLog' }
const moment = (at: string): string => `${dayOf(at)} ${timeOf(at)}`

type Line = [label: string, good: boolean, text: string, to?: SecurityCheck['to']]
const section = (group: string, lines: readonly Line[]): SecurityCheck[] =>
  lines.map(([label, good, text, to]) => ({ group, label, state: good ? 'good' : 'open', text, to: to ?? null }))

/** Whether the provider asks a second factor, only its keepers know. */
const elsewhere = ({ oidc }: SecurityFacts): Line => [
  '统一身份认证',
  true,
  oidc === null
    ? '没有启用，所有人用本系统的密码或通行密钥登录'
    : `已启用，${oidc.passwordOff ? '普通员工不能用密码登录' : '也可以用密码登录'}；第二步验证由${oidc.provesSecond ? '身份平台负责，请确认它对所有人都要求' : '本系统负责'}`,
]

function identity(facts: SecurityFacts): SecurityCheck[] {
  const { policy, people } = facts
  const { passwordMinLength: length, passwordMaxDays: days, idleMinutes: idle } = policy
  const missing = people.all - people.proven
  return section('身份鉴别', [
    [
      '两步验证',
      policy.secondFactorFor === 'all' && missing === 0,
      policy.secondFactorFor === 'all'
        ? missing === 0
          ? '所有人都已启用（动态验证码或通行密钥）'
          : `还有 ${missing} 人没有启用，他们登录后须先启用`
        : `没有要求所有人启用；${people.all} 人中 ${people.proven} 人已启用，管理员 ${people.admins} 人中 ${people.adminsProven} 人`,
      parameter('secondFactorFor'),
    ],
    elsewhere(facts),
    [
      '密码',
      length >= LEVEL3.passwordMinLength && days > 0 && days <= LEVEL3.passwordMaxDays,
      `不少于 ${length} 位、三种字符、不含公司名称、不与最近 5 次相同，${days > 0 ? `${days} 天更换` : '不要求定期更换'}`,
      parameter('passwordMinLength'),
    ],
    [
      '登录失败',
      true,
      '同一来源连续错 5 次暂停 30 秒，再错依次暂停 1、5、15、60 分钟，其他来源不受影响；同一地址或同一账号错 100 次后只限制陌生来源；每次都记入登录日志',
      LOG,
    ],
    ['超时退出', idle <= LEVEL3.idleMinutes, `${idle} 分钟无操作退出，登录最长 ${policy.sessionHours} 小时`, parameter('idleMinutes')],
    [
      '管理员登录地址',
      policy.adminAddresses.trim() !== '',
      policy.adminAddresses.trim() === '' ? '没有限制，管理员可以从任何地址登录' : `只能从 ${policy.adminAddresses} 登录`,
      parameter('adminAddresses'),
    ],
  ])
}

function access({ policy, people, reviewers, vacant, unproven }: SecurityFacts): SecurityCheck[] {
  return section('访问控制', [
    [
      '三员分立',
      policy.separateAdmins && vacant.length === 0 && unproven.length === 0,
      vacant.length > 0
        ? `没有人担任${dutyNames(vacant)}${policy.separateAdmins ? '' : '；安排好之后在参数设置中打开三员分立'}`
        : unproven.length > 0
          ? `${dutyNames(unproven)}还没有启用两步验证`
          : policy.separateAdmins
            ? '系统、安全、审计三位管理员各负其责'
            : '三员都有人担任，还没有打开三员分立',
      policy.separateAdmins || vacant.length > 0 ? USERS : parameter('separateAdmins'),
    ],
    [
      '双人复核',
      policy.twoPersonsRights && reviewers > 1,
      !policy.twoPersonsRights
        ? '一个人就能授权、修改收款账户'
        : reviewers > 1
          ? '授权与收款账户的修改由另一人复核后生效'
          : '已打开，但没有第二个能复核的人，授权与收款账户的修改立即生效；请再给一人授予「待复核变更」的复核权限',
      policy.twoPersonsRights ? USERS : parameter('twoPersonsRights'),
    ],
    ['长期不用的账号', people.stale === 0, people.stale === 0 ? '没有' : `${people.stale} 个账号 90 天没有登录，请停用`, USERS],
    ['演示账号', true, '公司数据中没有演示账号'],
  ])
}

/** Signing in to look at this page is a line of its own: on a day without one that left, none leaves. */
const SHIPPED_WITHIN_MS = 86_400_000

function auditing({ now, anchored, shipped, first, events }: SecurityFacts): SecurityCheck[] {
  const many = (result: string): number => events[result] ?? 0
  const leaves = shipped !== null && Date.parse(now) - Date.parse(shipped) < SHIPPED_WITHIN_MS
  const alarms = [
    many('lockedNow') && `${many('lockedNow')} 次账号被锁定`,
    many('throttled') && `${many('throttled')} 次地址被限制`,
    many('denied') && `${many('denied')} 次越权访问被拒绝`,
    many('numbersSlowed') && `${many('numbersSlowed')} 次因查看号码过多被限制`,
    many('addressRefused') && `${many('addressRefused')} 次从不允许的地址登录`,
  ].filter(Boolean)
  return [
    ...section('安全审计', [
      ['日志保存', true, first ? `自 ${dayOf(first)} 起的日志都在，不会自动删除（法定不少于六个月）` : '还没有日志', LOG],
      [
        '日志锚点',
        anchored !== null,
        anchored ? `哈希链最近一次由数据库之外的密钥签封：${moment(anchored)}` : '还没有锚点，工作进程启动后每十分钟签封一次',
        LOG,
      ],
      [
        '日志外送',
        leaves,
        !shipped
          ? '日志服务器还没有收下任何日志：没有配置（环境变量 SYSLOG_URL），或它没有确认收到，见部署文档「安全」'
          : leaves
            ? `最近一次送往日志服务器：${moment(shipped)}`
            : `日志服务器最后一次收下日志是 ${moment(shipped)}，此后没有送达，请核对 SYSLOG_URL 与日志服务器`,
      ],
    ]),
    {
      group: '入侵防范',
      label: '最近一天',
      state: alarms.length ? 'look' : 'good',
      text: alarms.length ? `${alarms.join('，')}，请查看登录日志` : '没有账号被锁定，没有越权访问',
      to: LOG,
    },
  ]
}

function personal({ policy, sealed, lookups, reveals }: SecurityFacts): SecurityCheck[] {
  return section('个人信息保护', [
    [
      '号码加密',
      sealed,
      sealed
        ? '手机号、证件号与账号在数据库中加密保存，密钥在数据库之外'
        : '手机号、证件号与账号在数据库中没有加密，请指定密钥文件（环境变量 FIELD_KEYS），见部署文档「安全」',
    ],
    ['号码查看', true, `最近一天查看完整号码 ${reveals} 次，按隐藏号码查找 ${lookups} 次，都有日志`, LOG],
    [
      '司机行踪同意',
      policy.driverTrackConsent,
      policy.driverTrackConsent ? '司机同意之前不保存其手机定位，不显示其位置' : '没有要求司机同意后才使用其位置',
      parameter('driverTrackConsent'),
    ],
  ])
}

export function securityChecks(facts: SecurityFacts, { tls }: { tls: boolean }): SecurityCheck[] {
  const checks = [
    ...identity(facts),
    ...access(facts),
    ...auditing(facts),
    ...section('数据传输', [
      ['传输加密', tls, tls ? '当前连接经 HTTPS' : '当前连接不是 HTTPS，请在前面放置 TLS 反向代理，见部署文档「TLS」'],
    ]),
    ...personal(facts),
  ]
  return facts.demo
    ? checks.map((check) =>
        check.label === '演示账号'
          ? { ...check, state: 'open' as const, text: '这是演示公司：密码写在登录页上，任何人都能进来，不要录入真实数据' }
          : check,
      )
    : checks
}
