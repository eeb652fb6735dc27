// Starts the server and ends with it, whichever of us is told to stop, or is killed.
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { childEnv, children, NODE, ROOT } from './setup.mjs'

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP']
/** The server stops by itself within twelve seconds; only one that hangs is still there then. */
const PATIENCE_MS = 14_000
let server = null

/** Passes it on to the server; before there is one, to what installs or builds, and ends. */
function end(signal) {
  for (const child of children) child.kill(signal)
  if (!server) process.exit(1)
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

/** The channel is for one thing: that it breaks when we are gone, however that happened, and the server notices. */
export function serve() {
  server = spawn(NODE, ['src/main.server.ts'], { cwd: ROOT, stdio: ['inherit', 'inherit', 'inherit', 'ipc'], env: childEnv() })
  server.on('close', (code, signal) => process.exit(signal ? 1 : (code ?? 1)))
}
