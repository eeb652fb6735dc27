/** A price line by line, the rule it came from, and the rules that were not taken and why. */
import { Alert } from 'antd'
import { formatFen } from '#kit/basics/fen.ts'
import { PlainTable } from '#kit/ui/parts/plain-table.web.tsx'
import { Sums } from '#kit/ui/parts/sums.web.tsx'
import type { PriceAnswer } from '../answers.wire.ts'

export function PriceView({ price }: { price: PriceAnswer }) {
  const { chosen, others, lines, pending, coupon } = price
  return (
    <>
      {chosen ? (
        <Sums
          sums={[
            { label: '运费合计', amount: price.total },
            { label: '其中税额', amount: price.tax },
            ...(coupon ? [{ label: '预计券后', amount: price.total - coupon.amount }] : []),
          ]}
        />
      ) : (
        <Alert type="warning" showIcon title={`待定价：计价日 ${price.day} 没有适用的规则，可以先下单`} />
      )}
      {chosen ? <p className="zyt-section-hint">{`采用规则「${chosen.name}」，计价日 ${price.day}`}</p> : null}
      {coupon ? <p className="zyt-section-hint">{coupon.note}</p> : null}
      {pending.length > 0 ? <Alert type="warning" showIcon title={pending.join('；')} /> : null}
      {lines.length > 0 ? (
        <PlainTable
          columns={[{ head: '项目' }, { head: '算式' }, { head: '金额', end: true }]}
          rows={lines.map((l, i) => ({ key: i, cells: [l.label, l.formula ?? '', formatFen(l.amount)] }))}
          foot={['合计', formatFen(price.total)]}
        />
      ) : null}
      {others.length > 0 ? (
        <PlainTable
          columns={[{ head: '未采用的规则' }, { head: '原因' }]}
          rows={others.map((o) => ({ key: o.rule, cells: [o.name, o.why ?? ''] }))}
        />
      ) : null}
    </>
  )
}
