/**
 * What reads bytes or text of strangers stands in the table of tests/fuzz (decision 0137), or here with the reason why it reads none. It is
 * recognised by its name and by what it takes, or by what it opens; a class, or a schema in a route, has no such mark and is put into the
 * table by whoever writes it.
 */
import { expect, test } from 'vitest'
import { PARSERS } from '../fuzz/parsers.ts'
import { codeOf, files, sources } from './source.ts'

const OURS = 'what we wrote ourselves and keep'
const SETUP = 'what the installation is configured with'
const BROWSER = 'runs in the browser of whoever typed it'
const ANSWER = 'an answer that is limited in length, caught, and held to a schema'
const THREAD = 'hands it to a thread, where what stands in the table reads it'
const BELOW = 'only called by one that stands in the table'

/** `file name` → why no stranger reaches it. */
const NO_STRANGER: Readonly<Record<string, string>> = {
  'kit/access/password.server.ts verifyPassword': 'a hash of ours; what is typed is hashed, not read',
  'kit/pdf/signing/certificates.server.ts parseCertificate': OURS,
  'kit/report/wire.ts readCell': BROWSER,
  'kit/backup/restore.server.ts': SETUP,
  'kit/backup/restore.server.ts readArchive': SETUP,
  'kit/database/connection/connection.server.ts': 'the answers of the database',
  'kit/database/connection/connection.server.ts parseInt8': 'the answers of the database',
  'kit/database/connection/connection.server.ts parseInstant': 'the answers of the database',
  'kit/database/embedded/postgres-process.server.ts readPidFile': SETUP,
  'kit/database/key-file.server.ts': SETUP,
  'kit/database/key-file.server.ts readKeyFile': SETUP,
  'kit/excel/text-table.ts textOfGrid': 'writes',
  'kit/http/operations.server.ts kindOfRoute': 'a path of our own routes',
  'kit/ui/card/card-mark.ts readMark': BROWSER,
  'kit/ui/client/answer.ts readAnswer': BROWSER,
  'kit/ui/field/day-text.ts readTime': BELOW,
  'kit/ui/field/number-text.ts parsePercent': BELOW,
  'kit/ui/list/columns.ts readSettings': BROWSER,
  'kit/ui/list/siblings.ts': BROWSER,
  'kit/ui/list/siblings.ts readResult': BROWSER,
  'kit/ui/record/form/form-address.ts readId': BROWSER,
  'kit/ui/state/url-state.ts parseSort': BROWSER,
  'shell/tabs/scrolled.ts readOffsets': BROWSER,
  'shell/ways/ways.ts': BROWSER,
  'composition/configuration.server.ts': SETUP,
  'composition/structure.server.ts': SETUP,
  'kit/database/embedded/binaries.server.ts': SETUP,
  'kit/database/embedded/cluster.server.ts': SETUP,
  'kit/database/embedded/folder-lock.server.ts': SETUP,
  'kit/entity/schema/migration.server.ts': SETUP,
  'kit/http/pages.server.ts': SETUP,
  'shell/gazetteer/gazetteer.server.ts': SETUP,
  'shell/source/source-archive.server.ts': SETUP,
  'shell/source/source.server.ts': SETUP,
  'kit/access/loader.server.ts': OURS,
  'kit/database/sealing.server.ts': OURS,
  'kit/entity/seal-rows.server.ts': OURS,
  'kit/http/answers.server.ts': OURS,
  'kit/http/openapi.server.ts': OURS,
  'kit/http/sending/events.server.ts': OURS,
  'kit/http/sign-in/ways/pending.server.ts': OURS,
  'kit/jobs/outbox.server.ts': OURS,
  'modules/telematics/engine/engine.rules.ts': OURS,
  'modules/telematics/gateway/gateway.server.ts': OURS,
  'modules/telematics/gateway/positions/insert.server.ts': OURS,
  'modules/telematics/terminals/refused.rules.ts': OURS,
  'kit/pdf/signing/revision.server.ts': OURS,
  'kit/pdf/beside.server.ts': THREAD,
  'kit/pdf/beside.server.ts inspectBeside': THREAD,
  'kit/pdf/beside.server.ts verifyBeside': THREAD,
  'modules/esign/flows/prepare.server.ts': 'what flatCopy or our own renderer has written',
  'modules/esign/provider/outside-flow.server.ts': 'what flatCopy or our own renderer has written',
  'kit/ports/vault-transit.server.ts': ANSWER,
  'modules/finance/invoices/gateway.server.ts': ANSWER,
  'modules/operators/merchants/gateway.server.ts': ANSWER,
  'modules/system/messengers/providers/call.server.ts': ANSWER,
  'modules/system/outgoing/sms.server.ts': ANSWER,
  'modules/finance/bank/bank.routes.server.ts': 'a text of limited length, caught, and held to a schema',
  'modules/partners/api/clients/gate.server.ts': 'what parseJson has taken before',
}

const table = new Set(PARSERS.flatMap(({ reads }) => reads))
const tableFiles = new Set([...table].map((one) => one.split(' ')[0]!))
/** As the table writes it: without `src/`. */
const short = (file: string): string => file.replace(/^src\//, '')

const code = sources.filter(
  (file) =>
    file.startsWith('src/') &&
    file.endsWith('.ts') &&
    !/\.(?:test|double|web)\.ts$|\/fixture\/|testing\.server\.ts$|simulator\//.test(file),
)
const READER =
  /^export (?:async )?(?:function|const) ((?:parse|read|decode|inspect|verify|unescape|explain|unpack|gridOf|textOf|kindOf)(?:[A-Z]\w*)?)\b(?:<[^>]*>)?\s*(?:=\s*(?:async\s*)?)?\(\s*\w+\??:\s*([^,)=]+)/gm
const OF_STRANGERS = /^(?:Uint8Array|Buffer|string|unknown|readonly \(?readonly string|readonly string\[\])/
const readers = code.flatMap((file) =>
  [...codeOf(file).matchAll(READER)].filter(([, , takes]) => OF_STRANGERS.test(takes!)).map(([, name]) => `${short(file)} ${name}`),
)
const OPENS =
  /\bPDF\.load\(|PDFDocument\.load\(|\bfromBER\(|\b(?:create)?[iI]nflate(?:Raw|Sync|RawSync)?\(|\bgunzip(?:Sync)?\b|new PMTiles\(|new TextDecoder\(|\bJSON\.parse\(/
const openers = code.filter((file) => OPENS.test(codeOf(file))).map(short)

test('whatever reads text or bytes is in the table of what is made wrong, or said to read no stranger', () => {
  expect(readers.length).toBeGreaterThan(50)
  expect(readers.filter((reader) => !table.has(reader) && !NO_STRANGER[reader])).toEqual([])
})
test('whatever opens a format is in the table, or said to read no stranger', () => {
  expect(openers.length).toBeGreaterThan(20)
  expect(openers.filter((file) => !tableFiles.has(file) && !NO_STRANGER[file])).toEqual([])
})
test('the table and the reasons name what there is', () => {
  const missing = [...table, ...Object.keys(NO_STRANGER)].filter((one) => {
    const [file, name] = one.split(' ')
    const path = `src/${file}`
    return (
      !files.includes(path) ||
      (name !== undefined && !new RegExp(String.raw`export (?:async )?(?:function|const|class|interface) ${name}\b`).test(codeOf(path)))
    )
  })
  expect(missing).toEqual([])
  expect(Object.keys(NO_STRANGER).filter((one) => table.has(one) || tableFiles.has(one))).toEqual([])
  expect(new Set(PARSERS.map(({ name }) => name)).size).toBe(PARSERS.length)
})
