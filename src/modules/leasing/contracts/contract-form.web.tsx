/**
 * 合同: choosing a plan fills in its terms, which stay editable; the plan of receipts is shown while one types. Begun from an
 * application or a hold it takes over what was asked for; begun from 新增租约 it leads back there with the contract chosen.
 */
import { useMemo, type ReactNode } from 'react'
import { Button, InputNumber, Space } from 'antd'
import { useQuery } from '@tanstack/react-query'
import { isDay } from '#kit/basics/time/day.ts'
import { api, sentenceOf } from '#kit/ui/client/api.web.ts'
import { toast } from '#kit/ui/dialog/message.web.tsx'
import { EntityForm, useDetail } from '#kit/ui/record.web.tsx'
import { presetFromQuery } from '#kit/ui/record/form/form-plan.ts'
import type { EntityFormState } from '#kit/ui/record/form/use-entity-form.web.ts'
import { readId } from '#kit/ui/record/form/form-address.ts'
import { entityOf } from '#kit/ui/screen/registry.web.ts'
import { useScreen } from '#kit/ui/screen/screen.web.ts'
import { ErrorState, LoadingState } from '#kit/ui/parts/state.web.tsx'
import type { Row } from '#kit/entity/wire.ts'
import { valueText } from '#kit/ui/field/value-text.ts'
import { lastOf, wholeMonths } from '../rent/term-months.rules.ts'
import { TERM_SECTIONS, termFields } from '../rent/plan.ts'
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

/** A year, where nothing was agreed yet; it stands marked beside the day it ends. */
const USUAL_MONTHS = 12

async function fillTerms(plan: unknown, { asking }: Pick<EntityFormState, 'asking'>): Promise<void> {
  const fill = asking('plan')
  if (typeof plan !== 'number') return
  try {
    const { terms } = await termsOf(plan)
    const names = fill(({ startOn, endOn }) => ({
      ...terms,
      ...(isDay(startOn) && !endOn ? { endOn: lastOf(startOn, USUAL_MONTHS, terms['dayRule']) } : {}),
    }))
    if (names) toast.success('已带出方案条款，可以修改')
  } catch (error) {
    toast.error(sentenceOf(error, '读取方案条款失败，请手工填写'))
  }
}

export default function ContractForm(props: FormProps) {
  const screen = useScreen()
  const application = props.id === undefined ? readId(screen.params['application']) : null
  const hold = props.id === undefined ? readId(screen.params['hold']) : null
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
  if (hold !== null) return <FromHold {...props} hold={hold} onDone={done} />
  return <Editor {...props} preset={preset} onDone={done} />
}

/** What the caller was promised: the vehicle, the days, the store, and who looks after it. */
function FromHold({ hold, ...props }: FormProps & { hold: number }) {
  const asked = useDetail('vehicleHold', hold)
  if (asked.isError) return <ErrorState error={asked.error} onRetry={() => void asked.refetch()} />
  if (!asked.data) return <LoadingState rows={8} />
  const { id, vehicle, startOn, endOn, store, owner, lessee, caller, note } = asked.data as Row & Values
  const remark = [lessee ? null : `来电人 ${String(caller)}`, note].filter(Boolean).join('；')
  const own = { hold: id, vehicles: vehicle ? [vehicle] : [], startOn, endOn, store }
  return (
    <Editor {...props} preset={{ ...own, ...(owner ? { owner } : {}), ...(lessee ? { lessee } : {}), ...(remark ? { remark } : {}) }} />
  )
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
  const term = isDay(startOn) ? { startOn, endOn: lastOf(startOn, months, terms['dayRule']) } : {}
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

const BESIDE = { endOn: (values: Values, form: Setter) => <TermMonths values={values} set={form.set} /> }
interface Setter {
  set: (name: string, value: unknown) => void
}
const SHORT = [3, 6, 12, 24, 36]

/** People agree on months; the day the term ends follows from them and from the rule of the last day. */
function TermMonths({ values, set }: { values: Values; set: Setter['set'] }) {
  const { startOn, endOn, dayRule } = values
  if (!isDay(startOn)) return <p className="zyt-section-hint">填写起租日后，可按月数填到期日</p>
  const whole = isDay(endOn) ? wholeMonths(startOn, endOn, dayRule) : null
  const put = (months: number | null): void => {
    if (months) set('endOn', lastOf(startOn, months, dayRule))
  }
  return (
    <Space wrap size={4} className="zyt-term-months">
      <span>租期</span>
      <InputNumber
        aria-label="租期（月）"
        min={1}
        max={240}
        precision={0}
        suffix="个月"
        style={{ width: 110 }}
        value={whole}
        onChange={put}
      />
      {SHORT.map((months) => (
        <Button key={months} size="small" type={whole === months ? 'primary' : 'default'} onClick={() => put(months)}>
          {months} 个月
        </Button>
      ))}
    </Space>
  )
}

/** So many whole months from another day on end on another day. */
function keepMonths(from: unknown, { values: { startOn, endOn, dayRule }, set }: Pick<EntityFormState, 'values' | 'set'>): void {
  const months = isDay(startOn) && isDay(endOn) ? wholeMonths(startOn, endOn, dayRule) : null
  if (months && isDay(from)) set('endOn', lastOf(from, months, dayRule))
}

const FOLD = { sections: Object.keys(TERM_SECTIONS), title: '租金与条款', line: termsLine }

/** What was agreed, in one line; nothing as long as no plan has been chosen, so that the terms are typed. */
function termsLine(values: Values): ReactNode {
  if (typeof values['plan'] !== 'number' || !Number.isSafeInteger(values['monthlyRent'])) return null
  const said = (name: keyof typeof termFields): string => `${termFields[name].label} ${valueText(termFields[name], values[name])}`
  return (
    <p className="zyt-note">
      {(
        ['monthlyRent', 'payCycleMonths', 'billMode', 'anchorMode', 'deposit', 'violationDeposit', 'dueOffsetDays', 'earlyPenalty'] as const
      )
        .map(said)
        .join('，')}
      。其余条款按方案。
    </p>
  )
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
        if (name === 'plan') void fillTerms(value, form)
        if (name === 'startOn') keepMonths(value, form)
      }}
      beside={BESIDE}
      fold={FOLD}
      below={(values) => <PlanPreview values={values} />}
    />
  )
}
