/**
 * The one home page: what is to be done now, for everybody; how the company is doing, for those whose role has the page of a leasing
 * operator or of a carrier. Work and cards come from the modules, each part under its right.
 */
import { useEffect, type ReactNode } from 'react'
import { useScreen } from '#kit/ui/screen/screen.web.ts'
import type { ScreenProps } from '#kit/ui/screen/slots.web.ts'
import { useMe } from '#kit/ui/state/session.web.ts'
import { HOME_PAGES, type HomePage } from '#kit/entity/module.ts'
import { Scene } from '../site/scene.web.tsx'
import { useSite } from '../site/site.web.ts'
import { FirstDay } from './first-day.web.tsx'
import { RecentPages, Shortcuts } from './home-beside.web.tsx'
import { HomeCards, LeadCards, useHomeCards } from './home-cards.web.tsx'
import { WorkList } from './home-work.web.tsx'
import './home.css'

export default function Home({ screen }: ScreenProps) {
  const { setTitle } = useScreen()
  useEffect(() => setTitle(screen.title), [setTitle, screen.title])
  const page: HomePage | null = HOME_PAGES.find((code) => code === screen.code) ?? null
  return (
    <>
      <Greeting />
      {page ? <WithFigures page={page} /> : <Top work={<WorkList page={null} />} />}
    </>
  )
}

function WithFigures({ page }: { page: HomePage }) {
  const cards = useHomeCards(page)
  return (
    <>
      <Top
        work={
          <>
            <WorkList page={page} />
            <LeadCards of={cards} />
          </>
        }
      />
      <HomeCards
        of={cards}
        empty="还没有可以显示的经营数据。录入车辆、合同或订单后，这里会显示概况；如果应当看到数据，请联系管理员开通相应页面。"
      />
    </>
  )
}

function Top({ work }: { work: ReactNode }) {
  return (
    <div className="zyt-home-top">
      <div className="zyt-home-main">{work}</div>
      <div className="zyt-home-beside">
        <FirstDay />
        <Shortcuts />
        <RecentPages />
      </div>
    </div>
  )
}

function Greeting() {
  const me = useMe()
  const site = useSite()
  return (
    <header className="zyt-home-who">
      <div>
        <h1>
          {greeting(new Date())}，{me.name}
        </h1>
        <p>
          {[me.operatorName, me.dept, me.isAdmin ? '管理员' : null].filter(Boolean).join(' · ')}
          {me.scopeText ? ` · 数据范围：${me.scopeText}` : ''}
        </p>
      </div>
      <Scene look={site?.look ?? 'leasing'} />
    </header>
  )
}

function greeting(now: Date): string {
  const hour = Number(new Intl.DateTimeFormat('en-GB', { hour: '2-digit', hourCycle: 'h23', timeZone: 'Asia/Shanghai' }).format(now))
  return hour < 6 ? '夜深了' : hour < 12 ? '上午好' : hour < 18 ? '下午好' : '晚上好'
}
