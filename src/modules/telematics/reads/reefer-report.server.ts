/** The temperature record of a trip as a PDF that is handed to a customer: figures, curve with limits, excursions. */
import { PDFDocument, rgb, type PDFFont, type PDFPage } from 'pdf-lib'
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Context } from '#kit/access/context.server.ts'
import { refused } from '#kit/basics/errors.ts'
import { formatTime } from '#kit/basics/timeFormat.ts'
import { download, type Download } from '#kit/http/route.server.ts'
import type { CurveAnswer } from '../wire.ts'
import { subsetFontkit } from './subset-font.server.ts'
import { degreesText, recordingText, scaleOf, spanText } from './temperature.rules.ts'
import { curve } from './temperature.server.ts'
import { sealText, verifyReadings } from './verify.server.ts'

const WIDTH = 595
const HEIGHT = 842
const LEFT = 48
const INNER = WIDTH - 2 * LEFT
const INK = rgb(0.13, 0.15, 0.18)
const SOFT = rgb(0.42, 0.46, 0.52)
const RULE = rgb(0.82, 0.84, 0.87)
const LIMIT = rgb(0.77, 0.13, 0.12)
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

let font: Promise<Uint8Array> | undefined
const loadFont = (): Promise<Uint8Array> =>
  (font ??= readFile(createRequire(import.meta.url).resolve('@expo-google-fonts/noto-sans-sc/400Regular/NotoSansSC_400Regular.ttf')))

class Sheet {
  private readonly doc: PDFDocument
  private readonly pages: PDFPage[] = []
  readonly font: PDFFont
  page: PDFPage
  y = HEIGHT - 56
  constructor(doc: PDFDocument, face: PDFFont) {
    this.doc = doc
    this.font = face
    this.page = this.turn()
  }
  private turn(): PDFPage {
    const page = this.doc.addPage([WIDTH, HEIGHT])
    this.pages.push(page)
    return page
  }
  /** A new page when so much does not fit. */
  need(height: number): void {
    if (this.y - height > 60) return
    this.page = this.turn()
    this.y = HEIGHT - 56
  }
  /** A sheet that is lost is missed: whose it is and which of how many stands on each. */
  footers(words: string): void {
    for (const [i, page] of this.pages.entries()) {
      const number = `第 ${i + 1} 页，共 ${this.pages.length} 页`
      page.drawText(words, { x: LEFT, y: 32, size: 8, font: this.font, color: SOFT })
      page.drawText(number, { x: WIDTH - LEFT - this.font.widthOfTextAtSize(number, 8), y: 32, size: 8, font: this.font, color: SOFT })
    }
  }
  /** Rows under a head that stands again on each page. */
  table(head: readonly string[], widths: readonly number[], rows: readonly (readonly string[])[]): void {
    this.need(40)
    this.row(head, widths, SOFT)
    for (const cells of rows) {
      const { page } = this
      this.need(18)
      if (this.page !== page) this.row(head, widths, SOFT)
      this.row(cells, widths)
    }
  }
  text(words: string, x: number, size = 9, color = INK): void {
    this.page.drawText(words, { x, y: this.y, size, font: this.font, color })
  }
  row(cells: readonly string[], widths: readonly number[], color = INK): void {
    this.need(18)
    let x = LEFT
    cells.forEach((cell, i) => {
      this.text(this.fitting(cell, widths[i]! - 6), x, 9, color)
      x += widths[i]!
    })
    this.y -= 6
    this.page.drawLine({ start: { x: LEFT, y: this.y }, end: { x: WIDTH - LEFT, y: this.y }, thickness: 0.5, color: RULE })
    this.y -= 13
  }
  line(words: string, color = SOFT): void {
    this.need(14)
    this.text(words, LEFT, 8, color)
    this.y -= 13
  }
  heading(words: string): void {
    this.need(60)
    this.y -= 10
    this.text(words, LEFT, 12)
    this.y -= 20
  }
  private fitting(words: string, width: number): string {
    let shown = words
    while (shown && this.font.widthOfTextAtSize(shown, 9) > width) shown = `${shown.replace(/…$/, '').slice(0, -1)}…`
    return shown
  }
}

function drawCurve(sheet: Sheet, answer: CurveAnswer): void {
  const height = 190
  sheet.need(height + 60)
  const bottom = sheet.y - height
  const [from, to] = [Date.parse(answer.from) / 1000, Date.parse(answer.to) / 1000]
  const values = answer.channels.flatMap((c) => [...c.value, c.lowest, c.highest]).filter((v) => v !== null)
  const [low, high, step] = scaleOf(Math.min(...values), Math.max(...values))
  const x = (t: number): number => LEFT + 30 + ((t - from) / (to - from)) * (INNER - 30)
  const y = (v: number): number => bottom + ((v - low) / (high - low)) * height
  for (let v = low; v <= high; v += step) {
    sheet.page.drawLine({ start: { x: LEFT + 30, y: y(v) }, end: { x: WIDTH - LEFT, y: y(v) }, thickness: 0.4, color: RULE })
    sheet.page.drawText(`${v / 10} ℃`, { x: LEFT, y: y(v) - 3, size: 7, font: sheet.font, color: SOFT })
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
      if (a === null || b === null || channel.t[i]! - channel.t[i - 1]! > 1800) continue
      sheet.page.drawLine({
        start: { x: x(channel.t[i - 1]!), y: y(a) },
        end: { x: x(channel.t[i]!), y: y(b) },
        thickness: 0.9,
        color: LINES[n % LINES.length]!,
      })
    }
    sheet.page.drawText(`— ${channel.sensorNo} 号 ${channel.zone}`, {
      x: LEFT + 30 + n * 80,
      y: bottom - 26,
      size: 8,
      font: sheet.font,
      color: LINES[n % LINES.length]!,
    })
  })
  sheet.y = bottom - 44
}

const KIND = { high: '超高', low: '超低', noData: '无数据', spread: '温差过大' }

export async function reeferReport(ctx: Context, vehicle: number, period: { from: string; to: string }): Promise<Download> {
  const answer = await curve(ctx, vehicle, period, 1500)
  if (!answer.channels.some((c) => c.readings > 0)) throw refused('该时段没有温度读数，无法生成温度记录')
  const doc = await PDFDocument.create()
  doc.registerFontkit(subsetFontkit as never)
  const sheet = new Sheet(doc, await doc.embedFont(await loadFont(), { subset: true }))
  doc.setTitle(`冷链运输温度记录 ${answer.plate}`, { showInWindowTitleBar: true })
  sheet.text('冷链运输温度记录', LEFT, 18)
  sheet.y -= 26
  sheet.text(`车辆 ${answer.plate}    时段 ${formatTime(answer.from)} 至 ${formatTime(answer.to)}`, LEFT, 10)
  sheet.y -= 18
  sheet.heading('各探头')
  const widths = [80, 87, 56, 56, 56, 56, 48, 60]
  sheet.table(
    ['探头', '温控标准', '最低', '最高', '平均', 'MKT', '达标率', '最长超限'],
    widths,
    answer.channels.map((c) => [
      `${c.sensorNo} 号 ${c.zone}`,
      c.policy ? `${c.policy}` : '未设标准',
      degreesText(c.min),
      degreesText(c.max),
      degreesText(c.mean),
      degreesText(c.mkt),
      c.inRange === null ? '—' : `${(c.inRange / 100).toFixed(1)}%`,
      c.longestOut ? spanText(c.longestOut) : '—',
    ]),
  )
  for (const c of answer.channels)
    if (c.recording) sheet.line(`${c.sensorNo} 号探头${recordingText(c.recording)}。`, c.recording.late ? LIMIT : SOFT)
  sheet.text('MKT：平均动力学温度，取活化能 83.144 kJ/mol（USP <1079>），按时间加权。', LEFT, 8, SOFT)
  sheet.y -= 18
  sheet.heading('温度曲线')
  drawCurve(sheet, answer)
  sheet.heading('超限记录')
  if (answer.excursions.length === 0) sheet.row(['该时段没有超限。'], [INNER])
  else {
    const w = [110, 60, 60, 110, 110, 49]
    sheet.table(
      ['编号', '探头', '类型', '开始', '恢复', '极值'],
      w,
      answer.excursions.map((e) => [
        e.no,
        `${e.sensorNo} 号`,
        KIND[e.kind],
        formatTime(e.from),
        e.to === null ? '尚未恢复' : formatTime(e.to),
        degreesText(e.peak),
      ]),
    )
  }
  // Whoever doubts a figure can compare: the same readings give the same sum.
  const sum = createHash('sha256')
    .update(JSON.stringify(answer.channels.map(({ t, value, sensorNo }) => [sensorNo, t, value])))
    .digest('hex')
  const proof = await verifyReadings(ctx, vehicle, period)
  sheet.need(54)
  sheet.y -= 8
  sheet.text(
    `读数 ${answer.channels.reduce((n, c) => n + c.readings, 0)} 条，由车载终端自动上报，不可修改。校验值 ${sum.slice(0, 32)}`,
    LEFT,
    8,
    SOFT,
  )
  sheet.y -= 14
  sheet.text(sealText(proof), LEFT, 8, proof.problem ? LIMIT : SOFT)
  sheet.y -= 14
  sheet.text(`生成时间 ${formatTime(ctx.clock.now())}    生成人 ${ctx.user.name}`, LEFT, 8, SOFT)
  sheet.footers(`冷链运输温度记录 ${answer.plate}`)
  return download({
    fileName: `温度记录 ${answer.plate} ${formatTime(answer.from, 'YYYYMMDD')}.pdf`,
    mime: 'application/pdf',
    body: await doc.save(),
  })
}
