/** Somebody guesses at people from many places: who waits, who goes on, and who lifts it (decision 0123). */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { systemClock } from '#kit/basics/time/clock.ts'
import { resetPerson, unlockPerson } from '#modules/system/people/unlock.server.ts'
import { bench, type Bench } from '#tests/house/people.ts'

type Someone = Awaited<ReturnType<Bench['person']>>
let office: Bench
let company: number
beforeAll(async () => {
  office = await bench()
  company = office.rig.admin.ctx.user.operatorId
})
afterAll(async () => {
  expect(office?.rig.faults).toEqual([])
  await office?.rig.close()
})

describe('a pause', () => {
  test('lifts pauses of those below him from all origins; the server itself lifts them for whoever is alone, and writes it down', async () => {
    const keeper = await office.person('keeper2', { roles: [await office.role('账号管理二', ['user', 'user_unlock'])] })
    await office.person('strong2', { roles: [await office.role('财务主管二', ['systemLog', 'billInfoList'])] })
    await office.person('weak2', { roles: [] })
    const of = async (username: string) => {
      const { list } = (await office.get('user/list', { username })).data as { list: { id: number; version: number }[] }
      return list[0]!
    }
    const unlock = async (username: string, who?: Someone) =>
      (await office.post('user/unlock', await of(username).then(({ id, version }) => ({ id, version })), who)).message
    expect(await unlock('weak2')).toContain('没有被锁定')
    for (const name of ['strong2', 'weak2']) for (let i = 0; i < 5; i++) await office.login(name, `wrong${i}`)
    expect(await unlock('strong2', keeper)).toContain('权限超出您的权限')
    expect(await unlock('weak2', keeper)).toBe('操作成功')
    expect(await unlock('weak2')).toContain('没有被锁定')
    const { db } = office.rig
    expect(await unlockPerson(db, systemClock, 'strong2')).toBe('已解除账号「strong2」的登录限制（1 个来源），现在可以登录。')
    expect(await unlockPerson(db, systemClock, 'strong2')).toBe('账号「strong2」没有被限制登录。')
    expect(await unlock('strong2')).toContain('没有被锁定')
    await expect(unlockPerson(db, systemClock, 'nobody2')).rejects.toThrow('没有用户名为「nobody2」的账号')
    const lines = await db.read(company, (tx) =>
      tx.selectFrom('auditLog').select('reason').where('action', '=', 'unlock').where('reason', 'is not', null).orderBy('id').execute(),
    )
    expect(lines.map((line) => line.reason)).toEqual([
      '在服务器上执行 npm run unlock，解除 1 个来源的登录限制',
      '在服务器上执行 npm run unlock，解除 0 个来源的登录限制',
    ])
  })
  test('and a way in that nobody in the console may give back is given by the server: a new password for one login', async () => {
    const alone = await office.person('alone2', { roles: [] })
    const { db } = office.rig
    const said = await resetPerson(db, systemClock, 'alone2')
    const password = /初始密码：(\S{12})（/.exec(said)![1]!
    expect((await office.get('session/me', {}, alone)).status).toBe(401)
    expect(JSON.parse((await office.login('alone2', alone.password)).text)).not.toHaveProperty('access_token')
    expect(JSON.parse((await office.login('alone2', password)).text)).toHaveProperty('access_token')
    const lines = await db.read(company, (tx) =>
      tx.selectFrom('auditLog').select('reason').where('action', '=', 'resetPassword').where('reason', 'is not', null).execute(),
    )
    expect(lines.map((line) => line.reason)).toEqual(['在服务器上执行 npm run unlock -- 用户名 --reset，生成初始密码并清除两步验证'])
  })
})
