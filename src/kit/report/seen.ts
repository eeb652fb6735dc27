/** A report as one person sees it: measures that take a function he does not have are not in it, nor what is made of them. Pure. */
import type { Measure, Report } from './report.ts'

const partsOf = (m: Measure): readonly string[] => ('ratio' in m ? m.ratio : 'plus' in m ? [...m.plus, ...(m.minus ?? [])] : [])

/** By report and by what is left out, so that what is looked up of a report once stays looked up. */
const made = new WeakMap<Report, Map<string, Report>>()

export function seenReport(report: Report, can: (code: string) => boolean): Report {
  const measures = report.measures as Readonly<Record<string, Measure>>
  const seen = (name: string): boolean => {
    const m = measures[name]!
    return (m.seenBy === undefined || can(m.seenBy)) && partsOf(m).every(seen)
  }
  const hidden = Object.keys(measures).filter((name) => !seen(name))
  if (hidden.length === 0) return report
  const known = made.get(report) ?? new Map<string, Report>()
  made.set(report, known)
  const key = hidden.join()
  const before = known.get(key)
  if (before) return before
  const charted = report.charted?.filter((name) => !hidden.includes(name))
  const { charted: _all, ...rest } = report
  const left = {
    ...rest,
    measures: Object.fromEntries(Object.entries(measures).filter(([name]) => !hidden.includes(name))),
    ...(charted?.length ? { charted } : {}),
  } as Report
  known.set(key, left)
  return left
}
