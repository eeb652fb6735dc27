/** Ways from generated lists and details to the drawing boards, and the small tools beside them. */
import { useState } from 'react'
import { Button, Space } from 'antd'
import { ERRORS } from '#kit/basics/errors.ts'
import { api, ApiError } from '#kit/ui/client/api.web.ts'
import { toast } from '#kit/ui/dialog/message.web.tsx'
import { useRefresh } from '#kit/ui/record.web.tsx'
import { useScreen } from '#kit/ui/screen/screen.web.ts'
import { Section } from '#kit/ui/parts/section.web.tsx'
import { useCan } from '#kit/ui/state/session.web.ts'
import type { TabProps } from '#kit/ui/screen/slots.web.ts'
import { HandOverAll } from './settings/hand-over-all.web.tsx'

export function ProcessHead({ row }: TabProps) {
  const screen = useScreen()
  const can = useCan()
  const key = String(row['key'])
  return (
    <Section title="设计与发起" hint="运行中的审批始终按发起时的版本走完">
      <Space wrap>
        {can('workflowList_design') ? (
          <Button type="primary" onClick={() => screen.open('workflowDesign', { process: row.id })}>
            设计流程
          </Button>
        ) : null}
        {row['form'] && can('workflowList_design') ? (
          <Button onClick={() => screen.open('formDesign', { form: Number(row['form']) })}>设计表单</Button>
        ) : null}
        {row['status'] === 'active' && !row['act'] ? (
          <Button onClick={() => screen.open(`/flow/apply/${key}?resourceCode=workbench`)}>发起一次</Button>
        ) : null}
      </Space>
    </Section>
  )
}

export function VersionHead({ row }: TabProps) {
  const screen = useScreen()
  return (
    <Section title="流程图">
      <Button type="primary" onClick={() => screen.open('workflowDesign', { id: row.id })}>
        {row['status'] === 'draft' ? '继续设计' : '查看流程图'}
      </Button>
    </Section>
  )
}

export function FormHead({ row }: TabProps) {
  const screen = useScreen()
  return useCan()('workflowList_design') ? (
    <Section title="设计">
      <Button type="primary" onClick={() => screen.open('formDesign', { form: row.id })}>
        设计表单
      </Button>
    </Section>
  ) : null
}

export function FormVersionHead({ row }: TabProps) {
  const screen = useScreen()
  return (
    <Section title="表单内容">
      <Button type="primary" onClick={() => screen.open('formDesign', { id: row.id })}>
        {row['status'] === 'draft' ? '继续设计' : '查看表单'}
      </Button>
    </Section>
  )
}

/** 导入 a process somebody exported, and the way to the forms. */
export function ProcessTools() {
  const screen = useScreen()
  const can = useCan()
  const refresh = useRefresh()
  const read = async (file: File): Promise<void> => {
    let content: unknown
    try {
      content = JSON.parse(await file.text())
    } catch {
      return toast.error('不是有效的流程文件：内容不是 JSON')
    }
    try {
      const made = await api.post<{ process: number; version: number }>('/api/v1/approvalProcess/importJson', { content }, { silent: true })
      toast.success('已导入为草稿，请检查人员与角色后发布')
      await refresh()
      screen.open('workflowDesign', { id: made.version })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      const data = error.code === ERRORS.invalid.code ? (error.data as Record<string, string> | null) : null
      toast.error(data ? (Object.values(data)[0] ?? error.message) : error.message, 5000)
    }
  }
  return (
    <>
      <Button onClick={() => screen.open('approvalFormList')}>审批表单</Button>
      {can('workflowList_design') ? (
        <Button
          onClick={() => {
            const input = document.createElement('input')
            input.type = 'file'
            input.accept = '.json,application/json'
            input.onchange = () => input.files?.[0] && void read(input.files[0])
            input.click()
          }}
        >
          导入流程
        </Button>
      ) : null}
    </>
  )
}

export function CaseHead({ row }: TabProps) {
  const screen = useScreen()
  return (
    <Section title="审批过程">
      <Button type="primary" onClick={() => screen.open('workflow', { id: row.id })}>
        打开审批单
      </Button>
    </Section>
  )
}

/** 离职转办: everything one person has open goes to another at once. */
export function CaseTools() {
  const can = useCan()
  const [open, setOpen] = useState(false)
  if (!can('approvalCaseList_handOver')) return null
  return (
    <>
      <Button onClick={() => setOpen(true)}>离职转办</Button>
      {open ? <HandOverAll onClose={() => setOpen(false)} /> : null}
    </>
  )
}
