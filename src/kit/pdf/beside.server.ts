/**
 * Papers of strangers are read on a thread of their own, with a memory and a time that end: a reader of PDF that a file leads astray (a table
 * that says it has four thousand million entries) takes neither the server's memory nor its time. What the file unpacks to, which no limit of
 * a thread counts, `isBomb` has looked at before.
 */
import { Worker } from 'node:worker_threads'
import type { Certificate } from 'pkijs'
import { PDFDocument } from 'pdf-lib'
import { invalid } from '../basics/errors.ts'
import { DAMAGED, type PageSize } from './inspect.server.ts'
import { derOf } from './signing/certificates.server.ts'
import { UNREADABLE, type FileReport } from './signing/verify.server.ts'

export type Errand = { is: 'inspect' | 'flatten'; bytes: Uint8Array } | { is: 'verify'; bytes: Uint8Array; roots: readonly Uint8Array[] }
/** `refusal`: why the file is not taken, in words. */
export type Outcome = { value: unknown } | { refusal: string }

const MOST_HEAP_MB = 256
/** Three hundred pages take a second on a quiet machine. */
const MOST_MS = 30_000
/** So many at once; others wait for their turn. */
const MOST_THREADS = 2

let running = 0
const waiting: (() => void)[] = []
async function turn(): Promise<void> {
  if (running >= MOST_THREADS) await new Promise<void>((go) => void waiting.push(go))
  else running++
}
function done(): void {
  const next = waiting.shift()
  if (next) next()
  else running--
}

/** Null: it was led astray. */
async function run(errand: Errand): Promise<Outcome | null> {
  await turn()
  const worker = new Worker(new URL('./beside-thread.server.ts', import.meta.url), {
    workerData: errand,
    resourceLimits: { maxOldGenerationSizeMb: MOST_HEAP_MB },
  })
  let timer: NodeJS.Timeout | undefined
  try {
    return await new Promise<Outcome | null>((resolve, reject) => {
      timer = setTimeout(() => resolve(null), MOST_MS)
      worker.on('message', resolve)
      worker.on('error', (error: NodeJS.ErrnoException) => {
        if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') resolve(null)
        else reject(error)
      })
      worker.on('exit', () => resolve(null))
    })
  } finally {
    clearTimeout(timer)
    await worker.terminate()
    done()
  }
}

async function answerOf<T>(errand: Errand): Promise<T> {
  const outcome = await run(errand)
  if (outcome === null || 'refusal' in outcome) throw invalid({ file: outcome?.refusal ?? DAMAGED })
  return outcome.value as T
}

/** Sizes of its pages, or refused with what to do. */
export const inspectBeside = (bytes: Uint8Array): Promise<{ pages: PageSize[] }> => answerOf({ is: 'inspect', bytes })
/** Its pages in a document of our own, which was written there and is read here. */
export const flatCopyBeside = async (bytes: Uint8Array): Promise<PDFDocument> =>
  PDFDocument.load(await answerOf<Uint8Array>({ is: 'flatten', bytes }), { updateMetadata: false })

export async function verifyBeside(bytes: Uint8Array, roots: readonly Certificate[]): Promise<FileReport> {
  const outcome = await run({ is: 'verify', bytes, roots: roots.map(derOf) })
  return outcome === null || 'refusal' in outcome ? { ok: false, signatures: [], problem: UNREADABLE } : (outcome.value as FileReport)
}
