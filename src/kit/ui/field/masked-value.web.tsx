/** Personal data behind a mask. Seeing it needs a right and a reason, and is written to the log. */
import { useEffect, useState } from 'react'
import { Button, Input } from 'antd'
import { EyeInvisibleOutlined, EyeOutlined } from '@ant-design/icons'
import { asText } from '../../basics/text.ts'
import type { Entity } from '../../entity/entity.ts'
import { functionCode } from '../../entity/entity.ts'
import type { Fields } from '../../entity/field.ts'
import type { DetailExtras, Row } from '../../entity/wire.ts'
import { api, sentenceOf } from '../client/api.web.ts'
import { CopyButton } from '../parts/copy.web.tsx'
import { Dialog } from '../dialog/dialog.web.tsx'
import { useCan } from '../state/session.web.ts'

/** Hidden again after a minute: screens are left open, and people walk past. */
const SHOWN_MS = 60_000

interface Props {
  entity: Entity<any>
  name: string
  label: string
  row: Row
  /** What it is most likely looked at for; it can be changed. */
  why?: string | undefined
}

export function MaskedValue({ entity, name, label, row, why }: Props) {
  const can = useCan()
  const [asking, setAsking] = useState(false)
  const [plain, setPlain] = useState<string | null>(null)
  useEffect(() => setPlain(null), [row.id, row[name]])
  useEffect(() => {
    if (plain === null) return
    const timer = setTimeout(() => setPlain(null), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [plain])

  return (
    <span className="zyt-copyable" onClick={(event) => event.stopPropagation()}>
      <span className="zyt-number">
        {plain !== null && (entity.fields as Fields)[name]?.mask === 'mobile' ? (
          <a href={`tel:${plain}`} title="打电话">
            {plain}
          </a>
        ) : (
          (plain ?? String(row[name]))
        )}
      </span>
      {plain === null ? null : <CopyButton text={plain} what={label} />}
      {can(functionCode(entity.right, 'reveal')) || (row as Partial<DetailExtras>).$verbs?.reveal ? (
        <Button
          type="text"
          size="small"
          icon={plain === null ? <EyeOutlined /> : <EyeInvisibleOutlined />}
          aria-label={plain === null ? `查看完整${label}` : `隐藏${label}`}
          title={plain === null ? '查看' : '隐藏'}
          onClick={() => (plain === null ? setAsking(true) : setPlain(null))}
        />
      ) : null}
      {asking ? (
        <RevealDialog entity={entity} name={name} label={label} row={row} why={why} onClose={() => setAsking(false)} onShown={setPlain} />
      ) : null}
    </span>
  )
}

interface RevealProps extends Props {
  onClose: () => void
  onShown: (value: string) => void
}

function RevealDialog({ entity, name, label, row, why = '', onClose, onShown }: RevealProps) {
  const [reason, setReason] = useState(why)
  const [error, setError] = useState<string | null>(null)
  const reveal = async (): Promise<void> => {
    try {
      const answer = await api.post<{ value: unknown }>(
        `/api/v1/${entity.name}/reveal`,
        { id: row.id, field: name, reason: reason.trim() },
        { silent: true },
      )
      onShown(asText(answer.value))
      onClose()
    } catch (e) {
      setError(sentenceOf(e, '查看失败，请重试'))
    }
  }
  return (
    <Dialog
      open
      title={`查看完整${label}`}
      width={460}
      okText="查看"
      onCancel={onClose}
      onOk={reveal}
      okReason={reason.trim() === '' ? '请填写查看原因' : null}
    >
      <p>
        查看「{row.$title}」的{label}会记入系统日志，请填写原因。
      </p>
      <Input.TextArea
        autoFocus
        rows={3}
        maxLength={200}
        showCount
        value={reason}
        aria-label="查看原因"
        placeholder="例如：联系承租人催收"
        onChange={(event) => setReason(event.target.value)}
      />
      {error ? (
        <p role="alert" className="zyt-error-text">
          {error}
        </p>
      ) : null}
    </Dialog>
  )
}
