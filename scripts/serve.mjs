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
/** What a request leaves behind is gone before it grows old: with little room for the young a sixth of the time went into moving it about. */
const MEMORY = ['--max-semi-space-size=32']
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
 * The channel breaks when we are gone, however that happened, and the server notices; by it the server says once that it is ready, and hears
 * when there is a page to be shown. One that never was ready (a wrong setting, a port that is taken) is not started again: what it said is
 * for a person to mend.
 */
export function serve({ building = false } = {}) {
  let waitMs = FIRST_WAIT_MS
  let ready = false
  const startServer = () => {
    const began = Date.now()
    server = spawn(NODE, [...MEMORY, 'src/main.server.ts', ...(building ? ['--page-is-being-built'] : [])], {
      cwd: ROOT,
      stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
      env: childEnv(),
    })
    server.on('message', (message) => (ready ||= message === 'ready'))
    server.on('close', (code, signal) => {
      if (ending || !ready || code === 0) {
        for (const child of children) child.kill()
        process.exit(signal ? 1 : (code ?? 1))
      }
      const pauseMs = Date.now() - began > STOOD_MS ? FIRST_WAIT_MS : waitMs
      waitMs = Math.min(pauseMs * 2, LONGEST_WAIT_MS)
      say(`服务异常退出（${signal ?? `退出码 ${code}`}），${pauseMs / 1000} 秒后重新启动`)
      setTimeout(startServer, pauseMs)
    })
  }
  startServer()
  return {
    pageBuilt: () => {
      building = false
      if (server.connected) server.send('page built')
    },
  }
}
