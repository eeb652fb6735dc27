/** The notice panel as data (spec §2, §3, §4): three kinds in one row of items, one of them in front. */
import type { Notices } from '#kit/report/home.wire.ts'

type ReminderNotice = Notices['reminderList'][number]
type ApprovalNotice = Notices['unapprovedTaskList'][number]
type RevenueNotice = Notices['vehicleRevenueWarnVoList'][number]
/** GET /api/v1/projectTask/total; the panel itself counts what it shows. */
export type Totals = Notices & { unapprovedCount: number }
export const NO_TOTALS: Totals = {
  undistributedTaskCount: 0,
  unapprovedCount: 0,
  unapprovedTaskList: [],
  reminderList: [],
  vehicleRevenueWarnVoList: [],
}

/** Spec §9. */
const DELIVERY_STATUS = '31'

export interface NoticeItem {
  id: string
  kind: 1 | 2 | 3
  title: string
  /** What it is about, in a word or two: what a list shows beside the title. */
  about: string
  lines: [label: string, value: string][]
  /** Screen by name with its parameters. */
  to: { screen: string; params: Record<string, string | number> }
  button: '去处理' | '去查看'
}

const newestFirst = <T>(list: readonly T[], time: (item: T) => string): T[] =>
  list.toSorted((a, b) => (time(b) ?? '').localeCompare(time(a) ?? ''))

/** Kind 1, then 2, then 3, each newest first. Ids are made of what the item is, so the one in front stays in front. */
export function itemsOf(totals: Totals): NoticeItem[] {
  return [
    ...newestFirst(totals.reminderList, (r) => r.executeTime).map(delivery),
    ...newestFirst(totals.unapprovedTaskList, (t) => t.approvalStartTime).map(approval),
    ...newestFirst(totals.vehicleRevenueWarnVoList, (w) => w.warningTime).map(revenue),
  ]
}

const delivery = (r: ReminderNotice): NoticeItem => ({
  id: `1:${r.carpoolNo}:${r.executeTime}`,
  kind: 1,
  title: '配送提醒',
  about: r.carpoolNo,
  lines: [
    ['提醒类型', r.reminderType],
    ['拼车单号', r.carpoolNo],
    ['车牌号', r.vehicleNo],
    ['司机', r.driverName],
    ['操作时间', r.executeTime],
  ],
  to: { screen: 'linePageList', params: { carpoolOrderStatus: DELIVERY_STATUS, carpoolNo: r.carpoolNo } },
  button: '去处理',
})
const approval = (t: ApprovalNotice): NoticeItem => ({
  id: `2:${t.businessId}:${t.approvalScene}`,
  kind: 2,
  title: '审批任务',
  about: t.taskName,
  lines: [
    ['任务名称', t.taskName],
    ['提醒类型', t.reminderType],
    ['车牌号', t.vehicleNo],
    ['客户', t.tenantryName],
    ['发起时间', t.approvalStartTime],
  ],
  to: { screen: 'workflow', params: { businessId: t.businessId, approvalScene: t.approvalScene } },
  button: '去处理',
})
const revenue = (w: RevenueNotice): NoticeItem => ({
  id: `3:${w.vehicleNo}:${w.warningTime}`,
  kind: 3,
  title: '车辆收益异常',
  about: w.vehicleNo,
  lines: [
    ['提醒类型', w.reminderType ?? '车辆收益异常'],
    ['异常车辆', w.vehicleNo],
    ['异常日期', w.warningTime],
  ],
  to: { screen: 'operationalWarning', params: { startWarnTime: w.warningTime, endWarnTime: w.warningTime, vehicleNo: w.vehicleNo } },
  button: '去查看',
})

export const noticeTotal = (t: Totals): number => t.unapprovedCount + t.reminderList.length + t.vehicleRevenueWarnVoList.length

export interface PanelState {
  items: readonly NoticeItem[]
  index: number
  /** The panel was closed while exactly these were there; something new shows it again. */
  dismissed: readonly string[] | null
}
export const EMPTY_PANEL: PanelState = { items: [], index: 0, dismissed: null }

const clamp = (index: number, length: number): number => Math.max(0, Math.min(index, length - 1))

/** A poll must not move the item somebody is reading: it is found again by id; when it is gone, its place is kept. */
export function receive(state: PanelState, totals: Totals): PanelState {
  const items = itemsOf(totals)
  const current = state.items[state.index]?.id
  const place = items.findIndex((i) => i.id === current)
  const known = new Set(state.dismissed)
  const dismissed = state.dismissed && items.every((i) => known.has(i.id)) ? state.dismissed : null
  return { ...state, items, index: clamp(place >= 0 ? place : state.index, items.length), dismissed }
}
export const step = (state: PanelState, by: 1 | -1): PanelState => ({ ...state, index: clamp(state.index + by, state.items.length) })
export const dismiss = (state: PanelState): PanelState => ({ ...state, dismissed: state.items.map((i) => i.id) })
export const isShown = (state: PanelState): boolean => state.items.length > 0 && state.dismissed === null
