/** Ways from generated lists and details to the drawing boards, and the small tools beside them. */
import { useState } from 'react'
import { Button, Space } from 'antd'
import { useScreen } from '#kit/ui/screen/screen.web.ts'
import { Section } from '#kit/ui/parts/section.web.tsx'
import { useCan } from '#kit/ui/state/session.web.ts'
import type { TabProps } from '#kit/ui/screen/slots.web.ts'
import { useImportFile } from './designer/import-file.web.tsx'
import { NewProcess } from './designer/new-process.web.tsx'
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

/** A new process from a template, one that somebody exported, and the way to the forms. */
export function ProcessTools() {
  const screen = useScreen()
  const can = useCan()
  const file = useImportFile()
  const [begin, setBegin] = useState(false)
  const mayDesign = can('workflowList_design')
  return (
    <>
      {mayDesign && can('workflowList_add') ? (
        <Button type="primary" onClick={() => setBegin(true)}>
          新建流程
        </Button>
      ) : null}
      <Button onClick={() => screen.open('approvalFormList')}>审批表单</Button>
      {mayDesign ? <Button onClick={file.choose}>导入流程文件</Button> : null}
      {file.dialog}
      {begin ? <NewProcess onClose={() => setBegin(false)} /> : null}
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
