import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from 'kysely'
import { verifyChain } from '#kit/audit/chain.server.ts'
import { timeline } from '#kit/audit/timeline.server.ts'
import type { AppError } from '#kit/basics/errors.ts'
import type { Context } from '#kit/access/context.server.ts'
import { libraryDatabase } from './fixture/database.server.ts'
import { clock, contextFor, idNo, registry } from './fixture/served.server.ts'
import { act, actNamed, add, edit, get, remove, restore } from './store.server.ts'

let base: Awaited<ReturnType<typeof libraryDatabase>>
let ctx: Context
let shelf = 0
let reader = 0

const write = <T>(work: (tx: never) => Promise<T>, who: Context = ctx): Promise<T> =>
  base.db.write(who.user.operatorId, (tx) => work(tx as never))
const errorOf = async (work: Promise<unknown>): Promise<AppError> => {
  try {
    await work
  } catch (error) {
    return error as AppError
  }
  throw new Error('nothing was refused')
}
let running = 0
const newBook = (more: Record<string, unknown> = {}): Promise<{ id: number; version: number; [key: string]: unknown }> =>
  write((tx) => add(tx, ctx, 'testBook', { name: `书${++running}`, shelf, price: 1000, ...more }, 'person'))

beforeAll(async () => {
  base = await libraryDatabase()
  ctx = contextFor(base.db)
  shelf = (await write((tx) => add(tx, ctx, 'testShelf', { name: '一号架', code: 'A1' }, 'person'))).id
  reader = (await write((tx) => add(tx, ctx, 'testReader', { name: '张三', idNo: idNo(1), mobile: '13800138000' }, 'person'))).id
})
afterAll(() => base?.close())

describe('adding', () => {
  test('fills state, default, serial number and standard columns, and returns every kind as it was given', async () => {
    const values = {
      name: '三体',
      isbn: '978-1',
      genre: 'science',
      language: 'zh',
      shelf,
      boughtOn: '2026-02-28',
      price: 12345,
      pages: 302,
      weight: 0.75,
      discount: 850,
      fans: [reader],
      chapters: [{ title: '第一章', from: 1, contact: null }],
      origin: { address: '重庆市' },
      remark: '两\n行',
      rare: true,
      insurer: '平安',
    }
    const book = await write((tx) => add(tx, ctx, 'testBook', values, 'person'))
    expect(book).toMatchObject({
      ...values,
      status: 'draft',
      doublePrice: 24690,
      version: 1,
      createdBy: 1,
      operatorId: 1,
      createdAt: clock.now(),
      reader: null,
    })
    expect(book['no']).toMatch(/^TS20260315-\d{4}$/)
  })
  test('refuses state, read-only, computed, unknown keys and the tenant by name', async () => {
    const error = await errorOf(newBook({ status: 'lent', reader, doublePrice: 1, operatorId: 2, nonsense: 1, id: 5 }))
    expect(error.kind).toBe('invalid')
    expect(Object.keys(error.data as object).sort()).toEqual(['doublePrice', 'id', 'nonsense', 'operatorId', 'reader', 'status'])
  })
  test('says the sentence of the definition on a duplicate, 1501 for a certificate', async () => {
    await newBook({ isbn: 'X-1' })
    expect(await errorOf(newBook({ isbn: 'X-1' }))).toMatchObject({ kind: 'invalid', data: { isbn: '该书号已存在' } })
    const again = errorOf(write((tx) => add(tx, ctx, 'testReader', { name: '李四', idNo: idNo(1) }, 'person')))
    expect(await again).toMatchObject({ code: 1501, message: '该证件已存在，不可重复添加' })
    await newBook({ name: '同名', boughtOn: '2026-01-01' })
    expect((await errorOf(newBook({ name: '同名', boughtOn: '2026-01-01' }))).message).toBe('同一天不能购入同名的书')
  })
  test('a deleted record frees its unique values', async () => {
    const one = await newBook({ isbn: 'FREE' })
    await write((tx) => remove(tx, ctx, 'testBook', one.id, 1, 'person'))
    expect((await newBook({ isbn: 'FREE' })).id).not.toBe(one.id)
  })
  test('a reference must exist, be alive and pass the fixed filter of the field', async () => {
    const closed = (await write((tx) => add(tx, ctx, 'testShelf', { name: '关闭架', code: 'CL', open: false }, 'person'))).id
    for (const bad of [999_999, closed]) expect((await errorOf(newBook({ shelf: bad }))).data).toHaveProperty('shelf')
    expect((await errorOf(newBook({ fans: [reader, 999_999] }))).data).toHaveProperty('fans')
    expect((await errorOf(newBook({ language: 'fr' }))).data).toHaveProperty('language')
  })
  test('gives 64 concurrent writers different numbers', async () => {
    const books = await Promise.all(Array.from({ length: 64 }, () => newBook()))
    expect(new Set(books.map((book) => book['no'])).size).toBe(64)
  })
  test('runs hooks, and finds by pinyin afterwards', async () => {
    const one = await write((tx) => add(tx, ctx, 'testShelf', { name: '待定', code: 'HOOK' }, 'person'))
    expect(one['name']).toBe('未命名')
  })
})

describe('editing', () => {
  test('refuses a stale version and lets the same person save twice', async () => {
    const book = await newBook()
    const second = await write((tx) => edit(tx, ctx, 'testBook', book.id, 1, { name: '改一' }, 'person'))
    expect(second.version).toBe(2)
    expect((await errorOf(write((tx) => edit(tx, ctx, 'testBook', book.id, 1, { name: '改二' }, 'person')))).kind).toBe('conflict')
    expect((await write((tx) => edit(tx, ctx, 'testBook', book.id, 2, { name: '改三' }, 'person'))).version).toBe(3)
  })
  test('of 8 at once on one version exactly one wins', async () => {
    const book = await newBook()
    const all = await Promise.allSettled(
      Array.from({ length: 8 }, (_, i) => write((tx) => edit(tx, ctx, 'testBook', book.id, 1, { name: `抢${i}` }, 'person'))),
    )
    expect(all.filter((one) => one.status === 'fulfilled')).toHaveLength(1)
  })
  test('leaves the version alone when nothing changed', async () => {
    const book = await newBook({ remark: '同' })
    expect((await write((tx) => edit(tx, ctx, 'testBook', book.id, 1, { remark: ' 同 ' }, 'person'))).version).toBe(1)
  })
  test('a masked value that comes back as shown stays what it was', async () => {
    const one = await write((tx) => add(tx, ctx, 'testReader', { name: '王五', idNo: idNo(2), mobile: '13900139000' }, 'person'))
    const saved = await write((tx) => edit(tx, ctx, 'testReader', one.id, 1, { name: '王六', mobile: '139****9000' }, 'person'))
    expect(saved).toMatchObject({ name: '王六', mobile: '13900139000' })
    const wrong = await errorOf(write((tx) => edit(tx, ctx, 'testReader', one.id, 2, { mobile: '138****9000' }, 'person')))
    expect(wrong.data).toHaveProperty('mobile')
  })
  test('keeps a reference that has been closed since, and rejects choosing it anew', async () => {
    const target = (await write((tx) => add(tx, ctx, 'testShelf', { name: '将关', code: 'SOON' }, 'person'))).id
    const book = await newBook({ shelf: target })
    await write((tx) => edit(tx, ctx, 'testShelf', target, 1, { open: false }, 'person'))
    expect((await write((tx) => edit(tx, ctx, 'testBook', book.id, 1, { shelf: target, remark: '改' }, 'person')))['remark']).toBe('改')
    const other = await newBook()
    expect((await errorOf(write((tx) => edit(tx, ctx, 'testBook', other.id, 1, { shelf: target }, 'person')))).data).toHaveProperty('shelf')
  })
})

describe('deleting', () => {
  test('is refused while something alive refers to it, with the name of what does', async () => {
    const target = (await write((tx) => add(tx, ctx, 'testShelf', { name: '被用', code: 'USED' }, 'person'))).id
    const book = await newBook({ shelf: target, name: '占用者' })
    expect((await errorOf(write((tx) => remove(tx, ctx, 'testShelf', target, 1, 'person')))).message).toMatch(
      /图书「.*占用者」还在使用它，不能删除/,
    )
    await write((tx) => remove(tx, ctx, 'testBook', book.id, 1, 'person'))
    await write((tx) => remove(tx, ctx, 'testShelf', target, 1, 'person'))
  })
  test('takes cascading children along, and undoing brings all back within ten minutes', async () => {
    const book = await newBook()
    const note = await write((tx) => add(tx, ctx, 'testNote', { book: book.id, text: '好' }, 'person'))
    await write((tx) => remove(tx, ctx, 'testBook', book.id, 1, 'person'))
    expect((await errorOf(write((tx) => get(tx, ctx, 'testNote', note.id)))).kind).toBe('absent')
    await write((tx) => restore(tx, ctx, 'testBook', book.id))
    expect((await write((tx) => get(tx, ctx, 'testNote', note.id)))['text']).toBe('好')
    await write((tx) => remove(tx, ctx, 'testBook', book.id, null, 'person'))
    clock.advanceMinutes(11)
    expect((await errorOf(write((tx) => restore(tx, ctx, 'testBook', book.id)))).message).toContain('10 分钟')
  })
})

describe('actions', () => {
  const actions = ['shelve', 'lend', 'giveBack', 'lose'] as const
  const inputs: Record<string, () => Record<string, unknown>> = {
    shelve: () => ({}),
    lend: () => ({ reader, reason: '借' }),
    giveBack: () => ({}),
    lose: () => ({ reason: '丢' }),
  }
  const paths: Record<string, string[]> = { draft: [], onShelf: ['shelve'], lent: ['shelve', 'lend'], lost: ['shelve', 'lose'] }
  const allowed: Record<string, string[]> = { draft: ['shelve'], onShelf: ['lend', 'lose'], lent: ['giveBack', 'lose'], lost: [] }
  for (const state of Object.keys(paths)) {
    for (const action of actions) {
      test(`${action} from ${state} is ${allowed[state]!.includes(action) ? 'done' : 'refused'}`, async () => {
        let book = await newBook()
        for (const step of paths[state]!)
          book = await write((tx) => actNamed(tx, ctx, 'testBook', step, book.id, null, inputs[step]!(), 'person'))
        expect(book['status']).toBe(state)
        const run = write((tx) => actNamed(tx, ctx, 'testBook', action, book.id, book.version, inputs[action]!(), 'person'))
        if (allowed[state]!.includes(action)) expect((await run).version).toBe(book.version + 1)
        else {
          expect(await errorOf(run)).toMatchObject({ kind: 'refused', reason: `testBook.${action}.state` })
          expect((await write((tx) => get(tx, ctx, 'testBook', book.id)))['status']).toBe(state)
        }
      })
    }
  }
  test('facts refuse, input is checked, references of the input too, and nothing of a refused effect stays', async () => {
    const book = await newBook()
    await write((tx) => act(tx, ctx, 'testBook', 'shelve', book.id, 1, {}, 'person'))
    expect((await errorOf(write((tx) => actNamed(tx, ctx, 'testBook', 'lend', book.id, 2, {}, 'person')))).data).toHaveProperty('reader')
    expect((await errorOf(write((tx) => act(tx, ctx, 'testBook', 'lend', book.id, 2, { reader: 777_777 }, 'person')))).data).toHaveProperty(
      'reader',
    )
    expect(
      (await errorOf(write((tx) => actNamed(tx, ctx, 'testBook', 'lend', book.id, 2, { reader, spare: 1 }, 'person')))).data,
    ).toHaveProperty('spare')
    await write((tx) => add(tx, ctx, 'testNote', { book: book.id, text: '批' }, 'person'))
    expect((await errorOf(write((tx) => act(tx, ctx, 'testBook', 'lend', book.id, 2, { reader }, 'person')))).message).toBe(
      '有读者批注，不能借出',
    )
    expect(await write((tx) => get(tx, ctx, 'testBook', book.id))).toMatchObject({ status: 'onShelf', version: 2, reader: null })
  })
  test('of 16 at once exactly one lends', async () => {
    const book = await newBook()
    await write((tx) => act(tx, ctx, 'testBook', 'shelve', book.id, 1, {}, 'person'))
    const all = await Promise.allSettled(
      Array.from({ length: 16 }, () => write((tx) => act(tx, ctx, 'testBook', 'lend', book.id, null, { reader }, 'person'))),
    )
    expect(all.filter((one) => one.status === 'fulfilled')).toHaveLength(1)
  })
  test('an internal action is for server code only', async () => {
    const book = await newBook()
    expect((await errorOf(write((tx) => act(tx, ctx, 'testBook', 'touch', book.id, 1, {}, 'person')))).kind).toBe('forbidden')
    expect((await write((tx) => act(tx, ctx, 'testBook', 'touch', book.id, 1, {})))['remark']).toBe('已标记')
  })
})

describe('tenants', () => {
  test('another operator sees nothing even without any WHERE, cannot point here, cannot write here', async () => {
    const stranger = contextFor(base.db, { operatorId: 2, id: 9 })
    const book = await newBook()
    const { rows } = await base.db.read(2, (db) => sql<{ n: number }>`select count(*) as n from test_book`.execute(db))
    expect(rows[0]!.n).toBe(0)
    const mine = await base.db.read(1, (db) => sql<{ n: number }>`select count(*) as n from test_book`.execute(db))
    expect(mine.rows[0]!.n).toBeGreaterThan(0)
    const none = await base.db.read(null, (db) => sql<{ n: number }>`select count(*) as n from test_book`.execute(db))
    expect(none.rows[0]!.n).toBe(0)
    expect((await errorOf(write((tx) => get(tx, stranger, 'testBook', book.id), stranger))).kind).toBe('absent')
    expect((await errorOf(write((tx) => add(tx, stranger, 'testBook', { name: '越界', shelf }), stranger))).data).toHaveProperty('shelf')
    const direct = errorOf(base.db.write(2, (tx) => sql`insert into test_shelf (operator_id, name, code) values (1, 'x', 'y')`.execute(tx)))
    expect((await direct).message).toMatch(/row-level security/)
  })
})

describe('history', () => {
  test('tells who, from where to where, what changed in words, and hides personal data', async () => {
    const book = await newBook({ name: '史记' })
    await write((tx) =>
      edit(
        tx,
        ctx,
        'testBook',
        book.id,
        1,
        { name: '史记二', price: 250_000, rare: true, insurer: '人保', chapters: [{ title: '一', contact: '13800138000' }] },
        'person',
      ),
    )
    await write((tx) => act(tx, ctx, 'testBook', 'shelve', book.id, 2, {}, 'person'))
    await write((tx) => act(tx, ctx, 'testBook', 'lend', book.id, 3, { reader, reason: '常客' }, 'person'))
    const { list, total } = await base.db.read(1, (db) => timeline(db, ctx, registry.entity('testBook'), book.id, 1))
    expect(total).toBe(4)
    expect(list.map((line) => line.label)).toEqual(['借出', '上架', '修改', '新增'])
    expect(list[0]).toMatchObject({ userName: '用户1', from: '在架', to: '借出', reason: '常客', source: 'form' })
    expect(list[0]!.changes).toContainEqual({ field: 'reader', label: '借阅人', before: '', after: '张三' })
    expect(list[2]!.changes).toContainEqual({ field: 'price', label: '价格', before: '10.00', after: '2,500.00' })
    const { rows } = await base.db.read(1, (db) =>
      sql<{ text: string }>`select string_agg(changes::text, ' ') as text from audit_log`.execute(db),
    )
    expect(rows[0]!.text).not.toMatch(/13800138000|13900139000/)
    expect(rows[0]!.text).not.toContain(idNo(1))
  })
  test('is a chain that shows every later change, and that nobody can change through the product', async () => {
    expect(await verifyChain(base.db, 1)).toMatchObject({ problem: null })
    for (const statement of [
      `update audit_log set reason = 'x'`,
      `delete from audit_log`,
      `update audit_seal set seq = 1`,
      `update audit_head set seq = 1`,
      `insert into audit_seal (operator_id, seq, audit_id, hash) values (1, 999999, 1, '\\x00')`,
    ]) {
      expect((await errorOf(base.db.write(1, (tx) => sql.raw(statement).execute(tx)))).message).toMatch(
        /append-only|permission denied|its trigger only/,
      )
    }
  })
})

describe('the chain of the log', () => {
  const line = (n: number) =>
    sql`insert into audit_log (operator_id, at, user_name, entity, entity_id, action, source) values (77, now(), '测试', 'testBook', ${n}, 'add', 'server')`
  test('seals what is written after others of the same transaction were sealed, and what is left of one that was partly undone', async () => {
    await base.db.write(77, async (tx) => {
      await line(1).execute(tx)
      await sql`set constraints all immediate`.execute(tx)
      await line(2).execute(tx)
      await sql`set constraints all deferred`.execute(tx)
      await sql`savepoint half`.execute(tx)
      await line(3).execute(tx)
      await sql`set constraints all immediate`.execute(tx)
      await sql`rollback to savepoint half`.execute(tx)
      await line(4).execute(tx)
      await line(5).execute(tx)
    })
    await base.db.write(77, (tx) => line(6).execute(tx))
    expect(await verifyChain(base.db, 77)).toEqual({ problem: null, lines: 5 })
  })
  test('says when somebody pretended that his lines were sealed', async () => {
    await base.db.write(77, async (tx) => {
      await sql`select set_config('app.sealed', concat_ws(':', pg_current_xact_id(), 77, 9223372036854775807), true)`.execute(tx)
      await line(7).execute(tx)
    })
    await base.db.write(77, (tx) => line(8).execute(tx))
    expect((await verifyChain(base.db, 77)).problem).toBe('有 1 条操作记录没有校验值')
  })
})

describe('the index of texts', () => {
  test('is used below row-level security', async () => {
    const { rows } = await base.db.read(1, (db) =>
      sql<{ leakproof: boolean }>`select proleakproof as leakproof from pg_proc where oid = 'textlike(text, text)'::regprocedure`.execute(
        db,
      ),
    )
    expect(rows[0]!.leakproof).toBe(true)
  })
})
