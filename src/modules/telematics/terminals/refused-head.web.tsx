/** The report that was put aside, as bytes: to be copied, or read field by field. */
import { Button } from 'antd'
import { FileSearchOutlined } from '@ant-design/icons'
import { CopyButton } from '#kit/ui/parts/copy.web.tsx'
import { useScreen } from '#kit/ui/screen/screen.web.ts'
import { Section } from '#kit/ui/parts/section.web.tsx'
import { useCan } from '#kit/ui/state/session.web.ts'
import type { TabProps } from '#kit/ui/screen/slots.web.ts'
import { asText } from '#kit/basics/text.ts'
import '../telematics.css'

export default function RefusedHead({ row }: TabProps) {
  const can = useCan()
  const { open } = useScreen()
  const hex = asText(row['frame'])
  if (!hex) return null
  return (
    <Section title="原始报文" hint={`${hex.length / 2} 字节`} extra={<CopyButton text={hex} what="报文" />}>
      <p className="zyt-refused-hex">{hex.replace(/..(?=.)/g, '$& ')}</p>
      {can('messageTool') ? (
        <Button icon={<FileSearchOutlined />} onClick={() => open('messageTool', { hex })}>
          在报文解析中查看
        </Button>
      ) : null}
    </Section>
  )
}
