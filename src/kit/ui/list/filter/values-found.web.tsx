/** After a pasted column: how many of it were found, and which were not, to be copied back into the sheet. */
import { CheckCircleOutlined, WarningOutlined } from '@ant-design/icons'
import type { Entity } from '../../../entity/entity.ts'
import { CopyButton } from '../../parts/copy.web.tsx'
import type { ListState } from '../../state/url-state.ts'
import { joined } from './filter.ts'
import { fieldOf } from '../kinds.ts'
import '../list.css'

export interface PasteResult {
  asked: number
  missing: readonly string[]
}

export function ManyFound({ label, asked, missing }: PasteResult & { label?: string }) {
  const all = missing.length === 0
  return (
    <div className={all ? 'zyt-list-found' : 'zyt-list-found zyt-list-found-part'} role="status">
      {all ? <CheckCircleOutlined /> : <WarningOutlined />}
      {label ? <span>{label}：</span> : null}
      <span>{all ? `${asked} 个全部找到` : `${asked} 个中找到 ${asked - missing.length} 个`}</span>
      {all ? null : (
        <>
          <span>，没有找到：</span>
          <span translate="no" title={missing.join('\n')}>
            {joined(missing)}
          </span>
          <CopyButton text={missing.join('\n')} what="没有找到的" />
        </>
      )}
    </div>
  )
}

/** For every filter of the list that names several texts, once the server has answered for it. */
export function FoundOfList({ entity, state, missing }: { entity: Entity; state: ListState; missing?: Record<string, string[]> }) {
  return Object.entries(missing ?? {}).map(([name, values]) => {
    const value = state.filters[name]
    if (value?.is !== 'many') return null
    return <ManyFound key={name} label={fieldOf(entity, name)?.label} asked={value.values.length} missing={values} />
  })
}
