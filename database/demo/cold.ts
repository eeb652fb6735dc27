/** The cold chain of the demo company: standards, and what well equipped refrigerated vehicles have besides temperature probes. */
import type { World } from './world.ts'

const CLERK = 'yunqiao_fleet'

export async function makeStandards(w: World, roles: readonly number[] | null): Promise<{ cold: number; damp: number }> {
  const cold = await w.add(CLERK, 'temperaturePolicy', {
    name: '冷藏食品 0–8 ℃',
    firstRoles: roles,
    tellDriver: true,
    lowest: 0,
    highest: 8,
    warnMargin: 1,
    maxSpread: 5,
    doorSeconds: 300,
    noDataSeconds: 86_400,
    remark: '鲜奶、果蔬、熟食',
  })
  await w.add(CLERK, 'temperaturePolicy', {
    name: '冷藏药品 2–8 ℃',
    lowest: 2,
    highest: 8,
    warnMargin: 0.5,
    minSeconds: 180,
    remark: '疫苗、生物制品',
  })
  const damp = await w.add(CLERK, 'temperaturePolicy', {
    name: '果蔬湿度 40–85 %RH',
    kind: 'humidity',
    firstRoles: roles,
    lowest: 40,
    highest: 85,
    hysteresis: 2,
    warnMargin: 3,
    minSeconds: 600,
    doorSeconds: 600,
    noDataSeconds: 86_400,
    remark: '叶菜、浆果',
  })
  return { cold, damp }
}

/** Humidity is judged; the door of the hold and the machine tell when they were open and running. */
export async function equip(w: World, vehicle: number, policy: number): Promise<void> {
  await w.add(CLERK, 'temperatureChannel', { vehicle, kind: 'humidity', sensorNo: 1, zone: 'middle', policy })
  await w.add(CLERK, 'temperatureChannel', { vehicle, kind: 'door', sensorNo: 1, zone: 'door' })
  await w.add(CLERK, 'temperatureChannel', { vehicle, kind: 'reefer', sensorNo: 1, zone: 'front', signal: 'aircon' })
}
