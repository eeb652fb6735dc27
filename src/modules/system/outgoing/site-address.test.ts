/** Whose address may stand in a link: never the one the caller happens to name. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Context } from '#kit/access/context.server.ts'
import { startRig, type Rig } from '#tests/house/rig.ts'
import { knownSite, NO_SITE, ownAddress, siteFor } from './site-address.server.ts'

let rig: Rig
let mine: Context
let theirs: Context
beforeAll(async () => {
  rig = await startRig()
  mine = rig.admin.ctx
  theirs = rig.stranger.ctx
  const operatorId = mine.user.operatorId
  await rig.db.write(operatorId, async (tx) => {
    const site = (host: string) => ({ operatorId, host, title: '租运通', company: '甲运', look: 'leasing', primaryColor: 'blue' })
    await tx
      .insertInto('siteConfig')
      .values([site('console.example'), site('*')] as never)
      .execute()
    await tx
      .insertInto('operatorHost')
      .values([
        { host: 'given.example', operatorId: theirs.user.operatorId },
        { host: 'own.example', operatorId },
      ])
      .execute()
  })
})
afterAll(() => rig?.close())

const known = (ctx: Context, opened: string): Promise<string | null> => ctx.db.read(ctx.user.operatorId, (db) => knownSite(db, ctx, opened))

describe('an address is ours', () => {
  it.each(['http://localhost:8080', 'http://rental.localhost', 'http://127.0.0.1:3000', 'http://[::1]:3000'])(
    'when it is this machine: %s',
    async (opened) => expect(await known(mine, opened)).toBe(opened),
  )
  it('when its host is configured or given to the company, with whatever port the proxy has', async () => {
    expect(await known(mine, 'https://Console.example')).toBe('https://console.example')
    expect(await known(mine, 'https://console.example:8443')).toBe('https://console.example:8443')
    expect(await known(mine, 'https://own.example')).toBe('https://own.example')
    expect(await known(theirs, 'https://given.example')).toBe('https://given.example')
  })
  it('also when it is the platform’s, which the people of every company open; another company’s is not', async () => {
    expect(await known(theirs, 'https://console.example')).toBe('https://console.example')
    expect(await known(mine, 'https://given.example')).toBeNull()
    expect(await known(theirs, 'https://own.example')).toBeNull()
  })
  it.each([
    'https://evil.example',
    'https://console.example.evil.example',
    'https://evil-console.example',
    'https://localhost.evil.example',
    'http://127.0.0.1.evil.example',
    ['https://', '10.1.2.3'].join(''),
    'https://console.example@evil.example',
    'javascript:alert(1)',
    '',
  ])('and is not because a call came under it, though * is configured for all the others: %s', async (opened) => {
    expect(await known(mine, opened)).toBeNull()
    await expect(mine.db.write(mine.user.operatorId, (tx) => siteFor(tx, mine, opened))).rejects.toMatchObject({
      kind: 'refused',
      message: NO_SITE,
    })
  })
})

describe('the address a page says it was opened under', () => {
  it('is taken where the call came to the same one, and a host that is none is a refusal, not a fault', () => {
    expect(ownAddress({ host: 'Console.Example:8443' }, 'https://console.example:8443/x')).toBe('https://console.example:8443')
    for (const host of ['other.example', 'console.example', 'a[b', '', undefined])
      expect(() => ownAddress(host === undefined ? {} : { host }, 'https://console.example:8443')).toThrow(
        expect.objectContaining({ data: { origin: '链接只能使用本系统的网址' } }),
      )
  })
})
