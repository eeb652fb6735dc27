// Starts the server and ends with it, whichever of us is told to stop, or is killed. A server that dies by itself is started again.
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { childEnv, children, NODE, ROOT, say } from './setup.mjs'

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP']
/** The server stops by itself within twelve seconds; only one that hangs is still there then. */
const PATIENCE_MS = 14_000
/** Before it is started again: at once the first time, then longer each time it dies without having stood for a while. */
const FIRST_WAIT_MS = 500
const LONGEST_WAIT_MS = 30_000
const STOOD_MS = 60_000
let server = null
/** We were told to stop. */
let ending = false

/** Passes it on to the server; before there is one, to what installs or builds, and ends. */
function end(signal) {
  ending = true
  for (const child of children) child.kill(signal)
  if (!server || server.exitCode !== null || server.signalCode !== null) process.exit(1)
  server.kill(signal)
  setTimeout(() => server.kill('SIGKILL'), PATIENCE_MS).unref()
}

/** The parent of a process, where the system tells (0: it does not). */
function parentOf(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return {
      name: stat.slice(stat.indexOf('(') + 1, stat.lastIndexOf(')')),
      parent: Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]),
    }
  } catch {
    return { name: '', parent: 0 }
  }
}
/** npm, and the shell it may have put in between, which outlives it and says nothing either. */
function starters() {
  const { name, parent } = parentOf(process.ppid)
  return name.startsWith('npm') ? `${process.ppid}` : `${process.ppid} ${parent}`
}

/** npm killed −9 says nothing to its scripts. Without npm in between, whoever started us may well leave (nohup). */
export function endWithParent() {
  for (const signal of SIGNALS) process.on(signal, () => end(signal))
  if (!process.env.npm_lifecycle_event) return
  const first = starters()
  const watch = setInterval(() => {
    if (starters() === first) return
    clearInterval(watch)
    end('SIGTERM')
  }, 500)
  watch.unref()
}

/**
 * The channel breaks when we are gone, however that happened, and the server notices; by it the server says once that it is ready. One that
 * never was (a wrong setting, a port that is taken) is not started again: what it said is for a person to mend.
 */
export function serve(waitMs = FIRST_WAIT_MS, again = false) {
  const began = Date.now()
  let ready = again
  server = spawn(NODE, ['src/main.server.ts'], { cwd: ROOT, stdio: ['inherit', 'inherit', 'inherit', 'ipc'], env: childEnv() })
  server.on('message', (message) => (ready ||= message === 'ready'))
  server.on('close', (code, signal) => {
    if (ending || !ready || code === 0) process.exit(signal ? 1 : (code ?? 1))
    const pause = Date.now() - began > STOOD_MS ? FIRST_WAIT_MS : waitMs
    say(`服务异常退出（${signal ?? `退出码 ${code}`}），${pause / 1000} 秒后重新启动`)
    setTimeout(() => serve(Math.min(pause * 2, LONGEST_WAIT_MS), true), pause)
  })
}
