/** The thread on which a stranger's paper is read: one errand, one outcome. What it says to the console is about the file and nobody's business. */
import { parentPort, workerData } from 'node:worker_threads'
import { AppError } from '../basics/errors.ts'
import type { Errand, Outcome } from './beside.server.ts'
import { flatCopy, inspectPdf } from './inspect.server.ts'
import { parseCertificate } from './signing/certificates.server.ts'
import { verifyFile } from './signing/verify.server.ts'

for (const channel of ['log', 'warn', 'error'] as const) console[channel] = () => {}

async function outcomeOf(errand: Errand): Promise<Outcome> {
  const { bytes } = errand
  try {
    switch (errand.is) {
      case 'inspect':
        return { value: await inspectPdf(bytes) }
      case 'flatten':
        return { value: await (await flatCopy(bytes)).save({ useObjectStreams: false }) }
      case 'verify':
        return { value: await verifyFile(bytes, errand.roots.map(parseCertificate)) }
    }
  } catch (error) {
    if (error instanceof AppError) return { refusal: (error.data as Record<string, string> | null)?.['file'] ?? error.message }
    throw error
  }
}
parentPort!.postMessage(await outcomeOf(workerData as Errand))
