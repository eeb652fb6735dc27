/** Notices of the operating system, for whoever looks at another window: only after they were switched on, in this browser. */
import { Switch } from 'antd'
import { useId, useState } from 'react'
import { toast } from '#kit/ui/dialog/message.web.tsx'
import { local } from '#kit/ui/state/storage.web.ts'

const KEY = 'zyt:desktop-notice'
const MESSAGE_MS = 5000
// Absent where the address is not a safe one (plain http of another machine) and on many phones.
const offered = (): boolean => 'Notification' in window && window.isSecureContext
const isOn = (): boolean => offered() && local.get(KEY) === '1' && Notification.permission === 'granted'

export function showOnDesktop(text: string, onClick: () => unknown): void {
  // Whoever sees the console has the toast already.
  if (!isOn() || document.visibilityState === 'visible') return
  // One tag: the newer notice takes the place of the older, also from a second window of the console.
  const notice = new Notification(document.title, { body: text, tag: 'zyt-message' })
  notice.addEventListener('click', () => {
    window.focus()
    notice.close()
    onClick()
  })
}

export function DesktopSwitch() {
  const id = useId()
  const [on, setOn] = useState(isOn)
  if (!offered()) return null
  const change = async (wanted: boolean): Promise<void> => {
    if (wanted && (await Notification.requestPermission()) !== 'granted') {
      return toast.error('浏览器不允许本站发送通知，请在地址栏左侧的网站设置中改为「允许」后再开启', MESSAGE_MS)
    }
    local.set(KEY, wanted ? '1' : '0')
    setOn(wanted)
  }
  return (
    <div className="zyt-messages-desktop">
      <label htmlFor={id}>不在本页面时，用桌面通知提醒我</label>
      <Switch id={id} size="small" checked={on} onChange={(wanted) => void change(wanted)} />
    </div>
  )
}
