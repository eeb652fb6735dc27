/** The proxies of docs/operations/tls.md as the page has them, in front of a server of a test; only host, ports and places of certificates are other ones. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { connect } from 'node:tls'
import { freePort } from '#tests/bench/product.ts'
import { tlsPair } from './tls-pair.ts'

export const HOST = 'console.example.cn'
const page = readFileSync(join(import.meta.dirname, '../../docs/operations/tls.md'), 'utf8')

function exampleOf(language: string): string {
  const blocks = [...page.matchAll(new RegExp(`\`\`\`${language}\n([\\s\\S]*?)\`\`\``, 'g'))].map(([, text]) => text!)
  if (blocks.length !== 1) throw new Error(`docs/operations/tls.md has ${blocks.length} examples of ${language}`)
  return blocks[0]!
}
/** Each of these has to stand in the example, or what is tried is not what the page says. */
function withOther(example: string, places: Record<string, string>): string {
  return Object.entries(places).reduce((text, [asWritten, tried]) => {
    if (!text.includes(asWritten)) throw new Error(`the example of docs/operations/tls.md has no «${asWritten}»`)
    return text.replaceAll(asWritten, tried)
  }, example)
}

interface Prepared {
  args: string[]
  /** The certificate that visitors trust; Caddy makes its own when it starts. */
  trusted: string
}
interface Places {
  folder: string
  http: number
  https: number
  inside: string
}
interface Kind {
  /** Of Debian, and the program in it. */
  name: string
  prepare(at: Places): Promise<Prepared>
}

const nginx: Kind = {
  name: 'nginx',
  async prepare({ folder, http, https, inside }) {
    const pair = await tlsPair(HOST)
    const [cert, key, file] = [join(folder, 'cert.pem'), join(folder, 'key.pem'), join(folder, 'nginx.conf')]
    writeFileSync(cert, pair.cert)
    writeFileSync(key, pair.key, { mode: 0o600 })
    const example = withOther(exampleOf('nginx'), {
      'listen 443 ': `listen 127.0.0.1:${https} `,
      'listen 80;': `listen 127.0.0.1:${http};`,
      '/etc/ssl/console.pem': cert,
      '/etc/ssl/console.key': key,
      '127.0.0.1:8080': inside,
    })
    const folders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((kind) => `${kind}_temp_path ${folder}/${kind};`).join('\n')
    const user = process.getuid?.() === 0 ? 'user root;\n' : ''
    const frame = `${user}daemon off;\nworker_processes 1;\npid ${folder}/nginx.pid;\nerror_log stderr;\nevents {}\n`
    writeFileSync(file, `${frame}http {\naccess_log off;\n${folders}\n${example}}\n`)
    return { args: ['-p', folder, '-e', 'stderr', '-c', file], trusted: cert }
  },
}
const caddy: Kind = {
  name: 'caddy',
  async prepare({ folder, http, https, inside }) {
    const file = join(folder, 'Caddyfile')
    const ports = `http_port ${http}\n  https_port ${https}\n  default_bind 127.0.0.1`
    const place = `admin off\n  storage file_system ${folder}\n  local_certs\n  skip_install_trust`
    writeFileSync(file, `{\n  ${place}\n  ${ports}\n}\n${withOther(exampleOf('caddy'), { '127.0.0.1:8080': inside })}`)
    return { args: ['run', '--config', file, '--adapter', 'caddyfile'], trusted: join(folder, 'pki/authorities/local/root.crt') }
  },
}
export const PROXIES = [nginx, caddy]

export function absent(program: string): string | null {
  const paths = ['/usr/sbin', '/usr/bin', '/usr/local/sbin', '/usr/local/bin'].map((folder) => join(folder, program))
  return paths.some((path) => existsSync(path))
    ? null
    : `${program} is not installed here: nothing was tried (Debian: apt install ${program})`
}

export interface Proxy {
  http: number
  https: number
  ca: string
  stop(): Promise<void>
}

const isAnswering = (port: number, ca: string): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port, ca, servername: HOST }, () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })

/** `inside`: host and port of the program. */
export async function startProxy(kind: Kind, inside: string): Promise<Proxy> {
  const folder = mkdtempSync(join(tmpdir(), 'zyt-proxy-'))
  const [http, https] = [await freePort(), await freePort()]
  const { args, trusted } = await kind.prepare({ folder, http, https, inside })
  const path = `${process.env['PATH'] ?? ''}:/usr/sbin:/usr/local/sbin`
  const child = spawn(kind.name, args, {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { PATH: path, HOME: folder, XDG_CONFIG_HOME: folder, XDG_DATA_HOME: folder },
  })
  let log = ''
  child.stderr.on('data', (piece: Buffer) => (log += piece.toString()))
  const ended = once(child, 'close')
  const stop = async (): Promise<void> => {
    child.kill('SIGTERM')
    await ended
    rmSync(folder, { recursive: true, force: true })
  }
  const caOf = (): string => (existsSync(trusted) ? readFileSync(trusted, 'utf8') : '')
  while (!(await isAnswering(https, caOf()))) {
    if (child.exitCode !== null) {
      await stop()
      throw new Error(`${kind.name} did not start: ${log}`)
    }
    await pause(20)
  }
  return { http, https, ca: caOf(), stop }
}
