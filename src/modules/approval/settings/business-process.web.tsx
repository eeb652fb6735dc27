/** 业务流程设置: every business act with the process it waits for, company-wide and by store. An act without one is direct. */
import { useState } from 'react'
import { Alert, Button, Form, Input, Space, Switch } from 'antd'
import { PlusOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import type { ListAnswer, Row } from '#kit/entity/wire.ts'
import { api, ApiError } from '#kit/ui/client/api.web.ts'
import { Dialog } from '#kit/ui/dialog/dialog.web.tsx'
import { entityKeys } from '#kit/ui/client/entity-keys.ts'
import { confirmBox, toast } from '#kit/ui/dialog/message.web.tsx'
import { RefPicker, useRefresh, useWrite } from '#kit/ui/record.web.tsx'
import { useScreen } from '#kit/ui/screen/screen.web.ts'
import { SearchSelect } from '#kit/ui/field/search-select.web.tsx'
import { Section } from '#kit/ui/parts/section.web.tsx'
import { useCan } from '#kit/ui/state/session.web.ts'
import { EmptyState, ErrorState, LoadingState } from '#kit/ui/parts/state.web.tsx'
import { Tag } from '#kit/ui/parts/tag.web.tsx'
import { asText } from '#kit/basics/text.ts'
import type { Act } from '../wire.ts'
import { useActs } from './acts.web.tsx'
import { FormFrame } from '#kit/ui/record/form/form-frame.web.tsx'
import './settings.css'

interface Editing {
  act: Act
  row: Row | null
}

export default function BusinessProcessSettings() {
  const can = useCan()
  const acts = useActs()
  const query = { pageSize: '200', sort: 'act,store' }
  const rows = useQuery({
    queryKey: entityKeys.list('businessProcess', query),
    queryFn: ({ signal }) => api.get<ListAnswer>('/api/v1/businessProcess/list', query, { signal, silent: true }),
  })
  const [editing, setEditing] = useState<Editing | null>(null)
  if (acts.isError || rows.isError)
    return <ErrorState error={acts.error ?? rows.error} onRetry={() => (void acts.refetch(), void rows.refetch())} />
  if (!acts.data || !rows.data) return <LoadingState rows={8} />
  if (acts.data.length === 0) return <EmptyState why="没有可以绑定流程的业务" />
  const mayAdd = can('businessProcessSettings_add')
  return (
    <Section title="业务流程设置" hint="没有设置流程的业务按它自身的规则办理（直接生效或由另一位同事决定）；同一业务可以按门店使用不同流程">
      <div className="zyt-settings-scroll">
        <table className="zyt-settings-table">
          <thead>
            <tr>
              <th scope="col">业务</th>
              <th scope="col">审批流程</th>
              <th scope="col">启用</th>
              <th scope="col" />
            </tr>
          </thead>
          <tbody>
            {acts.data.map((act) => (
              <ActRows
                key={act.code}
                act={act}
                rows={rows.data.list.filter((r) => r['act'] === act.code)}
                mayAdd={mayAdd}
                onEdit={(row) => setEditing({ act, row })}
              />
            ))}
          </tbody>
        </table>
      </div>
      {editing ? <Editor key={`${editing.act.code}${editing.row?.id ?? ''}`} {...editing} onClose={() => setEditing(null)} /> : null}
    </Section>
  )
}

function ActRows({ act, rows, mayAdd, onEdit }: { act: Act; rows: readonly Row[]; mayAdd: boolean; onEdit: (row: Row | null) => void }) {
  const can = useCan()
  const screen = useScreen()
  const write = useWrite()
  const refresh = useRefresh()
  const done = async (work: () => Promise<unknown>, text: string): Promise<void> => {
    try {
      await work()
      toast.success(text)
    } catch (error) {
      // Told by its toast; what is shown is asked again.
      if (!(error instanceof ApiError)) throw error
    }
    await refresh()
  }
  const remove = async (row: Row): Promise<void> => {
    if (
      !(await confirmBox({
        title: '取消流程',
        content: `取消后「${act.label}」按业务自身的规则办理，进行中的审批不受影响。确认取消？`,
        okText: '确认',
      }))
    )
      return
    await done(() => write('/api/v1/businessProcess/delete', { id: row.id, version: row.version }), '已取消')
  }
  const add = mayAdd ? (
    <Button size="small" type={rows.length ? 'link' : 'default'} icon={<PlusOutlined />} onClick={() => onEdit(null)}>
      {rows.length ? '按门店另设' : '设置流程'}
    </Button>
  ) : null
  const head = (
    <th scope="row" rowSpan={Math.max(1, rows.length)}>
      {act.label} {act.money ? <Tag tone="gold">涉及资金</Tag> : null}
    </th>
  )
  if (rows.length === 0)
    return (
      <tr>
        {head}
        <td className="zyt-settings-none">没有设置流程，按业务自身的规则办理</td>
        <td />
        <td>{add}</td>
      </tr>
    )
  return rows.map((row, i) => (
    <tr key={row.id}>
      {i === 0 ? head : null}
      <td>
        <button type="button" className="zyt-settings-link" onClick={() => screen.open('workflowDetail', { id: Number(row['process']) })}>
          {asText(row['process$'])}
        </button>
        <small>{row['store'] ? `仅 ${String(row['store$'])}` : '全部门店'}</small>
      </td>
      <td>
        <Switch
          checked={row['enabled'] === true}
          disabled={!can('businessProcessSettings_edit')}
          aria-label={`启用${act.label}的审批`}
          onChange={(enabled) =>
            void done(
              () => write('/api/v1/businessProcess/edit', { id: row.id, version: row.version, enabled }),
              enabled ? '已启用' : '已停用，该业务按自身的规则办理',
            )
          }
        />
      </td>
      <td>
        <Space size={0} wrap>
          {can('businessProcessSettings_edit') ? (
            <Button size="small" type="link" onClick={() => onEdit(row)}>
              修改
            </Button>
          ) : null}
          {can('businessProcessSettings_delete') ? (
            <Button size="small" type="link" danger onClick={() => void remove(row)}>
              取消
            </Button>
          ) : null}
          {i === rows.length - 1 ? add : null}
        </Space>
      </td>
    </tr>
  ))
}

function Editor({ act, row, onClose }: Editing & { onClose: () => void }) {
  const [process, setProcess] = useState<number | null>((row?.['process'] as number | undefined) ?? null)
  const [store, setStore] = useState<number | null>((row?.['store'] as number | undefined) ?? null)
  const [remark, setRemark] = useState((row?.['remark'] as string | undefined) ?? '')
  const [why, setWhy] = useState<string | null>(null)
  const refresh = useRefresh()
  const save = async (): Promise<void> => {
    const body = { process, store, remark: remark.trim() || null }
    try {
      if (row) await api.post('/api/v1/businessProcess/edit', { ...body, id: row.id, version: row.version }, { silent: true })
      else await api.post('/api/v1/businessProcess/add', { ...body, act: act.code, enabled: true }, { silent: true })
      toast.success('保存成功，之后提交的业务按新设置')
      await refresh()
      onClose()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      const data = error.data && typeof error.data === 'object' ? Object.values(error.data as Record<string, string>)[0] : null
      setWhy(data ?? error.message)
    }
  }
  const screen = useScreen()
  const can = useCan()
  // A process that was disabled later is still named, so that nobody reads a number.
  const active = act.processes.filter((p) => p.status === 'active' || p.id === row?.['process'])
  const unpublished = act.processes.find((p) => p.status === 'draft')
  const leave = (path: string): void => {
    onClose()
    screen.open(path)
  }
  return (
    <Dialog
      open
      title={`${act.label}：审批流程`}
      width={560}
      okText="保存"
      okReason={process === null ? '请选择审批流程' : null}
      onCancel={onClose}
      onOk={save}
    >
      {why ? <Alert type="error" showIcon title={why} className="zyt-form-alert" role="alert" /> : null}
      <FormFrame>
        <Form.Item
          label="审批流程"
          required
          help={
            active.length
              ? undefined
              : unpublished
                ? `流程「${unpublished.name}」还没有发布，发布后才能选用。`
                : `还没有为「${act.label}」设计的流程：新增流程时在「由什么发起」中选择「${act.label}」。`
          }
        >
          <Space.Compact block>
            <SearchSelect<number>
              className="zyt-wide"
              value={process}
              options={active.map((p) => ({ value: p.id, label: p.status === 'active' ? p.name : `${p.name}（已停用）` }))}
              placeholder="请选择审批流程"
              aria-label="审批流程"
              notFoundContent="没有已发布的流程"
              onChange={(id: number) => setProcess(id)}
            />
            {active.length === 0 && unpublished && can('workflowList_design') ? (
              <Button onClick={() => leave(`/approval/workflowDesign?process=${unpublished.id}`)}>去设计</Button>
            ) : null}
            {active.length === 0 && !unpublished && can('workflowList_add') ? (
              <Button onClick={() => leave('/approval/workflowAdd')}>新增流程</Button>
            ) : null}
          </Space.Compact>
        </Form.Item>
        <Form.Item label="限定门店" help="留空为全部门店">
          <RefPicker
            to="store"
            label="门店"
            value={store}
            labels={row?.['store$']}
            ariaLabel="限定门店"
            onChange={(id) => setStore(id as number | null)}
          />
        </Form.Item>
        <Form.Item label="说明">
          <Input.TextArea
            value={remark}
            maxLength={300}
            autoSize={{ minRows: 2 }}
            aria-label="说明"
            onChange={(event) => setRemark(event.target.value)}
          />
        </Form.Item>
      </FormFrame>
    </Dialog>
  )
}
