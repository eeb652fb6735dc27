/** Numbers of rules: which headings of docs/domain bear them, and which a text cites. */

/** Whose numbers a comment means that names none: those of its module. */
const OF_MODULE: Readonly<Record<string, string>> = {
  affairs: 'affairs',
  approval: 'leasing',
  billing: 'leasing',
  dispatch: 'transport',
  esign: 'esign',
  finance: 'finance',
  freight: 'transport',
  fuel: 'affairs',
  leasing: 'leasing',
  operators: 'finance',
  parties: 'leasing',
  partners: 'transport',
  statistics: 'finance',
  system: 'leasing',
  telematics: 'fleet',
  transport: 'transport',
  vehicles: 'fleet',
}
const OF_FILE: readonly [RegExp, string][] = [
  [/^tests\/stories\/law\.test\.ts$/, 'leasing'],
  [/^tests\/house\/money-doc\.test\.ts$/, 'money'],
]

/** `0.1` to `0.4` is `0.1`, `0.2`, `0.3`, `0.4`. */
function between(from: string, to: string): string[] {
  const cut = from.lastIndexOf('.') + 1
  const [a, b] = [Number(from.slice(cut)), Number(to.slice(to.lastIndexOf('.') + 1))]
  return Array.from({ length: Math.max(0, b - a) + 1 }, (_, i) => `${from.slice(0, cut)}${a + i}`)
}
const NUMBER = /§\s*(\d+(?:\.\d+)*[a-z]?)(?:[–-]§?(\d+(?:\.\d+)*))?/

/** Of headings such as `Bills (leasing §3.5, §3.7, fleet §2.26)`. */
export function numbersOf(headings: readonly string[]): Set<string> {
  const numbers = new Set<string>()
  for (const heading of headings) {
    let of = ''
    for (const m of heading.matchAll(new RegExp(`\\b(leasing|fleet|affairs|finance|transport|esign|spec)(?= §)|${NUMBER.source}`, 'g'))) {
      of = m[1] ?? of
      if (m[2]) for (const n of m[3] ? between(m[2], m[3]) : [m[2]]) numbers.add(`${of} §${n}`)
    }
  }
  return numbers
}

/** What a text cites, in its order. A number belongs to the page named last in the same comment or text, else to the module's. */
export function citedIn(file: string, text: string): string[] {
  const own =
    OF_FILE.find(([pattern]) => pattern.test(file))?.[1] ??
    OF_MODULE[/^src\/modules\/(\w+)\//.exec(file)?.[1] ?? ''] ??
    /^docs\/domain\/(\w+)\.md$/.exec(file)?.[1] ??
    file
  let of = own
  let line = -1
  const numbers: string[] = []
  const pages = 'leasing|fleet|affairs|finance|transport|esign|money'
  const pattern = new RegExp(`\\b(${pages})(?:\\.md|(?= §))|\\b([Ss]pec)(?= §)|${NUMBER.source}`, 'g')
  for (const m of text.matchAll(pattern)) {
    const currentLine = text.slice(0, m.index).split('\n').length
    // What was named farther away than the lines of one comment is no longer meant; where no module has numbers of its own, it is.
    if (currentLine > line + 3 && own !== file) of = own
    line = currentLine
    of = m[1] ?? (m[2] ? 'spec' : of)
    if (m[3]) numbers.push(...(m[4] ? between(m[3], m[4]) : [m[3]]).map((n) => `${of} §${n}`))
  }
  return numbers
}
