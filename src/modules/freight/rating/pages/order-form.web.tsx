/** 运输订单: the project brings its customer; the price stands below line by line before anything is saved. */
import { useEffect, useMemo, useState } from 'react'
import { Alert } from 'antd'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Row } from '#kit/entity/wire.ts'
import { api, sentenceOf } from '#kit/ui/client/api.web.ts'
import { LoadingState } from '#kit/ui/parts/state.web.tsx'
import { Section } from '#kit/ui/parts/section.web.tsx'
import { EntityForm, type EntityFormProps } from '#kit/ui/record.web.tsx'
import { presetFromQuery } from '#kit/ui/record/form/form-plan.ts'
import { entityOf } from '#kit/ui/screen/registry.web.ts'
import { useScreen } from '#kit/ui/screen/screen.web.ts'
import { useCan } from '#kit/ui/state/session.web.ts'
import { SEES } from '#modules/transport/parties/seen.rules.ts'
import type { PriceAnswer } from '../answers.wire.ts'
import { PriceView } from './price-view.web.tsx'

type Values = Record<string, unknown>
type Form = Parameters<NonNullable<EntityFormProps['onSet']>>[2]

const PRICED = [
  'customer',
  'project',
  'model',
  'goodsRoute',
  'vehicleClass',
  'sender',
  'receiver',
  'pickFrom',
  'dropTo',
  'distanceM',
  'distanceFrom',
  'tempPolicy',
  'insure',
  'priority',
  'coupon',
] as const
const NEEDED = ['customer', 'model', 'sender', 'receiver', 'pickFrom', 'dropTo'] as const
const GOODS = ['name', 'category', 'pack', 'pieces', 'weight', 'volume', 'declared', 'batch', 'expiry', 'unNo'] as const
const EXTRAS = ['kind', 'quantity', 'amount', 'note'] as const

const empty = (value: unknown): boolean => value === null || value === undefined || value === ''
const only = (rows: unknown, names: readonly string[]): Values[] =>
  Array.isArray(rows) ? rows.map((r) => Object.fromEntries(names.map((n) => [n, (r as Values)[n] ?? null]))) : []

function bodyOf(values: Values): Values | null {
  const goods = only(values['goods'], GOODS)
  if (NEEDED.some((n) => empty(values[n])) || !goods.some((g) => Number(g['weight']) > 0)) return null
  return { ...Object.fromEntries(PRICED.map((n) => [n, values[n] ?? null])), goods, lines: only(values['lines'], EXTRAS) }
}

function useSettled(value: string, ms: number): string {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ms)
    return () => clearTimeout(timer)
  }, [value, ms])
  return settled
}

function Preview({ values }: { values: Values }) {
  // Who may not see what customers pay takes an order without its price.
  return useCan()(SEES.receivable) ? <PreviewedPrice values={values} /> : null
}
function PreviewedPrice({ values }: { values: Values }) {
  const body = bodyOf(values)
  const key = useSettled(body ? JSON.stringify(body) : '', 400)
  const query = useQuery({
    queryKey: ['orderPrice', key],
    enabled: key !== '',
    placeholderData: keepPreviousData,
    retry: false,
    queryFn: ({ signal }) =>
      api.post<PriceAnswer>('/api/v1/transportOrder/price', JSON.parse(key), { signal, silent: true, overlay: false }),
  })
  return (
    <Section title="价格预览" hint={body ? '按当前填写的内容计算，保存前可以核对' : undefined}>
      {body ? null : <p className="zyt-section-hint">填写客户、订单模式、收发货方、时间与货物重量后，这里显示价格</p>}
      {body && query.isError ? <Alert type="warning" showIcon title={sentenceOf(query.error, '暂时无法计算，请稍后再试')} /> : null}
      {body && query.isPending ? <LoadingState rows={4} /> : null}
      {body && query.data ? <PriceView price={query.data} /> : null}
    </Section>
  )
}

/** Customer and only model of the project, when the person has not chosen others meanwhile. */
async function followProject(project: unknown, form: Form): Promise<void> {
  const fill = form.asking('project')
  if (typeof project !== 'number') return
  const row = await api.get<Row>('/api/v1/project/detail', { id: project }, { silent: true }).catch(() => null)
  if (!row) return
  const models = (row['models'] as number[] | null) ?? []
  fill({ customer: row['customer'], ...(models.length === 1 ? { model: models[0] } : {}) })
}

interface Props {
  id?: number
  onDone: (row: Row, again?: boolean) => void
  onCancel?: () => void
}
export default function OrderForm({ id, onDone, onCancel }: Props) {
  const { params } = useScreen()
  const preset = useMemo(() => (id === undefined ? presetFromQuery(entityOf('transportOrder'), params) : undefined), [id, params])
  return (
    <EntityForm
      entity="transportOrder"
      id={id}
      preset={preset}
      onDone={onDone}
      onCancel={onCancel}
      onSet={(name, value, form) => {
        if (name === 'project') void followProject(value, form)
      }}
      below={(values) => <Preview values={values} />}
    />
  )
}
