/** What the papers of a vehicle say about leasing it (leasing.md §3.3: 行驶证, 交强险, 年检 valid). */
import type { Day } from '#kit/basics/time/day.ts'

export interface Papers {
  inspectionDueOn: Day | null
  compulsoryInsuranceDueOn: Day | null
  drivingLicenceNo: string | null
}

/** Reasons in Chinese; a paper is valid through its last day. */
export function paperGaps(papers: Papers, today: Day): string[] {
  const gaps: string[] = []
  if (!papers.drivingLicenceNo) gaps.push('未登记行驶证')
  for (const [label, due] of [
    ['年检', papers.inspectionDueOn],
    ['交强险', papers.compulsoryInsuranceDueOn],
  ] as const) {
    if (!due) gaps.push(`未登记${label}有效期`)
    else if (due < today) gaps.push(`${label}已于 ${due} 到期`)
  }
  return gaps
}
