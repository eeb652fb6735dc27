/** The demo company can be made on any day: what it picks for its acts depends on the day, and so does what is refused. Deep runs only. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeDemo } from '#demo/demo.server.ts'
import { fakeClock, systemClock } from '#kit/basics/time/clock.ts'
import { addDays, addMonths, day, instantAt } from '#kit/basics/time/day.ts'
import { startRig } from '#tests/house/rig.ts'
import { StoredFiles } from '#kit/files/keeper.server.ts'
import { FolderStore } from '#kit/files/store.server.ts'

const today = systemClock.today()
const NEXT_DAYS = Array.from({ length: 7 }, (_, n) => addDays(today, n + 1))
const ENDS_OF_MONTHS = Array.from({ length: 12 }, (_, n) => addDays(day(`${addMonths(today, n + 1).slice(0, 7)}-01`), n % 2 ? 0 : -1))

test.runIf(process.env['DEEP']).each([...NEXT_DAYS, ...ENDS_OF_MONTHS])('on %s', async (on) => {
  const rig = await startRig()
  const folder = mkdtempSync(join(tmpdir(), 'zyt-demo-'))
  try {
    const clock = fakeClock(instantAt(on, '00:40'))
    const files = new StoredFiles(new FolderStore(folder))
    await makeDemo({
      db: rig.db,
      clock,
      registry: rig.registry,
      files,
      operatorId: rig.admin.ctx.user.operatorId,
      secretKey: Buffer.alloc(32, 7),
      log: () => {},
    })
    expect(rig.faults).toEqual([])
  } finally {
    await rig.close()
    rmSync(folder, { recursive: true, force: true })
  }
})
