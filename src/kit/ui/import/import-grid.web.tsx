/**
 * Import from Excel: template → upload → everything is checked, nothing written → repair in the grid → check again →
 * import the right rows, or all of them.
 */
import { useEffect, useState } from 'react'
import { Alert, Button, Space, Steps } from 'antd'
import type { Entity } from '../../entity/entity.ts'
import type { ImportCheck } from '../../entity/wire.ts'
import { api, sentenceOf } from '../client/api.web.ts'
import { Dialog } from '../dialog/dialog.web.tsx'
import { useDraft } from '../state/draft.web.ts'
import { confirmBox, toast } from '../dialog/message.web.tsx'
import { DoneState } from '../parts/state.web.tsx'
import { entityOf } from '../screen/registry.web.ts'
import { FileStep } from './file-step.web.tsx'
import { downloadWrong, GridStep, type ImportResult } from './grid-step.web.tsx'
import { importWords } from './import-words.ts'
import { fromCheck, layRepairs, repairsOf, type ImportState, type Repairs } from './import-state.ts'
import './import.css'
import '../record/form/form.css'

export interface ImportGridProps {
  entity: string
  onClose: () => void
  onDone?: (result: ImportResult) => void
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
  const { draft: storedRepairs, save: keep, clear: forget } = useDraft<Repairs>(`import:${name}`)
  const repairs = state === null ? null : repairsOf(state)
  const unsent = repairs ?? storedRepairs ?? null
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
      setError(sentenceOf(e, '读取文件失败，请重试'))
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
          unsent={unsent}
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
        <DoneState
          title={`已导入 ${stage.result.imported} 条`}
          text={importWords(stage.result)}
          next={
            <Space wrap>
              {state && (stage.result.skipped > 0 || stage.result.known) ? (
                <Button onClick={() => void downloadWrong(base, state, stage.result)}>下载未导入的行</Button>
              ) : null}
              <Button type="primary" onClick={onClose}>
                完成
              </Button>
            </Space>
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

const uniqueNames = (entity: Entity): ReadonlySet<string> =>
  new Set(
    Object.entries(entity.fields)
      .filter(([, field]) => field.unique)
      .map(([name]) => name),
  )
