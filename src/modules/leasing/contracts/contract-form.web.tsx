/**
 * 合同: choosing a plan fills in its terms, which stay editable; the plan of receipts is shown while one types. Begun from an
 * application it takes over what was asked for; begun from 新增租约 it leads back there with the contract chosen.
 */
import { useMemo } from 'react'
import { useQuery } from '@tanstack/react-query'
import { addDays, addMonths, isDay } from '#kit/basics/day.ts'
import { api, sentenceOf } from '#kit/ui/client/api.web.ts'
import { toast } from '#kit/ui/dialog/message.web.tsx'
import { EntityForm, useDetail } from '#kit/ui/record.web.tsx'
import { presetFromQuery } from '#kit/ui/record/form/form-plan.ts'
import { readId } from '#kit/ui/record/form/form-address.ts'
import { entityOf } from '#kit/ui/screen/registry.web.ts'
import { useScreen } from '#kit/ui/screen/screen.web.ts'
import { ErrorState, LoadingState } from '#kit/ui/parts/state.web.tsx'
import type { Row } from '#kit/entity/wire.ts'
import { PlanPreview } from './plan-preview.web.tsx'

interface Terms {
  terms: Record<string, unknown>
}
interface FormProps {
  id?: number
  onDone: (row: Row, again?: boolean) => void
  onCancel?: () => void
}
type Values = Record<string, unknown>

const termsOf = (plan: number, signal?: AbortSignal): Promise<Terms> =>
  api.get<Terms>('/api/v1/contract/terms', { plan }, { silent: true, ...(signal ? { signal } : {}) })

async function fillTerms(plan: number, set: (name: string, value: unknown) => void): Promise<void> {
  try {
    const { terms } = await termsOf(plan)
    for (const [name, value] of Object.entries(terms)) set(name, value)
    toast.success('已带出方案条款，可以修改')
  } catch (error) {
    toast.error(sentenceOf(error, '读取方案条款失败，请手工填写'))
  }
}

export default function ContractForm(props: FormProps) {
  const screen = useScreen()
  const application = props.id === undefined ? readId(screen.params['application']) : null
  const preset = useMemo(
    () => (props.id === undefined ? presetFromQuery(entityOf('contract'), screen.params) : undefined),
    [props.id, screen.params],
  )
  const done = (row: Row, again?: boolean): void => {
    if (screen.params['from'] !== 'leaseAdd' || again) return props.onDone(row, again)
    // In this order: closing the tab in front goes to its neighbour.
    void screen
      .close()
      .then(() => screen.open('leaseAdd', { contract: row.id, vehicles: ((row['vehicles'] as number[] | null) ?? []).join(',') }))
  }
  if (application !== null) return <FromApplication {...props} application={application} onDone={done} />
  return <Editor {...props} preset={preset} onDone={done} />
}

/** The application is read first: a form keeps the values it began with. */
function FromApplication({ application, ...props }: FormProps & { application: number }) {
  const asked = useDetail('carApplication', application)
  const plan = Number(asked.data?.['plan'] ?? 0)
  const terms = useQuery({
    queryKey: ['contractTerms', plan],
    enabled: plan > 0,
    retry: false,
    queryFn: ({ signal }) => termsOf(plan, signal),
  })
  if (asked.isError) return <ErrorState error={asked.error} onRetry={() => void asked.refetch()} />
  if (!asked.data || (plan > 0 && terms.isPending)) return <LoadingState rows={8} />
  return <Editor {...props} preset={presetOf(asked.data, terms.data?.terms ?? {})} />
}

function presetOf(a: Row, terms: Values): Values {
  const startOn = a['wantOn']
  const months = Number(a['months'] ?? 12)
  const endOn = isDay(startOn) ? addMonths(startOn, months) : null
  const term = isDay(startOn) && endOn ? { startOn, endOn: terms['dayRule'] === 'includeEnd' ? addDays(endOn, -1) : endOn } : {}
  const vehicles = (a['vehicles'] as number[] | null) ?? []
  return {
    ...terms,
    ...term,
    application: a.id,
    lessee: a['lessee'],
    store: a['store'],
    ...(a['owner'] ? { owner: a['owner'] } : {}),
    ...(a['plan'] ? { plan: a['plan'] } : {}),
    ...(vehicles.length ? { vehicles } : {}),
  }
}

function Editor({ id, onDone, onCancel, preset }: FormProps & { preset?: Values | undefined }) {
  return (
    <EntityForm
      entity="contract"
      id={id}
      {...(preset ? { preset } : {})}
      onDone={onDone}
      onCancel={onCancel}
      onSet={(name, value, form) => {
        if (name === 'plan' && typeof value === 'number') void fillTerms(value, form.set)
      }}
      below={(values) => <PlanPreview values={values} />}
    />
  )
}
