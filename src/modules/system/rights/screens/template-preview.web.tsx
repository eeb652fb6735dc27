/** What the template, as it stands in the form, would show to one person. */
import { useState } from 'react'
import { Alert } from 'antd'
import { EyeOutlined } from '@ant-design/icons'
import { api } from '#kit/ui/client/api.web.ts'
import { RefPicker } from '#kit/ui/record.web.tsx'
import { ReasonButton } from '#kit/ui/record/reason-button.web.tsx'
import { Section } from '#kit/ui/parts/section.web.tsx'
import { EmptyState } from '#kit/ui/parts/state.web.tsx'
import type { TemplateEntry } from '../permission.ts'

interface Effect {
  held: boolean
  isAdmin: boolean
  lines: { code: string; name: string; granted: boolean; scope: string; rows: number; total: number }[]
}

export function TemplatePreview({ id, entries, unsaved }: { id: number | null; entries: readonly TemplateEntry[]; unsaved: boolean }) {
  const [userId, setUserId] = useState<number | null>(null)
  const [effect, setEffect] = useState<Effect | null>(null)
  const [old, setOld] = useState('')
  const asked = JSON.stringify([userId, entries])
  const ask = async (): Promise<void> => {
    // A refusal has been told by its toast.
    const answer = await api.post<Effect>('/api/v1/dataTemplate/preview', { userId, id, entries }).catch(() => null)
    setEffect(answer)
    setOld(asked)
  }
  return (
    <Section title="预览效果" hint="选择一个用户，看他在各页面能看到多少条数据">
      <div className="zyt-preview-bar">
        <RefPicker
          to="user"
          label="用户"
          ariaLabel="预览的用户"
          value={userId}
          onChange={(value) => setUserId((value as number | null) ?? null)}
        />
        <ReasonButton icon={<EyeOutlined />} reason={userId === null ? '请先选择用户' : null} onClick={() => void ask()}>
          预览
        </ReasonButton>
      </div>
      {effect ? <Lines effect={effect} unsaved={unsaved} stale={asked !== old} /> : null}
    </Section>
  )
}

function Lines({ effect, unsaved, stale }: { effect: Effect; unsaved: boolean; stale: boolean }) {
  const note = effect.isAdmin
    ? '管理员不受数据权限限制'
    : effect.held
      ? '该用户已在使用此模板'
      : '该用户没有使用此模板，以下按直接授予他来计算'
  if (effect.lines.length === 0) return <EmptyState compact why="没有受控的页面" />
  return (
    <>
      <Alert
        type={stale ? 'warning' : 'info'}
        showIcon
        className="zyt-form-alert"
        title={stale ? '明细或用户已改动，请重新预览' : `${note}${unsaved ? '（含未保存的修改）' : ''}`}
      />
      <div className="zyt-matrix-box">
        <table className="zyt-matrix">
          <thead>
            <tr>
              <th scope="col">页面</th>
              <th scope="col" className="zyt-number">
                可见条数
              </th>
              <th scope="col" className="zyt-number">
                总条数
              </th>
              <th scope="col">数据范围</th>
            </tr>
          </thead>
          <tbody>
            {effect.lines.map((line) => (
              <tr key={line.code} className={line.granted ? undefined : 'zyt-matrix-off'}>
                <th scope="row">{line.name}</th>
                <td className="zyt-number" data-label="可见条数">
                  {line.rows.toLocaleString()}
                </td>
                <td className="zyt-number" data-label="总条数">
                  {line.total.toLocaleString()}
                </td>
                <td data-label="数据范围">{line.scope}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}
