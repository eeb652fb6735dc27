/** 处理违章, one form: what happened, who may have driven and why, then who pays, how, how many points and until when. */
import { useCallback, useMemo, useState } from 'react'
import { Alert, Radio } from 'antd'
import { useQuery } from '@tanstack/react-query'
import { doneWords } from '#kit/action/action.ts'
import type { Fields } from '#kit/entity/field.ts'
import type { Row } from '#kit/entity/wire.ts'
import { asText } from '#kit/basics/text.ts'
import { formatFen } from '#kit/basics/fen.ts'
import { formatTime } from '#kit/basics/time/time-format.ts'
import { api, sentenceOf } from '#kit/ui/client/api.web.ts'
import { Dialog } from '#kit/ui/dialog/dialog.web.tsx'
import { toast } from '#kit/ui/dialog/message.web.tsx'
import { DetailTable } from '#kit/ui/parts/detail-table.web.tsx'
import { LoadingState } from '#kit/ui/parts/state.web.tsx'
import { Tag } from '#kit/ui/parts/tag.web.tsx'
import { ReasonButton } from '#kit/ui/record.web.tsx'
import { FormFrame } from '#kit/ui/record/form/form-frame.web.tsx'
import { InputRows, Refusals } from '#kit/ui/record/form/inputs.web.tsx'
import { useActForm, type ActForm } from '#kit/ui/record/use-act-form.web.ts'
import type { ActionDialogSlot } from '#kit/ui/screen/slots.web.ts'
import { whyNotDispose } from './violation.rules.ts'
import { violationActions } from './violation.ts'
import type { CandidatesAnswer } from './violation.wire.ts'
import './violation.css'

type Candidate = CandidatesAnswer['candidates'][number]
/** What the one form may end in; each is an act with a right of its own. */
const ENDS = { dispose: '处理', transfer: '转移给承租人', waive: '公司承担承租人罚款' } as const
type End = keyof typeof ENDS
const SURE = { sure: ['确定', 'green'], likely: ['较可靠', 'blue'], weak: ['待核实', 'orange'], none: ['无法认定', 'red'] } as const
const REASONS = { lessee: '承租人', driver: '司机', company: '公司' }

const Facts = ({ row, late }: { row: Row; late: number }) => (
  <DetailTable
    columns={3}
    items={[
      { key: 'plate', label: '车牌号', value: asText(row['plateNo']) },
      { key: 'at', label: '违法时间', value: formatTime(asText(row['occurredAt'])) },
      { key: 'place', label: '违法地点', value: asText(row['place']) || '—' },
      { key: 'what', label: '违法行为', value: asText(row['behaviour']) || '—' },
      { key: 'fine', label: '罚款', value: `${formatFen(Number(row['fine'] ?? 0))} 元${late ? `，加处 ${formatFen(late)} 元` : ''}` },
      { key: 'points', label: '记分', value: `${asText(row['points'] ?? 0)} 分` },
      { key: 'why', label: '归责依据', value: asText(row['why']) || '—', wide: true },
    ]}
  />
)

function Candidates({ all, chosen, onChoose }: { all: readonly Candidate[]; chosen: string; onChoose: (c: Candidate) => void }) {
  return (
    <ul className="zyt-candidates" aria-label="可能的责任方">
      {all.map((c) => {
        const [word, tone] = SURE[c.sure]
        const key = `${c.kind}:${c.id ?? ''}`
        return (
          <li key={key} className={key === chosen ? 'zyt-candidate-on' : undefined}>
            <div>
              <strong>{c.kind === 'company' ? c.name : `${REASONS[c.kind]} ${c.name}`}</strong> <Tag tone={tone}>{word}</Tag>
              <p className="zyt-section-hint">{c.why}</p>
            </div>
            <ReasonButton size="small" reason={key === chosen ? '已选定' : null} onClick={() => onChoose(c)}>
              选定
            </ReasonButton>
          </li>
        )
      })}
    </ul>
  )
}

const idOf = (row: Row, name: string): string => asText(row[name] ?? '')
const holderKey = (row: Row): string => {
  const kind = asText(row['holderKind'])
  return kind === 'lessee' || kind === 'driver' ? `${kind}:${idOf(row, kind)}` : `${kind}:`
}

export default function DisposeDialog({ row, onClose, onDone }: ActionDialogSlot) {
  const [end, setEnd] = useState<End>('dispose')
  const asked = useQuery({
    queryKey: ['violationCandidates', row.id, row.version],
    queryFn: ({ signal }) => api.get<CandidatesAnswer>('/api/v1/violation/candidates', { id: row.id }, { signal, silent: true }),
  })
  const allowed = (row.$actions ?? []).filter((a) => a.name in ENDS)
  const done = (after: Row): void => {
    if (end !== 'dispose' && !after.$held) toast.success(doneWords(violationActions.all[end]))
    onDone(after)
  }
  const spec = violationActions.all[end]
  const fields = spec.input as unknown as Fields
  const across = useCallback(
    (input: Record<string, unknown>) =>
      end === 'dispose' ? whyNotDispose(input, row as unknown as Parameters<typeof whyNotDispose>[1]) : null,
    [end, row],
  )
  const head = (
    <>
      <Facts row={row} late={asked.data?.surcharge ?? 0} />
      <Radio.Group
        className="zyt-ends"
        optionType="button"
        value={end}
        onChange={(event) => setEnd(event.target.value as End)}
        options={(Object.keys(ENDS) as End[]).map((name) => {
          const of = allowed.find((a) => a.name === name)
          return { value: name, label: ENDS[name], disabled: !of || of.reason !== null, title: of ? (of.reason ?? '') : '没有权限' }
        })}
      />
    </>
  )
  return (
    <EndForm key={end} {...{ row, end, fields, across, head, asked: asked.data ?? null, problem: asked.error, onClose }} onDone={done} />
  )
}

interface EndProps {
  row: Row
  end: End
  fields: Fields
  across: (input: Record<string, unknown>) => string | null
  head: React.ReactNode
  asked: CandidatesAnswer | null
  problem: unknown
  onClose: () => void
  onDone: (after: Row) => void
}
function EndForm({ row, end, fields, across, head, asked, problem, onClose, onDone }: EndProps) {
  // What is known stands in the fields already; only what is to change is typed.
  const preset = useMemo(
    () => Object.fromEntries(['driverName', 'points', 'dueOn'].filter((n) => n in fields && row[n] !== null).map((n) => [n, row[n]])),
    [fields, row],
  )
  const act = useActForm({ entity: 'violation', action: end, row, fields, across, preset, onDone })
  return (
    <Dialog
      open
      title={`处理违章：${asText(row.$title)}`}
      width={900}
      okText={ENDS[end]}
      danger={end === 'waive'}
      okReason={act.busy}
      onCancel={onClose}
      onOk={act.run}
    >
      {head}
      {end === 'dispose' ? <Bearers {...{ row, asked, problem, act }} /> : null}
      <Refusals form={act.form} />
      <FormFrame>
        <InputRows form={act.form} names={Object.keys(fields)} onBusy={act.setFilesBusy} of={row} />
      </FormFrame>
    </Dialog>
  )
}

/** Choosing one fills the form; the reason that records give is written down with it. */
function Bearers({ row, asked, problem, act }: { row: Row; asked: CandidatesAnswer | null; problem: unknown; act: ActForm }) {
  const { form } = act
  const named = asText(form.values['bearer'])
  const chosen = named ? `${named}:${asText(form.values[named === 'lessee' ? 'toLessee' : 'toDriver'] ?? '')}` : holderKey(row)
  const choose = (c: Candidate): void => {
    form.set('bearer', c.kind)
    form.set('toLessee', c.kind === 'lessee' ? c.id : null)
    form.set('toDriver', c.kind === 'driver' ? c.id : null)
    form.set('reason', c.why.slice(0, 200))
    if (c.kind === 'driver') form.set('driverName', c.name)
    if (c.kind === 'company') form.set('way', 'company')
  }
  if (problem) return <Alert type="warning" showIcon title={sentenceOf(problem, '暂时无法列出可能的责任方')} />
  if (!asked) return <LoadingState rows={2} />
  return (
    <>
      <Candidates all={asked.candidates} chosen={chosen} onChoose={choose} />
      {asked.deposit === null ? null : <p className="zyt-section-hint">{`该租约的违章押金余额 ${formatFen(asked.deposit)} 元`}</p>}
    </>
  )
}
