/** The pictures of vehicles: shape and colour both tell the state, so nobody has to tell red from green. */
import { tokenOf, FILLS } from '#kit/ui/look/tokens.ts'
import type { Stage } from '#kit/ui/map/map.web.ts'
import { LIVE_STATES, type LiveState } from '../wire.ts'

const STATE_COLOURS: Record<LiveState, string> = {
  driving: FILLS.green,
  idling: FILLS.amber,
  parked: FILLS.blue,
  unlocated: FILLS.violet,
  offline: FILLS.grey,
  never: tokenOf('draw-line', false),
}
const ALARM = FILLS.red
const SIZE = 52

type Draw = (c: CanvasRenderingContext2D, r: number) => void
const polygon =
  (points: readonly (readonly [number, number])[]): Draw =>
  (c, r) => {
    c.beginPath()
    points.forEach(([x, y], i) => (i ? c.lineTo(x * r, y * r) : c.moveTo(x * r, y * r)))
    c.closePath()
  }
/** Arrow, diamond, square, ring, cross, dot. */
const SHAPES: Record<LiveState, Draw> = {
  driving: polygon([
    [0, -1],
    [0.75, 0.85],
    [0, 0.45],
    [-0.75, 0.85],
  ]),
  idling: polygon([
    [0, -0.95],
    [0.95, 0],
    [0, 0.95],
    [-0.95, 0],
  ]),
  parked: polygon([
    [-0.7, -0.7],
    [0.7, -0.7],
    [0.7, 0.7],
    [-0.7, 0.7],
  ]),
  unlocated: (c, r) => {
    c.beginPath()
    c.arc(0, 0, r * 0.8, 0, 2 * Math.PI)
    c.moveTo(r * 0.35, 0)
    c.arc(0, 0, r * 0.35, 0, 2 * Math.PI, true)
  },
  offline: polygon([
    [-0.85, -0.5],
    [-0.5, -0.85],
    [0, -0.35],
    [0.5, -0.85],
    [0.85, -0.5],
    [0.35, 0],
    [0.85, 0.5],
    [0.5, 0.85],
    [0, 0.35],
    [-0.5, 0.85],
    [-0.85, 0.5],
    [-0.35, 0],
  ]),
  never: (c, r) => {
    c.beginPath()
    c.arc(0, 0, r * 0.45, 0, 2 * Math.PI)
  },
}

/** Drawn into a square of `size` whose middle is the origin. */
export function drawVehicle(c: CanvasRenderingContext2D, state: LiveState, alarm: boolean, size: number, turn = 0): void {
  const line = size / 13
  if (alarm) {
    c.beginPath()
    c.arc(0, 0, size / 2 - line / 2, 0, 2 * Math.PI)
    c.fillStyle = tokenOf('bad-ground', false)
    c.fill()
    c.lineWidth = line
    c.strokeStyle = ALARM
    c.stroke()
  }
  c.rotate((turn * Math.PI) / 180)
  SHAPES[state](c, size * (alarm ? 0.28 : 0.38))
  c.lineWidth = line
  c.lineJoin = 'round'
  c.strokeStyle = tokenOf('on-fill', false)
  c.stroke()
  c.fillStyle = STATE_COLOURS[state]
  c.fill('evenodd')
}

function picture(state: LiveState, alarm: boolean): ImageData {
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = SIZE
  const c = canvas.getContext('2d', { willReadFrequently: true })!
  c.translate(SIZE / 2, SIZE / 2)
  drawVehicle(c, state, alarm, SIZE)
  return c.getImageData(0, 0, SIZE, SIZE)
}

export function addVehicleIcons(stage: Stage): void {
  for (const state of LIVE_STATES) {
    stage.image(`zyt-${state}`, picture(state, false))
    stage.image(`zyt-${state}-alarm`, picture(state, true))
  }
}
