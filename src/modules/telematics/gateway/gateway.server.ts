/** The gateway, put together: listens, knows every link, and brings terminals, database and commands together. */
import { limitCrowds } from '#kit/http/guards/crowd.server.ts'
import { randomBytes } from 'node:crypto'
import { createServer, type Server } from 'node:net'
import { codeOf, StartRefused } from '#kit/database/errors.ts'
import { COMMAND_CHANNEL } from '../commands/command.server.ts'
import { keepCard } from '../cards/card.server.ts'
import type { Bodies, Body, Header } from '../jt808/jt808.ts'
import { KeptMessages } from '../messages/kept-messages.server.ts'
import type { Alert } from '../safety/safety.rules.ts'
import { tellAlerts, type Wanted } from '../safety/safety.server.ts'
import { admitUpload, type Upload } from '../safety/upload.server.ts'
import { Engine } from '../engine/engine.server.ts'
import { Bindings, type Known } from './admission/directory.server.ts'
import { Clocks } from './positions/clocks.server.ts'
import { Dispatcher } from './sending/dispatch.server.ts'
import { Entry } from './admission/entry.server.ts'
import type { Verdict } from './positions/clock.rules.ts'
import { FAILED, Link, OK, type Host } from './links/link.server.ts'
import { Live } from './positions/live.server.ts'
import { activeOperators, join, leave, Vigil, type Recover } from './node.server.ts'
import { settleCommands } from './sending/settle.server.ts'
import { Suspicions } from './admission/suspicions.server.ts'
import type { Stored } from './positions/insert.server.ts'
import type { GatewayOptions, GatewayStats, RunningGateway } from './running.server.ts'
import { PositionWriter } from './positions/writer.server.ts'

export type { GatewayOptions, RunningGateway } from './running.server.ts'

const FLUSH_MS = 1000
const SWEEP_MS = 5000
const SETTLE_MS = 30_000
const VIGIL_MS = 60_000
/** What is written of the map takes a quarter of the time at most. */
const FLUSH_SHARE = 3
/** So many reports wait: those who look at what was stored let those go first who store. */
const BUSY_ROWS = 100
const MOST_LINKS = 60_000
const LINKS_PER_ADDRESS = 5000

export async function startGateway(options: GatewayOptions): Promise<RunningGateway> {
  const gateway = new Gateway(options)
  await gateway.start()
  return gateway
}

class Gateway implements RunningGateway, Host {
  readonly node = randomBytes(9).toString('base64url')
  port = 0
  private readonly options: GatewayOptions
  private readonly links = new Set<Link>()
  private readonly byTerminal = new Map<number, Link>()
  private readonly counters = { frames: 0, badFrames: 0, garbage: 0, refused: 0 }
  private readonly entry: Entry
  private readonly writer: PositionWriter
  private readonly live: Live
  private readonly dispatcher: Dispatcher
  private readonly engine: Engine
  private readonly server: Server
  private readonly timers: NodeJS.Timeout[] = []
  private readonly subscriptions: { stop(): void }[] = []
  private readonly suspicions: Suspicions
  private readonly clocks: Clocks
  private readonly keptMessages = new KeptMessages()
  private flushing: NodeJS.Timeout | null = null
  private pressed = false
  private stopping = false

  constructor(options: GatewayOptions) {
    this.options = options
    const { db, registry, clock, log, admit, files } = options
    this.entry = new Entry({ db, registry, clock, admit, node: this.node })
    this.suspicions = new Suspicions((operatorId) => this.entry.context(operatorId))
    this.clocks = new Clocks((operatorId) => this.entry.context(operatorId))
    this.engine = new Engine({
      db,
      log,
      context: (operatorId) => this.entry.context(operatorId),
      rest: (tookMs) => (this.writer.waiting > BUSY_ROWS ? tookMs : 0),
    })
    this.live = new Live({
      db,
      log,
      node: this.node,
      now: () => this.now(),
      onDirty: (operatorId, vehicles) => this.engine.mark(operatorId, vehicles),
    })
    this.writer = new PositionWriter({
      db,
      log,
      bindings: new Bindings(),
      onStored: (operatorId, rows) => this.onStored(operatorId, rows),
      onPressure: (full) => this.press(full),
      reservoir: options.reservoir,
    })
    this.dispatcher = new Dispatcher({
      db,
      log,
      files,
      context: (operatorId) => this.entry.context(operatorId),
      linkOf: (terminal) => this.byTerminal.get(terminal),
      ...(options.firstWaitMs === undefined ? {} : { firstWaitMs: options.firstWaitMs }),
      ...(options.effectMs === undefined ? {} : { effectMs: options.effectMs }),
    })
    this.server = createServer({ noDelay: true, keepAlive: true, keepAliveInitialDelay: 60_000 }, (socket) => {
      if (socket.destroyed) return
      const link = new Link(socket, this)
      this.links.add(link)
      if (this.pressed) link.wire.hold()
    })
    // Terminals of a carrier's network often come by one address, so this is many.
    limitCrowds(this.server, options.perAddress ?? LINKS_PER_ADDRESS, [], options.uncounted)
    this.server.maxConnections = MOST_LINKS
  }

  now(): number {
    return Date.parse(this.options.clock.now())
  }

  async start(): Promise<void> {
    const { db, clock } = this.options
    const recover: Recover = (operator, since, dead) => this.live.recover(operator, since, dead)
    await join(db, clock, this.node, recover)
    const vigil = new Vigil(db, clock, recover)
    this.subscriptions.push(
      db.listen(
        COMMAND_CHANNEL,
        (payload) => this.onCommand(payload),
        () => this.lookForCommands(),
      ),
      db.listen('telematics_takeover', (payload) => this.onTakeover(payload)),
      db.listen('telematics', (payload) => this.onNotice(payload)),
    )
    await Promise.all(this.subscriptions.map(async (s) => (s as { ready?: Promise<void> }).ready))
    this.timers.push(
      setInterval(() => this.sweep(), this.options.sweepMs ?? SWEEP_MS),
      setInterval(() => void this.settle(), SETTLE_MS),
      setInterval(
        () => void vigil.look().catch((error: unknown) => this.options.log('warn', 'nodes not looked after', { error: String(error) })),
        VIGIL_MS,
      ),
    )
    this.flushSoon(FLUSH_MS)
    await this.listen()
  }

  /** Every second; a fleet so large that writing takes long is written less often, and the reports come first. */
  private flushSoon(ms: number): void {
    this.flushing = setTimeout(async () => {
      const began = performance.now()
      await this.live.flush()
      if (!this.stopping) this.flushSoon(Math.max(FLUSH_MS, FLUSH_SHARE * (performance.now() - began)))
    }, ms)
  }

  private listen(): Promise<void> {
    const { port } = this.options
    return new Promise((resolve, reject) => {
      this.server.once('error', (error: NodeJS.ErrnoException) =>
        reject(
          error.code === 'EADDRINUSE'
            ? new StartRefused(`网关端口 ${port} 已被占用，请用环境变量 GATEWAY_PORT 指定其他端口，或设为 0 关闭网关`, error)
            : error,
        ),
      )
      this.server.listen({ port: Math.max(0, port), host: '0.0.0.0', backlog: 4096 }, () => {
        this.port = (this.server.address() as { port: number }).port
        this.server.on('error', (error) => this.options.log('warn', 'gateway', { error: error.message }))
        resolve()
      })
    })
  }

  async register(link: Link, header: Header, body: Bodies['0100']): Promise<{ result: number; code?: string }> {
    return this.entry.register({
      phone: link.phone!,
      header,
      body,
      open: () => !link.closing,
      say: (known, why) => this.suspect(known, why),
    })
  }

  async authenticate(link: Link, header: Header, body: Bodies['0102']): Promise<number> {
    const known = await this.entry.authenticate(link.phone!, body.code, () => !link.closing)
    if (!known) return FAILED
    await this.adopt(link, known, header, body.software ?? null)
    return OK
  }

  async admitWithoutCode(link: Link, header: Header): Promise<boolean> {
    const known = await this.entry.withoutCode(link.phone!, () => !link.closing)
    if (!known) return false
    await this.adopt(link, known, header, null)
    return true
  }

  /** The newest link of a terminal is the one that lives: the standard says so, and a half-open old one never says good-bye. */
  private async adopt(link: Link, known: Known, header: Header, software: string | null): Promise<void> {
    const { generation, place, clockFault, model, profile } = await this.entry.enter(
      known,
      header,
      link.wire.remote,
      software,
      () => !link.closing,
    )
    if (link.closing) return this.live.left(known.operatorId, known.id, generation)
    const before = this.byTerminal.get(known.id)
    link.terminal = profile ? { ...known, profile } : known
    link.model = model
    link.recall(place, clockFault)
    link.generation = generation
    if (before && before !== link) {
      if (before.generation > generation) return link.close()
      before.close()
    }
    this.byTerminal.set(known.id, link)
    this.live.recordContact(known.operatorId, known.id, this.now())
    void this.dispatcher
      .entered(known.operatorId, known.id)
      .catch((error: unknown) => this.options.log('warn', 'commands not looked at', { error: String(error) }))
  }

  logout(link: Link): Promise<void> {
    return link.terminal ? this.entry.logout(link.terminal) : Promise.resolve()
  }

  append(...args: Parameters<PositionWriter['append']>): void {
    this.writer.append(...args)
  }
  get crowded(): boolean {
    return this.writer.crowded
  }

  answered(...args: Parameters<Dispatcher['answered']>): Promise<boolean> | boolean {
    return this.dispatcher.answered(...args)
  }

  closed(link: Link): void {
    this.links.delete(link)
    const { terminal } = link
    if (!terminal) return
    this.dispatcher.closed(link)
    if (this.byTerminal.get(terminal.id) !== link) return
    this.byTerminal.delete(terminal.id)
    this.live.left(terminal.operatorId, terminal.id, link.generation)
  }

  alerts(link: Link, alerts: readonly Alert[]): Promise<readonly Wanted[]> {
    const { operatorId, id } = link.terminal!
    return tellAlerts(this.entry.context(operatorId), id, alerts).catch((error: unknown) => {
      // The report itself is stored; what is away for a moment is waited for: the terminal comes again.
      if (!/^(?:22|23|42)/.test(codeOf(error))) throw error
      this.options.log('error', 'alarms of driving assistance not recorded', { terminal: id, error: String(error) })
      return []
    })
  }
  card(link: Link, body: Bodies['0702']): Promise<void> {
    const { operatorId, id } = link.terminal!
    const ctx = this.entry.context(operatorId)
    return ctx.db.write(operatorId, (tx) => keepCard(tx, ctx, id, body))
  }
  keep(link: Link, header: Header, body: Body, bytes: Uint8Array): Promise<boolean> {
    const { operatorId, id } = link.terminal!
    return this.keptMessages.keep(this.entry.context(operatorId), id, header, body, bytes)
  }
  admitUpload(link: Link, body: Bodies['1210']): Promise<Upload | null> {
    const { files } = this.options
    return admitUpload({ files, context: (operatorId) => this.entry.context(operatorId) }, link.phone!, body)
  }
  /** As the terminal has reached us, unless somebody says how we are reached from outside. */
  fileServer(link: Link): { server: string; port: number } {
    return { server: this.options.address ?? link.wire.local, port: this.port }
  }

  clockSeen(link: Link, verdict: Verdict, sent: string): void {
    if (!link.terminal) return
    void this.clocks
      .tell(link.terminal, verdict, sent)
      .catch((error: unknown) => this.options.log('warn', 'a wrong clock not recorded', { error: String(error) }))
  }

  suspicious(link: Link, why: string): void {
    if (link.terminal) this.suspect(link.terminal, why)
    this.options.log('warn', 'suspicious link', { remote: link.wire.remote, why })
  }

  private suspect(known: Known, why: string): void {
    this.options.onSuspicion?.(known, why)
    void this.suspicions
      .tell(known, why)
      .catch((error: unknown) => this.options.log('warn', 'suspicion not recorded', { error: String(error) }))
  }

  count(what: keyof typeof this.counters): void {
    this.counters[what]++
  }

  private onStored(operatorId: number, rows: readonly Stored[]): void {
    this.live.stored(operatorId, rows)
    this.dispatcher.watch(rows)
  }

  private press(full: boolean): void {
    this.pressed = full
    for (const link of this.links) {
      if (full) link.wire.hold()
      else link.wire.release()
    }
    this.options.log(full ? 'warn' : 'info', full ? 'the database does not keep up: links are held' : 'links are read again', {
      waiting: this.writer.waiting,
    })
  }

  private onCommand(payload: string): void {
    const { operator, terminal } = JSON.parse(payload) as { operator: number; terminal: number }
    void this.dispatcher
      .take(operator, terminal)
      .catch((error: unknown) => this.options.log('warn', 'command not taken', { error: String(error) }))
  }

  /** Notices may have been missed. */
  private lookForCommands(): void {
    for (const link of this.byTerminal.values())
      if (link.terminal) void this.dispatcher.missed(link.terminal.operatorId, link.terminal.id).catch(() => {})
  }

  private onTakeover(payload: string): void {
    const { node, links } = JSON.parse(payload) as { node: string; links: [terminal: number, generation: number][] }
    if (node === this.node) return
    for (const [terminal, generation] of links) {
      const link = this.byTerminal.get(terminal)
      if (link && link.generation < generation) link.close()
    }
  }

  /** A terminal was changed: it comes in again and is judged anew. Fences, thresholds: the engines read them again. */
  private onNotice(payload: string): void {
    const { operator, terminal, profile } = JSON.parse(payload) as { operator: number; terminal?: number; profile?: number }
    this.engine.forget(operator)
    if (terminal !== undefined) this.byTerminal.get(terminal)?.close()
    if (profile !== undefined) for (const link of this.byTerminal.values()) if (link.model === profile) link.close()
  }

  private sweep(): void {
    const now = this.now()
    for (const link of this.links) link.sweep(now)
    for (const link of this.byTerminal.values())
      if (link.terminal) this.live.recordContact(link.terminal.operatorId, link.terminal.id, link.wire.heardAt)
  }

  private async settle(): Promise<void> {
    for (const id of await activeOperators(this.options.db).catch(() => [])) {
      await settleCommands(this.entry.context(id)).catch((error: unknown) =>
        this.options.log('warn', 'commands not settled', { error: String(error) }),
      )
      await this.marked(id).catch((error: unknown) => this.options.log('warn', 'tracks not looked at', { error: String(error) }))
    }
  }

  /** Tracks that a change of bindings has made untrue. */
  private async marked(operatorId: number): Promise<void> {
    const rows = await this.options.db.write(operatorId, (tx) =>
      tx.deleteFrom('trackDirty').where('operatorId', '=', operatorId).returning(['vehicle', 'since', 'until']).execute(),
    )
    if (rows.length)
      this.engine.mark(
        operatorId,
        new Map(rows.map((row) => [row.vehicle, { since: Date.parse(row.since), until: Date.parse(row.until) }])),
      )
  }

  stats(): GatewayStats {
    return {
      links: this.links.size,
      terminals: this.byTerminal.size,
      ...this.counters,
      stored: this.writer.stats.stored,
      batches: this.writer.stats.batches,
      storeFailures: this.writer.stats.failures,
      aside: this.writer.stats.aside,
      rejected: this.writer.stats.rejected,
      waiting: this.writer.waiting,
    }
  }

  async flush(): Promise<void> {
    await this.live.flush()
    await this.engine.idle()
  }

  async stop(): Promise<void> {
    if (this.stopping) return
    this.stopping = true
    for (const timer of this.timers) clearInterval(timer)
    if (this.flushing) clearTimeout(this.flushing)
    for (const s of this.subscriptions) s.stop()
    const closed = new Promise<void>((resolve) => this.server.close(() => resolve()))
    await this.writer.stop()
    this.dispatcher.stop()
    for (const link of this.links) link.close()
    await Promise.race([closed, new Promise<void>((resolve) => setTimeout(resolve, 2000))])
    for (const link of this.links) link.wire.destroy()
    // The server is closed before its last links have said so; what they say is still to be written.
    for (let i = 0; i < 200 && this.links.size > 0; i++) await new Promise<void>((resolve) => setTimeout(resolve, 10))
    await this.live.flush()
    await this.engine.stop()
    await leave(this.options.db, this.node)
  }
}
