/** The form of a draft version: base price, tiers, stops, waiting, handling, surcharges, limits. Where bands invert it says so while one types. */
import { useState } from 'react'
import { Alert, Button, Col, Form, Row, Space } from 'antd'
import { f, type Field } from '#kit/entity/field.ts'
import { formatFen } from '#kit/basics/fen.ts'
import { sentenceOf } from '#kit/ui/client/api.web.ts'
import { toast } from '#kit/ui/dialog/message.web.tsx'
import { FieldInput } from '#kit/ui/field/field-input.web.tsx'
import { Section } from '#kit/ui/parts/section.web.tsx'
import { useWrite } from '#kit/ui/record.web.tsx'
import { wallClock } from '#kit/ui/state/wall-clock.web.ts'
import { componentsOf, formOf, SHARES, WHENS, type ChargeForm, type VersionForm } from './form.rules.ts'
import type { VersionRow } from '../answers.wire.ts'
import { componentProblems, EMPTY, HANDLING, UNITS, type RateComponents } from '../engine/schema.rules.ts'
import { inversions } from '../engine/tier.rules.ts'

type Values = Record<string, unknown>
const LATE = { none: '不影响', forfeit: '丧失', fromArrival: '从到达起', reduceFree: '扣减免费' }

const BASIC: Record<string, Field> = {
  baseFen: f.money('起步价', { min: 0 }),
  kmFrom: f.choice('里程取自', { contract: '合同', planned: '规划', actual: '实际' }, { required: true }),
  factor: f.int('抛重系数', { min: 0, max: 2000, unit: 'kg/m³', hint: '不填按项目的抛重系数；没有项目按 333' }),
}
const UNIT_OF: Record<string, (keyof typeof UNITS)[]> = {
  '1': ['km'],
  '2': ['kg', 't', 'm3', 'piece', 'pallet'],
  '3': ['trip', 'min', 'day', 'km'],
}
const chargeFields = (type: string): Record<string, Field> => ({
  label: f.text('名称', { required: true, maxLength: 40 }),
  unit: f.choice('单位', Object.fromEntries((UNIT_OF[type] ?? []).map((u) => [u, UNITS[u]])), { required: true }),
  included: f.decimal('起步价已含', 3, { min: 0 }),
  mode: f.choice('阶梯方式', { '1': '分段累进', '2': '全量落档', '3': '就低' }, { required: true }),
  step: f.decimal('进位', 3, { min: 0 }),
  rounding: f.choice('进位方式', { up: '向上', half: '四舍五入', down: '向下' }, { required: true }),
  per: f.decimal('每多少单位计价', 3, { min: 0 }),
  monthly: f.flag('按月累计', { hint: '同一往来方当月已确认的量在前，这一单接着往后算；确认费用单时定下' }),
})
const BANDS = f.lines('各档（最后一档上限留空）', {
  to: f.decimal('上限（含）', 3, { min: 0 }),
  price: f.decimal('单价（元）', 4, { required: true, min: 0 }),
})
const STOPS: Record<string, Field> = { stopsIncluded: f.int('已含点位', { min: 0 }), stopsFen: f.money('每点', { min: 0 }) }
const WAITING: Record<string, Field> = {
  waiting: f.flag('收取等待费'),
  waitClock: f.choice('起算', { arrival: '到达', appointment: '预约', later: '取晚', earlier: '取早' }),
  waitLate: f.choice('迟到时', LATE),
  waitFreeLoad: f.int('装货免费', { min: 0, unit: '分钟' }),
  waitFreeUnload: f.int('卸货免费', { min: 0, unit: '分钟' }),
  waitUnit: f.int('计费单位', { min: 1, unit: '分钟' }),
  waitFen: f.money('每单位', { min: 0 }),
  waitCapStop: f.money('每点封顶', { min: 0 }),
  waitCapDay: f.money('每日封顶', { min: 0 }),
  waitCapOrder: f.money('每单封顶', { min: 0 }),
}
const HANDLINGS = f.lines('装卸费', {
  label: f.text('名称', { required: true, maxLength: 40 }),
  per: f.choice('按', HANDLING, { required: true, default: 't' }),
  fen: f.money('单价', { required: true, min: 0 }),
  included: f.decimal('已含', 3, { min: 0 }),
})
const SURCHARGES = f.lines('附加费', {
  label: f.text('名称', { required: true, maxLength: 40 }),
  way: f.choice('方式', { fixed: '定额', bp: '比例' }, { required: true, default: 'bp' }),
  fen: f.money('定额'),
  bp: f.rate('比例'),
  of: f.choice('比例基数', SHARES, { default: 'freight' }),
  when: f.choice('条件', WHENS, { required: true, default: 'always' }),
  a: f.text('条件一（从、代码、省份）', { maxLength: 20 }),
  b: f.text('条件二（到、基准油价）', { maxLength: 20 }),
  c: f.text('条件三（油价步长）', { maxLength: 20 }),
})
const LIMITS: Record<string, Field> = {
  minFen: f.money('最低消费', { min: 0 }),
  maxFen: f.money('封顶', { min: 0 }),
  insureBp: f.rate('保价费率'),
  discountBp: f.rate('合同折扣'),
  taxBp: f.rate('税率'),
  partial: f.choice('部分签收', { planned: '按计划量', signed: '按签收量', signedReturn: '签收量加退货费' }),
  returnBp: f.rate('退货费比例'),
}

function Inputs({
  fields,
  values,
  onChange,
}: {
  fields: Record<string, Field>
  values: Values
  onChange: (name: string, value: unknown) => void
}) {
  return (
    <Row gutter={16}>
      {Object.entries(fields).map(([name, field]) => (
        <Col key={name} xs={24} sm={12} md={6}>
          <Form.Item label={field.label} required={field.required}>
            <FieldInput field={field} ariaLabel={field.label} value={values[name] ?? null} onChange={(value) => onChange(name, value)} />
          </Form.Item>
        </Col>
      ))}
    </Row>
  )
}

const NEW_CHARGE: Record<string, Partial<ChargeForm>> = {
  '1': { label: '里程费', unit: 'km', mode: '1' },
  '2': { label: '重量费', unit: 'kg', mode: '3' },
  '3': { label: '超时费', unit: 'min', mode: '1' },
}
const newCharge = (type: string): ChargeForm => ({
  label: '',
  unit: 'km',
  included: 0,
  step: 0,
  rounding: 'up',
  per: 1,
  mode: '1',
  monthly: false,
  bands: [{ to: null, price: null }],
  ...NEW_CHARGE[type],
})

interface Props {
  rule: number
  type: string
  direction: 'receivable' | 'payable'
  draft: VersionRow | null
  from: RateComponents | null
  onSaved: () => void
}
export default function VersionEditor({ rule, type, direction, draft, from, onSaved }: Props) {
  const write = useWrite()
  const [form, setForm] = useState<VersionForm>(() => {
    const first = formOf(from ?? EMPTY)
    return from ? first : { ...first, charges: [newCharge(type)] }
  })
  const [effectiveOn, setEffectiveOn] = useState<unknown>(draft?.effectiveOn ?? wallClock().format('YYYY-MM-DD'))
  const [error, setError] = useState<string | null>(null)
  const set = (name: string, value: unknown): void => setForm((old) => ({ ...old, [name]: value }))
  const setCharge = (i: number, name: string, value: unknown): void =>
    setForm((old) => ({ ...old, charges: old.charges.map((c, at) => (at === i ? { ...c, [name]: value } : c)) }))
  const components = componentsOf(form, from)
  const problems = componentProblems(type, components, direction)
  const inverted = problems.length === 0 ? components.charges.flatMap((c) => inversions(c)) : []
  const save = async (): Promise<void> => {
    try {
      await write('/api/v1/rateRule/saveVersion', { rule, id: draft?.id ?? null, effectiveOn, components })
      toast.success('已保存草稿')
      onSaved()
    } catch (problem) {
      setError(sentenceOf(problem, '保存失败，请稍后再试'))
    }
  }
  const values = form as unknown as Values
  return (
    <Form layout="vertical" onFinish={() => void save()}>
      <Section title={draft ? `修改版本 ${draft.number}` : '新建版本'} hint="里程以公里、重量以千克或吨、时长以分钟计；单价可以有四位小数">
        <Inputs
          fields={{ effectiveOn: f.day('生效日期', { required: true }) }}
          values={{ effectiveOn }}
          onChange={(_n, v) => setEffectiveOn(v)}
        />
        <Inputs fields={BASIC} values={values} onChange={set} />
      </Section>
      {form.charges.map((charge, i) => (
        <Section
          key={i}
          title={`阶梯 ${i + 1}`}
          extra={
            <Button size="small" danger onClick={() => set('charges', form.charges.toSpliced(i, 1))}>
              删除
            </Button>
          }
        >
          <Inputs fields={chargeFields(type)} values={charge as unknown as Values} onChange={(name, value) => setCharge(i, name, value)} />
          <FieldInput field={BANDS} ariaLabel={BANDS.label} value={charge.bands} onChange={(value) => setCharge(i, 'bands', value ?? [])} />
        </Section>
      ))}
      <Space className="zyt-form-more">
        <Button onClick={() => set('charges', [...form.charges, newCharge(type)])}>增加阶梯</Button>
      </Space>
      <Section title="点位费与等待费">
        <Inputs fields={STOPS} values={values} onChange={set} />
        <Inputs fields={form.waiting ? WAITING : { waiting: WAITING['waiting']! }} values={values} onChange={set} />
      </Section>
      <Section title="装卸与附加费" hint="附加费按先后计算，比例以所选项目为基数">
        <FieldInput field={HANDLINGS} ariaLabel={HANDLINGS.label} value={form.handling} onChange={(v) => set('handling', v ?? [])} />
        <FieldInput field={SURCHARGES} ariaLabel={SURCHARGES.label} value={form.surcharges} onChange={(v) => set('surcharges', v ?? [])} />
      </Section>
      <Section title="最低、封顶与税">
        <Inputs fields={LIMITS} values={values} onChange={set} />
      </Section>
      {problems.length > 0 ? <Alert type="warning" showIcon title={problems.slice(0, 3).join('；')} /> : null}
      {inverted.map((x) => (
        <Alert
          key={`${x.charge}${x.at}`}
          type="warning"
          showIcon
          title={`价格倒挂：${x.charge} ${x.at / 1000} 时为 ${formatFen(x.before)}，再多一点只要 ${formatFen(x.after)}。可以改用「就低」`}
        />
      ))}
      {error ? <Alert type="error" showIcon title={error} /> : null}
      <Button type="primary" htmlType="submit">
        保存草稿
      </Button>
    </Form>
  )
}
