// `npm test`: every check there is, closing with one line "N passed, N failed". `--deep` runs the long property tests,
// `--only unit|browser|types|lint` a part, `changed` what your changes can touch, `--durations` writes down how long each file took.
import { spawnSync } from 'node:child_process'
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { testsForChanges } from './changed.mjs'
import { build, childEnv, install, NODE, ROOT, run, say } from './setup.mjs'
import { newTests } from './vitest.mjs'

const args = process.argv.slice(2)
const deep = args.includes('--deep')
const only = args.includes('--only') ? args[args.indexOf('--only') + 1] : null
const wanted = (part) => only === null || only === part
const { changed, tests } = args.includes('changed') ? testsForChanges() : { changed: [], tests: null }
if (args.includes('changed'))
  say(tests === null ? '改动涉及公共部分，运行全部测试' : `改动 ${changed.length} 个文件，运行 ${tests.length} 个测试文件`)
/** Files of a project that are to be run; none: all. */
const chosen = (project) => tests?.filter((path) => path.startsWith('tests/browser/') === (project === 'browser')) ?? null

/** Browser tests that look at more in the long run: there, every screen the kit makes is opened, not a share of them. */
const LONGER_WHEN_DEEP = ['tests/browser/screens.test.ts']

const installable = () => process.getuid?.() === 0 && spawnSync('apt-get', ['--version']).status === 0
/** Nobody waits long for a mirror that does not answer. */
const PATIENCE = ['-o', 'Acquire::http::Timeout=15', '-o', 'Acquire::https::Timeout=15', '-o', 'Acquire::Retries=1']
/** Debian's packages of these names; true when they are there now. */
async function fromDebian(...names) {
  if (!installable()) return false
  say(`安装 ${names.join('、')}…`)
  const quiet = { env: childEnv({ DEBIAN_FRONTEND: 'noninteractive' }), stdio: ['ignore', 'ignore', 'inherit'] }
  await run('apt-get', [...PATIENCE, 'update', '-qq'], quiet)
  return (await run('apt-get', [...PATIENCE, 'install', '-y', '-qq', '--no-install-recommends', ...names], quiet)) === 0
}

/** Strangers judge the signatures of our files: poppler's pdfsig and OpenSSL. */
async function ensureJudges() {
  const missing = [
    ['pdfsig', 'poppler-utils'],
    ['openssl', 'openssl'],
  ].filter(([tool]) => spawnSync('sh', ['-c', `command -v ${tool}`]).status !== 0)
  if (missing.length === 0) return
  const names = missing.map(([, name]) => name)
  if (await fromDebian(...names)) return
  say(
    `没有找到 ${missing.map(([tool]) => tool).join('、')}：请安装 ${names.join('、')}（Debian/Ubuntu：apt-get install ${names.join(' ')}）`,
  )
  process.exit(1)
}

const firstThere = (...paths) => paths.find((path) => path && existsSync(path))

/** Debian's browser; installed here when it is missing and we may. */
async function ensureChromium() {
  const found = () => firstThere(process.env.CHROMIUM_PATH, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome')
  if (found()) return found()
  if ((await fromDebian('chromium', 'fonts-noto-cjk')) && found()) return found()
  say('没有找到 Chromium：请安装 Chromium（Debian/Ubuntu：apt-get install chromium fonts-noto-cjk），或用环境变量 CHROMIUM_PATH 指定其路径')
  process.exit(1)
}

/**
 * The same browser without its window: a third less of the processor.
 * Where it cannot be had the whole one does.
 */
async function ensureShell(chromium) {
  if (process.env.CHROMIUM_PATH) return chromium
  const found = () => firstThere('/usr/bin/chromium-headless-shell')
  if (!found()) await fromDebian('chromium-headless-shell')
  return found() ?? chromium
}

let passed = 0
/** What failed, told again at the end: of a long log often only the end is kept. */
const failures = []
const tested = newTests()

/** What it writes is shown in one piece when it ends: checks run side by side. */
async function check(label, command, commandArgs) {
  const began = Date.now()
  const output = join(ROOT, `.cache/${label}.log`)
  const file = openSync(output, 'w')
  const code = await run(command, commandArgs, { stdio: ['ignore', file, file] }).finally(() => closeSync(file))
  process.stdout.write(readFileSync(output, 'utf8'))
  say(`${code === 0 ? '✓' : '✗'} ${label}（${((Date.now() - began) / 1000).toFixed(1)} 秒）`)
  if (code === 0) passed++
  else failures.push(label)
}

/** One core reads all types; the other does what is quick, and lints. */
async function checkSource() {
  const types = async () => {
    if (wanted('types'))
      await check('类型检查', NODE, [join(ROOT, 'node_modules/typescript/bin/tsc'), '--noEmit', '--singleThreaded', '-p', '.'])
  }
  const style = async () => {
    if (!wanted('lint')) return
    await check('格式', join(ROOT, 'node_modules/.bin/oxfmt'), ['--check', '.'])
    await check('没有用到的代码', NODE, [join(ROOT, 'node_modules/knip/bin/knip.js'), '--no-progress'])
    await check('代码检查', join(ROOT, 'node_modules/.bin/oxlint'), ['--type-aware', '--deny-warnings'])
  }
  await Promise.all([types(), style()])
}

/** Those files of a project that are to be run; nothing where there are none. */
async function vitest(project, env, shard) {
  const files = chosen(project)
  if (files?.length !== 0) await tested.run(project, { env, shard, files })
}

await install()
mkdirSync(join(ROOT, '.cache'), { recursive: true })
const env = deep ? { DEEP: '1' } : {}
await checkSource()
let browserEnv = env
if (wanted('unit')) {
  await ensureJudges()
  await vitest('unit', env)
}
if (wanted('browser')) {
  const chromium = await ensureChromium()
  browserEnv = { ...env, CHROMIUM_PATH: chromium, HEADLESS_SHELL: await ensureShell(chromium) }
  await build()
  // A browser waits most of the time, so two take a half each, with a server of their own.
  // Few files are not divided: a half without any would be a failure.
  const parts = chosen('browser') === null ? ['1/2', '2/2'] : [undefined]
  if (deep) await tested.run('browser', { env: browserEnv, files: LONGER_WHEN_DEEP })
  else await Promise.all(parts.map((half) => vitest('browser', browserEnv, half)))
}
if (args.includes('--durations')) {
  const sorted = Object.fromEntries(Object.entries(tested.durations()).toSorted(([a], [b]) => a.localeCompare(b)))
  writeFileSync(join(ROOT, 'tests/durations.json'), `${JSON.stringify(sorted, null, 2)}\n`)
}
await tested.runFailedAgain((project) => (project === 'browser' ? browserEnv : env))
failures.push(...tested.failures())
passed += tested.passed()
say('')
for (const unsteady of tested.unsteady()) say(`⚠ 不稳定（单独重跑通过）：${unsteady}`)
for (const failure of failures) say(`✗ ${failure}`)
say(`${passed} passed, ${failures.length} failed`)
process.exit(failures.length === 0 && passed > 0 ? 0 : 1)
