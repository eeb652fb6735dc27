import type { TabProps } from '#kit/ui/screen/slots.web.ts'
import { FenceMap } from './fence-map.web.tsx'

export default function FenceHead({ row }: TabProps) {
  return <FenceMap values={row} height={320} />
}
