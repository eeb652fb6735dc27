/** One template: which rows of which pages it shows. */
import { useEffect, useMemo, useState } from 'react'
import { Alert, Button, Input, Space } from 'antd'
import { useQuery } from '@tanstack/react-query'
import type { Row } from '#kit/entity/wire.ts'
import { api, ApiError } from '#kit/ui/client/api.web.ts'
import { clearDraft } from '#kit/ui/state/draft.web.ts'
import { useChange, useKept } from '#kit/ui/state/page-draft.web.ts'
import { confirmBox, toast } from '#kit/ui/dialog/message.web.tsx'
import { ReasonButton, useRefresh, useWrite } from '#kit/ui/record.web.tsx'
import '#kit/ui/record/form/form.css'
import { detailPath } from '#kit/ui/screen/registry.web.ts'
import { useScreen } from '#kit/ui/screen/screen.web.ts'
import { Section } from '#kit/ui/parts/section.web.tsx'
import { useCan } from '#kit/ui/state/session.web.ts'
import { canonical, forSaving, problemsOf } from '../template.ts'
import type { TemplateEntry } from '../permission.ts'
import { TemplateMatrix } from './template-matrix.web.tsx'
import { TemplatePreview } from './template-preview.web.tsx'
import type { Rules } from './use-rules.web.ts'

interface Props {
  row: Row | null
  rules: Rules
  onDirty: (dirty: boolean) => void
  onSaved: (id: number) => void
  onDeleted?: () => void
  onCancel?: () => void
}

interface Draft {
  name: string
  remark: string
  entries: TemplateEntry[]
}
/** Under this name unsaved changes of a template are kept. */
export const templateDraft = (id: number | null): string => `dataTemplate:${id ?? 'add'}`
const draftOf = (row: Row | null): Draft => ({
  name: (row?.['name'] as string) ?? '',
  remark: (row?.['remark'] as string | null) ?? '',
  entries: (row?.['entries'] as TemplateEntry[] | null) ?? [],
})
const same = (a: Draft, b: Draft): boolean => a.name === b.name && a.remark === b.remark && canonical(a.entries) === canonical(b.entries)

export function TemplateEditor({ row, rules, onDirty, onSaved, onDeleted, onCancel }: Props) {
  const start = useMemo(() => draftOf(row), [row])
  const [draft, setDraft] = useState(start)
  const [errors, setErrors] = useState<string[]>([])
  const can = useCan()
  const write = useWrite()
  const refresh = useRefresh()
  const mayEdit = can(row ? 'datatemplate_edit' : 'datatemplate_add')
  const dirty = !same(draft, start)
  useEffect(() => onDirty(dirty), [onDirty, dirty])
  useChange(start, setDraft)
  const version = row?.version ?? null
  // Somebody else has changed the template since: what is stored comes first.
  useKept(templateDraft(row?.id ?? null), dirty ? { version, draft } : null, (saved) => saved.version === version && setDraft(saved.draft))
  const set = (change: Partial<Draft>): void => {
    setDraft((d) => ({ ...d, ...change }))
    setErrors([])
  }
  const save = async (): Promise<void> => {
    const problems = problemsOf(draft.name, draft.entries, (code) => (code === '*' ? '默认' : rules.titleOf(code)))
    if (problems.length) return setErrors(problems)
    const body = { name: draft.name.trim(), remark: draft.remark.trim() || null, entries: forSaving(draft.entries) }
    try {
      const saved = await write<Row>(
        `/api/v1/dataTemplate/${row ? 'edit' : 'add'}`,
        row ? { ...body, id: row.id, version: row.version } : body,
      )
      onDirty(false)
      clearDraft(templateDraft(row?.id ?? null))
      toast.success('保存成功，立即生效')
      await refresh()
      onSaved(saved.id)
    } catch (error) {
      if (error instanceof ApiError)
        setErrors(
          error.data && typeof error.data === 'object'
            ? Object.values(error.data as Record<string, string>).filter((s) => typeof s === 'string')
            : [error.message],
        )
    }
  }
  const remove = async (): Promise<void> => {
    if (!row || !(await confirmBox({ title: '删除确认', content: `确定删除模板「${row.$title}」？`, okText: '删除' }))) return
    const gone = await write('/api/v1/dataTemplate/delete', { id: row.id, version: row.version }).then(
      () => true,
      () => false,
    )
    if (gone) onDeleted?.()
    await refresh()
  }
  return (
    <div className="zyt-form">
      {errors.length ? (
        <Alert
          type="error"
          showIcon
          className="zyt-form-alert"
          title="不能保存"
          description={
            <ul className="zyt-template-errors">
              {errors.map((e) => (
                <li key={e}>{e}</li>
              ))}
            </ul>
          }
        />
      ) : null}
      <Section
        title={row ? row.$title : '新增模板'}
        extra={
          row && can('datatemplate_delete') ? (
            <Button danger size="small" onClick={() => void remove()}>
              删除
            </Button>
          ) : null
        }
      >
        <div className="zyt-template-head">
          <label>
            <span>模板名称</span>
            <Input value={draft.name} maxLength={60} disabled={!mayEdit} onChange={(event) => set({ name: event.target.value })} />
          </label>
          <label>
            <span>说明</span>
            <Input value={draft.remark} maxLength={300} disabled={!mayEdit} onChange={(event) => set({ remark: event.target.value })} />
          </label>
        </div>
        {row ? <Usage id={row.id} /> : null}
      </Section>
      <Section title="权限明细" hint="同一页面的多个规则须同时满足；「未授权」的页面看不到任何数据">
        <TemplateMatrix rules={rules} entries={draft.entries} readOnly={!mayEdit} onChange={(entries) => set({ entries })} />
      </Section>
      {can('datatemplate_preview') ? <TemplatePreview id={row?.id ?? null} entries={draft.entries} unsaved={dirty} /> : null}
      {mayEdit ? (
        <div className="zyt-form-bar">
          <Space wrap>
            {onCancel ? <Button onClick={onCancel}>取消</Button> : null}
            {dirty ? <Button onClick={() => (setDraft(start), setErrors([]))}>还原</Button> : null}
            <ReasonButton type="primary" reason={dirty ? null : '没有改动'} onClick={() => void save()}>
              保存
            </ReasonButton>
          </Space>
        </div>
      ) : null}
    </div>
  )
}

interface Used {
  roles: { id: number; name: string }[]
  users: { id: number; name: string; username: string }[]
}

function Usage({ id }: { id: number }) {
  const { open } = useScreen()
  const { data } = useQuery({
    queryKey: ['entity', 'dataTemplate', 'usage', id],
    queryFn: ({ signal }) => api.get<Used>('/api/v1/dataTemplate/usage', { id }, { signal, silent: true }),
  })
  if (!data) return null
  const link = (entity: string, of: number, text: string) => {
    const path = detailPath(entity, of)
    return path ? (
      <Button key={`${entity}${of}`} type="link" size="small" onClick={() => open(path)}>
        {text}
      </Button>
    ) : null
  }
  if (data.roles.length + data.users.length === 0)
    return <p className="zyt-section-hint">还没有角色或用户使用该模板，保存后请到角色或用户上选择它</p>
  return (
    <p className="zyt-template-usage">
      <span className="zyt-section-hint">使用者</span>
      {data.roles.map((r) => link('role', r.id, `角色 ${r.name}`))}
      {data.users.map((u) => link('user', u.id, `用户 ${u.name}`))}
    </p>
  )
}
