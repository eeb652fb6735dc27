/** Whether the map file of the installation can be drawn: its header, its layers, its level and how much of China it holds. */
import { PMTiles, TileType, Compression, type Header, type Source } from 'pmtiles'
import { sizeText } from '#kit/basics/size.ts'
import { CHINA_BOUNDS, type Bounds } from '#kit/ui/map/geo.ts'
import { bytesOf, MapFileProblem, type MapFile } from './map-file.server.ts'
import type { MapFinding } from './map-check.wire.ts'

const sourceOf = (file: MapFile): Source => ({
  getKey: () => file.name,
  getBytes: (offset, length) => bytesOf(file, offset, length),
})

/** Layers of the open schema of Protomaps that our style draws; without them there is nothing to see. */
const LAYERS = ['earth', 'water', 'roads', 'places'] as const
/** From this level on streets of a town can be told apart. */
const STREET_LEVEL = 13
const HEADER_BYTES = 127

/** Throws `MapFileProblem` with what hinders drawing; reads 16 kB. */
export async function headerOf(file: MapFile): Promise<Header> {
  const { data } = await bytesOf(file, 0, HEADER_BYTES)
  const begin = new Uint8Array(data)
  if (data.byteLength < HEADER_BYTES || new TextDecoder().decode(begin.subarray(0, 7)) !== 'PMTiles')
    throw new MapFileProblem('不是 PMTiles 文件，请换成 Protomaps 的 .pmtiles 文件')
  if (begin[7] !== 3) throw new MapFileProblem(`PMTiles 第 ${begin[7]} 版不支持，请换成第 3 版的文件`)
  const header = await new PMTiles(sourceOf(file)).getHeader().catch((error: unknown) => {
    throw error instanceof MapFileProblem ? error : new MapFileProblem('PMTiles 文件的目录已损坏，请重新复制')
  })
  if (header.tileType !== TileType.Mvt) throw new MapFileProblem('PMTiles 文件不是矢量瓦片（MVT），请换成矢量的文件')
  for (const packing of [header.internalCompression, header.tileCompression])
    if (packing !== Compression.Gzip && packing !== Compression.None) throw new MapFileProblem('PMTiles 文件的压缩方式不支持，请使用 gzip')
  const opened = await file.open()
  opened.close()
  const whole = header.tileDataOffset + (header.tileDataLength ?? 0)
  if (opened.size < whole) throw new MapFileProblem(`地图文件不完整：应为 ${sizeText(whole)}，实际 ${sizeText(opened.size)}，请重新复制`)
  return header
}

const inside = ({ west, south, east, north }: Bounds, header: Header): boolean =>
  header.minLon <= west && header.maxLon >= east && header.minLat <= south && header.maxLat >= north
/** Where vehicles drive; the islands of the South China Sea have no roads in any such file. */
const LAND: Bounds = { ...CHINA_BOUNDS, south: 18.1 }
const degrees = (n: number): string => String(Math.round(n * 10) / 10)

/** What is seen of it although it can be drawn. */
async function shortcomings(file: MapFile, header: Header): Promise<string[]> {
  const metadata = (await new PMTiles(sourceOf(file)).getMetadata().catch(() => {
    throw new MapFileProblem('PMTiles 文件的说明（metadata）已损坏，请重新复制')
  })) as { vector_layers?: { id?: unknown }[] }
  const layers = new Set((metadata.vector_layers ?? []).map(({ id }) => id))
  const missing = LAYERS.filter((layer) => !layers.has(layer))
  if (missing.length === LAYERS.length)
    throw new MapFileProblem('图层不是 Protomaps 的结构（没有 earth、water、roads、places），请换成 Protomaps 的文件')
  return [
    ...(missing.length > 0 ? [`缺少图层 ${missing.join('、')}，地图上没有这些内容`] : []),
    ...(header.maxZoom < STREET_LEVEL ? [`最大级别 ${header.maxZoom}，看不清市内道路；全国文件一般到 15 级`] : []),
    ...(inside(LAND, header)
      ? []
      : [
          `只含东经 ${degrees(header.minLon)}–${degrees(header.maxLon)}、北纬 ${degrees(header.minLat)}–${degrees(header.maxLat)}，没有覆盖全国，其余地方只有轮廓`,
        ]),
  ]
}

export async function checkFile(file: MapFile): Promise<MapFinding> {
  try {
    const header = await headerOf(file)
    const opened = await file.open()
    opened.close()
    const about = `${file.name}，${sizeText(opened.size)}，级别 ${header.minZoom}–${header.maxZoom}`
    return { ok: true, about, notes: await shortcomings(file, header) }
  } catch (error) {
    if (!(error instanceof MapFileProblem)) throw error
    return { ok: false, about: file.name, notes: [error.message] }
  }
}
