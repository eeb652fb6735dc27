/** Where the reading in the field comes from: it was counted, nobody has looked yet. */
import { Alert } from 'antd'
import { formatTime } from '#kit/basics/time/time-format.ts'
import '#kit/ui/record/form/form.css'

export function CountedNote({ counted }: { counted: { km: number; at: string } | null | undefined }) {
  if (!counted) return null
  return (
    <Alert
      type="info"
      showIcon
      className="zyt-form-alert"
      title={`里程已按终端填入 ${counted.km.toLocaleString('zh-CN')} km（${formatTime(counted.at, 'MM-DD HH:mm')}），请与仪表核对`}
    />
  )
}
