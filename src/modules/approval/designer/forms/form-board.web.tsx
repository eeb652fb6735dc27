/** Palette and form: dragged with mouse, finger or keyboard; a click on the palette puts the field at the end. */
import { useEffect, useRef, useState } from 'react'
import {
  DndContext,
  DragOverlay,
  KeyboardSensor,
  PointerSensor,
  closestCenter,
  useDraggable,
  useDroppable,
  useSensor,
  useSensors,
  type DragEndEvent,
} from '@dnd-kit/core'
import { SortableContext, rectSortingStrategy, sortableKeyboardCoordinates, useSortable } from '@dnd-kit/sortable'
import { CopyOutlined, DeleteOutlined, ExclamationCircleFilled, HolderOutlined } from '@ant-design/icons'
import { FIELD_KINDS, type FieldKind, type FormField, type FormProblem, type FormSchema } from '../../forms/form.ts'
import { FormRenderer } from '../../forms/form-renderer.web.tsx'

const GROUPS: readonly (readonly [string, readonly FieldKind[]])[] = [
  ['基础', ['text', 'note', 'number', 'money', 'date', 'range', 'choice', 'choices', 'flag']],
  ['业务', ['person', 'department', 'store', 'vehicle', 'lessee', 'contract']],
  ['其他', ['table', 'attachment', 'signature', 'hint']],
]
const NEW = 'new:'
const BOARD = 'board'

interface Props {
  form: FormSchema
  problems: readonly FormProblem[]
  chosen: string | null
  editable: boolean
  onChoose: (name: string | null) => void
  onAdd: (kind: FieldKind, at: number) => void
  onMove: (name: string, to: number) => void
  onRemove: (name: string) => void
  onDuplicate: (name: string) => void
}

export function FormBoard(props: Props) {
  const { form, editable, onAdd, onMove } = props
  const [dragged, setDragged] = useState<string | null>(null)
  // A few pixels first: a click must stay a click.
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 6 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  )
  const drop = ({ active, over }: DragEndEvent): void => {
    setDragged(null)
    if (!over) return
    const id = String(active.id)
    const at = form.fields.findIndex((x) => x.name === String(over.id))
    if (id.startsWith(NEW)) onAdd(id.slice(NEW.length) as FieldKind, at < 0 ? form.fields.length : at)
    else if (over.id !== active.id) onMove(id, at < 0 ? form.fields.length - 1 : at)
  }
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      onDragStart={({ active }) => setDragged(String(active.id))}
      onDragCancel={() => setDragged(null)}
      onDragEnd={drop}
      accessibility={{ screenReaderInstructions: { draggable: '按空格拿起，方向键移动，再按空格放下，Esc 取消' } }}
    >
      {editable ? <Palette onAdd={(kind) => onAdd(kind, form.fields.length)} /> : null}
      <Paper {...props} />
      <DragOverlay>
        {dragged ? (
          <div className="zyt-fdesign-ghost">
            {dragged.startsWith(NEW)
              ? FIELD_KINDS[dragged.slice(NEW.length) as FieldKind]
              : form.fields.find((x) => x.name === dragged)?.label}
          </div>
        ) : null}
      </DragOverlay>
    </DndContext>
  )
}

function Palette({ onAdd }: { onAdd: (kind: FieldKind) => void }) {
  return (
    <aside className="zyt-fdesign-palette" aria-label="字段">
      {GROUPS.map(([title, kinds]) => (
        <section key={title}>
          <h3>{title}</h3>
          <div>
            {kinds.map((kind) => (
              <PaletteItem key={kind} kind={kind} onAdd={onAdd} />
            ))}
          </div>
        </section>
      ))}
    </aside>
  )
}

function PaletteItem({ kind, onAdd }: { kind: FieldKind; onAdd: (kind: FieldKind) => void }) {
  const { setNodeRef, listeners, attributes, isDragging } = useDraggable({ id: NEW + kind })
  return (
    <button
      ref={setNodeRef}
      type="button"
      {...attributes}
      {...listeners}
      className={isDragging ? 'zyt-fdesign-dragged' : undefined}
      onClick={() => onAdd(kind)}
    >
      {FIELD_KINDS[kind]}
    </button>
  )
}

function Paper(props: Props) {
  const { form, chosen, editable, onChoose } = props
  const { setNodeRef, isOver } = useDroppable({ id: BOARD })
  const board = useRef<HTMLDivElement>(null)
  // What was added at the end, or found wrong by the check, may lie below what is in sight.
  useEffect(() => {
    if (chosen) board.current?.querySelector(`[data-field-card="${CSS.escape(chosen)}"]`)?.scrollIntoView({ block: 'nearest' })
  }, [chosen])
  return (
    <div ref={board} className="zyt-fdesign-board" onClick={(event) => event.target === event.currentTarget && onChoose(null)}>
      <div ref={setNodeRef} className={isOver ? 'zyt-fdesign-paper zyt-fdesign-over' : 'zyt-fdesign-paper'}>
        {form.fields.length === 0 ? (
          <p className="zyt-fdesign-empty">{editable ? '从左侧拖入字段，或点击字段加到末尾' : '这一版还没有字段'}</p>
        ) : null}
        <SortableContext items={form.fields.map((x) => x.name)} strategy={rectSortingStrategy} disabled={!editable}>
          {form.fields.map((x) => (
            <FieldCard key={x.name} x={x} {...props} />
          ))}
        </SortableContext>
      </div>
    </div>
  )
}

const nothing = (): void => undefined

function FieldCard({ x, problems, chosen, editable, onChoose, onRemove, onDuplicate }: Props & { x: FormField }) {
  const { setNodeRef, setActivatorNodeRef, listeners, attributes, transform, transition, isDragging } = useSortable({ id: x.name })
  const wrong = problems.find((p) => p.field === x.name || p.field.startsWith(`${x.name}.`))
  const { visible: _shown, ...plain } = x
  const style = { transform: transform ? `translate(${Math.round(transform.x)}px, ${Math.round(transform.y)}px)` : undefined, transition }
  return (
    <div
      ref={setNodeRef}
      style={style}
      data-field-card={x.name}
      className={`zyt-fdesign-field${x.half ? '' : ' zyt-aform-wide'}${chosen === x.name ? ' zyt-fdesign-on' : ''}${wrong ? ' zyt-fdesign-bad' : ''}${isDragging ? ' zyt-fdesign-dragged' : ''}`}
    >
      <button
        type="button"
        className="zyt-fdesign-open"
        aria-label={`设置${x.label}`}
        aria-pressed={chosen === x.name}
        onClick={() => onChoose(x.name)}
      />
      {editable ? (
        <span className="zyt-fdesign-tools">
          {wrong ? <ExclamationCircleFilled className="zyt-fdesign-alarm" title={wrong.message} /> : null}
          <button type="button" ref={setActivatorNodeRef} {...attributes} {...listeners} aria-label={`拖动${x.label}`} title="拖动排序">
            <HolderOutlined />
          </button>
          <button type="button" aria-label={`复制${x.label}`} title="复制" onClick={() => onDuplicate(x.name)}>
            <CopyOutlined />
          </button>
          <button type="button" aria-label={`删除${x.label}`} title="删除" onClick={() => onRemove(x.name)}>
            <DeleteOutlined />
          </button>
        </span>
      ) : null}
      {x.visible ? <small className="zyt-fdesign-when">满足条件时显示</small> : null}
      {/* What it will look like; nothing in it can be pressed. */}
      <div inert className="zyt-fdesign-look">
        <FormRenderer
          form={{ fields: [{ ...plain, half: false }] }}
          values={{ [x.name]: x.default ?? (x.kind === 'table' ? [{}] : null) }}
          onChange={nothing}
        />
      </div>
    </div>
  )
}
