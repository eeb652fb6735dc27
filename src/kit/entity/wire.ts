/**
 * What travels between server and browser for every entity. Base `/api/v1/{entity}`; every answer is
 * `{code, message, data}`. A row holds raw values under field names, `id`, `version`, standard columns, and besides
 *   `x$`        label(s) of a ref / refs field x,
 *   `$title`    the record's name (title fields joined by a space),
 *   `$actions`  what may be done with it now: [{name, reason}] - reason null = allowed. Only actions the user has the right to.
 * Masked values arrive masked (`138****1234`) with the field name listed in `$masked`.
 */
/** GET /list?pageNo=1&pageSize=20&sort=-startOn,no&keyword=&view=screenCode&quick=tabName&{field}=… (filters, see below) */
export interface ListAnswer<R = Row> {
  list: R[]
  total: number
  /** False when `total` is "at least" (very large sets). */
  exact: boolean
  pageNo: number
  pageSize: number
  /** Sums of `list.totals` fields over the whole filtered set, in fen or plain units. */
  totals?: Record<string, number>
  /** Where a filter named several texts (see below): those which no row of the whole filtered set has; empty when all were found. */
  missing?: Record<string, string[]>
  /** When the list is empty because of the data permission: the sentence to show. */
  scopeNote?: string
}
/**
 * Filters in the query string, by field kind:
 *   text, note, serial           plate=沪A       contains (serial: prefix)
 *   text, serial                  plate=沪A12345%0A沪B23456   any of, each as a whole; plates, numbers and codes also with commas or blanks
 *   state, choice, dict, ref, flag  status=active,signing   any of
 *   day, instant, money, int, decimal, rate   startOn=2026-01-01~2026-03-31 ; open ends allowed ; a single value = equal
 *   any                           x=~            is empty ; x=!~  is not empty
 * Unknown names → 400 (the console keeps unknown URL keys to itself and does not send them).
 */

/** GET /quick?view= → counts per quick tab: {tabName: n} */

export type Row = Record<string, unknown> & {
  id: number
  version: number
  $title: string
  $actions?: AllowedAction[]
  $masked?: string[]
  /** After an action: another module holds it (it waits for an approval); nothing has happened to the record yet. */
  $held?: string
}
export interface AllowedAction {
  name: string
  reason: string | null
}

/** Characters of a comment. */
export const COMMENT_MOST = 1000

/** What whoever reads a record should know of it beyond its fields, with the way there when he may go it. */
export interface Note {
  text: string
  link?: { label: string; to: string } | undefined
}

/** GET /detail?id= → Row plus these. */
export interface DetailExtras {
  /** What other modules say of this record now. */
  $notes: readonly Note[]
  /** Which standard verbs are allowed, and why not. */
  $verbs: { edit: string | null; delete: string | null; reveal: boolean }
}

/** GET /api/v1/{entity}/timeline?id=&pageNo= */
export interface TimelineEntry {
  id: number
  at: string
  userName: string
  action: string
  label: string
  from?: string | null
  to?: string | null
  /** Field → [before, after], labels already resolved, personal data masked; `was` and `is` where they are tables to be read as such. */
  changes?: { field: string; label: string; before: string; after: string; was?: unknown; is?: unknown }[]
  reason?: string | null
  source: 'form' | 'action' | 'import' | 'bulk' | 'job' | 'api' | 'comment'
}
/** POST /comment {id, text} adds a line to the timeline. */

/**
 * GET /options?keyword=&ids=1,2&pageNo= → pickers: bounded by scope; pinyin and initials find.
 * With `others=1` also what was found and may not be chosen, disabled, with the reason.
 * With `values` (one a line): the records whose name or number is one of them, and in `missing` those nobody has.
 */
export interface OptionsAnswer {
  missing?: string[]
  /** `why`: what a person is told who may not choose it. */
  list: { id: number; label: string; hint?: string; disabled?: boolean; why?: string }[]
  total: number
}
/** GET /tree → nodes for tree entities and left trees. */
export interface TreeNode {
  id: number
  label: string
  parent: number | null
  count?: number
}

/**
 * POST /add {values…}                        → Row
 * POST /edit {id, version, values…}          → Row        (409 when the version is stale)
 * POST /delete {id, version}                 → null       (soft; POST /restore {id} within ten minutes undoes it)
 * POST /move {id, target, where}             → null       (trees: beside or below another node, siblings numbered anew)
 * POST /{action} {id, version, input…}       → Row
 * POST /bulk/{action} {ids, versions? | query, input…} → BulkAnswer, code 9100 when some failed, those among them whose version is stale; `edit` is allowed as a bulk action for `quick` fields
 *                                              more than 200 rows → {taskId} and runs in the background
 * POST /reveal {id, field, reason}           → {value}    audited
 * POST /export {query, columns, view}        → {taskId} when more than 5,000 rows, else the xlsx itself
 * GET  /import/template                      → xlsx
 * POST /import (multipart file)              → ImportCheck   parse and check all, writes nothing
 * POST /import/check {rows}                  → ImportCheck   re-check after repairing in the grid
 * POST /import/commit {rows, onlyValid}      → ImportDone; more than 200 rows → {taskId}
 * POST /import/errors {rows, late}           → xlsx: the wrong ones of my rows with a column that says why
 * Every POST carries `Idempotency-Key`; `$given` beside the inputs answers what a module had asked back (code 40103 with `ask`).
 */
export interface BulkAnswer {
  done: number
  failed: number
  /** `held`: asked for, and nothing has happened yet (see `$held`). `errors`: what is wrong at which input. */
  results: { id: number; title: string; ok: boolean; message: string; held?: boolean; errors?: Record<string, string> }[]
}
export interface ImportCheck {
  columns: { field: string; label: string; required: boolean }[]
  /** Cell texts as typed; errors per row and field, '' = the row. */
  rows: { line: number; cells: Record<string, string>; errors: Record<string, string> }[]
  valid: number
  invalid: number
  /** Headings of the file that are no column of the template: what stands under them is not taken in. */
  ignored: string[]
  /** Labels of columns that are compared with what is there only by the import itself: a hidden number is nobody's business before. */
  later: string[]
}
export interface ImportDone {
  imported: number
  /** Rows with a mistake. */
  skipped: number
  /** Of those the ones that only showed it when they were written. */
  late?: { line: number; message: string }[]
  /** Rows left out because a hidden number of theirs is there already: how many, and the first of them. */
  known?: { count: number; rows: { line: number; message: string }[] }
}
export interface TaskView {
  id: number
  kind: string
  title: string
  status: 'waiting' | 'running' | 'done' | 'failed'
  done: number
  total: number | null
  error: string | null
  fileId: string | null
  createdAt: string
  expiresAt: string | null
  result?: unknown
}
