/** One dialog for every act on a case: it asks only for what that act needs. */
import { useState } from 'react'
import { Alert, Input, Radio, Select } from 'antd'
import { f, type Field } from '#kit/entity/field.ts'
import { Dialog } from '#kit/ui/dialog/dialog.web.tsx'
import { FilesInput, readFiles } from '#kit/ui/files/files.web.tsx'
import { useMe } from '#kit/ui/state/session.web.ts'
import { PeoplePicker } from '../../forms/people.web.tsx'
import { SignatureInput } from '#kit/ui/files/signature-pad.web.tsx'
import type { CaseView } from '../../wire.ts'
import { waitingSigners } from '../signers.ts'
import { FIRST, LABELS, useSendAct, type ActInput, type CaseAct } from './send-act.web.ts'
import type { Sheet } from './use-sheet.web.ts'
import { PHRASES } from './words.ts'
import '../../fields.css'

const HINTS: Partial<Record<CaseAct, string>> = {
  handOver: '任务交给对方处理，记录中保留原处理人。',
  delegate: '请对方先给出意见，之后任务回到您这里由您决定。',
  addBefore: '对方先审批，全部同意后再由您处理。',
  addAfter: '您同意之后，再由对方审批。',
  withdraw: '撤销后审批结束，业务恢复到提交之前。',
  terminate: '强制结束这张审批单，按不通过处理。',
  takeBack: '下一位尚未处理，可以拿回重新决定。',
  urge: '提醒当前处理人。',
  copy: '抄送人可以查看，同一审批单每人只收到一次。',
}
const ATTACHMENTS = f.files('附件', { maxCount: 10 }) as Extract<Field, { kind: 'files' }>

type Mine = NonNullable<CaseView['mine']>

/** Why it cannot be sent yet. */
function missing(act: CaseAct, input: ActInput, mine: Mine | null): string | null {
  const acting = act === 'approve' || act === 'reject'
  if (acting && mine?.needReason && !input.opinion.trim()) return '这一步必须填写审批意见'
  if ((act === 'sendBack' || act === 'reject' || act === 'terminate') && !input.opinion.trim()) return '请填写原因'
  if (acting && mine?.needSignature && !input.signature) return '这一步必须手写签名，请在下方签名'
  if ((act === 'handOver' || act === 'delegate' || act === 'addBefore' || act === 'addAfter' || act === 'copy') && input.users.length === 0)
    return '请选择人员'
  if (act === 'sendBack' && !input.node) return '请选择退回到哪一步'
  if (act === 'reject' && mine?.rejectTo.length && !input.node) return '请选择驳回到哪里'
  if (act === 'removeAdded' && input.added === null) return '请选择要减去的加签人'
  if (act === 'approve') for (const c of mine?.chooseNext ?? []) if (!input.choices[c.node]?.length) return `请选择「${c.name}」的审批人`
  return null
}

export function CaseDialog({ act, view, sheet, onClose }: { act: CaseAct; view: CaseView; sheet: Sheet; onClose: () => void }) {
  const { mine } = view
  const [input, setInput] = useState<ActInput>(() => ({
    ...FIRST,
    opinion: act === 'approve' && mine?.needReason ? '同意' : '',
    node: act === 'reject' && mine?.rejectTo.length === 1 ? mine.rejectTo[0]!.node : null,
  }))
  const [busy, setBusy] = useState(false)
  const [why, setWhy] = useState<string | null>(null)
  const send = useSendAct(view, sheet)
  const me = useMe().uid
  const put = (part: Partial<ActInput>): void => setInput((all) => ({ ...all, ...part }))
  const run = async (): Promise<void> => {
    const refused = await send(act, input)
    setWhy(refused)
    if (refused === null) onClose()
  }
  const acting = act === 'approve' || act === 'reject'
  const reason = busy ? '文件上传中，请稍候' : missing(act, input, mine)
  return (
    <Dialog
      open
      title={`${LABELS[act]}：${view.title}`}
      width={640}
      okText={LABELS[act]}
      danger={act === 'reject' || act === 'terminate' || act === 'withdraw'}
      okReason={reason}
      onCancel={onClose}
      onOk={run}
    >
      {why ? <Alert type="error" showIcon title={why} className="zyt-form-alert" role="alert" /> : null}
      {HINTS[act] ? <p className="zyt-section-hint">{HINTS[act]}</p> : null}
      <Targets act={act} view={view} me={me} input={input} put={put} />
      {act === 'approve'
        ? (mine?.chooseNext ?? []).map((c) => (
            <Labelled key={c.node} label={`「${c.name}」由谁审批`}>
              <PeoplePicker
                label="审批人"
                multiple
                among={c.among}
                max={c.max}
                value={input.choices[c.node] ?? []}
                ariaLabel={`${c.name}的审批人`}
                onChange={(users) => put({ choices: { ...input.choices, [c.node]: users as number[] } })}
              />
            </Labelled>
          ))
        : null}
      {acting ? (
        <div className="zyt-case-phrases">
          {PHRASES.map((text) => (
            <button key={text} type="button" onClick={() => put({ opinion: text })}>
              {text}
            </button>
          ))}
        </div>
      ) : null}
      <Labelled label={acting ? '审批意见' : '说明'}>
        <Input.TextArea
          value={input.opinion}
          maxLength={1000}
          showCount
          autoSize={{ minRows: 2, maxRows: 8 }}
          aria-label={acting ? '审批意见' : '说明'}
          onChange={(event) => put({ opinion: event.target.value })}
        />
      </Labelled>
      {acting ? (
        <Labelled label="附件">
          <FilesInput
            field={ATTACHMENTS}
            value={input.attachments}
            onChange={(files) => put({ attachments: readFiles(files) })}
            onBusy={setBusy}
          />
        </Labelled>
      ) : null}
      {acting && mine?.needSignature ? (
        <Labelled label="签名">
          <SignatureInput value={input.signature} onChange={(signature) => put({ signature })} />
        </Labelled>
      ) : null}
    </Dialog>
  )
}

function Labelled({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <div className="zyt-case-field">
      <span>{label}</span>
      {children}
    </div>
  )
}

/** Whom or where to. */
function Targets({
  act,
  view,
  me,
  input,
  put,
}: {
  act: CaseAct
  view: CaseView
  me: number
  input: ActInput
  put: (part: Partial<ActInput>) => void
}) {
  const { mine } = view
  if (act === 'handOver' || act === 'delegate')
    return (
      <Labelled label="交给谁">
        <PeoplePicker
          label="人员"
          value={input.users[0] ?? null}
          ariaLabel="交给谁"
          onChange={(user) => put({ users: user ? [user as number] : [] })}
        />
      </Labelled>
    )
  if (act === 'addBefore' || act === 'addAfter' || act === 'copy')
    return (
      <Labelled label={act === 'copy' ? '抄送给谁' : '加签给谁'}>
        <PeoplePicker
          label="人员"
          multiple
          value={input.users}
          ariaLabel={act === 'copy' ? '抄送给谁' : '加签给谁'}
          onChange={(users) => put({ users: users as number[] })}
        />
      </Labelled>
    )
  const nodes = act === 'sendBack' ? mine?.sendBackTo : act === 'reject' ? mine?.rejectTo : undefined
  if (nodes?.length)
    return (
      <Labelled label={act === 'sendBack' ? '退回到' : '驳回到'}>
        {nodes.length > 6 ? (
          <Select
            className="zyt-wide"
            value={input.node}
            options={nodes.map((n) => ({ value: n.node, label: n.name }))}
            aria-label="节点"
            onChange={(node: string) => put({ node })}
          />
        ) : (
          <Radio.Group
            value={input.node}
            options={nodes.map((n) => ({ value: n.node, label: n.name }))}
            aria-label="节点"
            onChange={(event) => put({ node: event.target.value as string })}
          />
        )}
      </Labelled>
    )
  if (act === 'removeAdded')
    return (
      <Labelled label="减去谁">
        <Radio.Group
          value={input.added}
          options={(mine?.removable ?? waitingSigners(view, me)?.signers ?? []).map((r) => ({ value: r.task, label: r.name }))}
          aria-label="减去谁"
          onChange={(event) => put({ added: event.target.value as number })}
        />
      </Labelled>
    )
  return null
}
