/** What a ceremony needs besides the database: where files lie, and the secret that keys are sealed with. */
import type { FileKeeper } from '#kit/entity/services.server.ts'

export interface Instance {
  files: FileKeeper
  secretKey: Buffer
}
