/** The cold chain record of a trip as a PDF that is handed to a customer: figures, curves with limits, doors and machine, excursions. */
import { PDFDocument } from 'pdf-lib'
import { createHash } from 'node:crypto'
import type { Context } from '#kit/access/context.server.ts'
import { refused } from '#kit/basics/errors.ts'
import { formatTime } from '#kit/basics/time/time-format.ts'
import { download, type Download } from '#kit/http/route.server.ts'
import { embedFont } from '#kit/pdf/faces.server.ts'
import { EXCURSION_WORDS, channelName, measuredText, MEASURES, slotOf } from '../cold/channel.rules.ts'
import type { CurveAnswer, SwitchSeries } from '../wire.ts'
import { BAR, drawCurve } from './reefer-curve.server.ts'
import { INNER, LEFT, LIMIT, Sheet, SOFT } from './sheet.server.ts'
import { degreesText, recordingText, spanText } from '../cold/temperature.rules.ts'
import { curve } from './temperature.server.ts'
import { sealText, verifyReadings } from './verify.server.ts'

/** What has no reading in the period has no curve; bars stand below the first one. */
function curves(sheet: Sheet, answer: CurveAnswer): void {
  let bars = answer.switches.filter((s) => s.readings > 0)
  for (const measure of ['temperature', 'humidity'] as const) {
    const channels = answer.channels.filter((c) => c.kind === measure && c.value.some((v) => v !== null))
    if (channels.length === 0) continue
    // A heading stands on the page of its curve.
    sheet.need(300 + BAR * bars.length)
    sheet.heading(`${MEASURES[measure]}曲线`)
    drawCurve(sheet, { ...answer, measure, channels, switches: bars })
    bars = []
  }
}

/** So many times of one door stand in the record; the sums count all. */
const MOST_SPANS = 200
function switches(sheet: Sheet, all: readonly SwitchSeries[]): void {
  const heard = all.filter((s) => s.readings > 0)
  if (heard.length === 0) return
  sheet.heading('门与冷机')
  sheet.table(
    ['通道', '次数', '累计时长', '最长一次', '读数'],
    [140, 80, 110, 110, 59],
    heard.map((s) => [
      `${channelName(s.kind, s.sensorNo)} ${s.zone}`,
      `${s.times}`,
      s.times ? spanText(s.seconds) : '—',
      s.times ? spanText(s.longest) : '—',
      `${s.readings}`,
    ]),
  )
  const rows = heard.flatMap((s) =>
    s.spans
      .slice(0, MOST_SPANS)
      .map(({ from, to, open }) => [
        channelName(s.kind, s.sensorNo),
        measuredText(s.kind, 1),
        formatTime(from * 1000),
        open ? `${formatTime(to * 1000)} 仍为${measuredText(s.kind, 1)}` : formatTime(to * 1000),
        spanText(to - from),
      ]),
  )
  sheet.y -= 8
  if (rows.length > 0) sheet.table(['通道', '状态', '开始', '结束', '时长'], [80, 60, 130, 160, 69], rows)
  const cut = heard.filter((s) => s.spans.length > MOST_SPANS)
  for (const s of cut) sheet.line(`${channelName(s.kind, s.sensorNo)} 共 ${s.spans.length} 次，此处列出前 ${MOST_SPANS} 次。`)
}

export async function reeferReport(ctx: Context, vehicle: number, period: { from: string; to: string }): Promise<Download> {
  const answer = await curve(ctx, vehicle, period, 1500)
  if (![...answer.channels, ...answer.switches].some((c) => c.readings > 0)) throw refused('这段时间没有读数，不能生成冷链记录；请改选时间')
  const doc = await PDFDocument.create()
  const sheet = new Sheet(doc, (await embedFont(doc)).embedded)
  doc.setTitle(`冷链运输记录 ${answer.plate}`, { showInWindowTitleBar: true })
  sheet.text('冷链运输记录', LEFT, 18)
  sheet.y -= 26
  sheet.text(`车辆 ${answer.plate}    时段 ${formatTime(answer.from)} 至 ${formatTime(answer.to)}`, LEFT, 10)
  sheet.y -= 18
  sheet.heading('各探头')
  const widths = [80, 87, 56, 56, 56, 56, 48, 60]
  sheet.table(
    ['探头', '温控标准', '最低', '最高', '平均', 'MKT', '达标率', '最长超限'],
    widths,
    answer.channels.map((c) => [
      `${channelName(c.kind, c.sensorNo)} ${c.zone}`,
      c.policy ? `${c.policy}` : '未设标准',
      degreesText(c.min, c.kind),
      degreesText(c.max, c.kind),
      degreesText(c.mean, c.kind),
      degreesText(c.mkt),
      c.inRange === null ? '—' : `${(c.inRange / 100).toFixed(1)}%`,
      c.longestOut ? spanText(c.longestOut) : '—',
    ]),
  )
  for (const c of answer.channels)
    if (c.recording) sheet.line(`${channelName(c.kind, c.sensorNo)}探头${recordingText(c.recording)}。`, c.recording.late ? LIMIT : SOFT)
  sheet.text('MKT：平均动力学温度，取活化能 83.144 kJ/mol（USP <1079>），按时间加权；湿度不计。', LEFT, 8, SOFT)
  sheet.y -= 18
  curves(sheet, answer)
  switches(sheet, answer.switches)
  sheet.heading('超限记录')
  if (answer.excursions.length === 0) sheet.row(['该时段没有超限。'], [INNER])
  else {
    const w = [110, 60, 60, 110, 110, 49]
    sheet.table(
      ['编号', '探头', '类型', '开始', '恢复', '极值'],
      w,
      answer.excursions.map((e) => [
        e.no,
        channelName(e.measure, e.sensorNo),
        EXCURSION_WORDS[e.measure][e.kind],
        formatTime(e.from),
        e.to === null ? '尚未恢复' : formatTime(e.to),
        degreesText(e.peak, e.measure),
      ]),
    )
  }
  // Whoever doubts a figure can compare: the same readings give the same sum.
  const sum = createHash('sha256')
    .update(
      JSON.stringify([
        answer.channels.map(({ t, value, kind, sensorNo }) => [slotOf(kind, sensorNo), t, value]),
        answer.switches.map(({ kind, sensorNo, spans }) => [slotOf(kind, sensorNo), spans]),
      ]),
    )
    .digest('hex')
  const proof = await verifyReadings(ctx, vehicle, period)
  sheet.need(54)
  sheet.y -= 8
  sheet.text(
    `读数 ${[...answer.channels, ...answer.switches].reduce((n, c) => n + c.readings, 0)} 条，由车载终端自动上报，不可修改。校验值 ${sum.slice(0, 32)}`,
    LEFT,
    8,
    SOFT,
  )
  sheet.y -= 14
  sheet.text(sealText(proof), LEFT, 8, proof.problem ? LIMIT : SOFT)
  sheet.y -= 14
  sheet.text(`生成时间 ${formatTime(ctx.clock.now())}    生成人 ${ctx.user.name}`, LEFT, 8, SOFT)
  sheet.footers(`冷链运输记录 ${answer.plate}`)
  return download({
    fileName: `冷链记录 ${answer.plate} ${formatTime(answer.from, 'YYYYMMDD')}.pdf`,
    mime: 'application/pdf',
    body: await doc.save(),
  })
}
