/** 运营预警: the parameters of the customer's addresses (startWarnTime, endWarnTime, vehicleNo) as filters of the list. */
import { useEffect } from 'react'
import { EntityList } from '#kit/ui/list/list.web.tsx'
import { useQueryState } from '#kit/ui/screen/screen.web.ts'
import type { ScreenProps } from '#kit/ui/screen/slots.web.ts'

const dayOf = (text: string | undefined): string => (text ?? '').slice(0, 10)

export default function WarningList({ screen }: ScreenProps) {
  const [params, setParams] = useQueryState()
  const { startWarnTime: from, endWarnTime: to, vehicleNo: plate } = params
  useEffect(() => {
    if (from === undefined && to === undefined && plate === undefined) return
    setParams({
      startWarnTime: null,
      endWarnTime: null,
      vehicleNo: null,
      warnedOn: from || to ? `${dayOf(from)}~${dayOf(to)}` : null,
      keyword: plate ?? null,
    })
  }, [from, to, plate, setParams])
  return <EntityList entity="revenueWarning" screen={screen.code} view={screen.view} />
}
