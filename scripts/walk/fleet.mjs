// Changes of running leases: a plate is called, its card leads to the act.
export function fleetJourneys(made, { plateOf, detailOf }) {
  /** Running leases nothing else has been asked for. */
  const leases = async (w) => {
    made.leases ??= (await w.api.rows('lease', { status: 'active', pageSize: 100 })).filter((lease) => lease.contract !== made.contract)
    return made.leases
  }
  const saveAndSubmit = async (w) => {
    const at = w.page.url()
    await w.save('保存并提交')
    await w.page.waitForURL((url) => String(url) !== at)
    await w.stands(/审批中|待|已生效|生效/)
  }
  const change = (name, act, fill) => ({
    name,
    async run(w) {
      const lease = (await leases(w)).shift()
      await w.home()
      await w.find(plateOf(lease.vehicle$), act)
      await w.box(w.pane(), 'lease').waitFor()
      await w.settled()
      await fill(w, w.pane(), lease)
      await saveAndSubmit(w)
    },
  })
  return [
    change('减租一天并提交', '减租', async (w, p) => {
      await w.fill(p, 'reasonNote', '车辆在修')
    }),
    change('申请换车并提交', '换车', async (w, p) => {
      await w.choose(p, 'newVehicle', '')
      await w.choose(p, 'reasonKind', '')
    }),
    {
      name: '申请退车并提交、通过',
      async run(w) {
        // The one that was handed over before; walked alone, any that runs.
        const lease = made.contract ? (await w.api.rows('lease', { contract: made.contract }))[0] : (await leases(w)).shift()
        await w.home()
        await w.find(plateOf(lease.vehicle$), '退车')
        await w.box(w.pane(), 'lease').waitFor()
        await w.settled()
        await w.choose(w.pane(), 'reasonKind', '提前退车')
        await saveAndSubmit(w)
        const order = (await w.api.rows('vehicleReturn', { lease: lease.id }))[0]
        made.back = order.id
        if (order.status === 'submitted' || order.status === 'approving') {
          await w.act('审核通过')
          await w.agree('审核通过')
          await w.stands('待验车')
        }
      },
    },
    {
      name: '接着：验车确认（检查清单、四张照片）',
      async run(w) {
        await w.home()
        await w.work('待验车', made.name)
        await w.act('验车确认')
        const d = w.dialog()
        await w.box(d, 'odometer').waitFor()
        if (!(await w.box(d, 'odometer').locator('input').inputValue())) await w.fill(d, 'odometer', '52400')
        await w.fill(d, 'energyPercent', '80')
        const rest = d.getByRole('button', { name: '其余都正常' })
        if (await w.has(rest)) await w.click(rest)
        await w.fill(d, 'cleaningFee', '0')
        await w.attach(d, 'photos', 4)
        await w.agree('验车确认')
        await w.stands(/待结算|已验车|结算/)
      },
    },
    change('续租一年并提交', '续租', async () => undefined),
    {
      name: '整批续租三辆并提交',
      async run(w) {
        const three = (await leases(w)).splice(0, 3)
        await w.home()
        await w.menu('租约')
        for (const lease of three) {
          await w.search(lease.no)
          await w.tick(lease.no)
          await w.uncounted(async () => {
            await w.pane().locator('.zyt-list-toolbar input').fill('')
          })
        }
        await w.press('整批续租')
        await w.dialog().locator('.zyt-grid').waitFor()
        await w.agree(/^整批续租 3 辆/)
        await w.dialog().waitFor({ state: 'hidden' })
      },
    },
    {
      name: '登记一笔杂费并出账',
      async run(w) {
        const lease = (await leases(w)).shift()
        await detailOf(w, '/lease/leaseDetails', lease.id)
        await w.press('登记杂费')
        const p = w.pane()
        await w.box(p, 'lines').waitFor()
        await w.settled()
        const money = w.box(p, 'lines').locator('input[inputmode="decimal"], input.ant-input-number-input')
        if (!(await money.count())) await w.click(w.box(p, 'lines').getByRole('button', { name: /添加|增加|新增/ }))
        await w.click(money)
        await w.type('120')
        await w.save('保存并出账')
        await w.stands('已出账')
      },
    },
  ]
}
