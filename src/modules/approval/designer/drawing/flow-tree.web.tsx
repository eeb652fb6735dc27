/** The drawing itself: cards one below the other, branches side by side. Layout is the browser's; nothing is measured. */
import { memo } from 'react'
import {
  ApartmentOutlined,
  AuditOutlined,
  BranchesOutlined,
  ClockCircleOutlined,
  CopyOutlined,
  DeleteOutlined,
  ExclamationCircleFilled,
  ForkOutlined,
  LeftOutlined,
  NodeIndexOutlined,
  PlusOutlined,
  RightOutlined,
  SendOutlined,
  SolutionOutlined,
  SubnodeOutlined,
  ThunderboltOutlined,
  UserOutlined,
} from '@ant-design/icons'
import { isBranching, type Branch, type BranchNode, type NodeKind, type ProcessNode } from '../../engine/definition.ts'
import { branchText, nodeText } from '../tree/summary.ts'
import { useShown, useTree, type Light } from './tree-host.web.ts'
import { spotKey, type Spot } from '../tree/tree.ts'
import './flow-tree.css'

export const NODE_ICONS: Readonly<Record<NodeKind, React.ReactNode>> = {
  start: <UserOutlined />,
  approve: <AuditOutlined />,
  handle: <SolutionOutlined />,
  copy: <SendOutlined />,
  condition: <BranchesOutlined />,
  parallel: <ForkOutlined />,
  inclusive: <ApartmentOutlined />,
  route: <NodeIndexOutlined />,
  subprocess: <SubnodeOutlined />,
  delay: <ClockCircleOutlined />,
  trigger: <ThunderboltOutlined />,
}

export const FlowTree = memo(function FlowTree({ nodes }: { nodes: readonly ProcessNode[] }) {
  return (
    <div className="zyt-flow">
      <NodeList nodes={nodes} />
      <EndCard />
    </div>
  )
})

const NodeList = memo(function NodeList({ nodes }: { nodes: readonly ProcessNode[] }) {
  return (
    <div className="zyt-flow-list">
      {nodes.map((node) => (
        <NodeItem key={node.id} node={node} />
      ))}
    </div>
  )
})

const NodeItem = memo(function NodeItem({ node }: { node: ProcessNode }) {
  return (
    <>
      {isBranching(node) ? <Split node={node} /> : <Card node={node} />}
      <Gap at={node.id} into={false} />
    </>
  )
})

const STATES: Readonly<Record<Light['state'], string>> = {
  done: '已通过',
  live: '进行中',
  rejected: '已驳回',
  skipped: '已跳过',
  ahead: '将会经过',
}

function useLight(id: string): { className: string; light: Light | undefined } {
  const light = useShown((ui) => ui.lights?.get(id))
  const shaded = useShown((ui) => ui.lights !== null && !ui.lights.has(id))
  return { light, className: light ? ` zyt-lit zyt-lit-${light.state}` : shaded ? ' zyt-shade' : '' }
}

/** Copies and deletes on the card itself; the panel at the side has the rest. */
function CardTools({ id, name }: { id: string; name: string }) {
  const { acts } = useTree()
  if (!acts) return null
  return (
    <span className="zyt-flow-tools" onClick={(event) => event.stopPropagation()}>
      <button type="button" tabIndex={-1} title="复制一份在后面" aria-label={`复制${name}`} onClick={() => acts.duplicate(id)}>
        <CopyOutlined />
      </button>
      <button type="button" tabIndex={-1} title="删除" aria-label={`删除${name}`} onClick={() => acts.remove(id)}>
        <DeleteOutlined />
      </button>
    </span>
  )
}

function useCard(id: string, name: string, draggable: boolean) {
  const { acts, ui } = useTree()
  const selected = useShown((s) => s.selected === id)
  const problem = useShown((s) => s.problems.get(id))
  const { light, className } = useLight(id)
  const open = (): void => acts?.select(id)
  const props = {
    'data-node': id,
    'data-hold': '',
    className: `${selected ? ' zyt-flow-on' : ''}${problem ? ' zyt-flow-bad' : ''}${className}`,
    ...(acts
      ? {
          role: 'button',
          tabIndex: 0,
          'aria-pressed': selected,
          'aria-label': problem ? `${name}，有问题：${problem}` : name,
          onClick: open,
          onKeyDown: (event: React.KeyboardEvent) => {
            if ((event.key !== 'Enter' && event.key !== ' ') || event.target !== event.currentTarget) return
            event.preventDefault()
            open()
          },
          ...(draggable
            ? {
                draggable: true,
                onDragStart: (event: React.DragEvent) => {
                  event.dataTransfer.setData('text/plain', id)
                  event.dataTransfer.effectAllowed = 'move'
                  // Not at once: a drawing that changes under the hand ends the drag in Chromium.
                  setTimeout(() => ui.set((s) => ({ ...s, dragging: id })))
                },
                onDragEnd: () => ui.set((s) => ({ ...s, dragging: null })),
              }
            : {}),
        }
      : {}),
  }
  return { props, problem, light }
}

const Card = memo(function Card({ node }: { node: ProcessNode }) {
  const { names, acts } = useTree()
  const { props, problem, light } = useCard(node.id, node.name, node.kind !== 'start')
  const text = nodeText(node, names)
  return (
    <div {...props} className={`zyt-flow-card zyt-flow-${node.kind}${props.className}`}>
      <header>
        {NODE_ICONS[node.kind]}
        <b>{node.name}</b>
        {problem ? <ExclamationCircleFilled className="zyt-flow-alarm" title={problem} /> : null}
        {node.kind === 'start' ? null : <CardTools id={node.id} name={node.name} />}
      </header>
      <div className={text ? 'zyt-flow-text' : 'zyt-flow-text zyt-flow-missing'}>{text ?? (acts ? '请设置' : '未设置')}</div>
      <LightLines light={light} />
    </div>
  )
})

function LightLines({ light }: { light: Light | undefined }) {
  if (!light) return null
  return (
    <div className="zyt-flow-light">
      <span>{STATES[light.state]}</span>
      {light.lines?.map((line) => (
        <small key={line}>{line}</small>
      ))}
    </div>
  )
}

const Split = memo(function Split({ node }: { node: BranchNode }) {
  const { acts } = useTree()
  const { props, problem } = useCard(node.id, node.name, true)
  return (
    <div className="zyt-flow-split">
      <div {...props} className={`zyt-flow-pill${props.className}`}>
        {NODE_ICONS[node.kind]} {node.name}
        {problem ? <ExclamationCircleFilled className="zyt-flow-alarm" title={problem} /> : null}
        {acts ? (
          <button
            type="button"
            className="zyt-flow-add-branch"
            aria-label={`给${node.name}添加分支`}
            title="添加分支"
            onClick={(event) => {
              event.stopPropagation()
              acts.addBranch(node.id)
            }}
          >
            <PlusOutlined />
          </button>
        ) : null}
        <CardTools id={node.id} name={node.name} />
      </div>
      <div className="zyt-flow-branches">
        {node.branches.map((branch, i) => (
          <BranchColumn key={branch.id} node={node} branch={branch} index={i} />
        ))}
      </div>
    </div>
  )
})

const BranchColumn = memo(
  function BranchColumn({ node, branch, index }: { node: BranchNode; branch: Branch; index: number }) {
    return (
      <div className="zyt-flow-branch">
        <BranchCard node={node} branch={branch} index={index} />
        <Gap at={branch.id} into />
        <NodeList nodes={branch.nodes} />
      </div>
    )
  },
  // Of its node a column shows only how many branches there are.
  (a, b) =>
    a.branch === b.branch && a.index === b.index && a.node.kind === b.node.kind && a.node.branches.length === b.node.branches.length,
)

function BranchCard({ node, branch, index }: { node: BranchNode; branch: Branch; index: number }) {
  const { names, acts } = useTree()
  const { props, light } = useCard(branch.id, branch.name, false)
  const text = branchText(node, branch, names)
  const last = node.branches.length - (node.kind === 'parallel' ? 1 : 2)
  return (
    <div {...props} className={`zyt-flow-card zyt-flow-when${props.className}`}>
      <header>
        <b>{branch.name}</b>
        {node.kind === 'condition' && !branch.default ? <small>优先级 {index + 1}</small> : null}
        {acts && !branch.default ? (
          <span className="zyt-flow-tools" onClick={(event) => event.stopPropagation()}>
            {index > 0 ? (
              <button
                type="button"
                tabIndex={-1}
                title="左移"
                aria-label={`${branch.name}左移`}
                onClick={() => acts.moveBranch(branch.id, -1)}
              >
                <LeftOutlined />
              </button>
            ) : null}
            {index < last ? (
              <button
                type="button"
                tabIndex={-1}
                title="右移"
                aria-label={`${branch.name}右移`}
                onClick={() => acts.moveBranch(branch.id, 1)}
              >
                <RightOutlined />
              </button>
            ) : null}
            <button
              type="button"
              tabIndex={-1}
              title="删除分支"
              aria-label={`删除${branch.name}`}
              onClick={() => acts.removeBranch(branch.id)}
            >
              <DeleteOutlined />
            </button>
          </span>
        ) : null}
      </header>
      <div className={text ? 'zyt-flow-text' : 'zyt-flow-text zyt-flow-missing'}>{text ?? (acts ? '请设置条件' : '未设置条件')}</div>
      <LightLines light={light} />
    </div>
  )
}

/** The line between two cards with its +; a card may be dropped on it. */
const Gap = memo(function Gap({ at, into }: { at: string; into: boolean }) {
  const { acts, ui } = useTree()
  const dragging = useShown((s) => s.dragging !== null)
  if (!acts) return <div className="zyt-flow-gap" />
  const spot: Spot = into ? { into: at } : { after: at }
  return (
    <div
      className={dragging ? 'zyt-flow-gap zyt-flow-target' : 'zyt-flow-gap'}
      data-spot={spotKey(spot)}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault()
        acts.drop(event.dataTransfer.getData('text/plain'), spot)
        ui.set((s) => ({ ...s, dragging: null }))
      }}
    >
      <button
        type="button"
        className="zyt-flow-plus"
        aria-label="在此添加节点"
        aria-haspopup="menu"
        onClick={(event) => {
          const frame = event.currentTarget.getBoundingClientRect()
          ui.set((s) => ({ ...s, menu: { spot, x: frame.right + 8, y: frame.top } }))
        }}
      >
        <PlusOutlined />
      </button>
    </div>
  )
})

function EndCard() {
  const { light, className } = useLight('end')
  return (
    <div className={`zyt-flow-end${className}`}>
      流程结束
      <LightLines light={light} />
    </div>
  )
}
