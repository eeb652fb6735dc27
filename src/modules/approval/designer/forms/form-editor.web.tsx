/** The board of a form: palette at the left, the form in the middle, what the chosen field is made of at the right. */
import { useCallback, useMemo, useState } from 'react'
import { Alert, Badge, Button, Dropdown, Space } from 'antd'
import { CheckCircleOutlined, DownOutlined, EyeOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import type { ListAnswer } from '#kit/entity/wire.ts'
import { api, ApiError } from '#kit/ui/client/api.web.ts'
import { entityKeys } from '#kit/ui/client/entity-keys.ts'
import { useShortcut } from '#kit/ui/screen/keys.web.ts'
import { confirmBox, toast } from '#kit/ui/dialog/message.web.tsx'
import { ReasonButton, useRefresh, useWrite } from '#kit/ui/record.web.tsx'
import { useCan } from '#kit/ui/state/session.web.ts'
import { DraftTitle, SaveDraft, UndoRedo, VERSION_STATUS } from '../draft-bar.web.tsx'
import { amend } from '../tree/amend.ts'
import { begin, record, redo, seal, undo, type History } from '../tree/history.ts'
import { useSaving, type Saving } from '../use-saving.web.ts'
import { checkFormSchema, type FieldKind, type FormSchema } from '../../forms/form.ts'
import type { FormDesign } from '../../wire.ts'
import { FieldPanel } from './field-panel.web.tsx'
import { duplicateField, insertField, moveField, namesOf, newField, removeField, updateField } from './form-ops.ts'
import { FormBoard } from './form-board.web.tsx'
import { FormPreview } from './form-preview.web.tsx'
import '../designer.css'
import './form-design.css'

interface Props {
  design: FormDesign
  onReload: () => void
  onOpen: (version: number) => void
}

export function FormEditor({ design, onReload, onOpen }: Props) {
  const can = useCan()
  const editable = design.status === 'draft' && can('workflowList_design')
  const [history, setHistory] = useState<History<FormSchema>>(() => begin(design.schema))
  const form = history.now
  const [chosen, setChosen] = useState<string | null>(null)
  const [preview, setPreview] = useState(false)
  const bodyOf = useCallback((schema: FormSchema) => ({ id: design.id, schema }), [design.id])
  const saving = useSaving({ version: design.version, content: design.schema }, form, '/api/v1/approvalFormVersion/save', bodyOf, editable)
  const problems = useMemo(() => checkFormSchema(form), [form])
  const change = useCallback(
    (next: (form: FormSchema) => FormSchema, key?: string) => setHistory((h) => record(h, next(h.now), key ?? null)),
    [],
  )
  const choose = useCallback((name: string | null) => {
    setChosen(name)
    setHistory(seal)
  }, [])
  const usedBy = useCallback(
    (name: string) => [
      ...new Set(
        design.used
          .filter((u) => u.field === name || u.field === `form.${name}` || u.field.startsWith(`form.${name}.`))
          .map((u) => u.process),
      ),
    ],
    [design.used],
  )
  const add = (kind: FieldKind, at: number): void => {
    const field = newField(kind, namesOf(form))
    change((f) => insertField(f, field, at))
    choose(field.name)
  }
  const remove = async (name: string): Promise<void> => {
    const processes = usedBy(name)
    if (
      processes.length &&
      !(await confirmBox({
        title: '删除字段',
        content: `流程「${processes.join('、')}」使用了这个字段。删除并发布后，这些流程的新版本须先修改条件才能发布；运行中的审批不受影响。确认删除？`,
        okText: '删除',
      }))
    )
      return
    change((f) => removeField(f, name))
    if (chosen === name) choose(null)
  }
  useShortcut({ combo: 'mod+s', label: '保存表单草稿', run: () => void saving.saveNow(), inFields: true }, editable)
  const index = form.fields.findIndex((x) => x.name === chosen)
  const field = form.fields[index]
  return (
    <div
      className="zyt-design zyt-fdesign"
      onKeyDown={(event) => {
        if (!editable || !(event.ctrlKey || event.metaKey) || /^(?:INPUT|TEXTAREA)$/.test((event.target as HTMLElement).tagName)) return
        const key = event.key.toLowerCase()
        if (key !== 'z' && key !== 'y') return
        event.preventDefault()
        setHistory(key === 'y' || event.shiftKey ? redo : undo)
      }}
    >
      <Bar
        {...{ design, saving, editable, problems: problems.length, onReload, onOpen }}
        history={history}
        setHistory={setHistory}
        onPreview={() => setPreview(true)}
        onProblem={() => choose(problems[0]?.field.split('.')[0] ?? null)}
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
      <div className="zyt-design-body">
        <FormBoard
          form={form}
          problems={problems}
          chosen={chosen}
          editable={editable}
          onChoose={choose}
          onAdd={add}
          onMove={(name, to) => change((f) => moveField(f, name, to))}
          onRemove={(name) => void remove(name)}
          onDuplicate={(name) => {
            const twin = duplicateField(form, name)
            change(() => twin.form)
            choose(twin.name)
          }}
        />
        {field ? (
          <FieldPanel
            // Not by its code, which may be typed anew: the panel would lose the focus at every letter.
            key={index}
            field={field}
            above={form.fields.slice(0, index)}
            taken={namesOf(form).filter((n) => n !== field.name)}
            usedBy={usedBy(field.name)}
            problems={problems.filter((p) => p.field === field.name || p.field.startsWith(`${field.name}.`)).map((p) => p.message)}
            disabled={!editable}
            onClose={() => choose(null)}
            onChange={(next, key) => {
              change((f) => updateField(f, field.name, amend(field, next)), key && `${field.name}:${key}`)
              if (next.name !== field.name) setChosen(next.name)
            }}
          />
        ) : null}
      </div>
      {preview ? <FormPreview form={form} onClose={() => setPreview(false)} /> : null}
    </div>
  )
}

interface BarProps extends Props {
  saving: Saving
  editable: boolean
  problems: number
  history: History<FormSchema>
  setHistory: (change: (h: History<FormSchema>) => History<FormSchema>) => void
  onPreview: () => void
  onProblem: () => void
}

function Bar({ design, saving, editable, problems, history, setHistory, onPreview, onProblem, onReload, onOpen }: BarProps) {
  const write = useWrite()
  const refresh = useRefresh()
  const publish = async (): Promise<void> => {
    const version = await saving.saveNow()
    if (version === null) return
    if (
      !(await confirmBox({
        title: '发布表单',
        content: '发布后新的流程版本使用这一版表单，运行中的审批不受影响。确认发布？',
        okText: '发布',
      }))
    )
      return
    try {
      await write('/api/v1/approvalFormVersion/publish', { id: design.id, version })
      toast.success('已发布。使用它的流程发布新版本后生效')
      await refresh()
      onReload()
    } catch (error) {
      // Told by its toast already.
      if (!(error instanceof ApiError)) throw error
    }
  }
  const draft = async (): Promise<void> =>
    onOpen((await api.post<{ id: number }>('/api/v1/approvalFormVersion/draft', { form: design.form.id })).id)
  return (
    <header className="zyt-design-bar">
      <DraftTitle name={design.form.name} number={design.number} status={design.status} saved={editable ? saving.state : null} />
      <Space wrap size="small">
        {editable ? (
          <UndoRedo
            canUndo={history.past.length > 0}
            canRedo={history.future.length > 0}
            onUndo={() => setHistory(undo)}
            onRedo={() => setHistory(redo)}
          />
        ) : null}
        {editable ? <SaveDraft state={saving.state} onSave={() => void saving.saveNow()} /> : null}
        <Badge count={problems} size="small">
          <Button icon={<CheckCircleOutlined />} onClick={() => (problems ? onProblem() : toast.success('没有发现问题'))}>
            检查
          </Button>
        </Badge>
        <Button icon={<EyeOutlined />} onClick={onPreview}>
          预览
        </Button>
        <Versions form={design.form.id} own={design.id} onOpen={onOpen} />
        {editable ? (
          <ReasonButton
            type="primary"
            reason={problems ? '还有问题没有解决，请点击「检查」查看' : history.now.fields.length === 0 ? '表单还没有字段' : null}
            onClick={() => void publish()}
          >
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
}

function Versions({ form, own, onOpen }: { form: number; own: number; onOpen: (version: number) => void }) {
  const query = { form: String(form), sort: '-number', pageSize: '100' }
  const list = useQuery({
    queryKey: entityKeys.list('approvalFormVersion', query),
    queryFn: ({ signal }) => api.get<ListAnswer>('/api/v1/approvalFormVersion/list', query, { signal, silent: true }),
  })
  const items = (list.data?.list ?? []).map((row) => ({
    key: String(row.id),
    label: `第 ${String(row['number'])} 版 ${VERSION_STATUS[row['status'] as keyof typeof VERSION_STATUS]?.[1] ?? ''}`,
    disabled: row.id === own,
  }))
  return (
    <Dropdown trigger={['click']} menu={{ items, onClick: ({ key }) => onOpen(Number(key)) }}>
      <Button>
        版本 <DownOutlined />
      </Button>
    </Dropdown>
  )
}
