/** Beside a run: what holds one input for too long is told by it, since the parser itself never comes back. */
import { writeFileSync } from 'node:fs'
import { Worker, isMainThread, workerData } from 'node:worker_threads'

interface Watched {
  shared: SharedArrayBuffer
  file: string
  mostMs: number
}
const ROOM = 512 * 1024
/** Two numbers before the bytes: which input it is, and how long. */
const HEAD = 8

/** To be told each input before it is read. */
export function watching(file: string, mostMs: number): (input: Uint8Array) => void {
  const shared = new SharedArrayBuffer(HEAD + ROOM)
  const [numbers, bytes] = [new Int32Array(shared, 0, 2), new Uint8Array(shared, HEAD)]
  const worker = new Worker(new URL(import.meta.url), { workerData: { shared, file, mostMs } satisfies Watched })
  worker.unref()
  return (input) => {
    bytes.set(input.subarray(0, ROOM))
    numbers[1] = Math.min(ROOM, input.length)
    Atomics.add(numbers, 0, 1)
  }
}

function watch({ shared, file, mostMs }: Watched): void {
  const [numbers, bytes] = [new Int32Array(shared, 0, 2), new Uint8Array(shared, HEAD)]
  let [last, since] = [-1, process.cpuUsage()]
  setInterval(() => {
    const count = Atomics.load(numbers, 0)
    if (count !== last) {
      last = count
      since = process.cpuUsage()
      return
    }
    const { user, system } = process.cpuUsage(since)
    if ((user + system) / 1000 < mostMs) return
    writeFileSync(file, bytes.slice(0, numbers[1]))
    writeFileSync(2, `!! never came back, or not in ${mostMs} ms: ${file}\n`)
    process.kill(process.pid, 'SIGKILL')
  }, 500)
}
if (!isMainThread) watch(workerData as Watched)
