/** 数据字典: items, filtered by group at the left; groups are managed in a dialog. */
import { useEffect } from 'react'
import { Button } from 'antd'
import { AppstoreOutlined } from '@ant-design/icons'
import { useQueryClient } from '@tanstack/react-query'
import { Dialog, useDialog } from '#kit/ui/dialog/dialog.web.tsx'
import { EntityList } from '#kit/ui/list/list.web.tsx'
import { useScreen } from '#kit/ui/screen/screen.web.ts'
import type { ScreenProps } from '#kit/ui/screen/slots.web.ts'
import '../system.css'

export default function Dictionary({ screen }: ScreenProps) {
  const groups = useDialog()
  const client = useQueryClient()
  const { active, open } = useScreen()
  useEffect(() => {
    // Drop-downs of other tabs show what was changed here as soon as this one is left.
    if (!active) return
    return () => void client.invalidateQueries({ queryKey: ['dictionary'] })
  }, [active, client])
  return (
    <>
      <EntityList
        entity="dictItem"
        view={screen.view}
        toolbar={
          <>
            <Button icon={<AppstoreOutlined />} onClick={() => groups.open(true)}>
              分组管理
            </Button>
            <Button onClick={() => open('dictionaryCarModel')}>车型字典</Button>
          </>
        }
      />
      <Dialog {...groups.props} title="字典分组" footer={null}>
        <div className="zyt-dialog-list">
          <EntityList entity="dictGroup" embedded />
        </div>
      </Dialog>
    </>
  )
}
