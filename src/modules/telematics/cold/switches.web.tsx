/** Doors and cooling machines over a period: how often, how long, and when. */
import { formatTime } from '#kit/basics/time/time-format.ts'
import type { SwitchSeries } from '../wire.ts'
import { spanText } from './temperature.rules.ts'
import { channelName, measuredText } from './channel.rules.ts'
import '#kit/ui/field/field-value.css'

/** The newest; all of them stand in the record. */
const SHOWN = 50

export function Switches({ switches }: { switches: readonly SwitchSeries[] }) {
  const spans = switches.flatMap((s) => s.spans.map((span) => ({ ...span, name: nameOf(s), on: measuredText(s.kind, 1) })))
  const newest = spans.toSorted((a, b) => b.from - a.from).slice(0, SHOWN)
  return (
    <div className="zyt-lines-scroll">
      <table className="zyt-lines zyt-curve-figures">
        <caption className="zyt-visually-hidden">门与冷机</caption>
        <Head labels={['通道', '读数', '次数', '累计时长', '最长一次']} />
        <tbody>
          {switches.map((s) => (
            <tr key={`${s.kind}${s.sensorNo}`}>
              <td>
                {nameOf(s)} {s.zone}
              </td>
              <td>{s.readings}</td>
              <td>{s.times}</td>
              <td>{s.times ? spanText(s.seconds) : '—'}</td>
              <td>{s.times ? spanText(s.longest) : '—'}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {newest.length > 0 ? (
        <table className="zyt-lines zyt-curve-figures">
          <caption className="zyt-visually-hidden">开门与运行时段</caption>
          <Head labels={['通道', '状态', '开始', '结束', '时长']} />
          <tbody>
            {newest.map((span) => (
              <tr key={`${span.name}${span.from}`}>
                <td>{span.name}</td>
                <td>{span.on}</td>
                <td>{formatTime(span.from * 1000)}</td>
                <td>{span.open ? `${formatTime(span.to * 1000)} 仍为${span.on}` : formatTime(span.to * 1000)}</td>
                <td>{spanText(span.to - span.from)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : null}
    </div>
  )
}
const nameOf = ({ kind, sensorNo }: SwitchSeries): string => channelName(kind, sensorNo)

const Head = ({ labels }: { labels: readonly string[] }) => (
  <thead>
    <tr>
      {labels.map((label) => (
        <th key={label} scope="col">
          {label}
        </th>
      ))}
    </tr>
  </thead>
)
