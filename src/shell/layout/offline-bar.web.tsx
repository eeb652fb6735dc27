import { useEffect, useSyncExternalStore } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { api, reachable } from '#kit/ui/client/api.web.ts'
import { useStore } from '#kit/ui/state/use-store.web.ts'

const subscribe = (listener: () => void): (() => void) => {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}
const ASK_MS = 5000

export function OfflineBar() {
  const online = useSyncExternalStore(subscribe, () => navigator.onLine)
  const answered = useStore(reachable)
  const away = !online || !answered
  const queries = useQueryClient()
  useEffect(() => {
    if (!away) return
    // Asks until somebody answers, then what is on screen is read again.
    const timer = setInterval(() => {
      void api.get('/api/v1/site/config', undefined, { silent: true }).then(
        () => queries.invalidateQueries(),
        () => undefined,
      )
    }, ASK_MS)
    return () => clearInterval(timer)
  }, [away, queries])
  if (!away) return null
  return (
    <div className="zyt-offline" role="alert">
      {online ? '服务器没有响应，正在重新连接…' : '网络已断开，正在等待恢复…'} 已填写的内容会保留在本机草稿中。
    </div>
  )
}
