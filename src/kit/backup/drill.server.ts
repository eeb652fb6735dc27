/** A backup that was never restored is a hope. The drill restores an archive into a database of its own beside everything, checks it and removes it. */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { APP_ROLE } from '../database/embedded/cluster.server.ts'
import { startPostgres } from '../database/embedded/postgres.server.ts'
import { FolderStore } from '../files/store.server.ts'
import type { Manifest } from './manifest.ts'
import { readArchive, restore, verifyChains, type RestoreOptions } from './restore.server.ts'

export async function drill(
  archive: string,
  structure: Pick<RestoreOptions, 'folder' | 'appendOnly'>,
): Promise<{ manifest: Manifest; chained: number }> {
  const { manifest } = await readArchive(archive)
  const dataDir = mkdtempSync(join(tmpdir(), 'zyt-drill-'))
  chmodSync(dataDir, 0o711) // the account of PostgreSQL must pass
  try {
    const postgres = await startPostgres({ dataDir, durable: false })
    try {
      await restore({
        ...structure,
        archive,
        manifest,
        owner: postgres.owner,
        appRole: APP_ROLE,
        files: new FolderStore(join(dataDir, 'files')),
      })
      return { manifest, chained: await verifyChains(postgres.app, manifest) }
    } finally {
      await postgres.stop()
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}
