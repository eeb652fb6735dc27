/** 打印: the papers of the trade where a record has some, and the record itself. */
import { useState } from 'react'
import { Button, Dropdown } from 'antd'
import { PrinterOutlined } from '@ant-design/icons'
import type { Entity } from '../../../entity/entity.ts'
import type { Row } from '../../../entity/wire.ts'
import { PaperPreview } from './paper-dialog.web.tsx'
import { PrintSheet } from './print-sheet.web.tsx'

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
            items: [...papers.map(([key, words]) => ({ key, label: words })), { key: RECORD, label: '记录内容与流转' }],
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
      {what === RECORD ? <PrintSheet entity={entity} row={row} onClose={close} /> : null}
      {what && label ? <PaperPreview entity={entity.name} id={row.id} kind={what} label={label} onClose={close} /> : null}
    </>
  )
}
