/** 退车结算: fees by hand, the sheet computed beside them, submitted with the preview one has seen. */
import { useEffect, useMemo, useState } from 'react'
import { Alert, Space } from 'antd'
import type { Fields } from '#kit/entity/field.ts'
import type { Row } from '#kit/entity/wire.ts'
import { sentenceOf } from '#kit/ui/client/api.web.ts'
import { confirmBox, toast } from '#kit/ui/dialog/message.web.tsx'
import { ActionBar, ReasonButton, useDetail, useRefresh, useWrite } from '#kit/ui/record.web.tsx'
import { InputRows } from '#kit/ui/record/form/inputs.web.tsx'
import { useInputs } from '#kit/ui/record/form/use-inputs.web.ts'
import { detailPath } from '#kit/ui/screen/registry.web.ts'
import { useScreen } from '#kit/ui/screen/screen.web.ts'
import { Section } from '#kit/ui/parts/section.web.tsx'
import { EmptyState, ErrorState, LoadingState } from '#kit/ui/parts/state.web.tsx'
import { asText } from '#kit/basics/text.ts'
import { returnSettlementActions } from './return.ts'
import { SheetView, useSheet, type SheetQuestion } from './settlement-sheet.web.tsx'
import { FormFrame } from '#kit/ui/record/form/form-frame.web.tsx'

const FIELDS = returnSettlementActions.all.fill.input as unknown as Fields
const NAMES = Object.keys(FIELDS)

export default function SettlePage() {
  const screen = useScreen()
  const id = Number(screen.params['id'] ?? 0)
  if (!Number.isSafeInteger(id) || id <= 0)
    return (
      <EmptyState
        why="请在「退车结算」中选择要办理的结算单"
        next={
          <ReasonButton reason={null} type="primary" onClick={() => screen.open('settleInfoAdd')}>
            选择结算单
          </ReasonButton>
        }
      />
    )
  return <Loaded key={id} id={id} />
}

function Loaded({ id }: { id: number }) {
  const query = useDetail('returnSettlement', id)
  const { setTitle } = useScreen()
  const title = query.data?.$title
  // What was typed is saved before the submission, so a refusal finds a new version of the record, and outlives the old form.
  const [refusal, setRefusal] = useState<string | null>(null)
  useEffect(() => {
    if (title) setTitle(`退车结算 ${title}`)
  }, [title, setTitle])
  if (query.isError) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />
  if (!query.data) return <LoadingState rows={8} />
  return <Editor key={query.data.version} row={query.data} refusal={refusal} onRefusal={setRefusal} />
}

/** Only whole lines are asked about; half-typed ones wait. */
const wholeLines = (value: unknown): NonNullable<SheetQuestion['extras']> =>
  (Array.isArray(value) ? value : []).flatMap((line: Record<string, unknown>) =>
    typeof line['amount'] === 'number' && line['amount'] > 0 && line['feeItem']
      ? [{ feeItem: asText(line['feeItem']), amount: line['amount'], note: (line['note'] as string | null) ?? null }]
      : [],
  )

function Editor({ row, refusal, onRefusal }: { row: Row; refusal: string | null; onRefusal: (sentence: string | null) => void }) {
  const screen = useScreen()
  const write = useWrite()
  const refresh = useRefresh()
  const open = row['status'] === 'draft' || row['status'] === 'rejected'
  const preset = useMemo(
    () => Object.fromEntries(NAMES.map((name) => [name, row.$masked?.includes(name) ? null : (row[name] ?? null)])),
    [row],
  )
  const form = useInputs(FIELDS, undefined, preset, `settle:${row.id}:${row.version}`)
  const [sending, setSending] = useState(false)
  const { penaltyWaived } = form.values
  const asked: SheetQuestion = {
    id: row.id,
    extras: wholeLines(form.values['extras']),
    penaltyWaived: typeof penaltyWaived === 'number' ? penaltyWaived : 0,
  }
  const sheet = useSheet(open ? asked : { id: row.id }, row.version)
  const result = sheet.data?.sheet.result
  const comesTo = result?.receivable || result?.refund || null
  const set = (name: string, value: unknown): void => {
    screen.setDirty(true)
    form.set(name, value)
  }

  const fail = (error: unknown): void => {
    form.fail(error)
    onRefusal(sentenceOf(error, '提交失败，请重试'))
    void refresh()
  }
  const fill = async (): Promise<Row | null> => {
    if (!form.judge()) return null
    return write<Row>('/api/v1/returnSettlement/fill', { ...form.values, id: row.id, version: row.version })
  }
  const run = async (submit: boolean): Promise<void> => {
    if (
      submit &&
      !(await confirmBox({
        title: '提交结算',
        content: '按下方预览提交结算。提交后金额有变化的，审核时会要求重新预览。确认提交？',
        okText: '提交',
      }))
    )
      return
    setSending(true)
    onRefusal(null)
    try {
      const saved = await fill()
      if (!saved) return
      if (submit) {
        const fresh = await write<{ hash: string }>('/api/v1/returnSettlement/preview', { id: row.id })
        await write('/api/v1/returnSettlement/submit', { id: row.id, version: saved.version, hash: fresh.hash })
      }
      screen.setDirty(false)
      form.forget()
      toast.success(submit ? '已提交结算' : '已保存')
      await refresh()
      if (submit) screen.open(detailPath('returnSettlement', row.id) ?? 'settleInfoList')
    } catch (error) {
      fail(error)
    } finally {
      setSending(false)
    }
  }
  return (
    <div className="zyt-form">
      <Section title="结算预览" hint={`${asText(row['vehicle$'])}　${asText(row['lessee$'])}　退车日 ${String(row['returnedOn'])}`}>
        <SheetView query={sheet} holdUntil={(row['holdUntil'] as string | null) ?? null} />
      </Section>
      {open ? (
        <Section title="其他费用与退款账户">
          {row['rejectReason'] ? (
            <Alert type="warning" showIcon className="zyt-form-alert" title={`已被驳回：${asText(row['rejectReason'])}`} />
          ) : null}
          {refusal ? <Alert type="error" showIcon className="zyt-form-alert" role="alert" title={refusal} /> : null}
          <FormFrame>
            <InputRows form={form} names={NAMES} onChange={set} />
          </FormFrame>
        </Section>
      ) : null}
      <div className="zyt-form-bar">
        <span className="zyt-form-saved">预览不改变任何数据；提交后按预览的金额审核</span>
        {open ? (
          <Space wrap>
            <ReasonButton reason={null} loading={sending} onClick={() => void run(false)}>
              保存
            </ReasonButton>
            <ReasonButton
              type="primary"
              reason={sheet.data ? null : '预览尚未完成'}
              loading={sending}
              money={comesTo}
              onClick={() => void run(true)}
            >
              提交结算
            </ReasonButton>
          </Space>
        ) : (
          <ActionBar entity="returnSettlement" row={row} promoted={['pass', 'reject', 'release', 'advance']} />
        )}
      </div>
    </div>
  )
}
