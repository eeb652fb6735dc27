/** 2026-01-05 → 2026年1月5日, as papers write days. */
export function dayWords(day: string | null): string {
  const [y, m, d] = (day ?? '').split('-').map(Number)
  return y && m && d ? `${y}年${m}月${d}日` : ''
}
