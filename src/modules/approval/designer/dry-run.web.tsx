/** 试运行: with sample values, which way the drawing on the board would take, and whom it would reach. Nothing is started. */
import { useEffect, useState } from 'react'
import { Alert, Form } from 'antd'
import { api, sentenceOf } from '#kit/ui/client/api.web.ts'
import { ReasonButton } from '#kit/ui/record/reason-button.web.tsx'
import { useMe } from '#kit/ui/state/session.web.ts'
import type { Term } from '../engine/expression.ts'
import { firstFormValues } from '../forms/fields.ts'
import { AnyInput, PeoplePicker } from '../forms/people.web.tsx'
import { FormRenderer } from '../forms/form-renderer.web.tsx'
import type { Design, DryRun } from '../wire.ts'
import { Block } from './panels/panel-frame.web.tsx'
import { termField } from './panels/expression-editor.web.tsx'
import type { Light } from './drawing/tree-host.web.ts'
import type { Drawing } from './drawing/use-drawing.web.ts'
import { FormFrame } from '#kit/ui/record/form/form-frame.web.tsx'

const ENDS: Readonly<Record<DryRun['ends'], string>> = {
  passed: '流程可以走到结束。',
  rejected: '流程会以不通过结束。',
  waits: '流程会停在最后一步等待。',
}

const lightsOf = (run: DryRun): Map<string, Light> =>
  new Map<string, Light>([
    ...run.steps.map(
      (s) =>
        [
          s.node,
          {
            state: 'ahead' as const,
            lines: [...(s.people.length ? [s.people.map((p) => p.name).join('、')] : []), ...(s.note ? [s.note] : [])],
          },
        ] as const,
    ),
    ...run.branches.map((id) => [id, { state: 'ahead' as const }] as const),
    ...(run.ends === 'waits' ? [] : [['end', { state: 'ahead' as const }] as const]),
  ])

export function DryRunPanel({ design, drawing }: { design: Design; drawing: Drawing }) {
  const me = useMe()
  const [starter, setStarter] = useState<number | null>(me.uid)
  const [values, setValues] = useState<Record<string, unknown>>(() => firstFormValues(design.form))
  const [facts, setFacts] = useState<Record<string, unknown>>({})
  const [run, setRun] = useState<DryRun | null>(null)
  const [why, setWhy] = useState<string | null>(null)
  const { ui, definition } = drawing
  // The light is of the drawing it was tried on.
  useEffect(() => {
    setRun(null)
    ui.set((s) => ({ ...s, lights: null }))
  }, [definition, ui])
  const go = async (): Promise<void> => {
    try {
      const answer = await api.post<DryRun>(
        '/api/v1/approvalVersion/dryRun',
        { process: design.process.id, definition, values, facts, starter },
        { silent: true },
      )
      setRun(answer)
      setWhy(null)
      ui.set((s) => ({ ...s, lights: lightsOf(answer) }))
    } catch (error) {
      setWhy(sentenceOf(error, '试运行失败，请重试'))
    }
  }
  const terms = Object.entries(design.act?.facts ?? {}) as [string, Term][]
  return (
    <FormFrame>
      <Form.Item label="以谁的身份发起">
        <PeoplePicker label="发起人" value={starter} ariaLabel="发起人" onChange={(id) => setStarter(id as number | null)} />
      </Form.Item>
      {terms.length ? (
        <Block title="业务数据">
          {terms.map(([name, term]) => (
            <Form.Item key={name} label={term.label}>
              <AnyInput
                field={termField(term, false, null)}
                value={facts[name] ?? null}
                ariaLabel={term.label}
                onChange={(value) => setFacts((all) => ({ ...all, [name]: value }))}
              />
            </Form.Item>
          ))}
        </Block>
      ) : null}
      {design.form.fields.length ? (
        <Block title="表单">
          <div className="zyt-phone">
            <FormRenderer form={design.form} values={values} onChange={(name, value) => setValues((all) => ({ ...all, [name]: value }))} />
          </div>
        </Block>
      ) : null}
      <ReasonButton type="primary" block reason={starter === null ? '请先选择发起人' : null} onClick={() => void go()}>
        开始试运行
      </ReasonButton>
      {why ? <Alert className="zyt-form-alert" type="error" showIcon title={why} /> : null}
      {run ? (
        <div className="zyt-dry-run" role="status">
          <p>{ENDS[run.ends]}</p>
          <ol>
            {run.steps.map((s, i) => (
              <li key={`${s.node}${i}`}>
                <b>{s.name}</b>：{s.people.map((p) => p.name).join('、') || s.note || '—'}
                {s.people.length && s.note ? <small>{s.note}</small> : null}
              </li>
            ))}
          </ol>
        </div>
      ) : null}
    </FormFrame>
  )
}
