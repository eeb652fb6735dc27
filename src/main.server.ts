/**
 * The server, put together. Read this first: configuration → database → modules → access → http → jobs. Everything
 * else is given what it needs by what stands here.
 */
import { randomBytes } from 'node:crypto'
import { flushCompileCache } from 'node:module'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { Authentication } from '#kit/access/authentication.server.ts'
import { systemClock as clock } from '#kit/basics/time/clock.ts'
import { StartRefused } from '#kit/database/errors.ts'
import { migrate } from '#kit/database/migrate.server.ts'
import { openDatabase, type Database } from '#kit/database/connection/pool.server.ts'
import { buildRegistry, type Registry } from '#kit/entity/registry.server.ts'
import { StoredFiles } from '#kit/files/keeper.server.ts'
import { makeLog, type Log } from '#kit/http/log.server.ts'
import { buildServer, type HttpServer } from '#kit/http/server.server.ts'
import { startJobs } from '#kit/jobs/jobs.server.ts'
import { startOutbox } from '#kit/jobs/outbox.server.ts'
import { mapSources } from '#modules/system/maps/map-supplier.server.ts'
import { seedCompany } from '#modules/system/seed.server.ts'
import { demoAccounts, newestRelease } from '#modules/system/settings/site.server.ts'
import { announcement, type Started } from './composition/announcement.ts'
import { ConfigurationError, readConfiguration, secretsOf, type Configuration, type Secrets } from './composition/configuration.server.ts'
import { openPostgres } from './composition/database.server.ts'
import { endWhenAsked } from './composition/ending.server.ts'
import { startDemo } from './composition/demo.server.ts'
import { install } from './composition/installation.server.ts'
import { startLogShipping } from './composition/log-shipping.server.ts'
import { startHousekeeping } from './composition/housekeeping.server.ts'
import { modules } from './modules.ts'
import { servedModules } from './modules.server.ts'
import { gatewayMeasures, startTelematics } from './composition/gateway.server.ts'
import { driveWhenComplete } from './composition/demo-fleet.server.ts'
import { allRoutes } from './composition/routes.server.ts'
import { sealNumbers } from './composition/sealing.server.ts'
import { startSteps } from './composition/progress.ts'
import { startNode } from './composition/nodes.server.ts'
import { startPorts } from './composition/ports.server.ts'
import { startBackups } from './composition/backups.server.ts'
import { STRUCTURE } from './composition/structure.server.ts'
import { startServices, type RunningServices } from './composition/services.server.ts'

const ROOT = join(import.meta.dirname, '..')
const TITLE = '租运通'
/** A process that is nothing but a gateway. */
const GATEWAY_CONNECTIONS = 10
const DRAIN_MS = 10_000

interface Running extends Started {
  stop(): Promise<void>
}

interface StartOptions {
  log: Log
  /** What is told of the way there. */
  telling: Log
  /** The page stands. */
  built: Promise<void>
}

async function start(configuration: Configuration, secrets: Secrets, { log, telling, built }: StartOptions): Promise<Running> {
  const stops: (() => Promise<void> | void)[] = []
  const stop = async (): Promise<void> => {
    // In reverse: what was started last leans on what was started first.
    for (const step of stops.splice(0).reverse()) await step()
  }
  try {
    const ports = await startPorts(process.env, { dataDir: configuration.dataDir, secretKey: secrets.secretKey }, log)
    const postgres = await openPostgres(configuration, secrets, log)
    stops.push(() => postgres.stop())
    const logInfo = (message: string, details?: object): void => log('info', message, details)
    await migrate({
      owner: postgres.owner,
      ...STRUCTURE,
      appRole: postgres.appRole,
      log: (message, details) => telling('info', message, details),
    })
    await sealNumbers(postgres.owner, configuration.fieldKeys, ports.keys, telling)
    // More reads at once than processors take those from each other: the unlucky waited three times as long as the lucky.
    // Several gateways share one database, and a gateway alone gathers its questions: it never needs as many as a console.
    const max = configuration.roles.size === 1 && configuration.roles.has('gateway') ? GATEWAY_CONNECTIONS : undefined
    const db = openDatabase({
      endpoint: postgres.app,
      pooler: postgres.pooler,
      log: logInfo,
      readers: Math.max(4, 2 * availableParallelism()),
      ...(max === undefined ? {} : { max }),
    })
    stops.push(() => db.close())

    const registry = buildRegistry(modules, servedModules, ports)
    const { newAdminPassword } = await install({ db, clock, registry, adminPassword: configuration.adminPassword })
    const files = new StoredFiles(ports.files, { company: configuration.fileQuotaBytes })
    const demo = await startDemo(
      {
        db,
        endpoint: postgres.app,
        clock,
        registry,
        files,
        secretKey: secrets.secretKey,
        log: telling,
        seed: (operatorId) => seedCompany({ db, clock, registry }, operatorId),
      },
      configuration.demo,
    )
    stops.push(() => demo.stop())
    if (configuration.roles.has('worker')) {
      const housekeeping = startHousekeeping({ db, clock, log, files, registry, secretKey: secrets.secretKey })
      stops.push(() => housekeeping.stop())
      const { collector } = configuration
      if (collector) stops.push(startLogShipping(db, clock, log, collector))
      const jobs = await startJobs({ owner: postgres.owner, db, registry, clock, log })
      stops.push(() => jobs.stop())
      const backups = startBackups({
        db,
        postgres,
        files: ports.files,
        clock,
        log,
        secretKey: secrets.secretKey,
        settings: configuration.backup,
      })
      stops.push(() => backups.stop())
      const outbox = startOutbox({ db, registry, clock, log })
      stops.push(() => outbox.stop())
    }
    const node = await startNode({ db, roles: configuration.roles, folders: [configuration.dataDir, configuration.backup.folder], log })
    stops.push(() => node.stop())
    const gateway = configuration.roles.has('gateway') ? await startTelematics({ db, registry, clock, log, files }, configuration) : null
    if (gateway) stops.push(() => gateway.stop())
    if (gateway && configuration.demo) stops.push(driveWhenComplete(demo, db, gateway.port, log))
    const gatewayPort = gateway?.port ?? null
    if (!configuration.roles.has('web')) return { address: null, gatewayPort, newAdminPassword, demoAccounts: [], filling: false, stop }
    const services = startServices(files, db, log)
    stops.push(() => services.stop())
    await Promise.all([demo.open, built])
    const web = await serveWeb({
      configuration,
      secrets,
      registry,
      db,
      services,
      log,
      measures: () => ({ ...node.measures(), ...gatewayMeasures(gateway) }),
    })
    stops.push(() => web.stop())
    return { address: web.address, gatewayPort, newAdminPassword, demoAccounts: await demoAccounts(db), filling: demo.filling(), stop }
  } catch (error) {
    await stop().catch(() => {})
    throw error
  }
}

interface WebParts {
  configuration: Configuration
  secrets: Secrets
  registry: Registry
  db: Database
  services: RunningServices
  log: Log
  /** Of the other parts of this process. */
  measures: () => Record<string, number>
}

async function serveWeb({
  configuration,
  secrets,
  registry,
  db,
  services,
  log,
  measures,
}: WebParts): Promise<{ address: string; stop(): Promise<void> }> {
  const { routes, loader } = allRoutes({
    db,
    clock,
    registry,
    services,
    oauthClient: secrets.oauthClient,
    secretKey: secrets.secretKey,
    mapFile: { where: configuration.mapFile, folder: join(configuration.dataDir, 'maps') },
    source: {
      address: configuration.sourceUrl,
      root: ROOT,
      folder: join(configuration.dataDir, 'source'),
      except: [configuration.dataDir, configuration.backup.folder, configuration.fieldKeys, configuration.mapFile].filter(
        (path) => path !== null,
      ),
    },
  })
  const auth = new Authentication({ db, clock, loader, secretKey: secrets.secretKey })
  await auth.ready
  const { trustProxy, port } = configuration
  const server = await buildServer({
    db,
    clock,
    registry,
    auth,
    routes,
    client: secrets.oauthClient,
    title: TITLE,
    log,
    measures,
    measureAccess: { right: 'installation', token: configuration.metricsToken },
    trustProxy,
    perAddress: configuration.connectionsPerAddress,
    webRoot: join(ROOT, 'dist/web'),
    release: () => newestRelease(db),
    sources: mapSources(db),
  })
  await listen(server, port)
  return {
    address: `http://localhost:${port}`,
    async stop() {
      await server.drain(DRAIN_MS)
      auth.stop()
    },
  }
}

async function listen(server: HttpServer, port: number): Promise<void> {
  try {
    await server.app.listen({ port, host: '::' }).catch((error: NodeJS.ErrnoException) => {
      // A machine without IPv6.
      if (error.code !== 'EAFNOSUPPORT' && error.code !== 'EADDRNOTAVAIL') throw error
      return server.app.listen({ port, host: '0.0.0.0' })
    })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EADDRINUSE') throw new StartRefused(`端口 ${port} 已被占用，请用环境变量 PORT 指定其他端口`, error)
    if (code === 'EACCES') throw new StartRefused(`没有权限使用端口 ${port}，请用环境变量 PORT 指定 1024 以上的端口`, error)
    throw error
  }
}

/** Ends the start with one sentence: what a person can mend has code 2, what only we can mend has code 1. */
function fail(error: unknown): never {
  if (error instanceof ConfigurationError) {
    process.stderr.write(`${error.message}\n`)
    process.exit(2)
  }
  if (error instanceof StartRefused) process.stderr.write(`${error.message}\n`)
  else process.stderr.write(`启动失败：${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`)
  process.exit(1)
}

/** `npm start` builds the page while the database is made ready, and says when it stands. Otherwise it stands already. */
function pageBuilt(): Promise<void> {
  if (!process.argv.includes('--page-is-being-built')) return Promise.resolve()
  return new Promise((resolve) => {
    const onMessage = (message: unknown): void => {
      if (message !== 'page built') return
      process.off('message', onMessage)
      resolve()
    }
    process.on('message', onMessage)
  })
}

async function main(): Promise<void> {
  const began = performance.now()
  const configuration = readConfiguration(process.env)
  const log = makeLog(configuration.log)
  // Belongs to some request that has its own answer; the process serves the others. An exception that nobody caught
  // is different: the state is unknown, so the process ends and whoever supervises it starts it again.
  process.on('unhandledRejection', (reason) => {
    const id = randomBytes(6).toString('hex')
    log('error', 'unhandled rejection', { id, error: reason instanceof Error ? reason.stack : String(reason) })
  })
  let running: Running | null = null
  const ending = endWhenAsked(async () => running?.stop(), log)
  // Somebody sits there and waits; whoever wants the lines sends them into a file, or asks for them by LOG.
  const watched = process.stderr.isTTY && !process.env['LOG']
  const telling = watched ? startSteps((text) => void process.stderr.write(text), log) : log
  running = await start(configuration, secretsOf(configuration), { log, telling, built: pageBuilt() })
  if (ending()) {
    await running.stop()
    return
  }
  // scripts/serve.mjs starts a server again that was ready once: said before anybody can count on it.
  process.send?.('ready')
  process.stdout.write(`${announcement(running, performance.now() - began)}\n`)
  // What was compiled is kept now and not at the end: a process that is killed leaves it to the next one, too.
  flushCompileCache()
}

main().catch(fail)
