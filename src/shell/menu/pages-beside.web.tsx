/** Above a page: the pages it shares an entry of the menu with. Links, so that each is opened, marked and copied as any other page. */
import { useGo } from '../tabs/go.web.ts'
import { useTabs } from '../tabs/tabs.web.ts'
import './menu.css'

export function PagesBeside() {
  const go = useGo()
  const { list, active } = useTabs()
  const code = list.find((tab) => tab.key === active)?.code
  const pages = code === undefined ? [] : go.routing.besides(code)
  if (pages.length === 0) return null
  return (
    <nav className="zyt-beside" aria-label="同类页面">
      {pages.map((page) => (
        <a
          key={page.code}
          href={page.path ?? '#'}
          aria-current={page.code === code ? 'page' : undefined}
          onClick={(event) => {
            if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return
            event.preventDefault()
            go.open(page.code)
          }}
        >
          {page.title}
        </a>
      ))}
    </nav>
  )
}
