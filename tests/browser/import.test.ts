import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readXlsx } from '#kit/excel/read.server.ts'
import { xlsxBytes } from '#kit/excel/write.server.ts'
import { openScreen, pane, session, toastShown, useBrowser, world } from './harness.ts'
import { checked } from './world.ts'

useBrowser()

const COLUMNS = {
  plateNo: '车牌号',
  plateColor: '车牌颜色',
  vin: '车架号',
  model: '车型',
  energy: '能源类型',
  useNature: '使用性质',
  ownership: '权属',
  store: '所属门店',
  drivingLicenceNo: '行驶证档案编号',
}

function row(n: number): Record<keyof typeof COLUMNS, string> {
  const plate = `苏E${String(30_000 + n)}`
  // Fifteen name a store that does not exist, five a plate that is none.
  return {
    plateNo: n % 100 === 7 ? `苏E${n}` : plate,
    plateColor: '蓝',
    vin: checked('vin', `LSVAA49J?EN${String(700_000 + n)}`),
    model: '福田 奥铃冷藏 4.2 米',
    energy: '柴油',
    useNature: '租赁',
    ownership: '自有',
    store: n % 33 === 3 && n < 495 ? '浦冬店' : '浦东店',
    drivingLicenceNo: `DL${n}`,
  }
}

async function workbook(path: string, rows = Array.from({ length: 500 }, (_, n) => row(n))): Promise<void> {
  const columns = Object.entries(COLUMNS).map(([key, label]) => ({ key, label, kind: 'text' as const }))
  const pieces: Uint8Array[] = []
  for await (const piece of xlsxBytes(rows, { sheetName: '车辆', columns })) pieces.push(piece)
  await writeFile(path, Buffer.concat(pieces))
}

describe('importing vehicles', () => {
  test('500 rows with 20 bad ones: all checked before any is written, repaired in the grid, imported; then 300 of them change the store', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'zyt-import-'))
    const file = join(folder, '车辆.xlsx')
    await workbook(file)
    const { page, api } = await session()
    const total = async (): Promise<number> =>
      (await api.get<{ total: number }>('/api/v1/vehicle/list', { plateNo: '苏E', pageSize: 1 })).total
    await openScreen(page, '/vehicle/vehicleList', 'vehicleList')
    await pane(page).getByRole('button', { name: '导入' }).click()
    const dialog = page.getByRole('dialog').filter({ hasText: '下载模板' })
    await dialog.waitFor()
    await page.setInputFiles('input[type=file][accept=".xlsx"]', file)
    await page.getByText('共 500 行').waitFor()
    await expect.poll(() => page.locator('.zyt-import-bar').innerText()).toMatch(/正确 480.*有误 20/s)
    expect(await total()).toBe(0)
    expect(await page.getByRole('button', { name: /全部导入/ }).getAttribute('aria-disabled')).toBe('true')

    // One repair, the other fourteen alike at once.
    const cell = (line: number, label: string) => page.getByRole('button', { name: new RegExp(`^第 ${line} 行${label}：`) })
    await page
      .getByRole('button', { name: /所属门店：浦冬店/ })
      .first()
      .click()
    await page.locator('.zyt-grid-input').fill('浦东店')
    await page.locator('.zyt-grid-input').press('Enter')
    await page.locator('dialog.zyt-confirm').getByRole('button', { name: '一并修改' }).click()
    await page.locator('.zyt-import-bar').getByText('待检查 15').waitFor()

    // Half mended, and the page goes: F5 here, an expired login or a new version likewise.
    page.once('dialog', (leaving) => void leaving.accept())
    await page.reload()
    await pane(page, 'vehicleList').getByRole('button', { name: '导入' }).click()
    await page.getByText('上次的修改还没有导入（15 个单元格）').waitFor()
    await page.setInputFiles('input[type=file][accept=".xlsx"]', file)
    await toastShown(page, '已恢复上次对该文件的修改')
    await page.locator('.zyt-import-bar').getByText('待检查 15').waitFor()
    for (const n of [7, 107, 207, 307, 407]) {
      // Line 1 is the head.
      await cell(n + 2, '车牌号').click()
      await page.locator('.zyt-grid-input').fill(`苏E${30_000 + n}`)
      await page.locator('.zyt-grid-input').press('Enter')
    }
    await page.getByRole('button', { name: /重新检查/ }).click()
    await expect.poll(() => page.locator('.zyt-import-bar').innerText()).toMatch(/正确 500.*有误 0/s)
    await page.getByRole('button', { name: '全部导入（500）' }).click()
    await toastShown(page, '已转入后台导入，可在任务中心查看进度')
    // How far it is, while it is under way.
    const task = page.locator('.zyt-task').filter({ hasText: '导入车辆 500 行' })
    await task.getByText(/^\d+ \/ 500$/).waitFor()
    await task.getByText('已导入 500 条').waitFor()
    expect(await total()).toBe(500)

    // One of them stands in the other store already: its row will say so, the others move.
    const {
      list: [early],
    } = await api.get<{ list: { id: number; version: number; plateNo: string }[] }>('/api/v1/vehicle/list', {
      plateNo: '苏E30123',
      pageSize: 1,
    })
    await api.post('/api/v1/vehicle/transfer', {
      id: early!.id,
      version: early!.version,
      toStore: world().stores.west,
      reason: '先行调拨',
    })
    await openScreen(page, '/vehicle/vehicleList?plateNo=苏E30', 'vehicleList')
    await pane(page).getByRole('checkbox', { name: '选择本页' }).check()
    await pane(page)
      .getByRole('button', { name: /选择全部 500 条/ })
      .click()
    await pane(page).getByRole('region', { name: '批量操作' }).getByRole('button', { name: '调拨' }).click()
    const bulk = page.getByRole('dialog').filter({ hasText: '将影响 500 条' })
    await bulk.getByText('数量较多，将在后台处理').waitFor()
    await bulk.getByRole('combobox').first().click()
    await page.locator('.ant-select-item-option', { hasText: '虹桥店' }).first().click()
    await bulk.locator('[data-field="reason"] input').fill('整体调拨')
    await bulk.getByRole('button', { name: /调拨 500 条/ }).click()
    await toastShown(page, '已转入后台处理，可在任务中心查看进度')
    await page.getByRole('button', { name: '查看每条结果' }).first().click()
    const result = page.getByRole('alert').filter({ hasText: '成功 499 条，失败 1 条' })
    await result.waitFor()
    await page.locator('.zyt-task').getByText('车辆已经在这家门店，请选择另一家门店').waitFor()
    expect(
      (await api.get<{ total: number }>('/api/v1/vehicle/list', { plateNo: '苏E', store: world().stores.west, pageSize: 1 })).total,
    ).toBe(500)
    await rm(folder, { recursive: true })
  })
  test('of a file with a wrong row the right ones come in, and the last page hands the wrong one back as a file with its reason', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'zyt-import-'))
    const file = join(folder, '三辆.xlsx')
    // The third has a plate that is none.
    await workbook(file, [row(601), row(602), { ...row(603), plateNo: '苏E6' }])
    const { page } = await session()
    await openScreen(page, '/vehicle/vehicleList', 'vehicleList')
    await pane(page).getByRole('button', { name: '导入' }).click()
    await page.setInputFiles('input[type=file][accept=".xlsx"]', file)
    await page.getByRole('button', { name: '导入正确行（2）' }).click()
    const dialog = page.getByRole('dialog').filter({ hasText: '已导入 2 条' })
    await dialog.getByText('1 条有误未导入，请下载这些行，改好后再导入').waitFor()
    const coming = page.waitForEvent('download')
    await dialog.getByRole('button', { name: '下载未导入的行' }).click()
    const { rows: lines } = await readXlsx(await readFile((await (await coming).path())!))
    const text = JSON.stringify(lines)
    expect(text).toContain('苏E6')
    expect(text).toContain(row(603).vin)
    expect(text).not.toContain(row(601).vin)
    expect(text).toContain('错误')
    await rm(folder, { recursive: true })
  })
  test('a file that is no workbook is refused in a sentence', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'zyt-import-'))
    const fake = join(folder, '假的.xlsx')
    await writeFile(fake, 'plate,vin\n沪A1,x\n')
    const s = await session()
    s.expectProblem(/answer: 4\d\d POST \/api\/v1\/vehicle\/import/)
    await openScreen(s.page, '/vehicle/vehicleList', 'vehicleList')
    await pane(s.page).getByRole('button', { name: '导入' }).click()
    await s.page.setInputFiles('input[type=file][accept=".xlsx"]', fake)
    await s.page
      .getByRole('dialog')
      .getByRole('alert')
      .filter({ hasText: /[\u4e00-\u9fff]/ })
      .first()
      .waitFor()
    await rm(folder, { recursive: true })
  })
})
