/** What became of each row of a bulk action: failures first, with their reason. */
import { useMemo, useState } from 'react'
import { Alert, Segmented } from 'antd'
import type { BulkAnswer } from '../../entity/wire.ts'
import { Tag } from '../tag.web.tsx'

/** Rows drawn at once; the rest appears on demand. */
const STEP = 200

export function BulkResult({ answer }: { answer: BulkAnswer }) {
  const [only, setOnly] = useState<'all' | 'failed'>(answer.failed > 0 ? 'failed' : 'all')
  const [most, setMost] = useState(STEP)
  const rows = useMemo(() => answer.results.filter((row) => only === 'all' || !row.ok), [answer, only])
  return (
    <div>
      <Alert
        type={answer.failed === 0 ? 'success' : answer.done === 0 ? 'error' : 'warning'}
        showIcon
        title={`成功 ${answer.done} 条，失败 ${answer.failed} 条`}
      />
      <Segmented
        className="zyt-bulk-filter"
        value={only}
        onChange={(value) => setOnly(value as 'all' | 'failed')}
        options={[
          { value: 'failed', label: `只看失败（${answer.failed}）` },
          { value: 'all', label: `全部（${answer.results.length}）` },
        ]}
      />
      <div className="zyt-lines-scroll">
        <table className="zyt-lines">
          <thead>
            <tr>
              <th scope="col">记录</th>
              <th scope="col">结果</th>
              <th scope="col">说明</th>
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, most).map((row) => (
              <tr key={row.id}>
                <td>{row.title}</td>
                <td>
                  <Tag tone={row.ok ? 'green' : 'red'}>{row.ok ? '成功' : '失败'}</Tag>
                </td>
                <td>{row.message}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {rows.length > most ? (
        <button type="button" className="zyt-button" onClick={() => setMost((n) => n + STEP)}>
          再显示 {Math.min(STEP, rows.length - most)} 条（共 {rows.length} 条）
        </button>
      ) : null}
    </div>
  )
}
