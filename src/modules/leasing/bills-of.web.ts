/** The list of the bills a sum is made of. */
import { screenOf } from '#kit/ui/screen/registry.web.ts'

export const billsOf = (filter: Record<string, string | number>): string =>
  `${screenOf('billInfoList').path}?${Object.entries(filter)
    .map(([name, value]) => `${name}=${value}`)
    .join('&')}`
