// Changes of running leases.
export function fleetJourneys(made, { today }) {
  const add = async (w, title) => {
    await w.home()
    await w.menu(title)
    await w.press(/^plus 新增|^新增/)
    await w.box(w.pane(), 'lease').waitFor()
    await w.fresh()
  }
  /** Running leases nothing else has been asked for. */
  const leases = async (w) => {
    made.leases ??= (await w.api.rows('lease', { status: 'active', pageSize: 100 })).filter((lease) => lease.contract !== made.contract)
    return made.leases
  }
  const saveAndSubmit = async (w, action = '提交审批') => {
    await w.page.waitForTimeout(300)
    const at = w.page.url()
    await w.save()
    await w.page.waitForURL((url) => String(url) !== at)
    await w.stands(/./)
    await w.act(action)
    await w.agree(action)
    await w.stands(/审批中|待|已生效|生效/)
  }
  const change = (name, title, fill) => ({
    name,
    async run(w) {
      const lease = (await leases(w)).shift()
      await add(w, title)
      await w.choose(w.pane(), 'lease', lease.no)
      await fill(w, w.pane(), lease)
      await saveAndSubmit(w)
    },
  })
  return [
    change('减租一天并提交', '减租列表', async (w, p) => {
      await w.choose(p, 'method', '免租天数')
      await w.day(p, 'startOn', today())
      await w.day(p, 'lastOn', today())
      await w.choose(p, 'reasonKind', '')
      await w.fill(p, 'reasonNote', '车辆在修')
    }),
    change('申请换车并提交', '换车列表', async (w, p) => {
      await w.choose(p, 'newVehicle', '')
      if (!(await w.box(p, 'plannedOn').locator('input').inputValue())) await w.day(p, 'plannedOn', today())
      await w.choose(p, 'reasonKind', '')
    }),
    {
      name: '申请退车并提交',
      async run(w) {
        const [lease] = await w.api.rows('lease', { contract: made.contract })
        await add(w, '退车列表')
        const p = w.pane()
        await w.choose(p, 'lease', lease.no)
        await w.choose(p, 'reasonKind', '提前退车')
        if (!(await w.box(p, 'plannedOn').locator('input').inputValue())) await w.day(p, 'plannedOn', today())
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
  ]
}
