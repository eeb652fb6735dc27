/** What became of a command, step by step, and what the terminal answered: parameters read, or set and compared. */
import { useEffect } from 'react'
import { Steps } from 'antd'
import { formatTime } from '#kit/basics/time/time-format.ts'
import { Section } from '#kit/ui/parts/section.web.tsx'
import type { TabProps } from '#kit/ui/screen/slots.web.ts'
import { asText } from '#kit/basics/text.ts'
import { parameterKinds } from '../jt808/parameters.ts'
import { measured } from './command.rules.ts'
import { COMMAND_STATES } from './command.ts'
import '#kit/ui/field/field-value.css'

const LIVE = new Set(['queued', 'sent', 'acknowledged'])
interface Parameter {
  id: string
  value?: unknown
  raw?: unknown
}
interface Difference {
  id: string
  label: string
  wanted: string
  found: string | null
  same: boolean
}

export default function CommandHead({ row, reload }: TabProps) {
  const status = String(row['status']) as keyof typeof COMMAND_STATES
  const open = LIVE.has(status)
  // While it is under way its state moves by itself.
  useEffect(() => {
    if (!open) return
    const timer = setInterval(reload, 2000)
    return () => clearInterval(timer)
  }, [open, reload])
  const failed = !open && status !== 'effective'
  const [sent, acked] = [row['sentAt'] as string | null, row['ackAt'] as string | null]
  const at = (time: unknown): string => (time ? formatTime(time as string) : '')
  // What failed after the answer failed in the last step.
  const reached = status === 'effective' || (failed && acked && status !== 'rejected') ? 4 : acked ? 3 : sent ? 2 : 1
  return (
    <>
      <Section title="进度">
        <Steps
          size="small"
          current={reached - 1}
          status={failed ? 'error' : status === 'effective' ? 'finish' : 'process'}
          items={[
            { title: '待下发', content: at(row['createdAt']) },
            {
              title: '已下发',
              content: [at(sent), Number(row['attempts']) > 1 ? `共 ${String(row['attempts'])} 次` : ''].filter(Boolean).join(' '),
            },
            { title: '终端应答', content: at(acked) },
            {
              title: failed ? COMMAND_STATES[status] : '执行成功',
              content: asText(row['outcome']) || asText(row['effectSource']) || at(row['effectAt']),
            },
          ]}
        />
      </Section>
      <Answer answer={row['answer'] as AnswerOf | null} />
    </>
  )
}

interface AnswerOf {
  difference?: Difference[]
  parameters?: Parameter[]
  properties?: Record<string, string | null>
}
const PROPERTIES = {
  maker: '制造商',
  model: '终端型号',
  terminalId: '终端ID',
  iccid: 'SIM 卡 ICCID',
  hardware: '硬件版本',
  firmware: '固件版本',
}

function Answer({ answer }: { answer: AnswerOf | null }) {
  if (answer?.difference?.length) {
    const wrong = answer.difference.filter((d) => !d.same).length
    return (
      <Section title="设置后读回比对" hint={wrong ? `${wrong} 项与设置不一致` : '全部一致'}>
        <Table
          head={['参数', '名称', '设置值', '读回值', '']}
          rows={answer.difference.map((d) => [
            d.id,
            d.label,
            measured(d.id, d.wanted),
            d.found === null ? '未返回' : measured(d.id, d.found),
            d.same ? '一致' : '不一致',
          ])}
        />
      </Section>
    )
  }
  if (answer?.parameters?.length)
    return (
      <Section title="终端参数" hint={`${answer.parameters.length} 项`}>
        <Table
          head={['参数', '名称', '值']}
          rows={answer.parameters.map((p) => [p.id, parameterKinds.get(p.id)?.label ?? '', measured(p.id, asText(p.value ?? p.raw))])}
        />
      </Section>
    )
  if (answer?.properties) {
    const { properties } = answer
    return (
      <Section title="终端属性">
        <Table head={['属性', '值']} rows={Object.entries(PROPERTIES).map(([key, label]) => [label, properties[key] ?? '—'])} />
      </Section>
    )
  }
  return null
}

function Table({ head, rows }: { head: readonly string[]; rows: readonly (readonly string[])[] }) {
  return (
    <div className="zyt-lines-scroll">
      <table className="zyt-lines">
        <thead>
          <tr>
            {head.map((h, i) => (
              <th key={i} scope="col">
                {h || '结果'}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells) => (
            <tr key={cells[0]}>
              {cells.map((cell, i) => (
                <td key={i}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
