/** Above a lease contract that waits to be signed: the way to sign it on a telephone, beside that of scans. */
import { Section } from '#kit/ui/parts/section.web.tsx'
import { ReasonButton } from '#kit/ui/record.web.tsx'
import { useScreen } from '#kit/ui/screen/screen.web.ts'
import type { TabProps } from '#kit/ui/screen/slots.web.ts'
import { useCan } from '#kit/ui/state/session.web.ts'

export default function ContractHead({ row }: TabProps) {
  const can = useCan()
  const { open } = useScreen()
  if (row['status'] !== 'toSign' || !can('electronicContracts_start')) return null
  return (
    <Section
      title="签署"
      hint="承租人在手机上签署；已签纸质合同的，点「登记签署」上传扫描件"
      extra={
        <ReasonButton reason={null} onClick={() => open('electronicContracts', { no: String(row['no']) })}>
          发起电子签署
        </ReasonButton>
      }
    >
      {null}
    </Section>
  )
}
