/** Panels of the steps nobody has to be asked in: sub-process, delay, trigger. */
import { Button, Input, Select, Space } from 'antd'
import { ReasonButton } from '#kit/ui/record/reason-button.web.tsx'
import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { type DelayNode, type SubprocessNode, type TriggerAction, type TriggerNode } from '../../engine/definition.ts'
import { LOCKED, NumberField, partOf, RadioField, SelectField, TextField, useLocked } from './controls.web.tsx'
import { Block } from './panel-frame.web.tsx'
import { LATER, WhoEditor } from './who-editor.web.tsx'
import type { PanelProps } from '../world.ts'
import './panel.css'

const WAIT = { wait: '等它结束再继续', go: '发起后立即继续' } as const
const ON_REJECTED = { reject: '子流程未通过则本流程不通过', continue: '仍然继续' } as const

export function SubprocessPanel({ node, world, onChange }: PanelProps<SubprocessNode>) {
  const part = partOf(node, onChange)
  const disabled = useLocked()
  const rows = node.fields ?? []
  const put = (i: number, change: Partial<{ to: string; from: string }>): void =>
    onChange({ ...node, fields: rows.with(i, { ...rows[i]!, ...change }) }, `sub:${i}`)
  const paths = Object.entries(world.vocabulary).map(([value, t]) => ({ value, label: t.label }))
  return (
    <>
      <Block title="发起哪个流程">
        <SelectField
          label="子流程"
          search
          options={world.processes}
          placeholder="请选择已发布的流程"
          notFoundContent="没有已发布的流程"
          {...part('process')}
        />
        <RadioField
          label="是否等待子流程"
          value={node.wait ? 'wait' : 'go'}
          options={WAIT}
          onChange={(wait) => onChange({ ...node, wait: wait === 'wait' })}
        />
        {node.wait ? (
          <RadioField label="子流程没有通过时" options={ON_REJECTED} {...part('onRejected')} value={node.onRejected ?? 'reject'} />
        ) : null}
      </Block>
      <Block title="带入的数据" hint="子流程表单的字段编码 ← 本流程的字段">
        {rows.map((row, i) => (
          <div key={i} className="zyt-panel-row">
            <TextField label="子流程字段编码" value={row.to} maxLength={40} placeholder="字段编码" onChange={(to) => put(i, { to })} />
            <SelectField
              label="本流程字段"
              search
              value={row.from}
              options={paths}
              placeholder="本流程字段"
              onChange={(from) => put(i, { from })}
            />
            <Button
              type="text"
              icon={<DeleteOutlined />}
              disabled={disabled}
              aria-label="删除这一行"
              onClick={() => onChange({ ...node, fields: rows.toSpliced(i, 1) })}
            />
          </div>
        ))}
        <ReasonButton
          type="dashed"
          icon={<PlusOutlined />}
          reason={disabled ? LOCKED : paths.length === 0 ? '本流程还没有可以传递的字段' : null}
          onClick={() => onChange({ ...node, fields: [...rows, { to: '', from: paths[0]!.value }] })}
        >
          添加一行
        </ReasonButton>
      </Block>
    </>
  )
}

const DELAYS = { hours: '固定时长', until: '到某个日期（09:00）' } as const
export function DelayPanel({ node, world, onChange }: PanelProps<DelayNode>) {
  const days = Object.entries(world.vocabulary)
    .filter(([, t]) => t.type === 'day')
    .map(([value, t]) => ({ value, label: t.label }))
  const { hours: _h, until: _u, ...bare } = node
  const byDay = node.until !== undefined
  return (
    <Block title="等多久">
      <RadioField
        label="延时方式"
        value={byDay ? 'until' : 'hours'}
        options={DELAYS}
        onChange={(by) => onChange(by === 'hours' ? { ...bare, hours: 24 } : { ...bare, until: days[0]?.value ?? '' })}
      />
      {byDay ? (
        <SelectField
          label="日期字段"
          value={node.until}
          options={days}
          placeholder="请选择日期字段"
          notFoundContent="没有日期字段"
          onChange={(until) => onChange({ ...bare, until })}
        />
      ) : (
        <NumberField
          label="延时小时数"
          min={0.01}
          max={8760}
          value={node.hours ?? 24}
          suffix="小时"
          onChange={(hours) => onChange({ ...bare, hours: hours ?? 24 }, 'hours')}
        />
      )}
    </Block>
  )
}

const TRIGGERS = { message: '发送消息', business: '业务动作', setField: '修改表单字段' } as const
export function TriggerPanel({ node, world, onChange }: PanelProps<TriggerNode>) {
  const disabled = useLocked()
  const { action } = node
  const put = (next: TriggerAction, key?: string): void => onChange({ ...node, action: next }, key)
  const begin: Record<TriggerAction['kind'], TriggerAction> = {
    message: { kind: 'message', who: { kind: 'starter' }, text: '' },
    business: { kind: 'business', call: world.calls[0]?.value ?? '' },
    setField: { kind: 'setField', field: world.form.fields[0]?.name ?? '', value: null },
  }
  const field = action.kind === 'setField' ? world.form.fields.find((x) => x.name === action.field) : undefined
  return (
    <Block title="做什么">
      <RadioField label="触发动作" value={action.kind} options={TRIGGERS} onChange={(kind) => put(begin[kind])} />
      {action.kind === 'message' ? (
        <>
          <Input.TextArea
            value={action.text}
            maxLength={500}
            disabled={disabled}
            autoSize={{ minRows: 2 }}
            placeholder="消息内容"
            aria-label="消息内容"
            onChange={(event) => put({ ...action, text: event.target.value }, 'text')}
          />
          <WhoEditor value={action.who} world={world} without={LATER} onChange={(who) => put({ ...action, who })} />
        </>
      ) : null}
      {action.kind === 'business' ? (
        <SelectField
          label="业务动作"
          value={action.call}
          options={world.calls}
          placeholder="请选择业务动作"
          notFoundContent="该业务没有提供动作"
          onChange={(call) => put({ kind: 'business', call })}
        />
      ) : null}
      {action.kind === 'setField' ? (
        <Space.Compact block>
          <SelectField
            label="要修改的项目"
            value={action.field}
            options={world.form.fields
              .filter((x) => ['text', 'note', 'number', 'choice', 'flag', 'date'].includes(x.kind))
              .map((x) => ({ value: x.name, label: x.label }))}
            onChange={(name) => put({ kind: 'setField', field: name, value: null })}
          />
          {field?.kind === 'number' ? (
            <NumberField
              label="改为"
              value={typeof action.value === 'number' ? action.value : null}
              onChange={(value) => put({ ...action, value }, 'value')}
            />
          ) : null}
          {field?.kind === 'flag' ? (
            <Select
              value={action.value === true}
              disabled={disabled}
              options={[
                { value: true, label: '是' },
                { value: false, label: '否' },
              ]}
              aria-label="改为"
              onChange={(value: boolean) => put({ ...action, value })}
            />
          ) : null}
          {field?.kind === 'choice' ? (
            <SelectField
              label="改为"
              narrow
              value={typeof action.value === 'string' ? action.value : undefined}
              options={field.options ?? []}
              onChange={(value) => put({ ...action, value })}
            />
          ) : null}
          {field && ['text', 'note', 'date'].includes(field.kind) ? (
            <TextField
              label="改为"
              value={typeof action.value === 'string' ? action.value : ''}
              maxLength={500}
              placeholder={field.kind === 'date' ? '2026-01-31' : undefined}
              onChange={(text) => put({ ...action, value: text || null }, 'value')}
            />
          ) : null}
        </Space.Compact>
      ) : null}
    </Block>
  )
}
