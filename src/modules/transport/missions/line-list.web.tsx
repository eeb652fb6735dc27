/** 线路单: `carpoolOrderStatus` of the customer's addresses (31 = 待发车) as a filter of the list; without it, line missions. */
import { useEffect } from 'react'
import { EntityList } from '#kit/ui/list/list.web.tsx'
import { useQueryState } from '#kit/ui/screen/screen.web.ts'
import type { ScreenProps } from '#kit/ui/screen/slots.web.ts'
import { MISSION_CODES } from './mission.ts'

export default function LineList({ screen }: ScreenProps) {
  const [params, setParams] = useQueryState()
  const { carpoolOrderStatus: code, carpoolNo: no } = params
  useEffect(() => {
    if (code === undefined && no === undefined) return
    const status = Object.entries(MISSION_CODES).find(([, value]) => String(value) === code)?.[0]
    setParams({ carpoolOrderStatus: null, carpoolNo: null, status: status ?? null, no: no ?? null })
  }, [code, no, setParams])
  return <EntityList entity="mission" screen={screen.code} view={screen.view} />
}
