/** 特定业务 04 货物运输服务 (transport.md §4.8): what the bureau asks of an invoice of freight besides its amounts. Pure. */

/** As the bureau words it. */
export const TOOLS = {
  road: '公路运输',
  rail: '铁路运输',
  water: '水路运输',
  air: '航空运输',
  pipe: '管道运输',
  other: '其他运输工具',
} as const

/** The code under which the bureau takes it. */
export const FREIGHT_CODE = '04'

export interface Carriage {
  from: string | null
  to: string | null
  tool: keyof typeof TOOLS
  plate: string | null
  goods: string | null
}
const ASKED = { from: '起运地', to: '到达地', plate: '运输工具牌号', goods: '货物名称' } as const

/** Null, or why the bureau would not take it so. */
export function carriageProblem(special: string | null, lines: readonly Carriage[] | null): string | null {
  if (special === null) return null
  if (!lines?.length) return '货物运输服务的发票要写明起运地、到达地、运输工具牌号和货物名称，请先补全运输信息'
  for (const [i, line] of lines.entries())
    for (const [name, label] of Object.entries(ASKED) as [keyof typeof ASKED, string][])
      if (!line[name]?.trim()) return `运输信息第 ${i + 1} 行缺少${label}，请先补全运输信息`
  return null
}

/** Several orders of one way in one vehicle are one line; several vehicles are several. */
export function onceEach(lines: readonly Carriage[]): Carriage[] {
  const seen = new Map(
    lines.map(({ from, to, tool, plate, goods }) => [JSON.stringify([from, to, tool, plate, goods]), { from, to, tool, plate, goods }]),
  )
  return [...seen.values()]
}
