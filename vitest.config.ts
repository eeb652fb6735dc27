import { readFileSync } from 'node:fs'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const sweeps = (file: TestSpecification): boolean => file.moduleId.endsWith('browser/screens.test.ts')

/** What a browser does takes its time step by step. */
const stepsOf = (file: TestSpecification): number => readFileSync(file.moduleId, 'utf8').split(/\bawait\b/).length

/** The sweep over all screens fills the little company that the browser tests share, so it comes after those that count its rows. */
class SweepLast extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    return [...sorted.filter((file) => !sweeps(file)), ...sorted.filter(sweeps)]
  }

  /** Parts that take about as long: the longest file first, to the part that has least. The sweep takes a third of what all others take. */
  override async shard(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { index, count } = this.ctx.config.shard!
    const steps = new Map(files.map((file) => [file, stepsOf(file)]))
    const all = [...steps.values()].reduce((sum, n) => sum + n, 0)
    for (const file of files) if (sweeps(file)) steps.set(file, all * 0.3)
    const parts = Array.from({ length: count }, () => ({ steps: 0, files: [] as TestSpecification[] }))
    for (const file of [...files].sort((a, b) => steps.get(b)! - steps.get(a)! || a.moduleId.localeCompare(b.moduleId))) {
      const least = parts.reduce((a, b) => (b.steps < a.steps ? b : a))
      least.files.push(file)
      least.steps += steps.get(file)!
    }
    return parts[index - 1]!.files
  }
}

export default defineConfig({
  test: {
    sequence: { sequencer: SweepLast },
    projects: [
      {
        test: {
          name: 'unit',
          include: ['src/**/*.test.ts', 'database/**/*.test.ts', 'tests/house/**/*.test.ts', 'tests/stories/**/*.test.ts'],
          pool: 'forks',
          // By default one core is left idle, which of two is half.
          maxWorkers: '100%',
          globalSetup: ['tests/cluster.global.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'browser',
          include: ['tests/browser/**/*.test.ts'],
          pool: 'forks',
          // One server for all; the files take turns.
          globalSetup: ['tests/browser/server.global.ts'],
          fileParallelism: false,
          expect: { poll: { timeout: 10_000 } },
          testTimeout: 120_000,
          hookTimeout: 240_000,
        },
      },
    ],
  },
})
