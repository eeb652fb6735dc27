import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { testDatabase, type TestDatabase } from '#tests/database.ts'
import { withClient } from './connection/connection.server.ts'
import { MIGRATIONS } from '#kit/entity/schema/migration.server.ts'
import { migrate } from './migrate.server.ts'

let test: TestDatabase
let folder: string

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'zyt-migrations-'))
  test = await testDatabase({ empty: true })
})
afterEach(async () => {
  await test.close()
  rmSync(folder, { recursive: true, force: true })
})

const file = (name: string, text: string): void => writeFileSync(join(folder, name), text)
const run = (appendOnly: string[] = []) => migrate({ owner: test.owner, folder, appRole: 'zyt_app', appendOnly })
const rows = async (text: string) => (await withClient(test.owner, (c) => c.query(text))).rows
const asApp = (text: string) => withClient(test.app, (c) => c.query(text))
const denied = { code: '42501' }

describe('migrations', () => {
  it('run in order, once', async () => {
    file('0002_second.sql', 'insert into a values (1);')
    file('0001_first.sql', 'create table a (n int);')
    expect(await run()).toEqual(['0001_first', '0002_second'])
    expect(await run()).toEqual([])
    file('0003_third.sql', 'insert into a values (2);')
    expect(await run()).toEqual(['0003_third'])
    expect(await rows('select n from a order by n')).toEqual([{ n: 1 }, { n: 2 }])
  })

  it('refuse a released file that was edited, but not one with other line ends', async () => {
    file('0001_first.sql', 'create table a (n int);\n-- end\n')
    await run()
    file('0001_first.sql', 'create table a (n int);\r\n-- end\r\n')
    expect(await run()).toEqual([])
    file('0001_first.sql', 'create table a (n bigint);\n-- end\n')
    await expect(run()).rejects.toThrow('0001_first.sql 在执行之后被修改过')
  })

  it('refuse a database made by a newer program, a late number, a double number and a strange name', async () => {
    file('0002_b.sql', 'create table b (n int);')
    await run()
    file('0001_a.sql', 'create table a (n int);')
    await expect(run()).rejects.toThrow('早于已执行的 0002_b')
    rmSync(join(folder, '0001_a.sql'))
    file('0002_other.sql', '')
    await expect(run()).rejects.toThrow('序号重复')
    rmSync(join(folder, '0002_other.sql'))
    file('3_c.sql', '')
    await expect(run()).rejects.toThrow('不符合')
    rmSync(join(folder, '3_c.sql'))
    rmSync(join(folder, '0002_b.sql'))
    await expect(run()).rejects.toThrow('数据库由更新的版本建立')
  })

  it('leave a database of before the baseline as it is, and say what to do', async () => {
    file('0001_infra.sql', 'create table operator (id int); insert into operator values (7);')
    file('0010_definitions.sql', 'create table vehicle (id int);')
    await run()
    const before = await rows('select * from schema_migration order by name')
    const ours = (): Promise<string[]> => migrate({ owner: test.owner, folder: MIGRATIONS, appRole: 'zyt_app', appendOnly: [] })
    await expect(ours()).rejects.toThrow(/正式发布之前的开发版本.*数据未作任何改动.*空的数据目录（DATA_DIR）或数据库（DATABASE_URL）/)
    expect(await rows('select * from schema_migration order by name')).toEqual(before)
    expect(await rows('select id from operator')).toEqual([{ id: 7 }])
    expect(await rows(`select relname from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1`)).toEqual([
      { relname: 'operator' },
      { relname: 'schema_migration' },
      { relname: 'vehicle' },
    ])
  })

  it('refuse a place with tables of others, before anything is written; what others add later is not in the way', async () => {
    file('0001_first.sql', 'create table a (n int generated always as identity);')
    const stranger = (text: string) => withClient(test.root, (c) => c.query(text))
    await stranger('create table "order" (id serial)')
    await expect(run()).rejects.toThrow(/public 模式中已有其他程序的 1 个数据表或序列：order。请为租运通单独建立一个空数据库/)
    expect(await rows(`select to_regclass('schema_migration') as made`)).toEqual([{ made: null }])
    await stranger('drop table "order"')
    expect(await run()).toEqual(['0001_first'])
    await stranger('create table "order" (id serial)')
    expect(await run()).toEqual([])
    await asApp('insert into a default values')
  })

  it('refuse a role that may not build here, with the command that lets it', async () => {
    file('0001_first.sql', 'create table a (n int);')
    const poor = () => migrate({ owner: test.app, folder, appRole: 'zyt_app', appendOnly: [] })
    await expect(poor()).rejects.toThrow(/没有在数据库 test_\d+ 中建表的权限。请由管理员执行 ALTER DATABASE test_\d+ OWNER TO zyt_app/)
  })

  it('leave nothing of one that fails, keep those before it, and name the line', async () => {
    file('0001_good.sql', 'create table a (n int);')
    file('0002_bad.sql', 'create table b (n int);\n\nselect nonsense from a;')
    await expect(run()).rejects.toThrow('0002_bad.sql 执行失败（第 3 行）')
    expect(await rows(`select to_regclass('a') is not null as a, to_regclass('b') is not null as b`)).toEqual([{ a: true, b: false }])
    file('0002_bad.sql', 'create table b (n int);')
    expect(await run()).toEqual(['0002_bad'])
  })

  it('of several nodes starting together run once', async () => {
    file('0001_slow.sql', 'create table a (n int); select pg_sleep(0.3);')
    const ran = await Promise.all(Array.from({ length: 5 }, () => run()))
    expect(ran.flat()).toEqual(['0001_slow'])
  })

  it('interrupted in the middle are repeated by the next start', async () => {
    file('0001_first.sql', 'create table a (n int);')
    file('0002_slow.sql', 'create table b (n int); select pg_sleep(600);')
    const interrupted = run()
    interrupted.catch(() => {})
    const inside = () =>
      rows(
        `select pid from pg_stat_activity where query like '%pg_sleep(600)%' and pid <> pg_backend_pid() and datname = current_database()`,
      )
    await expect.poll(async () => (await inside()).length).toBe(1)
    await rows(`select pg_terminate_backend(${(await inside())[0].pid})`)
    await expect(interrupted).rejects.toThrow()
    copyFileSync(join(folder, '0001_first.sql'), join(folder, '0001_first.sql.bak'))
    file('0002_slow.sql', 'create table b (n int);')
    expect(await run()).toEqual(['0002_slow'])
  })
})

describe('the run-time role', () => {
  it('may change rows but only add to append-only tables, and never touches schema or migration record', async () => {
    file('0001_tables.sql', 'create table ordinary (id bigint generated always as identity, n int); create table ledger (n int);')
    await run(['ledger'])
    await asApp(
      'insert into ordinary (n) values (1); update ordinary set n = 2; delete from ordinary; insert into ledger values (1); select * from ledger',
    )
    for (const text of [
      'update ledger set n = 2',
      'delete from ledger',
      'truncate ledger',
      'delete from schema_migration',
      'create table x (n int)',
      'drop table ordinary',
      'alter table ordinary add m int',
      'truncate ordinary',
    ]) {
      await expect(asApp(text), text).rejects.toMatchObject(denied)
    }
  })

  it('loses the right to change a table that becomes append-only', async () => {
    file('0001_tables.sql', 'create table ledger (n int);')
    await run()
    await asApp('update ledger set n = 1')
    await run(['ledger'])
    await expect(asApp('update ledger set n = 1')).rejects.toMatchObject(denied)
  })

  it('reaches partitions only through their parent', async () => {
    file(
      '0001_tables.sql',
      'create table position (day date) partition by range (day); create table position_1 partition of position default;',
    )
    await run()
    await asApp(`insert into position values ('2026-01-01'); select * from position`)
    await expect(asApp('select * from position_1')).rejects.toMatchObject(denied)
  })

  it('is refused when an append-only table does not exist', async () => {
    mkdirSync(folder, { recursive: true })
    await expect(run(['no_such_table'])).rejects.toThrow('no_such_table')
  })
})
