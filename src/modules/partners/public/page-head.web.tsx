/** The address of a 公开下单页. */
import { CopyButton } from '#kit/ui/parts/copy.web.tsx'
import { Section } from '#kit/ui/parts/section.web.tsx'
import type { TabProps } from '#kit/ui/screen/slots.web.ts'
import '#kit/ui/parts/stack.css'

export default function PageHead({ row }: TabProps) {
  const url = `${window.location.origin}/order/${String(row['token'])}`
  return (
    <Section title="下单网址" hint={row['status'] === 'active' ? '发给客户的人员，凭手机验证码下单' : '已关闭，打开后不能下单'}>
      <div className="zyt-stack">
        <a href={url} target="_blank" rel="noopener" style={{ overflowWrap: 'anywhere' }}>
          {url}
        </a>
        <span>
          <CopyButton text={url} />
        </span>
      </div>
    </Section>
  )
}
