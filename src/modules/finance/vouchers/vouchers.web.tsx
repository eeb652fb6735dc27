/** 生成凭证 and 导出凭证 of a month, with the subjects that are missing and the way to each; the file of a batch. */
import { useState } from 'react'
import { Alert, Button, Input } from 'antd'
import { useQuery } from '@tanstack/react-query'
import { formatFen } from '#kit/basics/fen.ts'
import { api, sentenceOf } from '#kit/ui/client/api.web.ts'
import { Dialog } from '#kit/ui/dialog/dialog.web.tsx'
import { toast } from '#kit/ui/dialog/message.web.tsx'
import { SearchSelect } from '#kit/ui/field/search-select.web.tsx'
import { PlainTable } from '#kit/ui/parts/plain-table.web.tsx'
import { LoadingState } from '#kit/ui/parts/state.web.tsx'
import { ReasonButton, useRefresh, useWrite } from '#kit/ui/record.web.tsx'
import type { TabProps } from '#kit/ui/screen/slots.web.ts'
import { useCan } from '#kit/ui/state/session.web.ts'
import { lastMonth } from '../last-month.web.ts'
import { VOUCHER_FILES, type VoucherFile } from './voucher.ts'
import type { PreparedVouchers } from './voucher.wire.ts'
import { Link } from '#kit/ui/screen/link.web.tsx'
import '../finance.css'
import '#kit/ui/parts/stack.css'

const isMonth = (text: string): boolean => /^\d{4}-(0[1-9]|1[0-2])$/.test(text)
const save = (id: number): Promise<unknown> => api.download('/api/v1/voucherBatch/file', { method: 'POST', body: { id } })

export function VoucherTools() {
  const can = useCan()
  const [open, setOpen] = useState<'make' | 'export' | null>(null)
  return (
    <>
      {can('voucherList_generate') ? (
        <Button type="primary" onClick={() => setOpen('make')}>
          生成凭证
        </Button>
      ) : null}
      {can('voucherList_batch') ? <Button onClick={() => setOpen('export')}>导出到财务软件</Button> : null}
      {open === 'make' ? <MakeDialog onClose={() => setOpen(null)} /> : null}
      {open === 'export' ? <ExportDialog onClose={() => setOpen(null)} /> : null}
    </>
  )
}

function Month({ value, onChange }: { value: string; onChange: (month: string) => void }) {
  return (
    <Input
      aria-label="月份"
      placeholder="月份，例如 2026-05"
      maxLength={7}
      value={value}
      onChange={(event) => onChange(event.target.value.trim())}
    />
  )
}

const linkOf = (m: PreparedVouchers['missing'][number]): string =>
  `/finance/subjectMapAdd?${new URLSearchParams({ role: m.role, ...(m.about ? { about: m.about } : {}) }).toString()}`
function Missing({ list }: { list: PreparedVouchers['missing'] }) {
  return (
    <PlainTable
      columns={[{ head: '缺少科目' }, { head: '等待的凭证', end: true }, { head: '' }]}
      rows={list.map((m) => ({
        key: `${m.role}-${m.about}-${m.account}`,
        cells: [
          m.label,
          `${m.count} 张`,
          <Link key="l" to={linkOf(m)} closed="缺映射">
            新增映射
          </Link>,
        ],
      }))}
    />
  )
}

function MakeDialog({ onClose }: { onClose: () => void }) {
  const [month, setMonth] = useState(lastMonth)
  const [problem, setProblem] = useState<string | null>(null)
  const write = useWrite()
  const refresh = useRefresh()
  const query = useQuery({
    queryKey: ['entity', 'voucher', 'prepare', month],
    queryFn: ({ signal }) => api.get<PreparedVouchers>('/api/v1/voucher/prepare', { month }, { signal, silent: true }),
    enabled: isMonth(month),
  })
  const make = async (): Promise<void> => {
    setProblem(null)
    try {
      const made = await write<PreparedVouchers>('/api/v1/voucher/generate', { month })
      await refresh()
      toast.success(`已生成 ${made.count} 张凭证`)
      if (made.missing.length === 0) onClose()
    } catch (error) {
      setProblem(sentenceOf(error, '生成失败，请重试'))
    }
  }
  const data = query.data
  return (
    <Dialog
      open
      title="生成凭证"
      width={720}
      okText={data ? `生成 ${data.count} 张` : '生成'}
      okReason={!isMonth(month) ? '请填写月份，例如 2026-05' : data && data.count + data.changed === 0 ? '该月没有可以生成的凭证' : null}
      onCancel={onClose}
      onOk={make}
    >
      <div className="zyt-stack">
        {problem ? <Alert type="error" showIcon title={problem} role="alert" /> : null}
        <Month value={month} onChange={setMonth} />
        {query.error ? <Alert type="error" showIcon title={sentenceOf(query.error, '读取失败，请重试')} role="alert" /> : null}
        {query.isLoading ? <LoadingState rows={3} /> : null}
        {data ? (
          <p>{`尚未生成凭证的单据可生成 ${data.count} 张，借方 ${formatFen(data.debit)}，贷方 ${formatFen(data.credit)}。`}</p>
        ) : null}
        {data?.changed ? (
          <Alert
            type="warning"
            showIcon
            title={`${data.changed} 张已导出的凭证与来源或科目不一致，生成后在列表「导出后有变动」中逐张红冲重做`}
          />
        ) : null}
        {data?.missing.length ? (
          <>
            <Alert type="warning" showIcon title={`${data.waiting} 张凭证缺少科目，补全映射后再次生成即可`} />
            <Missing list={data.missing} />
          </>
        ) : null}
      </div>
    </Dialog>
  )
}

function ExportDialog({ onClose }: { onClose: () => void }) {
  const [month, setMonth] = useState(lastMonth)
  const [system, setSystem] = useState<VoucherFile>('kingdee')
  const [problem, setProblem] = useState<string | null>(null)
  const write = useWrite()
  const refresh = useRefresh()
  const run = async (): Promise<void> => {
    setProblem(null)
    try {
      const made = await write<{ id: number; no: string; again: boolean }>('/api/v1/voucher/exportMonth', { month, system })
      await refresh()
      await save(made.id)
      toast.success(made.again ? `已重新下载 ${made.no}` : `已导出为批次 ${made.no}`)
      onClose()
    } catch (error) {
      setProblem(sentenceOf(error, '导出失败，请重试'))
    }
  }
  return (
    <Dialog
      open
      title="导出到财务软件"
      width={560}
      okText="导出"
      okReason={isMonth(month) ? null : '请填写月份，例如 2026-05'}
      onCancel={onClose}
      onOk={run}
    >
      <div className="zyt-stack">
        {problem ? <Alert type="error" showIcon title={problem} role="alert" /> : null}
        <div className="zyt-asked">
          <Month value={month} onChange={setMonth} />
          <SearchSelect
            aria-label="财务软件"
            value={system}
            options={Object.entries(VOUCHER_FILES).map(([value, label]) => ({ value, label }))}
            onChange={(value) => setSystem(value as VoucherFile)}
          />
        </div>
        <p>该月未导出的凭证进入一个新批次并连续编号；每张凭证只导出一次，同一批次随时可以重新下载同一文件。</p>
      </div>
    </Dialog>
  )
}

export function VoucherBatchHead({ row }: TabProps) {
  const can = useCan()
  return (
    <ReasonButton reason={can('voucherList_batch') ? null : '您没有导出凭证的权限，请联系管理员开通'} onClick={() => void save(row.id)}>
      下载凭证文件
    </ReasonButton>
  )
}
