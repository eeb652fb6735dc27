/** 整批办理: the sheet of a fleet in a dialog, and the buttons that open it for what was ticked in a list. */
import { useState } from 'react'
import { Alert, Button, Progress } from 'antd'
import { useQuery } from '@tanstack/react-query'
import { f, type FileLink } from '#kit/entity/field.ts'
import type { BulkAnswer } from '#kit/entity/wire.ts'
import { api, sentenceOf } from '#kit/ui/client/api.web.ts'
import { Dialog } from '#kit/ui/dialog/dialog.web.tsx'
import { toast } from '#kit/ui/dialog/message.web.tsx'
import { FieldInput } from '#kit/ui/field/field-input.web.tsx'
import { readFiles } from '#kit/ui/files/files.web.tsx'
import { GridTable } from '#kit/ui/import/grid-table.web.tsx'
import { removeRow, type ImportState } from '#kit/ui/import/import-state.ts'
import { ErrorState, LoadingState } from '#kit/ui/parts/state.web.tsx'
import { Sums } from '#kit/ui/parts/sums.web.tsx'
import { ReasonButton, useRefresh, useWrite } from '#kit/ui/record.web.tsx'
import type { BulkSlot } from '#kit/ui/screen/slots.web.ts'
import { useCan } from '#kit/ui/state/session.web.ts'
import { afterRun, compared, doubled, fillDown, paste, readRow, sheetState, shownAnew, typeCell, withErrors } from './fleet-sheet.ts'
import { byPlate } from './fleet.rules.ts'
import { FLEET, MOST_ROWS, PORTION, type FleetKind } from './fleet.ts'
import type { FleetRow, FleetSheet } from './fleet.wire.ts'
import '#kit/ui/import/import.css'

const PHOTOS = f.files('照片', { maxCount: 1000 })
const SHEET = '/api/v1/lease/fleetSheet'
const WORDS = { empty: { why: '表中没有车辆', next: '关闭后重新勾选' }, remove: '本次不办理这一辆' }

interface Props {
  kind: FleetKind
  ids: readonly number[]
  onClose: () => void
  onDone: () => void
}

function FleetDialog(props: Props) {
  const { kind, ids, onClose } = props
  const query = useQuery({
    queryKey: ['fleet', kind, ids.join(',')],
    gcTime: 0,
    staleTime: Infinity,
    queryFn: ({ signal }) => api.post<FleetSheet>(SHEET, { kind, ids }, { signal, silent: true, overlay: false }),
  })
  if (query.data) return <Sheet {...props} rows={query.data.rows} />
  return (
    <Dialog open title={FLEET[kind].label} onCancel={onClose} footer={null}>
      {query.isError ? <ErrorState error={query.error} onRetry={() => void query.refetch()} /> : <LoadingState rows={6} />}
    </Dialog>
  )
}

function Sheet({ kind, onClose, onDone, rows }: Props & { rows: readonly FleetRow[] }) {
  const able = rows.filter((row) => row.reason === null)
  const [state, setState] = useState<ImportState>(() => sheetState(kind, able, new Date().toISOString()))
  const [seen, setSeen] = useState(able)
  const [photos, setPhotos] = useState<FileLink[]>([])
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [done, setDone] = useState<number | null>(null)
  const write = useWrite()
  const refresh = useRefresh()
  const { label } = FLEET[kind]
  const sorted = byPlate(
    photos,
    seen.flatMap((row) => [row.plate, row.known['newPlate'] ?? []].flat()),
  )

  /** These rows as they are now: their vehicles, and of settlements the figures with what would be waived. */
  const retry = async (of: readonly number[], waived: ReadonlyMap<number, number>): Promise<void> => {
    const asked = Object.fromEntries(of.flatMap((id) => (waived.has(id) ? [[id, waived.get(id)] as const] : [])))
    const answer = await api.post<FleetSheet>(SHEET, { kind, ids: of, waived: asked }, { silent: true })
    const fresh = new Map(answer.rows.map((row) => [row.id, { ...row, preset: { ...row.preset, penaltyWaived: waived.get(row.id) } }]))
    setSeen((was) => was.map((row) => fresh.get(row.id) ?? row))
    setState((now) => shownAnew(now, (row) => fresh.get(able[row.line - 1]!.id)))
  }
  /** They follow what is waived, and are seen anew before they are sent. */
  const changed = (waived: ReadonlyMap<number, number>): Map<number, number> =>
    new Map(
      seen.flatMap((row) => {
        const amount = waived.get(row.id)
        return amount === undefined || amount === row.preset['penaltyWaived'] ? [] : [[row.id, amount] as const]
      }),
    )

  const run = async (): Promise<void> => {
    setProblem(null)
    const now = new Date().toISOString()
    const twice = doubled(kind, state.rows)
    const read = state.rows.map((row) => {
      const { values, errors } = readRow(kind, row, now)
      return { row, of: seen[row.line - 1]!, values, errors: { ...errors, ...twice.get(row.line) } }
    })
    const wrong = read.filter(({ errors }) => Object.keys(errors).length > 0)
    if (wrong.length) {
      setState(withErrors(state, new Map(wrong.map(({ row, errors }) => [row.line, errors]))))
      return setProblem(
        `${wrong.length} 辆还没有填好，见表中标出的格子。${wrong[0]!.of.plate}：${Object.values(wrong[0]!.errors).join('；')}`,
      )
    }
    try {
      const waived = new Map(kind === 'settle' ? read.map(({ of, values }) => [of.id, Number(values['penaltyWaived'] ?? 0)] as const) : [])
      const other = changed(waived)
      if (other.size) {
        await retry([...other.keys()], other)
        return setProblem('减免改变了结算结果，已重新试算，请核对后再提交')
      }
      const refused = await sendAll(read)
      // Whatever has changed meanwhile is agreed to anew, with the vehicle and the figures of now.
      if (refused.length) await retry(refused, waived)
    } catch (error) {
      setProblem(sentenceOf(error, '网络中断，已办理的车辆不会重复办理，请重试'))
    } finally {
      setDone(null)
      await refresh()
    }
  }
  const sendAll = async (
    read: readonly { row: ImportState['rows'][number]; of: FleetRow; values: Record<string, unknown> }[],
  ): Promise<number[]> => {
    const refusals: number[] = []
    const hashes = new Map(seen.map((row) => [row.id, row.hash]))
    const lineOf = new Map(read.map(({ row, of }) => [of.id, row.line]))
    let [ok, failed, waits] = [0, 0, 0]
    for (let at = 0; at < read.length; at += PORTION) {
      setDone(at)
      const sent = read.slice(at, at + PORTION).map(({ of, values }) => {
        const own = [of.plate, of.known['newPlate']].flatMap((plate) => (plate && sorted.of.get(plate)) || [])
        return {
          id: of.id,
          version: of.version,
          values: own.length ? { ...values, photos: own } : values,
          ...(kind === 'settle' ? { hash: hashes.get(of.id) } : {}),
        }
      })
      const answer = await write<BulkAnswer>('/api/v1/lease/fleetRun', { kind, rows: sent })
      ok += answer.done
      failed += answer.failed
      refusals.push(...answer.results.filter((result) => !result.ok).map((result) => result.id))
      waits += answer.results.filter((result) => result.held).length
      setState((was) => afterRun(was, lineOf, answer.results))
    }
    if (failed === 0) {
      toast.success(waits ? `${label}：${ok} 辆已提交，其中 ${waits} 辆等待审批` : `${label}：${ok} 辆办理成功`)
      onDone()
    } else setProblem(`${ok} 辆办理成功；${failed} 辆没有办成，留在表中，改正后可再次提交`)
    return refusals
  }

  const pasted = (line: number, field: string, block: string): void => {
    const { state: next, problems } = paste(kind, state, line, field, block)
    setState(next)
    setProblem(problems.length ? problems.join('；') : null)
  }
  const refused = rows.filter((row) => row.reason !== null)
  const rents = compared(kind, state, (row) => seen[row.line - 1])
  return (
    <Dialog
      open
      title={`${label}：${state.rows.length} 辆`}
      okText={`${label} ${state.rows.length} 辆`}
      okReason={busy ? '照片上传中，请稍候' : state.rows.length === 0 ? '没有可以办理的车辆' : null}
      onCancel={onClose}
      onOk={run}
      extra={<Button onClick={() => setState(fillDown(kind, state))}>用第一行补齐空格</Button>}
    >
      {refused.length ? (
        <Alert
          type="warning"
          showIcon
          className="zyt-form-alert"
          title={`${refused.length} 辆现在不能办理，不在表中`}
          description={refused.slice(0, 20).map((row) => (
            <div key={row.id}>
              {row.plate}：{row.reason}
            </div>
          ))}
        />
      ) : null}
      {problem ? <Alert type="error" showIcon className="zyt-form-alert" role="alert" title={problem} /> : null}
      {done === null ? null : <Progress percent={Math.round((done / Math.max(1, state.rows.length + done)) * 100)} />}
      <p className="zyt-section-hint">
        点格子填写，Tab 到下一格；也可从 Excel 复制整块粘贴：第一列是车牌号的按车牌对应，顺序不限，其余列依次为
        {Object.values(FLEET[kind].columns)
          .map((field) => field.label)
          .join('、')}
        。
      </p>
      <GridTable
        state={state}
        rows={state.rows}
        words={WORDS}
        onEdit={(line, field, _before, text) => setState((was) => typeCell(kind, was, line, field, text))}
        onPaste={pasted}
        onRemove={(line) => setState((was) => removeRow(was, line))}
      />
      {rents ? (
        <Sums
          sums={[
            { label: '现月租金合计', amount: rents.now },
            { label: '续租月租金合计', amount: rents.asked },
            { label: '每月差额', amount: rents.asked - rents.now, bad: rents.asked < rents.now },
            { label: '调整租金', amount: rents.changed, unit: '辆' },
            ...(rents.unread ? [{ label: '没有填好租金', amount: rents.unread, unit: '辆', bad: true }] : []),
          ]}
        />
      ) : null}
      {FLEET[kind].photos ? (
        <section aria-label="照片" className="zyt-fleet-photos">
          <p className="zyt-section-hint">
            照片一次选好，文件名中写车牌号，按车牌归到各车：已归 {sorted.of.size} 辆
            {sorted.lost.length ? `，${sorted.lost.length} 张的文件名里没有本表的车牌号，不会保存` : ''}。
          </p>
          <FieldInput field={PHOTOS} value={photos} onChange={(value) => setPhotos(readFiles(value))} onBusy={setBusy} />
        </section>
      ) : null}
    </Dialog>
  )
}

function Buttons({ ids, onClear, kinds }: BulkSlot & { kinds: readonly [FleetKind, string][] }) {
  const can = useCan()
  const [open, setOpen] = useState<{ kind: FleetKind; ids: readonly number[] } | null>(null)
  return (
    <>
      {kinds
        .filter(([, right]) => can(right))
        .map(([kind]) => (
          <ReasonButton
            key={kind}
            size="small"
            reason={ids.length > MOST_ROWS ? `一次最多 ${MOST_ROWS} 辆` : null}
            onClick={() => setOpen({ kind, ids })}
          >
            {FLEET[kind].label}
          </ReasonButton>
        ))}
      {open ? (
        <FleetDialog
          {...open}
          // Given up, what was ticked stays ticked.
          onClose={() => setOpen(null)}
          onDone={() => {
            setOpen(null)
            onClear()
          }}
        />
      ) : null}
    </>
  )
}

export const LeaseFleet = (props: BulkSlot) => (
  <Buttons
    {...props}
    kinds={[
      ['askReturn', 'backCarList_add'],
      ['renew', 'renewalOfLease_add'],
      ['reduce', 'reduceRentList_add'],
      ['swap', 'changeCarList_add'],
    ]}
  />
)
export const HandoverFleet = (props: BulkSlot) => <Buttons {...props} kinds={[['handOver', 'handVehicleList_confirm']]} />
export const SwapFleet = (props: BulkSlot) => <Buttons {...props} kinds={[['exchange', 'changeCarList_complete']]} />
export const ReturnFleet = (props: BulkSlot) => <Buttons {...props} kinds={[['inspect', 'backCarList_inspect']]} />
export const SettlementFleet = (props: BulkSlot) => <Buttons {...props} kinds={[['settle', 'settleInfoList_submit']]} />
