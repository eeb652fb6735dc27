/** 财务账单: all documents of a span of days, with sums per kind and the way to each of them. */
import { useState } from 'react'
import { Alert, Input } from 'antd'
import { useQuery } from '@tanstack/react-query'
import { formatFen } from '#kit/basics/fen.ts'
import { api, sentenceOf } from '#kit/ui/client/api.web.ts'
import { businessNow } from '#kit/ui/field/day-box.web.tsx'
import { DayRangeInput } from '#kit/ui/field/day-range.web.tsx'
import { SearchSelect } from '#kit/ui/field/search-select.web.tsx'
import { Pages } from '#kit/ui/parts/pages.web.tsx'
import { PlainTable } from '#kit/ui/parts/plain-table.web.tsx'
import { LoadingState } from '#kit/ui/parts/state.web.tsx'
import { Tag } from '#kit/ui/parts/tag.web.tsx'
import { Link } from '#kit/ui/screen/link.web.tsx'
import { detailPath } from '#kit/ui/screen/registry.web.ts'
import { DOCUMENT_TYPES, type DocumentList, type DocumentType } from './documents.wire.ts'
import '../finance.css'
import '#kit/ui/parts/stack.css'

const PAGE = 20
const wordOf = (type: string): string => DOCUMENT_TYPES[type as DocumentType] ?? type

export default function FinanceDocuments() {
  const [docType, setType] = useState<string>('')
  const [keyword, setKeyword] = useState('')
  const [days, setDays] = useState(() => ({ from: `${businessNow().slice(0, 7)}-01`, to: businessNow().slice(0, 10) }))
  const [pageNo, setPage] = useState(1)
  const asked = { ...days, pageNo, pageSize: PAGE, ...(docType ? { docType } : {}), ...(keyword ? { keyword } : {}) }
  const query = useQuery({
    queryKey: ['entity', 'accountDoc', asked],
    queryFn: ({ signal }) => api.get<DocumentList>('/api/v1/accountDoc/list', asked, { signal, silent: true }),
    enabled: Boolean(days.from && days.to),
    placeholderData: (before) => before,
  })
  return (
    <div className="zyt-stack zyt-finance-page">
      <div className="zyt-asked">
        <SearchSelect
          aria-label="单据类型"
          value={docType}
          options={[{ value: '', label: '全部单据' }, ...Object.entries(DOCUMENT_TYPES).map(([value, label]) => ({ value, label }))]}
          onChange={(value) => {
            setType(String(value ?? ''))
            setPage(1)
          }}
        />
        <DayRangeInput
          label="记账日"
          closed
          {...days}
          onChange={({ from, to }) => {
            setDays({ from, to })
            setPage(1)
          }}
        />
        <Input.Search
          aria-label="单号或往来方"
          placeholder="单号或往来方"
          allowClear
          maxLength={60}
          onSearch={(text) => {
            setKeyword(text.trim())
            setPage(1)
          }}
        />
      </div>
      {query.error ? <Alert type="error" showIcon title={sentenceOf(query.error, '读取失败，请重试')} role="alert" /> : null}
      {query.isLoading ? <LoadingState rows={8} /> : null}
      {query.data ? (
        <>
          <Totals data={query.data} />
          <Documents data={query.data} />
          <Pages
            align="end"
            current={pageNo}
            pageSize={PAGE}
            total={query.data.total}
            showSizeChanger={false}
            showTotal={(n) => `共 ${n} 条`}
            onChange={setPage}
          />
        </>
      ) : null}
    </div>
  )
}

function Totals({ data }: { data: DocumentList }) {
  return (
    <PlainTable
      columns={[
        { head: '单据' },
        { head: '数量', end: true },
        { head: '金额', end: true },
        { head: '已收付', end: true },
        { head: '未收付', end: true },
      ]}
      rows={data.totals.map((t) => ({
        key: t.docType,
        cells: [wordOf(t.docType), String(t.count), formatFen(t.amount), formatFen(t.settled), formatFen(t.open)],
      }))}
      empty="这段时间没有单据"
    />
  )
}

function Documents({ data }: { data: DocumentList }) {
  return (
    <PlainTable
      columns={[
        { head: '记账日', nowrap: true },
        { head: '期间', nowrap: true },
        { head: '单据' },
        { head: '单号' },
        { head: '状态' },
        { head: '往来方' },
        { head: '业务日', nowrap: true },
        { head: '金额', end: true },
        { head: '已收付', end: true },
        { head: '未收付', end: true },
        { head: '门店' },
      ]}
      rows={data.list.map((d) => {
        return {
          key: `${d.docType}-${d.id}`,
          cells: [
            d.posted,
            d.closed ? <Tag key="m" tone="info">{`${d.month} 已关账`}</Tag> : d.month,
            wordOf(d.docType),
            <Link key="n" to={detailPath(d.docType, d.id)}>
              {d.no}
            </Link>,
            d.status,
            d.party,
            d.day,
            formatFen(d.amount),
            formatFen(d.settled),
            formatFen(d.open),
            d.store,
          ],
        }
      })}
      empty="这段时间没有单据"
    />
  )
}
