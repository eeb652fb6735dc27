/**
 * What the shipped map says of itself. Vehicles are painted before the ground below them is there: on a slow machine the picture is an
 * empty sea for seconds, and after a broken download it would stay one for ever, because the map asks for its outlines only once.
 */
interface Data {
  sourceId?: string
  isSourceLoaded?: boolean
  error?: unknown
}
export interface GroundMap {
  on(event: 'sourcedata' | 'error' | 'idle', act: (data: Data) => void): unknown
  /** Has it fetched again. */
  again(source: string): void
}
const AGAIN_MS = [1000, 3000, 10_000, 30_000]
export const FETCHING = '底图加载中…'
export const FAILED = '底图没有加载出来，正在重新加载'

export class GroundWords {
  private readonly missing: Set<string>
  private readonly failed = new Set<string>()
  private readonly fixed: string | null
  private readonly ears = new Set<(words: string | null) => void>()
  private tries = 0
  private shown: string | null

  /** `fixed` is said as long as the map lives. */
  constructor(fixed: string | null, sources: readonly string[] = []) {
    this.fixed = fixed
    this.missing = new Set(sources)
    this.shown = this.words
  }
  get words(): string | null {
    const now = this.failed.size > 0 ? FAILED : this.missing.size > 0 ? FETCHING : null
    return [this.fixed, now].filter(Boolean).join('；') || null
  }
  follow(act: (words: string | null) => void): () => void {
    this.ears.add(act)
    act(this.words)
    return () => void this.ears.delete(act)
  }

  watch(map: GroundMap, later: (act: () => void, ms: number) => void = setTimeout): this {
    map.on('sourcedata', ({ sourceId, isSourceLoaded }) => {
      if (sourceId && isSourceLoaded) this.came([sourceId])
    })
    map.on('idle', () => this.came([...this.missing]))
    map.on('error', ({ sourceId, error }) => {
      // Whoever listens to errors has to tell those that are not its own.
      if (!sourceId?.startsWith('base-')) return console.error(error)
      if (this.failed.has(sourceId)) return
      this.failed.add(sourceId)
      this.missing.add(sourceId)
      this.tell()
      later(
        () => {
          this.failed.delete(sourceId)
          map.again(sourceId)
          this.tell()
        },
        AGAIN_MS[Math.min(this.tries++, AGAIN_MS.length - 1)]!,
      )
    })
    return this
  }
  /** One that failed counts as loaded with the map, not here. */
  private came(sources: readonly string[]): void {
    for (const source of sources) if (!this.failed.has(source)) this.missing.delete(source)
    this.tell()
  }
  private tell(): void {
    const { words } = this
    if (words === this.shown) return
    this.shown = words
    for (const ear of this.ears) ear(words)
  }
}
