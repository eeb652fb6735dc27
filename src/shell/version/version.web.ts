/** After each navigation the version file is read (spec §4, §8): a newer program on the server forces a reload, drafts first. */
import { useEffect } from 'react'
import { api } from '#kit/ui/client/api.web.ts'
import { TEXT } from '#kit/ui/client/answer.ts'
import { flushDrafts } from '#kit/ui/state/draft.web.ts'
import { alertBox, HTTP_TOAST_MS, toast } from '#kit/ui/dialog/message.web.tsx'
import { flushSettings } from '#kit/ui/state/setting.web.ts'
import { local } from '#kit/ui/state/storage.web.ts'
import { isNewer } from './version.ts'
import { leaveOnPurpose } from '../leaving.web.ts'

let loaded: string | null = null
let alerting = false

async function check(): Promise<void> {
  if (alerting) return
  let version: string
  try {
    version = (await api.site<{ version: string }>(`/verify.json?t=${Date.now()}`)).version
  } catch {
    return toast.error(TEXT.fetchFailed, HTTP_TOAST_MS)
  }
  if (loaded === null) {
    // The page was fetched a moment ago: this is the version it is.
    loaded = version
    local.set('currentVersion', version)
    return
  }
  if (!isNewer(version, loaded) || alerting) return
  alerting = true
  await Promise.all([flushDrafts(), flushSettings()])
  await alertBox({ title: '版本更新', content: TEXT.newVersion, okText: '刷新页面' })
  leaveOnPurpose()
  local.set('currentVersion', version)
  window.location.reload()
}

export function useVersionCheck(navigation: string): void {
  useEffect(() => void check(), [navigation])
}
