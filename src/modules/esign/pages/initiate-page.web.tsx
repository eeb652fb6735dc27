/** 电子合同: contracts that wait for signatures, what would be missing in their paper, copies before and after, and off they go. */
import { useState } from 'react'
import { Alert, Checkbox, Input, Segmented, Select, Space } from 'antd'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { formatFen } from '#kit/basics/fen.ts'
import { api, ApiError, sentenceOf } from '#kit/ui/client/api.web.ts'
import { Dialog } from '#kit/ui/dialog/dialog.web.tsx'
import { toast } from '#kit/ui/dialog/message.web.tsx'
import { PlainTable } from '#kit/ui/parts/plain-table.web.tsx'
import { Section } from '#kit/ui/parts/section.web.tsx'
import { EmptyState, ErrorState, LoadingState } from '#kit/ui/parts/state.web.tsx'
import { ReasonButton } from '#kit/ui/record.web.tsx'
import { useScreen } from '#kit/ui/screen/screen.web.ts'
import { useCan } from '#kit/ui/state/session.web.ts'
import { OtherPaper } from './other-paper.web.tsx'
import { OwnFile } from './own-file.web.tsx'
import { Preview } from './preview.web.tsx'
import { ProviderState, Readiness, StandardTemplate } from './readiness.web.tsx'
import { copiesOf, CopyTo, DaysToSign, expireAtOf, QuotaNote, quotaRefusal, useQuota } from './terms.web.tsx'

interface Waiting {
  contractId: number
  no: string
  lessee: string
  mobile: string | null
  vehicles: string[] | null
  amount: number
  days: number
}
interface Template {
  id: number
  name: string
  versionNo: number
}
interface Outcome {
  rows: { bizId: number; flowId: number | null; reason: string | null; held: string | null }[]
}
const base = '/api/v1/contract'

type Way = 'contract' | 'other' | 'file'
const WAYS: { value: Way; label: string }[] = [
  { value: 'contract', label: '租赁合同' },
  { value: 'other', label: '其他业务单据' },
  { value: 'file', label: '自有文件' },
]

export default function InitiatePage() {
  const [way, setWay] = useState<Way>('contract')
  return (
    <div className="zyt-form">
      <ProviderState />
      <Readiness />
      <Segmented value={way} onChange={setWay} options={WAYS} aria-label="签署什么" />
      {way === 'contract' ? <Contracts /> : way === 'other' ? <OtherPaper /> : <OwnFile />}
    </div>
  )
}

function Contracts() {
  const { open, params } = useScreen()
  const mayStart = useCan()('electronicContracts_start')
  const client = useQueryClient()
  const [ticked, setChosen] = useState<readonly number[] | null>(null)
  const [template, setTemplate] = useState<number | null>(null)
  // Whoever comes from a contract finds that one, ticked.
  const named = params['no'] ?? ''
  const [keyword, setKeyword] = useState(named)
  const [previewOf, setPreviewOf] = useState<Waiting | null>(null)
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const [refusal, setRefusal] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const waiting = useQuery({
    queryKey: ['entity', 'contract', 'unsigned', keyword],
    queryFn: ({ signal }) =>
      api.get<{ list: Waiting[]; total: number }>(
        '/api/v1/workflow/wkcontractinfo/con/unSignList',
        { pageSize: 100, ...(keyword ? { no: keyword } : {}) },
        { signal, silent: true },
      ),
  })
  const templates = useQuery({
    queryKey: ['entity', 'signTemplate', 'active'],
    queryFn: ({ signal }) =>
      api.get<{ list: Template[] }>(
        `${base}/template/list`,
        { status: 'active', bizType: 'lease', pageSize: 100 },
        { signal, silent: true },
      ),
  })
  const quota = useQuota()
  const [days, setDays] = useState<number | null>(null)
  const [copies, setCopies] = useState<number[]>([])
  const picked = template ?? templates.data?.list[0]?.id ?? null
  const list = waiting.data?.list ?? []
  const chosen = ticked ?? list.filter((row) => row.no === named).map((row) => row.contractId)
  const reason = !mayStart
    ? '您没有发起签署的权限，请联系管理员开通'
    : picked === null
      ? '还没有启用的租赁合同模板，请先在「合同模板」发布'
      : chosen.length === 0
        ? '请选择合同'
        : quotaRefusal(quota.data, chosen.length)
  const start = async (ids: readonly number[] = chosen, values?: Readonly<Record<string, string>>): Promise<void> => {
    setBusy(true)
    setRefusal(null)
    setOutcome(null)
    try {
      const done = await api.post<Outcome>(`${base}/sign/batch`, {
        bizEntity: 'contract',
        ids,
        templateId: picked,
        ...expireAtOf(days),
        ...copiesOf(copies),
        ...(values && Object.keys(values).length ? { values } : {}),
      })
      setOutcome(done)
      const held = done.rows.find((row) => row.held)?.held
      toast.success(held ?? `已发起 ${done.rows.length} 份`)
      setChosen([])
    } catch (error) {
      if (error instanceof ApiError && error.code === 9100) setOutcome(error.data as Outcome)
      setRefusal(sentenceOf(error, '发起失败，请重试'))
    } finally {
      setBusy(false)
      await client.invalidateQueries({ queryKey: ['entity'] })
    }
  }
  const numberOf = (bizId: number): string => list.find((row) => row.contractId === bizId)?.no ?? String(bizId)
  return (
    <>
      <Section title="待签署的租赁合同" hint="选择一份或多份，核对后一次发起；承租人在手机上签署，本单位在「我的合同」用印">
        <Space wrap style={{ marginBottom: 12 }}>
          <Input.Search
            allowClear
            defaultValue={named}
            placeholder="合同编号"
            aria-label="按合同编号查找"
            onSearch={(text) => setKeyword(text.trim())}
            style={{ width: 220 }}
          />
          <Select
            aria-label="合同模板"
            style={{ minWidth: 220 }}
            value={picked}
            placeholder="合同模板"
            options={(templates.data?.list ?? []).map((t) => ({ value: t.id, label: `${t.name}（第 ${t.versionNo} 版）` }))}
            onChange={setTemplate}
          />
          <DaysToSign days={days} onDays={setDays} />
          <CopyTo copies={copies} onCopies={setCopies} />
          <ReasonButton type="primary" reason={reason} loading={busy} onClick={() => void start()}>
            {chosen.length > 1 ? `发起 ${chosen.length} 份` : '发起签署'}
          </ReasonButton>
          <ReasonButton reason={null} onClick={() => open('electronicContractsList')}>
            签署流程
          </ReasonButton>
        </Space>
        {templates.data?.list.length === 0 ? <StandardTemplate bizType="lease" /> : null}
        <QuotaNote quota={quota.data} count={chosen.length} />
        {refusal ? <Alert type="error" showIcon role="alert" title={refusal} /> : null}
        {outcome?.rows.some((row) => row.reason) ? (
          <PlainTable
            columns={[{ head: '合同' }, { head: '未发起的原因' }]}
            rows={outcome.rows.filter((row) => row.reason).map((row) => ({ key: row.bizId, cells: [numberOf(row.bizId), row.reason] }))}
          />
        ) : null}
        {waiting.isError ? <ErrorState error={waiting.error} onRetry={() => void waiting.refetch()} /> : null}
        {waiting.isPending ? <LoadingState rows={5} /> : null}
        {waiting.data && list.length === 0 ? <EmptyState why="没有待签署的合同" /> : null}
        {list.length ? (
          <PlainTable
            columns={[
              { head: '选择' },
              { head: '合同编号', nowrap: true },
              { head: '承租人' },
              { head: '手机号' },
              { head: '车辆' },
              { head: '租金总额', end: true },
              { head: '' },
            ]}
            rows={list.map((row) => ({
              key: row.contractId,
              cells: [
                <Checkbox
                  key="c"
                  aria-label={`选择 ${row.no}`}
                  checked={chosen.includes(row.contractId)}
                  onChange={(event) =>
                    setChosen(event.target.checked ? [...chosen, row.contractId] : chosen.filter((one) => one !== row.contractId))
                  }
                />,
                row.no,
                row.lessee,
                row.mobile ?? '未填写',
                (row.vehicles ?? []).join('、'),
                formatFen(row.amount),
                <ReasonButton key="p" size="small" reason={picked === null ? '请先选择模板' : null} onClick={() => setPreviewOf(row)}>
                  核对
                </ReasonButton>,
              ],
            }))}
          />
        ) : null}
      </Section>
      {previewOf && picked !== null ? (
        <PreviewDialog
          row={previewOf}
          template={picked}
          reason={mayStart ? quotaRefusal(quota.data, 1) : '您没有发起签署的权限，请联系管理员开通'}
          onStart={async (values) => {
            await start([previewOf.contractId], values)
            setPreviewOf(null)
          }}
          onClose={() => setPreviewOf(null)}
        />
      ) : null}
    </>
  )
}

interface PreviewProps {
  row: Waiting
  template: number
  reason: string | null
  onStart: (values: Readonly<Record<string, string>>) => Promise<void>
  onClose: () => void
}
/** One contract looked at by itself: what it does not know is typed here, and off it goes. */
function PreviewDialog({ row, template, reason, onStart, onClose }: PreviewProps) {
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({})
  return (
    <Dialog open title={`核对 ${row.no}`} width={720} onCancel={onClose} onOk={() => onStart(typed)} okText="发起这一份" okReason={reason}>
      <Preview entity="contract" id={row.contractId} template={template} typed={typed} onTyped={setTyped} />
    </Dialog>
  )
}
