/** What stands beside the canvas. A chosen card comes before the tasks. */
import { useDeferredValue, useEffect, useSyncExternalStore } from 'react'
import { Button } from 'antd'
import { CheckCircleFilled, CloseOutlined, ExclamationCircleFilled, RightOutlined } from '@ant-design/icons'
import { useSetting } from '#kit/ui/state/setting.web.ts'
import { Splitter } from '#kit/ui/parts/splitter.web.tsx'
import type { Problem } from '../../engine/definition.rules.ts'
import type { Design } from '../../wire.ts'
import { DryRunPanel } from '../dry-run.web.tsx'
import { PanelLock } from './controls.web.tsx'
import { BranchPanel, NodePanel } from './node-panel.web.tsx'
import { SettingsPanel } from './settings-panel.web.tsx'
import { amend } from '../tree/amend.ts'
import type { Names } from '../tree/summary.ts'
import { find, findBranch } from '../tree/tree.ts'
import type { Drawing } from '../drawing/use-drawing.web.ts'
import { VersionsPanel } from '../versions.web.tsx'
import type { DesignWorld } from '../world.ts'

export type Side = 'problems' | 'dryRun' | 'settings' | 'versions'

interface Props {
  design: Design
  drawing: Drawing
  world: DesignWorld
  problems: readonly Problem[]
  names: Names
  editable: boolean
  side: Side | null
  onSide: (side: Side | null) => void
  onJump: (id: string) => void
  onOpen: (version: number) => void
}

const WIDTH = 380

/** The panel, when there is one, and the line that shares the room between it and the drawing. */
export function SidePanel({ box, ...props }: Props & { box: React.RefObject<HTMLElement | null> }) {
  const [width, setWidth] = useSetting('workflowDesign:panel', WIDTH)
  // No panel is open when the drawing is first painted, so this comes early enough.
  useEffect(() => box.current?.style.setProperty('--zyt-panel-width', `${width}px`), [box, width])
  const panel = usePanel(props)
  return panel ? (
    <>
      <Splitter box={box} variable="--zyt-panel-width" part="after" width={width} min={320} max={720} onWidth={setWidth} />
      {panel}
    </>
  ) : null
}

function usePanel(props: Props): React.ReactNode {
  const { drawing, world, problems, editable, side, onSide } = props
  // The card lights up at once; its panel follows when there is time.
  const selected = useDeferredValue(useSyncExternalStore(drawing.ui.subscribe, () => drawing.ui.get().selected))
  const close = (): void => drawing.acts.select(null)
  const { nodes } = drawing.definition
  const node = selected ? find(nodes, selected) : null
  const own = problems.filter((p) => p.node === selected).map((p) => p.message)
  // From one card to the next of its kind the same panel goes on, on the same page of it: only what differs is drawn.
  if (node)
    return (
      <NodePanel
        key={node.kind}
        node={node}
        world={world}
        problems={own}
        disabled={!editable}
        onClose={close}
        onChange={(next, key) => drawing.changeNode(node, next, key)}
      />
    )
  const place = selected ? findBranch(nodes, selected) : null
  if (place) {
    const about = problems
      .filter((p) => p.node === place.node.id && p.message.includes(`分支「${place.branch.name}」`))
      .map((p) => p.message)
    return (
      <BranchPanel
        key={place.branch.id}
        node={place.node}
        branch={place.branch}
        world={world}
        problems={about}
        disabled={!editable}
        onClose={close}
        onChange={(next, key) => drawing.changeBranch(place.branch, next, key)}
      />
    )
  }
  if (side === null) return null
  return (
    <aside className="zyt-panel" aria-label={TITLES[side]}>
      <header>
        <b className="zyt-panel-title">{TITLES[side]}</b>
        <Button type="text" icon={<CloseOutlined />} aria-label={`关闭${TITLES[side]}`} onClick={() => onSide(null)} />
      </header>
      <div className="zyt-panel-body">
        <PanelLock value={!editable}>
          <Task {...props} side={side} />
        </PanelLock>
      </div>
    </aside>
  )
}
const TITLES: Readonly<Record<Side, string>> = { problems: '检查结果', dryRun: '试运行', settings: '流程设置', versions: '版本' }

function Task({ side, design, drawing, world, problems, onJump, onOpen, names }: Props & { side: Side }) {
  switch (side) {
    case 'problems':
      return <Problems problems={problems} onJump={onJump} />
    case 'dryRun':
      return <DryRunPanel design={design} drawing={drawing} />
    case 'settings':
      return (
        <SettingsPanel
          settings={drawing.definition.settings}
          world={world}
          onChange={(settings, key) => {
            const amended = amend(drawing.definition.settings, settings)
            drawing.change((d) => ({ ...d, settings: amended(d.settings) }), key && `settings:${key}`)
          }}
        />
      )
    case 'versions':
      return <VersionsPanel design={design} definition={drawing.definition} names={names} onOpen={onOpen} onJump={onJump} />
  }
}

function Problems({ problems, onJump }: { problems: readonly Problem[]; onJump: (id: string) => void }) {
  if (problems.length === 0)
    return (
      <p className="zyt-design-fine">
        <CheckCircleFilled /> 没有发现问题，可以发布。
      </p>
    )
  return (
    <ul className="zyt-design-problems">
      {problems.map((p, i) => (
        <li key={i}>
          {p.node ? (
            <button type="button" onClick={() => onJump(p.node!)}>
              <ExclamationCircleFilled /> <span>{p.message}</span> <RightOutlined />
            </button>
          ) : (
            <div>
              <ExclamationCircleFilled /> <span>{p.message}</span>
            </div>
          )}
        </li>
      ))}
    </ul>
  )
}
