import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { readXlsx } from '#kit/excel/read.server.ts'
import { signIn } from './api.ts'
import { openScreen, pane, session, toastShown, useBrowser, world } from './harness.ts'
import { PASSWORD, type Person } from './world.ts'

useBrowser()

describe('rights', () => {
  test('a role ticked in the browser gives exactly those menus, buttons, rows, totals, exports and pickers, and nothing more through the API', async () => {
    const { port, stores, dept } = world()
    const { page, api } = await session()

    // The data permission first: a role on its own shows no rows.
    await api.post('/api/v1/dataTemplate/add', {
      name: '只看浦东店',
      entries: [{ resourceCode: 'vehicleList', rules: [{ rule: 'store', mode: 'custom', values: [stores.east] }] }],
    })
    await openScreen(page, '/system/role', 'role')
    await pane(page, 'role').getByRole('button', { name: '新增角色' }).click()
    const form = page
      .locator('.ant-drawer, .zyt-pane:visible')
      .filter({ has: page.locator('[data-field="code"]') })
      .last()
    await form.locator('[data-field="code"] input').fill('pudong_clerk')
    await form.locator('[data-field="name"] input').fill('浦东店员')
    await form.locator('[data-field="templates"]').getByRole('combobox').click()
    await page.locator('.ant-select-item-option', { hasText: '只看浦东店' }).click()
    await form.locator('[data-field="name"] input').click()
    await form.getByRole('button', { name: '保存', exact: true }).click()
    await toastShown(page, '新增成功')
    const role = (await api.get<{ list: { id: number }[] }>('/api/v1/role/list', { code: 'pudong_clerk' })).list[0]!

    await openScreen(page, `/system/roleManage?id=${role.id}`, 'roleManage')
    const vehicles = pane(page, 'roleManage')
      .getByRole('region', { name: '车辆管理' })
      .locator('.zyt-grant-page')
      .filter({ has: page.locator('.zyt-grant-name', { hasText: '车辆列表' }) })
    await vehicles.getByRole('checkbox', { name: '车辆列表' }).check()
    for (const name of ['导出', '送修']) await vehicles.getByRole('checkbox', { name, exact: true }).check()
    await pane(page, 'roleManage').getByRole('button', { name: '保存', exact: true }).click()
    await toastShown(page, '授权已保存，立即生效')
    const { granted } = await api.get<{ granted: string[] }>('/api/v1/roleGrant/detail', { id: role.id })
    expect(granted.filter((code) => code.startsWith('vehicleList')).toSorted()).toEqual([
      'vehicleList',
      'vehicleList_export',
      'vehicleList_sendToRepair',
    ])

    const user = await api.post<{ id: number }>('/api/v1/user/add', {
      username: 'pudong',
      name: '浦东小王',
      mobile: '13811112222',
      dept,
      roles: [role.id],
      customerType: 'staff',
    })
    const { password } = await api.post<{ password: string }>('/api/v1/userPassword/reset', { id: user.id })
    const first = await signIn(port, 'pudong', password)
    await first.post('/api/v1/session/password', { oldPassword: password, newPassword: PASSWORD })
    const who: Person = { id: user.id, username: 'pudong', password: PASSWORD }

    const theirs = await session(who)
    await openScreen(theirs.page, '/vehicle/vehicleList', 'vehicleList')
    const nav = theirs.page.getByRole('navigation', { name: '主菜单' })
    await expect.poll(async () => (await nav.getByRole('link').allInnerTexts()).map((t) => t.trim())).toEqual(['车辆列表'])

    const list = pane(theirs.page, 'vehicleList')
    const mine = (await api.get<{ total: number }>('/api/v1/vehicle/list', { store: stores.east, pageSize: 1 })).total
    expect(mine).toBeGreaterThan(0)
    await list.getByText(`共 ${mine} 条`).waitFor()
    expect(new Set(await list.locator('tbody td[data-col="store"]').allInnerTexts())).toEqual(new Set(['浦东店']))
    // Figures above the tabs count the same rows.
    await expect.poll(() => list.getByRole('tab', { name: /^整备中/ }).innerText()).toContain(String(mine))
    for (const name of ['新增车辆', '导入']) expect(await list.getByRole('button', { name }).count()).toBe(0)
    expect(await list.getByRole('button', { name: '导出' }).count()).toBe(1)
    const offered = new Set((await list.locator('tbody .zyt-row-actions button').allInnerTexts()).map((t) => t.trim()))
    expect([...offered]).toEqual(['送修'])

    const coming = theirs.page.waitForEvent('download')
    await list.getByRole('button', { name: '导出' }).click()
    const { rows } = await readXlsx(await readFile((await (await coming).path())!))
    expect(new Set(JSON.stringify(rows).match(/浦东店|虹桥店/g))).toEqual(new Set(['浦东店']))

    const foreign = (
      await api.get<{ list: { id: number; version: number }[] }>('/api/v1/vehicle/list', { store: stores.west, pageSize: 1 })
    ).list[0]!
    const status = async (method: 'GET' | 'POST', path: string, input: object): Promise<number> =>
      (await theirs.api.raw(method, path, input)).status
    expect(await status('GET', '/api/v1/vehicle/detail', { id: foreign.id })).toBe(404)
    expect(await status('GET', '/api/v1/vehicle/timeline', { id: foreign.id })).toBe(404)
    expect(await status('POST', '/api/v1/vehicle/sendToRepair', { id: foreign.id, version: foreign.version, reason: '不是我的车' })).toBe(
      404,
    )
    expect(await status('POST', '/api/v1/vehicle/edit', { id: foreign.id, version: foreign.version, remark: 'x' })).toBe(403)
    expect(
      await status('POST', '/api/v1/vehicle/transfer', { id: foreign.id, version: foreign.version, toStore: stores.east, reason: '偷' }),
    ).toBe(403)
    expect(await status('POST', '/api/v1/vehicle/import/commit', { rows: [] })).toBe(403)
    expect(await status('GET', '/api/v1/user/list', {})).toBe(403)
    expect(await status('GET', '/api/v1/lessee/list', {})).toBe(403)
    const picker = await theirs.api.get<{ list: { id: number }[] }>('/api/v1/vehicle/options', { ids: String(foreign.id) })
    expect(picker.list).toEqual([])
    const hits = await theirs.api.get<unknown[]>('/api/v1/search', { keyword: '欧阳明' })
    expect(hits).toEqual([])

    // Taken away again, it is gone at the next request.
    await api.post('/api/v1/roleGrant/save', { id: role.id, codes: [] })
    await expect.poll(() => status('GET', '/api/v1/vehicle/list', {})).toBe(403)
  })
  test('the table of a template keeps its shape under the hand: what is pressed after a choice is still there when let go', async () => {
    const { page } = await session()
    await openScreen(page, '/system/datatemplate', 'datatemplate')
    const screen = pane(page, 'datatemplate')
    await screen.getByRole('button', { name: '新增' }).click()
    await screen.getByLabel('默认：门店', { exact: true }).click()
    await page.locator('.ant-select-item-option', { hasText: '本门店' }).click()
    const own = screen.getByRole('switch', { name: '车辆列表：单独设置' })
    await own.click()
    expect(await own.getAttribute('aria-checked')).toBe('true')
    await screen.getByRole('button', { name: '取消' }).click()
  })
  test('a page that shows nothing says which data permission hides it', async () => {
    const s = await session(world().clerk)
    await openScreen(s.page, `/vehicle/vehicleList?plateNo=${encodeURIComponent(world().vehicles[39]!.plateNo)}`, 'vehicleList')
    await pane(s.page).getByText('没有符合条件的车辆').waitFor()
    await pane(s.page)
      .getByText(/您的数据权限：.*浦东店/)
      .waitFor()
  })
})
