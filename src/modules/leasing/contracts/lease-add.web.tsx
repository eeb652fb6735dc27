/**
 * 新增租约: which vehicles on which contract. Without a contract one goes to 新增合同 and comes back with it chosen; what was
 * typed here waits in a draft (the customer's «contract edit stack», spec §4: true only on this way).
 */
import { useEffect, useMemo, useRef, useState } from 'react'
import { Alert, Space } from 'antd'
import { f, type Fields } from '#kit/entity/field.ts'
import { toast } from '#kit/ui/dialog/message.web.tsx'
import { ReasonButton, useDetail, useRefresh, useWrite } from '#kit/ui/record.web.tsx'
import { InputRows, Refusals } from '#kit/ui/record/form/inputs.web.tsx'
import { useInputs } from '#kit/ui/record/form/use-inputs.web.ts'
import { useScreen } from '#kit/ui/screen/screen.web.ts'
import { Section } from '#kit/ui/parts/section.web.tsx'
import { useCan } from '#kit/ui/state/session.web.ts'
import { useDraft } from '#kit/ui/state/setting.web.ts'
import { asText } from '#kit/basics/text.ts'
import { FormFrame } from '#kit/ui/record/form/form-frame.web.tsx'
import type { LeaseStarted } from '../leasing.wire.ts'

const FIELDS: Fields = {
  vehicles: f.refs('租赁车辆', 'vehicle', { required: true, filter: { status: 'available' }, hint: '待租车辆' }),
  contract: f.ref('合同', 'contract', {
    required: true,
    filter: { status: ['draft', 'rejected', 'toSign', 'toHandOver', 'active'] },
    hint: '草稿合同将被提交；已签合同按原条款增加车辆',
  }),
  startOn: f.day('起租日', { hint: '在已签合同上增加车辆时填写，默认今天' }),
}
const ids = (text: string | undefined): number[] =>
  (text ?? '')
    .split(',')
    .map(Number)
    .filter((id) => Number.isSafeInteger(id) && id > 0)

export default function LeaseAdd() {
  const screen = useScreen()
  const can = useCan()
  const { params } = screen
  const preset = useMemo(
    () => ({ vehicles: ids(params['vehicles']), ...(params['contract'] ? { contract: Number(params['contract']) } : {}) }),
    [params],
  )
  const form = useInputs(FIELDS, undefined, preset)
  const { draft, save, clear } = useDraft<Record<string, unknown>>('leaseAdd')
  const laid = useRef(false)
  useEffect(() => {
    if (!draft || laid.current) return
    laid.current = true
    for (const [name, value] of Object.entries(draft))
      if (Object.hasOwn(FIELDS, name) && !(name === 'vehicles' && preset.vehicles.length) && !(name === 'contract' && params['contract']))
        form.set(name, value)
    // The draft is laid in once, when it is there.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [draft])
  // Back from 新增合同: the contract chosen, everything else as it was.
  const chosen = params['contract']
  useEffect(() => {
    if (chosen) form.set('contract', Number(chosen))
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [chosen])
  const vehicles = (form.values['vehicles'] as number[] | null) ?? []
  const set = (name: string, value: unknown): void => {
    // A draft that arrives late is not laid over what is being typed.
    laid.current = true
    form.set(name, value)
    save({ ...form.values, [name]: value })
    screen.setDirty(true)
  }
  const toContract = (): void => {
    save(form.values)
    screen.open('contracAdd', { type: 3, from: 'leaseAdd', vehicles: vehicles.join(',') || null })
  }
  return (
    <div className="zyt-form">
      <Section
        title="新增租约"
        extra={
          can('contracList_add') ? (
            <ReasonButton reason={null} onClick={toContract}>
              没有合同？去新增合同
            </ReasonButton>
          ) : null
        }
      >
        <Refusals form={form} />
        <FormFrame>
          <InputRows form={form} names={Object.keys(FIELDS)} onChange={set} />
        </FormFrame>
        <ContractLine id={Number(form.values['contract'] ?? 0)} vehicles={vehicles} />
      </Section>
      <Bar form={form} onDone={clear} />
    </div>
  )
}

/** What will happen, in one sentence. */
function ContractLine({ id, vehicles }: { id: number; vehicles: readonly number[] }) {
  if (!id) return <p className="zyt-section-hint">先选择车辆，再选择合同；没有合同时可以新增合同，保存后回到这里。</p>
  return <KnownContract id={id} vehicles={vehicles} />
}
function KnownContract({ id, vehicles }: { id: number; vehicles: readonly number[] }) {
  const { data } = useDetail('contract', id)
  if (!data) return null
  const draft = data['status'] === 'draft' || data['status'] === 'rejected'
  const own = (data['vehicles'] as number[] | null) ?? []
  const missing = vehicles.filter((v) => !own.includes(v)).length
  const text = draft
    ? missing
      ? `合同 ${data.$title} 是草稿，其中没有所选的 ${missing} 辆车，请先修改合同`
      : `将提交草稿合同 ${data.$title}：${asText(data['lessee$'])}，${String(data['startOn'])} 至 ${String(data['endOn'])}`
    : `将在合同 ${data.$title} 上按原条款增加 ${vehicles.length} 辆车，租至 ${String(data['endOn'])}`
  return <Alert type={draft && missing ? 'warning' : 'info'} showIcon title={text} />
}

function Bar({ form, onDone }: { form: ReturnType<typeof useInputs>; onDone: () => void }) {
  const screen = useScreen()
  const write = useWrite()
  const refresh = useRefresh()
  const [sending, setSending] = useState(false)
  const send = async (): Promise<void> => {
    if (!form.judge()) return
    setSending(true)
    try {
      const { vehicles, contract, startOn } = form.values
      const made = await write<LeaseStarted>('/api/v1/lease/start', {
        vehicles,
        contract,
        ...(startOn ? { startOn } : {}),
      })
      onDone()
      screen.setDirty(false)
      await refresh()
      toast.success(made.leases.length ? `已生成 ${made.leases.length} 张租约` : '合同已提交，审批通过后生成租约')
      const [only] = made.leases
      const target =
        made.leases.length === 1 && only ? (['leaseDetails', { id: only }] as const) : (['contracDetails', { id: made.contract }] as const)
      void screen.close().then(() => screen.open(target[0], target[1]))
    } catch (error) {
      form.fail(error, '提交失败，请重试')
    } finally {
      setSending(false)
    }
  }
  return (
    <div className="zyt-form-bar">
      <span className="zyt-form-saved">填写的内容会自动保存为草稿</span>
      <Space wrap>
        <ReasonButton reason={null} onClick={() => void screen.close()}>
          取消
        </ReasonButton>
        <ReasonButton type="primary" reason={null} loading={sending} onClick={() => void send()}>
          生成租约
        </ReasonButton>
      </Space>
    </div>
  )
}
