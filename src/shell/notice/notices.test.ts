import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dismiss, EMPTY_PANEL, isShown, itemsOf, noticeTotal, NO_TOTALS, receive, step, type Totals } from './notices.ts'

const totals = (parts: Partial<Totals>): Totals => ({ ...NO_TOTALS, ...parts })
const reminder = (carpoolNo: string, executeTime: string) => ({
  reminderType: '待发车',
  carpoolNo,
  vehicleNo: '沪A1',
  driverName: '王强',
  executeTime,
})
const task = (businessId: number, approvalStartTime: string) => ({
  taskName: '减租',
  reminderType: '审批',
  vehicleNo: '沪A2',
  tenantryName: '顺通',
  approvalStartTime,
  businessId,
  approvalScene: 1,
})
const all = totals({
  reminderList: [reminder('P1', '2026-01-01 08:00:00'), reminder('P2', '2026-01-02 08:00:00')],
  unapprovedTaskList: [task(7, '2026-01-03 08:00:00')],
  unapprovedCount: 4,
  vehicleRevenueWarnVoList: [{ vehicleNo: '沪A3', warningTime: '2026-01-01' }],
})

describe('notices', () => {
  it('come as kind 1, 2, 3, each newest first, and lead to the three named screens', () => {
    expect(itemsOf(all).map((i) => [i.id, i.button, i.to])).toEqual([
      ['1:P2:2026-01-02 08:00:00', '去处理', { screen: 'linePageList', params: { carpoolOrderStatus: '31', carpoolNo: 'P2' } }],
      ['1:P1:2026-01-01 08:00:00', '去处理', { screen: 'linePageList', params: { carpoolOrderStatus: '31', carpoolNo: 'P1' } }],
      ['2:7:1', '去处理', { screen: 'workflow', params: { businessId: 7, approvalScene: 1 } }],
      [
        '3:沪A3:2026-01-01',
        '去查看',
        { screen: 'operationalWarning', params: { startWarnTime: '2026-01-01', endWarnTime: '2026-01-01', vehicleNo: '沪A3' } },
      ],
    ])
  })
  it('are counted as approvals waiting plus reminders plus warnings', () => {
    expect(noticeTotal(all)).toBe(7)
  })
  it('keep the item in front when newer ones arrive before it', () => {
    let state = step(receive(EMPTY_PANEL, all), 1)
    expect(state.items[state.index]!.id).toContain('P1')
    state = receive(state, totals({ ...all, reminderList: [...all.reminderList, reminder('P9', '2026-01-09 08:00:00')] }))
    expect(state.items[state.index]!.id).toContain('P1')
  })
  it('stay closed until something new comes', () => {
    const closed = dismiss(receive(EMPTY_PANEL, all))
    expect(isShown(closed)).toBe(false)
    expect(isShown(receive(closed, all))).toBe(false)
    expect(isShown(receive(closed, totals({ ...all, unapprovedTaskList: [] })))).toBe(false)
    expect(isShown(receive(closed, totals({ unapprovedTaskList: [task(8, '')] })))).toBe(true)
  })
  it('the index never leaves the list, whatever is pressed and whatever arrives', () => {
    const anyTotals = fc.array(fc.nat(9)).map((ids) => totals({ unapprovedTaskList: [...new Set(ids)].map((id) => task(id, String(id))) }))
    fc.assert(
      fc.property(fc.array(fc.oneof(anyTotals, fc.constantFrom(1 as const, -1 as const))), (acts) => {
        let state = EMPTY_PANEL
        for (const act of acts) {
          state = typeof act === 'number' ? step(state, act) : receive(state, act)
          expect(state.index).toBeGreaterThanOrEqual(0)
          expect(state.index).toBeLessThan(Math.max(1, state.items.length))
        }
      }),
    )
  })
})
