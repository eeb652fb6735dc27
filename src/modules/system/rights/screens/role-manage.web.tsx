/** 角色授权: tick menus, pages and buttons for a role; see what it comes to before saving. */
import { useEffect, useMemo, useState } from 'react'
import { Alert, Button, Input, Space } from 'antd'
import { EyeOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { CLEAR } from '#kit/ui/parts/clear.web.tsx'
import type { Resource } from '#kit/access/session.ts'
import { api } from '#kit/ui/client/api.web.ts'
import { useChange, useKept } from '#kit/ui/state/page-draft.web.ts'
import { confirmBox, toast } from '#kit/ui/dialog/message.web.tsx'
import { ReasonButton, useRefresh } from '#kit/ui/record.web.tsx'
import { readId } from '#kit/ui/record/form/form-address.ts'
import { useScreen } from '#kit/ui/screen/screen.web.ts'
import { useCan } from '#kit/ui/state/session.web.ts'
import { EmptyState, ErrorState, LoadingState } from '#kit/ui/parts/state.web.tsx'
import { codesOf, difference, findIn, grantMenus, setCodes, type Codes } from '../grants.ts'
import { askOfGrants } from './gap-questions.web.ts'
import { GrantTree } from './grant-tree.web.tsx'
import { RolePreview } from './role-preview.web.tsx'
import { usePinyin } from '#kit/ui/parts/pinyin.web.ts'
import './role-manage.css'

interface Grants {
  role: { id: number; name: string; code: string }
  granted: string[]
  grantable: string[]
  tree: Resource[]
}

export default function RoleManage() {
  const { params, back } = useScreen()
  const id = readId(params['id'])
  const query = useQuery({
    queryKey: ['entity', 'role', 'grants', id],
    enabled: id !== null,
    queryFn: ({ signal }) => api.get<Grants>('/api/v1/roleGrant/detail', { id }, { signal, silent: true }),
  })
  if (id === null) return <EmptyState why="请从角色管理中选择要授权的角色" next={<Button onClick={back}>返回</Button>} />
  if (query.error) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />
  if (!query.data) return <LoadingState rows={10} />
  return <Editor key={id} grants={query.data} />
}

function Editor({ grants }: { grants: Grants }) {
  const screen = useScreen()
  const { setTitle, setDirty } = screen
  const can = useCan()
  const refresh = useRefresh()
  const stored = useMemo(() => new Set(grants.granted), [grants.granted])
  const grantable = useMemo(() => new Set(grants.grantable), [grants.grantable])
  const menus = useMemo(() => grantMenus(grants.tree), [grants.tree])
  const [granted, setGranted] = useState<Codes>(stored)
  const [typed, setTyped] = useState('')
  const [shut, setShut] = useState<ReadonlySet<string>>(new Set())
  const [previewing, setPreviewing] = useState(false)
  const match = usePinyin(typed !== '')
  const { added, removed } = difference(stored, granted)
  const dirty = added.length + removed.length > 0
  useEffect(() => setTitle(`授权 ${grants.role.name}`), [setTitle, grants.role.name])
  useEffect(() => setDirty(dirty), [setDirty, dirty])
  // Saved, or changed by somebody else: what is stored is shown, unless something is being ticked here.
  useChange(stored, setGranted)
  useKept(`roleGrant:${grants.role.id}`, dirty ? { added, removed } : null, (saved) =>
    setGranted(new Set([...stored, ...saved.added].filter((code) => !saved.removed.includes(code)))),
  )

  const mayGrant = can('role_grant')
  const shown = typed.trim() === '' ? menus : findIn(menus, (text) => match(text, typed))
  const all = codesOf(menus.flatMap((menu) => menu.pages))
  const save = async (): Promise<void> => {
    const asked = await askOfGrants(grants.role.id, [...granted]).catch(() => null)
    if (asked && !(await confirmBox(asked))) return
    const saved = await api.post<{ held: string } | null>('/api/v1/roleGrant/save', { id: grants.role.id, codes: [...granted] }).then(
      (answer) => answer ?? { held: null },
      () => null,
    )
    if (!saved) return
    setDirty(false)
    if (saved.held) toast.info(saved.held)
    else toast.success('授权已保存，立即生效')
    await refresh()
  }
  return (
    <div className="zyt-grants">
      <header className="zyt-grants-head">
        <h1>
          {grants.role.name}
          <small>{grants.role.code}</small>
        </h1>
        <Input.Search
          allowClear={CLEAR}
          className="zyt-grants-find"
          placeholder="按名称、拼音查找菜单与按钮"
          aria-label="查找菜单与按钮"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <Space wrap>
          <Button onClick={() => setShut(new Set())}>全部展开</Button>
          <Button onClick={() => setShut(new Set(menus.map((menu) => menu.code)))}>全部收起</Button>
          {mayGrant ? (
            <>
              <Button onClick={() => setGranted(setCodes(granted, codesOf(shown.flatMap((menu) => menu.pages)), true, grantable))}>
                全选
              </Button>
              <Button onClick={() => setGranted(setCodes(granted, codesOf(shown.flatMap((menu) => menu.pages)), false, grantable))}>
                全不选
              </Button>
            </>
          ) : null}
        </Space>
      </header>
      {all.some((code) => !grantable.has(code)) ? (
        <Alert type="info" showIcon className="zyt-grants-note" title="灰色的项目是您自己没有的权限，不能授予也不能收回" />
      ) : null}
      {shown.length === 0 ? <EmptyState why={`没有名称包含「${typed}」的菜单或按钮`} /> : null}
      <GrantTree
        menus={shown}
        granted={granted}
        grantable={grantable}
        readOnly={!mayGrant}
        shut={typed.trim() === '' ? shut : new Set()}
        onShut={setShut}
        onChange={setGranted}
      />
      <footer className="zyt-form-bar">
        <span className="zyt-form-saved" role="status">
          已授权 {all.filter((code) => granted.has(code)).length} / {all.length} 项
          {dirty ? `，未保存：新增 ${added.length}、收回 ${removed.length}` : ''}
        </span>
        <Space wrap>
          {can(['role_preview', 'role_grant']) ? (
            <Button icon={<EyeOutlined />} onClick={() => setPreviewing(true)}>
              以角色预览
            </Button>
          ) : null}
          {dirty ? <Button onClick={() => setGranted(stored)}>还原</Button> : null}
          <ReasonButton
            type="primary"
            reason={mayGrant ? (dirty ? null : '没有改动') : '您没有授权的权限，请联系管理员开通'}
            onClick={() => void save()}
          >
            保存
          </ReasonButton>
        </Space>
      </footer>
      {previewing ? (
        <RolePreview
          id={grants.role.id}
          name={grants.role.name}
          codes={[...granted]}
          unsaved={dirty}
          onClose={() => setPreviewing(false)}
        />
      ) : null}
    </div>
  )
}
