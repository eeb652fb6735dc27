/** 试算: one shipment under a version, and the same under a second one beside it. */
import { useState } from 'react'
import { Alert, Button, Col, Form, Row, Select } from 'antd'
import type { Field } from '#kit/entity/field.ts'
import { f } from '#kit/entity/field.ts'
import { formatFen } from '#kit/basics/fen.ts'
import { api, sentenceOf } from '#kit/ui/client/api.web.ts'
import { FieldInput } from '#kit/ui/field/field-input.web.tsx'
import { PlainTable } from '#kit/ui/parts/plain-table.web.tsx'
import { Section } from '#kit/ui/parts/section.web.tsx'
import { wallClock } from '#kit/ui/state/wall-clock.web.ts'
import type { Tried } from '../answers.wire.ts'

type Values = Record<string, unknown>

const FIELDS: Record<string, Field> = {
  day: f.day('计价日', { required: true }),
  km: f.decimal('里程', 3, { min: 0, unit: 'km' }),
  kg: f.decimal('重量', 3, { min: 0, unit: 'kg' }),
  m3: f.decimal('体积', 4, { min: 0, unit: 'm³' }),
  pieces: f.int('件数', { min: 0 }),
  pallets: f.int('托盘数', { min: 0 }),
  hours: f.decimal('用车时长', 2, { min: 0, unit: '小时' }),
  stops: f.int('点位数', { min: 0 }),
  startAt: f.instant('发车时间'),
  waitMin: f.int('等待', { min: 0, unit: '分钟' }),
  declaredFen: f.money('声明价值', { min: 0 }),
  floors: f.decimal('搬运层数（无电梯）', 3, { min: 0 }),
  tailLift: f.decimal('尾板次数', 3, { min: 0 }),
  entries: f.decimal('进场次数', 3, { min: 0 }),
  fromArea: f.text('起运地代码', { maxLength: 6 }),
  toArea: f.text('到达地代码', { maxLength: 6 }),
  cold: f.flag('冷链'),
  urgent: f.flag('加急'),
  dangerous: f.flag('危险货物'),
  returnEmpty: f.flag('返空'),
}

function Result({ answer }: { answer: Tried }) {
  return (
    <>
      {answer.pending.length > 0 ? <Alert type="warning" showIcon title={answer.pending.join('；')} /> : null}
      <PlainTable
        columns={[{ head: '项目' }, { head: '算式' }, { head: '金额', end: true }]}
        rows={answer.lines.map((l, i) => ({ key: i, cells: [l.label, l.formula ?? '', formatFen(l.amount)] }))}
        foot={[`合计（其中税额 ${formatFen(answer.tax)}）`, formatFen(answer.total)]}
      />
    </>
  )
}

export default function TryOut({ version, others }: { version: number; others: { id: number; number: number; effectiveOn: string }[] }) {
  const [values, setValues] = useState<Values>(() => ({ day: wallClock().format('YYYY-MM-DD'), stops: 1 }))
  const [second, setSecond] = useState<number | null>(null)
  const [answers, setAnswers] = useState<Tried[]>([])
  const [error, setError] = useState<string | null>(null)
  const run = async (): Promise<void> => {
    const ask = (id: number) => api.post<Tried>('/api/v1/rateRule/try', { ...values, version: id }, { silent: true })
    try {
      setAnswers(await Promise.all([version, ...(second ? [second] : [])].map(ask)))
      setError(null)
    } catch (problem) {
      setError(sentenceOf(problem, '暂时无法试算，请稍后再试'))
    }
  }
  return (
    <Section title="试算" hint="按填写的数量计算，不保存">
      <Form layout="vertical" onFinish={() => void run()}>
        <Row gutter={16}>
          {Object.entries(FIELDS).map(([name, field]) => (
            <Col key={name} xs={24} sm={12} md={6}>
              <Form.Item label={field.label}>
                <FieldInput
                  field={field}
                  ariaLabel={field.label}
                  value={values[name] ?? null}
                  onChange={(v) => setValues((old) => ({ ...old, [name]: v }))}
                />
              </Form.Item>
            </Col>
          ))}
          {others.length > 0 ? (
            <Col xs={24} sm={12} md={6}>
              <Form.Item label="对比版本">
                <Select
                  allowClear
                  aria-label="对比版本"
                  value={second}
                  onChange={(v) => setSecond(v ?? null)}
                  options={others.map((o) => ({ value: o.id, label: `版本 ${o.number}（${o.effectiveOn}）` }))}
                />
              </Form.Item>
            </Col>
          ) : null}
        </Row>
        <Button type="primary" htmlType="submit">
          计算
        </Button>
      </Form>
      {error ? <Alert type="error" showIcon title={error} /> : null}
      <Row gutter={16}>
        {answers.map((answer, i) => (
          <Col key={i} xs={24} md={answers.length > 1 ? 12 : 24}>
            <Result answer={answer} />
          </Col>
        ))}
      </Row>
    </Section>
  )
}
