import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { TrackAnswer, TrackSpan } from '../wire.ts'
import { TrackSide } from './track-side.web.tsx'

const span = (id: number, method: TrackSpan['method'], distance: number): TrackSpan => ({
  id,
  kind: 'trip',
  from: 1_763_600_000 + id,
  to: 1_763_603_600 + id,
  distance,
  method,
  maxSpeed: 80,
  lng: null,
  lat: null,
  endLng: null,
  endLat: null,
  place: null,
})

test('every figure of kilometres says whether satellites or the terminal counted them', () => {
  const answer = {
    mileage: { gps: 51_800, odometer: 57_100, used: 'odometer', why: '终端里程连续且与卫星定位相差不足 20%，按终端里程' },
    spans: [span(1, 'odometer', 57_100), span(2, 'gps', 51_800)],
    marks: [],
    points: { t: [] },
    stored: 2,
    derived: false,
  } as unknown as TrackAnswer
  const said = renderToStaticMarkup(createElement(TrackSide, { answer, now: 0, onPick: () => {} }))
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ')
  expect(said).toContain('里程 57.1 km')
  expect(said).toContain('按终端里程。卫星定位 51.8 km，终端里程 57.1 km')
  expect(said).toContain('行驶 57.1 km（终端里程）')
  expect(said).toContain('行驶 51.8 km（卫星定位）')
})
