// Money that is not rent, and what one does with the work of colleagues.
export function deskJourneys(made, { asCashier }) {
  return [
    {
      name: '记一次催收，约定付款日',
      async run(w) {
        await w.home()
        await w.menu('账单', '催收')
        await w.click(w.pane().getByRole('button', { name: /记一次|记录|登记/ }))
        const d = w.dialog()
        await w.fill(d, 'content', '答应本周付清')
        await w.agree('保存')
        await d.waitFor({ state: 'hidden' })
      },
    },
    {
      name: '登记一笔其他付款',
      async run(w) {
        await w.home()
        await w.menu('收支流水', '其他付款')
        await w.press(/^plus 新增|^新增/)
        await w.fresh()
        const p = w.pane()
        await w.fill(p, 'payee', '虹桥物业')
        await w.fill(p, 'amount', '860')
        if (await w.open(p, 'kind')) await w.choose(p, 'kind', '')
        if (await w.open(p, 'account')) await w.choose(p, 'account', '')
        if (await w.open(p, 'store')) await w.choose(p, 'store', '虹桥')
        await w.save()
        await w.stands('待复核')
        made.payment2 = Number(new URL(w.page.url()).searchParams.get('id'))
      },
    },
    {
      name: '接着：另一位同事复核付款',
      async run(w) {
        await asCashier(w, async () => {
          await w.home()
          await w.menu('收支流水', '其他付款')
          await w.openRow()
          await w.act('复核通过')
          await w.agree('复核通过')
          await w.stands('已')
        })
      },
    },
    {
      name: '申请退还一笔押金',
      async run(w) {
        const [account] = await w.api.rows('depositAccount', { standing: 'full' })
        await w.home()
        await w.menu('保证金管理')
        await w.openRow()
        await w.act('申请退还')
        const d = w.dialog()
        await w.fill(d, 'amount', '100')
        if (!(await w.box(d, 'payee').locator('input').inputValue())) await w.fill(d, 'payee', account?.lessee$ ?? '客户')
        await w.fill(d, 'reason', '退还部分押金')
        await w.agree('申请退还')
        await d.waitFor({ state: 'hidden' })
      },
    },
    {
      name: '开一张服务费账单',
      async run(w) {
        await w.home()
        await w.menu('账单')
        await w.press('开服务费账单')
        await w.fresh()
        const p = w.pane()
        await w.choose(p, 'lessee', made.name ?? '')
        await w.day(p, 'dueOn', new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10))
        const cells = w.box(p, 'items').locator('input:visible')
        await w.click(cells.nth((await cells.count()) - 2))
        await w.type('补办行驶证')
        await w.key('Tab')
        await w.type('300')
        await w.save('出具账单')
        await w.pane().locator('.zyt-detail-head').waitFor()
      },
    },
    {
      name: '调拨一辆待租车辆',
      async run(w) {
        await w.home()
        const [, vehicle] = await w.api.rows('vehicle', { status: 'available' })
        await w.find(vehicle.plateNo)
        await w.key('Enter')
        await w.pane().locator('.zyt-detail-head', { hasText: vehicle.plateNo }).waitFor()
        await w.act('调拨')
        const d = w.dialog()
        await w.choose(d, 'toStore', '')
        await w.fill(d, 'reason', '门店缺车')
        await w.agree('调拨')
        await d.waitFor({ state: 'hidden' })
      },
    },
    {
      name: '送修一辆待租车辆',
      async run(w) {
        await w.home()
        const [vehicle] = await w.api.rows('vehicle', { status: 'available' })
        await w.find(vehicle.plateNo)
        await w.key('Enter')
        await w.pane().locator('.zyt-detail-head', { hasText: vehicle.plateNo }).waitFor()
        await w.act('送修')
        await w.fill(w.dialog(), 'reason', '空调异响')
        await w.agree('送修')
        await w.stands('维修')
      },
    },
    {
      name: '同意一件审批（从首页）',
      async run(w) {
        await w.home()
        await w.work('待我审批')
        await w.pane().locator('.zyt-case-main-buttons').waitFor()
        await w.press(/^同\s*意$/)
        await w
          .pane()
          .locator('.zyt-case-head', { hasText: /审批通过|审批中/ })
          .waitFor()
      },
    },
  ]
}
