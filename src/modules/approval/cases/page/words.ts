/** Colours and sentences of cases and tasks, the same on the desk, on the case and on paper. */
import type { CaseStatus } from '../../engine/state.ts'
import type { TaskStatus } from '../../engine/state.ts'

export const CASE_TONES: Readonly<Record<CaseStatus, string>> = {
  running: 'blue',
  returned: 'orange',
  passed: 'green',
  rejected: 'red',
  withdrawn: 'grey',
  terminated: 'grey',
}
export const TASK_TONES: Readonly<Record<TaskStatus, string>> = {
  waiting: 'grey',
  open: 'blue',
  delegated: 'purple',
  agreed: 'green',
  rejected: 'red',
  cancelled: 'grey',
  returned: 'orange',
  skipped: 'cyan',
}

/** What people write most: one touch on a phone. */
export const PHRASES = ['同意', '已核实，同意', '请补充材料', '金额有误，请核对', '不符合规定'] as const
