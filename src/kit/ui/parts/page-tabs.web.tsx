/** Tabs within a page. */
import { useLayoutEffect, useRef } from 'react'
import { Tabs, type TabsProps } from 'antd'

/**
 * The library calls its whole bar a list of tabs, with the button for those that do not fit in it; a screen reader may
 * find only tabs in such a list. The role belongs to the inner element.
 */
export function PageTabs(props: TabsProps) {
  const box = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const bar = box.current?.querySelector(':scope > .ant-tabs > .ant-tabs-nav[role=tablist]')
    const list = bar?.querySelector('.ant-tabs-nav-list')
    if (!bar || !list) return
    for (const name of ['role', 'aria-orientation']) {
      list.setAttribute(name, bar.getAttribute(name) ?? '')
      bar.removeAttribute(name)
    }
  })
  return (
    <div ref={box}>
      <Tabs {...props} />
    </div>
  )
}
