/** 导入流程文件: whom it names is matched by code; who has no match is chosen before, or left to the drawing board. */
import { useMemo, useState } from 'react'
import { f } from '#kit/entity/field.ts'
import { api, ApiError } from '#kit/ui/client/api.web.ts'
import { ERRORS } from '#kit/basics/errors.ts'
import { Dialog } from '#kit/ui/dialog/dialog.web.tsx'
import { toast } from '#kit/ui/dialog/message.web.tsx'
import { FieldInput } from '#kit/ui/field/field.web.tsx'
import { PlainTable } from '#kit/ui/parts/plain-table.web.tsx'
import { useRefresh } from '#kit/ui/record.web.tsx'
import { useScreen } from '#kit/ui/screen/screen.web.ts'
import { PeoplePicker } from '../forms/people.web.tsx'
import type { FileNames } from '../wire.ts'
import { NAMED_KINDS } from './ids.rules.ts'

type Named = FileNames[number]
const keyOf = (n: Named): string => `${n.kind}:${n.id}`
const sentence = (error: ApiError): string => {
  const data = error.code === ERRORS.invalid.code ? (error.data as Record<string, string> | null) : null
  return data ? (Object.values(data)[0] ?? error.message) : error.message
}

/** Asks for a file; one whose names are all known is imported at once. */
export function useImportFile(): { choose: () => void; dialog: React.ReactNode } {
  const screen = useScreen()
  const refresh = useRefresh()
  const [asked, setAsked] = useState<{ content: unknown; names: FileNames } | null>(null)
  const run = async (content: unknown, mapping: object): Promise<void> => {
    try {
      const made = await api.post<{ process: number; version: number }>(
        '/api/v1/approvalProcess/importJson',
        { content, mapping },
        { silent: true },
      )
      setAsked(null)
      toast.success('已导入为草稿，请检查后发布')
      await refresh()
      screen.open('workflowDesign', { id: made.version })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      toast.error(sentence(error), 5000)
    }
  }
  const read = async (file: File): Promise<void> => {
    let content: unknown
    try {
      content = JSON.parse(await file.text())
    } catch {
      return toast.error('不是有效的流程文件：内容不是 JSON')
    }
    try {
      const names = await api.post<FileNames>('/api/v1/approvalProcess/namesInFile', { content }, { silent: true })
      if (names.every((n) => n.to !== null)) await run(content, {})
      else setAsked({ content, names })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      toast.error(sentence(error), 5000)
    }
  }
  const choose = (): void => {
    const input = document.createElement('input')
    input.type = 'file'
    input.accept = '.json,application/json'
    input.onchange = () => input.files?.[0] && void read(input.files[0])
    input.click()
  }
  const dialog = asked ? (
    <WhoIsWho names={asked.names} onCancel={() => setAsked(null)} onOk={(mapping) => run(asked.content, mapping)} />
  ) : null
  return { choose, dialog }
}

interface Props {
  names: FileNames
  onCancel: () => void
  onOk: (mapping: object) => Promise<void>
}
function WhoIsWho({ names, onCancel, onOk }: Props) {
  const [to, setTo] = useState<Readonly<Record<string, number | null>>>(() => Object.fromEntries(names.map((n) => [keyOf(n), n.to])))
  const open = names.filter((n) => to[keyOf(n)] === null).length
  const mapping = useMemo(() => {
    const all: Record<string, Record<string, number | null>> = {}
    for (const n of names) all[n.kind] = { ...all[n.kind], [n.id]: to[keyOf(n)] ?? null }
    return all
  }, [names, to])
  return (
    <Dialog open title="流程文件中的人员与角色" width={680} okText="导入" onCancel={onCancel} onOk={() => onOk(mapping)}>
      <p className="zyt-section-hint">
        文件来自别处，已按编码与名称对应到本公司；没有对应的请选择。
        {open ? `还有 ${open} 项没有选择，可以留空，导入后在流程图中补上。` : ''}
      </p>
      <PlainTable
        columns={[{ head: '类别' }, { head: '文件中' }, { head: '本公司' }]}
        rows={names.map((n) => ({
          key: keyOf(n),
          cells: [
            NAMED_KINDS[n.kind],
            n.code && n.code !== n.name ? `${n.name}（${n.code}）` : n.name,
            <Choice key="to" of={n} value={to[keyOf(n)] ?? null} onChange={(id) => setTo({ ...to, [keyOf(n)]: id })} />,
          ],
        }))}
      />
    </Dialog>
  )
}

function Choice({ of, value, onChange }: { of: Named; value: number | null; onChange: (id: number | null) => void }) {
  const label = `${of.name}对应的${NAMED_KINDS[of.kind]}`
  const field = useMemo(() => (of.kind === 'user' ? null : f.ref(label, of.kind)), [of.kind, label])
  if (!field) return <PeoplePicker label={label} value={value} ariaLabel={label} onChange={(id) => onChange(id as number | null)} />
  return (
    <FieldInput
      field={field}
      value={value}
      ariaLabel={label}
      {...(of.toName && value === of.to ? { labels: of.toName } : {})}
      onChange={(id) => onChange(id as number | null)}
    />
  )
}
