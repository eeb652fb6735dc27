/** The place of a screen where the map stands while that screen is in front. */
import { Suspense, useEffect, useRef, useState, type ReactNode } from 'react'
import { useStore } from '../state/use-store.web.ts'
import { EmptyState, LoadingState } from '../parts/state.web.tsx'
import type { GroundWords } from './ground/ground-words.ts'
import { streetsHint } from './hint.ts'
import { claimMap, MapUnavailable, type Camera, type Stage } from './stage.web.ts'
import './map.css'

export interface MapBoxProps {
  /** What is on it, for those who cannot see it. */
  label: string
  /** Without it the whole of the country is in frame. */
  initial?: Camera
  onStage: (stage: Stage | null) => void
  /** Lies on the map: panels, legends. */
  children?: ReactNode
  className?: string
}

export function MapBox({ label, initial, onStage, children, className }: MapBoxProps) {
  const host = useRef<HTMLDivElement>(null)
  const camera = useRef(initial ?? null)
  const latestOnStage = useRef(onStage)
  latestOnStage.current = onStage
  const [state, setState] = useState('waiting')
  const [note, setNote] = useState<string | null>(null)
  const [says, setSays] = useState<GroundWords | null>(null)
  const [shipped, setShipped] = useState(false)
  const Hint = useStore(streetsHint)
  useEffect(() => says?.follow(setNote), [says])
  useEffect(() => {
    const leave = claimMap(
      host.current!,
      camera.current,
      (stage) => {
        setState(stage ? 'ready' : 'waiting')
        setSays(stage?.says ?? null)
        setShipped(stage?.shipped ?? false)
        latestOnStage.current(stage)
      },
      (error) => setState(error instanceof MapUnavailable ? error.message : '地图加载失败，请刷新页面重试'),
    )
    return () => {
      camera.current = leave()
    }
  }, [])
  return (
    <div
      className={className ? `zyt-map ${className}` : 'zyt-map'}
      role="region"
      aria-label={label}
      data-state={state === 'ready' ? 'ready' : state === 'waiting' ? 'waiting' : 'failed'}
    >
      <div className="zyt-map-host" ref={host} />
      {state === 'waiting' ? (
        <div className="zyt-map-note">
          <LoadingState rows={3} />
        </div>
      ) : state === 'ready' ? null : (
        <div className="zyt-map-note">
          <EmptyState why={state} compact />
        </div>
      )}
      {says && note ? (
        <p className="zyt-map-said" role="status">
          {note}
        </p>
      ) : null}
      {shipped && Hint ? (
        <Suspense fallback={null}>
          <Hint />
        </Suspense>
      ) : null}
      {children}
    </div>
  )
}
