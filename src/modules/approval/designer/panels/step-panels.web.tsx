/** Panels of the steps nobody has to be asked in: sub-process, delay, trigger. */
import { Button, Input, InputNumber, Radio, Select, Space } from 'antd'
import { ReasonButton } from '#kit/ui/record/reason-button.web.tsx'
import { SearchSelect } from '#kit/ui/field/search-select.web.tsx'
import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { type DelayNode, type SubprocessNode, type TriggerAction, type TriggerNode } from '../../engine/definition.ts'
import { Block } from './approve-panel.web.tsx'
import { WhoEditor } from './who-editor.web.tsx'
import type { PanelProps } from '../world.ts'
import './panel.css'

export function SubprocessPanel({ node, world, onChange, disabled }: PanelProps<SubprocessNode>) {
  const rows = node.fields ?? []
  const put = (i: number, part: Partial<{ to: string; from: string }>): void =>
    onChange({ ...node, fields: rows.with(i, { ...rows[i]!, ...part }) }, `sub:${i}`)
  const paths = Object.entries(world.vocabulary).map(([value, t]) => ({ value, label: t.label }))
  return (
    <>
      <Block title="发起哪个流程">
        <SearchSelect
          className="zyt-wide"
          disabled={disabled}
          value={node.process || undefined}
          options={[...world.processes]}
          placeholder="请选择已发布的流程"
          aria-label="子流程"
          notFoundContent="没有已发布的流程"
          onChange={(process: string) => onChange({ ...node, process })}
        />
        <Radio.Group
          value={node.wait ? 'wait' : 'go'}
          disabled={disabled}
          aria-label="是否等待子流程"
          options={[
            { value: 'wait', label: '等它结束再继续' },
            { value: 'go', label: '发起后立即继续' },
          ]}
          onChange={(event) => onChange({ ...node, wait: event.target.value === 'wait' })}
        />
        {node.wait ? (
          <Radio.Group
            value={node.onRejected ?? 'reject'}
            disabled={disabled}
            aria-label="子流程没有通过时"
            options={[
              { value: 'reject', label: '子流程未通过则本流程不通过' },
              { value: 'continue', label: '仍然继续' },
            ]}
            onChange={(event) => onChange({ ...node, onRejected: event.target.value })}
          />
        ) : null}
      </Block>
      <Block title="带入的数据" hint="子流程表单的字段编码 ← 本流程的字段">
        {rows.map((row, i) => (
          <div key={i} className="zyt-panel-row">
            <Input
              value={row.to}
              maxLength={40}
              disabled={disabled}
              placeholder="字段编码"
              aria-label="子流程字段编码"
              onChange={(event) => put(i, { to: event.target.value })}
            />
            <SearchSelect
              className="zyt-wide"
              value={row.from || undefined}
              disabled={disabled}
              options={paths}
              placeholder="本流程字段"
              aria-label="本流程字段"
              onChange={(from: string) => put(i, { from })}
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
          reason={disabled ? '此版本不能修改' : paths.length === 0 ? '本流程还没有可以传递的字段' : null}
          onClick={() => onChange({ ...node, fields: [...rows, { to: '', from: paths[0]!.value }] })}
        >
          添加一行
        </ReasonButton>
      </Block>
    </>
  )
}

export function DelayPanel({ node, world, onChange, disabled }: PanelProps<DelayNode>) {
  const days = Object.entries(world.vocabulary)
    .filter(([, t]) => t.type === 'day')
    .map(([value, t]) => ({ value, label: t.label }))
  const { hours: _h, until: _u, ...bare } = node
  const byDay = node.until !== undefined
  return (
    <Block title="等多久">
      <Radio.Group
        value={byDay ? 'until' : 'hours'}
        disabled={disabled}
        aria-label="延时方式"
        options={[
          { value: 'hours', label: '固定时长' },
          { value: 'until', label: '到某个日期（09:00）' },
        ]}
        onChange={(event) => onChange(event.target.value === 'hours' ? { ...bare, hours: 24 } : { ...bare, until: days[0]?.value ?? '' })}
      />
      {byDay ? (
        <Select
          className="zyt-wide"
          disabled={disabled}
          value={node.until || undefined}
          options={days}
          placeholder="请选择日期字段"
          aria-label="日期字段"
          notFoundContent="没有日期字段"
          onChange={(until: string) => onChange({ ...bare, until })}
        />
      ) : (
        <InputNumber
          min={0.01}
          max={8760}
          disabled={disabled}
          value={node.hours ?? 24}
          suffix="小时"
          aria-label="延时小时数"
          onChange={(hours) => onChange({ ...bare, hours: hours ?? 24 }, 'hours')}
        />
      )}
    </Block>
  )
}

export function TriggerPanel({ node, world, onChange, disabled }: PanelProps<TriggerNode>) {
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
      <Radio.Group
        value={action.kind}
        disabled={disabled}
        aria-label="触发动作"
        options={[
          { value: 'message', label: '发送消息' },
          { value: 'business', label: '业务动作' },
          { value: 'setField', label: '修改表单字段' },
        ]}
        onChange={(event) => put(begin[event.target.value as TriggerAction['kind']])}
      />
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
          <WhoEditor
            value={action.who}
            world={world}
            without={['starterChoice', 'previousChoice']}
            disabled={disabled}
            onChange={(who) => put({ ...action, who })}
          />
        </>
      ) : null}
      {action.kind === 'business' ? (
        <Select
          className="zyt-wide"
          disabled={disabled}
          value={action.call || undefined}
          options={[...world.calls]}
          placeholder="请选择业务动作"
          aria-label="业务动作"
          notFoundContent="该业务没有提供动作"
          onChange={(call: string) => put({ kind: 'business', call })}
        />
      ) : null}
      {action.kind === 'setField' ? (
        <Space.Compact block>
          <Select
            className="zyt-wide"
            disabled={disabled}
            value={action.field || undefined}
            options={world.form.fields
              .filter((x) => ['text', 'note', 'number', 'choice', 'flag', 'date'].includes(x.kind))
              .map((x) => ({ value: x.name, label: x.label }))}
            aria-label="要修改的字段"
            onChange={(name: string) => put({ kind: 'setField', field: name, value: null })}
          />
          {field?.kind === 'number' ? (
            <InputNumber
              value={typeof action.value === 'number' ? action.value : null}
              disabled={disabled}
              aria-label="改为"
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
            <Select
              value={action.value}
              disabled={disabled}
              options={[...(field.options ?? [])]}
              aria-label="改为"
              onChange={(value) => put({ ...action, value })}
            />
          ) : null}
          {field && ['text', 'note', 'date'].includes(field.kind) ? (
            <Input
              value={typeof action.value === 'string' ? action.value : ''}
              maxLength={500}
              disabled={disabled}
              aria-label="改为"
              placeholder={field.kind === 'date' ? '2026-01-31' : undefined}
              onChange={(event) => put({ ...action, value: event.target.value || null }, 'value')}
            />
          ) : null}
        </Space.Compact>
      ) : null}
    </Block>
  )
}
