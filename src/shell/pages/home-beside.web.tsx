/** Beside the work list: pages somebody has chosen, and where he was. */
import { StarFilled, StarOutlined } from '@ant-design/icons'
import { useSetting } from '#kit/ui/state/setting.web.ts'
import { findScreen } from '#kit/ui/screen/registry.web.ts'
import { SearchSelect } from '#kit/ui/field/search-select.web.tsx'
import { Link } from '#kit/ui/screen/link.web.tsx'
import { pagesOf } from '../menu/work-menu.ts'
import { useGo } from '../tabs/go.web.ts'
import { kindOf, useRecent } from '../tabs/recent.web.ts'

const none: string[] = []
const MOST_RECENT = 6

export function Shortcuts() {
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
            <Link to={go.routing.pathOf(code)} className="zyt-button">
              {pages.find((p) => p.node.code === code)!.node.title}
            </Link>
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

export function RecentPages() {
  const recent = useRecent()
  return (
    <section className="zyt-card">
      <h2>最近访问</h2>
      {recent.length === 0 ? <p className="zyt-home-none">打开过的页面会显示在这里。</p> : null}
      <ul className="zyt-home-rows">
        {recent.slice(0, MOST_RECENT).map((r) => {
          return (
            <li key={r.path}>
              <Link to={r.path}>
                <span>{r.title}</span>
                <span className="zyt-home-note">{kindOf(r, findScreen(r.code)?.title)}</span>
              </Link>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
