/** 新建流程: name, form and first drawing on one sheet; everything is there to be changed afterwards. */
import { useState } from 'react'
import { Input, Radio, Select } from 'antd'
import { useQuery } from '@tanstack/react-query'
import type { ListAnswer } from '#kit/entity/wire.ts'
import { ERRORS } from '#kit/basics/errors.ts'
import { api, ApiError } from '#kit/ui/client/api.web.ts'
import { Dialog } from '#kit/ui/dialog/dialog.web.tsx'
import { toast } from '#kit/ui/dialog/message.web.tsx'
import { useRefresh } from '#kit/ui/record.web.tsx'
import { useScreen } from '#kit/ui/screen/screen.web.ts'
import { CATEGORIES } from '../process.ts'
import type { Act } from '../wire.ts'
import { FLOW_TEMPLATES, FORM_TEMPLATES, type FlowTemplateCode } from './templates.ts'
import '../fields.css'
import './designer.css'

const NO_ACT = ''
const entries = <T extends string>(of: Readonly<Record<T, { label: string; hint: string }>>) =>
  Object.entries(of) as [T, { label: string; hint: string }][]

export function NewProcess({ onClose }: { onClose: () => void }) {
  const screen = useScreen()
  const refresh = useRefresh()
  const [name, setName] = useState('')
  const [category, setCategory] = useState<keyof typeof CATEGORIES>('other')
  const [act, setAct] = useState(NO_ACT)
  const [form, setForm] = useState('new:blank')
  const [flow, setFlow] = useState<FlowTemplateCode>('leader')
  const acts = useQuery({
    queryKey: ['approval', 'acts'],
    queryFn: ({ signal }) => api.get<Act[]>('/api/v1/approvalProcess/acts', {}, { signal, silent: true }),
  })
  const own = useQuery({
    queryKey: ['approval', 'forms'],
    queryFn: ({ signal }) => api.get<ListAnswer>('/api/v1/approvalForm/list', { pageSize: 200 }, { signal, silent: true }),
  })
  const choose = (next: string): void => {
    setAct(next)
    if (next !== NO_ACT) {
      setForm('none')
      if (!name.trim()) setName(`${acts.data?.find((a) => a.code === next)?.label ?? ''}审批`)
    } else if (form === 'none') setForm('new:blank')
  }
  const run = async (): Promise<void> => {
    const [from, what] = form.split(':')
    try {
      const made = await api.post<{ process: number; version: number; form: number | null }>(
        '/api/v1/approvalProcess/begin',
        {
          name: name.trim(),
          category,
          act: act || null,
          form: from === 'none' ? null : from === 'use' ? { use: Number(what) } : { template: what },
          flow,
        },
        { silent: true },
      )
      await refresh()
      onClose()
      // A form without fields comes first: the drawing goes by them.
      if (made.form !== null) screen.open('formDesign', { form: made.form })
      else screen.open('workflowDesign', { id: made.version })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      const data = error.code === ERRORS.invalid.code ? (error.data as Record<string, string> | null) : null
      toast.error(data ? (Object.values(data)[0] ?? error.message) : error.message, 5000)
    }
  }
  return (
    <Dialog
      open
      title="新建流程"
      width={680}
      okText="创建并设计"
      okReason={name.trim() ? null : '请填写流程名称'}
      onCancel={onClose}
      onOk={run}
    >
      <div className="zyt-case-field">
        <span>流程名称</span>
        <Input
          value={name}
          maxLength={60}
          placeholder="例如：用车申请"
          aria-label="流程名称"
          autoFocus
          onChange={(event) => setName(event.target.value)}
        />
      </div>
      <div className="zyt-case-field">
        <span>分类</span>
        <Select
          value={category}
          aria-label="分类"
          options={Object.entries(CATEGORIES).map(([value, label]) => ({ value: value as keyof typeof CATEGORIES, label }))}
          onChange={setCategory}
        />
      </div>
      <div className="zyt-case-field">
        <span>由什么发起</span>
        <Select
          value={act}
          aria-label="由什么发起"
          showSearch={{ optionFilterProp: 'label' }}
          loading={acts.isFetching}
          options={[
            { value: NO_ACT, label: '员工填写表单（自由流程）' },
            ...(acts.data ?? []).map((a) => ({ value: a.code, label: `业务：${a.label}` })),
          ]}
          onChange={choose}
        />
      </div>
      <div className="zyt-case-field">
        <span>表单</span>
        <Select
          value={form}
          aria-label="表单"
          showSearch={{ optionFilterProp: 'label' }}
          loading={own.isFetching}
          options={[
            ...(act ? [{ value: 'none', label: '不另填表单，按业务单据审批' }] : []),
            {
              label: '新建',
              options: entries(FORM_TEMPLATES).map(([code, t]) => ({ value: `new:${code}`, label: `${t.label}：${t.hint}` })),
            },
            ...(own.data?.list.length
              ? [{ label: '使用已有表单', options: own.data.list.map((row) => ({ value: `use:${row.id}`, label: row.$title })) }]
              : []),
          ]}
          onChange={setForm}
        />
      </div>
      <div className="zyt-case-field">
        <span>流程图</span>
        <Radio.Group
          value={flow}
          aria-label="流程图"
          className="zyt-new-flow"
          onChange={(event) => setFlow(event.target.value as FlowTemplateCode)}
          options={entries(FLOW_TEMPLATES).map(([value, t]) => ({
            value,
            label: (
              <>
                {t.label}
                <span className="zyt-section-hint">{t.hint}</span>
              </>
            ),
          }))}
        />
      </div>
    </Dialog>
  )
}
