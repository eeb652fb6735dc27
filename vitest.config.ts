import { statSync } from 'node:fs'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const sweeps = (file: TestSpecification): boolean => file.moduleId.endsWith('browser/screens.test.ts')

/** The sweep over all screens fills the little company that the browser tests share, so it comes after those that count its rows. */
class SweepLast extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    return [...sorted.filter((file) => !sweeps(file)), ...sorted.filter(sweeps)]
  }

  /** Parts that take about as long: the largest file first, to the part that has least. The sweep takes about a third of all. */
  override async shard(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { index, count } = this.ctx.config.shard!
    const sizes = new Map(files.map((file) => [file, statSync(file.moduleId).size]))
    const all = [...sizes.values()].reduce((sum, size) => sum + size, 0)
    for (const file of files) if (sweeps(file)) sizes.set(file, all * 0.34)
    const parts = Array.from({ length: count }, () => ({ size: 0, files: [] as TestSpecification[] }))
    for (const file of [...files].sort((a, b) => sizes.get(b)! - sizes.get(a)! || a.moduleId.localeCompare(b.moduleId))) {
      const least = parts.reduce((a, b) => (b.size < a.size ? b : a))
      least.files.push(file)
      least.size += sizes.get(file)!
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
