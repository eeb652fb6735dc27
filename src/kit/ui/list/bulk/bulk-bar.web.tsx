/** What is chosen and what can be done with all of it. An action that some row refuses is grey and says which row. */
import { Suspense, useState } from 'react'
import { Button } from 'antd'
import { formatFen } from '../../../basics/fen.ts'
import type { Entity } from '../../../entity/entity.ts'
import type { Fields } from '../../../entity/field.ts'
import { PaperFrame } from '../../record/print/paper-dialog.web.tsx'
import { ReasonButton } from '../../record/reason-button.web.tsx'
import { actionsOf, slots } from '../../screen/registry.web.ts'
import { countOf, ofOneValue, sumOf, type Selection } from '../../state/selection.ts'
import { mayVerb } from './act.web.ts'
import { BULK_DELETE, BULK_EDIT, BulkDialog } from './bulk-dialog.web.tsx'
import { totalText } from '../table/layout.ts'
import { bulkOffers, quickFields, type Offer } from './legality.ts'

interface Props {
  entity: Entity
  selection: Selection
  total: number
  exact: boolean
  can: (code: string) => boolean
  onAll: () => void
  onClear: () => void
  onExport: (() => void) | null
}

/** What the chosen come to: a clerk holds it against the money that has come, before anything is opened. */
function ChosenSums({ entity, selection }: { entity: Entity; selection: Selection }) {
  const { totals = [], totalsEach } = entity.list
  if (totalsEach && !ofOneValue(selection, totalsEach)) return null
  const sums = totals.flatMap((name) => {
    const field = (entity.fields as Fields)[name]
    const sum = field?.kind === 'money' || (field?.kind === 'computed' && field.as === 'money') ? sumOf(selection, name) : null
    return sum === null ? [] : [`${field!.label} ${formatFen(sum)}`]
  })
  return sums.length ? <span className="zyt-number">　{sums.join('　')}</span> : null
}

export function BulkBar({ entity, selection, total, exact, can, onAll, onClear, onExport }: Props) {
  // What was chosen when the button was pressed: the bar may be cleared while the result is still being read.
  const [paper, setPaper] = useState<readonly number[] | null>(null)
  const [running, setRunning] = useState<{ offer: Offer; selection: Selection } | null>(null)
  const count = countOf(selection)
  const Own = slots.bulk[entity.name]
  const offers = bulkOffers(entity, actionsOf(entity.name)?.all ?? {}, selection, can)
  const editable = quickFields(entity).length > 0 && mayVerb(entity, 'edit', can)
  return (
    <>
      {count > 0 ? (
        <div className="zyt-bulk-bar" role="region" aria-label="批量操作">
          <span aria-live="polite">
            已选 <b>{count.toLocaleString('zh-CN')}</b> 条{selection.by === 'query' ? '（全部）' : ''}
            <ChosenSums entity={entity} selection={selection} />
          </span>
          {selection.by === 'rows' && total > count ? (
            <Button size="small" type="link" onClick={onAll}>
              选择全部 {totalText(total, exact).replace(/^共 /, '')}
            </Button>
          ) : null}
          <Button size="small" type="link" onClick={onClear}>
            取消选择
          </Button>
          <span className="zyt-bulk-actions">
            {Own && selection.by === 'rows' ? (
              <Suspense fallback={null}>
                <Own ids={[...selection.rows.keys()]} onClear={onClear} />
              </Suspense>
            ) : null}
            {entity.paperOfMany && selection.by === 'rows' ? (
              <Button size="small" onClick={() => setPaper([...selection.rows.keys()])}>
                打印{entity.paperOfMany.label}
              </Button>
            ) : null}
            {offers.map((offer) => (
              <ReasonButton
                key={offer.name}
                size="small"
                danger={offer.tone === 'danger'}
                reason={offer.reason}
                onClick={() => setRunning({ offer, selection })}
              >
                {offer.label}
              </ReasonButton>
            ))}
            {editable ? (
              <Button size="small" onClick={() => setRunning({ offer: BULK_EDIT, selection })}>
                {BULK_EDIT.label}
              </Button>
            ) : null}
            {mayVerb(entity, 'delete', can) ? (
              <Button size="small" danger onClick={() => setRunning({ offer: BULK_DELETE, selection })}>
                {BULK_DELETE.label}
              </Button>
            ) : null}
            {onExport ? (
              <Button size="small" onClick={onExport}>
                导出所选
              </Button>
            ) : null}
          </span>
        </div>
      ) : null}
      {paper && entity.paperOfMany ? (
        <PaperFrame
          path={`/api/v1/${entity.name}/papers`}
          query={{ ids: paper.join(',') }}
          label={entity.paperOfMany.label}
          onClose={() => setPaper(null)}
        />
      ) : null}
      {running ? (
        <BulkDialog key={running.offer.name} entity={entity} {...running} onClose={() => setRunning(null)} onDone={onClear} />
      ) : null}
    </>
  )
}
