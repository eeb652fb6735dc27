/** 离职转办: what is open goes to somebody else, and drawings and roles that name the leaver name him no more. */
import { useState } from 'react'
import { Alert, Checkbox, Input } from 'antd'
import { api, ApiError } from '#kit/ui/client/api.web.ts'
import { Dialog } from '#kit/ui/dialog/dialog.web.tsx'
import { PlainTable } from '#kit/ui/parts/plain-table.web.tsx'
import { useRefresh } from '#kit/ui/record.web.tsx'
import { useCan } from '#kit/ui/state/session.web.ts'
import { PeoplePicker } from '../forms/people.web.tsx'
import type { HandOverReport } from '../wire.ts'
import '../fields.css'

export function HandOverAll({ onClose }: { onClose: () => void }) {
  const can = useCan()
  const mayReplace = can('workflowList_design') && can('workflowList_edit') && can('approvalRoles_edit')
  const [from, setFrom] = useState<number | null>(null)
  const [to, setTo] = useState<number | null>(null)
  const [reason, setReason] = useState('')
  const [replace, setReplace] = useState(mayReplace)
  const [report, setReport] = useState<HandOverReport | null>(null)
  const refresh = useRefresh()
  const why =
    from === null
      ? '请选择离职人员'
      : to === null
        ? '请选择接手人员'
        : from === to
          ? '接手人员不能是同一人'
          : reason.trim()
            ? null
            : '请填写原因'
  const run = async (): Promise<void> => {
    try {
      setReport(await api.post<HandOverReport>('/api/v1/workflow/handOverAll', { from, to, reason: reason.trim(), replace }))
      await refresh()
    } catch (error) {
      // Told by its toast; what was chosen stays.
      if (!(error instanceof ApiError)) throw error
    }
  }
  if (report)
    return (
      <Dialog open title="离职转办结果" width={560} okText="完成" onCancel={onClose} onOk={onClose}>
        <Report report={report} />
      </Dialog>
    )
  return (
    <Dialog open title="离职转办" width={560} okText="转办全部待办" okReason={why} onCancel={onClose} onOk={run}>
      <p className="zyt-section-hint">
        把一名员工的全部待办审批一次转给另一人，每件都留下记录。员工停用以后，运行中的审批若再轮到他，也由接手人处理。
      </p>
      <div className="zyt-case-field">
        <span>离职人员</span>
        <PeoplePicker label="离职人员" all value={from} ariaLabel="离职人员" onChange={(id) => setFrom(id as number | null)} />
      </div>
      <div className="zyt-case-field">
        <span>接手人员</span>
        <PeoplePicker label="接手人员" value={to} ariaLabel="接手人员" onChange={(id) => setTo(id as number | null)} />
      </div>
      <div className="zyt-case-field">
        <span>原因</span>
        <Input
          value={reason}
          maxLength={200}
          placeholder="例如：离职交接"
          aria-label="原因"
          onChange={(event) => setReason(event.target.value)}
        />
      </div>
      {mayReplace ? (
        <Checkbox checked={replace} onChange={(event) => setReplace(event.target.checked)}>
          同时替换流程定义、审批角色与流程管理员中的该人员（涉及的流程会发布新版本）
        </Checkbox>
      ) : null}
    </Dialog>
  )
}

function Report({ report }: { report: HandOverReport }) {
  const { moved, left, roles, processes } = report
  return (
    <>
      <Alert
        showIcon
        type={left || processes.some((p) => !p.ok) ? 'warning' : 'success'}
        title={`${moved ? `已转办 ${moved} 项待办` : '该人员没有待办'}${left ? `，${left} 项未能转办（已被处理或接手人已是这一步的审批人）` : ''}${roles ? `；替换了 ${roles} 处审批角色` : ''}`}
      />
      {processes.length ? (
        <PlainTable
          columns={[{ head: '流程' }, { head: '结果' }]}
          rows={processes.map((p) => ({ key: p.name, cells: [p.name, p.ok ? `已替换：${p.message}` : `未替换：${p.message}`] }))}
        />
      ) : null}
    </>
  )
}
