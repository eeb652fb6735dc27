/**
 * The product in a process of its own, all of whose statements pass through here one by one: so it can be killed after
 * exactly the n-th one was carried out by PostgreSQL and before the process hears of it. Nothing in the product knows.
 */
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { freePort, launchProduct, scratchFolder, urlOf, type Launch } from '#tests/bench/product.ts'

/** Frames of PostgreSQL's protocol out of a stream: type and length, then the body. */
class Frames {
  private rest: Buffer = Buffer.alloc(0)
  private started: boolean
  constructor(hasStartup: boolean) {
    this.started = !hasStartup
  }
  *take(chunk: Buffer): Generator<{ type: string; bytes: Buffer }> {
    this.rest = this.rest.length ? Buffer.concat([this.rest, chunk]) : chunk
    for (;;) {
      const head = this.started ? 1 : 0
      if (this.rest.length < head + 4) return
      const size = head + this.rest.readInt32BE(head)
      if (this.rest.length < size) return
      const bytes = this.rest.subarray(0, size)
      this.rest = this.rest.subarray(size)
      // The very first message has no type.
      yield { type: this.started ? String.fromCharCode(bytes[0]!) : '', bytes }
      this.started = true
    }
  }
}

interface Arm {
  left: number
  reached: () => void
}

/** Between one process and PostgreSQL. A statement: what ends with Sync, or a simple query. */
class Tap {
  private readonly server: Server
  private readonly sockets = new Set<Socket>()
  private arm: Arm | null = null
  private closed = false
  statements = 0

  private constructor(server: Server) {
    this.server = server
  }
  static async open(target: pg.ClientConfig): Promise<Tap> {
    const server = createServer()
    const tap = new Tap(server)
    server.on('connection', (client) => tap.join(client, connect(target.port!, target.host ?? '127.0.0.1')))
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    return tap
  }
  get port(): number {
    return (this.server.address() as AddressInfo).port
  }
  /** After `n` more statements have been carried out nothing passes any more, and `reached` is called. */
  after(n: number, reached: () => void): void {
    this.statements = 0
    this.arm = { left: n, reached }
  }
  disarm(): void {
    this.arm = null
  }

  private join(client: Socket, server: Socket): void {
    const up = new Frames(true)
    const down = new Frames(false)
    let group: Buffer[] = []
    let under = 0
    let last: Arm | null = null
    client.on('data', (chunk) => {
      for (const { type, bytes } of up.take(chunk)) {
        if (this.closed || last || this.arm?.left === 0) return
        group.push(bytes)
        // Parse, Bind, Describe and Execute wait for their Sync.
        if (!['', 'Q', 'S', 'p', 'X'].includes(type)) continue
        server.write(group.length === 1 ? bytes : Buffer.concat(group))
        group = []
        if (type !== 'Q' && type !== 'S') continue
        under += 1
        this.statements += 1
        if (this.arm && --this.arm.left === 0) last = this.arm
      }
    })
    server.on('data', (chunk) => {
      for (const { type, bytes } of down.take(chunk)) {
        if (type === 'Z' && under > 0 && --under === 0 && last) {
          this.closed = true
          return last.reached()
        }
        // What earlier statements of the same burst answered is held back too: the process dies with them.
        if (!last) client.write(bytes)
      }
    })
    for (const [one, other] of [
      [client, server],
      [server, client],
    ] as const) {
      this.sockets.add(one)
      one.setNoDelay(true)
      one.on('error', () => {})
      one.on('close', () => {
        this.sockets.delete(one)
        other.destroy()
      })
    }
  }
  close(): void {
    this.closed = true
    for (const socket of this.sockets) socket.destroy()
    this.server.close()
  }
}

const CLIENT = { id: 'console', secret: 'for-tests-only' }

/** What all processes share or are told, besides the database. */
export interface Surroundings {
  env?: Record<string, string>
  /** One folder for the files of all of them. */
  files?: string
}

/** One process of the product on a given database. */
class Node_ {
  readonly port: number
  readonly tap: Tap
  readonly run: Launch
  private readonly folder: string
  private constructor(port: number, tap: Tap, run: Launch, folder: string) {
    this.port = port
    this.tap = tap
    this.run = run
    this.folder = folder
  }
  static async start(owner: pg.ClientConfig, app: pg.ClientConfig, password: string, { env = {}, files }: Surroundings): Promise<Node_> {
    const [port, tap, folder] = [await freePort(), await Tap.open(app), scratchFolder()]
    // As a folder that several machines mount.
    if (files) symlinkSync(files, join(folder, 'files'))
    const run = launchProduct(folder, port, {
      ROLES: 'web',
      DATABASE_URL: urlOf(owner),
      DATABASE_APP_URL: urlOf({ ...app, host: '127.0.0.1', port: tap.port }),
      OAUTH_CLIENT_ID: CLIENT.id,
      OAUTH_CLIENT_SECRET: CLIENT.secret,
      SECRET_KEY: '5'.repeat(64),
      ADMIN_PASSWORD: password,
      ...env,
    })
    const node = new Node_(port, tap, run, folder)
    let gone = false
    void run.ended.then(() => (gone = true))
    for (const deadline = Date.now() + 180_000; !run.said().includes('租运通已就绪'); await pause(10))
      if (gone || Date.now() > deadline) throw new Error(`no start: ${run.said()}`)
    return node
  }
  async end(): Promise<void> {
    this.run.child.kill('SIGKILL')
    await this.run.ended
    this.tap.close()
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

export interface Answered {
  status: number
  message: string
  data: unknown
}

/** A process that dies and comes back. A start costs seconds of the processor, so there is no successor before somebody needs one. */
export class DyingProcess {
  private readonly make: () => Promise<Node_>
  private node: Node_
  private next: Promise<Node_> | null = null
  private constructor(make: () => Promise<Node_>, node: Node_) {
    this.make = make
    this.node = node
  }
  static async start(owner: pg.ClientConfig, app: pg.ClientConfig, password: string, around: Surroundings = {}): Promise<DyingProcess> {
    const make = (): Promise<Node_> => Node_.start(owner, app, password, around)
    return new DyingProcess(make, await make())
  }
  /** The one that serves beside the first, and after it. */
  private successor(): Promise<Node_> {
    this.next ??= this.make()
    this.next.catch(() => {})
    return this.next
  }

  async signIn(username: string, password: string): Promise<string> {
    const answer = await fetch(`http://127.0.0.1:${this.node.port}/api/oauth/token`, {
      method: 'POST',
      body: new URLSearchParams({ grant_type: 'password', clientType: '2', username, password }),
      headers: { authorization: `Basic ${Buffer.from(`${CLIENT.id}:${CLIENT.secret}`).toString('base64')}` },
    })
    const { access_token: token } = (await answer.json()) as { access_token?: string }
    if (!token) throw new Error(`${username} cannot sign in: ${answer.status}`)
    return token
  }
  post = (token: string, path: string, body: object, key: string): Promise<Answered> =>
    this.send(path, JSON.stringify(body), { authorization: `Bearer ${token}`, 'idempotency-key': key })
  /** As it is, whoever sends it; to the successor, too, which serves already. */
  async send(path: string, body: string, headers: Record<string, string>, to: 'first' | 'second' = 'first'): Promise<Answered> {
    const { port } = to === 'first' ? this.node : await this.successor()
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json', ...headers },
    })
    const { message, data } = (await answer.json()) as { message: string; data: unknown }
    return { status: answer.status, message, data }
  }
  async read(path: string, headers: Record<string, string>): Promise<unknown> {
    const answer = await fetch(`http://127.0.0.1:${this.node.port}${path}`, { headers })
    return ((await answer.json()) as { data: unknown }).data
  }

  /** How many statements `work` takes. */
  async counted(work: () => Promise<unknown>): Promise<number> {
    this.node.tap.after(Infinity, () => {})
    await work()
    this.node.tap.disarm()
    return this.node.tap.statements
  }
  /** Kills the process when `n` statements of `work` are done, and waits until the successor serves; false: `work` was over before. */
  async killedAfter(n: number, work: () => Promise<unknown>): Promise<boolean> {
    const { node } = this
    const blow = new Promise<'killed'>((done) =>
      node.tap.after(n, () => {
        node.run.child.kill('SIGKILL')
        void node.run.ended.then(() => done('killed'))
      }),
    )
    const over = await Promise.race([
      blow,
      work().then(
        () => 'done' as const,
        () => blow,
      ),
    ])
    if (over === 'done') {
      node.tap.disarm()
      return false
    }
    await node.end()
    this.node = await this.successor()
    this.next = null
    return true
  }
  async close(): Promise<void> {
    await this.node.end()
    await (await this.next?.catch(() => null))?.end()
  }
}
