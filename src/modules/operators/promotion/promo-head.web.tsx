/** Above a code: the link and the picture that is handed round, and what came of it so far. */
import { QRCode, Space } from 'antd'
import { CopyButton } from '#kit/ui/parts/copy.web.tsx'
import { Section } from '#kit/ui/parts/section.web.tsx'
import { ReportPanel } from '#kit/ui/report/report-panel.web.tsx'
import type { TabProps } from '#kit/ui/screen/slots.web.ts'
import { useCan } from '#kit/ui/state/session.web.ts'

export default function PromoHead({ row }: TabProps) {
  const can = useCan()
  const url = `${window.location.origin}/franchise?promo=${encodeURIComponent(String(row['code']))}`
  return (
    <>
      <Section title="推广链接" hint="访客打开链接计一次访问，留下的资料记在该推广码名下">
        <Space wrap align="center" size="large">
          <QRCode value={url} size={140} bgColor="white" color="black" />
          <span>
            <a href={url} target="_blank" rel="noreferrer">
              {url}
            </a>{' '}
            <CopyButton text={url} what="推广链接" />
          </span>
        </Space>
      </Section>
      {can('promote') ? (
        <Section title="转化" hint="近六个月，按发生日">
          <ReportPanel
            report="promote"
            title="转化"
            question={{ code: String(row.id), by: 'period' }}
            measures={['visits', 'leads', 'contracts', 'leases']}
            empty="还没有访问与登记"
          />
        </Section>
      ) : null}
    </>
  )
}
