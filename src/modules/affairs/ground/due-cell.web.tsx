/** The item of the work list, and the way to the page where it is dealt with. */
import { asText } from '#kit/basics/text.ts'
import type { CellProps } from '#kit/ui/screen/slots.web.ts'
import { Link } from '#kit/ui/screen/link.web.tsx'

const PLACES: Record<string, (vehicle: string) => string> = {
  upkeep: (v) => `/trafficManagement/upkeepList?vehicle=${v}`,
  inspection: (v) => `/trafficManagement/annualList?vehicle=${v}`,
  compulsory: (v) => `/trafficManagement/insureList?vehicle=${v}`,
  commercial: (v) => `/trafficManagement/insureList?vehicle=${v}`,
  violation: (v) => `/trafficManagement/breRegulationsL?vehicle=${v}`,
}

export default function DueCell({ row, value }: CellProps) {
  const to = PLACES[asText(row['kind'])]
  const name = asText(value)
  return to && row['vehicle'] ? <Link to={to(asText(row['vehicle']))}>{name}</Link> : <>{name}</>
}
