/** Curves of the cold chain record. */
import { rgb } from 'pdf-lib'
import { formatTime } from '#kit/basics/time/time-format.ts'
import { channelName, SILENT, UNITS, type Measure } from '../cold/channel.rules.ts'
import type { CurveAnswer, SwitchSeries } from '../wire.ts'
import { INNER, LEFT, LIMIT, RULE, Sheet, SOFT, WIDTH } from './sheet.server.ts'
import { scaleOf } from '../cold/temperature.rules.ts'

const DOOR = rgb(0.85, 0.45, 0)
const MACHINE = rgb(0.09, 0.47, 0.31)
const LINES = [
  rgb(0.08, 0.35, 0.84),
  rgb(0.09, 0.47, 0.31),
  rgb(0.6, 0.35, 0),
  rgb(0.45, 0.2, 0.6),
  rgb(0.1, 0.5, 0.55),
  rgb(0.7, 0.2, 0.45),
  rgb(0.35, 0.35, 0.35),
  rgb(0.5, 0.45, 0.05),
]

interface Drawn {
  from: string
  to: string
  measure: Measure
  channels: CurveAnswer['channels']
  switches: readonly SwitchSeries[]
}
/** Height of a switch's bars. */
export const BAR = 11

/** One measure over the period with its limits; below it a bar for each time a door was open or the machine ran. */
export function drawCurve(sheet: Sheet, answer: Drawn): void {
  const { measure, switches } = answer
  const height = 190
  sheet.need(height + 60 + BAR * switches.length)
  const bottom = sheet.y - height
  const [from, to] = [Date.parse(answer.from) / 1000, Date.parse(answer.to) / 1000]
  const values = answer.channels.flatMap((c) => [...c.value, c.lowest, c.highest]).filter((v) => v !== null)
  const [low, high, step] = scaleOf(Math.min(...values), Math.max(...values))
  const x = (t: number): number => LEFT + 30 + ((t - from) / (to - from)) * (INNER - 30)
  const y = (v: number): number => bottom + ((v - low) / (high - low)) * height
  for (let v = low; v <= high; v += step) {
    sheet.page.drawLine({ start: { x: LEFT + 30, y: y(v) }, end: { x: WIDTH - LEFT, y: y(v) }, thickness: 0.4, color: RULE })
    sheet.page.drawText(`${v / 10} ${UNITS[measure]}`, { x: LEFT, y: y(v) - 3, size: 7, font: sheet.font, color: SOFT })
  }
  for (let i = 0; i <= 4; i++) {
    const t = from + ((to - from) * i) / 4
    sheet.page.drawText(formatTime(t * 1000, 'MM-DD HH:mm'), {
      x: Math.min(x(t) - 20, WIDTH - LEFT - 46),
      y: bottom - 12,
      size: 7,
      font: sheet.font,
      color: SOFT,
    })
  }
  for (const limit of new Set(answer.channels.flatMap((c) => [c.lowest, c.highest]).filter((v) => v !== null)))
    sheet.page.drawLine({
      start: { x: LEFT + 30, y: y(limit) },
      end: { x: WIDTH - LEFT, y: y(limit) },
      thickness: 0.8,
      color: LIMIT,
      dashArray: [4, 3],
    })
  answer.channels.forEach((channel, n) => {
    for (let i = 1; i < channel.t.length; i++) {
      const [a, b] = [channel.value[i - 1]!, channel.value[i]!]
      // Silence is left white.
      if (a === null || b === null || channel.t[i]! - channel.t[i - 1]! > SILENT) continue
      sheet.page.drawLine({
        start: { x: x(channel.t[i - 1]!), y: y(a) },
        end: { x: x(channel.t[i]!), y: y(b) },
        thickness: 0.9,
        color: LINES[n % LINES.length]!,
      })
    }
    sheet.page.drawText(`— ${channelName(measure, channel.sensorNo)} ${channel.zone}`, {
      x: LEFT + 30 + (n % 5) * 95,
      y: bottom - 26,
      size: 8,
      font: sheet.font,
      color: LINES[n % LINES.length]!,
    })
  })
  sheet.y = bottom - 44
  for (const one of switches) drawBars(sheet, one, x)
}

function drawBars(sheet: Sheet, { kind, sensorNo, spans }: SwitchSeries, x: (t: number) => number): void {
  const color = kind === 'door' ? DOOR : MACHINE
  sheet.text(channelName(kind, sensorNo), LEFT, 7, SOFT)
  sheet.page.drawLine({ start: { x: LEFT + 30, y: sheet.y + 2 }, end: { x: WIDTH - LEFT, y: sheet.y + 2 }, thickness: 0.4, color: RULE })
  for (const { from, to } of spans)
    sheet.page.drawRectangle({ x: x(from), y: sheet.y, width: Math.max(0.6, x(to) - x(from)), height: 5, color })
  sheet.y -= BAR
}
