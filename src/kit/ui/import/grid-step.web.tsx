/** 检查与修正: rows are repaired in place, judged again by the server, and imported. */
import { useRef, useState } from 'react'
import { Button, Space, Switch } from 'antd'
import { DownloadOutlined } from '@ant-design/icons'
import type { ImportCheck, ImportDone } from '../../entity/wire.ts'
import { api, sentenceOf } from '../client/api.web.ts'
import { showTask } from '../dialog/downloads.web.tsx'
import { confirmBox, toast } from '../dialog/message.web.tsx'
import { ReasonButton } from '../record/reason-button.web.tsx'
import { useRefresh, useWrite } from '../record/write.web.ts'
import { GridTable } from './grid-table.web.tsx'
import {
  afterCheck,
  countRows,
  editCells,
  pasteBlock,
  removeRow,
  sameText,
  leftOut,
  toSend,
  visibleRows,
  type ImportCounts,
  type ImportState,
} from './import-state.ts'

export type ImportResult = ImportDone

/** The rows that were wrong as a file, each with its reason: mended there, it is imported again. `done`: what the import itself said of more of them. */
export const downloadWrong = (base: string, state: ImportState, done?: ImportDone): Promise<unknown> =>
  api
    .download(`${base}/errors`, {
      method: 'POST',
      body: { rows: done ? leftOut(state, done) : toSend(state), late: [...(done?.late ?? []), ...(done?.known?.rows ?? [])] },
      fileName: '导入错误.xlsx',
    })
    .catch(() => undefined)

interface GridStepProps {
  base: string
  /** Fields no two records share: a repair of one row is never meant for another. */
  unique: ReadonlySet<string>
  state: ImportState
  onState: (next: ImportState) => void
  onError: (text: string | null) => void
  onAgain: () => void
  onDone: (result: ImportResult) => void
  onBackground: () => void
}

export function GridStep({ base, unique, state, onState, onError, onAgain, onDone, onBackground }: GridStepProps) {
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
      onError(sentenceOf(e, what === 'check' ? '检查失败，请重试' : '导入失败，请重试'))
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
      {state.ignored.length ? <p className="zyt-section-hint">{`文件中这些列不在模板里，没有读取：${state.ignored.join('、')}`}</p> : null}
      {state.later.length ? (
        <p className="zyt-section-hint">{`${state.later.join('、')}是否已登记，导入时才核对：已登记的行不会导入，完成后逐行列出`}</p>
      ) : null}
      <Toolbar counts={counts} onlyWrong={onlyWrong} onOnlyWrong={setOnlyWrong} onErrors={() => void downloadWrong(base, state)} />
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
