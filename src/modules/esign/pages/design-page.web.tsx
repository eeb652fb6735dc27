/** 模板设计: components are put onto the pages of a PDF; pulled, snapped, moved by arrow keys, undone. Only points reach the server. */
import { lazy, Suspense, useState } from 'react'
import { Input, InputNumber, Select, Space } from 'antd'
import { useQuery } from '@tanstack/react-query'
import type { FileLink } from '#kit/entity/field.ts'
import { api } from '#kit/ui/client/api.web.ts'
import { toast } from '#kit/ui/dialog/message.web.tsx'
import { Section } from '#kit/ui/parts/section.web.tsx'
import { EmptyState, ErrorState, LoadingState } from '#kit/ui/parts/state.web.tsx'
import { ReasonButton, useDetail, useRefresh } from '#kit/ui/record.web.tsx'
import { useScreen } from '#kit/ui/screen/screen.web.ts'
import { DICTIONARY } from '../templates/dictionary.ts'
import type { Component } from '../templates/template.ts'
import { DesignBox } from './design-box.web.tsx'
import { moved, nextKey, sized, snapped } from './design.rules.ts'
import './sign.css'

const PdfPages = lazy(() => import('./pdf-pages.web.tsx'))
const ROLES = ['甲方', '乙方', '担保方'] as const
const NEW: readonly { label: string; type: Component['type']; w: number; h: number }[] = [
  { label: '签署区', type: 6, w: 140, h: 60 },
  { label: '单行文本', type: 1, w: 160, h: 18 },
  { label: '多行文本', type: 8, w: 240, h: 60 },
  { label: '日期', type: 3, w: 110, h: 18 },
  { label: '金额大写', type: 23, w: 200, h: 18 },
]

export default function DesignPage() {
  const { params } = useScreen()
  const id = Number(params['id'] ?? 0)
  if (!id) return <EmptyState why="请从合同模板中选择要设计的版式文件" />
  return <TemplateDesign id={id} />
}

function TemplateDesign({ id }: { id: number }) {
  const query = useDetail('signTemplate', id)
  if (query.isError) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />
  if (!query.data) return <LoadingState rows={8} />
  const file = (query.data['file'] as FileLink[] | null)?.[0]
  if (!file) return <EmptyState why="该模板没有 PDF 文件，请先在模板中上传" />
  return <Designer key={query.data.version} id={id} version={query.data.version} file={file.id} />
}

function Designer({ id, version, file }: { id: number; version: number; file: string }) {
  const screen = useScreen()
  const refresh = useRefresh()
  const saved = useQuery({
    queryKey: ['entity', 'signTemplate', 'components', id, version],
    queryFn: async ({ signal }) => {
      const [system, manual] = await Promise.all(
        ['component', 'manualComponent'].map((name) =>
          api.get<Component[]>(`/api/v1/contract/template/${name}`, { templateId: id }, { signal, silent: true }),
        ),
      )
      return [...system!, ...manual!]
    },
  })
  const paper = useQuery({
    queryKey: ['esign', 'file', file],
    queryFn: async ({ signal }) =>
      (await api.raw('GET', '/api/v1/file/get', undefined, { query: { id: file }, signal, silent: true })).arrayBuffer(),
  })
  const [list, setList] = useState<readonly Component[] | null>(null)
  const [past, setPast] = useState<readonly (readonly Component[])[]>([])
  const [undone, setUndone] = useState<readonly (readonly Component[])[]>([])
  const [chosen, setChosen] = useState<string | null>(null)
  const [page, setPage] = useState(1)
  const all = list ?? saved.data ?? []
  const change = (next: readonly Component[]): void => {
    setPast([...past.slice(-50), all])
    setUndone([])
    setList(next)
    screen.setDirty(true)
  }
  const undo = (): void => {
    const before = past.at(-1)
    if (!before) return
    setPast(past.slice(0, -1))
    setUndone([...undone, all])
    setList(before)
  }
  const redo = (): void => {
    const after = undone.at(-1)
    if (!after) return
    setUndone(undone.slice(0, -1))
    setPast([...past, all])
    setList(after)
  }
  const keys = (event: React.KeyboardEvent): void => {
    // In a box of words the keys are the box's own.
    if (!(event.ctrlKey || event.metaKey) || event.target instanceof HTMLInputElement) return
    const key = event.key.toLowerCase()
    if (key !== 'z' && key !== 'y') return
    event.preventDefault()
    if (key === 'y' || event.shiftKey) redo()
    else undo()
  }
  const patch = (key: string, more: Partial<Component>): void => change(all.map((one) => (one.key === key ? { ...one, ...more } : one)))
  const save = async (): Promise<void> => {
    await api.post('/api/v1/contract/template/design', { templateId: id, version, components: all })
    screen.setDirty(false)
    toast.success('已保存，发布后生效')
    await refresh()
  }
  const one = all.find((c) => c.key === chosen)
  if (saved.isError || paper.isError) return <ErrorState error={saved.error ?? paper.error} />
  if (!paper.data || !saved.data) return <LoadingState rows={10} />
  return (
    <div className="zyt-design" onKeyDown={keys}>
      <Section title="控件" hint={`加到第 ${page} 页`}>
        <Space orientation="vertical">
          {NEW.map((kind) => (
            <ReasonButton
              key={kind.label}
              reason={null}
              onClick={() => {
                const key = nextKey(all)
                change([
                  ...all,
                  {
                    key,
                    label: kind.label,
                    type: kind.type,
                    page,
                    x: 60,
                    y: 60,
                    w: kind.w,
                    h: kind.h,
                    ...(kind.type === 6 ? { role: '乙方' } : { font: 10.5 }),
                  },
                ])
                setChosen(key)
              }}
            >
              {kind.label}
            </ReasonButton>
          ))}
          <ReasonButton reason={past.length ? null : '没有可以撤销的修改'} onClick={undo}>
            撤销
          </ReasonButton>
          <ReasonButton reason={undone.length ? null : '没有撤销过的修改'} onClick={redo}>
            重做
          </ReasonButton>
          <ReasonButton type="primary" reason={null} onClick={() => void save()}>
            保存
          </ReasonButton>
        </Space>
      </Section>
      <Suspense fallback={<LoadingState rows={10} />}>
        <PdfPages
          data={paper.data}
          onSeen={setPage}
          over={(number, scale, size) =>
            all
              .filter((c) => c.page === number)
              .map((c) => (
                <DesignBox
                  key={c.key}
                  of={c}
                  scale={scale}
                  chosen={c.key === chosen}
                  onChoose={() => setChosen(c.key)}
                  onMove={(dx, dy) => patch(c.key, snapped(moved(c, dx, dy, size), all, size))}
                  onSize={(dw, dh) => patch(c.key, sized(c, dw, dh, size))}
                  onRemove={() => change(all.filter((other) => other.key !== c.key))}
                />
              ))
          }
        />
      </Suspense>
      <Section title="属性">
        {one ? (
          <Properties of={one} onChange={(more) => patch(one.key, more)} onRemove={() => change(all.filter((c) => c.key !== one.key))} />
        ) : (
          <EmptyState compact why="点选页面上的控件" />
        )}
      </Section>
    </div>
  )
}

function Properties({ of, onChange, onRemove }: { of: Component; onChange: (more: Partial<Component>) => void; onRemove: () => void }) {
  return (
    <Space orientation="vertical" style={{ width: '100%' }}>
      <Input
        aria-label="控件名称"
        value={of.label}
        maxLength={40}
        onChange={(event) => onChange({ label: event.target.value || '控件' })}
      />
      {of.type === 6 ? (
        <Select
          aria-label="签署方"
          style={{ width: '100%' }}
          value={of.role}
          options={ROLES.map((value) => ({ value, label: value }))}
          onChange={(role) => onChange({ role })}
        />
      ) : (
        <>
          <Select
            aria-label="业务字段"
            style={{ width: '100%' }}
            allowClear
            showSearch={{ optionFilterProp: 'label' }}
            placeholder="发起时手工填写"
            value={of.path}
            options={Object.entries(DICTIONARY).map(([value, label]) => ({ value, label }))}
            onChange={(path?: string) => onChange({ path, ...(path ? { label: DICTIONARY[path as keyof typeof DICTIONARY] } : {}) })}
          />
          <Select
            aria-label="是否必填"
            style={{ width: '100%' }}
            value={of.required ? 'yes' : 'no'}
            options={[
              { value: 'yes', label: '必填' },
              { value: 'no', label: '选填' },
            ]}
            onChange={(value) => onChange({ required: value === 'yes' })}
          />
          <InputNumber
            aria-label="字号"
            min={8}
            max={24}
            step={0.5}
            value={of.font ?? 10.5}
            onChange={(font) => onChange({ font: font ?? 10.5 })}
          />
        </>
      )}
      <span className="zyt-sign-note">{`第 ${of.page} 页　左 ${of.x}　上 ${of.y}　宽 ${of.w}　高 ${of.h}（点）`}</span>
      <ReasonButton danger reason={null} onClick={onRemove}>
        删除控件
      </ReasonButton>
    </Space>
  )
}
