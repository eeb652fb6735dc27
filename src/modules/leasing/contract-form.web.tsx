/** 合同: choosing a plan fills in its terms, which stay editable; the plan of receipts is shown while one types. */
import { api, ApiError } from '#kit/ui/api.web.ts'
import { toast } from '#kit/ui/message.web.tsx'
import { EntityForm } from '#kit/ui/record.web.tsx'
import type { Row } from '#kit/entity/wire.ts'
import { PlanPreview } from './plan-preview.web.tsx'

interface Terms {
  terms: Record<string, unknown>
}

async function fillTerms(plan: number, set: (name: string, value: unknown) => void): Promise<void> {
  try {
    const { terms } = await api.get<Terms>('/api/v1/contract/terms', { plan }, { silent: true })
    for (const [name, value] of Object.entries(terms)) set(name, value)
    toast.success('已带出方案条款，可以修改')
  } catch (error) {
    toast.error(error instanceof ApiError ? error.message : '读取方案条款失败，请手工填写')
  }
}

export default function ContractForm({ id, onDone, onCancel }: { id?: number; onDone: (row: Row, again?: boolean) => void; onCancel?: () => void }) {
  return (
    <EntityForm
      entity="contract"
      id={id}
      onDone={onDone}
      onCancel={onCancel}
      onSet={(name, value, form) => {
        if (name === 'plan' && typeof value === 'number') void fillTerms(value, form.set)
      }}
      below={(values) => <PlanPreview values={values} />}
    />
  )
}
