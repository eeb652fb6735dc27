/**
 * Two clocks: the program's (`Clock`, which a test sets and a wrong machine shows) and PostgreSQL's `now()`. A time that one wrote and the
 * other compares is right on one machine and one day only. So `now()` stands in SQL where both sides are the database's, each place with
 * what it is compared with.
 */
import { expect, test } from 'vitest'
import { sources, textOf } from './source.ts'

const OF_THE_DATABASE: Record<string, string> = {
  'src/composition/nodes.server.ts': 'seen_at, and when a job of the queue was made: both written by the database',
  'src/kit/backup/record.server.ts': 'heartbeats of runs',
  'src/kit/database/migrate.server.ts': 'when a migration was applied; compared with nothing',
  'src/kit/entity/api/tasks.server.ts': 'heartbeats of tasks',
  'src/kit/http/idempotency-single.server.ts': 'leases of keys',
  'src/kit/http/idempotency.server.ts': 'leases of keys',
  'src/kit/entity/schema/schema.server.ts': 'the default of both stamps of a row',
  'src/modules/system/operations/operations.server.ts': 'seen_at of nodes',
  'src/modules/telematics/engine/outcome-places.server.ts': 'a stamp of the row; compared with nothing',
  'src/modules/telematics/gateway/admission/entry.server.ts': 'a stamp of the row; compared with nothing',
  'src/modules/telematics/gateway/positions/live.server.ts': 'a stamp of the row; compared with nothing',
  'src/modules/transport/parties/parties.server.ts': 'a stamp of the row; compared with nothing',
}
/** Of the program it is always somebody's (`clock.now()`, `this.now()`), or declared with what it answers. */
const DATABASE_NOW = /(?<![.\w`]|function |private |async )now\(\)(?!:| \{)/
/** Words of SQL in its line: a parameter of the program may be called `now` too. */
const IS_SQL = /_at\b|interval|epoch|select|default|sql`/
const ofTheDatabase = (text: string): boolean =>
  text.split('\n').some((line) => !/^\s*(?:\/\/|\/?\*)/.test(line) && IS_SQL.test(line) && DATABASE_NOW.test(line.replaceAll('sql`', '(')))

test('the clock of the database is compared with what it wrote itself', () => {
  const places = sources.filter(
    (file) => file.startsWith('src/') && !file.includes('.test.') && /\bsql\b/.test(textOf(file)) && ofTheDatabase(textOf(file)),
  )
  expect(places.toSorted()).toEqual(Object.keys(OF_THE_DATABASE).toSorted())
})
test('it is seen in SQL, and the other one is not taken for it', () => {
  const theirs = [`sql\`where at > now() - interval '2 days'\``, 'heartbeatAt: sql`now()`', 'set updated_at = now()']
  const ours = ['sql`where at > ${clock.now()}`', '  private now(): string {', ' * as `now()` says', 'if (before.until > now()) return']
  expect([...theirs, ...ours].filter(ofTheDatabase)).toEqual(theirs)
})
