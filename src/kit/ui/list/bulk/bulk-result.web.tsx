/** The result of a bulk action, row by row; what failed stands first and says why. */
import { useMemo, useState } from 'react'
import { Alert, Button, Checkbox } from 'antd'
import type { BulkAnswer } from '../../../entity/wire.ts'
import { Tag } from '../../parts/tag.web.tsx'
import './bulk.css'

/** Rows drawn at once; a background action may have thousands. */
const STEP = 200

export function BulkResult({ answer }: { answer: BulkAnswer }) {
  const [onlyFailed, setOnlyFailed] = useState(answer.failed > 0)
  const [most, setMost] = useState(STEP)
  const rows = useMemo(
    () => answer.results.filter((row) => !onlyFailed || !row.ok).toSorted((a, b) => Number(a.ok) - Number(b.ok)),
    [answer, onlyFailed],
  )
  const held = answer.results.filter((row) => row.held).length
  return (
    <>
      <Alert
        type={answer.failed === 0 ? 'success' : answer.done === 0 ? 'error' : 'warning'}
        showIcon
        title={`成功 ${answer.done} 条，失败 ${answer.failed} 条${held ? `；其中 ${held} 条已提交审批，通过后才生效` : ''}`}
      />
      {answer.failed > 0 ? (
        <Checkbox checked={onlyFailed} onChange={(event) => setOnlyFailed(event.target.checked)}>
          只看失败
        </Checkbox>
      ) : null}
      <div className="zyt-bulk-results">
        <table>
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
                  <Tag tone={row.held ? 'blue' : row.ok ? 'green' : 'red'}>{row.held ? '待审批' : row.ok ? '成功' : '失败'}</Tag>
                </td>
                <td>{row.message}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {rows.length > most ? (
        <Button size="small" type="link" onClick={() => setMost((n) => n + STEP)}>
          再显示 {Math.min(STEP, rows.length - most)} 条（共 {rows.length} 条）
        </Button>
      ) : null}
    </>
  )
}
