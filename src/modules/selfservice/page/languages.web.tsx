/** Chinese or English. The choice stands in the address, because nothing is stored in the browser of a visitor. */
import { useEffect } from 'react'
import { readPageIn } from '#shell/language/language.web.ts'

const chosen = (): boolean => new URLSearchParams(window.location.search).get('lang') === 'en'

async function readEnglish(): Promise<void> {
  const { OWN_ENGLISH } = await import('./english.ts')
  readPageIn(OWN_ENGLISH, 'en')
}
function choose(english: boolean): void {
  const address = new URL(window.location.href)
  if (english) address.searchParams.set('lang', 'en')
  else address.searchParams.delete('lang')
  window.history.replaceState(null, '', address)
  if (english) void readEnglish()
  // What was replaced comes back on a page that is built anew.
  else window.location.reload()
}

export function Languages() {
  useEffect(() => {
    if (chosen()) void readEnglish()
  }, [])
  return (
    <span className="zyt-own-languages" translate="no">
      <button type="button" lang="zh" onClick={() => choose(false)}>
        中文
      </button>
      <button type="button" lang="en" onClick={() => choose(true)}>
        English
      </button>
    </span>
  )
}
