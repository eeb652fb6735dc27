/** Above the list of translations: every text of menus, pages, fields and buttons that a language does not have yet. */
import { Button, Dropdown } from 'antd'
import { TranslationOutlined } from '@ant-design/icons'
import { api } from '#kit/ui/client/api.web.ts'
import { toast } from '#kit/ui/dialog/message.web.tsx'
import { useRefresh } from '#kit/ui/record/write.web.ts'
import { useCan } from '#kit/ui/state/session.web.ts'
import { LANGUAGES } from './translation.ts'

export default function TranslationTools() {
  const can = useCan()
  const refresh = useRefresh()
  const collect = async (language: string): Promise<void> => {
    const done = await api.post<{ added: number }>('/api/v1/translation/collect', { language }).catch(() => null)
    if (!done) return
    toast.success(done.added ? `已加入 ${done.added} 条待译文字` : '没有待译的文字')
    await refresh()
  }
  if (!can('translationList_add')) return null
  return (
    <Dropdown
      trigger={['click']}
      menu={{ items: Object.entries(LANGUAGES).map(([key, label]) => ({ key, label })), onClick: ({ key }) => void collect(key) }}
    >
      <Button icon={<TranslationOutlined />}>补齐待译文字</Button>
    </Dropdown>
  )
}
