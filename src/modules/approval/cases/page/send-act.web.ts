/** Sends an act on a case and says how it went: from its dialog, or at once where nothing is asked. */
import { ERRORS } from '#kit/basics/errors.ts'
import type { FileLink } from '#kit/entity/field.ts'
import { ApiError } from '#kit/ui/client/api.web.ts'
import { toast } from '#kit/ui/dialog/message.web.tsx'
import { useRefresh, useWrite } from '#kit/ui/record.web.tsx'
import { useMe } from '#kit/ui/state/session.web.ts'
import { BUTTONS, type Button } from '../../engine/definition.ts'
import type { CaseView } from '../../wire.ts'
import { waitingSigners } from '../signers.ts'
import type { Sheet } from './use-sheet.web.ts'

export type CaseAct = Button | 'takeBack' | 'withdraw' | 'urge' | 'resubmit' | 'terminate'
export const LABELS: Readonly<Record<CaseAct, string>> = {
  ...BUTTONS,
  takeBack: '拿回',
  withdraw: '撤销申请',
  urge: '催办',
  resubmit: '重新提交',
  terminate: '终止流程',
}
const DONE: Readonly<Record<CaseAct, string>> = {
  approve: '已同意',
  reject: '已拒绝',
  sendBack: '已退回',
  handOver: '已转办',
  delegate: '已委派，对方处理后会回到您这里',
  addBefore: '已加签',
  addAfter: '已加签',
  removeAdded: '已减签',
  copy: '已抄送',
  takeBack: '已拿回',
  withdraw: '已撤销',
  urge: '已催办',
  resubmit: '已重新提交',
  terminate: '已终止',
}
const CASE_ACTS: readonly CaseAct[] = ['withdraw', 'urge', 'copy', 'resubmit', 'terminate']

export interface ActInput {
  opinion: string
  attachments: FileLink[]
  signature: FileLink | null
  users: number[]
  node: string | null
  added: number | null
  choices: Record<string, number[]>
}
export const FIRST: ActInput = { opinion: '', attachments: [], signature: null, users: [], node: null, added: null, choices: {} }

function bodyOf(act: CaseAct, view: CaseView, input: ActInput, sheet: Sheet, me: number): Record<string, unknown> {
  const opinion = input.opinion.trim()
  const typed = act === 'approve' || act === 'resubmit' ? sheet.judge() : undefined
  const values = typed ? { values: typed } : {}
  const choices = Object.keys(input.choices).length ? { choices: input.choices } : {}
  const users = input.users.length ? { users: input.users } : {}
  if (CASE_ACTS.includes(act))
    return { id: view.id, version: view.version, ...(opinion ? { reason: opinion } : {}), ...users, ...values, ...choices }
  const task = act === 'takeBack' ? view.own.takeBack!.task : (view.mine?.task ?? waitingSigners(view, me)!.task)
  return {
    task,
    version: view.version,
    ...(opinion ? { opinion } : {}),
    ...(input.attachments.length ? { attachments: input.attachments } : {}),
    ...(input.signature ? { signature: [input.signature] } : {}),
    ...values,
    ...(input.node ? { node: input.node } : {}),
    ...users,
    ...(input.added === null ? {} : { added: input.added }),
    ...choices,
  }
}

/** Answers null when it was done, else the sentence that says why not. */
export function useSendAct(view: CaseView, sheet: Sheet): (act: CaseAct, input?: ActInput) => Promise<string | null> {
  const write = useWrite()
  const refresh = useRefresh()
  const me = useMe().uid
  return async (act, input = FIRST) => {
    try {
      await write(`/api/v1/workflow/${act}`, bodyOf(act, view, input, sheet, me))
      sheet.forget()
      // The next act is chosen among those there are now: the page is new before the dialog goes.
      await refresh()
      toast.success(DONE[act])
      return null
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (error.code === ERRORS.invalid.code && error.data && typeof error.data === 'object')
        sheet.setErrors(error.data as Record<string, string>)
      await refresh()
      return error.message
    }
  }
}
