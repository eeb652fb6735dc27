/** The sheet of an inspection, item by item, made for a phone; what it was like before stands beside each item. */
import { useCallback } from 'react'
import { Alert, Button, Input, Segmented } from 'antd'
import { INSPECTION_GROUPS } from './handover.ts'
import '../leasing.css'
import '#kit/ui/record/form/form.css'
import '#kit/ui/parts/section.css'

export interface CheckItem {
  group: keyof typeof INSPECTION_GROUPS
  name: string
  /** Null: nobody has looked yet. What must be looked at is never answered beforehand. */
  normal: boolean | null
  note: string | null
}
/** Why the sheet cannot be sent yet. */
export function notLooked(...lists: readonly unknown[]): string | null {
  const open = lists.flatMap((list) => (Array.isArray(list) ? (list as CheckItem[]) : [])).filter((item) => item.normal === null).length
  return open ? `还有 ${open} 项没有检查` : null
}

interface CheckListProps {
  items: CheckItem[] | null
  error: string | null
  onChange: (items: CheckItem[]) => void
  /** Name of the item → how it was at the handover. */
  before?: ReadonlyMap<string, string>
  empty?: string
  label?: string
}

export function CheckList({
  items: given,
  error,
  onChange,
  before,
  empty = '没有启用的验车模板，没有检查清单。可在「验车模板」中维护。',
  label = '检查结果',
}: CheckListProps) {
  const items = given ?? []
  const put = useCallback(
    (at: number, patch: Partial<CheckItem>) => onChange(items.map((item, i) => (i === at ? { ...item, ...patch } : item))),
    [items, onChange],
  )
  if (items.length === 0) return <p className="zyt-section-hint">{empty}</p>
  const groups = Map.groupBy(
    items.map((item, at) => ({ item, at })),
    ({ item }) => item.group,
  )
  return (
    <section aria-label={label}>
      {error ? <Alert type="error" showIcon title={error} className="zyt-form-alert" role="alert" /> : null}
      {items.some((item) => item.normal === null) ? (
        <Button size="small" onClick={() => onChange(items.map((item) => (item.normal === null ? { ...item, normal: true } : item)))}>
          其余都正常
        </Button>
      ) : null}
      {[...groups].map(([group, of]) => (
        <div key={group}>
          <h3 className="zyt-check-group">{INSPECTION_GROUPS[group] ?? group}</h3>
          <ul className="zyt-check-list">
            {of.map(({ item, at }) => (
              <li key={at}>
                <span className="zyt-check-name">
                  {item.name}
                  {before?.has(item.name) ? <small className="zyt-check-before">交车时{before.get(item.name)}</small> : null}
                </span>
                <Segmented
                  aria-label={`${item.name}是否正常`}
                  value={item.normal === null ? '' : item.normal ? 'yes' : 'no'}
                  options={[
                    { value: 'yes', label: '正常' },
                    { value: 'no', label: '异常' },
                  ]}
                  onChange={(value) => put(at, { normal: value === 'yes' })}
                />
                {item.normal !== false ? null : (
                  <Input
                    className="zyt-check-note"
                    aria-label={`${item.name}的异常说明`}
                    placeholder="请说明异常情况"
                    maxLength={100}
                    value={item.note ?? ''}
                    onChange={(event) => put(at, { note: event.target.value })}
                  />
                )}
              </li>
            ))}
          </ul>
        </div>
      ))}
    </section>
  )
}
