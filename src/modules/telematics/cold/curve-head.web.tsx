import type { TabProps } from '#kit/ui/screen/slots.web.ts'
import type { ChannelKind } from './channel.rules.ts'
import { CurvePanel } from './curve-panel.web.tsx'

export default function CurveHead({ row }: TabProps) {
  return <CurvePanel vehicle={row['vehicle'] as number} only={{ kind: row['kind'] as ChannelKind, sensorNo: row['sensorNo'] as number }} />
}
