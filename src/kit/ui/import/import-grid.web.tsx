/**
 * Import from Excel: template → upload → everything is checked, nothing written → repair in the grid → check again →
 * import the right rows, or all of them.
 */
import { useEffect, useRef, useState } from 'react'
import { Alert, Button, Progress, Result, Space, Steps, Switch } from 'antd'
import { DownloadOutlined, InboxOutlined } from '@ant-design/icons'
import type { Entity } from '../../entity/entity.ts'
import type { ImportCheck } from '../../entity/wire.ts'
import { api, ApiError } from '../api.web.ts'
import { Dialog } from '../dialog.web.tsx'
import { showTask } from '../downloads.web.tsx'
import { useDraft } from '../draft.web.ts'
import { confirmBox, toast } from '../message.web.tsx'
import { entityOf } from '../registry.web.ts'
import { ReasonButton } from '../record/reason-button.web.tsx'
import { useRefresh, useWrite } from '../record/write.web.ts'
import { GridTable } from './grid-table.web.tsx'
import {
  afterCheck,
  countRows,
  editCells,
  fromCheck,
  layRepairs,
  pasteBlock,
  repairsOf,
  removeRow,
  sameText,
  toSend,
  visibleRows,
  type ImportCounts,
  type ImportState,
  type Repairs,
} from './import-state.ts'
import './import.css'

export interface ImportGridProps {
  entity: string
  onClose: () => void
  onDone?: (result: ImportResult) => void
}
export interface ImportResult {
  imported: number
  skipped: number
}

type Stage = { at: 'file'; sending: number | null } | { at: 'grid' } | { at: 'done'; result: ImportResult }

const MAX_BYTES = 20 * 1024 * 1024

export function ImportGrid({ entity: name, onClose, onDone }: ImportGridProps) {
  const entity = entityOf(name)
  const [stage, setStage] = useState<Stage>({ at: 'file', sending: null })
  const [state, setState] = useState<ImportState | null>(null)
  const [error, setError] = useState<string | null>(null)
  const base = `/api/v1/${name}/import`
  // Repairs outlive F5, an expired login and a forced reload; the file stays with whoever uploads it.
  const { draft: kept, save: keep, clear: forget } = useDraft<Repairs>(`import:${name}`)
  const repairs = state === null ? null : repairsOf(state)
  const unsent = repairs ?? kept ?? null
  const text = stage.at === 'grid' && repairs !== null ? JSON.stringify(repairs) : null
  useEffect(() => {
    if (text !== null) keep(JSON.parse(text) as Repairs)
  }, [text, keep])

  const upload = async (file: File): Promise<void> => {
    const reason = refuse(file)
    if (reason) return setError(reason)
    setError(null)
    setStage({ at: 'file', sending: 0 })
    const form = new FormData()
    form.append('file', file, file.name)
    try {
      const check = await api.upload<ImportCheck>(base, form, {
        silent: true,
        overlay: false,
        onProgress: (sending) => setStage({ at: 'file', sending }),
      })
      const fresh = fromCheck(check)
      const laid = unsent ? layRepairs(fresh, unsent) : fresh
      setState(laid)
      if (repairsOf(laid) !== null) toast.info('已恢复上次对该文件的修改，请重新检查')
      setStage({ at: 'grid' })
    } catch (e) {
      setError(sentence(e, '读取文件失败，请重试'))
      setStage({ at: 'file', sending: null })
    }
  }
  const close = async (): Promise<void> => {
    if (text !== null) {
      if (!(await confirmBox({ title: '关闭导入', content: '表格中的修改尚未导入，关闭后将丢失。确定关闭？', okText: '关闭' }))) return
      forget()
    }
    onClose()
  }
  return (
    <Dialog open title={`导入${entity.label}`} width="92%" onCancel={() => void close()} footer={null}>
      <Steps
        size="small"
        className="zyt-import-steps"
        current={stage.at === 'file' ? 0 : stage.at === 'grid' ? 1 : 2}
        items={[{ title: '上传文件' }, { title: '检查与修正' }, { title: '完成' }]}
      />
      {error ? (
        <Alert type="error" showIcon closable={{ onClose: () => setError(null) }} title={error} className="zyt-form-alert" role="alert" />
      ) : null}
      {stage.at === 'file' ? (
        <FileStep
          label={entity.label}
          base={base}
          sending={stage.sending}
          kept={unsent}
          onForget={() => (setState(null), forget())}
          onFile={(file) => void upload(file)}
        />
      ) : null}
      {stage.at === 'grid' && state ? (
        <GridStep
          base={base}
          unique={uniqueNames(entity)}
          state={state}
          onState={setState}
          onError={setError}
          onAgain={() => setStage({ at: 'file', sending: null })}
          onDone={(result) => {
            forget()
            setStage({ at: 'done', result })
            onDone?.(result)
          }}
          onBackground={() => {
            forget()
            onClose()
          }}
        />
      ) : null}
      {stage.at === 'done' ? (
        <Result
          status="success"
          title={`已导入 ${stage.result.imported} 条`}
          subTitle={stage.result.skipped > 0 ? `跳过有误的 ${stage.result.skipped} 条` : '全部导入成功'}
          extra={
            <Button type="primary" onClick={onClose}>
              完成
            </Button>
          }
        />
      ) : null}
    </Dialog>
  )
}

function refuse(file: File): string | null {
  if (!file.name.toLowerCase().endsWith('.xlsx')) return '请上传 .xlsx 文件；旧版 .xls 请先另存为 .xlsx'
  if (file.size === 0) return '文件是空的'
  return file.size > MAX_BYTES ? '文件超过 20 MB，请拆分后导入' : null
}

const sentence = (error: unknown, otherwise: string): string => (error instanceof ApiError ? error.message : otherwise)

interface FileStepProps {
  label: string
  base: string
  sending: number | null
  kept: Repairs | null
  onForget: () => void
  onFile: (file: File) => void
}

function FileStep({ label, base, sending, kept, onForget, onFile }: FileStepProps) {
  const chooser = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  return (
    <div>
      {kept ? (
        <Alert
          type="info"
          showIcon
          className="zyt-form-alert"
          title={`上次的修改还没有导入（${kept.cells.length} 个单元格${kept.removed.length ? `，移除 ${kept.removed.length} 行` : ''}）。重新上传同一文件即可恢复。`}
          action={
            <Button size="small" onClick={onForget}>
              放弃这些修改
            </Button>
          }
        />
      ) : null}
      <p>
        第一次导入请先下载模板，按模板内的说明填写。上传后会先检查全部数据，确认前不会写入。
        <Button
          type="link"
          icon={<DownloadOutlined />}
          onClick={() => void api.download(`${base}/template`, { fileName: `${label}导入模板.xlsx` }).catch(() => undefined)}
        >
          下载模板
        </Button>
      </p>
      <button
        type="button"
        className={over ? 'zyt-drop zyt-drop-over' : 'zyt-drop'}
        disabled={sending !== null}
        onClick={() => chooser.current?.click()}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault()
          setOver(false)
          const file = event.dataTransfer.files[0]
          if (file) onFile(file)
        }}
      >
        <InboxOutlined className="zyt-drop-icon" />
        {sending === null ? '点击选择，或把 .xlsx 文件拖到这里' : sending < 1 ? '正在上传…' : '正在检查…'}
      </button>
      {sending === null ? null : <Progress percent={Math.round(sending * 100)} status="active" />}
      <input
        ref={chooser}
        type="file"
        accept=".xlsx"
        hidden
        aria-label="选择 Excel 文件"
        onChange={(event) => {
          const file = event.target.files?.[0]
          event.target.value = ''
          if (file) onFile(file)
        }}
      />
    </div>
  )
}

/** No two records share these: a repair of one row is never meant for another. */
const uniqueNames = (entity: Entity): ReadonlySet<string> =>
  new Set(
    Object.entries(entity.fields)
      .filter(([, field]) => field.unique)
      .map(([name]) => name),
  )

interface GridStepProps {
  base: string
  unique: ReadonlySet<string>
  state: ImportState
  onState: (next: ImportState) => void
  onError: (text: string | null) => void
  onAgain: () => void
  onDone: (result: ImportResult) => void
  onBackground: () => void
}

function GridStep({ base, unique, state, onState, onError, onAgain, onDone, onBackground }: GridStepProps) {
  const counts = countRows(state)
  const [onlyWrong, setOnlyWrong] = useState(counts.wrong > 0)
  const [busy, setBusy] = useState<'check' | 'commit' | null>(null)
  const write = useWrite()
  const refresh = useRefresh()
  const latest = useRef(state)
  latest.current = state
  // Written at once, so that a second change in the same moment builds upon the first.
  const put = (next: ImportState): void => {
    latest.current = next
    onState(next)
  }

  const guarded = async (what: 'check' | 'commit', run: () => Promise<void>): Promise<void> => {
    setBusy(what)
    onError(null)
    try {
      await run()
    } catch (e) {
      onError(sentence(e, what === 'check' ? '检查失败，请重试' : '导入失败，请重试'))
    } finally {
      setBusy(null)
    }
  }
  const recheck = async (): Promise<ImportState> => {
    const next = afterCheck(state, await api.post<ImportCheck>(`${base}/check`, { rows: toSend(state) }, { silent: true, overlay: false }))
    put(next)
    return next
  }
  const commit = (onlyValid: boolean): Promise<void> =>
    guarded('commit', async () => {
      // What was repaired since the last check is judged first: «正确行» must be what the server calls right.
      const checked = state.pending.size > 0 ? await recheck() : state
      const now = countRows(checked)
      if (now.right === 0) return onError('没有可以导入的正确行，请先修正错误')
      if (!onlyValid && now.wrong > 0) return onError(`还有 ${now.wrong} 行有误，请修正，或选择只导入正确行`)
      const result = await write<ImportResult | { taskId: number }>(`${base}/commit`, { rows: toSend(checked), onlyValid })
      if ('taskId' in result) {
        showTask(result.taskId, () => void refresh())
        toast.info('已转入后台导入，可在任务中心查看进度')
        return onBackground()
      }
      await refresh()
      onDone(result)
    })
  const edit = (line: number, field: string, text: string): void => put(editCells(latest.current, [{ line, field, text }]))
  const repairAlike = async (line: number, field: string, before: string, text: string): Promise<void> => {
    const others = sameText(latest.current, field, before).filter((other) => other !== line)
    edit(line, field, text)
    if (unique.has(field) || before === '' || before === text || others.length === 0) return
    const label = state.columns.find((column) => column.field === field)?.label ?? ''
    if (
      !(await confirmBox({
        title: '一并修改',
        content: `还有 ${others.length} 行的${label}也是「${before}」，一并改为「${text}」？`,
        okText: '一并修改',
        cancelText: '只改这一行',
      }))
    )
      return
    put(
      editCells(
        latest.current,
        others.map((other) => ({ line: other, field, text })),
      ),
    )
  }
  const shown = visibleRows(state, onlyWrong)
  return (
    <>
      <Toolbar
        counts={counts}
        onlyWrong={onlyWrong}
        onOnlyWrong={setOnlyWrong}
        onErrors={() =>
          void api
            .download(`${base}/errors`, { method: 'POST', body: { rows: toSend(state) }, fileName: '导入错误.xlsx' })
            .catch(() => undefined)
        }
      />
      <GridTable
        state={state}
        rows={shown}
        onEdit={(line, field, before, text) => void repairAlike(line, field, before, text)}
        onPaste={(line, field, block) => put(pasteBlock(latest.current, shown, line, field, block))}
        onRemove={(line) => put(removeRow(latest.current, line))}
      />
      <div className="zyt-import-foot">
        <ReasonButton reason={busy ? '正在处理，请稍候' : null} onClick={onAgain}>
          重新上传
        </ReasonButton>
        <Space wrap>
          <ReasonButton
            reason={counts.pending === 0 ? '没有待检查的修改' : null}
            loading={busy === 'check'}
            onClick={() => void guarded('check', async () => void (await recheck()))}
          >
            重新检查{counts.pending > 0 ? `（${counts.pending}）` : ''}
          </ReasonButton>
          <ReasonButton
            reason={busy ? '正在处理，请稍候' : counts.right + counts.pending === 0 ? '没有正确行' : null}
            loading={busy === 'commit'}
            onClick={() => void commit(true)}
          >
            导入正确行（{counts.right + counts.pending}）
          </ReasonButton>
          <ReasonButton
            type="primary"
            reason={busy ? '正在处理，请稍候' : counts.wrong > 0 ? `还有 ${counts.wrong} 行有误` : null}
            loading={busy === 'commit'}
            onClick={() => void commit(false)}
          >
            全部导入（{counts.total}）
          </ReasonButton>
        </Space>
      </div>
    </>
  )
}

function Toolbar({
  counts,
  onlyWrong,
  onOnlyWrong,
  onErrors,
}: {
  counts: ImportCounts
  onlyWrong: boolean
  onOnlyWrong: (on: boolean) => void
  onErrors: () => void
}) {
  return (
    <div className="zyt-import-bar">
      <span role="status">
        共 {counts.total} 行：<b className="zyt-good">正确 {counts.right}</b>，<b className="zyt-error-text">有误 {counts.wrong}</b>
        {counts.pending > 0 ? `，待检查 ${counts.pending}` : ''}
      </span>
      <label className="zyt-import-switch">
        <Switch size="small" checked={onlyWrong} onChange={onOnlyWrong} /> 只看有误
      </label>
      <Button size="small" icon={<DownloadOutlined />} onClick={onErrors}>
        下载我的文件（含错误说明）
      </Button>
    </div>
  )
}
