/** The inspection sheet of the demo company, and one that was filled in. */
export const PAINT = '车身漆面'
export const CHECKS = [
  { group: 'exterior', name: PAINT, required: true, minPhotos: 1 },
  { group: 'exterior', name: '玻璃与灯具', required: true, minPhotos: 0 },
  { group: 'interior', name: '座椅与内饰', required: true, minPhotos: 0 },
  { group: 'papers', name: '行驶证', required: true, minPhotos: 0 },
  { group: 'tools', name: '备胎与千斤顶', required: true, minPhotos: 0 },
  { group: 'tyres', name: '轮胎花纹', required: true, minPhotos: 0 },
  { group: 'dashboard', name: '仪表与故障灯', required: true, minPhotos: 1 },
]

/** Everything in order, but for what is told. */
export const looked = (wrong: Readonly<Record<string, string>> = {}): object[] =>
  CHECKS.map(({ group, name }) => ({ group, name, normal: !(name in wrong), note: wrong[name] ?? null }))
