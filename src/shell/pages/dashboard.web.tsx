/** The welcome page: who I am, what waits for me, where I was, where I often go. */
import { StarFilled, StarOutlined } from '@ant-design/icons'
import { useEffect } from 'react'
import { useScreen } from '#kit/ui/screen/screen.web.ts'
import { useMe } from '#kit/ui/state/session.web.ts'
import { useSetting } from '#kit/ui/state/setting.web.ts'
import { useStore } from '#kit/ui/state/use-store.web.ts'
import { findScreen } from '#kit/ui/screen/registry.web.ts'
import { SearchSelect } from '#kit/ui/field/search-select.web.tsx'
import { itemsOf } from '../notice/notices.ts'
import { totals } from '../notice/poll.web.ts'
import { pagesOf } from '../routes.ts'
import { useGo } from '../tabs/go.web.ts'
import { kindOf, useRecent } from '../tabs/recent.web.ts'
import { FirstDay } from './first-day.web.tsx'
import type { Card } from '#kit/report/home.wire.ts'
import { HomeCards, To, useCards } from './home-cards.web.tsx'

export default function Dashboard() {
  const me = useMe()
  const { setTitle, screen } = useScreen()
  useEffect(() => setTitle(screen.title), [setTitle, screen.title])
  const { data: cards } = useCards('dashboard')
  const home = useHome()
  return (
    <>
      <div className="zyt-welcome">
        <section className="zyt-card zyt-welcome-who">
          <h1>
            {greeting(new Date())}，{me.name}
          </h1>
          <p>
            {[me.operatorName, me.dept, me.isAdmin ? '管理员' : null].filter(Boolean).join(' · ')}
            {me.scopeText ? ` · 数据范围：${me.scopeText}` : ''}
          </p>
        </section>
        <Todos />
        <FirstDay />
        <Shortcuts />
        <RecentPages />
      </div>
      {cards && cards.length > 0 ? <HomeCards page="dashboard" empty="" /> : null}
      {home ? <HomeCards page={home} empty="录入车辆、合同或订单后，这里会显示经营概况。" without={TODAY} /> : null}
    </>
  )
}

/** Condensed above into what is urgent. */
const TODAY = ['今天要做的事']
/** How we are doing, for those whose role has such a page; carriers have their own. */
function useHome(): 'homePage' | 'tmsHomePage' | null {
  const { routing } = useGo()
  return routing.pathOf('tmsHomePage') ? 'tmsHomePage' : routing.pathOf('homePage') ? 'homePage' : null
}

function greeting(now: Date): string {
  const hour = Number(new Intl.DateTimeFormat('en-GB', { hour: '2-digit', hourCycle: 'h23', timeZone: 'Asia/Shanghai' }).format(now))
  return hour < 6 ? '夜深了' : hour < 12 ? '上午好' : hour < 18 ? '下午好' : '晚上好'
}

/** Most first things: what the notice panel holds, then what the home page counts and somebody has to act on. */
const MOST_TODOS = 8

function Todos() {
  const all = useStore(totals)
  const go = useGo()
  const items = itemsOf(all).slice(0, MOST_TODOS)
  const { data } = useCards(useHome() ?? 'homePage')
  const figures = urgent(data ?? []).slice(0, MOST_TODOS - items.length)
  return (
    <section className="zyt-card">
      <h2>今天要做的事</h2>
      {data && items.length + figures.length === 0 ? <p className="zyt-home-none">目前没有待办与提醒。</p> : null}
      <ul className="zyt-home-rows">
        {items.map((item) => (
          <li key={item.id}>
            <a
              href={go.routing.pathOf(item.to.screen) ?? '#'}
              onClick={(event) => {
                event.preventDefault()
                go.open(item.to.screen, item.to.params)
              }}
            >
              <span>
                {item.title} · {item.about}
              </span>
              <span className="zyt-home-note">{item.lines.at(-1)?.[1]}</span>
            </a>
          </li>
        ))}
        {figures.map((figure) => (
          <li key={figure.label}>
            <To to={figure.to}>
              <span>{figure.label}</span>
              <b data-tone={figure.tone}>{figure.value.toLocaleString('zh-CN')}</b>
            </To>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Counts with a warning tone: sums of money stand on the home page, beside the count they belong to. */
function urgent(cards: readonly Card[]) {
  const figures = cards.flatMap(({ data }) => (data.kind === 'figures' ? data.figures : []))
  const rank = { bad: 0, warn: 1, good: 2 }
  return figures
    .filter((figure) => figure.value > 0 && figure.to && figure.unit === undefined && (figure.tone === 'bad' || figure.tone === 'warn'))
    .toSorted((a, b) => rank[a.tone!] - rank[b.tone!])
}

const none: string[] = []

function Shortcuts() {
  const go = useGo()
  const [codes, setCodes] = useSetting<string[]>('shortcuts', none)
  const pages = pagesOf(go.routing.menu)
  const chosen = codes.filter((code) => pages.some((p) => p.node.code === code))
  return (
    <section className="zyt-card">
      <h2>常用功能</h2>
      <ul className="zyt-shortcuts">
        {chosen.map((code) => (
          <li key={code}>
            <To to={go.routing.pathOf(code) ?? undefined} className="zyt-button">
              {pages.find((p) => p.node.code === code)!.node.title}
            </To>
            <button
              type="button"
              className="zyt-icon-button"
              aria-label={`从常用功能移除 ${pages.find((p) => p.node.code === code)!.node.title}`}
              onClick={() => setCodes(codes.filter((c) => c !== code))}
            >
              <StarFilled />
            </button>
          </li>
        ))}
        <li>
          <SearchSelect
            aria-label="添加常用功能"
            placeholder={
              <>
                <StarOutlined /> 添加常用功能
              </>
            }
            style={{ width: 168 }}
            value={null}
            options={pages.filter((p) => !codes.includes(p.node.code)).map((p) => ({ value: p.node.code, label: p.trail.join(' › ') }))}
            onChange={(code: string | null) => code && setCodes([...codes, code])}
            popupMatchSelectWidth={280}
          />
        </li>
      </ul>
    </section>
  )
}

function RecentPages() {
  const recent = useRecent()
  return (
    <section className="zyt-card">
      <h2>最近访问</h2>
      {recent.length === 0 ? <p className="zyt-home-none">打开过的页面会显示在这里。</p> : null}
      <ul className="zyt-home-rows">
        {recent.slice(0, 8).map((r) => {
          return (
            <li key={r.path}>
              <To to={r.path}>
                <span>{r.title}</span>
                <span className="zyt-home-note">{kindOf(r, findScreen(r.code)?.title)}</span>
              </To>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
