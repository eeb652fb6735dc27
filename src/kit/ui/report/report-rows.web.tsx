/** The rows behind a figure: what each is, its part, and the way to it. */
import { useState } from 'react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { figureText } from '../../report/figure-text.ts'
import type { Resolved } from '../../report/resolve.ts'
import { NO_KEY, type ReportRows } from '../../report/wire.ts'
import { RecordName } from '../card/record-name.web.tsx'
import { api } from '../client/api.web.ts'
import { Dialog } from '../dialog/dialog.web.tsx'
import { Pages } from '../parts/pages.web.tsx'
import { Link } from '../screen/link.web.tsx'
import { EmptyState, ErrorState, LoadingState } from '../parts/state.web.tsx'
import { reportAddress } from './use-report.web.ts'
import '../field/field-value.css'

export interface Opened {
  measure: string
  keys: readonly (string | null)[]
  part: 'now' | 'before'
  title: string
}
interface Props {
  resolved: Resolved
  question: Record<string, string>
  opened: Opened
  onClose: () => void
}
const PAGE = 50

export function ReportRowsDialog({ resolved, question, opened, onClose }: Props) {
  const [pageNo, setPageNo] = useState(1)
  const { name } = resolved.report
  const asked = {
    ...question,
    measure: opened.measure,
    part: opened.part,
    ...Object.fromEntries(opened.keys.map((key, i) => [`key${i}`, key ?? NO_KEY])),
    pageNo: String(pageNo),
    pageSize: String(PAGE),
  }
  const { data, error, refetch } = useQuery({
    queryKey: ['report', name, 'rows', asked],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => api.get<ReportRows>(reportAddress(name, '/rows'), asked, { signal, silent: true }),
  })
  const shape = resolved.measures.find((m) => m.name === opened.measure)!
  return (
    <Dialog open title={opened.title} width={860} footer={null} onCancel={onClose}>
      {error ? <ErrorState error={error} onRetry={() => void refetch()} /> : null}
      {!data && !error ? <LoadingState rows={6} /> : null}
      {data ? (
        <>
          <p className="zyt-section-hint">
            共 {data.total} 条，合计 <b className="zyt-number">{figureText(data.sum, shape)}</b>
            {data.to ? (
              <>
                {' · '}
                <Link to={data.to} onClick={onClose} closed={null}>
                  在列表中查看
                </Link>
              </>
            ) : null}
          </p>
          {data.list.length === 0 ? <EmptyState why="这个数字没有明细" compact /> : <Rows data={data} shape={shape} onClose={onClose} />}
          {data.total > PAGE ? (
            <Pages size="small" current={pageNo} pageSize={PAGE} total={data.total} showSizeChanger={false} onChange={setPageNo} />
          ) : null}
        </>
      ) : null}
    </Dialog>
  )
}

function Rows({ data, shape, onClose }: { data: ReportRows; shape: Resolved['measures'][number]; onClose: () => void }) {
  const dated = data.list.some((row) => row.day !== null)
  const noted = data.list.some((row) => row.note !== null)
  return (
    <div className="zyt-lines-scroll">
      <table className="zyt-lines">
        <thead>
          <tr>
            {dated ? <th scope="col">日期</th> : null}
            <th scope="col">记录</th>
            {noted ? <th scope="col">说明</th> : null}
            <th scope="col" className="zyt-end">
              {shape.label}
            </th>
          </tr>
        </thead>
        <tbody>
          {data.list.map((row, i) => {
            return (
              // One record may stand here more than once, with different parts.
              <tr key={`${row.entity}:${row.id}:${i}`}>
                {dated ? <td className="zyt-nowrap">{row.day}</td> : null}
                <td>
                  <RecordName of={row} onClick={onClose}>
                    {row.title}
                  </RecordName>
                </td>
                {noted ? <td>{row.note}</td> : null}
                <td className="zyt-end">{figureText(row.amount, shape)}</td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}
