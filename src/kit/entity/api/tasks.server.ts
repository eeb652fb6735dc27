/**
 * Long work in the background, one row of table `task` each. Runs in this process; a task whose process died is told
 * from a living one by its heartbeat and becomes «失败» the next time anybody looks.
 */
import { sql } from 'kysely'
import { jsonb } from '../../database/jsonb.server.ts'
import { z } from 'zod'
import type { Context, Db } from '../../access/context.server.ts'
import { absent, AppError } from '../../basics/errors.ts'
import type { Database } from '../../database/connection/pool.server.ts'
import { download, route, type Route } from '../../http/route.server.ts'
import { fileAnswer } from '../../http/answers.server.ts'
import { taskAnswer, taskListAnswer } from './generated-answers.server.ts'
import type { Finish, Services, TaskRunner, Work } from '../services.server.ts'
import type { TaskView } from '../wire.ts'

const HEARTBEAT_MS = 5000
/** How far a task is, is worth a write this often. */
const PROGRESS_MS = 700
const DEAD_AFTER_SECONDS = 90
const KEEP_DAYS = 7

interface Options {
  /** The database itself: the one of a request ends with the request. */
  db: Database
  concurrency?: number
  log?: (message: string, details?: object) => void
}

export class InProcessTasks implements TaskRunner {
  private readonly options: Options
  private readonly waiting: (() => Promise<void>)[] = []
  private readonly running = new Set<Promise<void>>()

  constructor(options: Options) {
    this.options = options
  }

  async start(ctx: Context, kind: string, title: string, work: Work): Promise<number> {
    const own: Context = { ...ctx, db: this.options.db }
    const { id } = await own.db.write(own.user.operatorId, (tx) =>
      tx
        .insertInto('task')
        .values({
          operatorId: own.user.operatorId,
          kind,
          title: title.slice(0, 200),
          createdBy: own.user.id || null,
          createdAt: own.clock.now(),
          total: null,
          fileId: null,
          result: null,
          error: null,
          startedAt: null,
          finishedAt: null,
          expiresAt: null,
        })
        .returning('id')
        .executeTakeFirstOrThrow(),
    )
    this.waiting.push(() => this.run(own, id, work))
    this.next()
    return id
  }

  private next(): void {
    while (this.running.size < (this.options.concurrency ?? 2) && this.waiting.length) {
      const job = this.waiting.shift()!()
      this.running.add(job)
      void job.finally(() => {
        this.running.delete(job)
        this.next()
      })
    }
  }

  /** Waits for everything begun; used when the process ends and in tests. */
  async idle(): Promise<void> {
    while (this.running.size || this.waiting.length) await Promise.allSettled(this.running)
  }

  private async run(ctx: Context, id: number, work: Work): Promise<void> {
    const { operatorId } = ctx.user
    let done = 0
    let total: number | null = null
    const set = (values: object): Promise<unknown> =>
      ctx.db.write(operatorId, (tx) => tx.updateTable('task').set(values).where('id', '=', id).execute())
    let lastNews = ''
    let toldAt = performance.now()
    const tell = (): void => {
      const news = `${done}/${total}`
      if (news === lastNews && performance.now() - toldAt < HEARTBEAT_MS) return
      lastNews = news
      toldAt = performance.now()
      void set({ done, total, heartbeatAt: sql`now()` }).catch(() => {})
    }
    const beat = setInterval(tell, PROGRESS_MS)
    const over = (result: unknown) => ({
      status: 'done' as const,
      done,
      total,
      result: result === undefined ? null : jsonb(result),
      finishedAt: ctx.clock.now(),
      expiresAt: new Date(Date.parse(ctx.clock.now()) + KEEP_DAYS * 86_400_000).toISOString(),
    })
    const finish: Finish = async (tx, result, fileId) => {
      done = total ?? done
      await tx
        .updateTable('task')
        .set({ ...over(result), fileId: fileId ?? null })
        .where('id', '=', id)
        .execute()
    }
    try {
      await set({ status: 'running', startedAt: ctx.clock.now(), heartbeatAt: sql`now()` })
      const progress = (d: number, t: number | null): void => {
        done = d
        total = t
      }
      const outcome = await work(ctx, progress, finish)
      await set({ ...over(outcome.result), fileId: outcome.fileId ?? null })
    } catch (error) {
      const known = error instanceof AppError
      if (!known) this.options.log?.('task failed', { id, error: error instanceof Error ? error.stack : String(error) })
      const message = known ? error.message : `处理失败（任务编号 ${id}），请重试或联系管理员`
      const failed = { status: 'failed', done, total, error: message, finishedAt: ctx.clock.now() } as const
      // What was said to be done in the transaction that did it stays so.
      await ctx.db
        .write(operatorId, (tx) => tx.updateTable('task').set(failed).where('id', '=', id).where('status', '<>', 'done').execute())
        .catch(() => {})
    } finally {
      clearInterval(beat)
    }
  }
}

const expireDead = (ctx: Context): Promise<unknown> =>
  ctx.db.write(ctx.user.operatorId, (tx) =>
    tx
      .updateTable('task')
      .set({ status: 'failed', error: '服务重启，任务中断，请重新发起', finishedAt: ctx.clock.now() })
      .where('status', 'in', ['waiting', 'running'])
      .where('heartbeatAt', '<', sql<string>`now() - make_interval(secs => ${DEAD_AFTER_SECONDS})`)
      .execute(),
  )

const own = (db: Db, ctx: Context) =>
  db.selectFrom('task').where('operatorId', '=', ctx.user.operatorId).where('createdBy', '=', ctx.user.id)
const COLUMNS = ['id', 'kind', 'title', 'status', 'done', 'total', 'error', 'fileId', 'createdAt', 'expiresAt', 'result'] as const

async function find(ctx: Context, id: number): Promise<TaskView> {
  const task = await ctx.db.read(ctx.user.operatorId, (db) => own(db, ctx).select(COLUMNS).where('id', '=', id).executeTakeFirst())
  if (!task) throw absent('任务已被删除，或不在您的数据权限内，请刷新后重新选择')
  return task
}

const ID = z
  .string()
  .regex(/^\d{1,15}$/, '编号不正确')
  .transform(Number)

/** A person's own tasks: progress, result, file. */
export const taskRoutes = ({ files }: Pick<Services, 'files'>): Route[] => [
  route({
    method: 'GET',
    path: '/api/v1/task/list',
    summary: '我的任务',
    right: 'signedIn',
    passive: true,
    input: z.object({
      pageNo: z
        .string()
        .regex(/^[1-9]\d{0,3}$/)
        .default('1'),
      pageSize: z
        .string()
        .regex(/^([1-9]\d?|1\d\d|200)$/, '每页最多 200 条')
        .default('20'),
    }),
    output: taskListAnswer,
    handler: async (ctx, { pageNo, pageSize }) => {
      await expireDead(ctx)
      const size = Number(pageSize)
      return ctx.db.read(ctx.user.operatorId, async (db) => {
        const [list, counted] = await Promise.all([
          own(db, ctx)
            .select(COLUMNS)
            .orderBy('id', 'desc')
            .limit(size)
            .offset((Number(pageNo) - 1) * size)
            .execute(),
          own(db, ctx)
            .select((e) => e.fn.countAll<number>().as('n'))
            .executeTakeFirstOrThrow(),
        ])
        return { list, total: counted.n, pageNo: Number(pageNo), pageSize: size }
      })
    },
  }),
  route({
    method: 'GET',
    path: '/api/v1/task/detail',
    summary: '任务进度与结果',
    right: 'signedIn',
    passive: true,
    input: z.object({ id: ID }),
    output: taskAnswer,
    handler: async (ctx, { id }) => {
      await expireDead(ctx)
      return find(ctx, id)
    },
  }),
  route({
    method: 'GET',
    path: '/api/v1/task/file',
    summary: '下载任务生成的文件',
    right: 'signedIn',
    input: z.object({ id: ID }),
    output: fileAnswer,
    handler: async (ctx, { id }) => {
      const task = await find(ctx, id)
      const file = task.fileId ? await files.open(ctx, task.fileId) : null
      if (!file) throw absent('文件不存在或已过期，请重新导出')
      return download({ fileName: file.name, mime: file.mime, body: file.body })
    },
  }),
]
