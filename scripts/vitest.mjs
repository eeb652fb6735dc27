// Runs test files by vitest and adds up what its reports say. What failed is run once more by itself.
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { childEnv, NODE, ROOT, run } from './setup.mjs'

/** More failing files than this have a common cause, which running them again does not find. */
const MOST_AGAIN = 12

const firstLines = (text) => (text ?? '').split('\n').slice(0, 6).join('\n    ')
/** Of one file; one that could not be loaded has no tests to fail. */
function failuresOf({ name, status, message, assertionResults }) {
  const file = relative(ROOT, name)
  const failures = assertionResults
    .filter((test) => test.status === 'failed')
    .map((test) => `${file} › ${test.fullName}\n    ${firstLines(test.failureMessages[0])}`)
  return failures.length === 0 && status === 'failed' ? [`${file}\n    ${firstLines(message)}`] : failures
}

/**
 * Of one run of vitest: each file with its number of passed tests, its failures and its seconds, and what failed outside of any file.
 * @param {string} project  `unit` or `browser`
 * @param {{ env?: object, shard?: string, files?: string[] | null }} options  `shard`: "1/2" is the first of two halves
 * @returns {Promise<{ files: { project: string, file: string, passed: number, failures: string[], seconds: number }[], outside: string[] }>}
 */
async function once(project, { env = {}, shard, files }) {
  const report = join(ROOT, `.cache/test-${project}${shard ? `-${shard.replace('/', '-')}` : ''}.json`)
  rmSync(report, { force: true })
  const options = [
    '--project',
    project,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
    ...(shard ? [`--shard=${shard}`] : []),
    ...(files ?? []),
  ]
  const code = await run(NODE, [join(ROOT, 'node_modules/vitest/vitest.mjs'), 'run', ...options], { env: childEnv(env) })
  if (!existsSync(report)) return { files: [], outside: [`${project}：没有结果（退出码 ${code}）`] }
  const results = JSON.parse(readFileSync(report, 'utf8')).testResults.map((result) => ({
    project,
    file: relative(ROOT, result.name),
    passed: result.assertionResults.filter((test) => test.status === 'passed').length,
    failures: failuresOf(result),
    seconds: Math.round((result.endTime - result.startTime) / 100) / 10,
  }))
  // An error outside of any test, or a part that could not be put away: named here, or nobody knows what failed.
  const silent = code !== 0 && results.every(({ failures }) => failures.length === 0)
  return {
    files: results,
    outside: silent ? [`${project}${shard ? ` ${shard}` : ''}：没有失败的测试，但退出码为 ${code}，原因见上面的报错`] : [],
  }
}

/** All tests that were run, in however many runs. */
export function newTests() {
  const results = []
  const outside = []
  const unsteady = []
  return {
    async run(project, options = {}) {
      const got = await once(project, options)
      results.push(...got.files)
      outside.push(...got.outside)
    },
    /** Each file that failed runs by itself: what passes then is unsteady, and named. */
    async runFailedAgain(envOf) {
      const failing = results.filter(({ failures }) => failures.length > 0)
      if (failing.length > MOST_AGAIN) return
      for (const first of failing) {
        const again = await once(first.project, { env: envOf(first.project), files: [first.file] })
        const second = again.files.find(({ file }) => file === first.file)
        if (!second || again.outside.length > 0) continue
        if (second.failures.length === 0) unsteady.push(...first.failures)
        Object.assign(first, { passed: second.passed, failures: second.failures })
      }
    },
    passed: () => results.reduce((sum, { passed }) => sum + passed, 0),
    failures: () => [...outside, ...results.flatMap(({ failures }) => failures)],
    unsteady: () => unsteady,
    /** Seconds by file. */
    durations: () => Object.fromEntries(results.map(({ file, seconds }) => [file, seconds])),
  }
}
