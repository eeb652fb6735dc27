/** 确认交车, made for a phone beside the vehicle: figures, the sheet of the template item by item, photos, who drives off. */
import { useCallback, useMemo, useState } from 'react'
import { Alert, Form, Input, Segmented } from 'antd'
import { ERRORS } from '#kit/basics/errors.ts'
import type { Field, Fields } from '#kit/entity/field.ts'
import type { Row } from '#kit/entity/wire.ts'
import { ApiError } from '#kit/ui/api.web.ts'
import { Dialog } from '#kit/ui/dialog.web.tsx'
import { useRefresh, useWrite } from '#kit/ui/record.web.tsx'
import { FieldRow } from '#kit/ui/record/field-row.web.tsx'
import { placeErrors } from '#kit/ui/record/server-errors.ts'
import { useInputs } from '#kit/ui/record/use-inputs.web.ts'
import type { ActionDialogSlot } from '#kit/ui/slots.web.ts'
import { handoverActions, INSPECTION_GROUPS } from './handover.ts'
import './leasing.css'

const FIELDS = handoverActions.all.confirm.input as unknown as Fields
const BEFORE = ['actualAt', 'odometer', 'energyPercent', 'receiverName', 'receiverMobile'] as const
const AFTER = ['photos', 'signedSheet', 'remark'] as const

interface Item {
  group: keyof typeof INSPECTION_GROUPS
  name: string
  normal: boolean
  note: string | null
}

export default function HandoverDialog({ row, onClose, onDone }: ActionDialogSlot) {
  const preset = useMemo(() => ({ actualAt: new Date().toISOString(), items: (row['items'] as Item[] | null) ?? [] }), [row])
  const form = useInputs(FIELDS, undefined, preset)
  const write = useWrite()
  const refresh = useRefresh()
  const [busy, setBusy] = useState(false)

  const run = async (): Promise<void> => {
    if (!form.judge()) return
    try {
      const after = await write<Row>('/api/v1/handover/confirm', { ...form.values, id: row.id, version: row.version })
      await refresh()
      onDone(after)
    } catch (error) {
      const message = error instanceof ApiError ? error.message : '操作失败，请重试'
      form.refuse(placeErrors(message, error instanceof ApiError && error.code === ERRORS.invalid.code ? error.data : null, Object.keys(FIELDS), FIELDS))
      if (error instanceof ApiError && error.code !== ERRORS.invalid.code) void refresh()
    }
  }
  const field = (name: string, wide?: boolean) => (
    <FieldRow
      key={name}
      name={name}
      field={FIELDS[name] as Field}
      value={form.values[name]}
      error={form.errorAt(name)}
      onBusy={wide ? setBusy : undefined}
      onChange={(value) => form.set(name, value)}
      onLeave={() => form.leave(name)}
    />
  )
  return (
    <Dialog open title={`确认交车：${String(row['vehicle$'] ?? row.$title)}`} width={800} okText="确认交车" okReason={busy ? '文件上传中，请稍候' : null} onCancel={onClose} onOk={run}>
      {form.general.map((sentence) => (
        <Alert key={sentence} type="error" showIcon title={sentence} className="zyt-form-alert" role="alert" />
      ))}
      <Form layout="vertical" component={false}>
        <div className="zyt-form-fields">{BEFORE.map((name) => field(name))}</div>
        <CheckList items={form.values['items'] as Item[] | null} error={form.errorAt('items')} onChange={(items) => form.set('items', items)} />
        <div className="zyt-form-fields">{AFTER.map((name) => field(name, true))}</div>
      </Form>
    </Dialog>
  )
}

function CheckList({ items: given, error, onChange }: { items: Item[] | null; error: string | null; onChange: (items: Item[]) => void }) {
  const items = given ?? []
  const put = useCallback((at: number, patch: Partial<Item>) => onChange(items.map((item, i) => (i === at ? { ...item, ...patch } : item))), [items, onChange])
  if (items.length === 0) return <p className="zyt-section-hint">没有启用的验车模板，本次交车没有检查清单。可在「验车模板」中维护。</p>
  const groups = Map.groupBy(items.map((item, at) => ({ item, at })), ({ item }) => item.group)
  return (
    <section aria-label="检查结果">
      {error ? <Alert type="error" showIcon title={error} className="zyt-form-alert" role="alert" /> : null}
      {[...groups].map(([group, of]) => (
        <div key={group}>
          <h3 className="zyt-check-group">{INSPECTION_GROUPS[group] ?? group}</h3>
          <ul className="zyt-check-list">
            {of.map(({ item, at }) => (
              <li key={at}>
                <span className="zyt-check-name">{item.name}</span>
                <Segmented
                  aria-label={`${item.name}是否正常`}
                  value={item.normal ? 'yes' : 'no'}
                  options={[{ value: 'yes', label: '正常' }, { value: 'no', label: '异常' }]}
                  onChange={(value) => put(at, { normal: value === 'yes' })}
                />
                {item.normal ? null : (
                  <Input className="zyt-check-note" aria-label={`${item.name}的异常说明`} placeholder="请说明异常情况" maxLength={100} value={item.note ?? ''} onChange={(event) => put(at, { note: event.target.value })} />
                )}
              </li>
            ))}
          </ul>
        </div>
      ))}
    </section>
  )
}
