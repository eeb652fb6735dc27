/** What is missing in a picker is made on the way and comes back chosen; a draft is saved and submitted in one step. */
import { expect, test } from 'vitest'
import { idNo } from '../stories/company.ts'
import { actAndAgree, box, choose, save, stands, type } from './forms.ts'
import { openScreen, pane, session, settled, toastShown, useBrowser } from './harness.ts'

useBrowser()

const list = '.ant-select-dropdown:visible'

test('a model made out of an application is chosen in it; a customer who waits for a review is shown with the way there; then both steps at once', async () => {
  const { page } = await session()
  await openScreen(page, '/lease/applyCarAdd?type=3', 'applyCarAdd')
  const form = pane(page, 'applyCarAdd')
  await type(form, 'purpose', '城配')

  await box(form, 'model').getByRole('combobox').click()
  await page.locator(list).getByRole('link', { name: '新增车型' }).click()
  const model = pane(page, 'vehicleTypeBaseAdd')
  await type(model, 'brand', '远程')
  await type(model, 'name', '远程 星智 H8')
  await box(model, 'category').getByRole('combobox').click()
  await page.locator(`${list} .ant-select-item-option`).first().click()
  await choose(page, model, 'energy', '纯电')
  await save(page)
  await form.waitFor()
  await box(form, 'model').getByText('远程 星智 H8').waitFor()
  // What was typed before is still there.
  expect(await box(form, 'purpose').locator('textarea').inputValue()).toBe('城配')
  expect(await page.getByRole('tab', { name: /新增车型/ }).count()).toBe(0)

  await box(form, 'lessee').getByRole('combobox').click()
  await page.locator(list).getByRole('link', { name: '新增承租人' }).click()
  const lessee = pane(page, 'memberInfoAdd')
  await type(lessee, 'name', '路过客')
  await type(lessee, 'mobile', '13911112222')
  await type(lessee, 'idNo', idNo(7_411))
  await choose(page, lessee, 'store', '虹桥店')
  await save(page)
  await form.waitFor()
  await page.locator(list).getByText('路过客').waitFor()
  // An option that cannot be chosen is disabled, what leads out of it is not.
  await page.locator(list).getByRole('link', { name: '去处理' }).click({ force: true })
  await actAndAgree(page, '审核通过')
  await stands(page, '正常')
  await page.getByRole('tab', { name: /新增用车申请/ }).click()
  await form.waitFor()
  await choose(page, form, 'lessee', '路过客')
  await choose(page, form, 'store', '虹桥店')
  await settled(page)
  await form.getByRole('button', { name: '保存并提交', exact: true }).click()
  await toastShown(page, '已保存并提交')
  await pane(page, 'applyCarDetail').waitFor()
  await stands(page, '审批中')
})

test('the button that submits says what is typed comes to, line by line', async () => {
  const { page } = await session()
  await openScreen(page, '/finance/driverReimburseAdd', 'driverReimburseAdd')
  const form = pane(page, 'driverReimburseAdd')
  await form.getByRole('button', { name: '保存并提交', exact: true }).waitFor()
  const lines = box(form, 'lines')
  for (const [n, yuan] of ['1200', '34.5'].entries()) {
    await lines.getByRole('button', { name: '增加一行' }).click()
    await lines
      .getByRole('group', { name: `报销明细第 ${n + 1} 行` })
      .getByLabel(/^金额/)
      .fill(yuan)
  }
  await form.getByRole('button', { name: /^保存并提交\s*¥1,234\.50$/ }).waitFor()
})
