/** The drawing board: bar, canvas, and at the side the panel of the chosen card or of a task (check, dry run, versions, settings). */
import { memo, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { Alert, Badge, Button, Dropdown, Space } from 'antd'
import { CheckCircleOutlined, DownOutlined, FormOutlined, HistoryOutlined, PlayCircleOutlined, SettingOutlined } from '@ant-design/icons'
import { ERRORS } from '#kit/basics/errors.ts'
import { api, ApiError } from '#kit/ui/client/api.web.ts'
import { useShortcut } from '#kit/ui/screen/keys.web.ts'
import { confirmBox, toast } from '#kit/ui/dialog/message.web.tsx'
import { ReasonButton, useRefresh, useWrite } from '#kit/ui/record.web.tsx'
import { useScreen } from '#kit/ui/screen/screen.web.ts'
import { useCan } from '#kit/ui/state/session.web.ts'
import type { ProcessDefinition } from '../engine/definition.ts'
import type { Problem } from '../engine/definition.rules.ts'
import type { Design } from '../wire.ts'
import { AddMenu } from './drawing/add-menu.web.tsx'
import { Canvas, type CanvasHandle } from './drawing/canvas.web.tsx'
import { DraftTitle, SaveDraft, UndoRedo } from './draft-bar.web.tsx'
import { SidePanel, type Side } from './panels/side-panel.web.tsx'
import { FlowTree } from './drawing/flow-tree.web.tsx'
import { useNames } from './names.web.ts'
import { TreeContext, type TreeHost } from './drawing/tree-host.web.ts'
import { outline } from './tree/tree.ts'
import { useDrawing, type Drawing } from './drawing/use-drawing.web.ts'
import { useSaving, type Saving } from './use-saving.web.ts'
import { checkWorldOf, useDesignWorld } from './use-world.web.ts'
import './designer.css'

interface Props {
  design: Design
  onReload: () => void
  onOpen: (version: number) => void
}

export function DesignEditor({ design, onReload, onOpen }: Props) {
  const can = useCan()
  const editable = design.status === 'draft' && can('workflowList_design')
  const checking = useMemo(() => checkWorldOf(design), [design])
  const drawing = useDrawing(design.definition, checking)
  const { definition } = drawing
  const { world, known } = useDesignWorld(design, definition.nodes)
  const names = useNames(definition.nodes, design.vocabulary, design.labels, known)
  const bodyOf = useCallback((content: ProcessDefinition) => ({ id: design.id, definition: content }), [design.id])
  const saving = useSaving(
    { version: design.version, content: design.definition },
    definition,
    '/api/v1/approvalVersion/save',
    bodyOf,
    editable,
  )
  const [side, setSide] = useState<Side | null>(null)
  /** What only the server can see: people who left, roles that were switched off. */
  const [refusals, setRefusals] = useState<readonly Problem[]>([])
  const canvas = useRef<CanvasHandle>(null)
  const body = useRef<HTMLDivElement>(null)
  const host = useMemo<TreeHost>(
    () => ({ ui: drawing.ui, acts: editable ? drawing.acts : null, names }),
    [drawing.ui, drawing.acts, editable, names],
  )
  const jump = useCallback(
    (id: string) => {
      drawing.acts.select(id)
      setSide(null)
      canvas.current?.show(`[data-node="${CSS.escape(id)}"]`)
    },
    [drawing.acts],
  )
  // What was pressed may be gone (a card that was deleted, a list of problems that closed): the keys are the drawing's then too.
  const latest = useRef(drawing)
  latest.current = drawing
  useEffect(() => {
    if (!editable) return
    const lost = (event: KeyboardEvent): void => {
      if (event.target === document.body && !event.defaultPrevented) handleKey(event, latest.current, jump)
    }
    document.addEventListener('keydown', lost)
    return () => document.removeEventListener('keydown', lost)
  }, [editable, jump])
  useShortcut({ combo: 'mod+s', label: '保存流程草稿', run: () => void saving.saveNow(), inFields: true }, editable)
  const problems = useMemo(
    () => [...drawing.problems, ...refusals.filter((r) => !drawing.problems.some((p) => p.message === r.message))],
    [drawing.problems, refusals],
  )
  const { acts, ui } = drawing
  const openSide = useCallback(
    (next: Side | null): void => {
      // A card that is chosen hides the task; asking for the task again brings it back rather than closing it.
      const hidden = ui.get().selected !== null
      acts.select(null)
      ui.set((s) => ({ ...s, lights: null }))
      setSide((now) => (next !== null && now === next && !hidden ? null : next))
    },
    [acts, ui],
  )
  const isNode = useRef<(id: string) => boolean>(() => false)
  isNode.current = (id) => outline(definition.nodes).some((n) => n.id === id)
  return (
    <TreeContext value={host}>
      <div className="zyt-design" onKeyDown={(event) => editable && handleKey(event, drawing, jump)}>
        <Bar
          {...{ design, editable, side, isNode, onReload, onOpen }}
          {...{ canUndo: drawing.canUndo, canRedo: drawing.canRedo, onUndo: drawing.undo, onRedo: drawing.redo }}
          saved={saving.state}
          saveNow={saving.saveNow}
          problems={problems.length}
          blocked={problems.some((p) => p.node)}
          onSide={openSide}
          onRefused={setRefusals}
        />
        {saving.why ? (
          <Alert
            type="error"
            showIcon
            title={saving.why}
            action={
              <Space>
                <Button size="small" onClick={() => void saving.saveNow()}>
                  再次保存
                </Button>
                <Button size="small" onClick={onReload}>
                  重新载入
                </Button>
              </Space>
            }
          />
        ) : null}
        <div className="zyt-design-body" ref={body}>
          <Canvas ref={canvas} label="流程画布，方向键在节点间移动，回车设置，Delete 删除">
            <FlowTree nodes={definition.nodes} />
          </Canvas>
          <SidePanel box={body} {...{ design, drawing, world, problems, editable, side, names, onSide: openSide, onJump: jump, onOpen }} />
        </div>
        <AddMenu canPaste={drawing.canPaste} />
      </div>
    </TreeContext>
  )
}

/** Keys on the drawing. What is typed into a field belongs to the field. */
function handleKey(event: React.KeyboardEvent | KeyboardEvent, drawing: Drawing, jump: (id: string) => void): void {
  const target = event.target as HTMLElement
  if (/^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName) || target.closest('.zyt-panel, .zyt-flow-menu, .ant-select-dropdown')) return
  const chosen = target.closest<HTMLElement>('[data-node]')?.dataset['node'] ?? drawing.ui.get().selected
  const mod = event.ctrlKey || event.metaKey
  const key = event.key.toLowerCase()
  const act = ((): (() => void) | null => {
    if (mod && key === 'z') return event.shiftKey ? drawing.redo : drawing.undo
    if (mod && key === 'y') return drawing.redo
    if (key === 'escape') return () => drawing.acts.select(null)
    if (!chosen) return null
    if (mod && key === 'c') return () => drawing.copy(chosen)
    if (mod && key === 'x') return () => drawing.cut(chosen)
    if (mod && key === 'v') return drawing.canPaste ? () => drawing.acts.paste({ after: chosen }) : null
    if (mod && key === 'd') return () => drawing.acts.duplicate(chosen)
    if (key === 'delete' || key === 'backspace') return () => drawing.acts.remove(chosen)
    if (event.altKey && (key === 'arrowup' || key === 'arrowdown')) return () => drawing.nudge(chosen, key === 'arrowup' ? -1 : 1)
    if (key === 'arrowup' || key === 'arrowdown') return () => step(drawing, chosen, key === 'arrowup' ? -1 : 1, jump)
    return null
  })()
  if (!act) return
  event.preventDefault()
  act()
}

function step(drawing: Drawing, from: string, by: 1 | -1, jump: (id: string) => void): void {
  const all = outline(drawing.definition.nodes)
  const next = all[all.findIndex((n) => n.id === from) + by]
  if (!next) return
  jump(next.id)
  requestAnimationFrame(() =>
    document
      .querySelector<HTMLElement>(`.zyt-pane:not([style*="none"]) [data-node="${CSS.escape(next.id)}"]`)
      ?.focus({ preventScroll: true }),
  )
}

/** Only what it shows: typing on the board must not draw the bar anew. */
interface BarProps extends Props {
  editable: boolean
  canUndo: boolean
  canRedo: boolean
  onUndo: () => void
  onRedo: () => void
  saved: Saving['state']
  saveNow: Saving['saveNow']
  side: Side | null
  problems: number
  blocked: boolean
  isNode: React.RefObject<(id: string) => boolean>
  onSide: (side: Side | null) => void
  onRefused: (problems: readonly Problem[]) => void
}

const Bar = memo(function Bar({
  design,
  editable,
  canUndo,
  canRedo,
  onUndo,
  onRedo,
  saved,
  saveNow,
  side,
  problems,
  blocked,
  isNode,
  onSide,
  onOpen,
  onReload,
  onRefused,
}: BarProps) {
  const screen = useScreen()
  const write = useWrite()
  const refresh = useRefresh()
  const toggle = (which: Side) => () => onSide(which)
  const publish = async (): Promise<void> => {
    const version = await saveNow()
    if (version === null) return
    if (
      !(await confirmBox({
        title: '发布流程',
        content: '发布后新发起的审批使用这一版，运行中的审批仍走原来的版本。确认发布？',
        okText: '发布',
      }))
    )
      return
    try {
      await write('/api/v1/approvalVersion/publish', { id: design.id, version })
      toast.success('已发布')
      await refresh()
      onReload()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      onRefused(error.code === ERRORS.invalid.code ? problemsIn(error.data, isNode.current) : [{ node: null, message: error.message }])
      if (side !== 'problems') onSide('problems')
    }
  }
  const draft = async (): Promise<void> => {
    const { id } = await api.post<{ id: number }>('/api/v1/approvalVersion/draft', { process: design.process.id })
    onOpen(id)
  }
  return (
    <header className="zyt-design-bar">
      <DraftTitle name={design.process.name} number={design.number} status={design.status} saved={editable ? saved : null} />
      <Space wrap size="small">
        {editable ? <UndoRedo {...{ canUndo, canRedo, onUndo, onRedo }} /> : null}
        {editable ? <SaveDraft state={saved} onSave={() => void saveNow()} /> : null}
        <Badge count={problems} size="small">
          <Button icon={<CheckCircleOutlined />} type={side === 'problems' ? 'primary' : 'default'} onClick={toggle('problems')}>
            检查
          </Button>
        </Badge>
        <Button icon={<PlayCircleOutlined />} type={side === 'dryRun' ? 'primary' : 'default'} onClick={toggle('dryRun')}>
          试运行
        </Button>
        <Button icon={<SettingOutlined />} type={side === 'settings' ? 'primary' : 'default'} onClick={toggle('settings')}>
          流程设置
        </Button>
        <Button icon={<HistoryOutlined />} type={side === 'versions' ? 'primary' : 'default'} onClick={toggle('versions')}>
          版本
        </Button>
        {design.process.form ? (
          <Button icon={<FormOutlined />} onClick={() => screen.open('formDesign', { form: design.process.form })}>
            表单
          </Button>
        ) : null}
        <Dropdown
          trigger={['click']}
          menu={{
            items: [
              { key: 'json', label: '导出流程文件' },
              { key: 'bpmn', label: '导出 BPMN 2.0' },
            ],
            onClick: ({ key }) =>
              void saveNow()
                .then(() =>
                  api.download(`/api/v1/approvalVersion/${key === 'json' ? 'exportJson' : 'exportBpmn'}`, {
                    query: { id: design.id },
                    fileName: `${design.process.name}-v${design.number}.${key}`,
                  }),
                )
                .catch(() => undefined),
          }}
        >
          <Button>
            导出 <DownOutlined />
          </Button>
        </Dropdown>
        {editable ? (
          <ReasonButton type="primary" reason={blocked ? '还有问题没有解决，请点击「检查」查看' : null} onClick={() => void publish()}>
            发布
          </ReasonButton>
        ) : (
          <Button type="primary" onClick={() => void draft()}>
            修改（打开草稿）
          </Button>
        )}
      </Space>
    </header>
  )
})

/** The answer to a refused publication: node → sentence; '' repeats the first. */
function problemsIn(data: unknown, isNode: (id: string) => boolean): Problem[] {
  if (typeof data !== 'object' || data === null) return []
  return Object.entries(data as Record<string, unknown>)
    .filter(([key, text]) => key !== '' && typeof text === 'string')
    .map(([key, text]) => ({ node: isNode(key) ? key : null, message: String(text) }))
}
