/** 送货单 on paper: the very PDF that is printed. */
import { Button } from 'antd'
import { api } from '#kit/ui/client/api.web.ts'
import type { TabProps } from '#kit/ui/screen/slots.web.ts'

export default function NoteHead({ row }: TabProps) {
  const show = async (): Promise<void> => {
    // A window opened by the click itself is not held back by the browser.
    const tab = window.open('', '_blank')
    const answer = await api.raw('GET', '/api/v1/deliveryNote/paper', undefined, { query: { id: row.id } }).catch(() => null)
    if (!answer?.ok) return tab?.close()
    const url = URL.createObjectURL(await answer.blob())
    if (tab) tab.location.href = url
    setTimeout(() => URL.revokeObjectURL(url), 60_000)
  }
  return <Button onClick={() => void show()}>打印送货单</Button>
}
