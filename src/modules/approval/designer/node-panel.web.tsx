/** The panel at the side: what the chosen card is made of. */
import { startTransition, useEffect, useRef, useState } from 'react'
import { Alert, Button, Input, InputNumber, Radio, Select, Space, type InputRef } from 'antd'
import { ReasonButton } from '#kit/ui/record/reason-button.web.tsx'
import { SearchSelect } from '#kit/ui/search-select.web.tsx'
import { CloseOutlined, DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { NODE_KINDS, isApproving, isBranching, type Branch, type BranchNode, type DelayNode, type ProcessNode, type RouteNode, type SubprocessNode, type TriggerAction, type TriggerNode } from '../engine/definition.ts'
import { allNodes } from '../engine/definition.rules.ts'
import { ApprovePanel, Block } from './approve-panel.web.tsx'
import { ExpressionEditor } from './expression-editor.web.tsx'
import { FieldPermissionTable } from './permission-table.web.tsx'
import { WhoEditor } from './who-editor.web.tsx'
import type { DesignWorld, PanelProps } from './world.ts'
import './panel.css'

interface FrameProps {
  /** Whose panel it is: what is half typed stays with it. Not said where the panel is one of its own each time. */
  of?: string
  title: string
  name: string
  problems: readonly string[]
  disabled?: boolean
  onName: (name: string) => void
  onClose: () => void
  children: React.ReactNode
}

export function PanelFrame({ of, title, name, problems, disabled, onName, onClose, children }: FrameProps) {
  return (
    <aside className="zyt-panel" aria-label={`${title}设置`}>
      <header>
        <NameInput key={of} name={name} label={`${title}名称`} disabled={disabled} onName={onName} />
        <Button type="text" icon={<CloseOutlined />} aria-label="关闭设置" onClick={onClose} />
      </header>
      <div className="zyt-panel-body">
        {problems.length ? <Alert type="error" showIcon title={problems.length === 1 ? problems[0] : <ul>{problems.map((p) => <li key={p}>{p}</li>)}</ul>} /> : null}
        {children}
      </div>
    </aside>
  )
}

/** What is typed shows at once; the drawing and the check follow when there is time. */
function NameInput({ name, label, disabled, onName }: { name: string; label: string; disabled?: boolean; onName: (name: string) => void }) {
  const [typed, setTyped] = useState(name)
  const box = useRef<InputRef>(null)
  // Taken back or done again from outside; while somebody types here, what comes back late is his own older text.
  useEffect(() => {
    if (document.activeElement !== box.current?.input) setTyped(name)
  }, [name])
  return (
    <Input
      ref={box}
      value={typed}
      maxLength={40}
      disabled={disabled}
      aria-label={label}
      status={typed.trim() ? undefined : 'error'}
      onChange={(event) => {
        const text = event.target.value
        setTyped(text)
        startTransition(() => onName(text))
      }}
    />
  )
}

interface Props extends PanelProps<ProcessNode> {
  problems: readonly string[]
  onClose: () => void
}

export function NodePanel({ node, problems, onClose, ...rest }: Props) {
  const { onChange, disabled } = rest
  return (
    <PanelFrame of={node.id} title={NODE_KINDS[node.kind]} name={node.name} problems={problems} disabled={disabled} onName={(name) => onChange({ ...node, name }, `name:${node.id}`)} onClose={onClose}>
      <Body node={node} {...rest} />
    </PanelFrame>
  )
}

function Body({ node, world, onChange, disabled }: PanelProps<ProcessNode>) {
  const given = { world, onChange: onChange as never, disabled }
  if (isApproving(node)) return <ApprovePanel node={node} {...given} />
  if (isBranching(node)) return <BranchingPanel node={node} {...given} />
  switch (node.kind) {
    case 'start':
      return (
        <Block title="发起人填写表单" hint="谁可以发起在「发起人权限」中设置">
          <FieldPermissionTable form={world.form} value={node.fields} whole="edit" disabled={disabled} onChange={(fields) => onChange({ ...node, fields })} />
        </Block>
      )
    case 'copy':
      return (
        <Block title="抄送给谁" hint="同一审批单每人只抄送一次">
          <WhoEditor value={node.who} world={world} without={['starterChoice', 'previousChoice']} disabled={disabled} onChange={(who) => onChange({ ...node, who })} />
        </Block>
      )
    case 'route':
      return <RoutePanel node={node} {...given} />
    case 'subprocess':
      return <SubprocessPanel node={node} {...given} />
    case 'delay':
      return <DelayPanel node={node} {...given} />
    case 'trigger':
      return <TriggerPanel node={node} {...given} />
  }
}

const SPLIT_HINTS: Readonly<Record<BranchNode['kind'], string>> = {
  condition: '从左到右逐条判断，走第一条满足的分支；都不满足走默认条件。', parallel: '所有分支同时进行，全部完成后继续往下。', inclusive: '满足条件的分支都走，全部完成后继续往下；没有满足的走默认条件。',
}
function BranchingPanel({ node, onChange, disabled }: PanelProps<BranchNode>) {
  return (
    <>
      <Block title="分支方式">
        <Radio.Group
          value={node.kind}
          disabled={disabled}
          aria-label="分支方式"
          options={(['condition', 'parallel', 'inclusive'] as const).map((kind) => ({ value: kind, label: NODE_KINDS[kind] }))}
          onChange={(event) => onChange(turnInto(node, event.target.value as BranchNode['kind']))}
        />
        <p className="zyt-section-hint">{SPLIT_HINTS[node.kind]}</p>
      </Block>
      <Block title="分支" hint="点击画布上的分支卡片设置条件">
        <ol className="zyt-panel-list">{node.branches.map((b) => <li key={b.id}>{b.name}</li>)}</ol>
      </Block>
    </>
  )
}
/** Parallel branches have no conditions and no default; the others need one. */
function turnInto(node: BranchNode, kind: BranchNode['kind']): BranchNode {
  const name = node.name === NODE_KINDS[node.kind] ? NODE_KINDS[kind] : node.name
  if (kind === 'parallel') return { ...node, kind, name, branches: node.branches.map(({ when: _w, default: _d, ...b }) => b) }
  if (node.branches.some((b) => b.default)) return { ...node, kind, name }
  return { ...node, kind, name, branches: node.branches.map((b, i) => (i === node.branches.length - 1 ? { ...b, default: true } : b)) }
}

function RoutePanel({ node, world, onChange, disabled }: PanelProps<RouteNode>) {
  const targets = allNodes(world.nodes).filter((n) => n.id !== node.id && n.kind !== 'start').map((n) => ({ value: n.id, label: n.name }))
  const put = (i: number, part: Partial<RouteNode['routes'][number]>): void => onChange({ ...node, routes: node.routes.with(i, { ...node.routes[i]!, ...part }) }, `route:${i}`)
  return (
    <Block title="按条件转到其他节点" hint="从上到下判断，转到第一条满足的目标；都不满足则继续往下">
      {node.routes.map((route, i) => (
        <div key={i} className="zyt-panel-card">
          <div className="zyt-panel-row">
            <Input value={route.name} maxLength={40} disabled={disabled} aria-label="路由名称" onChange={(event) => put(i, { name: event.target.value })} />
            <Button type="text" icon={<DeleteOutlined />} disabled={disabled} aria-label={`删除${route.name}`} onClick={() => onChange({ ...node, routes: node.routes.toSpliced(i, 1) })} />
          </div>
          <ExpressionEditor value={route.when.kind === 'all' && route.when.of.length === 0 ? undefined : route.when} vocabulary={world.vocabulary} refOf={world.refOf} disabled={disabled} onChange={(when) => put(i, { when: when ?? { kind: 'all', of: [] } })} />
          <SearchSelect className="zyt-wide" disabled={disabled} value={route.to || undefined} options={targets} placeholder="转到哪个节点" aria-label="转到哪个节点" onChange={(to: string) => put(i, { to })} />
        </div>
      ))}
      <Button type="dashed" icon={<PlusOutlined />} disabled={disabled} onClick={() => onChange({ ...node, routes: [...node.routes, { name: `路由${node.routes.length + 1}`, when: { kind: 'all', of: [] }, to: targets[0]?.value ?? '' }] })}>
        添加路由
      </Button>
    </Block>
  )
}

function SubprocessPanel({ node, world, onChange, disabled }: PanelProps<SubprocessNode>) {
  const rows = node.fields ?? []
  const put = (i: number, part: Partial<{ to: string; from: string }>): void => onChange({ ...node, fields: rows.with(i, { ...rows[i]!, ...part }) }, `sub:${i}`)
  const paths = Object.entries(world.vocabulary).map(([value, t]) => ({ value, label: t.label }))
  return (
    <>
      <Block title="发起哪个流程">
        <SearchSelect className="zyt-wide" disabled={disabled} value={node.process || undefined} options={[...world.processes]} placeholder="请选择已发布的流程" aria-label="子流程" notFoundContent="没有已发布的流程" onChange={(process: string) => onChange({ ...node, process })} />
        <Radio.Group value={node.wait ? 'wait' : 'go'} disabled={disabled} aria-label="是否等待子流程" options={[{ value: 'wait', label: '等它结束再继续' }, { value: 'go', label: '发起后立即继续' }]} onChange={(event) => onChange({ ...node, wait: event.target.value === 'wait' })} />
        {node.wait ? <Radio.Group value={node.onRejected ?? 'reject'} disabled={disabled} aria-label="子流程没有通过时" options={[{ value: 'reject', label: '子流程未通过则本流程不通过' }, { value: 'continue', label: '仍然继续' }]} onChange={(event) => onChange({ ...node, onRejected: event.target.value })} /> : null}
      </Block>
      <Block title="带入的数据" hint="子流程表单的字段编码 ← 本流程的字段">
        {rows.map((row, i) => (
          <div key={i} className="zyt-panel-row">
            <Input value={row.to} maxLength={40} disabled={disabled} placeholder="字段编码" aria-label="子流程字段编码" onChange={(event) => put(i, { to: event.target.value })} />
            <SearchSelect className="zyt-wide" value={row.from || undefined} disabled={disabled} options={paths} placeholder="本流程字段" aria-label="本流程字段" onChange={(from: string) => put(i, { from })} />
            <Button type="text" icon={<DeleteOutlined />} disabled={disabled} aria-label="删除这一行" onClick={() => onChange({ ...node, fields: rows.toSpliced(i, 1) })} />
          </div>
        ))}
        <ReasonButton type="dashed" icon={<PlusOutlined />} reason={disabled ? '此版本不能修改' : paths.length === 0 ? '本流程还没有可以传递的字段' : null} onClick={() => onChange({ ...node, fields: [...rows, { to: '', from: paths[0]!.value }] })}>
          添加一行
        </ReasonButton>
      </Block>
    </>
  )
}

function DelayPanel({ node, world, onChange, disabled }: PanelProps<DelayNode>) {
  const days = Object.entries(world.vocabulary).filter(([, t]) => t.type === 'day').map(([value, t]) => ({ value, label: t.label }))
  const { hours: _h, until: _u, ...bare } = node
  const byDay = node.until !== undefined
  return (
    <Block title="等多久">
      <Radio.Group value={byDay ? 'until' : 'hours'} disabled={disabled} aria-label="延时方式" options={[{ value: 'hours', label: '固定时长' }, { value: 'until', label: '到某个日期（09:00）' }]} onChange={(event) => onChange(event.target.value === 'hours' ? { ...bare, hours: 24 } : { ...bare, until: days[0]?.value ?? '' })} />
      {byDay ? (
        <Select className="zyt-wide" disabled={disabled} value={node.until || undefined} options={days} placeholder="请选择日期字段" aria-label="日期字段" notFoundContent="没有日期字段" onChange={(until: string) => onChange({ ...bare, until })} />
      ) : (
        <InputNumber min={0.01} max={8760} disabled={disabled} value={node.hours ?? 24} suffix="小时" aria-label="延时小时数" onChange={(hours) => onChange({ ...bare, hours: hours ?? 24 }, 'hours')} />
      )}
    </Block>
  )
}

function TriggerPanel({ node, world, onChange, disabled }: PanelProps<TriggerNode>) {
  const { action } = node
  const put = (next: TriggerAction, key?: string): void => onChange({ ...node, action: next }, key)
  const begin: Record<TriggerAction['kind'], TriggerAction> = { message: { kind: 'message', who: { kind: 'starter' }, text: '' }, business: { kind: 'business', call: world.calls[0]?.value ?? '' }, setField: { kind: 'setField', field: world.form.fields[0]?.name ?? '', value: null } }
  const field = action.kind === 'setField' ? world.form.fields.find((x) => x.name === action.field) : undefined
  return (
    <Block title="做什么">
      <Radio.Group value={action.kind} disabled={disabled} aria-label="触发动作" options={[{ value: 'message', label: '发送消息' }, { value: 'business', label: '业务动作' }, { value: 'setField', label: '修改表单字段' }]} onChange={(event) => put(begin[event.target.value as TriggerAction['kind']])} />
      {action.kind === 'message' ? (
        <>
          <Input.TextArea value={action.text} maxLength={500} disabled={disabled} autoSize={{ minRows: 2 }} placeholder="消息内容" aria-label="消息内容" onChange={(event) => put({ ...action, text: event.target.value }, 'text')} />
          <WhoEditor value={action.who} world={world} without={['starterChoice', 'previousChoice']} disabled={disabled} onChange={(who) => put({ ...action, who })} />
        </>
      ) : null}
      {action.kind === 'business' ? <Select className="zyt-wide" disabled={disabled} value={action.call || undefined} options={[...world.calls]} placeholder="请选择业务动作" aria-label="业务动作" notFoundContent="该业务没有提供动作" onChange={(call: string) => put({ kind: 'business', call })} /> : null}
      {action.kind === 'setField' ? (
        <Space.Compact block>
          <Select className="zyt-wide" disabled={disabled} value={action.field || undefined} options={world.form.fields.filter((x) => ['text', 'note', 'number', 'choice', 'flag', 'date'].includes(x.kind)).map((x) => ({ value: x.name, label: x.label }))} aria-label="要修改的字段" onChange={(name: string) => put({ kind: 'setField', field: name, value: null })} />
          {field?.kind === 'number' ? <InputNumber value={typeof action.value === 'number' ? action.value : null} disabled={disabled} aria-label="改为" onChange={(value) => put({ ...action, value }, 'value')} /> : null}
          {field?.kind === 'flag' ? <Select value={action.value === true} disabled={disabled} options={[{ value: true, label: '是' }, { value: false, label: '否' }]} aria-label="改为" onChange={(value: boolean) => put({ ...action, value })} /> : null}
          {field?.kind === 'choice' ? <Select value={action.value} disabled={disabled} options={[...(field.options ?? [])]} aria-label="改为" onChange={(value) => put({ ...action, value })} /> : null}
          {field && ['text', 'note', 'date'].includes(field.kind) ? <Input value={typeof action.value === 'string' ? action.value : ''} maxLength={500} disabled={disabled} aria-label="改为" placeholder={field.kind === 'date' ? '2026-01-31' : undefined} onChange={(event) => put({ ...action, value: event.target.value || null }, 'value')} /> : null}
        </Space.Compact>
      ) : null}
    </Block>
  )
}

interface BranchPanelProps {
  node: BranchNode
  branch: Branch
  world: DesignWorld
  problems: readonly string[]
  disabled?: boolean
  onChange: (branch: Branch, key?: string) => void
  onClose: () => void
}
export function BranchPanel({ node, branch, world, problems, disabled, onChange, onClose }: BranchPanelProps) {
  const { when: _old, ...bare } = branch
  return (
    <PanelFrame of={branch.id} title="分支" name={branch.name} problems={problems} disabled={disabled} onName={(name) => onChange({ ...branch, name }, `name:${branch.id}`)} onClose={onClose}>
      {node.kind === 'parallel' ? <p className="zyt-section-hint">并行分支没有条件，与其他分支同时进行。</p> : null}
      {branch.default ? <p className="zyt-section-hint">默认分支没有条件：其他条件都不满足时走这里。</p> : null}
      {node.kind !== 'parallel' && !branch.default ? (
        <Block title="满足什么条件走这条分支">
          <ExpressionEditor value={branch.when} vocabulary={world.vocabulary} refOf={world.refOf} disabled={disabled} onChange={(when) => onChange(when ? { ...branch, when } : bare, `when:${branch.id}`)} />
        </Block>
      ) : null}
    </PanelFrame>
  )
}
