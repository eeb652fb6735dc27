import type { TabProps } from '#kit/ui/slots.web.ts'
import { CurvePanel } from './curve-panel.web.tsx'

export default function CurveHead({ row }: TabProps) {
  return <CurvePanel vehicle={row['vehicle'] as number} sensorNo={row['sensorNo'] as number} />
}
