/** What became of the rows of a file, in words. */
import type { ImportDone } from '../../entity/wire.ts'

const LINES_SHOWN = 30

/** 第 3、8 行：身份证号已存在，不可重复. Empty where no row was left out for a number that is there already. */
export function knownWords({ known }: Pick<ImportDone, 'known'>): string {
  if (!known) return ''
  const sentences = [...Map.groupBy(known.rows.slice(0, LINES_SHOWN), ({ message }) => message)].map(
    ([message, rows]) => `第 ${rows.map(({ line }) => line).join('、')} 行：${message}`,
  )
  const more = known.count > LINES_SHOWN ? `等 ${known.count} 行` : ''
  return [...sentences, ...(more ? [more] : [])].join('；')
}

/** Under the heading that says how many were imported. */
export function importWords(done: ImportDone): string {
  const parts = [
    ...(done.skipped > 0 ? [`${done.skipped} 条有误未导入，请下载这些行，改好后再导入`] : []),
    ...(done.known ? [`${done.known.count} 条已登记，没有重复导入`, knownWords(done)] : []),
  ]
  return parts.length ? parts.join('；') : '全部导入成功'
}
