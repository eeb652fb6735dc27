/** One resource: what it is called, where it stands, whom it is hidden from, which calls it opens. */
import { useEffect, useId, useMemo, useState, type ReactNode } from 'react'
import { Alert, Button, Form, Input, Radio, Select, Space, Switch, TreeSelect } from 'antd'
import { checkAuthUrl } from '#kit/access/authorise.ts'
import type { Resource, ResourceType } from '#kit/access/session.ts'
import { api, ApiError } from '#kit/ui/client/api.web.ts'
import { clearDraft } from '#kit/ui/state/draft.web.ts'
import { useChange, useKept } from '#kit/ui/state/page-draft.web.ts'
import { toast } from '#kit/ui/dialog/message.web.tsx'
import { ReasonButton, useRefresh } from '#kit/ui/record.web.tsx'
import '#kit/ui/record/form/form.css'
import { useScreen } from '#kit/ui/screen/screen.web.ts'
import { Section } from '#kit/ui/parts/section.web.tsx'
import { useSigned } from '#kit/ui/state/session.web.ts'
import { ICONS, MenuIcon } from '#shell/menu/icons.web.tsx'
import { isUnder, nestResources, RESOURCE_TYPES, whyNotBelow, type ResourceItem, type ResourceNode } from '../resource-tree.ts'
import { FormFrame } from '#kit/ui/record/form/form-frame.web.tsx'

interface Props {
  rows: readonly ResourceItem[]
  /** The resource to change; a new one without it. */
  row?: ResourceItem
  parent?: ResourceItem | null
  part: 'all' | 'menu'
  readOnly: boolean
  onSaved: (code: string) => void
  onCancel?: () => void
}

interface Draft {
  code: string
  type: ResourceType
  parentCode: string | null
  name: string
  path: string
  icon: string
  description: string
  hidden: boolean
  permissionControlled: boolean
  /** One call per line, as typed. */
  authUrls: string
}

const draftOf = (row: ResourceItem | undefined, parent: ResourceItem | null | undefined): Draft =>
  row
    ? { ...row, path: row.path ?? '', icon: row.icon ?? '', description: row.description ?? '', authUrls: row.authUrls.join('\n') }
    : {
        code: '',
        type: parent?.type === 'menu_item' ? 'function' : parent ? 'menu_item' : 'menu',
        parentCode: parent?.code ?? null,
        name: '',
        path: '',
        icon: '',
        description: '',
        hidden: false,
        permissionControlled: true,
        authUrls: '',
      }

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

/** Sentences by field; the lines of authUrls are named by their number. */
function problemsOf(d: Draft, adding: boolean, rows: readonly ResourceItem[]): Record<string, string> {
  const problems: Record<string, string> = {}
  if (d.name.trim() === '') problems['name'] = '请填写名称'
  if (adding && !/^\w{1,60}$/.test(d.code)) problems['code'] = d.code === '' ? '请填写资源编码' : '资源编码只能包含数字、字母和下划线'
  else if (adding && rows.some((row) => row.code === d.code)) problems['code'] = '该资源编码已存在'
  if (d.path !== '' && !d.path.startsWith('/')) problems['path'] = '路径应以 / 开头'
  const place = whyNotBelow(d.type, rows.find((row) => row.code === d.parentCode) ?? null)
  if (place) problems['parentCode'] = place
  const wrong = linesOf(d.authUrls).flatMap((line, i) => (checkAuthUrl(line) ? [`第 ${i + 1} 行「${line}」：${checkAuthUrl(line)}`] : []))
  if (wrong.length) problems['authUrls'] = wrong.join('\n')
  return problems
}

export function ResourceForm({ rows, row, parent, part, readOnly, onSaved, onCancel }: Props) {
  const start = useMemo(() => draftOf(row, parent), [row, parent])
  const [draft, setDraft] = useState(start)
  const [fromServer, setFromServer] = useState<Record<string, string>>({})
  const [tried, setTried] = useState(false)
  const { setDirty } = useScreen()
  const refresh = useRefresh()
  const dirty = JSON.stringify(draft) !== JSON.stringify(start)
  useEffect(() => setDirty(dirty), [setDirty, dirty])
  useChange(start, setDraft)
  const keep = `resource:${row?.code ?? 'add'}`
  useKept(keep, dirty ? draft : null, setDraft)
  const own = problemsOf(draft, !row, rows)
  const errors = { ...(tried ? own : own['authUrls'] ? { authUrls: own['authUrls'] } : {}), ...fromServer }
  const set = (change: Partial<Draft>): void => {
    setDraft((d) => ({ ...d, ...change }))
    setFromServer({})
  }
  const save = async (): Promise<void> => {
    setTried(true)
    if (Object.keys(own).length > 0) return
    const { code, type, parentCode, hidden, permissionControlled } = draft
    const body = {
      code,
      parentCode,
      name: draft.name.trim(),
      icon: draft.icon || null,
      description: draft.description.trim() || null,
      hidden,
      permissionControlled,
      authUrls: linesOf(draft.authUrls),
    }
    try {
      if (row) await api.post('/api/v1/resource/edit', { ...body, idx: row.idx, ...(row.builtin ? {} : { path: draft.path || null }) })
      else
        await api.post('/api/v1/resource/add', {
          ...body,
          type,
          path: draft.path || null,
          idx: Math.min(9999, Math.max(0, ...rows.filter((r) => r.parentCode === parentCode).map((r) => r.idx + 1))),
        })
    } catch (error) {
      if (error instanceof ApiError && error.data && typeof error.data === 'object') setFromServer(error.data as Record<string, string>)
      return
    }
    setDirty(false)
    clearDraft(keep)
    toast.success('保存成功')
    await refresh()
    onSaved(code)
  }
  return (
    <div className="zyt-form">
      {readOnly ? <Alert type="info" showIcon className="zyt-form-alert" title="只有管理员可以修改资源" /> : null}
      <FormFrame disabled={readOnly}>
        <Section title={row ? `${RESOURCE_TYPES[row.type]}：${row.name}` : '新增资源'}>
          <div className="zyt-form-fields">
            <Identity draft={draft} adding={!row} parent={parent ?? null} errors={errors} set={set} />
            <Item label="名称" required error={errors['name']}>
              {(id) => <Input id={id} value={draft.name} maxLength={40} onChange={(event) => set({ name: event.target.value })} />}
            </Item>
            <Item label={draft.type === 'function' ? '所属页面' : '上级菜单'} error={errors['parentCode']}>
              {(id) => <ParentSelect id={id} rows={rows} draft={draft} self={row?.code} onChange={(parentCode) => set({ parentCode })} />}
            </Item>
            {draft.type === 'function' ? null : (
              <>
                <Item label="图标">{(id) => <IconSelect id={id} value={draft.icon} onChange={(icon) => set({ icon })} />}</Item>
                <Item label="路径" error={errors['path']} hint={row?.builtin ? '系统内置页面的路径不能修改' : undefined}>
                  {(id) => (
                    <Input
                      id={id}
                      value={draft.path}
                      maxLength={100}
                      disabled={row?.builtin || readOnly}
                      placeholder="/example/page"
                      onChange={(event) => set({ path: event.target.value })}
                    />
                  )}
                </Item>
              </>
            )}
            <Flag label="隐藏" hint="隐藏后不出现在菜单中，也不能授权" value={draft.hidden} onChange={(hidden) => set({ hidden })} />
            {part === 'all' ? (
              <Flag
                label="受权限控制"
                hint="关闭后所有登录用户都能看到"
                value={draft.permissionControlled}
                onChange={(permissionControlled) => set({ permissionControlled })}
              />
            ) : null}
            <Item label="说明" wide>
              {(id) => (
                <Input.TextArea
                  id={id}
                  value={draft.description}
                  maxLength={300}
                  autoSize={{ minRows: 2, maxRows: 5 }}
                  onChange={(event) => set({ description: event.target.value })}
                />
              )}
            </Item>
          </div>
        </Section>
        {part === 'all' && draft.type !== 'menu' ? (
          <Calls code={row?.code ?? null} text={draft.authUrls} error={errors['authUrls']} onChange={(authUrls) => set({ authUrls })} />
        ) : null}
      </FormFrame>
      {readOnly ? null : (
        <div className="zyt-form-bar">
          <Space wrap>
            {onCancel ? <Button onClick={() => (clearDraft(keep), onCancel())}>取消</Button> : null}
            {dirty ? <Button onClick={() => setDraft(start)}>还原</Button> : null}
            <ReasonButton type="primary" reason={dirty ? null : '没有改动'} onClick={() => void save()}>
              保存
            </ReasonButton>
          </Space>
        </div>
      )}
    </div>
  )
}

interface ItemProps {
  label: string
  required?: boolean
  error?: string
  hint?: string
  wide?: boolean
  children: (id: string) => ReactNode
}
function Item({ label, required, error, hint, wide, children }: ItemProps) {
  const id = useId()
  return (
    <div className={wide ? 'zyt-form-field zyt-form-field-wide' : 'zyt-form-field'}>
      <Form.Item
        label={label}
        required={required}
        htmlFor={id}
        validateStatus={error ? 'error' : undefined}
        help={
          error ? (
            <span role="alert" className="zyt-resource-said">
              {error}
            </span>
          ) : (
            hint
          )
        }
      >
        {children(id)}
      </Form.Item>
    </div>
  )
}

const Flag = ({ label, hint, value, onChange }: { label: string; hint: string; value: boolean; onChange: (value: boolean) => void }) => (
  <Item label={label} hint={hint}>
    {(id) => <Switch id={id} checked={value} checkedChildren="是" unCheckedChildren="否" onChange={onChange} />}
  </Item>
)

function Identity({
  draft,
  adding,
  parent,
  errors,
  set,
}: {
  draft: Draft
  adding: boolean
  parent: ResourceItem | null
  errors: Record<string, string>
  set: (change: Partial<Draft>) => void
}) {
  if (!adding) return <Item label="资源编码">{(id) => <Input id={id} value={draft.code} readOnly variant="filled" />}</Item>
  const types = (Object.keys(RESOURCE_TYPES) as ResourceType[]).filter((type) => whyNotBelow(type, parent) === null)
  return (
    <>
      <Item label="类型" required>
        {(id) => (
          <Radio.Group
            id={id}
            value={draft.type}
            options={types.map((type) => ({ value: type, label: RESOURCE_TYPES[type] }))}
            onChange={(event) => set({ type: event.target.value as ResourceType })}
          />
        )}
      </Item>
      <Item label="资源编码" required error={errors['code']} hint="创建后不可修改">
        {(id) => <Input id={id} value={draft.code} maxLength={60} onChange={(event) => set({ code: event.target.value.trim() })} />}
      </Item>
    </>
  )
}

const NONE = ' top'

function ParentSelect({
  id,
  rows,
  draft,
  self,
  onChange,
}: {
  id: string
  rows: readonly ResourceItem[]
  draft: Draft
  self: string | undefined
  onChange: (code: string | null) => void
}) {
  const data = useMemo(() => {
    const choices = rows.filter(
      (row) => (draft.type === 'function' ? row.type !== 'function' : row.type === 'menu') && !(self && isUnder(rows, row.code, self)),
    )
    const node = (n: ResourceNode): object => ({
      value: n.code,
      title: n.name,
      selectable: whyNotBelow(draft.type, n) === null,
      children: n.children.map(node),
    })
    const nodes = nestResources(choices).map(node)
    return draft.type === 'function' ? nodes : [{ value: NONE, title: '（顶层）' }, ...nodes]
  }, [rows, draft.type, self])
  return (
    <TreeSelect
      id={id}
      className="zyt-wide"
      treeData={data}
      value={draft.parentCode ?? (draft.type === 'function' ? undefined : NONE)}
      showSearch={{ treeNodeFilterProp: 'title' }}
      placeholder="请选择"
      onChange={(value: string) => onChange(value === NONE ? null : value)}
    />
  )
}

function IconSelect({ id, value, onChange }: { id: string; value: string; onChange: (icon: string) => void }) {
  const options = useMemo(
    () =>
      Object.keys(ICONS)
        .toSorted()
        .map((name) => ({
          value: name,
          label: (
            <Space>
              <MenuIcon icon={name} />
              {name}
            </Space>
          ),
        })),
    [],
  )
  return (
    <Select
      id={id}
      className="zyt-wide"
      allowClear
      showSearch
      options={options}
      value={value || undefined}
      placeholder="选择图标"
      onChange={(icon?: string) => onChange(icon ?? '')}
    />
  )
}

/** The program's own calls are known from its routes; an administrator may add further ones, line by line. */
function Calls({
  code,
  text,
  error,
  onChange,
}: {
  code: string | null
  text: string
  error: string | undefined
  onChange: (text: string) => void
}) {
  const { resources } = useSigned()
  const own = useMemo(() => (code ? callsOf(resources, code) : []), [resources, code])
  const added = new Set(linesOf(text))
  const builtin = own.filter((url) => !added.has(url))
  return (
    <Section title="接口地址" hint="拥有该资源的用户可以调用，其他人调用会被拒绝">
      <Item label="附加接口" wide error={error} hint="每行一个，如 GET /api/v1/example/list；* 代表一段路径">
        {(id) => (
          <Input.TextArea
            id={id}
            value={text}
            autoSize={{ minRows: 2, maxRows: 10 }}
            className="zyt-calls"
            spellCheck={false}
            onChange={(event) => onChange(event.target.value)}
          />
        )}
      </Item>
      {builtin.length ? (
        <details className="zyt-own-calls">
          <summary>程序自带接口（{builtin.length}）</summary>
          <ul>
            {builtin.map((url) => (
              <li key={url}>
                <code>{url}</code>
              </li>
            ))}
          </ul>
        </details>
      ) : null}
    </Section>
  )
}

function callsOf(tree: readonly Resource[], code: string): readonly string[] {
  for (const node of tree) {
    if (node.resourceCode === code) return node.authUrls
    const below = callsOf(node.funcItemList, code)
    if (below.length) return below
  }
  return []
}
