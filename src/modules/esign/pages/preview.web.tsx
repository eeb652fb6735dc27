/** What would be signed by whom, and what is missing, before anything is written. */
import { Alert, Input } from 'antd'
import { useQuery } from '@tanstack/react-query'
import { formatTime } from '#kit/basics/time/time-format.ts'
import { api } from '#kit/ui/client/api.web.ts'
import { PlainTable } from '#kit/ui/parts/plain-table.web.tsx'
import { ErrorState, LoadingState } from '#kit/ui/parts/state.web.tsx'

interface Answer {
  title: string
  refusal: string | null
  toType: { label: string; at: string }[]
  expireAt: string
  parties: { role: string; kind: string; name: string; mobile: string | null; seq: number; seal: number | null }[]
}

interface Props {
  entity: string
  id: number
  template: number
  /** What was typed for what the record does not know, and who keeps it. */
  typed: Readonly<Record<string, string>>
  onTyped: (typed: Readonly<Record<string, string>>) => void
}
export function Preview({ entity, id, template, typed, onTyped }: Props) {
  const preview = useQuery({
    queryKey: ['entity', 'signFlow', 'preview', entity, id, template],
    queryFn: ({ signal }) =>
      api.post<Answer>(
        '/api/v1/contract/sign/preview',
        { bizEntity: entity, bizId: id, templateId: template },
        { signal, silent: true, overlay: false },
      ),
  })
  if (preview.isError) return <ErrorState error={preview.error} />
  if (!preview.data) return <LoadingState rows={4} />
  const { refusal, toType, expireAt, parties } = preview.data
  const left = toType.filter((one) => !typed[one.at]?.trim())
  return (
    <>
      {refusal ? (
        <Alert type="error" showIcon role="alert" title={refusal} />
      ) : left.length ? (
        <Alert type="error" showIcon role="alert" title={`以下内容缺失，补全后才能发起：${left.map((one) => one.label).join('、')}`} />
      ) : (
        <Alert type="success" showIcon title="内容齐全，可以发起" />
      )}
      {toType.map((one) => (
        <label key={one.at} className="zyt-to-type">
          <span>{one.label}</span>
          <Input
            maxLength={200}
            value={typed[one.at] ?? ''}
            status={typed[one.at]?.trim() ? '' : 'error'}
            onChange={(event) => onTyped({ ...typed, [one.at]: event.target.value })}
          />
        </label>
      ))}
      <p className="zyt-sign-note">{`不另选期限时，截止时间为 ${formatTime(expireAt)}`}</p>
      <PlainTable
        columns={[{ head: '顺序' }, { head: '角色' }, { head: '签署方' }, { head: '方式' }]}
        rows={parties.map((party) => ({
          key: party.role,
          cells: [
            party.seq,
            party.role,
            party.name,
            party.seal ? '印章，保管人用印' : party.kind === 'company' ? '企业签署' : '手写签名，短信验证码或面签',
          ],
        }))}
      />
    </>
  )
}
