/** The panel at the side: what the chosen card is made of. */
import { Button } from 'antd'
import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import {
  NODE_KINDS,
  isApproving,
  isBranching,
  type Branch,
  type BranchNode,
  type ProcessNode,
  type RouteNode,
} from '../../engine/definition.ts'
import { allNodes } from '../../engine/definition.rules.ts'
import { ApprovePanel } from './approve-panel.web.tsx'
import { partOf, RadioField, SelectField, TextField, useLocked } from './controls.web.tsx'
import { ExpressionEditor } from './expression-editor.web.tsx'
import { FieldPermissionTable } from './permission-table.web.tsx'
import { Block, PanelFrame } from './panel-frame.web.tsx'
import { DelayPanel, SubprocessPanel, TriggerPanel } from './step-panels.web.tsx'
import { LATER, WhoEditor } from './who-editor.web.tsx'
import type { DesignWorld, PanelProps } from '../world.ts'
import './panel.css'

interface Props extends PanelProps<ProcessNode> {
  problems: readonly string[]
  disabled?: boolean
  onClose: () => void
}

export function NodePanel({ node, problems, disabled, onClose, ...rest }: Props) {
  const { onChange } = rest
  return (
    <PanelFrame
      of={node.id}
      title={NODE_KINDS[node.kind]}
      name={node.name}
      problems={problems}
      disabled={disabled}
      onName={(name) => onChange({ ...node, name }, `name:${node.id}`)}
      onClose={onClose}
    >
      <Body node={node} {...rest} />
    </PanelFrame>
  )
}

function Body({ node, world, onChange }: PanelProps<ProcessNode>) {
  const given = { world, onChange }
  if (isApproving(node)) return <ApprovePanel node={node} {...given} />
  if (isBranching(node)) return <BranchingPanel node={node} {...given} />
  switch (node.kind) {
    case 'start':
      return (
        <Block title="发起人填写表单" hint="谁可以发起在「发起人权限」中设置">
          <FieldPermissionTable form={world.form} whole="edit" {...partOf(node, onChange)('fields')} />
        </Block>
      )
    case 'copy':
      return (
        <Block title="抄送给谁" hint="同一审批单每人只抄送一次">
          <WhoEditor world={world} without={LATER} {...partOf(node, onChange)('who')} />
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
  condition: '从左到右逐条判断，走第一条满足的分支；都不满足走默认条件。',
  parallel: '所有分支同时进行，全部完成后继续往下。',
  inclusive: '满足条件的分支都走，全部完成后继续往下；没有满足的走默认条件。',
}
const SPLITS = { condition: NODE_KINDS.condition, parallel: NODE_KINDS.parallel, inclusive: NODE_KINDS.inclusive } as const
function BranchingPanel({ node, onChange }: PanelProps<BranchNode>) {
  return (
    <>
      <Block title="分支方式">
        <RadioField label="分支方式" value={node.kind} options={SPLITS} onChange={(kind) => onChange(turnInto(node, kind))} />
        <p className="zyt-section-hint">{SPLIT_HINTS[node.kind]}</p>
      </Block>
      <Block title="分支" hint="点击画布上的分支卡片设置条件">
        <ol className="zyt-panel-list">
          {node.branches.map((b) => (
            <li key={b.id}>{b.name}</li>
          ))}
        </ol>
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

function RoutePanel({ node, world, onChange }: PanelProps<RouteNode>) {
  const disabled = useLocked()
  const targets = allNodes(world.nodes)
    .filter((n) => n.id !== node.id && n.kind !== 'start')
    .map((n) => ({ value: n.id, label: n.name }))
  const put = (i: number, part: Partial<RouteNode['routes'][number]>): void =>
    onChange({ ...node, routes: node.routes.with(i, { ...node.routes[i]!, ...part }) }, `route:${i}`)
  return (
    <Block title="按条件转到其他节点" hint="从上到下判断，转到第一条满足的目标；都不满足则继续往下">
      {node.routes.map((route, i) => (
        <div key={i} className="zyt-panel-card">
          <div className="zyt-panel-row">
            <TextField label="路由名称" value={route.name} maxLength={40} onChange={(name) => put(i, { name })} />
            <Button
              type="text"
              icon={<DeleteOutlined />}
              disabled={disabled}
              aria-label={`删除${route.name}`}
              onClick={() => onChange({ ...node, routes: node.routes.toSpliced(i, 1) })}
            />
          </div>
          <ExpressionEditor
            value={route.when.kind === 'all' && route.when.of.length === 0 ? undefined : route.when}
            vocabulary={world.vocabulary}
            refOf={world.refOf}
            onChange={(when) => put(i, { when: when ?? { kind: 'all', of: [] } })}
          />
          <SelectField
            label="转到哪个节点"
            search
            value={route.to}
            options={targets}
            placeholder="转到哪个节点"
            onChange={(to) => put(i, { to })}
          />
        </div>
      ))}
      <Button
        type="dashed"
        icon={<PlusOutlined />}
        disabled={disabled}
        onClick={() =>
          onChange({
            ...node,
            routes: [...node.routes, { name: `路由${node.routes.length + 1}`, when: { kind: 'all', of: [] }, to: targets[0]?.value ?? '' }],
          })
        }
      >
        添加路由
      </Button>
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
    <PanelFrame
      of={branch.id}
      title="分支"
      name={branch.name}
      problems={problems}
      disabled={disabled}
      onName={(name) => onChange({ ...branch, name }, `name:${branch.id}`)}
      onClose={onClose}
    >
      {node.kind === 'parallel' ? <p className="zyt-section-hint">并行分支没有条件，与其他分支同时进行。</p> : null}
      {branch.default ? <p className="zyt-section-hint">默认分支没有条件：其他条件都不满足时走这里。</p> : null}
      {node.kind !== 'parallel' && !branch.default ? (
        <Block title="满足什么条件走这条分支">
          <ExpressionEditor
            value={branch.when}
            vocabulary={world.vocabulary}
            refOf={world.refOf}
            onChange={(when) => onChange(when ? { ...branch, when } : bare, `when:${branch.id}`)}
          />
        </Block>
      ) : null}
    </PanelFrame>
  )
}
