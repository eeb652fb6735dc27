import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** The sweep over all screens fills the little company that the browser tests share, so it comes after those that count its rows. */
class SweepLast extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const sweep = (file: TestSpecification): boolean => file.moduleId.endsWith('browser/screens.test.ts')
    return [...sorted.filter((file) => !sweep(file)), ...sorted.filter(sweep)]
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
