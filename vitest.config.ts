import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { secondsOf } from './tests/durations.ts'

const sweeps = (file: TestSpecification): boolean => file.moduleId.endsWith('browser/screens.test.ts')
const byLength = (files: TestSpecification[]): TestSpecification[] =>
  files.toSorted((a, b) => secondsOf(b.moduleId) - secondsOf(a.moduleId) || a.moduleId.localeCompare(b.moduleId))

/**
 * The long ones first: one of these begun last leaves the other workers idle. The sweep over all screens fills the little company that
 * the browser tests share, so it comes after those that count its rows.
 */
class InOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return byLength(files).toSorted((a, b) => Number(sweeps(a)) - Number(sweeps(b)))
  }

  /** Parts that take about as long: the longest file first, to the part that has least. */
  override async shard(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { index, count } = this.ctx.config.shard!
    const parts = Array.from({ length: count }, () => ({ seconds: 0, files: [] as TestSpecification[] }))
    for (const file of byLength(files)) {
      const least = parts.reduce((a, b) => (b.seconds < a.seconds ? b : a))
      least.files.push(file)
      least.seconds += secondsOf(file.moduleId)
    }
    return parts[index - 1]!.files
  }
}

export default defineConfig({
  test: {
    sequence: { sequencer: InOrder },
    projects: [
      {
        test: {
          name: 'unit',
          include: [
            'src/**/*.test.ts',
            'database/**/*.test.ts',
            'tests/house/**/*.test.ts',
            'tests/stories/**/*.test.ts',
            'tests/fuzz/**/*.test.ts',
          ],
          pool: 'forks',
          // As the product runs (scripts/serve.mjs): what an answer leaves behind is gone before it grows old.
          execArgv: ['--max-semi-space-size=32'],
          setupFiles: ['tests/draws.ts'],
          // The product is loaded once per worker, not once per file: what a process remembers, it remembers by database, of which each file has one.
          isolate: false,
          // One more than cores: some always wait for a retransmission, a restart, a killed process.
          maxWorkers: availableParallelism() + 1,
          globalSetup: ['tests/cluster.global.ts'],
          // No assertions: on a busy machine everything takes its time, and what never comes is told all the same.
          expect: { poll: { timeout: 20_000 } },
          testTimeout: 240_000,
          hookTimeout: 300_000,
        },
      },
      {
        test: {
          name: 'browser',
          include: ['tests/browser/**/*.test.ts'],
          pool: 'forks',
          // One server for all; the files take turns, and one browser that has read the program once.
          isolate: false,
          globalSetup: ['tests/browser/server.global.ts'],
          fileParallelism: false,
          // A timeout is no assertion: a machine that does other things meanwhile is slow, not wrong (PATIENCE_MS of the harness).
          expect: { poll: { timeout: 90_000 } },
          testTimeout: 600_000,
          hookTimeout: 600_000,
        },
      },
    ],
  },
})
