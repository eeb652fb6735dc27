/** Above 外发记录: a message to one's own number, to see whether the way out works. */
import { Button } from 'antd'
import { SendOutlined } from '@ant-design/icons'
import { api } from '#kit/ui/client/api.web.ts'
import { toast } from '#kit/ui/dialog/message.web.tsx'
import { useRefresh } from '#kit/ui/record/write.web.ts'
import { useCan } from '#kit/ui/state/session.web.ts'

export default function OutgoingTools() {
  const can = useCan()
  const refresh = useRefresh()
  const test = async (): Promise<void> => {
    const done = await api.post<{ outside: boolean }>('/api/v1/outgoingCall/test', {}).catch(() => null)
    if (!done) return
    toast.success(done.outside ? '测试消息已排入发送，请查看手机' : '测试消息已排入发送；尚未接入短信，将送达「我的消息」')
    await refresh()
  }
  if (!can('outgoingCallList_test')) return null
  return (
    <Button icon={<SendOutlined />} onClick={() => void test()}>
      发送测试消息
    </Button>
  )
}
