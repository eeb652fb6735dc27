/** The nine checks of one fuelling, each with what it was judged by. */
import { Section } from '#kit/ui/parts/section.web.tsx'
import { Tag } from '#kit/ui/parts/tag.web.tsx'
import type { TabProps } from '#kit/ui/screen/slots.web.ts'
import type { Check } from './checks.rules.ts'
import '#kit/ui/field/field-value.css'

const TONE = { ok: 'green', bad: 'red', unknown: 'grey' } as const
const WORD = { ok: '正常', bad: '异常', unknown: '无法核对' }

export default function ChecksHead({ row }: TabProps) {
  const checks = (row['checks'] as Check[] | null) ?? []
  if (checks.length === 0) return null
  return (
    <Section title="九项核对">
      <div className="zyt-lines-scroll">
        <table className="zyt-lines">
          <tbody>
            {checks.map((c) => (
              <tr key={c.no}>
                <th scope="row" className="zyt-nowrap">
                  {c.no}. {c.name}
                </th>
                <td className="zyt-nowrap">
                  <Tag tone={TONE[c.result]}>{WORD[c.result]}</Tag>
                </td>
                <td>{c.evidence}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Section>
  )
}
