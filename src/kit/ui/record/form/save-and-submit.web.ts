/** 保存并提交, 保存并审核通过: what is written to be submitted, issued or agreed to is both at once for whoever may do both. */
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

const SUBMIT = 'submit'

export interface Submission {
  label: string
  /** What it means. */
  hint: string | undefined
  /** Does it to what was saved and says how that went; a refusal leaves what was saved. */
  run: (saved: Row) => Promise<Row>
}

/** Null where nothing is asked to be submitted, it is asked more about it than a press of a button can say, or it is not for this person. */
export function useSubmission(entity: Entity<any>, row: Row | null): Submission | null {
  const can = useCan()
  const write = useWrite()
  const refresh = useRefresh()
  const action = entity.next ?? SUBMIT
  const spec = actionsOf(entity.name)?.all[action] as ActionSpec<any, any, any> | undefined
  if (!spec || spec.internal || Object.keys(spec.input ?? {}).length > 0 || slots.dialogs[`${entity.name}.${action}`]) return null
  if (!can(spec.right ?? functionCode(entity.right, action))) return null
  if (!entity.state) return null
  const state = row ? row[entity.state] : (entity.fields[entity.state] as Field & { initial?: string }).initial
  if (spec.from !== 'any' && !(spec.from as readonly string[]).includes(String(state))) return null
  const word = entity.next ? spec.label : '提交'
  return {
    label: `保存并${word}`,
    hint: spec.confirm,
    run: async (saved) => {
      try {
        const after = await write<Row>(`/api/v1/${entity.name}/${action}`, { id: saved.id, version: saved.version })
        await refresh()
        if (after.$held) toast.info(after.$held, HTTP_TOAST_MS)
        else toast.success(spec.done ?? `已保存并${word}`)
        return after
      } catch (error) {
        toast.error(`${entity.next ? '已保存' : '已保存为草稿'}，没有${word}：${sentenceOf(error, '请稍后再试')}`, HTTP_TOAST_MS)
        return saved
      }
    },
  }
}
