/** 车辆: choosing a model proposes what the model knows; what somebody typed stays. */
import { useMemo, useRef } from 'react'
import type { Row } from '#kit/entity/wire.ts'
import { api, sentenceOf } from '#kit/ui/client/api.web.ts'
import { toast } from '#kit/ui/dialog/message.web.tsx'
import { EntityForm, type EntityFormProps } from '#kit/ui/record.web.tsx'
import { presetFromQuery } from '#kit/ui/record/form/form-plan.ts'
import { entityOf } from '#kit/ui/screen/registry.web.ts'
import { useScreen } from '#kit/ui/screen/screen.web.ts'
import { followModel, MODEL_FACTS } from './model-facts.rules.ts'
import { vehicle } from './vehicle.ts'

interface Props {
  id?: number
  onDone: (row: Row, again?: boolean) => void
  onCancel?: () => void
}
type Form = Parameters<NonNullable<EntityFormProps['onSet']>>[2]
type Facts = Record<string, unknown>

const factsOf = async (model: unknown): Promise<Facts> =>
  typeof model === 'number' ? api.get<Facts>('/api/v1/vehicle/modelFacts', { model }, { silent: true }) : {}

export default function VehicleForm({ id, onDone, onCancel }: Props) {
  const { params } = useScreen()
  const preset = useMemo(() => (id === undefined ? presetFromQuery(entityOf('vehicle'), params) : undefined), [id, params])
  const typed = useRef(new Map<string, unknown>())
  const follow = async (model: unknown, form: Form): Promise<void> => {
    const fill = form.asking('model')
    if (typeof model !== 'number') return
    const first = id === undefined ? form.base : {}
    try {
      const [before, after] = await Promise.all([factsOf(form.values['model']), factsOf(model)])
      const changes = fill((values) => followModel({ values, first, typed: typed.current }, before, after))
      const names = MODEL_FACTS.filter((name) => changes?.includes(name)).map((name) => vehicle.fields[name].label)
      if (names.length > 0) toast.success(`已按车型填写${names.join('、')}，可以修改`)
    } catch (error) {
      toast.error(sentenceOf(error, '读取车型资料失败，请手工填写'))
    }
  }
  return (
    <EntityForm
      entity="vehicle"
      id={id}
      preset={preset}
      onCancel={onCancel}
      onDone={(row, again) => {
        typed.current.clear()
        onDone(row, again)
      }}
      onSet={(name, value, form) => {
        if (name === 'model') void follow(value, form)
        else typed.current.set(name, value)
      }}
    />
  )
}
