/** Adds or edits one record, read off its definition. */
import { use, useEffect, useMemo, useRef, useState } from 'react'
import { Alert, Button, Drawer, Space } from 'antd'
import { useQuery } from '@tanstack/react-query'
import { formatTime } from '../../../basics/time/time-format.ts'
import { movedBy } from '../../../action/money.ts'
import type { Entity } from '../../../entity/entity.ts'
import { namedIn, type Field } from '../../../entity/field.ts'
import type { DetailExtras, Row } from '../../../entity/wire.ts'
import { api } from '../../client/api.web.ts'
import { entityKeys } from '../../client/entity-keys.ts'
import { useShortcut } from '../../screen/keys.web.ts'
import { confirmBox, HTTP_TOAST_MS, toast } from '../../dialog/message.web.tsx'
import { entityOf, slots } from '../../screen/registry.web.ts'
import { ScreenContext } from '../../screen/screen.web.ts'
import { Section } from '../../parts/section.web.tsx'
import { ErrorState, LoadingState } from '../../parts/state.web.tsx'
import { useCan } from '../../state/session.web.ts'
import { FieldRow } from './field-row.web.tsx'
import { ClashDialog, ErrorSummary, jumpTo, RestoredNotice } from './form-parts.web.tsx'
import { beginning, keepChoices } from './begins.web.ts'
import { dependents, firstValue, formSections, narrowed, writable, writableNames } from './form-plan.ts'
import { ReasonButton } from '../reason-button.web.tsx'
import type { Values } from './same.ts'
import { useEntityForm, type EntityFormState } from './use-entity-form.web.ts'
import { FormFrame } from './form-frame.web.tsx'
import { useSubmission, type Submission } from './save-and-submit.web.ts'
import './form.css'

export interface EntityFormProps {
  entity: string
  /** The record to change; a new one without it. */
  id?: number
  /** First values of a new record. */
  preset?: Values
  onDone: (row: Row, again?: boolean) => void
  onCancel?: () => void
  /** One column, without section cards: inside drawers. */
  narrow?: boolean
  /** A field was changed by the person; may fill others in (a plan its terms). */
  onSet?: (name: string, value: unknown, form: EntityFormState) => void
  /** Below the sections, with the values as they are being typed: previews. */
  below?: (values: Values) => React.ReactNode
  /** One step of several: only these sections, and what the button that saves them is called. */
  step?: { sections: readonly string[]; save: string }
  /** Above the sections; may set fields: what is drawn instead of typed. */
  above?: (values: Values, form: EntityFormState) => React.ReactNode
  /** Below one field: another way to fill it in. By the name of the field. */
  beside?: Readonly<Record<string, (values: Values, form: EntityFormState) => React.ReactNode>>
  /** Sections that were filled in from elsewhere (terms from a plan): one line while `line` has something to say, all of them on demand,
   *  and once somebody has typed into them. */
  fold?: Fold
}
interface Fold {
  sections: readonly string[]
  title: string
  line: (values: Values) => React.ReactNode
}

const DRAWER_FIELDS = 8
export const fitsDrawer = (entity: Entity<any>): boolean => writableNames(entity, 'add').length <= DRAWER_FIELDS

const NO_PRESET: Values = {}

/** Long presets (a contract from an application) as a short name: drafts have keys of bounded length. */
function shortOf(text: string): string {
  if (text.length <= 60) return text
  let hash = 0n
  for (let i = 0; i < text.length; i++) hash = (hash * 1_000_003n + BigInt(text.charCodeAt(i))) % 18_446_744_073_709_551_557n
  return hash.toString(36)
}

export function EntityForm(props: EntityFormProps) {
  const { entity: name, id } = props
  const detail = useQuery({
    queryKey: entityKeys.detail(name, id ?? 0),
    enabled: id !== undefined,
    queryFn: ({ signal }) => api.get<Row & DetailExtras>(`/api/v1/${name}/detail`, { id }, { signal, silent: true }),
  })
  if (id === undefined) return <Editor key="add" {...props} row={null} />
  if (detail.data) return <Editor key={id} {...props} row={detail.data} refusal={detail.data.$verbs?.edit ?? null} />
  if (detail.isError) return <ErrorState error={detail.error} onRetry={() => void detail.refetch()} />
  return <LoadingState as="form" rows={9} />
}

function Editor({
  entity: name,
  id,
  preset = NO_PRESET,
  onDone,
  onCancel,
  narrow,
  onSet,
  below,
  above,
  beside,
  fold,
  step,
  row,
  refusal = null,
}: EntityFormProps & { row: Row | null; refusal?: string | null }) {
  const entity = entityOf(name)
  const presetKey = Object.keys(preset).length > 0 ? `:${shortOf(JSON.stringify(preset))}` : ''
  const first = useMemo(() => (row ? preset : { ...beginning(name, entity.fields), ...preset }), [row, name, entity, preset])
  const form = useEntityForm(entity, row, first, id === undefined ? `add:${name}${presetKey}` : `edit:${name}:${id}`)
  const root = useRef<HTMLDivElement>(null)
  const can = useCan()
  const [busyFiles, setBusyFiles] = useState<ReadonlySet<string>>(new Set())
  const screen = use(ScreenContext)
  const mark = screen?.setDirty
  useEffect(() => mark?.(form.dirty), [mark, form.dirty])

  const reason = refusal ?? (busyFiles.size > 0 ? '文件上传中，请稍候' : null)
  const submission = useSubmission(entity, row)
  const money = movedBy(entity.money, row, form.values)
  const save = async (again: boolean, submit: Submission | null = null): Promise<void> => {
    if (reason) return toast.error(reason)
    const saved = await form.save(async () => {
      const asked = (await slots.questions[name]?.(form.values, row)) ?? null
      return asked === null || confirmBox(asked)
    })
    if (!saved) return
    if (form.mode === 'add') keepChoices(name, entity.fields, form.values)
    if (submit && !saved.$held) {
      mark?.(false)
      return onDone(await submit.run(saved))
    }
    // What waits for somebody else is not saved: that is said instead.
    if (saved.$held) toast.info(saved.$held, HTTP_TOAST_MS)
    else if (!step) toast.success(form.mode === 'add' ? '新增成功' : '保存成功')
    // Before leaving: the guard must not ask about what has just been saved.
    mark?.(false)
    onDone(saved, again)
  }
  useSaveKey(() => void save(false))
  const sections = formSections(entity, form.mode, form.values, can).filter((s) => !step || step.sections.includes(s.heading))
  useJumpToFirst(form, root)
  const [unfolded, setUnfolded] = useState(false)
  const folds = (section: { heading: string }): boolean => fold?.sections.includes(section.heading) ?? false
  const wrong = sections.some((s) => folds(s) && s.names.some((field) => form.errorAt(field)))
  const line = fold && !unfolded && !wrong ? fold.line(form.values) : null
  const folded = line ? sections.filter(folds) : []

  return (
    <div ref={root} className={narrow ? 'zyt-form zyt-form-narrow' : 'zyt-form'}>
      {form.restored && form.dirty ? <RestoredNotice savedAt={form.savedAt} mode={form.mode} onReset={form.reset} /> : null}
      <ErrorSummary errors={form.errors} entity={entity} onJump={(field) => jumpTo(root.current, field)} />
      {refusal ? <Alert type="warning" showIcon className="zyt-form-alert" title={`不能修改：${refusal}`} /> : null}
      {above?.(form.values, form)}
      <FormFrame disabled={refusal !== null}>
        {sections.map((section) => {
          // All of them are one, where the first of them stood.
          if (folded.includes(section))
            return section === folded[0] ? (
              <Section key="folded" title={fold!.title} extra={<Button onClick={() => setUnfolded(true)}>展开修改</Button>}>
                {line}
              </Section>
            ) : null
          const fields = (
            <div className={narrow || fitsDrawer(entity) ? 'zyt-form-fields zyt-form-fields-one' : 'zyt-form-fields'}>
              {section.names.map((field) => (
                <OneField
                  key={field}
                  entity={entity}
                  name={field}
                  form={form}
                  row={row}
                  onSet={(field, value, state) => {
                    if (folds(section)) setUnfolded(true)
                    onSet?.(field, value, state)
                  }}
                  beside={beside?.[field]}
                  onBusy={(busy) => setBusyFiles((all) => withOrWithout(all, field, busy))}
                />
              ))}
            </div>
          )
          return narrow ? (
            <div key={section.heading}>{fields}</div>
          ) : (
            <Section key={section.heading} title={section.heading}>
              {fields}
            </Section>
          )
        })}
      </FormFrame>
      {below?.(form.values)}
      <div className="zyt-form-bar">
        <span className="zyt-form-saved" role="status">
          {form.dirty && form.savedAt ? `已保存草稿 ${formatTime(form.savedAt, 'HH:mm')}` : ''}
        </span>
        <Space wrap>
          {onCancel ? <Button onClick={onCancel}>取消</Button> : null}
          {form.dirty ? <Button onClick={form.reset}>{form.mode === 'add' ? '清空' : '还原'}</Button> : null}
          {form.mode === 'add' && !step ? (
            <ReasonButton reason={reason} loading={form.saving} onClick={() => void save(true)}>
              保存并继续新增
            </ReasonButton>
          ) : null}
          <ReasonButton
            type={submission && !step ? 'default' : 'primary'}
            reason={reason}
            loading={form.saving}
            title="Ctrl+S"
            money={submission || step ? null : money}
            onClick={() => void save(false)}
          >
            {step?.save ?? '保存'}
          </ReasonButton>
          {submission && !step ? (
            <ReasonButton
              type="primary"
              reason={reason}
              loading={form.saving}
              title={submission.hint}
              money={money}
              onClick={() => void save(false, submission)}
            >
              {submission.label}
            </ReasonButton>
          ) : null}
        </Space>
      </div>
      {form.clash ? <ClashDialog clash={form.clash} entity={entity} mine={form.values} onResolve={form.resolve} /> : null}
    </div>
  )
}

function OneField({
  entity,
  name,
  form,
  row,
  onSet,
  onBusy,
  beside,
}: {
  entity: Entity<any>
  name: string
  form: EntityFormState
  row: Row | null
  onSet: EntityFormProps['onSet']
  onBusy: (busy: boolean) => void
  beside: NonNullable<EntityFormProps['beside']>[string] | undefined
}) {
  const field = entity.fields[name] as Field
  const masked = row?.$masked?.includes(name) && typeof row[name] === 'string' ? (row[name] as string) : undefined
  const fixed = !writable(field, form.mode)
  const input = (
    <FieldRow
      name={name}
      field={namedIn(narrowed(field, form.values, entity.fields), form.values)}
      value={fixed ? row?.[name] : form.values[name]}
      labels={row?.[`${name}$`]}
      masked={fixed ? undefined : masked}
      disabled={fixed || undefined}
      error={form.errorAt(name)}
      errors={form.cellErrors(name)}
      onBusy={onBusy}
      onChange={(value) => {
        form.set(name, value)
        for (const other of dependents(entity.fields, name)) form.set(other, firstValue(entity.fields[other] as Field))
        onSet?.(name, value, form)
      }}
      onLeave={() => form.leave(name)}
    />
  )
  if (!beside || fixed) return input
  return (
    <div>
      {input}
      {beside(form.values, form)}
    </div>
  )
}

const withOrWithout = (all: ReadonlySet<string>, name: string, wanted: boolean): ReadonlySet<string> => {
  const next = new Set(all)
  if (wanted) next.add(name)
  else next.delete(name)
  return next
}

function useSaveKey(save: () => void): void {
  useShortcut({ combo: 'mod+s', label: '保存', inFields: true, run: save })
  useEffect(() => {
    // Also where it does nothing (under a dialog): the browser's «save page» is never what was meant.
    const press = (event: KeyboardEvent): void => {
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 's') event.preventDefault()
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [])
}

/** After each attempt to save that failed, the first field that is wrong comes into view; else the summary at the top. */
function useJumpToFirst(form: EntityFormState, root: { current: HTMLElement | null }): void {
  const errors = useRef(form.errors)
  errors.current = form.errors
  useEffect(() => {
    if (form.failures === 0) return
    const wrong = new Set(Object.keys(errors.current.fields).map((path) => path.split('.')[0]))
    // In the order of the page, not of the definition.
    const first = [...(root.current?.querySelectorAll<HTMLElement>('[data-field]') ?? [])].find((box) => wrong.has(box.dataset['field']))
    if (first?.dataset['field']) jumpTo(root.current, first.dataset['field'])
    else root.current?.scrollIntoView({ block: 'start', behavior: 'smooth' })
  }, [form.failures, root])
}

/** Small records are added and changed beside their list. */
export function EntityFormDrawer({ open, ...props }: EntityFormProps & { open: boolean }) {
  const mark = use(ScreenContext)?.setDirty
  const wasOpen = useRef(false)
  // Closed without saving: the tab is no longer dirty. Not on unmount, because effects also end when the tab is only hidden.
  useEffect(() => {
    if (wasOpen.current && !open) mark?.(false)
    wasOpen.current = open
  }, [open, mark])
  const entity = entityOf(props.entity)
  return (
    <Drawer
      open={open}
      size={480}
      title={`${props.id === undefined ? '新增' : '修改'}${entity.label}`}
      mask={{ closable: false }}
      onClose={props.onCancel}
      destroyOnHidden
    >
      {open ? <EntityForm {...props} narrow /> : null}
    </Drawer>
  )
}
