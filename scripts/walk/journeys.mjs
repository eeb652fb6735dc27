// What a clerk does on a day, each from the home page to the last press, the way the pages themselves lead.
import { deskJourneys } from './desk.mjs'
import { fleetJourneys } from './fleet.mjs'

const today = () => new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10)
const inYear = () => `${Number(today().slice(0, 4)) + 1}${today().slice(4).replace('02-29', '02-28')}`
/** What one journey leaves for the next. */
const made = {}
let serial = Number(String(Date.now()).slice(-6))

function idNo() {
  const stem = `31010119900307${String(serial++ % 1000).padStart(3, '0')}`
  const weights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]
  return stem + '10X98765432'[Array.from(stem).reduce((sum, d, i) => sum + Number(d) * weights[i], 0) % 11]
}
const plateOf = (title) => String(title).match(/[\u4e00-\u9fff][A-Z][A-Z0-9]{5,6}/)[0]
const detailOf = (w, path, id) => w.page.goto(`${path}?id=${id}`).then(() => w.settled())

const leasing = [
  {
    name: '新增个人承租人并审核',
    async run(w) {
      await w.home()
      await w.menu('承租人')
      await w.press(/^plus 新增|^新增/)
      await w.fresh()
      const p = w.pane()
      made.name = `张柏川${serial % 1000}`
      await w.fill(p, 'name', made.name)
      await w.fill(p, 'mobile', `139${String(10_000_000 + (serial % 1_000_000)).slice(0, 8)}`)
      await w.fill(p, 'idNo', idNo())
      await w.choose(p, 'licenceClass', 'B2')
      await w.day(p, 'licenceDueOn', inYear())
      if (await w.open(p, 'store')) await w.choose(p, 'store', '虹桥')
      await w.save('保存并审核通过')
      await w.stands(made.name)
      await w.stands('正常')
    },
  },
  {
    name: '接着：签订新合同并提交（出收款计划与首期账单）',
    async run(w) {
      const [lessee] = await w.api.rows('lessee', { keyword: made.name ?? '', status: 'normal' })
      made.lessee = lessee.id
      await detailOf(w, '/member/memberInfoDetail', lessee.id)
      await w.press('签合同')
      await w.box(w.pane(), 'vehicles').waitFor()
      await w.fresh()
      const p = w.pane()
      if (await w.open(p, 'store')) await w.choose(p, 'store', '虹桥')
      await w.choose(p, 'vehicles', '')
      await w.key('Escape')
      await w.choose(p, 'plan', '')
      // The terms and the end of a year come with the plan.
      await w.filled(p, 'endOn')
      await w.save('保存并提交')
      await w.pane().locator('.zyt-detail-head').waitFor()
      await w.stands(/待签署|审批中/)
      made.contract = Number(new URL(w.page.url()).searchParams.get('id'))
    },
  },
  {
    name: '接着：登记签署（扫描件）',
    async run(w) {
      await detailOf(w, '/contract/contracDetails', made.contract)
      await w.act('登记签署')
      const d = w.dialog()
      if (!(await w.box(d, 'signedOn').locator('input').inputValue())) await w.day(d, 'signedOn', today())
      await w.attach(d, 'signedScans')
      await w.agree('登记签署')
      await w.stands('待交车')
    },
  },
  {
    name: '首期账单一次收款',
    async run(w) {
      const [contract] = await w.api.rows('contract', { id: made.contract })
      await detailOf(w, '/contract/contracDetails', made.contract)
      const direct = w.button('登记收款')
      if (await w.has(direct)) await w.click(direct)
      else {
        await w.menu('账单信息')
        await w.search(contract.no)
        if (w.phone) for (const box of await w.pane().locator('[data-id] input[type=checkbox]').all()) await w.click(box)
        else await w.click(w.pane().locator('thead input[type=checkbox]'))
        await w.press('登记收款')
      }
      await w.box(w.pane(), 'amount').waitFor()
      await w.choose(w.pane(), 'channel', '银行转账')
      await w.fill(w.pane(), 'tradeNo', `WALK${Date.now()}`)
      await w.attach(w.pane(), 'vouchers')
      await w.save('登记收款')
      await w.pane().locator('.zyt-detail-head').waitFor()
      made.payment = Number(new URL(w.page.url()).searchParams.get('id'))
    },
  },
  {
    name: '另一位同事确认到账',
    async run(w) {
      await asCashier(w, async () => {
        await w.home()
        await w.work('待审核收款', made.name)
        await w.act('确认到账')
        await w.agree('确认到账')
        await w.stands('已确认')
      })
    },
  },
  {
    name: '交车（照片、检查清单、提车人）',
    async run(w) {
      await w.home()
      await w.work('待交车', made.name)
      await w.act('确认交车')
      const d = w.dialog()
      await w.box(d, 'odometer').waitFor()
      if (!(await w.box(d, 'odometer').locator('input').inputValue())) await w.fill(d, 'odometer', '52350')
      await w.fill(d, 'energyPercent', '90')
      for (const [name, value] of [
        ['receiverName', made.name ?? '张三'],
        ['receiverMobile', '13912345678'],
      ])
        if (!(await w.box(d, name).locator('input').inputValue())) await w.fill(d, name, value)
      const rest = d.getByRole('button', { name: '其余都正常' })
      if (await w.has(rest)) await w.click(rest)
      await w.attach(d, 'photos', 4)
      await w.agree('确认交车')
      await w.stands('已交车')
    },
  },
  {
    name: '按车牌找到逾期账单并收款',
    async run(w) {
      const bills = await w.api.rows('bill', { status: 'unpaid', sort: 'dueOn' })
      const bill = bills.find((b) => b.vehicle$)
      await w.home()
      await w.find(plateOf(bill.vehicle$), '收款')
      await w.box(w.pane(), 'amount').waitFor()
      // As last time, else it is chosen.
      if (await w.open(w.pane(), 'channel')) await w.choose(w.pane(), 'channel', '银行转账')
      await w.fill(w.pane(), 'tradeNo', `WALK${Date.now()}`)
      await w.attach(w.pane(), 'vouchers')
      await w.save('登记收款')
      await w.pane().locator('.zyt-detail-head').waitFor()
    },
  },
  {
    name: '这个客户欠多少、有哪些车',
    async run(w) {
      const [bill] = await w.api.rows('bill', { status: 'unpaid', sort: 'dueOn' })
      await w.home()
      const card = await w.find(bill.lessee$)
      await card.getByText('欠款').first().waitFor()
    },
  },
  {
    name: '这辆车谁在用、到何时、欠多少',
    async run(w) {
      const [lease] = await w.api.rows('lease', { status: 'active' })
      await w.home()
      const card = await w.find(plateOf(lease.vehicle$))
      await card.getByText(lease.lessee$).first().waitFor()
    },
  },
]

/** The second pair of eyes is another person: signing in anew is not counted. */
async function asCashier(w, work) {
  if (!made.finance) {
    const accounts = await (await fetch(`${w.base}/api/v1/site/demo`)).json()
    made.finance = (accounts.data ?? []).find((one) => one.username === 'yunqiao_finance')
  }
  if (!made.finance) throw new Error('the console offers no account of a demo')
  await w.uncounted(() => w.signIn(made.finance.username, made.finance.password))
  try {
    await work()
  } finally {
    await w.uncounted(() => w.signIn(w.admin.username, w.admin.password))
  }
}

export const journeys = [...leasing, ...fleetJourneys(made, { today, plateOf, detailOf }), ...deskJourneys(made, { plateOf, asCashier })]
