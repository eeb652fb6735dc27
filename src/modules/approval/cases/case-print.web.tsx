/** The sheet on A4 with its trail; what it says comes from the server, so printing follows the right to read. */
import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { Button } from 'antd'
import { PrinterOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import type { FileLink } from '#kit/entity/field.ts'
import { api } from '#kit/ui/api.web.ts'
import { Dialog } from '#kit/ui/dialog.web.tsx'
import { useFileUrl } from '#kit/ui/record/file-store.web.ts'
import '#kit/ui/record/print-sheet.css'
import { ErrorState, LoadingState } from '#kit/ui/state.web.tsx'
import type { CaseView, PrintSheet } from '../wire.ts'
import './case-print.css'

export function CasePrint({ view, onClose }: { view: CaseView; onClose: () => void }) {
  const [printing, setPrinting] = useState(false)
  const query = useQuery({ queryKey: ['entity', 'approvalCase', 'print', view.id, view.version], queryFn: ({ signal }) => api.get<PrintSheet>('/api/v1/workflow/print', { id: view.id }, { signal, silent: true }) })
  useEffect(() => {
    if (!printing) return
    const done = (): void => setPrinting(false)
    window.addEventListener('afterprint', done)
    window.print()
    return () => window.removeEventListener('afterprint', done)
  }, [printing])
  const paper = query.data ? <Paper sheet={query.data} /> : null
  return (
    <>
      <Dialog open title="打印预览" width={920} footer={null} onCancel={onClose}>
        <div className="zyt-paper-tools">
          <Button type="primary" icon={<PrinterOutlined />} disabled={!paper} onClick={() => setPrinting(true)}>
            打印
          </Button>
        </div>
        {query.isError ? <ErrorState error={query.error} onRetry={() => void query.refetch()} /> : null}
        {query.isPending ? <LoadingState /> : null}
        <div className="zyt-paper-preview">{paper}</div>
      </Dialog>
      {printing && paper ? createPortal(<div className="zyt-print-root">{paper}</div>, document.body) : null}
    </>
  )
}

function Paper({ sheet }: { sheet: PrintSheet }) {
  return (
    <article className="zyt-paper">
      <h1>{sheet.heading}</h1>
      <p className="zyt-paper-sub">
        {sheet.no}　{sheet.status}　打印时间 {sheet.printedAt}
      </p>
      <section>
        <dl className="zyt-paper-table">
          {sheet.rows.map((r) => (
            <div key={r.label}>
              <dt>{r.label}</dt>
              <dd>{r.value || '—'}</dd>
            </div>
          ))}
        </dl>
      </section>
      {sheet.tables.map((t) => (
        <section key={t.label}>
          <h2>{t.label}</h2>
          <table className="zyt-lines">
            <thead>
              <tr>{t.columns.map((c) => <th key={c} scope="col">{c}</th>)}</tr>
            </thead>
            <tbody>
              {t.rows.map((row, i) => (
                <tr key={i}>{row.map((cell, j) => <td key={j}>{cell}</td>)}</tr>
              ))}
            </tbody>
            {t.sums.some(Boolean) ? (
              <tfoot>
                <tr>{t.sums.map((cell, j) => <td key={j}>{cell || (j === 0 ? '合计' : '')}</td>)}</tr>
              </tfoot>
            ) : null}
          </table>
        </section>
      ))}
      {sheet.trail.length ? (
        <section>
          <h2>审批记录</h2>
          <table className="zyt-lines">
            <thead>
              <tr>
                <th scope="col">节点</th>
                <th scope="col">人员</th>
                <th scope="col">结果</th>
                <th scope="col">时间</th>
                <th scope="col">意见</th>
              </tr>
            </thead>
            <tbody>
              {sheet.trail.map((t, i) => (
                <tr key={i}>
                  <td>{t.node}</td>
                  <td>{t.user}</td>
                  <td>{t.action}</td>
                  <td>{t.at}</td>
                  <td>
                    {t.opinion}
                    <Signature file={t.signature} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      ) : null}
    </article>
  )
}

function Signature({ file }: { file: FileLink | null }) {
  const url = useFileUrl(file)
  return url ? <img className="zyt-paper-signature" src={url} alt="签名" /> : null
}
