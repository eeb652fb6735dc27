/** From ticked consignments to a task that carries them: the way on from an order that waits for a vehicle. */
import { ReasonButton } from '#kit/ui/record.web.tsx'
import { useScreen } from '#kit/ui/screen/screen.web.ts'
import type { BulkSlot } from '#kit/ui/screen/slots.web.ts'
import { useCan } from '#kit/ui/state/session.web.ts'

/** An address has to hold them all. */
const MOST = 200

export default function NewTask({ ids, onClear }: BulkSlot) {
  const can = useCan()
  const { open } = useScreen()
  if (!can('missionList_add')) return null
  return (
    <ReasonButton
      size="small"
      reason={ids.length > MOST ? `一次最多选 ${MOST} 张配送单` : null}
      onClick={() => {
        onClear()
        open('missionAdd', { type: 3, consignments: ids.join(',') })
      }}
    >
      安排任务单
    </ReasonButton>
  )
}
