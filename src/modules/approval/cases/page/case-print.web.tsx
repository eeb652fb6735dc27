/** The sheet on A4 with its trail; what it says comes from the server, so printing follows the right to read. */
import { useQuery } from '@tanstack/react-query'
import type { FileLink } from '#kit/entity/field.ts'
import { api } from '#kit/ui/client/api.web.ts'
import { PlainTable } from '#kit/ui/parts/plain-table.web.tsx'
import { useFileUrl } from '#kit/ui/files/file-store.web.ts'
import { PaperDialog } from '#kit/ui/record/print/paper.web.tsx'
import { ErrorState, LoadingState } from '#kit/ui/parts/state.web.tsx'
import type { CaseView, PrintSheet } from '../../wire.ts'
import './case-print.css'

export function CasePrint({ view, onClose }: { view: CaseView; onClose: () => void }) {
  const query = useQuery({
    queryKey: ['entity', 'approvalCase', 'print', view.id, view.version],
    queryFn: ({ signal }) => api.get<PrintSheet>('/api/v1/workflow/print', { id: view.id }, { signal, silent: true }),
  })
  return (
    <PaperDialog paper={query.data ? <Paper sheet={query.data} /> : null} onClose={onClose}>
      {query.isError ? <ErrorState error={query.error} onRetry={() => void query.refetch()} /> : null}
      {query.isPending ? <LoadingState /> : null}
    </PaperDialog>
  )
}

const TRAIL = [{ head: '节点' }, { head: '人员' }, { head: '结果' }, { head: '时间' }, { head: '意见' }]

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
          {sheet.signatures.map((s) => (
            <div key={s.file.id}>
              <dt>{s.label}</dt>
              <dd>
                <Signature file={s.file} />
              </dd>
            </div>
          ))}
        </dl>
      </section>
      {sheet.tables.map((t) => (
        <section key={t.label}>
          <h2>{t.label}</h2>
          <PlainTable
            columns={t.columns.map((head) => ({ head }))}
            rows={t.rows.map((cells, i) => ({ key: i, cells }))}
            foot={t.sums.some(Boolean) ? t.sums.map((cell, j) => cell || (j === 0 ? '合计' : '')) : undefined}
          />
        </section>
      ))}
      {sheet.trail.length ? (
        <section>
          <h2>审批记录</h2>
          <PlainTable
            columns={TRAIL}
            rows={sheet.trail.map((t, i) => ({
              key: i,
              cells: [
                t.node,
                t.user,
                t.action,
                t.at,
                <>
                  {t.opinion}
                  <Signature file={t.signature} />
                </>,
              ],
            }))}
          />
        </section>
      ) : null}
    </article>
  )
}

function Signature({ file }: { file: FileLink | null }) {
  const url = useFileUrl(file)
  return url ? <img className="zyt-paper-signature" src={url} alt="签名" /> : null
}
