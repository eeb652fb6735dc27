/** What is wrong with a terminal's clock, where one looks at the terminal. */
import { Alert } from 'antd'
import type { TabProps } from '#kit/ui/screen/slots.web.ts'
import { asText } from '#kit/basics/text.ts'
import '../telematics.css'

export default function TerminalHead({ row }: TabProps) {
  const fault = asText(row['clockFault'])
  if (!fault) return null
  return (
    <Alert
      className="zyt-terminal-fault"
      type="warning"
      showIcon
      title={`终端时钟异常：${fault}`}
      description="位置与状态暂按平台收到的时间记录，补传的数据按已知的偏差改正；不能断油断电。请为终端校时，恢复后自动解除。"
    />
  )
}
