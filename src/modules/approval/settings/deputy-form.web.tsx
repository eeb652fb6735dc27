/** 审批代理: everybody for himself; whoever may hand over the work of others sets it for them too. */
import { EntityForm } from '#kit/ui/record.web.tsx'
import { useCan, useMe } from '#kit/ui/state/session.web.ts'
import { Alert } from 'antd'
import type { Row } from '#kit/entity/wire.ts'
import './settings.css'

export function DeputyForm({ id, onDone, onCancel }: { id?: number; onDone: (row: Row, again?: boolean) => void; onCancel?: () => void }) {
  const me = useMe()
  const forOthers = useCan()('approvalCaseList_handOver')
  return (
    <div className={forOthers || id !== undefined ? undefined : 'zyt-own-deputy'}>
      <EntityForm
        entity="approvalDeputy"
        id={id}
        preset={id === undefined ? { user: me.uid } : undefined}
        onDone={onDone}
        onCancel={onCancel}
        above={() => (
          <Alert
            type="info"
            showIcon
            className="zyt-form-alert"
            title={
              forOthers
                ? '这段时间内委托人与代理人都能看到待办，先处理者生效，记录注明代理。'
                : '这段时间内您和代理人都能看到您的待办，先处理者生效，记录注明「代」您处理。'
            }
          />
        )}
      />
    </div>
  )
}
