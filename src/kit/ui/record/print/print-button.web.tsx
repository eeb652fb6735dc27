/** 打印: the papers of the trade where a record has some, and the record itself; all of them are made by one renderer. */
import { useState } from 'react'
import { Button, Checkbox, Dropdown } from 'antd'
import { PrinterOutlined } from '@ant-design/icons'
import type { Entity } from '../../../entity/entity.ts'
import type { Row } from '../../../entity/wire.ts'
import { PaperFrame, PaperPreview } from './paper-dialog.web.tsx'

const RECORD = '$record'

export function PrintButton({ entity, row }: { entity: Entity<any>; row: Row }) {
  const [what, setWhat] = useState<string | null>(null)
  const papers = Object.entries(entity.papers ?? {})
  const close = (): void => setWhat(null)
  const label = what === null ? undefined : entity.papers?.[what]
  return (
    <>
      {papers.length ? (
        <Dropdown
          trigger={['click']}
          menu={{
            items: [...papers.map(([key, words]) => ({ key, label: words })), { key: RECORD, label: '单据内容与操作记录' }],
            onClick: ({ key }) => setWhat(key),
          }}
        >
          <Button icon={<PrinterOutlined />}>打印</Button>
        </Dropdown>
      ) : (
        <Button icon={<PrinterOutlined />} onClick={() => setWhat(RECORD)}>
          打印
        </Button>
      )}
      {what === RECORD ? <RecordPaper entity={entity} row={row} onClose={close} /> : null}
      {what && label ? <PaperPreview entity={entity.name} id={row.id} kind={what} label={label} onClose={close} /> : null}
    </>
  )
}

function RecordPaper({ entity, row, onClose }: { entity: Entity<any>; row: Row; onClose: () => void }) {
  const [trail, setTrail] = useState(true)
  return (
    <PaperFrame
      path={`/api/v1/${entity.name}/print`}
      query={{ id: row.id, trail: trail ? 1 : 0 }}
      label={`${entity.label} ${row.$title}`}
      tools={
        <Checkbox checked={trail} onChange={(event) => setTrail(event.target.checked)}>
          打印操作记录
        </Checkbox>
      }
      onClose={onClose}
    />
  )
}
