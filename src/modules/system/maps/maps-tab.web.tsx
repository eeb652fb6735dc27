/** Which map lies below the maps of this site, and whether each of them works from where one sits. */
import { useState } from 'react'
import { Button } from 'antd'
import { useQuery } from '@tanstack/react-query'
import { api, sentenceOf } from '#kit/ui/client/api.web.ts'
import { PlainTable } from '#kit/ui/parts/plain-table.web.tsx'
import { Section } from '#kit/ui/parts/section.web.tsx'
import { Tag } from '#kit/ui/parts/tag.web.tsx'
import type { TabProps } from '#kit/ui/screen/slots.web.ts'
import type { MapFinding } from './map-check.wire.ts'
import { isTriedFrom, sourceInUse, tiandituTiles, type MapSource } from './map-sources.rules.ts'

const NAMES: Record<MapSource, string> = {
  amap: '高德地图',
  tianditu: '天地图',
  tiles: 'XYZ 瓦片',
  file: '自有地图文件（PMTiles）',
  shipped: '内置底图',
}
const WITHOUT: Record<MapSource, string> = {
  amap: '没有填写 Key',
  tianditu: '没有填写 Key',
  tiles: '没有填写瓦片地址',
  file: '没有放置地图文件：放入数据目录的 maps 文件夹，或用环境变量 MAP_PMTILES 指定',
  shipped: '随产品发布，只有轮廓、河流与湖泊，没有街道',
}

const checkFile = (): Promise<MapFinding> => api.get<MapFinding>('/api/v1/map/check', undefined, { silent: true })

const text = (value: unknown): string => (typeof value === 'string' ? value : '')
/** Fetches from another host: says whether it was this very page that forbade it, because it was opened before the key was saved. */
async function withinPolicy(act: () => Promise<string | null>): Promise<string | null> {
  let forbidden = false
  const note = (): void => void (forbidden = true)
  document.addEventListener('securitypolicyviolation', note)
  try {
    const problem = await act()
    return problem !== null && forbidden ? '保存之后还没有刷新页面，请刷新后再试' : problem
  } finally {
    document.removeEventListener('securitypolicyviolation', note)
  }
}
async function tryTiles(addresses: readonly string[]): Promise<string | null> {
  const { tileProblem } = await import('#kit/ui/map/map.web.ts')
  for (const address of addresses) {
    const problem = await tileProblem(address)
    if (problem) return problem.why
  }
  return null
}
async function tryKey(key: string, code: string): Promise<string | null> {
  const { tryAMap } = await import('#kit/ui/map/map.web.ts')
  return tryAMap({ key, code: code || null }).then(
    () => null,
    (error: unknown) => (error instanceof Error ? error.message : '高德地图加载失败'),
  )
}

export default function MapsTab({ row }: TabProps) {
  const file = useQuery({ queryKey: ['map', 'file'], queryFn: checkFile })
  const inUse = sourceInUse(row, file.data?.ok ?? false)
  const [key, code, tianditu, tiles] = ['amapKey', 'amapCode', 'tiandituKey', 'mapTiles'].map((name) => text(row[name])) as [
    string,
    string,
    string,
    string,
  ]
  const host = text(row['host'])
  const asked =
    (trial: () => Promise<string | null>): (() => Promise<MapFinding>) =>
    async () => {
      if (!isTriedFrom(host, window.location.hostname))
        return { ok: false, about: '', notes: [`Key 与域名绑定，请在 ${host} 打开控制台后再试`] }
      const problem = await withinPolicy(trial)
      return { ok: problem === null, about: '', notes: problem === null ? [] : [problem] }
    }
  const sources: { source: MapSource; value: string; trial: (() => Promise<MapFinding>) | null }[] = [
    { source: 'amap', value: key, trial: key ? asked(() => tryKey(key, code)) : null },
    { source: 'tianditu', value: tianditu, trial: tianditu ? asked(() => tryTiles(tiandituTiles(tianditu))) : null },
    { source: 'tiles', value: tiles, trial: tiles ? asked(() => tryTiles([tiles])) : null },
    {
      source: 'file',
      value: file.data && file.data.about !== '' ? file.data.about : '',
      trial: async () => (await file.refetch({ throwOnError: true })).data!,
    },
    { source: 'shipped', value: '', trial: null },
  ]
  return (
    <Section title="地图下层" hint="自上而下取第一个填写了的；不能使用时自动改用内置底图，并在地图上说明原因">
      <PlainTable
        columns={[{ head: '来源' }, { head: '设置' }, { head: '能否使用' }]}
        rows={sources.map(({ source, value, trial }) => ({
          key: source,
          cells: [
            <>
              {NAMES[source]} {inUse === source ? <Tag tone="success">使用中</Tag> : null}
            </>,
            value || WITHOUT[source],
            trial ? <Trial of={NAMES[source]} trial={trial} /> : '—',
          ],
        }))}
      />
    </Section>
  )
}

function Trial({ of, trial }: { of: string; trial: () => Promise<MapFinding> }) {
  const [busy, setBusy] = useState(false)
  const [finding, setFinding] = useState<MapFinding | null>(null)
  const run = async (): Promise<void> => {
    setBusy(true)
    const outcome = await trial().catch((error: unknown) => ({ ok: false, about: '', notes: [sentenceOf(error, '没有试成，请再试一次')] }))
    setFinding(outcome)
    setBusy(false)
  }
  return (
    <>
      <Button size="small" loading={busy} aria-label={`试一下${of}`} onClick={() => void run()}>
        试一下
      </Button>
      {finding ? (
        <div role="status">
          <Tag tone={finding.ok ? 'success' : 'error'}>{finding.ok ? '可以使用' : '不能使用'}</Tag>
          {finding.notes.map((note) => (
            <div key={note}>{note}</div>
          ))}
        </div>
      ) : null}
    </>
  )
}
