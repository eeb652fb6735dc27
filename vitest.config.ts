import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const sweeps = (file: TestSpecification): boolean => file.moduleId.endsWith('browser/screens.test.ts')

/** What a browser does takes its time step by step. */
const stepsOf = (file: TestSpecification): number => readFileSync(file.moduleId, 'utf8').split(/\bawait\b/).length

/** Of ten seconds and more. A fresh clone does not know how long a file takes; one of these begun last leaves the other workers idle. */
const LONG = [
  'stories/telematics-faults.test.ts',
  'stories/money.properties.test.ts',
  'stories/telematics-network.test.ts',
  'stories/leases.properties.test.ts',
  'house/conformance.test.ts',
  'house/closed.test.ts',
  'house/crash.test.ts',
  'embedded/postgres.test.ts',
  'house/bill-crash.test.ts',
  'stories/faults.test.ts',
  'stories/approval-kills.test.ts',
  'stories/telematics-nodes.test.ts',
  'stories/demo.test.ts',
  'stories/zones.test.ts',
]
const isLong = (file: TestSpecification): boolean => LONG.some((end) => file.moduleId.endsWith(end))

/**
 * The long ones first. The sweep over all screens fills the little company that the browser tests share, so it comes after those that
 * count its rows.
 */
class InOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const rank = (file: TestSpecification): number => (isLong(file) ? 0 : sweeps(file) ? 2 : 1)
    return sorted.toSorted((a, b) => rank(a) - rank(b))
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
    sequence: { sequencer: InOrder },
    projects: [
      {
        test: {
          name: 'unit',
          include: ['src/**/*.test.ts', 'database/**/*.test.ts', 'tests/house/**/*.test.ts', 'tests/stories/**/*.test.ts'],
          pool: 'forks',
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
          // A timeout is no assertion: a machine that does other things meanwhile is slow, not wrong.
          expect: { poll: { timeout: 30_000 } },
          testTimeout: 180_000,
          hookTimeout: 240_000,
        },
      },
    ],
  },
})
