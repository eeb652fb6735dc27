/** 保存并提交: a draft is written to be submitted, so whoever may do both does them at once. */
import { formatFen } from '../../../basics/fen.ts'
import type { ActionSpec } from '../../../action/action.ts'
import type { Entity } from '../../../entity/entity.ts'
import { functionCode } from '../../../entity/entity.ts'
import type { Field } from '../../../entity/field.ts'
import type { Row } from '../../../entity/wire.ts'
import { sentenceOf } from '../../client/api.web.ts'
import { HTTP_TOAST_MS, toast } from '../../dialog/message.web.tsx'
import { actionsOf, slots } from '../../screen/registry.web.ts'
import { useCan } from '../../state/session.web.ts'
import { useRefresh, useWrite } from '../write.web.ts'
import type { Values } from './same.ts'

const ACTION = 'submit'

export interface Submission {
  /** With what it comes to, where the record says an amount. */
  label: string
  /** What submitting means. */
  hint: string | undefined
  /** Submits what was saved and says how that went; a refusal leaves the draft. */
  run: (saved: Row) => Promise<Row>
}

/** Null where nothing is asked to be submitted, it is asked more about it than a press of a button can say, or it is not for this person. */
export function useSubmission(entity: Entity<any>, row: Row | null, values: Values): Submission | null {
  const can = useCan()
  const write = useWrite()
  const refresh = useRefresh()
  const spec = actionsOf(entity.name)?.all[ACTION] as ActionSpec<any, any, any> | undefined
  if (!spec || spec.internal || Object.keys(spec.input ?? {}).length > 0 || slots.dialogs[`${entity.name}.${ACTION}`]) return null
  if (!can(spec.right ?? functionCode(entity.right, ACTION))) return null
  if (!entity.state) return null
  const state = row ? row[entity.state] : (entity.fields[entity.state] as Field & { initial?: string }).initial
  if (spec.from !== 'any' && !(spec.from as readonly string[]).includes(String(state))) return null
  const amount = (entity.fields['amount'] as Field | undefined)?.kind === 'money' ? values['amount'] : undefined
  return {
    label: typeof amount === 'number' && amount > 0 ? `保存并提交 ${formatFen(amount)}` : '保存并提交',
    hint: spec.confirm,
    run: async (saved) => {
      try {
        const after = await write<Row>(`/api/v1/${entity.name}/${ACTION}`, { id: saved.id, version: saved.version })
        await refresh()
        if (after.$held) toast.info(after.$held, HTTP_TOAST_MS)
        else toast.success(spec.done ?? '已保存并提交')
        return after
      } catch (error) {
        toast.error(`已保存为草稿，没有提交：${sentenceOf(error, '请稍后再试')}`, HTTP_TOAST_MS)
        return saved
      }
    },
  }
}
