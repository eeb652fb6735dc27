/** 应收管理 and 应付管理: their lists, and above them how long what is open has been due; narrowed by the filters both know. */
import { EntityList } from '#kit/ui/list/list.web.tsx'
import type { ScreenProps } from '#kit/ui/screen/slots.web.ts'
import { AGEING_LABELS } from '../bills/bill.rules.ts'
import { AgeingPanel } from './ageing-panel.web.tsx'
import { NOT_DUE, PAYABLE_STEPS } from './payables.ts'

export function AgedReceivables({ screen }: ScreenProps) {
  const ageing = <AgeingPanel report="billAgeing" measure="amount" steps={AGEING_LABELS} say={(label) => `逾期 ${label}`} folded />
  return <EntityList entity="bill" view={screen.view} above={ageing} />
}

const say = (label: string): string => (label === NOT_DUE ? label : `到期 ${label}`)
export function AgedPayables({ screen }: ScreenProps) {
  const ageing = <AgeingPanel report="payableAgeing" measure="remain" steps={PAYABLE_STEPS} say={say} folded />
  return <EntityList entity="payableBill" view={screen.view} above={ageing} />
}
