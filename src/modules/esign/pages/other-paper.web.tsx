/** 续租, 延期, 交接, 换车, 退车, 司机, 服务商: one record, its template, what would be missing, off it goes. */
import { useState } from 'react'
import { Alert, Select, Space } from 'antd'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { TableName } from '#kit/entity/tables.ts'
import { api, ApiError, sentenceOf } from '#kit/ui/client/api.web.ts'
import { toast } from '#kit/ui/dialog/message.web.tsx'
import { Section } from '#kit/ui/parts/section.web.tsx'
import { ReasonButton, RefPicker } from '#kit/ui/record.web.tsx'
import { useScreen } from '#kit/ui/screen/screen.web.ts'
import { useCan } from '#kit/ui/state/session.web.ts'
import { Preview } from './preview.web.tsx'
import { StandardTemplate } from './readiness.web.tsx'
import { copiesOf, CopyTo, DaysToSign, expireAtOf, QuotaNote, quotaRefusal, useQuota } from './terms.web.tsx'

interface Subject {
  bizType: string
  entity: string
  label: string
  waits: Record<string, string | string[]>
}
interface Template {
  id: number
  name: string
  versionNo: number
}
interface Outcome {
  rows: { flowId: number | null; reason: string | null; held: string | null }[]
}
const base = '/api/v1/contract'

export function OtherPaper() {
  const { open } = useScreen()
  const mayStart = useCan()('electronicContracts_start')
  const client = useQueryClient()
  const [chosen, setChosen] = useState<string | null>(null)
  const [record, setRecord] = useState<number | null>(null)
  const [template, setTemplate] = useState<number | null>(null)
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({})
  const [days, setDays] = useState<number | null>(null)
  const [copies, setCopies] = useState<number[]>([])
  const [refusal, setRefusal] = useState<string | null>(null)
  const quota = useQuota()
  const subjects = useQuery({
    queryKey: ['esign', 'subjects'],
    queryFn: ({ signal }) => api.get<Subject[]>(`${base}/sign/subjects`, {}, { signal, silent: true }),
  })
  const others = (subjects.data ?? []).filter((one) => one.entity !== 'contract')
  const subject = others.find((one) => one.entity === chosen) ?? others[0]
  const templates = useQuery({
    queryKey: ['entity', 'signTemplate', 'active', subject?.bizType],
    enabled: !!subject,
    queryFn: ({ signal }) =>
      api.get<{ list: Template[] }>(
        `${base}/template/list`,
        { status: 'active', bizType: subject!.bizType, pageSize: 100 },
        { signal, silent: true },
      ),
  })
  const picked = templates.data?.list.find((one) => one.id === template)?.id ?? templates.data?.list[0]?.id ?? null
  const reason = !mayStart
    ? '您没有发起签署的权限，请联系管理员开通'
    : picked === null
      ? '请先采用或发布模板'
      : record === null
        ? `请选择${subject?.label ?? '单据'}`
        : quotaRefusal(quota.data, 1)
  const start = async (): Promise<void> => {
    setRefusal(null)
    try {
      const { rows } = await api.post<Outcome>(`${base}/sign/batch`, {
        bizEntity: subject!.entity,
        ids: [record],
        templateId: picked,
        ...expireAtOf(days),
        ...copiesOf(copies),
        ...(Object.keys(typed).length ? { values: typed } : {}),
      })
      toast.success(rows[0]?.held ?? '已发起')
      if (rows[0]?.flowId) open('contractInfoDetail', { id: String(rows[0].flowId) })
    } catch (error) {
      const why = error instanceof ApiError && error.code === 9100 ? (error.data as Outcome).rows[0]?.reason : null
      setRefusal(why ?? sentenceOf(error, '发起失败，请重试'))
    } finally {
      await client.invalidateQueries({ queryKey: ['entity'] })
    }
  }
  if (!subject) return null
  return (
    <Section title="其他业务单据" hint="签署完成后，已签文件自动放入该记录；续租随签署生效">
      <Space wrap style={{ marginBottom: 12 }}>
        <Select
          aria-label="业务单据"
          style={{ minWidth: 140 }}
          value={subject.entity}
          options={others.map((one) => ({ value: one.entity, label: one.label }))}
          onChange={(value) => {
            setChosen(value)
            setRecord(null)
            setTyped({})
            setRefusal(null)
          }}
        />
        <div style={{ minWidth: 280 }}>
          <RefPicker
            key={subject.entity}
            to={subject.entity as TableName}
            label={subject.label}
            filter={subject.waits}
            value={record}
            onChange={(value) => {
              setRecord(typeof value === 'number' ? value : null)
              setTyped({})
            }}
          />
        </div>
        <Select
          aria-label="合同模板"
          style={{ minWidth: 200 }}
          value={picked}
          placeholder="合同模板"
          options={(templates.data?.list ?? []).map((t) => ({ value: t.id, label: `${t.name}（第 ${t.versionNo} 版）` }))}
          onChange={setTemplate}
        />
        <DaysToSign days={days} onDays={setDays} />
        <CopyTo copies={copies} onCopies={setCopies} />
        <ReasonButton type="primary" reason={reason} onClick={() => void start()}>
          发起签署
        </ReasonButton>
      </Space>
      {templates.data?.list.length === 0 ? <StandardTemplate bizType={subject.bizType} /> : null}
      <QuotaNote quota={quota.data} count={record === null ? 0 : 1} />
      {refusal ? <Alert type="error" showIcon role="alert" title={refusal} /> : null}
      {record !== null && picked !== null ? (
        <Preview entity={subject.entity} id={record} template={picked} typed={typed} onTyped={setTyped} />
      ) : null}
    </Section>
  )
}
