// `npm start`: installs what is missing, builds what changed, starts the server on Node 24. Nothing else to know.
import { spawn } from 'node:child_process'
import { build, childEnv, install, NODE, ROOT } from './setup.mjs'

await install()
await build()
const server = spawn(NODE, ['src/main.server.ts'], { cwd: ROOT, stdio: 'inherit', env: childEnv() })
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => server.kill(signal))
server.on('close', (code, signal) => process.exit(signal ? 1 : (code ?? 1)))
